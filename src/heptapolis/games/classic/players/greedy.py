"""A player that looks one move ahead: the worth of a card to a city, in points, less its cost.

Its input is public or in the deciding seat's hand, so it works on a view as well as on a state. The
weights are few and have names; the bot brings their values.
"""

from math import exp
from typing import Any

import numpy as np

from heptapolis.games.classic.codes import Special
from heptapolis.games.classic.leaders.rules.hands import leader_price
from heptapolis.games.classic.players.playout import random_choice
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.deal import deal_game
from heptapolis.games.classic.rules.economy import LEFT, RIGHT, neighbour, printed_coins
from heptapolis.games.classic.rules.effects import count
from heptapolis.games.classic.rules.hands import controller, decider
from heptapolis.games.classic.rules.moves import has, has_chain, legal, next_stage, uses
from heptapolis.games.classic.rules.scoring import full_sets, science, score
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.turns import must_decide, play
from heptapolis.games.classic.rules.types import Sides
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.bits import count_bits
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of, uniform
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.types import (
    Bits,
    Card,
    City,
    Coins,
    Count,
    Flag,
    Floats,
    Index,
    Ints,
    Item,
    Kind,
    Random,
    Real,
    Resource,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

# The weights, each in points; a player brings its own.
COIN, GIFT, RESOURCE, OWN_STAGE, TRADE, CHAIN, HOPE, SHARPNESS, DENY, GROWTH, SAVE, POWER = range(
    12
)

# Columns of a trace: age, turn, city, seat, kind, card, bank, left, right, and whether it was the
# last choice of its decision.
CHOICE = 10

# The parts of the value of a move.
(
    WHY_POINTS,
    WHY_COINS,
    WHY_WAR,
    WHY_SCIENCE,
    WHY_GOODS,
    WHY_PRICES,
    WHY_POWER,
    WHY_CHAINS,
    WHY_GIFT,
    WHY_SPENT,
    WHY_DENIED,
) = range(11)
N_REASONS = 11

# Cards of each colour that a coming turn brings, on average; by Color, then leaders.
RATES = np.array([0.0, 0.08, 0.06, 0.2, 0.15, 0.17, 0.18, 0.06, 0.1])
STAGE_RATE, VICTORY_RATE, SET_RATE, COIN_RATE = 0.14, 0.15, 0.05, 0.15
EVENT_RATES = np.array([0.15, 0.15, 0.25])  # victory tokens, yellow cards, chains

# The worth of a power now and for every turn to come; by Special.
POWERS = np.zeros((len(Special) + 1, 2))
for _special, _once, _each in (
    (Special.FREE_BUILD_PER_AGE, 1.0, 0.3),
    (Special.PLAY_LAST_CARD, 0.5, 0.15),
    (Special.BUILD_FROM_DISCARD, 3.0, 0.0),
    (Special.COPY_GUILD, 5.0, 0.0),
    (Special.BANK_PURCHASE, 0.0, 0.2),
    (Special.FREE_LEADERS, 0.0, 0.15),
    (Special.FREE_GUILDS, 2.0, 0.0),
    (Special.REDIRECT_DEFEAT_TOKENS, 0.5, 0.1),
    (Special.TRADE_REBATE, 0.0, 0.12),
    (Special.COPY_NEIGHBOUR_LEADER, 3.0, 0.0),
    (Special.DRAW_LEADERS, 1.0, 0.05),
    (Special.RECRUIT_EXTRA_LEADER, 2.5, 0.0),
):
    POWERS[_special] = _once, _each


# ── worth of a thing ─────────────────────────────────────────────────────────────────────────────


@jit
def turns_left(s: State) -> Any:
    """Return the turns that a city still has after this one."""
    age = max(s.age, 1)
    return np.float64((c.AGES - age) * TURNS + TURNS - (s.turn if s.age > 0 else 0))


@jit
def worth(s: State, t: Tables, city: City, item: Item, w: Floats) -> Any:
    """Return the worth of a card, leader or stage to a city in points, costs aside."""
    left = turns_left(s)
    value = worth_of_points(s, t, city, item, left, w)
    value += w[COIN] * expected_coins(s, t, city, item, left)
    value += worth_of_shields(s, t, city, item, w)
    value += worth_of_symbol(s, t, city, item, left, w)
    value += worth_of_goods(s, t, city, item, w)
    value += worth_of_prices(s, t, city, item, left, w)
    value += worth_of_power(t, item, left, w)
    return value + w[CHAIN] * successors(s, t, city, item)


@jit
def worth_of_points(s: State, t: Tables, city: City, item: Item, left: Real, w: Floats) -> Any:
    """Return the printed points, and those expected from counts at the end."""
    value = np.float64(t.points[item])
    if t.points_per_amount[item] != 0:
        what, whose = np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item])
        counted = expected_count(s, city, what, whose, left * w[GROWTH])
        value += t.points_per_amount[item] * counted / t.points_per_per[item]
    if t.set_amount[item] != 0:
        sets = full_sets(s, city, np.int64(t.set_colors[item]))
        value += t.set_amount[item] * (sets + SET_RATE * left)
    return value


