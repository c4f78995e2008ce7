"""What kernels do around a step of the rules: results, actions, numbers of half precision."""

from typing import Any

import numpy as np

from heptapolis.cuda.compiling import kernel
from heptapolis.cuda.toolkit import cuda
from heptapolis.kernel import jit
from heptapolis.kernel.batch import Results
from heptapolis.kernel.types import Index

NO_ACTION = np.int64(-1)


@jit
def clear_result(g: Index, results: Results) -> None:
    """Clear what is left of a game that ended in the step before."""
    if results.done[g]:
        results.done[g] = False
        results.outcomes[g] = 0
        for seat in range(results.rewards.shape[1]):
            results.rewards[g, seat] = 0
            for k in range(results.sheets.shape[2]):
                results.sheets[g, seat, k] = 0
            for k in range(results.facts.shape[2]):
                results.facts[g, seat, k] = 0


@kernel
def take_actions(source: Any, target: Any) -> None:
    """Copy actions of any integer type; both arrays are flat."""
    k = cuda.grid(1)
    if k < target.shape[0]:
        target[k] = source[k]


@kernel
def hold_games(mask: Any, to_move: Any, is_asked: Any, actions: Any, first_wrong: Any) -> None:
    """Take the actions away from games that are to wait, and find the first other game with an
    action that is not legal: ``first_wrong`` becomes the number of games from it on."""
    g = cuda.grid(1)
    if g < actions.shape[0]:
        for lane in range(actions.shape[1]):
            if not is_asked[g]:
                actions[g, lane] = NO_ACTION
            elif to_move[g, lane]:
                action = actions[g, lane]
                if action < 0 or action >= mask.shape[2] or not mask[g, lane, action]:
                    cuda.atomic.max(first_wrong, 0, actions.shape[0] - np.int64(g))


@kernel
def find_seats(seat: Any, games: Any, lanes: Any, seats: Any) -> None:
    """Write the seat of each row of a game and a lane."""
    k = cuda.grid(1)
    if k < seats.shape[0]:
        seats[k] = seat[games[k], lanes[k]]


@kernel
def count_asked(to_move: Any, total: Any) -> None:
    """Add the number of seats that are to decide."""
    g = cuda.grid(1)
    if g < to_move.shape[0]:
        n = np.int64(0)
        for lane in range(to_move.shape[1]):
            if to_move[g, lane]:
                n += 1
        cuda.atomic.add(total, 0, n)


@kernel
def round_to_half(source: Any, target: Any) -> None:
    """Write small whole numbers in half precision, which has them all; both arrays are flat."""
    k = cuda.grid(1)
    step = cuda.gridsize(1)
    while k < target.shape[0]:
        target[k] = np.float16(np.float32(source[k]))
        k += step
