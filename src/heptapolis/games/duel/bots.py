"""Strategies of the bots of Duel."""

from typing import Any

import numpy as np

from heptapolis.bots.advice import Reason
from heptapolis.bots.appraisal import appraiser_of
from heptapolis.bots.search_tree import SearchTree
from heptapolis.bots.strategy import Leanings
from heptapolis.games.duel.edition import DuelScratch, duel_scratch
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.players import greedy, search
from heptapolis.games.duel.rules import workspace
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.verbs import kind_of
from heptapolis.games.duel.view import DuelView
from heptapolis.kernel import records
from heptapolis.kernel.tree import move_key
from heptapolis.move import Move

# Why a move is good or bad, in the order of the kernel's columns; interfaces phrase each one.
REASONS = (
    "points",
    "coins",
    "goods",
    "prices",
    "chains",
    "science",
    "war",
    "tokens",
    "wonders",
)


class DuelTree(SearchTree):
    """One tree for both seats, which take turns."""

    root = 1

    def __init__(
        self, view: DuelView, seed: int, habits: Any, asked_keys: Any, n_edges: int
    ) -> None:
        super().__init__(view, seed, habits, asked_keys, n_edges)
        self._states, self._workspaces = records(np.zeros(2, DUEL)), DuelScratch().workspaces
        self._appraiser = appraiser_of("duel")

    def _simulate(self, simulations: int) -> bool:
        view = self._view
        return bool(
            search.search(
                view._states,
                view.seat,
                self._states,
                view.edition.tables,
                DUEL_WEIGHTS,
                self._habits,
                self._asked,
                self._rng,
                self._edges,
                simulations,
                self._workspaces,
                self._appraiser,
            )
        )


# Strength of the leanings of characters: easy, medium, hard; from lab/characters.py.
LEANINGS: Leanings = {
    "scholar": (7.5, 2.5, 18.0),
    "warlord": (7.5, 3.0, 12.0),
    "tribune": (7.5, 6.0, 7.0),
    "merchant": (7.5, 3.0, 14.0),
    "guildmaster": (7.5, 6.0, 9.0),
}


class DuelStrategy:
    """Rates a city after a move, against the opponent's."""

    noise = 2.5
    habits = np.array([1.2, 8.0, 0.7, 0.0, 0.0, 0.0, 0.0])  # only winning counts
    tree = DuelTree
    leanings = LEANINGS

    def rate(self, view: DuelView) -> list[float]:
        return _rate(view)

    def key(self, view: DuelView, move: Move) -> int:
        return int(move_key(*_row(view, move)))

    def reasons(self, view: DuelView, move: Move) -> list[Reason]:
        """Return the reasons for a move: the opponent's loss is one, the layout left to the
        opponent another."""
        columns, offer = _changes(view, move)
        if abs(offer) >= greedy.VICTORY_WORTH:
            return [Reason("wins" if offer > 0 else "loses", offer)]
        if view.phase == "turn":  # any use of the card ends the turn: not a reason
            passing, _ = _changes(view, Move("discard", move.card))
            passing[0, greedy.WHY_COINS] = 0
            columns -= passing
        mine, theirs = columns.tolist()
        coins = round(columns[0, greedy.WHY_COINS] / DUEL_WEIGHTS[greedy.COIN])
        why = [
            Reason(key, points, coins if key == "coins" else None)
            for key, points in zip(REASONS, mine, strict=True)
        ]
        return [
            *why,
            Reason("opponent", -sum(theirs)),
            Reason("again" if offer > 0 else "reply", offer),
        ]


def _rate(view: DuelView) -> list[float]:
    states, tables = _trial_states(view), view.edition.tables
    scratch = duel_scratch
    n = greedy.rate_moves(
        states, 0, tables, DUEL_WEIGHTS, scratch.workspaces, scratch.moves, scratch.values
    )
    values: list[float] = scratch.values[:n].tolist()
    return values


def _changes(view: DuelView, move: Move) -> tuple[Any, float]:
    """Return what a move changes for the seat and for its opponent, and what the layout then
    offers."""
    row = np.array(_row(view, move), np.int64)
    columns = np.zeros((2, workspace.REASONS))
    offer = greedy.explain(
        _trial_states(view),
        0,
        view.edition.tables,
        DUEL_WEIGHTS,
        row,
        duel_scratch.workspaces,
        columns,
    )
    return columns, offer


def _row(view: DuelView, move: Move) -> tuple[int, int, int]:
    """Return a move as the kernel writes it; the seat that begins stands in the place of a card."""
    item = view.edition.item
    card = item[move.card] if move.card else 0
    wonder = item[move.wonder] if move.wonder else 0
    return kind_of(move), card if move.starter is None else move.starter, wonder


def _trial_states(view: DuelView) -> Any:
    """Return a copy of what the seat sees, with another row to try moves in."""
    states = records(np.zeros(2, DUEL))
    states[0] = view._states[0]
    return states


STRATEGY = DuelStrategy()