@jit
def expected_coins(s: State, t: Tables, city: City, item: Item, left: Real) -> Any:
    """Return the coins that it brings now, and those expected from events to come."""
    coins = np.float64(t.coins[item])
    if t.coins_per_amount[item] != 0:
        counted = count(
            s, city, t.coins_per_what[item], t.coins_per_whose[item], t.coins_per_per[item]
        )
        coins += t.coins_per_amount[item] * counted
    for event in range(c.EVENTS):
        coins += t.coins_on[item, event] * EVENT_RATES[event] * left
    return coins


@jit
def expected_count(s: State, city: City, what: Bits, whose: Bits, left: Real) -> Any:
    """Return the expected count at the end: the present count, and the additions of the turns to
    come."""
    one = np.int64(1)
    now = count(s, city, what, whose, one)
    more = 0.0
    for color in range(1, RATES.shape[0]):
        if (what >> color) & 1:
            more += RATES[color]
    more += STAGE_RATE if (what >> c.COUNT_WONDER_STAGE) & 1 else 0.0
    more += VICTORY_RATE if (what >> c.COUNT_VICTORY_TOKEN) & 1 else 0.0
    more += SET_RATE if (what >> c.COUNT_SCIENCE_SET) & 1 else 0.0
    more += COIN_RATE if (what >> c.COUNT_COINS) & 1 else 0.0
    cities = 0
    for side in (c.WHOSE_SELF, c.WHOSE_LEFT, c.WHOSE_RIGHT):
        cities += 1 if whose & side else 0
    return now + more * cities * left


@jit
def worth_of_shields(s: State, t: Tables, city: City, item: Item, w: Floats) -> Any:
    """Return the gain in the chance of winning the wars to come, times their tokens."""
    value, shields = 0.0, t.shields[item]
    if shields == 0:
        return value
    for side in (LEFT, RIGHT):
        edge = np.float64(s.shields[city] - s.shields[neighbour(s, city, side)])
        for age in range(max(s.age, 1), c.AGES + 1):
            stake = t.victory_points[age - 1] - t.defeat_points
            sharp = w[SHARPNESS] / (1 + age - max(s.age, 1))
            value += stake * (chance(sharp * (edge + shields)) - chance(sharp * edge))
    return value


@jit
def chance(edge: Real) -> Any:
    return 1 / (1 + exp(-edge))


@jit
def worth_of_symbol(s: State, t: Tables, city: City, item: Item, left: Real, w: Floats) -> Any:
    """Return the points that one more symbol brings now, and the worth of following symbols."""
    if t.science[item] == 0 and t.wild[item] == 0:
        return 0.0
    symbol = np.int64(t.science[item])
    wild = np.int64(s.symbols[city, 0])
    before, _ = science(s, t, city, wild, c.NONE)
    s.symbols[city, symbol] += 1
    after, _ = science(s, t, city, wild + t.wild[item], c.NONE)
    s.symbols[city, symbol] -= 1
    return after - before + w[HOPE] * left


@jit
def worth_of_goods(s: State, t: Tables, city: City, item: Item, w: Floats) -> Any:
    """Return the worth of production: cards to come, and the city's own stages."""
    goods = np.int64(t.choice[item])
    for r in range(c.RESOURCES):
        if t.produce[item, r] > 0:
            goods |= 1 << r
    value = 0.0
    if goods == 0:
        return value
    lacking = np.int64(0)
    for r in range(c.RESOURCES):
        if (goods >> r) & 1:
            n_made = min(makers(s, city, r), c.COST_UNITS)
            cards = t.demand[s.n_cities, s.age, r, n_made] * ((TURNS - s.turn) / TURNS)
            for age in range(s.age + 1, c.AGES + 1):
                cards += t.demand[s.n_cities, age, r, n_made]
            value += w[RESOURCE] * cards / s.n_cities
            lacking |= lacking_stages(s, t, city, r, n_made)
    return value + w[OWN_STAGE] * count_bits(lacking)


@jit
def makers(s: State, city: City, r: Resource) -> Any:
    """Return the units of a resource that a city makes, if its producers of choice make nothing
    else."""
    units = np.int64(s.produce[city, r])
    for k in range(s.n_choice[city]):
        units += (s.choice[city, k] >> r) & 1
    return units


