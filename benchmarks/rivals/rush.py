"""Rivals for classic with one aim each: they value moves as `greedy` does, but one way to win above
all others.

    hepta arena --gauntlet benchmarks/rivals/rush.py:war medium

What they are worth against `medium` stands in README.md beside this file. Those that are worth more
are offered to people: `scholar`, `warlord` and `merchant` (`heptapolis.bots.rush`).
"""

from dataclasses import dataclass
from random import Random
from typing import Any

import heptapolis as hp
from heptapolis.bots.greedy import EQUAL
from heptapolis.classic.edition import scratch
from heptapolis.codes import Color
from heptapolis.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.kernel.classic import greedy


@dataclass(frozen=True)
class Aim:
    """By how many points a shield, a blue point or a stage is worth more than to `greedy`, and how
    many times as much what a card gives hope for."""

    shield: float = 0.0
    blue: float = 0.0
    stage: float = 0.0
    hope: float = 1.0


WAR, BLUE, WONDER = Aim(shield=0.8), Aim(blue=0.12, hope=1.5), Aim(stage=1.0)


class RushRival:
    """Plays the move that brings it closest to its aim."""

    def __init__(self, aim: Aim) -> None:
        self.aim = aim
        self._weights = CLASSIC_WEIGHTS.copy()
        self._weights[greedy.HOPE] *= aim.hope

    def choose(self, view: Any, rng: Random) -> hp.Move:
        if not isinstance(view, hp.ClassicView):
            raise ValueError("this rival does not play the game")
        moves: list[hp.Move] = view.legal_moves()
        values = [v + self._bonus(view, m) for v, m in zip(self._rate(view), moves, strict=True)]
        best = max(values)
        return rng.choice([m for m, v in zip(moves, values, strict=True) if v > best - EQUAL])

    def _rate(self, view: hp.ClassicView) -> list[float]:
        assert view.seat is not None
        city = view._city_of(view.seat) or 0
        n = greedy.rate_legal(
            view._states, 0, city, view.edition.tables, self._weights, scratch.workspaces
        )
        return list(scratch.values[:n].tolist())

    def _bonus(self, view: hp.ClassicView, move: hp.Move) -> float:
        if move.verb == "stage":
            return self.aim.stage
        if move.verb != "build" or not move.card:
            return 0.0
        card = view.edition.catalog.find(move.card)
        blue_points = card.effect.points if card.color == Color.BLUE else 0
        return float(self.aim.blue * blue_points + self.aim.shield * card.effect.shields)


def war() -> RushRival:
    return RushRival(WAR)


def blue() -> RushRival:
    return RushRival(BLUE)


def wonder() -> RushRival:
    return RushRival(WONDER)
