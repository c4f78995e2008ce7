"""Endings of Duel for the solver: the last cards of age III, as a seat sees them."""

import numpy as np

from heptapolis.bots.appraisal import appraiser_of
from heptapolis.bots.endings import Ending, SolvedMove
from heptapolis.codes import AGES
from heptapolis.games.duel.codes import DUEL_ITEMS, DUEL_SEATS, DuelMoveKind
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.players import endings
from heptapolis.games.duel.rules import entries
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.view import DuelView
from heptapolis.kernel import records

MAX_CARDS = 10  # with more left in age III, a solution takes too long
TABLE_ROWS = 1 << 20  # solved positions that are remembered: a power of two
NO_ESTIMATES = 0  # cards left at which the solver may estimate


def ending_of(view: DuelView) -> "DuelEnding | None":
    """Return the decision of a view for the solver; None if the end is too far away."""
    is_near = view.age == AGES and int(view._field("left")).bit_count() <= MAX_CARDS
    return DuelEnding(view) if is_near and view.legal_moves() else None


class DuelEnding(Ending):
    """A decision in the end of a Duel. Not thread-safe."""

    def __init__(
        self, view: DuelView, table_rows: int = TABLE_ROWS, rim: int = NO_ESTIMATES
    ) -> None:
        self._view, self._rim = view, rim
        scratch = DuelScratch()
        self._workspaces = scratch.workspaces
        n = entries.legal(view._states, 0, view.edition.tables, scratch.moves)
        self._rows = scratch.moves[:n].copy()
        self._values, self._n_solved = np.zeros(n), 0
        self._appraiser = appraiser_of("duel")
        self._solver = endings.Solver(
            frames=records(np.zeros(endings.MAX_PLIES, endings.FRAME)),
            states=records(np.zeros(endings.MAX_PLIES, DUEL)),
            solved=records(np.zeros(table_rows, endings.SOLVED)),
            tried=np.zeros((DUEL_SEATS, max(DuelMoveKind) + 1, DUEL_ITEMS, 2)),
            counts=np.zeros(1, np.int64),
        )

    @property
    def is_solved(self) -> bool:
        return self._n_solved == len(self._rows)

    def solve(self, positions: int) -> None:
        self._n_solved = endings.solve_moves(
            self._view._states,
            self._rows,
            self._values,
            self._n_solved,
            self._rim,
            positions,
            self._view.edition.tables,
            self._workspaces,
            self._solver,
            self._appraiser,
        )
        self.positions += int(self._solver.counts[endings.POSITIONS])

    def moves(self) -> list[SolvedMove]:
        legal, values = self._view.legal_moves(), self._values[: self._n_solved].tolist()
        chances = values if self._view.seat == 0 else [1 - value for value in values]
        return [SolvedMove(move, win) for move, win in zip(legal, chances, strict=False)]
