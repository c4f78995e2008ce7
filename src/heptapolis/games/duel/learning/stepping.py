"""Many Duels side by side, one decision of each at a time."""

from typing import Any

import numpy as np

from heptapolis.games.duel.learning.actions import action_of, move_of, write_mask
from heptapolis.games.duel.learning.encoding import encode
from heptapolis.games.duel.players.greedy import hide_unseen, rate_moves
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.scoring import CIVILIAN, fill_sheet
from heptapolis.games.duel.rules.state import SYMBOLS
from heptapolis.games.duel.rules.turns import Setup, carry_out, deal_next
from heptapolis.games.duel.rules.workspace import COLUMNS
from heptapolis.kernel import entry, inlined
from heptapolis.kernel.batch import Batch, Decisions, Results, Rows
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
    batch: Batch,
    setup: Setup,
    tables: TablesArray,
    seed: Seed,
    rng: Random,
    workspaces: Workspaces,
    first: Index,
    last: Index,
    fresh: Flag,
) -> Any:
    """Take a decision in every game from ``first`` to ``last``; deal a new game where one ends, or
    everywhere if they are to be ``fresh``.

    Returns a game whose action is illegal, or -1; that game stays unchanged.
    """
    batch, rng = borrow(batch), borrow(rng)
    states, decisions, done = batch.states, batch.decisions, batch.results.done
    t, work, wrong = tables[0], workspaces[0], np.int64(-1)
    for g in range(first, last):
        s = states[g]
        done[g] = False
        if not fresh:
            action = np.int64(decisions.actions[g, 0])
            n_actions = decisions.mask.shape[2]
            if action < 0 or action >= n_actions or not decisions.mask[g, 0, action]:
                wrong = np.int64(g)
                continue
            kind, card, wonder = move_of(t, s.seat, action)
            carry_out(s, t, kind, card, wonder, work)
            if s.phase == c.OVER:
                done[g] = True
                settle_game(s, t, g, batch.results, work.sheet)
        if fresh or done[g]:
            deal_again(batch, g, setup, t, seed, rng, work)
        ask(s, t, g, work, decisions)
    return wrong


@inlined
def deal_again(
    batch: Batch, g: Index, setup: Setup, t: Tables, seed: Seed, rng: Random, work: Workspace
) -> None:
    """Deal the next game of a place."""
    deals = batch.deals
    deals.seeds[g] = game_seed(seed, g, deals.numbers[g])
    deals.numbers[g] += 1
    deal_next(batch.states, g, setup, t, deals.seeds[g], rng, work)


@inlined
def ask(s: State, t: Tables, g: Index, work: Workspace, decisions: Decisions) -> None:
    """Write the observation and the legal actions of the seat to move."""
    decisions.to_move[g, 0], decisions.seats[g, 0] = True, s.seat
    payable = encode(s, t, s.seat, decisions.observations[g, 0])
    write_mask(s, t, payable, decisions.mask[g, 0], work.moves)


@inlined
def settle_game(s: State, t: Tables, g: Index, results: Results, sheet: Ints) -> None:
    """Write how a game ended."""
    results.outcomes[g] = s.outcome
    for seat in range(2):
        results.rewards[g, seat] = 0.0 if s.winner > 1 else 1.0 if s.winner == seat else -1.0
        fill_sheet(s, t, np.int64(seat), sheet)
        for k in range(COLUMNS):
            results.sheets[g, seat, k] = sheet[k]
        write_facts(s, seat, sheet, results.facts[g, seat])


@inlined
def write_facts(s: State, seat: Seat, sheet: Ints, out: Floats) -> None:
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
    weights: Floats,
    rows: Rows,
    first: Index,
    last: Index,
    rng: Random,
    workspaces: Workspaces,
    actions: Ints,
) -> None:
    """Choose the action that looks best one move ahead for rows from ``first`` to ``last``; chance
    decides among equals. ``weights`` has weights in each row; a place at the tables always has the
    same row. ``trials`` has three rows: the game, what the player sees of it, and one for trying
    moves."""
    i = np.int64(0)
    trials, tables, rng = borrow(trials), borrow(tables), borrow(rng)
    t, work = tables[0], workspaces[0]
    for k in range(first, last):
        game, seat = rows.games[k], np.int64(rows.seats[k])
        trials[i] = states[game]
        hide_unseen(trials, i, i + 1)
        w = weights[(2 * game + seat) % weights.shape[0]]
        n = rate_moves(trials, i + 1, tables, w, workspaces, work.moves, work.values)
        sow(rng, game_seed(rows.seed, game, seat))
        row = best_of(work.values, n, rng)
        kind, card, wonder = work.moves[row, 0], work.moves[row, 1], work.moves[row, 2]
        actions[k] = action_of(t, seat, kind, card, wonder)
