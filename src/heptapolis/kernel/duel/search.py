"""Search for Duel: possible games are dealt from a view and played, with a tree on top.

Seats take turns and see what the other does, so one tree serves both. Every simulation is another
deal that agrees with the view; what it turns up decides which moves are there. Below the tree
both play at random.
"""

from typing import Any

import numpy as np

from heptapolis.codes import DUEL_SEATS
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.duel.greedy import (
    COIN,
    N_REASONS,
    outlook,
    promise,
)
from heptapolis.kernel.duel.playout import random_move
from heptapolis.kernel.duel.rules import (
    BUILD,
    DISCARD,
    MILITARY,
    NOBODY,
    ONE,
    OVER,
    SCIENCE,
    TURN,
    WONDER,
    carry_out,
    list_moves,
)
from heptapolis.kernel.duel.scoring import TOTAL, fill_sheet
from heptapolis.kernel.duel.sight import sample
from heptapolis.kernel.duel.state import MOVES
from heptapolis.kernel.tree import (
    DRAWS,
    add_edge,
    back_up,
    find_edge,
    keep_wanted,
    move_key,
    plant,
    reward,
    select,
)

PATH = 96  # decisions of one simulation inside the tree


@entry
def search(
    views: Any, seat: Any, states: Any, tables: Any, w: Any, habits: Any, rng: Any, edges: Any,
    wanted: Any, moves: Any, values: Any, log: Any, sheet: Any, simulations: Any,
) -> Any:  # fmt: skip
    """Grow the tree by some simulations; ``edges`` begin as zeros, and the root is edge 1.
    ``wanted`` are the keys of the only moves in question, none means all. Returns False if no
    deal agrees with the view. ``states`` have room for two."""
    i = np.int64(0)
    views, states, tables = borrow(views), borrow(states), borrow(tables)
    rng, edges, moves, habits = borrow(rng), borrow(edges), borrow(moves), borrow(habits)
    values, log, sheet = borrow(values), borrow(log), borrow(sheet)
    path, found = np.zeros((PATH, 2), np.int64), np.zeros(MOVES[0], np.int64)
    keys = np.zeros(MOVES[0], np.int64)
    wins, points, rewards = np.zeros(DUEL_SEATS), np.zeros(DUEL_SEATS), np.zeros(DUEL_SEATS)
    parts = np.zeros((2, N_REASONS))
    s, t = states[i], tables[0]
    if edges[0].next == 0:
        plant(edges, ONE)
    for _ in range(simulations):
        if not sample(views, i, seat, states, i, tables, rng):
            return False
        length = simulation(
            states, i, t, w, habits, rng, edges, wanted, moves, values, log, path, keys, found,
            sheet, parts,
        )  # fmt: skip
        count_rewards(s, t, habits, sheet, wins, points, rewards)
        back_up(edges, path, length, rewards, wins, points)
    return True


@inlined
def simulation(
    states: Any, i: Any, t: Any, w: Any, habits: Any, rng: Any, edges: Any, wanted: Any,
    moves: Any, values: Any, log: Any, path: Any, keys: Any, found: Any, sheet: Any, parts: Any,
) -> Any:  # fmt: skip
    """Play one possible game to its end, by the tree first; returns how long the path is."""
    s = states[i]
    length, node = np.int64(0), ONE
    while s.phase != OVER and node > 0 and length < PATH:
        row = tree_row(
            states, i, t, w, habits, edges, node, wanted, moves, values, keys, found, sheet, parts,
            log,
        )  # fmt: skip
        edge = found[row]
        if edge > 0:
            path[length, 0], path[length, 1] = edge, s.seat
            length += 1
        node = edge if edge > 0 and edges[edge].visits > 0 else np.int64(0)
        carry_out(s, t, moves[row, 0], moves[row, 1], moves[row, 2], log)
    draws = np.int64(habits[DRAWS])
    while s.phase != OVER:
        draw_move(s, t, w, draws, rng, moves)
        carry_out(s, t, moves[1, 0], moves[1, 1], moves[1, 2], log)
    return length


@inlined
def draw_move(s: Any, t: Any, w: Any, draws: Any, rng: Any, moves: Any) -> None:
    """The best of some random moves, by what they promise; it is the second row of ``moves``."""
    most = 0.0
    for k in range(draws if s.phase == TURN else ONE):
        random_move(s, t, rng, moves)
        kind, card, wonder = moves[0, 0], moves[0, 1], moves[0, 2]
        value = 0.0
        if draws > 1:
            if kind == BUILD:
                value = promise(s, t, s.seat, card, w) - w[COIN] * t.cost_coins[card]
            elif kind == WONDER:
                value = promise(s, t, s.seat, wonder, w)
            elif kind == DISCARD:
                value = w[COIN] * t.discard_coins
        if k == 0 or value > most:
            most = value
            moves[1, 0], moves[1, 1], moves[1, 2] = kind, card, wonder


@inlined
def tree_row(
    states: Any, i: Any, t: Any, w: Any, habits: Any, edges: Any, node: Any, wanted: Any,
    moves: Any, values: Any, keys: Any, found: Any, sheet: Any, parts: Any, log: Any,
) -> Any:  # fmt: skip
    """The row that the tree wants tried; its edge is in ``found``. If there is no room for some,
    that is 0, and the row is the one of them that looks best one move ahead."""
    seat = states[i].seat
    n = list_moves(states[i], t, moves)
    for k in range(n):
        keys[k] = move_key(moves[k, 0], moves[k, 1], moves[k, 2])
    if node == 1:
        n = keep_wanted(moves, keys, n, wanted)
    full, most = np.int64(-1), 0.0
    for k in range(n):
        found[k] = find_edge(edges, node, keys[k])
        if found[k] == 0:
            states[i + 1] = states[i]
            carry_out(states[i + 1], t, moves[k, 0], moves[k, 1], moves[k, 2], log)
            prior = outlook(states[i + 1], t, seat, w, sheet, parts)
            found[k] = add_edge(edges, node, keys[k], prior)
            if found[k] == 0 and (full < 0 or prior > most):
                full, most = np.int64(k), prior
    return full if full >= 0 else select(edges, found, n, node == 1, habits, values)


@inlined
def count_rewards(
    s: Any, t: Any, habits: Any, sheet: Any, wins: Any, points: Any, rewards: Any
) -> None:
    """What the end brings each seat; by how much is no question if the capital or science fell."""
    for seat in range(DUEL_SEATS):
        fill_sheet(s, t, np.int64(seat), sheet)
        points[seat] = sheet[TOTAL]
        wins[seat] = 0.5 if s.winner == NOBODY else 1.0 if s.winner == seat else 0.0
    for seat in range(DUEL_SEATS):
        rewards[seat] = wins[seat]
        if s.outcome not in (MILITARY, SCIENCE):
            rewards[seat] = reward(wins[seat], points[seat], points[1 - seat], habits)
