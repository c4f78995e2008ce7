"""Count the sequences of moves from a position: a check sum of all the rules."""

from typing import Any

import numpy as np

from heptapolis.games.duel.rules.turns import carry_out, list_moves
from heptapolis.kernel import entry
from heptapolis.kernel.types import Count, Index, Ints, States, TablesArray, Workspaces


@entry
def perft(
    states: States,
    i: Index,
    depth: Count,
    tables: TablesArray,
    workspaces: Workspaces,
    counts: Ints,
) -> Any:
    """Return the number of move sequences of a length; games that end sooner do not count.

    Rows after ``i`` of ``states``, ``workspaces`` and ``counts`` are for the moves to come. Then
    ``counts[i]`` divides the number among the legal moves of the position, in ``workspaces[i]``.
    """
    if depth == 0:
        return np.int64(1)
    t, work = tables[0], workspaces[i]
    moves = work.moves
    n = list_moves(states[i], t, moves)
    total = np.int64(0)
    for k in range(n):
        counts[i, k] = 1
        if depth > 1:
            states[i + 1] = states[i]
            carry_out(states[i + 1], t, moves[k, 0], moves[k, 1], moves[k, 2], work)
            counts[i, k] = perft(states, i + 1, depth - 1, tables, workspaces, counts)
        total += counts[i, k]
    return total
