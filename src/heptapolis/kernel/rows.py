"""Small lists that functions fill: cards in order, legal moves, the log."""

from typing import Any

from heptapolis.kernel import jit


@jit
def insert_card(cards: Any, n: Any, card: Any) -> Any:
    """Keep a small list of numbers in order; returns its new length."""
    k = n
    while k > 0 and cards[k - 1] > card:
        cards[k] = cards[k - 1]
        k -= 1
    cards[k] = card
    return n + 1


@jit
def add_move(moves: Any, n: Any, kind: Any, card: Any, bank: Any, left: Any, right: Any) -> Any:
    moves[n, 0], moves[n, 1], moves[n, 2], moves[n, 3], moves[n, 4] = kind, card, bank, left, right
    return n + 1


@jit
def add_plans(moves: Any, n: Any, kind: Any, card: Any, work: Any, n_plans: Any) -> Any:
    for k in range(n_plans):
        n = add_move(moves, n, kind, card, work[k, 0], work[k, 1], work[k, 2])
    return n


@jit
def emit(log: Any, kind: Any, city: Any, card: Any, a: Any, b: Any, c: Any) -> None:
    """Add a row to the log, whose first entry is its length; a log of one row takes nothing."""
    n = log[0, 0] + 1
    if n < log.shape[0]:
        log[0, 0] = n
        log[n, 0], log[n, 1], log[n, 2] = kind, city, card
        log[n, 3], log[n, 4], log[n, 5] = a, b, c
