"""Players made of code. A bot sees a `View` and nothing else."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from heptapolis.bots.greedy import GreedyBot
from heptapolis.move import Move
from heptapolis.table import View


class Bot(Protocol):
    """One method: a legal move for the view's seat. All its chance comes from ``rng``."""

    def choose(self, view: View, rng: Random) -> Move: ...


class RandomBot:
    """Uniform over (card, use) with the cheapest payment."""

    def choose(self, view: View, rng: Random) -> Move:
        uses: dict[Move, Move] = {}
        for move in view.legal_moves():
            uses.setdefault(move.without_payment(), move)  # plans stand cheapest first
        return rng.choice(list(uses.values()))


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str) -> Bot:
    """A bot by name."""
    if not isinstance(name, str) or name not in BOTS:
        raise ValueError(f"no bot {name!r}: {', '.join(BOTS)}")
    return BOTS[name]()
