"""Players made of code. A bot sees a `View` and nothing else."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Protocol

from heptapolis.bots.chance import RandomBot
from heptapolis.bots.greedy import GreedyBot
from heptapolis.bots.levels import LEVELS
from heptapolis.bots.mcts import MctsBot
from heptapolis.bots.neural import NeuralBot
from heptapolis.bots.outside import OutsideBot
from heptapolis.contract import View
from heptapolis.move import Move


class Bot(Protocol):
    """One method: a legal move for the view's seat. All its chance comes from ``rng``."""

    def choose(self, view: View, rng: Random) -> Move: ...


BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot, "greedy": GreedyBot, "mcts": MctsBot, "neural": NeuralBot,
    **LEVELS,
}  # fmt: skip
_BUDGET = re.compile(r"([1-9][0-9]{0,6})(ms)?")


def bot(name: str) -> Bot:
    """A bot by name: ours, a level, or one that an installed package brings. "mcts" may have a
    budget: "mcts:400" simulations, "mcts:250ms"; "neural" a file of weights, "neural:duel.npz"."""
    if isinstance(name, str) and name in BOTS:
        return BOTS[name]()
    if isinstance(name, str) and name.startswith("mcts:"):
        return _mcts(name)
    if isinstance(name, str) and name.startswith("neural:"):
        return NeuralBot(Path(name.removeprefix("neural:")))
    return OutsideBot(name, ours=BOTS)


def _mcts(name: str) -> MctsBot:
    budget = _BUDGET.fullmatch(name.removeprefix("mcts:"))
    if not budget:
        raise ValueError(f"{name!r}: use mcts:400 (simulations) or mcts:250ms (time)")
    number = int(budget[1])
    return MctsBot(ms=number) if budget[2] else MctsBot(number)
