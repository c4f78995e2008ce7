"""Strategies of the bots of classic."""

from typing import Any

import numpy as np

from heptapolis.bots.advice import Reason
from heptapolis.bots.appraisal import appraisers_of
from heptapolis.bots.search_tree import STEP_SIMULATIONS, SearchTree
from heptapolis.bots.strategy import Leanings
from heptapolis.games.classic.codes import SEATS
from heptapolis.games.classic.edition import Scratch, scratch
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.players import greedy, search
from heptapolis.games.classic.players.appraisal import CITY
from heptapolis.games.classic.rules import sampling
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.simulation import quick_tables
from heptapolis.games.classic.verbs import kind_of
from heptapolis.games.classic.view import ClassicView
from heptapolis.kernel import records
from heptapolis.kernel.tree import move_key
from heptapolis.move import Move

# Why a move is good or bad, in the order of the kernel's columns; interfaces phrase each one.
REASONS = (
    "points",
    "coins",
    "war",
    "science",
    "goods",
    "prices",
    "power",
    "chains",
    "gift",
    "spent",
    "denies",
)


class ClassicTree(SearchTree):
    """A tree for each seat, since all of them decide at once."""

    def __init__(
        self, view: ClassicView, seed: int, habits: Any, asked_keys: Any, n_edges: int
    ) -> None:
        super().__init__(view, seed, habits, asked_keys, n_edges)
        assert view.seat is not None
        self.root = 1 + view.seat
        self._states, self._workspaces = (
            records(np.zeros(STEP_SIMULATIONS, CLASSIC)),
            Scratch().workspaces,
        )
        self._quick, self._appraisers = quick_tables(view.edition), appraisers_of("classic")
        self._cities = np.zeros((SEATS, CITY), np.float32)

    def _simulate(self, simulations: int) -> bool:
        view, tables, rng = self._view, self._view.edition.tables, self._rng
        states, workspaces = self._states[:simulations], self._workspaces
        if not sampling.sample(
            view._states, 0, view.seat, view._piles, states, tables, rng, workspaces
        ):
            return False
        search.search(
            states,
            view.seat,
            tables,
            self._quick,
            CLASSIC_WEIGHTS,
            self._habits,
            self._asked,
            rng,
            self._edges,
            self._workspaces,
            self._appraisers,
            self._cities,
        )
        return True


# Strength of the leanings of characters: easy, medium, hard; from lab/characters.py.
LEANINGS: Leanings = {
    "scholar": (3.0, 0.7, 12.0),
    "warlord": (3.5, 5.2, 13.0),
    "tribune": (3.0, 1.6, 11.0),
    "merchant": (3.0, 1.0, 8.0),
    "artisan": (3.0, 1.0, 11.0),
    "guildmaster": (3.0, 2.3, 10.0),
}


class ClassicStrategy:
    """Rates a card for a city and for the city that would get it next."""

    noise = 1.0
    # An end is valued as in the training of the appraisers' networks (`train.classic`).
    habits = np.array([0.5, 1.9, 1.0, 1.0, 0.4, 7.5, 0.0])
    tree = ClassicTree
    leanings = LEANINGS

    def rate(self, view: ClassicView) -> list[float]:
        city, tables = _city(view), view.edition.tables
        out, workspaces = scratch.values, scratch.workspaces
        n = greedy.rate_legal(view._states, 0, city, tables, CLASSIC_WEIGHTS, workspaces, out)
        values: list[float] = out[:n].tolist()
        return values

    def key(self, view: ClassicView, move: Move) -> int:
        card = view.edition.item[move.card] if move.card else 0
        return int(move_key(kind_of(move), card, int(move.free_city)))

    def reasons(self, view: ClassicView, move: Move) -> list[Reason]:
        columns = np.zeros(greedy.N_REASONS)
        card = view.edition.item[move.card] if move.card else 0
        gift = move.left + move.right
        heir = greedy.explain(
            view._states,
            0,
            _city(view),
            view.edition.tables,
            CLASSIC_WEIGHTS,
            kind_of(move),
            card,
            move.trade,
            gift,
            columns,
        )
        coins = {
            "coins": round(columns[greedy.WHY_COINS] / CLASSIC_WEIGHTS[greedy.COIN]),
            "gift": gift,
        }
        return [
            Reason(key, points, coins.get(key), int(heir) if key == "denies" else None)
            for key, points in zip(REASONS, columns.tolist(), strict=True)
        ]


def _city(view: ClassicView) -> int:
    """Return the city that the seat decides for: its own, or the Free City."""
    assert view.seat is not None
    return view._city_of(view.seat) or 0


STRATEGY = ClassicStrategy()
