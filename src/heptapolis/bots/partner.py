"""Who plays along in guided games."""

from random import Random

from heptapolis.bots.greedy import GreedyBot
from heptapolis.contract import View
from heptapolis.move import Move

NOISE = 8.0  # points, like the easy level


class PartnerBot:
    """Plays along in guided games, and in the same way each time.

    It errs like the easy level; whoever does the same again sees the same again."""

    def __init__(self) -> None:
        self._greedy = GreedyBot(NOISE)

    def prepare(self, view: View) -> None:
        self._greedy.prepare(view)

    def choose(self, view: View, rng: Random) -> Move:
        return self._greedy.choose(view, Random(f"{view.seat} {len(view.events)}"))
