"""Rivals with one aim each: they value moves as `greedy` does, but one way to win above all others.

    hepta arena duel --gauntlet benchmarks/rivals/rush.py:science medium
    hepta arena --gauntlet benchmarks/rivals/rush.py:war medium

``science`` and ``war`` play both games, ``coins`` plays Duel, ``blue`` and ``wonder`` classic. What
they are worth against `medium` stands in README.md beside this file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.classic.edition import scratch
from heptapolis.codes import Color
from heptapolis.duel.edition import duel_scratch
from heptapolis.greedy_weights import CLASSIC_WEIGHTS, DUEL_WEIGHTS
from heptapolis.kernel import records
from heptapolis.kernel.classic import greedy as classic_greedy
from heptapolis.kernel.duel import greedy as duel_greedy
from heptapolis.kernel.duel.state import DUEL

EQUAL = 1e-9  # points that are no difference


@dataclass(frozen=True)
class Aim:
    """What is worth how many times as much as to `greedy`, by the numbers of its weights; None is a
    game that it does not play. In classic also the points by which a symbol, a shield, a blue point
    or a stage is worth more."""

    duel: Mapping[int, float] | None = None
    classic: Mapping[int, float] | None = None
    symbol: float = 0.0
    shield: float = 0.0
    blue: float = 0.0
    stage: float = 0.0


SCIENCE = Aim(
    duel={duel_greedy.SYMBOL: 5.0, duel_greedy.RACE: 2.0, duel_greedy.TOKEN: 1.5},
    classic={},
    symbol=1.0,
)
WAR = Aim(
    duel={
        duel_greedy.SHIELD: 3.0, duel_greedy.SIEGE: 2.5, duel_greedy.COIN: 1.4,
        duel_greedy.SYMBOL: 0.7,
    },
    classic={},
    shield=0.8,
)  # fmt: skip
COINS = Aim(duel={duel_greedy.COIN: 1.5, duel_greedy.CHAIN: 2.0, duel_greedy.SIEGE: 1.4})
BLUE = Aim(classic={classic_greedy.HOPE: 1.5}, blue=0.12)
WONDER = Aim(classic={}, stage=1.0)


class RushBot:
    """Plays the move that brings it closest to its aim."""

    def __init__(self, aim: Aim) -> None:
        self.aim = aim

    def choose(self, view: Any, rng: Random) -> hp.Move:
        moves: list[hp.Move] = view.legal_moves()
        values = self._duel(view) if isinstance(view, hp.DuelView) else self._classic(view, moves)
        best = max(values)
        return rng.choice([m for m, v in zip(moves, values, strict=True) if v > best - EQUAL])

    def _duel(self, view: hp.DuelView) -> list[float]:
        weights = _weights(DUEL_WEIGHTS, self.aim.duel)
        states = records(np.zeros(2, DUEL))  # what the seat sees, and one to try moves in
        states[0] = view._states[0]
        n = duel_greedy.rate_moves(states, 0, view.edition.tables, weights, duel_scratch.workspaces)
        return list(duel_scratch.values[:n].tolist())

    def _classic(self, view: hp.ClassicView, moves: list[hp.Move]) -> list[float]:
        assert view.seat is not None
        weights, city = _weights(CLASSIC_WEIGHTS, self.aim.classic), view._city_of(view.seat) or 0
        n = classic_greedy.rate_legal(
            view._states, 0, city, view.edition.tables, weights, scratch.workspaces
        )
        values = scratch.values[:n].tolist()
        return [v + self._bonus(view, m) for v, m in zip(values, moves, strict=True)]

    def _bonus(self, view: hp.ClassicView, move: hp.Move) -> float:
        if move.verb == "stage":
            return self.aim.stage
        if move.verb != "build" or not move.card:
            return 0.0
        card = view.edition.catalog.find(move.card)
        has_symbol = bool(card.effect.science or card.effect.science_choice)
        blue_points = card.effect.points if card.color == Color.BLUE else 0
        bonus: float = self.aim.symbol * has_symbol + self.aim.blue * blue_points
        return bonus + float(self.aim.shield * card.effect.shields)


def _weights(usual: Any, factors: Mapping[int, float] | None) -> Any:
    if factors is None:
        raise ValueError("this rival does not play the game")
    weights = usual.copy()
    for number, factor in factors.items():
        weights[number] *= factor
    return weights


def science() -> RushBot:
    return RushBot(SCIENCE)


def war() -> RushBot:
    return RushBot(WAR)


def coins() -> RushBot:
    return RushBot(COINS)


def blue() -> RushBot:
    return RushBot(BLUE)


def wonder() -> RushBot:
    return RushBot(WONDER)
