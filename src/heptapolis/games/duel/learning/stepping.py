"""Many Duels side by side, one decision of each at a time."""

from typing import Any

import numpy as np

from heptapolis.games.duel.learning.actions import action_of, move_of, write_mask
from heptapolis.games.duel.learning.encoding import encode
from heptapolis.games.duel.players.greedy import hide_unseen, rate_moves
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.scoring import CIVILIAN, fill_sheet
from heptapolis.games.duel.rules.state import SYMBOLS
from heptapolis.games.duel.rules.turns import carry_out, deal_all, set_up
from heptapolis.games.duel.rules.workspace import COLUMNS
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of
from heptapolis.kernel.seeds import game_seed, sow
from heptapolis.kernel.types import (
    Flag,
    Flags,
    Floats,
    Index,
    Ints,
    Random,
    Seat,
    Seed,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)
from heptapolis.kernel.word_bits import size

FACTS = (
    "different_symbols",
    "lead_in_war",
    "coins",
    "blue_points",
    "wonders",
    "tokens",
    "cards",
)


@entry
def step(
    states: States,
    empty: States,
    sets: Ints,
    tables: TablesArray,
    seed: Seed,
    numbers: Ints,
    seeds: Ints,
    rng: Random,
    workspaces: Workspaces,
    first: Index,
    last: Index,
    observations: Floats,
    mask: Flags,
    to_move: Flags,
    seats: Ints,
    actions: Ints,
    rewards: Floats,
    done: Flags,
    outcomes: Ints,
    sheets: Ints,
    facts: Floats,
    fresh: Flag,
) -> Any:
    """Take a decision in every game from ``first`` to ``last``; deal a new game where one ends, or
    everywhere if they are to be ``fresh``.

    Returns a game whose action is illegal, or -1; that game stays unchanged.
    """
    rng, observations, mask = borrow(rng), borrow(observations), borrow(mask)
    t, work, wrong = tables[0], workspaces[0], np.int64(-1)
    for g in range(first, last):
        s = states[g]
        done[g] = False
        if not fresh:
            action = np.int64(actions[g, 0])
            if action < 0 or action >= mask.shape[2] or not mask[g, 0, action]:
                wrong = np.int64(g)
                continue
            kind, card, wonder = move_of(t, s.seat, action)
            carry_out(s, t, kind, card, wonder, work)
            if s.phase == c.OVER:
                done[g] = True
                settle_game(s, t, g, rewards, outcomes, sheets, facts, work.sheet)
        if fresh or done[g]:
            seeds[g] = deal_next(states, g, empty, sets, t, seed, numbers, rng, work)
        ask(s, t, g, work, observations, mask, to_move, seats)
    return wrong


@inlined
def deal_next(
    states: States,
    g: Index,
    empty: States,
    sets: Ints,
    t: Tables,
    seed: Seed,
    numbers: Ints,
    rng: Random,
    work: Workspace,
) -> Any:
    """Deal the next game of a place; returns its seed."""
    own_seed = game_seed(seed, g, numbers[g])
    numbers[g] += 1
    sow(rng, own_seed)
    states[g] = empty[0]
    deal_all(states[g], t, rng, work.pool)
    set_up(states[g], t, sets, work.log)
    return own_seed


@inlined
def ask(
    s: State,
    t: Tables,
    g: Index,
    work: Workspace,
    observations: Floats,
    mask: Flags,
    to_move: Flags,
    seats: Ints,
) -> None:
    """Write the observation and the legal actions of the seat to move."""
    to_move[g, 0], seats[g, 0] = True, s.seat
    payable = encode(s, t, s.seat, observations[g, 0])
    write_mask(s, t, payable, mask[g, 0], work.moves)


@inlined
def settle_game(
    s: State,
    t: Tables,
    g: Index,
    rewards: Floats,
    outcomes: Ints,
    sheets: Ints,
    facts: Floats,
    sheet: Ints,
) -> None:
    """Write how a game ended."""
    outcomes[g] = s.outcome
    for seat in range(2):
        rewards[g, seat] = 0.0 if s.winner > 1 else 1.0 if s.winner == seat else -1.0
        fill_sheet(s, t, np.int64(seat), sheet)
        for k in range(COLUMNS):
            sheets[g, seat, k] = sheet[k]
        write_facts(s, t, seat, sheet, facts[g, seat])


@inlined
def write_facts(s: State, t: Tables, seat: Seat, sheet: Ints, out: Floats) -> None:
    """Write the facts of a city, in the order of FACTS."""
    different = np.int64(0)
    for k in range(1, SYMBOLS):
        different += 1 if s.symbols[seat, k] > 0 else 0
    out[0] = different
    out[1] = -s.marker if seat else s.marker
    out[2] = s.coins[seat]
    out[3] = sheet[CIVILIAN]
    out[4] = size(np.int64(s.raised[seat]))
    out[5] = size(np.int64(s.tokens[seat]))
    out[6] = size(s.built[seat, 0]) + size(s.built[seat, 1])


@entry
def observe(
    states: States,
    seat: Seat,
    tables: TablesArray,
    flat: Floats,
    mask: Flags,
    workspaces: Workspaces,
) -> None:
    """Write the knowledge of a seat of a game or view, and its legal actions if it is to move."""
    s, t = states[0], tables[0]
    payable = encode(s, t, seat, borrow(flat))
    if s.phase != c.OVER and s.seat == seat:
        write_mask(s, t, payable, borrow(mask), workspaces[0].moves)


@entry
def choose_greedily(
    states: States,
    trials: States,
    tables: TablesArray,
    tastes: Floats,
    games: Ints,
    seats: Ints,
    first: Index,
    last: Index,
    seed: Seed,
    rng: Random,
    workspaces: Workspaces,
    actions: Ints,
) -> None:
    """Choose the action that looks best one move ahead for rows from ``first`` to ``last``, each a
    seat of a game; the seed, the game and the seat decide among equals. ``tastes`` has weights in
    each row; a place at the tables always has the same row. ``trials`` has three rows: the game,
    what the player sees of it, and one for trying moves."""
    i = np.int64(0)
    trials, tables, rng = borrow(trials), borrow(tables), borrow(rng)
    t, work = tables[0], workspaces[0]
    for k in range(first, last):
        seat = np.int64(seats[k])
        trials[i] = states[games[k]]
        hide_unseen(trials, i, i + 1)
        w = tastes[(2 * games[k] + seat) % tastes.shape[0]]
        n = rate_moves(trials, i + 1, tables, w, workspaces)
        sow(rng, game_seed(seed, games[k], seat))
        row = best_of(work.values, n, rng)
        kind, card, wonder = work.moves[row, 0], work.moves[row, 1], work.moves[row, 2]
        actions[k] = action_of(t, seat, kind, card, wonder)
