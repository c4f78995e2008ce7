"""Memory that the rules of Duel work in: one record, made once, for one thread at a time.

What a function leaves in a field is good until the next call of anything that writes there.
"""

from typing import Any

import numpy as np

from heptapolis.codes import CARDS, DECK
from heptapolis.games.duel.codes import DUEL_ITEMS, DUEL_SEATS, DUEL_WONDERS
from heptapolis.kernel.rows import LOG

MOVE = 3  # kind, card, wonder
MOVE_ROWS = CARDS  # more than any decision has
COLUMNS = 9  # of a score sheet
REASONS = 9  # parts of what a city is worth
PATH = 96  # decisions of one simulation inside the tree
WEIGHTS = 12  # of a greedy player (`greedy`)


def workspace_with(columns: int) -> np.dtype[Any]:
    """Return the record for score sheets of so many columns."""
    return np.dtype(_fields(columns), align=True)


def _fields(columns: int) -> list[tuple[Any, ...]]:
    return [
        ("log", LOG),
        ("moves", "i8", (MOVE_ROWS, MOVE)),  # what the seat to move may do
        ("values", "f8", (MOVE_ROWS,)),  # what each of these moves is worth
        ("drawn_move", "i8", (MOVE,)),  # a move that was drawn at random
        ("price", "i8"),  # of what cannot be paid (`refusals`)
        ("pool", "i8", (DECK,)),  # what is dealt from
        ("is_known", "u1", (CARDS + 1,)),  # 1: the place of the card is known (`sight`)
        ("sheet", "i8", (columns,)),
        ("sheets", "i8", (DUEL_SEATS, columns)),  # of both seats, at the end
        ("weights", "f8", (DUEL_SEATS, WEIGHTS)),  # by which each seat plays
        ("parts", "f8", (DUEL_SEATS, REASONS)),  # why the cities are worth what they are
        # Of a search.
        ("keys", "i8", (MOVE_ROWS,)),  # of the moves
        ("edges", "i8", (MOVE_ROWS,)),  # ... and their edges in the tree
        ("standings", "f8", (DUEL_WONDERS + 2,)),  # after each use (`search.common_use`)
        ("path", "i8", (PATH, 2)),  # edges that a simulation went along, and the seat of each
        ("worth", "f8", (DUEL_ITEMS, 2)),  # of every item in quick play
        ("special", "i8", (DUEL_ITEMS,)),  # ... and what else there is to look at
        ("wins", "f8", (DUEL_SEATS,)),
        ("points", "f8", (DUEL_SEATS,)),
        ("rewards", "f8", (DUEL_SEATS,)),
    ]


DUEL_WORKSPACE = workspace_with(COLUMNS)
