"""Small lists that functions fill: cards in order, legal moves, the log."""

from typing import Any

import numpy as np

from heptapolis.kernel import jit
from heptapolis.kernel.types import Array, Card, City, Coins, Count, Integer, Ints, Kind, Log

LOG_ROWS = 256
LOG = np.dtype(
    [
        ("limit", "i8"),  # maximum number of rows; 0: no log is kept
        ("length", "i8"),  # rows in use
        ("rows", "i8", (LOG_ROWS, 6)),  # kind, city, card, and three numbers
    ],
    align=True,
)


@jit
def copy_row(source: Array, target: Array) -> None:
    """Copy as many elements as the target has. ``target[:] = source`` would include Numba's error
    message for different shapes, which takes two seconds to compile."""
    for k in range(target.shape[0]):
        target[k] = source[k]


@jit
def copy_log(log: Log, rows: Ints) -> Any:
    """Copy the rows of a log; return their number."""
    for k in range(log.length):
        copy_row(log.rows[k], rows[k])
    return log.length


@jit
def insert_card(cards: Ints, n: Count, card: Card) -> Any:
    """Insert a number into a small sorted list; returns the new length."""
    k = n
    while k > 0 and cards[k - 1] > card:
        cards[k] = cards[k - 1]
        k -= 1
    cards[k] = card
    return n + 1


@jit
def add_move(
    moves: Ints, n: Count, kind: Kind, card: Card, bank: Coins, left: Coins, right: Coins
) -> Any:
    moves[n, 0], moves[n, 1], moves[n, 2], moves[n, 3], moves[n, 4] = kind, card, bank, left, right
    return n + 1


@jit
def add_plans(moves: Ints, n: Count, kind: Kind, card: Card, plans: Ints, n_plans: Count) -> Any:
    for k in range(n_plans):
        n = add_move(moves, n, kind, card, plans[k, 0], plans[k, 1], plans[k, 2])
    return n


@jit
def emit(log: Log, kind: Kind, city: City, card: Card, a: Integer, b: Integer, c: Integer) -> None:
    """Add a row to the log unless it is full."""
    n = log.length
    if n < log.limit:
        log.length = n + 1
        rows = log.rows
        rows[n, 0], rows[n, 1], rows[n, 2] = kind, city, card
        rows[n, 3], rows[n, 4], rows[n, 5] = a, b, c
