"""Facts of a Duel that predict its end, as one seat sees it. They are scaled to about 1; after any
change the weights must be trained anew (`lab/tune_appraisal.py`)."""

from typing import Any

import numpy as np

from heptapolis.codes import AGES
from heptapolis.games.duel.codes import FIRST_WONDER, GOODS
from heptapolis.games.duel.players.greedy import chains, time_left
from heptapolis.games.duel.players.quick import SAFE_SPACES, SAFE_SYMBOLS, is_winning, worth_of
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.city import WONDER_TARGET, can_build, can_pay
from heptapolis.games.duel.rules.scoring import CIVILIAN, COINS, GUILDS, MILITARY, TOTAL, fill_sheet
from heptapolis.games.duel.rules.state import COLORS, SYMBOLS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.bits import count_bits, first_bit
from heptapolis.kernel.types import Floats, Index, Ints, Real, Seat, State, Tables, Workspace

TABLE = 14  # facts of the table
CITY = 63  # of each city
N_FACTS = TABLE + 2 * CITY
# Higher numbers make no difference: units of a good, the price of one, coins for a chain build.
MAX_UNITS, MAX_PRICE, MAX_COINS = np.int64(4), np.int64(7), np.int64(8)


@jit
def write_facts(s: State, t: Tables, seat: Seat, work: Workspace, out: Floats) -> None:
    """Write the facts of the table, the seat's own city and the opponent's."""
    left = time_left(s)
    write_table(s, seat, left, out)
    write_city(s, t, seat, left, work, out[TABLE : TABLE + CITY])
    write_city(s, t, 1 - seat, left, work, out[TABLE + CITY :])


@inlined
def write_table(s: State, seat: Seat, left: Real, out: Floats) -> None:
    """Write how far the game is, and whose turn it is."""
    mine, cards = 1.0 if s.seat == seat else -1.0, count_bits(s.left)
    last = mine if cards & 1 else -mine  # the seat of the last card, if the seats alternate
    out[0], out[1], out[2] = 1.0, left, mine
    for age in range(AGES + 1):
        out[3 + age] = 1.0 if s.age == age else 0.0
    out[7], out[8], out[9] = cards * 0.1, last, s.again * mine
    out[10] = mine if s.phase in (c.CHOOSING_TOKEN, c.IN_LIBRARY) else 0.0
    out[11] = 1.0 if s.phase == c.TURN else 0.0
    out[12] = last * max(0.0, 1.0 - cards * 0.15)
    out[13] = count_bits(np.int64(s.raised[0]) | np.int64(s.raised[1])) * 0.3


@jit
def write_city(s: State, t: Tables, seat: Seat, left: Real, work: Workspace, out: Floats) -> None:
    """Write what a city has and could have next."""
    k = write_points(s, t, seat, work.sheet[:], out)
    k = write_means(s, seat, out, k)
    k = write_knowledge(s, seat, out, k)
    k = write_wonders(s, t, seat, left, work, out, k)
    write_offer(s, t, seat, left, work, out, k)


@inlined
def write_points(s: State, t: Tables, seat: Seat, sheet: Ints, out: Floats) -> Any:
    """Write points, coins, the war and chains; returns the next place."""
    fill_sheet(s, t, seat, sheet)
    out[0] = (sheet[TOTAL] - sheet[COINS] - sheet[MILITARY]) * 0.05
    out[1], out[2] = sheet[CIVILIAN] * 0.05, sheet[GUILDS] * 0.1
    out[3], out[4] = min(s.coins[seat], 20) * 0.1, min(s.coins[seat], 5) * 0.2
    ahead = -s.marker if seat else s.marker
    out[5], out[6] = max(ahead, 0) * 0.2, max(ahead - SAFE_SPACES, 0) * 0.3
    out[7] = t.track_points[ahead] * 0.1 if ahead > 0 else 0.0
    out[8] = chains(s, t, seat) * 0.3
    return np.int64(9)


@inlined
def write_means(s: State, seat: Seat, out: Floats, k: Index) -> Any:
    """Write production and the prices of the other goods; returns the next place."""
    for good in range(len(GOODS)):
        out[k] = min(np.int64(s.produce[seat, good]), MAX_UNITS) * 0.4
        out[k + 1] = 0.5 if s.makers[seat, 1 << good] > 0 else 0.0
        out[k + 2] = (min(np.int64(s.price[seat, good]), MAX_PRICE) - 2) * 0.3
        out[k + 3] = min(np.int64(s.sold[seat, good]), MAX_UNITS) * 0.4
        k += 4
    for color in range(1, COLORS):
        out[k] = s.colors[seat, color] * 0.3
        out[k + 1] = s.fewer[seat, color] * 0.4
        k += 2
    out[k] = s.fewer[seat, WONDER_TARGET] * 0.4
    return k + 1


@inlined
def write_knowledge(s: State, seat: Seat, out: Floats, k: Index) -> Any:
    """Write symbols and the lasting effects of tokens; returns the next place."""
    different, single = 0, 0
    for symbol in range(1, SYMBOLS):
        different += 1 if s.symbols[seat, symbol] > 0 else 0
        single += 1 if s.symbols[seat, symbol] == 1 else 0
    out[k], out[k + 1] = different * 0.3, max(different - SAFE_SYMBOLS, 0) * 0.4
    out[k + 2], out[k + 3] = max(different - 2 * SAFE_SYMBOLS, 0), single * 0.3
    out[k + 4], out[k + 5] = s.economy[seat], s.strategy[seat]
    out[k + 6], out[k + 7] = s.theology[seat], min(np.int64(s.urbanism[seat]), MAX_COINS) * 0.25
    return k + 8


@inlined
def write_wonders(
    s: State, t: Tables, seat: Seat, left: Real, work: Workspace, out: Floats, k: Index
) -> Any:
    """Write the wonders to come: their number, their worth, the affordable ones; returns the next
    place."""
    worths, points, again, shields, payable, best = 0.0, 0, 0, 0, 0, 0.0
    rest = np.int64(s.unbuilt[seat])
    out[k] = count_bits(rest) * 0.4
    while rest != 0:
        wonder = FIRST_WONDER + first_bit(rest)
        rest &= rest - 1
        worth = worth_of(s, t, seat, wonder, left, work)
        worths += worth
        points += t.points[wonder]
        again += t.extra_turn[wonder]
        shields += t.shields[wonder]
        if can_pay(s, t, seat, wonder):
            payable += 1
            best = max(best, worth)
    out[k + 1], out[k + 2], out[k + 3] = worths * 0.1, points * 0.1, again * 0.5
    out[k + 4], out[k + 5], out[k + 6] = shields * 0.4, payable * 0.5, best * 0.2
    return k + 7


@inlined
def write_offer(
    s: State, t: Tables, seat: Seat, left: Real, work: Workspace, out: Floats, k: Index
) -> None:
    """Write what the city could build of the accessible cards."""
    best, second, n, wins = 0.0, 0.0, 0, 0.0
    rest = s.open & s.faces if s.age > 0 else c.NONE
    while rest != 0:
        card = np.int64(s.layout[s.age - 1, first_bit(rest)])
        rest &= rest - 1
        if can_build(s, t, seat, card):
            n += 1
            worth = worth_of(s, t, seat, card, left, work)
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
            if is_winning(s, t, seat, card):
                wins = 1.0
    out[k], out[k + 1], out[k + 2], out[k + 3] = best * 0.2, second * 0.2, n * 0.2, wins
