"""Search for classic: deal possible games from a view and play them, with trees on top.

All seats decide at once, so each has a tree of its own, over its own decisions alone, and chooses
in it without knowing the others' choices (decoupled UCT over information sets). Every simulation is
another deal that agrees with the view. Below the trees all seats play the move that looks best one
move ahead and by their prior, with noise. A result is half the end of the playout, and half the
estimate of a small network where the own tree ends: their errors differ.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.players.appraisal import is_fresh, write_cities, write_facts
from heptapolis.games.classic.players.greedy import rate_moves
from heptapolis.games.classic.players.move_prior import move_prior, part_left, weigh_items
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.hands import decider
from heptapolis.games.classic.rules.moves import next_stage, uses
from heptapolis.games.classic.rules.scoring import TOTAL, rank, score
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.games.classic.rules.types import QuickTables, QuickTablesArray
from heptapolis.games.classic.rules.workspace import PATH
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.appraisal import Appraiser, appraise
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of, uniform
from heptapolis.kernel.tree import (
    NOISE,
    PRIOR_WEIGHT,
    TEMPERATURE,
    add_edge,
    back_up,
    clear_trees,
    find_edge,
    keep_asked_moves,
    move_key,
    reward,
    select,
)
from heptapolis.kernel.types import (
    City,
    Count,
    Edges,
    Flag,
    Floats,
    Index,
    Ints,
    Random,
    Seat,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

WORST_TOTAL = -1000.0
APPRAISAL_WEIGHT = 0.5  # weight of the small network in a reward


@entry
def search(
    states: States,
    seat: Seat,
    tables: TablesArray,
    quick: QuickTablesArray,
    w: Floats,
    habits: Floats,
    asked_keys: Ints,
    rng: Random,
    edges: Edges,
    workspaces: Workspaces,
    appraisers: tuple[Appraiser, ...],
    cities: Floats,
) -> None:
    """Play each of ``states``, possible games from `sampling.sample`, to its end, and update the
    trees.

    ``edges`` begin as zeros; a seat's root is edge seat + 1. ``asked_keys`` are the keys of the
    only moves in question, none means all. ``appraisers`` are those of each age, ``cities`` memory
    for their inputs.
    """
    w, habits, asked_keys, rng, edges, cities = (
        borrow(w),
        borrow(habits),
        borrow(asked_keys),
        borrow(rng),
        borrow(edges),
        borrow(cities),
    )
    t, q, work = tables[0], quick[0], workspaces[0]
    if edges[0].next == 0:
        clear_trees(edges, states[0].n_players)
    weigh_items(t, work.item_priors)
    for i in range(states.shape[0]):
        s = states[i]
        length, is_appraised = simulation(
            s, t, q, seat, w, habits, asked_keys, rng, edges, work, appraisers, cities
        )
        count_rewards(s, t, habits, work)
        if is_appraised:
            add_expected(s, work)
        back_up(edges, work.path, length, work.rewards, work.wins)


@inlined
def simulation(
    s: State,
    t: Tables,
    q: QuickTables,
    me: Seat,
    w: Floats,
    habits: Floats,
    asked_keys: Ints,
    rng: Random,
    edges: Edges,
    work: Workspace,
    appraisers: tuple[Appraiser, ...],
    cities: Floats,
) -> Any:
    """Play one possible game to its end, along the trees first; returns the length of the path, and
    whether the game was appraised where the own tree ended."""
    moves, cursor = work.moves, work.cursor
    length, is_appraised = np.int64(0), False
    for seat in range(s.n_players):
        cursor[seat] = 1 + seat
    while s.phase != c.OVER:
        if not is_appraised and cursor[me] == 0 and is_fresh(s):
            expect_rewards(s, t, q, appraisers[max(s.age, 1) - 1], cities, work)
            is_appraised = True
        for city in range(s.n_cities):
            if not must_decide(s, city):
                continue
            seat = decider(s, city)
            n = uses(s, t, city, moves, work)
            row = np.int64(0)
            if cursor[seat] > 0 and length < PATH:
                for k in range(n):
                    work.keys[k] = move_key(moves[k, 0], moves[k, 1], 0 if city == seat else 1)
                is_root = cursor[seat] == me + 1
                if is_root:
                    n = keep_asked_moves(moves, work.keys, n, asked_keys)
                row = tree_row(s, t, city, cursor[seat], is_root, w, habits, edges, n, work)
                edge = work.edges[row]
                if edge > 0:
                    work.path[length, 0], work.path[length, 1] = edge, seat
                    length += 1
                cursor[seat] = edge if edge > 0 and edges[edge].visits > 0 else 0
            elif n > 1:
                rate(s, t, city, w, habits, work, n)
                for k in range(n):
                    work.values[k] += habits[NOISE] * uniform(rng)
                row = best_of(work.values, n, rng)
            kind, card, bank = moves[row, 0], moves[row, 1], moves[row, 2]
            play(s, t, city, kind, card, bank, moves[row, 3], moves[row, 4], work.log)
    return length, is_appraised


@inlined
def tree_row(
    s: State,
    t: Tables,
    city: City,
    node: Index,
    is_root: Flag,
    w: Floats,
    habits: Floats,
    edges: Edges,
    n: Count,
    work: Workspace,
) -> Any:
    """Return the row to try in a seat's tree; its edge is in ``work.edges``. If the tree is full,
    that is 0 for some moves, and the row is the one of them that looks best one move ahead."""
    is_rated = False
    full, most, last = np.int64(-1), 0.0, np.int64(0)
    for k in range(n):
        edge = find_edge(edges, node, work.keys[k], last)
        if edge == 0:
            if not is_rated:
                rate(s, t, city, w, habits, work, n)
                is_rated = True
            edge = add_edge(edges, node, work.keys[k], work.values[k], habits, last)
            if edge == 0 and (full < 0 or work.values[k] > most):
                full, most = np.int64(k), work.values[k]
        work.edges[k] = edge
        last = edge if edge > 0 else last
    return full if full >= 0 else select(edges, work.edges, n, is_root, habits)


@jit
def rate(
    s: State, t: Tables, city: City, w: Floats, habits: Floats, work: Workspace, n: Count
) -> None:
    """Rate moves in points: one move ahead, and in a turn by their prior."""
    rate_moves(s, t, city, w, work.moves, n, work.values)
    if s.phase != c.TURN:
        return
    moves, stage, left = work.moves, next_stage(s, t, city), part_left(s)
    weight = habits[PRIOR_WEIGHT] * habits[TEMPERATURE]
    for k in range(n):
        kind, card, bought = moves[k, 0], moves[k, 1], moves[k, 3] + moves[k, 4]
        work.values[k] += weight * move_prior(s, t, city, kind, card, bought, stage, left, work)


@inlined
def expect_rewards(
    s: State, t: Tables, q: QuickTables, appraiser: Appraiser, cities: Floats, work: Workspace
) -> None:
    """Write the expected result of every seat, from 0 to 1."""
    write_cities(s, t, q, work, cities)
    for number in range(s.n_players):
        seat = np.int64(number)
        write_facts(s, t, q, seat, cities, work, appraiser.facts)
        work.expected[seat] = 0.5 + 0.5 * appraise(appraiser)


@inlined
def add_expected(s: State, work: Workspace) -> None:
    """Mix the expected results into the rewards; the expected wins of all seats add up to one."""
    total = 0.0
    for seat in range(s.n_players):
        total += work.expected[seat]
    for seat in range(s.n_players):
        work.rewards[seat] += APPRAISAL_WEIGHT * (work.expected[seat] - work.rewards[seat])
        work.wins[seat] += APPRAISAL_WEIGHT * (work.expected[seat] / total - work.wins[seat])


@inlined
def count_rewards(s: State, t: Tables, habits: Floats, work: Workspace) -> None:
    """Write the rewards of the end."""
    wins, totals = work.wins, work.totals
    for seat in range(s.n_players):
        score(s, t, seat, work.sheet)
        totals[seat] = work.sheet[TOTAL]
    winners = rank(s, totals, work.places)
    for seat in range(s.n_players):
        wins[seat] = 1.0 / winners if work.places[seat] == 1 else 0.0
        rival = WORST_TOTAL
        for other in range(s.n_players):
            if other != seat:
                rival = max(rival, float(totals[other]))
        work.rewards[seat] = reward(wins[seat], float(totals[seat]), rival, habits)
