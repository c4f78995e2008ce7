"""Search for Duel: deal possible games from a view, and grow a tree over the moves tried there.

Seats take turns and see each other's moves, so one tree serves both. Every simulation is another
deal that agrees with the view; the cards that it turns up decide which moves exist. Where the tree
ends, a small network estimates the result.
"""

from typing import Any

import numpy as np

from heptapolis.games.duel.codes import DUEL_SEATS, DUEL_WONDERS, FIRST_WONDER
from heptapolis.games.duel.players.appraisal import write_facts
from heptapolis.games.duel.players.greedy import standing, tempo, time_left
from heptapolis.games.duel.players.quick import move_prior, weigh_items
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.sight import sample
from heptapolis.games.duel.rules.turns import carry_out, list_moves
from heptapolis.games.duel.rules.workspace import PATH
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.appraisal import Appraiser, appraise
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.tree import (
    PRIOR_WEIGHT,
    TEMPERATURE,
    add_edge,
    back_up,
    clear_trees,
    find_edge,
    keep_asked_moves,
    move_key,
    select,
)
from heptapolis.kernel.types import (
    Count,
    Edges,
    Floats,
    Index,
    Ints,
    Item,
    Kind,
    Random,
    Seat,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

DISCARDS, OTHER_USE = np.int64(DUEL_WONDERS), np.int64(DUEL_WONDERS + 1)  # see `common_use`


@entry
def search(
    views: States,
    seat: Seat,
    states: States,
    tables: TablesArray,
    w: Floats,
    habits: Floats,
    asked_keys: Ints,
    rng: Random,
    edges: Edges,
    simulations: Count,
    workspaces: Workspaces,
    appraiser: Appraiser,
) -> Any:
    """Grow the tree by some simulations; ``edges`` begin as zeros, and the root is edge 1.
    ``asked_keys`` are the keys of the only moves in question, none means all. Returns False if no
    deal agrees with the view. ``states`` has two rows: the game that is played, and one for trying
    moves."""
    i = np.int64(0)
    views, states, tables = borrow(views), borrow(states), borrow(tables)
    w, habits, asked_keys, rng, edges = (
        borrow(w),
        borrow(habits),
        borrow(asked_keys),
        borrow(rng),
        borrow(edges),
    )
    s, t, work = states[i], tables[0], workspaces[0]
    if edges[0].next == 0:
        clear_trees(edges, c.ONE)
    weigh_items(t, work.worth, work.special)
    for _ in range(simulations):
        if not sample(views, i, seat, states, i, tables, rng, workspaces):
            return False
        length = simulation(states, i, t, w, habits, asked_keys, edges, work)
        count_rewards(s, t, appraiser, work)
        back_up(edges, work.path, length, work.rewards, work.rewards)
    return True


@inlined
def simulation(
    states: States,
    i: Index,
    t: Tables,
    w: Floats,
    habits: Floats,
    asked_keys: Ints,
    edges: Edges,
    work: Workspace,
) -> Any:
    """Play a possible game along the tree and one move further; returns the length of the path."""
    s, moves = states[i], work.moves
    length, node = np.int64(0), c.ONE
    while s.phase != c.OVER and node > 0 and length < PATH:
        row = tree_row(states, i, t, w, habits, asked_keys, edges, node, work)
        edge = work.edges[row]
        if edge > 0:
            work.path[length, 0], work.path[length, 1] = edge, s.seat
            length += 1
        node = edge if edge > 0 and edges[edge].visits > 0 else np.int64(0)
        carry_out(s, t, moves[row, 0], moves[row, 1], moves[row, 2], work)
    return length


@inlined
def tree_row(
    states: States,
    i: Index,
    t: Tables,
    w: Floats,
    habits: Floats,
    asked_keys: Ints,
    edges: Edges,
    node: Index,
    work: Workspace,
) -> Any:
    """Return the row to try; its edge is in ``work.edges``. If the tree is full, that is 0 for some
    moves, and the row is the one of them that looks best one move ahead."""
    s, trial, moves = states[i], states[i + 1], work.moves
    n = list_moves(s, t, moves)
    for k in range(n):
        work.keys[k] = move_key(moves[k, 0], moves[k, 1], moves[k, 2])
    if node == 1:
        n = keep_asked_moves(moves, work.keys, n, asked_keys)
    left, weight = time_left(s), habits[PRIOR_WEIGHT] * habits[TEMPERATURE]
    full, most, last, rated_uses = np.int64(-1), 0.0, np.int64(0), np.int64(0)
    for k in range(n):
        edge = find_edge(edges, node, work.keys[k], last)
        if edge == 0:
            states[i + 1] = s  # only an array's row takes a whole record
            carry_out(trial, t, moves[k, 0], moves[k, 1], moves[k, 2], work)
            use = common_use(moves[k, 0], moves[k, 2])
            if (rated_uses >> use) & 1 == 0:
                work.standings[use] = standing(trial, t, s.seat, w, work)
                rated_uses |= c.ONE << use if use != OTHER_USE else c.NONE
            prior = work.standings[use] + tempo(trial, t, s.seat, w)
            if s.phase == c.TURN:
                prior += weight * move_prior(
                    s, t, moves[k, 0], moves[k, 1], moves[k, 2], left, work
                )
            edge = add_edge(edges, node, work.keys[k], prior, habits, last)
            if edge == 0 and (full < 0 or prior > most):
                full, most = np.int64(k), prior
        work.edges[k] = edge
        last = edge if edge > 0 else last
    return full if full >= 0 else select(edges, work.edges, n, node == 1, habits)


@jit
def common_use(kind: Kind, wonder: Item) -> Any:
    """Return a number for a use that leads to the same cities whatever card it takes: a wonder's,
    or the discard. All other uses are `OTHER_USE`."""
    if kind == c.WONDER:
        return wonder - FIRST_WONDER
    return DISCARDS if kind == c.DISCARD else OTHER_USE


@inlined
def count_rewards(s: State, t: Tables, appraiser: Appraiser, work: Workspace) -> None:
    """Write the chance of each seat to win: exact at the end, before it by the small network."""
    if s.phase == c.OVER:
        for seat in range(DUEL_SEATS):
            work.rewards[seat] = 0.5 if s.winner == c.NO_SEAT else 1.0 if s.winner == seat else 0.0
        return
    write_facts(s, t, s.seat, work, appraiser.facts)
    work.rewards[s.seat] = 0.5 + 0.5 * appraise(appraiser)
    work.rewards[1 - s.seat] = 1.0 - work.rewards[s.seat]
