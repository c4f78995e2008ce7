"""Play Duels to the end with quick players: from a deal, or from the knowledge of a seat."""

from typing import Any

import numpy as np

from heptapolis.games.duel.codes import DUEL_SEATS
from heptapolis.games.duel.players.greedy import greedy_game
from heptapolis.games.duel.players.playout import random_move
from heptapolis.games.duel.players.quick import quick_move, weigh_items
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.scoring import fill_sheet
from heptapolis.games.duel.rules.sight import sample
from heptapolis.games.duel.rules.turns import Setup, carry_out, deal_next
from heptapolis.kernel import entry, jit
from heptapolis.kernel.batch import PlayedBatch
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.seeds import sow
from heptapolis.kernel.types import (
    Floats,
    Ints,
    Random,
    Real,
    Seat,
    Seed,
    State,
    States,
    Tables,
    TablesArray,
    Workspaces,
)


@entry
def self_play(
    played: PlayedBatch,
    states: States,
    setup: Setup,
    tables: TablesArray,
    stream: Seed,
    seeds: Ints,
    players: Ints,
    weights: Floats,
    rng: Random,
    workspaces: Workspaces,
) -> None:
    """Play whole games, one for each of ``seeds``; a seed deals the game as the engine does and
    supplies the players' random numbers, with the difference ``stream``. ``states`` has three rows
    to play in. ``players`` names the row of ``weights`` for each seat."""
    i = np.int64(0)
    states, tables, rng = borrow(states), borrow(tables), borrow(rng)
    workspaces, played = borrow(workspaces), borrow(played)
    s, t, work = states[i], tables[0], workspaces[0]
    for k in range(seeds.shape[0]):
        deal_next(states, i, setup, t, seeds[k], rng, work)
        sow(rng, seeds[k] ^ stream)
        for seat in range(DUEL_SEATS):
            copy_row(weights[players[k, seat]], work.weights[seat])
        trace = played.traces[k]
        played.lengths[k] = greedy_game(states, i, tables, work.weights, rng, workspaces, trace)
        settle(s, t, played.sheets[k], played.places[k])
        played.finals[k] = s


@entry
def playouts(
    views: States,
    seat: Seat,
    states: States,
    tables: TablesArray,
    weights: Floats,
    noise: Real,
    first: Ints,
    rng: Random,
    workspaces: Workspaces,
    sheets: Ints,
    places: Ints,
) -> Any:
    """Play possible games for the knowledge of a seat to the end, one for each row of ``sheets``:
    both seats quickly or, where their first weight is 0, at random. ``first`` is the first move of
    each: kind, card, wonder, or kind 0 for none. Returns False if no deal agrees with the view."""
    i = np.int64(0)
    views, states, tables = borrow(views), borrow(states), borrow(tables)
    weights, first, rng = borrow(weights), borrow(first), borrow(rng)
    s, t, work = states[i], tables[0], workspaces[0]
    is_random = weights[0, 0] == 0
    weigh_items(t, work.worth, work.special)
    for k in range(sheets.shape[0]):
        if not sample(views, i, seat, states, i, tables, rng, workspaces):
            return False
        if first[0] > 0:
            carry_out(s, t, first[0], first[1], first[2], work)
        while s.phase != c.OVER:
            if is_random:
                kind, card, wonder = random_move(s, t, rng, work)
            else:
                kind, card, wonder = quick_move(s, t, noise, rng, work)
            carry_out(s, t, kind, card, wonder, work)
        settle(s, t, sheets[k], places[k])
    return True


@jit
def settle(s: State, t: Tables, sheets: Ints, places: Ints) -> None:
    """Write the score sheets and places of both."""
    for number in range(DUEL_SEATS):
        seat = np.int64(number)
        fill_sheet(s, t, seat, sheets[seat])
        places[seat] = 1 if s.winner in (seat, c.NO_SEAT) else 2
