"""Facts of a game of classic that predict its end, as one seat sees it before a joint decision: the
table, its own city and hand, both neighbours, and the mean of the other cities. They are scaled to
about 1; after any change the weights must be trained anew (`lab/tune_classic_appraisal.py`).
"""

from typing import Any

import numpy as np

from heptapolis.codes import Color
from heptapolis.games.classic.codes import Special
from heptapolis.games.classic.leaders.rules.hands import leader_hand, leader_pack, leader_price
from heptapolis.games.classic.players.greedy import makers, turns_left
from heptapolis.games.classic.players.quick import (
    GROWTH,
    cost,
    price_of_build,
    quick_worth,
    war_points,
)
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.economy import (
    LEFT,
    NO_PAYMENT,
    RIGHT,
    cheapest,
    neighbour,
    units_offered,
)
from heptapolis.games.classic.rules.hands import controller, hand
from heptapolis.games.classic.rules.moves import has, next_stage
from heptapolis.games.classic.rules.scoring import TOTAL, score
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.turns import is_joint
from heptapolis.games.classic.rules.types import QuickTables
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.types import (
    City,
    Count,
    Flag,
    Floats,
    Index,
    Ints,
    Seat,
    State,
    Tables,
    Workspace,
)

N_POWERS, N_COLORS = len(Special), len(Color)
TABLE = 22  # facts of the table
POINTS, WAR, SYMBOLS, WONDER, GOODS, POWERS = (
    COLUMNS + 2,
    5,
    7,
    5,
    2 * c.RESOURCES + 6,
    N_POWERS + 2,
)
OTHER = c.EVENTS + 5
CITY = POINTS + WAR + SYMBOLS + N_COLORS + WONDER + GOODS + POWERS + OTHER  # of a city
CARDS_IN_HAND, LEADERS_IN_HAND = 6 + N_COLORS, 6
HAND = CARDS_IN_HAND + LEADERS_IN_HAND  # of the seat's hand
N_FACTS = TABLE + HAND + 4 * CITY
OWN_CITY, LEFT_CITY, RIGHT_CITY, FAR_CITIES = (TABLE + HAND + k * CITY for k in range(4))


@jit
def is_fresh(s: State) -> Flag:
    """Return whether all seats are about to decide and none has: only then can a game be
    appraised."""
    if s.phase == c.OVER or not is_joint(s):
        return False
    for city in range(s.n_cities):
        if s.move[city, 0] != 0:
            return False
    return True


@jit
def write_facts(
    s: State, t: Tables, q: QuickTables, seat: Seat, cities: Floats, work: Workspace, out: Floats
) -> None:
    """Write all facts of a seat; ``cities`` are those of `write_cities`."""
    write_table(s, seat, cities, out)
    write_hand(s, t, q, seat, work, out[TABLE : TABLE + CARDS_IN_HAND])
    write_leaders(s, t, q, seat, work, out[TABLE + CARDS_IN_HAND : OWN_CITY])
    left, right = neighbour(s, seat, LEFT), neighbour(s, seat, RIGHT)
    for k in range(CITY):
        out[OWN_CITY + k] = cities[seat, k]
        out[LEFT_CITY + k], out[RIGHT_CITY + k] = cities[left, k], cities[right, k]
        out[FAR_CITIES + k] = 0
    part = np.float32(1 / max(s.n_cities - 3, 1))
    for city in range(s.n_cities):
        if city not in (seat, left, right):
            for k in range(CITY):
                out[FAR_CITIES + k] += cities[city, k] * part


@inlined
def write_table(s: State, seat: Seat, cities: Floats, out: Floats) -> None:
    """Write how far the game is, the number of players, and how the seat stands."""
    out[0], out[1], out[2] = 1.0, turns_left(s) / (c.AGES * TURNS), s.turn / TURNS
    for age in range(c.AGES + 1):
        out[3 + age] = 1.0 if s.age == age else 0.0
    out[7] = 1.0 if s.phase == c.RECRUITING else 0.0
    out[8] = 1.0 if s.phase == c.DRAFTING else 0.0
    out[9], out[10] = s.leaders, 1.0 if s.n_players == 2 else 0.0
    out[11], out[12] = (s.n_players - 3) * 0.25, 1.0 if s.n_players == 3 else 0.0
    out[13] = s.n_discard * 0.05
    mine, n_others = cities[seat, TOTAL], s.n_players - 1
    best, mean, n_ahead = np.float32(-9.0), np.float32(0.0), 0
    for other in range(s.n_players):
        if other != seat:
            best = max(best, cities[other, TOTAL])
            mean += cities[other, TOTAL] / n_others
            n_ahead += 1 if cities[other, TOTAL] > mine else 0
    lead = (mine - best) * 1.5
    out[14], out[15], out[16] = lead, (mine - mean) * 1.5, n_ahead / n_others
    out[17], out[18], out[19] = lead * out[5], lead * out[6], lead * (1 - out[1])
    out[20], out[21] = mean, 0.0
    if s.n_players == 2:
        out[21] = 1.0 if controller(s) == seat else -1.0


