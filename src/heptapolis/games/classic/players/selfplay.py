"""Play games to the end with quick players: from a deal, or from the knowledge of a seat."""

from heptapolis.games.classic.players.greedy import greedy_game
from heptapolis.games.classic.players.playout import random_choice
from heptapolis.games.classic.players.quick import quick_choice
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.deal import Setup, deal_next
from heptapolis.games.classic.rules.sampling import redeal
from heptapolis.games.classic.rules.scoring import TOTAL, rank, score
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.games.classic.rules.types import QuickTablesArray
from heptapolis.kernel import entry, jit
from heptapolis.kernel.batch import PlayedBatch
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.seeds import sow
from heptapolis.kernel.types import (
    Array,
    Flag,
    Floats,
    Ints,
    Random,
    Real,
    Seat,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

PLAYERS = 2  # of the streams: the difference between the players' seed and the deal's


@entry
def self_play(
    played: PlayedBatch,
    setup: Setup,
    tables: TablesArray,
    seeds: Array,
    players: Array,
    weights: Floats,
    rng: Random,
    workspaces: Workspaces,
) -> None:
    """Play whole games, one for each of ``seeds``; a seed deals the game as the engine does and
    supplies the players' random numbers. ``players`` names the row of ``weights`` for each seat."""
    rng, played = borrow(rng), borrow(played)
    t, work = tables[0], workspaces[0]
    for k in range(seeds.shape[0]):
        deal_next(played.finals, k, setup, t, seeds[k], rng, work)
        sow(rng, seeds[k] ^ setup.streams[PLAYERS])
        for seat in range(players.shape[1]):
            copy_row(weights[players[k, seat]], work.weights[seat])
        s = played.finals[k]
        played.lengths[k] = greedy_game(s, t, work.weights, 0.0, rng, work, played.traces[k])
        settle(s, t, work, played.sheets[k], played.places[k])


@entry
def playouts(
    views: States,
    seat: Seat,
    piles: Ints,
    states: States,
    tables: TablesArray,
    quick: QuickTablesArray,
    noise: Real,
    first: Ints,
    rng: Random,
    workspaces: Workspaces,
    sheets: Ints,
    places: Ints,
) -> Flag:
    """Play possible games for the knowledge of a seat to the end, one for each row of ``sheets``:
    all seats quickly or, with ``noise`` below 0, at random. ``first`` is the first move of the seat
    in each: city, kind, card, bank, left, right, or kind 0 for none. Returns False if no deal
    agrees with the view."""
    first, rng, piles = borrow(first), borrow(rng), borrow(piles)
    v, t, q, work = views[0], tables[0], quick[0], workspaces[0]
    for k in range(sheets.shape[0]):
        states[0] = v  # only an array's row takes a whole record
        s = states[0]
        if not redeal(v, s, t, seat, piles, rng, work.sampling):
            return False
        if first[1] > 0:
            play(s, t, first[0], first[1], first[2], first[3], first[4], first[5], work.log)
        while s.phase != c.OVER:
            for city in range(s.n_cities):
                if not must_decide(s, city):
                    continue
                if noise < 0:
                    kind, card, bank, left, right = random_choice(s, t, city, rng, work)
                else:
                    kind, card, bank, left, right = quick_choice(s, t, q, city, noise, rng, work)
                play(s, t, city, kind, card, bank, left, right, work.log)
        settle(s, t, work, sheets[k], places[k])
    return True


@jit
def settle(s: State, t: Tables, work: Workspace, sheets: Ints, places: Ints) -> None:
    """Write the score sheets and places of all seats."""
    for seat in range(s.n_players):
        score(s, t, seat, work.sheet)
        sheets[seat] = work.sheet
        work.totals[seat] = work.sheet[TOTAL]
    rank(s, work.totals, places)
