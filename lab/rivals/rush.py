"""Rivals with one aim each: they value moves like `greedy`, with a preference for one way to win.

    hepta arena --gauntlet lab/rivals/rush.py:war medium

`science`, `war` and `wonder` play classic and Duel, `coins` Duel, `blue` classic. Some search a little,
where looking one move ahead was not enough. README.md in this folder has their results against `medium`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import heptapolis as hp
from heptapolis.bots.greedy import TIE_POINTS
from heptapolis.bots.mcts import MctsBot
from heptapolis.codes import Color
from heptapolis.games.classic.edition import scratch
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.players import greedy
from heptapolis.games.duel.edition import duel_scratch
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.players import greedy as duel
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.kernel import records


@dataclass(frozen=True)
class Aim:
    """Additional points, compared with `greedy`, for a shield, a blue point, a symbol or a stage of classic,
    or a wonder of Duel, and a factor for the future value of cards."""

    shield: float = 0.0
    blue: float = 0.0
    stage: float = 0.0
    symbol: float = 0.0
    hope: float = 1.0
    wonder: float = 0.0


SCIENCE, WAR = Aim(symbol=1.0), Aim(shield=0.8)
BLUE, WONDER = Aim(blue=0.5), Aim(stage=2.0, wonder=6.0)
SIMULATIONS = {"classic": 80, "duel": 12}  # for those that search
VISIT_SHARE = 0.3  # fraction of the highest number of visits

# In Duel: factors of the values of `greedy`.
Factors = Mapping[int, float]
DUEL_SCIENCE: Factors = {duel.SYMBOL: 5.0, duel.RACE: 2.0, duel.TOKEN: 1.5}
DUEL_WAR: Factors = {duel.SHIELD: 3.0, duel.SIEGE: 2.5, duel.COIN: 1.4, duel.SYMBOL: 0.7}
DUEL_COINS: Factors = {duel.COIN: 1.5, duel.CHAIN: 2.0, duel.SIEGE: 1.4}


class RushRival:
    """Play the move closest to the aim, in games with an aim."""

    def __init__(self, aim: Aim | None = None, factors: Factors | None = None) -> None:
        self.aim, self.factors = aim, factors
        self._weights = CLASSIC_WEIGHTS.copy()
        self._weights[greedy.HOPE] *= aim.hope if aim else 1.0
        self._duel_weights = DUEL_WEIGHTS.copy()
        for number, factor in (factors or {}).items():
            self._duel_weights[number] *= factor

    def choose(self, view: Any, rng: Random) -> hp.Move:
        moves: list[hp.Move] = view.legal_moves()
        values = self._values(view)
        best = max(values)
        return rng.choice([m for m, v in zip(moves, values, strict=True) if v > best - TIE_POINTS])

    def _values(self, view: Any) -> list[float]:
        if self.aim and isinstance(view, hp.ClassicView):
            bonuses = [self._bonus(self.aim, view, move) for move in view.legal_moves()]
            return [v + bonus for v, bonus in zip(self._rate(view), bonuses, strict=True)]
        if self.factors is not None and isinstance(view, hp.DuelView):
            extra = self.aim.wonder if self.aim else 0.0
            rated = zip(view.legal_moves(), self._rate_duel(view), strict=True)
            return [value + extra * (move.verb == "wonder") for move, value in rated]
        raise ValueError("this rival does not play the game")

    def _rate_duel(self, view: hp.DuelView) -> list[float]:
        states = records(np.zeros(2, DUEL))  # the observed state, and a copy to try a move
        states[0] = view._states[0]
        moves, values = duel_scratch.moves, duel_scratch.values
        tables, workspaces = view.edition.tables, duel_scratch.workspaces
        n = duel.rate_moves(states, 0, tables, self._duel_weights, workspaces, moves, values)
        return list(values[:n].tolist())

    def _rate(self, view: hp.ClassicView) -> list[float]:
        assert view.seat is not None
        city = view._city_of(view.seat) or 0
        tables, workspaces, values = view.edition.tables, scratch.workspaces, scratch.values
        n = greedy.rate_legal(view._states, 0, city, tables, self._weights, workspaces, values)
        return list(values[:n].tolist())

    @staticmethod
    def _bonus(aim: Aim, view: hp.ClassicView, move: hp.Move) -> float:
        if move.verb == "stage":
            return aim.stage
        if move.verb != "build" or not move.card:
            return 0.0
        card = view.edition.catalog.find(move.card)
        blue_points = card.effect.points if card.color == Color.BLUE else 0
        symbol = bool(card.effect.science or card.effect.science_choice)
        bonus = aim.blue * blue_points + aim.shield * card.effect.shields + aim.symbol * symbol
        return float(bonus)


class FarSightedRival(RushRival):
    """Search a little; of the moves with nearly the highest number of visits, play the one closest to the
    aim."""

    def choose(self, view: Any, rng: Random) -> hp.Move:
        values = dict(zip(view.legal_moves(), self._values(view), strict=True))
        found = MctsBot(SIMULATIONS[view.game], threads=1).search(view, rng)
        good = [one.move for one in found if one.visits >= VISIT_SHARE * found[0].visits]
        return max(good, key=lambda move: values[move])


def science() -> RushRival:
    return RushRival(SCIENCE, DUEL_SCIENCE)


def war() -> RushRival:
    return RushRival(WAR, DUEL_WAR)


def coins() -> RushRival:
    return RushRival(factors=DUEL_COINS)


def blue() -> RushRival:
    return FarSightedRival(BLUE)


def wonder() -> RushRival:
    return FarSightedRival(WONDER, {})