@inlined
def lacking_stages(s: State, t: Tables, city: City, r: Resource, n_made: Count) -> Any:
    """Return the bits of the stages to come that cost more of a resource than the city makes."""
    number = s.board[city] - c.FIRST_BOARD
    bits = np.int64(0)
    for stage in range(s.stages[city], t.n_stages[number]):
        if t.cost[c.FIRST_STAGE + c.STAGES * number + stage, r] > n_made:
            bits |= 1 << stage
    return bits


@jit
def worth_of_prices(s: State, t: Tables, city: City, item: Item, left: Real, w: Floats) -> Any:
    """Return the worth of cheaper trade, and of discounts in units."""
    value = 0.0
    for side in range(2):
        for kind in range(2):
            if 0 < t.price[item, side, kind] < s.price[city, side, kind]:
                value += w[TRADE] * left
    if t.fewer_units[item] > 0:
        target = np.int64(t.fewer_target[item])
        rate = STAGE_RATE if target == c.TARGETS - 1 else RATES[target]
        value += t.fewer_units[item] * rate * left * 2 * w[COIN]
    return value


@jit
def worth_of_power(t: Tables, item: Item, left: Real, w: Floats) -> Any:
    special = t.special[item]
    return w[POWER] * (POWERS[special, 0] + POWERS[special, 1] * left)


