"""The random bot."""

from random import Random

from heptapolis.contract import View
from heptapolis.move import Move


class RandomBot:
    """Plays uniformly over (card, use) with the cheapest payment."""

    def __repr__(self) -> str:
        return "RandomBot()"

    def choose(self, view: View, rng: Random) -> Move:
        uses: dict[Move, Move] = {}
        for move in view.legal_moves():
            uses.setdefault(move.without_payment(), move)  # plans are sorted by price
        return rng.choice(list(uses.values()))
