"""Working memory of the rules of Duel: one record for one thread, without results for Python."""

from typing import Any

import numpy as np

from heptapolis.codes import CARDS, DECK
from heptapolis.games.duel.codes import DUEL_ITEMS, DUEL_SEATS, DUEL_WONDERS
from heptapolis.kernel.rows import LOG

MOVE = 3  # kind, card, wonder
MOVE_ROWS = CARDS  # more than any decision has
COLUMNS = 9  # of a score sheet
REASONS = 9  # parts of the worth of a city
PATH = 96  # decisions of one simulation inside the tree
WEIGHTS = 12  # of a greedy player (`greedy`)


def workspace_with(columns: int) -> np.dtype[Any]:
    """Return the record for score sheets of so many columns."""
    return np.dtype(_fields(columns), align=True)


def _fields(columns: int) -> list[tuple[Any, ...]]:
    return [
        ("log", LOG),
        ("moves", "i8", (MOVE_ROWS, MOVE)),  # legal moves of the seat to move
        ("values", "f8", (MOVE_ROWS,)),  # the value of each of these moves
        ("pool", "i8", (DECK,)),  # the deck to deal from
        ("is_known", "u1", (CARDS + 1,)),  # 1: the place of the card is known (`sight`)
        ("sheet", "i8", (columns,)),
        ("sheets", "i8", (DUEL_SEATS, columns)),  # of both seats, at the end
        ("weights", "f8", (DUEL_SEATS, WEIGHTS)),  # the weights of each seat
        ("reasons", "f8", (DUEL_SEATS, REASONS)),  # reasons for the worth of the cities
        # Of a search.
        ("keys", "i8", (MOVE_ROWS,)),  # of the moves
        ("edges", "i8", (MOVE_ROWS,)),  # ... and their edges in the tree
        ("standings", "f8", (DUEL_WONDERS + 2,)),  # after each use (`search.common_use`)
        ("path", "i8", (PATH, 2)),  # edges that a simulation went along, and the seat of each
        ("worth", "f8", (DUEL_ITEMS, 2)),  # of every item in quick play
        ("special", "i8", (DUEL_ITEMS,)),  # ... and its other properties
        ("wins", "f8", (DUEL_SEATS,)),
        ("points", "f8", (DUEL_SEATS,)),
        ("rewards", "f8", (DUEL_SEATS,)),
    ]


DUEL_WORKSPACE = workspace_with(COLUMNS)