@jit
def successors(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the number of cards to come that this one makes free."""
    n = 0
    if item >= c.FIRST_LEADER:
        return n
    for k in range(c.CHAINS):
        card = np.int64(t.frees[t.structure[item], k])
        if card == 0:
            break
        if t.age[card] > t.age[item] and not has_chain(s, t, city, card):
            n += 1
    return n


# ── worth of a move ──────────────────────────────────────────────────────────────────────────────


@jit
def rate_moves(
    s: State, t: Tables, city: City, w: Floats, moves: Ints, n: Count, values: Floats
) -> None:
    """Write the value of each of the first ``n`` moves, in points."""
    stage = next_stage(s, t, city)
    of_stage = worth(s, t, city, stage, w) if stage else 0.0
    heir = next_holder(s, city)
    last, own, denial = np.int64(-1), 0.0, 0.0
    for k in range(n):
        kind, card = moves[k, 0], moves[k, 1]
        if card != last:
            last, own, denial = card, 0.0, 0.0
            if card > 0:
                own = worth(s, t, city, card, w)
                if s.phase == c.TURN and heir != city and wants(s, t, heir, card):
                    denial = w[DENY] * worth(s, t, heir, card, w)
        paid = moves[k, 2] + moves[k, 3] + moves[k, 4]
        paid += printed_price(s, t, city, kind, card, stage)
        value = denial - w[COIN] * paid - w[GIFT] * (moves[k, 3] + moves[k, 4])
        if kind == c.PASS:
            value = 0.0
        elif kind == c.STAGE:
            value += of_stage
        elif kind != c.DISCARD:
            value += own
        values[k] = value - waste(s, kind, own, w)


@jit
def printed_price(s: State, t: Tables, city: City, kind: Kind, card: Card, stage: Item) -> Any:
    """Return the coins that a move costs besides bought goods; a sale brings some."""
    if kind == c.STAGE:
        return np.int64(t.cost_coins[stage])
    if kind == c.DISCARD:
        return -np.int64(t.discard_coins)
    if kind == c.RECRUIT:
        return leader_price(s, t, city, card)
    if kind == c.KEEP:
        return np.int64(t.cost_coins[card])
    if kind == c.BUILD and not has_chain(s, t, city, card):
        return printed_coins(s, t, city, card)
    return c.NONE


@jit
def waste(s: State, kind: Kind, own: Real, w: Floats) -> Any:
    """Return the worth of what a move uses up: Olympia's free build, or in a recruitment a leader
    that is not recruited, while a card of the age would have been passed on."""
    if kind == c.BUILD_FREE:
        return w[COIN] * (TURNS - s.turn) / 2
    if s.phase == c.RECRUITING and kind in (c.STAGE, c.DISCARD):
        return w[SAVE] * max(own, 0.0)
    return 0.0


@entry
def explain(
    states: States,
    i: Index,
    city: City,
    tables: TablesArray,
    w: Floats,
    kind: Kind,
    card: Card,
    paid: Coins,
    gift: Coins,
    reasons: Floats,
) -> Any:
    """Explain the value of a move, a column for each part; returns the seat that is denied the
    card."""
    s, t, w = states[i], tables[0], borrow(w)
    reasons[:] = 0
    left = turns_left(s)
    stage = next_stage(s, t, city)
    coins = -np.float64(paid + printed_price(s, t, city, kind, card, stage))
    item = stage if kind == c.STAGE else c.NONE if kind == c.DISCARD else card
    if item > 0:
        coins += expected_coins(s, t, city, item, left)
        reasons[WHY_POINTS] = worth_of_points(s, t, city, item, left, w)
        reasons[WHY_WAR] = worth_of_shields(s, t, city, item, w)
        reasons[WHY_SCIENCE] = worth_of_symbol(s, t, city, item, left, w)
        reasons[WHY_GOODS] = worth_of_goods(s, t, city, item, w)
        reasons[WHY_PRICES] = worth_of_prices(s, t, city, item, left, w)
        reasons[WHY_POWER] = worth_of_power(t, item, left, w)
        reasons[WHY_CHAINS] = w[CHAIN] * successors(s, t, city, item)
    reasons[WHY_COINS] = w[COIN] * coins
    reasons[WHY_GIFT] = -w[GIFT] * gift
    if card > 0:
        own = worth(s, t, city, card, w)
        reasons[WHY_SPENT] = -waste(s, kind, own, w)
    heir = next_holder(s, city)
    if s.phase == c.TURN and heir != city and wants(s, t, heir, card):
        reasons[WHY_DENIED] = w[DENY] * worth(s, t, heir, card, w)
    return heir


@jit
def wants(s: State, t: Tables, city: City, card: Card) -> Flag:
    """Return whether the city could still build a card of this name."""
    return not has(s, city, t.structure[card])


@jit
def next_holder(s: State, city: City) -> Any:
    """Return the seat that gets the rest of the hand."""
    if s.turn == TURNS:
        return city
    seat = city if city < s.n_players else controller(s)
    if s.n_players == 2:
        return 1 - seat
    return (seat + s.n_players - 1) % s.n_players if s.age == 2 else (seat + 1) % s.n_players


@entry
def rate_legal(
    states: States,
    i: Index,
    city: City,
    tables: TablesArray,
    w: Floats,
    workspaces: Workspaces,
    values: Floats,
) -> Any:
    """Write the value of every legal move, whatever its payment; returns how many there are."""
    s, t, work = states[i], tables[0], workspaces[0]
    n = legal(s, t, city, work.moves, work)
    rate_moves(s, t, city, borrow(w), work.moves, n, values)
    return n


@jit
def greedy_game(
    s: State, t: Tables, weights: Floats, noise: Real, rng: Random, work: Workspace, trace: Ints
) -> Any:
    """Play to the end; seats whose first weight is 0 play at random, and up to ``noise`` points are
    added to the other players' values of a move. ``trace`` takes the choices, as far as it has
    rows; returns how many there were."""
    moves, values, length = work.moves, work.values, np.int64(0)
    while s.phase != c.OVER:
        for city in range(s.n_cities):
            if not must_decide(s, city):
                continue
            seat = decider(s, city)
            if weights[seat, 0] == 0:
                kind, card, bank, left, right = random_choice(s, t, city, rng, work)
            else:
                n, row = uses(s, t, city, moves, work), np.int64(0)
                if n > 1:
                    rate_moves(s, t, city, weights[seat], moves, n, values)
                    if noise > 0:
                        for k in range(n):
                            values[k] += noise * uniform(rng)
                    row = best_of(values, n, rng)
                kind, card, bank = moves[row, 0], moves[row, 1], moves[row, 2]
                left, right = moves[row, 3], moves[row, 4]
            if length < trace.shape[0]:
                choice = trace[length]
                choice[0], choice[1], choice[2], choice[3] = s.age, s.turn, city, seat
                choice[4], choice[5], choice[6], choice[7] = kind, card, bank, left
                choice[8] = right
            is_done = play(s, t, city, kind, card, bank, left, right, work.log)
            if length < trace.shape[0]:
                trace[length, 9] = is_done
            length += 1
    return length


@entry
def contest(
    states: States,
    empty: States,
    tables: TablesArray,
    weights: Floats,
    rng: Random,
    sides: Sides,
    workspaces: Workspaces,
    no_trace: Ints,
    sheets: Ints,
    boards: Ints,
    coins: Ints,
) -> None:
    """Play whole games between players of given weights, one for each row of ``sheets``. The
    players change seats from game to game; sheets, boards and coins are by player."""
    n = empty[0].n_players
    rng = borrow(rng)
    s, t, work = states[0], tables[0], workspaces[0]
    for k in range(sheets.shape[0]):
        states[0] = empty[0]
        deal_game(s, t, rng, sides, work.pool)
        for player in range(n):
            copy_row(weights[player], work.weights[(player + k) % n])
        greedy_game(s, t, work.weights, 0.0, rng, work, no_trace)
        for player in range(n):
            seat = (player + k) % n
            score(s, t, seat, work.sheet)
            copy_row(work.sheet, sheets[k, player])
            boards[k, player] = s.board[seat]
            coins[k, player] = s.coins[seat]
