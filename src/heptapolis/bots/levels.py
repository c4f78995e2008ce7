"""Five levels for people to choose from, each a bot and a budget.

docs/strength.md gives the strength of each against the level below.
"""

from collections.abc import Callable

from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.neural import NeuralBot
from heptapolis.bots.neural_search import NeuralSearchBot

LevelBot = GreedyBot | NeuralBot | NeuralSearchBot


class Level:
    """A bot class with its budget; a call makes the bot."""

    def __init__(self, bot: Callable[..., LevelBot], **budget: float) -> None:
        self._bot, self._budget = bot, budget

    def __call__(self) -> LevelBot:
        return self._bot(**self._budget)

    def __repr__(self) -> str:
        return repr(self())


NOISE = {"beginner": 24.0, "easy": 8.0}  # largest error in points
LEVELS = {
    "beginner": Level(GreedyBot, noise=NOISE["beginner"]),
    "easy": Level(GreedyBot, noise=NOISE["easy"]),
    "medium": Level(GreedyBot),
    "hard": Level(NeuralBot),
    "master": Level(NeuralSearchBot, ms=1000),
}
