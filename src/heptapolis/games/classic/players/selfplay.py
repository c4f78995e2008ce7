"""Games that quick players play to the end: from a deal, or from what a seat knows."""

from typing import Any

from heptapolis.games.classic.players.greedy import greedy_game
from heptapolis.games.classic.players.playout import random_choice
from heptapolis.games.classic.players.quick import quick_choice
from heptapolis.games.classic.rules.constants import OVER
from heptapolis.games.classic.rules.deal import deal_next
from heptapolis.games.classic.rules.sampling import redeal
from heptapolis.games.classic.rules.scoring import TOTAL, score
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.kernel import entry, jit
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.seeds import sow

PLAYERS = 2  # of the streams: what the players' chance differs from the deal's by


@entry
def self_play(
    states: Any, empty: Any, boards: Any, sides: Any, tables: Any, streams: Any, seeds: Any,
    players: Any, weights: Any, rng: Any, workspaces: Any, sheets: Any, places: Any, traces: Any,
    lengths: Any,
) -> None:  # fmt: skip
    """Whole games, one for each of ``seeds``, which deal them as the engine does and are all their
    players' chance; ``states`` take what they end in. ``players`` says by whose of the ``weights``
    each seat plays. ``lengths`` are those of the traces, though they may have fewer rows."""
    rng, traces = borrow(rng), borrow(traces)
    t, work = tables[0], workspaces[0]
    for k in range(seeds.shape[0]):
        deal_next(states, k, empty, boards, sides, t, streams, seeds[k], rng, work)
        sow(rng, seeds[k] ^ streams[PLAYERS])
        for seat in range(players.shape[1]):
            copy_row(weights[players[k, seat]], work.weights[seat])
        s = states[k]
        lengths[k] = greedy_game(s, t, work.weights, 0.0, rng, work, traces[k])
        settle(s, t, work, sheets[k], places[k])


@entry
def playouts(
    views: Any, seat: Any, piles: Any, states: Any, tables: Any, quick: Any, noise: Any,
    first: Any, rng: Any, workspaces: Any, sheets: Any, places: Any,
) -> Any:  # fmt: skip
    """Possible games for what a seat knows, one for each row of ``sheets``, played to the end: by
    all quickly or, with ``noise`` below 0, at random. ``first`` is a move of the seat that each
    begins with: city, kind, card, bank, left, right, or kind 0 for none. Returns False if no deal
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
        while s.phase != OVER:
            for city in range(s.n_cities):
                if not must_decide(s, city):
                    continue
                if noise < 0:
                    kind, card, bank, left, right = random_choice(s, t, city, rng, work)
                else:
                    kind, card, bank, left, right = quick_choice(
                        s, t, q, city, noise, rng, work
                    )  # fmt: skip
                play(s, t, city, kind, card, bank, left, right, work.log)
        settle(s, t, work, sheets[k], places[k])
    return True


@jit
def settle(s: Any, t: Any, work: Any, sheets: Any, places: Any) -> None:
    """The score sheets and places of all seats: by points, then by coins (C8.3)."""
    points = work.points
    for seat in range(s.n_players):
        score(s, t, seat, work.sheet)
        sheets[seat] = work.sheet
        points[seat] = work.sheet[TOTAL]
    for seat in range(s.n_players):
        place = 1
        for other in range(s.n_players):
            ahead = points[other] - points[seat]
            place += 1 if ahead > 0 or (ahead == 0 and s.coins[other] > s.coins[seat]) else 0
        places[seat] = place