# ── public facts of a city ────────────────────────────────────────────────────────────────────────


@jit
def write_cities(s: State, t: Tables, q: QuickTables, work: Workspace, cities: Floats) -> None:
    """Write a row of public facts for every city."""
    for number in range(s.n_cities):
        city, out = np.int64(number), cities[number]
        k = write_points(s, t, city, work.sheet, out)
        k = write_war(s, q, city, out, k)
        k = write_symbols(s, city, out, k)
        k = write_wonder(s, t, q, city, work, out, k)
        k = write_goods(s, city, out, k)
        k = write_powers(s, city, out, k)
        write_prospects(s, t, q, city, out, k)


@inlined
def write_points(s: State, t: Tables, city: City, sheet: Ints, out: Floats) -> Any:
    """Write the present score sheet and coins; returns the next place."""
    score(s, t, city, sheet)
    for k in range(COLUMNS):
        out[k] = sheet[k] * (0.03 if k == TOTAL else 0.07)
    coins: Any = np.int64(s.coins[city])
    out[COLUMNS], out[COLUMNS + 1] = min(coins, 15) * 0.1, min(coins, 4) * 0.25
    return np.int64(POINTS)


@inlined
def write_war(s: State, q: QuickTables, city: City, out: Floats, k: Index) -> Any:
    """Write shields, and the possible tokens of the wars to come on each side; returns the next
    place."""
    out[k] = s.shields[city] * 0.2
    k += 1
    for side in (LEFT, RIGHT):
        edge: Any = np.int64(s.shields[city]) - np.int64(s.shields[neighbour(s, city, side)])
        out[k], out[k + 1] = war_points(q, s.age, edge) * 0.1, min(max(edge, -4), 4) * 0.25
        k += 2
    return k


@inlined
def write_symbols(s: State, city: City, out: Floats, k: Index) -> Any:
    """Write science, and cards of each colour; returns the next place."""
    low, high, pairs = np.int64(s.symbols[city, 1]), np.int64(0), 0
    out[k] = s.symbols[city, 0] * 0.4
    for symbol in range(1, 4):
        n = np.int64(s.symbols[city, symbol])
        out[k + symbol] = n * 0.4
        low, high = min(low, n), max(high, n)
        pairs += 1 if n > 1 else 0
    out[k + 4], out[k + 5], out[k + 6] = low * 0.5, high * 0.4, pairs * 0.4
    k += SYMBOLS
    for color in range(N_COLORS):
        out[k + color] = s.colors[city, color + 1] * 0.2
    return k + N_COLORS


@inlined
def write_wonder(
    s: State, t: Tables, q: QuickTables, city: City, work: Workspace, out: Floats, k: Index
) -> Any:
    """Write the stages built, and the worth of those to come; returns the next place."""
    left, board = turns_left(s), s.board[city] - c.FIRST_BOARD
    first, n_stages = c.FIRST_STAGE + c.STAGES * board, t.n_stages[board]
    out[k], out[k + 1] = s.stages[city] * 0.4, (n_stages - s.stages[city]) * 0.4
    total, of_next = 0.0, 0.0
    for stage in range(s.stages[city], n_stages):
        worth = quick_worth(s, t, q, city, first + stage, left)
        total += worth
        of_next = worth if stage == s.stages[city] else of_next
    out[k + 2], out[k + 3], out[k + 4] = total * 0.05, of_next * 0.1, 0.0
    stage = next_stage(s, t, city)
    if stage and cheapest(s, t, city, stage, work) != NO_PAYMENT:
        out[k + 4] = 1.0
    return k + WONDER


@inlined
def write_goods(s: State, city: City, out: Floats, k: Index) -> Any:
    """Write production, sales and the prices of other goods; returns the next place."""
    units = 0
    for r in range(c.RESOURCES):
        units += s.produce[city, r]
        out[k] = min(makers(s, city, r), 3) * 0.4
        out[k + 1] = min(units_offered(s, city, r), 3) * 0.3
        k += 2
    out[k], out[k + 1] = units * 0.15, s.n_choice[city] * 0.4
    k += 2
    for side in range(2):
        for group in range(2):
            out[k] = (2 - s.price[city, side, group]) * 0.7
            k += 1
    return k


