"""The opponent in lessons."""

from random import Random

from heptapolis.bots.greedy import GreedyBot
from heptapolis.contract import View
from heptapolis.move import Move

NOISE_POINTS = 8.0  # points, as in the easy level


class PartnerBot:
    """Plays in guided games, deterministically.

    It errs like the easy level; the same situation gets the same move again.
    """

    def __init__(self) -> None:
        self._greedy = GreedyBot(NOISE_POINTS)

    def choose(self, view: View, rng: Random) -> Move:
        return self._greedy.choose(view, Random(f"{view.seat} {len(view.events)}"))
