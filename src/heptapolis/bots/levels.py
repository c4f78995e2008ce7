"""Five levels that people can choose by name, each a bot and a budget.

How strong each is against the one below stands in docs/bots.md.
"""

from collections.abc import Callable

from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.mcts import MctsBot

LEVELS: dict[str, Callable[[], GreedyBot | MctsBot]] = {
    "beginner": lambda: GreedyBot(noise=24.0),
    "easy": lambda: GreedyBot(noise=8.0),
    "medium": GreedyBot,
    "hard": lambda: MctsBot(150),
    "master": lambda: MctsBot(ms=1500),
}