@inlined
def write_powers(s: State, city: City, out: Floats, k: Index) -> Any:
    """Write powers, a spent free build, and discounts in units; returns the next place."""
    for power in range(N_POWERS):
        out[k + power] = (s.powers[city] >> (power + 1)) & 1
    k += N_POWERS
    units = 0
    for target in range(c.TARGETS):
        units += s.fewer[city, target]
    out[k], out[k + 1] = s.free_used[city], units * 0.4
    return k + 2


@inlined
def write_prospects(s: State, t: Tables, q: QuickTables, city: City, out: Floats, k: Index) -> None:
    """Write coins on events, leaders, counts that grow until the end, chains to come, the Free
    City."""
    for event in range(c.EVENTS):
        coins: Any = np.int64(s.bonus[city, event])
        out[k + event] = min(coins, 4) * 0.3
    k += c.EVENTS
    growth, chains = 0.0, 0
    for place in range(s.n_city[city]):
        card = np.int64(s.city[city, place])
        growth += q.worth[card, GROWTH]
        for number in range(c.CHAINS):
            free = np.int64(t.frees[t.structure[card], number])
            if free == 0:
                break
            is_open = t.age[free] >= s.age and not has(s, city, t.structure[free])
            chains += 1 if is_open else 0
    for place in range(s.n_recruited[city]):
        growth += q.worth[np.int64(s.recruited[city, place]), GROWTH]
    out[k], out[k + 1] = s.n_recruited[city] * 0.4, s.n_leader_hand[city] * 0.4
    out[k + 2], out[k + 3] = growth * turns_left(s) * 0.1, chains * 0.2
    out[k + 4] = 1.0 if city >= s.n_players else 0.0


# ── facts of the seat's hand ──────────────────────────────────────────────────────────────────────


@inlined
def write_hand(
    s: State, t: Tables, q: QuickTables, seat: Seat, work: Workspace, out: Floats
) -> None:
    """Write the best buildable card, in all and of each colour, and the best of the others."""
    out[:] = 0
    if s.phase != c.TURN:
        return
    cards, left = work.cards, turns_left(s)
    best, second, third, lost, n_payable = 0.0, 0.0, 0.0, 0.0, 0
    n = hand(s, seat, cards)
    for k in range(n):
        card = cards[k]
        if (k > 0 and cards[k - 1] == card) or has(s, seat, t.structure[card]):
            continue
        worth = quick_worth(s, t, q, seat, card, left)
        use, price, coins = price_of_build(s, t, seat, card, work)
        if use == c.NONE:
            lost = max(lost, worth)
            continue
        n_payable += 1
        worth += cost(q, price, coins, left)
        place = 5 + np.int64(t.color[card])
        out[place] = max(out[place], np.float32(worth * 0.15))
        if worth > best:
            best, second, third = worth, best, second
        elif worth > second:
            second, third = worth, second
        else:
            third = max(third, worth)
    out[0], out[1], out[2], out[3] = best * 0.15, second * 0.15, third * 0.15, lost * 0.15
    out[4], out[5] = n_payable * 0.2, n * 0.15


@inlined
def write_leaders(
    s: State, t: Tables, q: QuickTables, seat: Seat, work: Workspace, out: Floats
) -> None:
    """Write its unplayed leaders, and in the draft those of its pack."""
    out[:] = 0
    if s.leaders == 0:
        return
    cards = work.cards
    n = leader_hand(s, seat, cards)
    for k in range(n):
        out[3] += 0.3 if leader_price(s, t, seat, cards[k]) <= s.coins[seat] else 0.0
    out[0], out[1], out[2] = best_leaders(s, t, q, seat, cards, n)
    if s.phase == c.DRAFTING:
        n = leader_pack(s, seat, cards)
        out[4], out[5], _ = best_leaders(s, t, q, seat, cards, n)


@jit
def best_leaders(s: State, t: Tables, q: QuickTables, seat: Seat, cards: Ints, n: Count) -> Any:
    """Write the worth of the best of some leaders, of the second, and of all."""
    best, second, total, left = 0.0, 0.0, 0.0, turns_left(s)
    for k in range(n):
        worth = quick_worth(s, t, q, seat, cards[k], left)
        total += worth
        if worth > best:
            best, second = worth, best
        else:
            second = max(second, worth)
    return best * 0.1, second * 0.1, total * 0.05
