"""Bots with one aim each: they weigh moves as `greedy` does, but one way to win above all others.

What each is worth against `medium` stands in docs/bots.md.
"""

from random import Random

from heptapolis.bots.greedy import EQUAL
from heptapolis.bots.strategy import STRATEGIES, Strategy, strategy_for
from heptapolis.contract import View
from heptapolis.move import Move


class RushBot:
    """Wants to win in one way above all others; where its game does not know that way, it cannot
    play."""

    def __init__(self, name: str, aim: str) -> None:
        self.name, self.aim = name, aim

    def prepare(self, view: View) -> None:
        self._strategy(view)

    def choose(self, view: View, rng: Random) -> Move:
        strategy, moves = self._strategy(view), view.legal_moves()
        if not moves:
            raise ValueError("the view's seat is not to move")
        values = strategy.rate_for(view, self.aim)
        best = max(values)
        return rng.choice([m for m, v in zip(moves, values, strict=True) if v > best - EQUAL])

    def _strategy(self, view: View) -> Strategy:
        strategy = strategy_for(view, self.name)
        if self.aim not in strategy.aims:
            raise ValueError(f"{self.name} does not play {view.game}")
        return strategy


AIMS = {"scholar": "science", "warlord": "war", "merchant": "coins"}


def plays(name: str, rules: str) -> bool:
    """A bot with an aim knows a game; every other bot does, too."""
    return name not in AIMS or AIMS[name] in STRATEGIES.of(rules).aims
