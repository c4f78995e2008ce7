"""How many sequences of moves follow from a position: a check sum of all the rules."""

from typing import Any

import numpy as np

from heptapolis.kernel import entry
from heptapolis.kernel.duel.rules import carry_out, list_moves


@entry
def perft(states: Any, i: Any, depth: Any, tables: Any, moves: Any, log: Any, counts: Any) -> Any:
    """The number of move sequences of a length; games that end sooner do not count.

    Rows after ``i`` of ``states``, ``moves`` and ``counts`` are room for the moves to come. Then
    ``counts[i]`` divides the number among the legal moves of the position, ``moves[i]``.
    """
    if depth == 0:
        return np.int64(1)
    t = tables[0]
    n = list_moves(states[i], t, moves[i])
    total = np.int64(0)
    for k in range(n):
        counts[i, k] = 1
        if depth > 1:
            states[i + 1] = states[i]
            carry_out(states[i + 1], t, moves[i, k, 0], moves[i, k, 1], moves[i, k, 2], log)
            counts[i, k] = perft(states, i + 1, depth - 1, tables, moves, log, counts)
        total += counts[i, k]
    return total
