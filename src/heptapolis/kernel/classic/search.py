"""Search for classic: possible games are dealt from a view and played, with trees on top.

All seats decide at once, so each has a tree of its own, over its own decisions alone, and chooses
in it without knowing what the others choose (decoupled UCT over information sets). Every simulation
is another deal that agrees with the view. Below the trees everyone plays greedily, with noise.
"""

from typing import Any

import numpy as np

from heptapolis.codes import CARDS, SEATS
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of, uniform
from heptapolis.kernel.classic.constants import OVER
from heptapolis.kernel.classic.greedy import rate_moves
from heptapolis.kernel.classic.hands import decider
from heptapolis.kernel.classic.moves import uses
from heptapolis.kernel.classic.rules import must_decide, play
from heptapolis.kernel.classic.scoring import TOTAL, score
from heptapolis.kernel.tree import (
    NOISE,
    add_edge,
    back_up,
    find_edge,
    keep_wanted,
    move_key,
    plant,
    reward,
    select,
)

MOST_USES = CARDS + 1  # of one decision: every card from the pile, or none
PATH = 64  # decisions of one simulation inside the trees
LEAST = -1000.0


@entry
def search(
    states: Any, seat: Any, tables: Any, w: Any, habits: Any, rng: Any, edges: Any, wanted: Any,
    work: Any, moves: Any, values: Any, log: Any, sheet: Any,
) -> None:  # fmt: skip
    """Play each of ``states``, possible games as `sampling.sample` deals them, to its end, and let
    the trees learn from it.

    ``edges`` begin as zeros; a seat's root is edge seat + 1. ``wanted`` are the keys of the only
    moves in question, none means all.
    """
    states, tables, rng = borrow(states), borrow(tables), borrow(rng)
    edges, work, moves, wanted = borrow(edges), borrow(work), borrow(moves), borrow(wanted)
    values, log, sheet, habits = borrow(values), borrow(log), borrow(sheet), borrow(habits)
    path, found = np.zeros((PATH, 2), np.int64), np.zeros(MOST_USES, np.int64)
    keys, cursor = np.zeros(MOST_USES, np.int64), np.zeros(SEATS, np.int64)
    wins, points, rewards = np.zeros(SEATS), np.zeros(SEATS), np.zeros(SEATS)
    if edges[0].next == 0:
        plant(edges, states[0].n_players)
    for i in range(states.shape[0]):
        length = simulation(
            states, i, seat, tables, w, habits, rng, edges, wanted, work, moves, values, log, path,
            cursor, keys, found,
        )  # fmt: skip
        count_rewards(states, i, tables, habits, sheet, wins, points, rewards)
        back_up(edges, path, length, rewards, wins, points)


@inlined
def simulation(
    states: Any, i: Any, me: Any, tables: Any, w: Any, habits: Any, rng: Any, edges: Any,
    wanted: Any, work: Any, moves: Any, values: Any, log: Any, path: Any, cursor: Any, keys: Any,
    found: Any,
) -> Any:  # fmt: skip
    """Play one possible game to its end, by the trees first; returns how long the path is."""
    s = states[i]
    length = np.int64(0)
    for seat in range(s.n_players):
        cursor[seat] = 1 + seat
    while s.phase != OVER:
        for city in range(s.n_cities):
            if not must_decide(states, i, city):
                continue
            seat = decider(states, i, city)
            n = uses(states, i, city, tables, moves, work)
            row = np.int64(0)
            if cursor[seat] > 0 and length < PATH:
                for k in range(n):
                    keys[k] = move_key(moves[k, 0], moves[k, 1], 0 if city == seat else 1)
                is_root = cursor[seat] == me + 1
                if is_root:
                    n = keep_wanted(moves, keys, n, wanted)
                row = tree_row(
                    states, i, city, cursor[seat], is_root, tables, w, habits, edges, moves, keys,
                    n, values, found,
                )  # fmt: skip
                edge = found[row]
                if edge > 0:
                    path[length, 0], path[length, 1] = edge, seat
                    length += 1
                cursor[seat] = edge if edge > 0 and edges[edge].visits > 0 else 0
            elif n > 1:
                rate_moves(states, i, city, tables, w, moves, n, values)
                for k in range(n):
                    values[k] += habits[NOISE] * uniform(rng)
                row = best_of(values, n, rng)
            kind, card, bank = moves[row, 0], moves[row, 1], moves[row, 2]
            play(states, i, city, kind, card, bank, moves[row, 3], moves[row, 4], tables, log)
    return length


@inlined
def tree_row(
    states: Any, i: Any, city: Any, node: Any, is_root: Any, tables: Any, w: Any, habits: Any,
    edges: Any, moves: Any, keys: Any, n: Any, values: Any, found: Any,
) -> Any:  # fmt: skip
    """The row that a seat's tree wants tried; its edge is in ``found``. If there is no room for
    some, that is 0, and the row is the one of them that looks best one move ahead."""
    rated = False
    full, most = np.int64(-1), 0.0
    for k in range(n):
        found[k] = find_edge(edges, node, keys[k])
        if found[k] == 0:
            if not rated:
                rate_moves(states, i, city, tables, w, moves, n, values)
                rated = True
            found[k] = add_edge(edges, node, keys[k], values[k])
            if found[k] == 0 and (full < 0 or values[k] > most):
                full, most = np.int64(k), values[k]
    return full if full >= 0 else select(edges, found, n, is_root, habits, values)


@inlined
def count_rewards(
    states: Any, i: Any, tables: Any, habits: Any, sheet: Any, wins: Any, points: Any, rewards: Any
) -> None:
    """What the end brings each seat."""
    s = states[i]
    for seat in range(s.n_players):
        score(states, i, seat, tables, sheet)
        points[seat] = sheet[TOTAL]
    winners = 0
    for seat in range(s.n_players):
        wins[seat] = 1.0
        for other in range(s.n_players):
            ahead = points[other] - points[seat]
            if ahead > 0 or (ahead == 0 and s.coins[other] > s.coins[seat]):
                wins[seat] = 0.0
        winners += 1 if wins[seat] > 0 else 0
    for seat in range(s.n_players):
        wins[seat] /= winners
        rival = LEAST
        for other in range(s.n_players):
            if other != seat:
                rival = max(rival, points[other])
        rewards[seat] = reward(wins[seat], points[seat], rival, habits)
