"""A player that looks one move ahead: what a card is worth to a city, in points, less its cost.

Everything it reads is public or in the deciding seat's hand, so it may be asked of a view as well
as of a state. The weights are few and have names; the bot brings their values.
"""

from math import exp
from typing import Any

import numpy as np

from heptapolis.codes import (
    AGES,
    CHAINS,
    COST_UNITS,
    EVENTS,
    FIRST_BOARD,
    FIRST_LEADER,
    FIRST_STAGE,
    RESOURCES,
    STAGES,
    TARGETS,
    Special,
)
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.bits import count_bits
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of
from heptapolis.kernel.classic.constants import (
    BUILD,
    BUILD_FREE,
    COUNT_COINS,
    COUNT_SCIENCE_SET,
    COUNT_VICTORY_TOKEN,
    COUNT_WONDER_STAGE,
    DISCARD,
    KEEP,
    NONE,
    OVER,
    PASS,
    RECRUIT,
    RECRUITING,
    STAGE,
    TURN,
    WHOSE_LEFT,
    WHOSE_RIGHT,
    WHOSE_SELF,
)
from heptapolis.kernel.classic.deal import deal_game
from heptapolis.kernel.classic.economy import (
    LEFT,
    RIGHT,
    neighbour,
    printed_coins,
)
from heptapolis.kernel.classic.effects import count
from heptapolis.kernel.classic.hands import controller
from heptapolis.kernel.classic.leaders import leader_price
from heptapolis.kernel.classic.moves import (
    has,
    has_chain,
    legal,
    next_stage,
    uses,
)
from heptapolis.kernel.classic.playout import random_move
from heptapolis.kernel.classic.rules import must_decide, play
from heptapolis.kernel.classic.scoring import full_sets, science, score
from heptapolis.kernel.classic.state import TURNS

# The weights, each in points; a player brings its own.
COIN, GIFT, RESOURCE, OWN_STAGE, TRADE, CHAIN, HOPE, SHARPNESS, DENY, GROWTH, SAVE, POWER = range(
    12
)
N_WEIGHTS = 12

# What makes the value of a move.
(
    WHY_POINTS, WHY_COINS, WHY_WAR, WHY_SCIENCE, WHY_GOODS, WHY_PRICES, WHY_POWER, WHY_CHAINS,
    WHY_GIFT, WHY_SPENT, WHY_DENIED,
) = range(11)  # fmt: skip
N_REASONS = 11

# Cards of each colour that a turn to come brings, on average; by Color, then leaders.
RATES = np.array([0.0, 0.08, 0.06, 0.2, 0.15, 0.17, 0.18, 0.06, 0.1])
STAGE_RATE, VICTORY_RATE, SET_RATE, COIN_RATE = 0.14, 0.15, 0.05, 0.15
EVENT_RATES = np.array([0.15, 0.15, 0.25])  # victory tokens, yellow cards, chains

# What a power is worth, and how much more with every turn to come; by Special.
POWERS = np.zeros((len(Special) + 1, 2))
for _special, _once, _each in (
    (Special.FREE_BUILD_PER_AGE, 1.0, 0.3), (Special.PLAY_LAST_CARD, 0.5, 0.15),
    (Special.BUILD_FROM_DISCARD, 3.0, 0.0), (Special.COPY_GUILD, 5.0, 0.0),
    (Special.BANK_PURCHASE, 0.0, 0.2), (Special.FREE_LEADERS, 0.0, 0.15),
    (Special.FREE_GUILDS, 2.0, 0.0), (Special.REDIRECT_DEFEAT_TOKENS, 0.5, 0.1),
    (Special.TRADE_REBATE, 0.0, 0.12), (Special.COPY_NEIGHBOUR_LEADER, 3.0, 0.0),
    (Special.DRAW_LEADERS, 1.0, 0.05), (Special.RECRUIT_EXTRA_LEADER, 2.5, 0.0),
):  # fmt: skip
    POWERS[_special] = _once, _each


# ── what a thing is worth ────────────────────────────────────────────────────────────────────────


@jit
def turns_left(states: Any, i: Any) -> Any:
    """Turns that a city still has after this one."""
    s = states[i]
    age = max(s.age, 1)
    return np.float64((AGES - age) * TURNS + TURNS - (s.turn if s.age > 0 else 0))


@jit
def worth(states: Any, i: Any, city: Any, item: Any, tables: Any, w: Any) -> Any:
    """The points that a card, leader or stage promises a city, costs aside."""
    left = turns_left(states, i)
    value = worth_of_points(states, i, city, item, left, tables, w)
    value += w[COIN] * expected_coins(states, i, city, item, left, tables)
    value += worth_of_shields(states, i, city, item, tables, w)
    value += worth_of_symbol(states, i, city, item, left, tables, w)
    value += worth_of_goods(states, i, city, item, left, tables, w)
    value += worth_of_prices(states, i, city, item, left, tables, w)
    value += worth_of_power(item, left, tables, w)
    return value + w[CHAIN] * successors(states, i, city, item, tables)


@jit
def worth_of_points(
    states: Any, i: Any, city: Any, item: Any, left: Any, tables: Any, w: Any
) -> Any:
    """Printed points, and those for what will be counted at the end."""
    t = tables[0]
    value = np.float64(t.points[item])
    if t.points_per_amount[item] != 0:
        counted = expected(
            states, i, city, np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item]),
            left * w[GROWTH], tables,
        )  # fmt: skip
        value += t.points_per_amount[item] * counted / t.points_per_per[item]
    if t.set_amount[item] != 0:
        sets = full_sets(states, i, city, np.int64(t.set_colors[item]))
        value += t.set_amount[item] * (sets + SET_RATE * left)
    return value


@jit
def expected_coins(states: Any, i: Any, city: Any, item: Any, left: Any, tables: Any) -> Any:
    """Coins that it brings now, and on events to come."""
    t = tables[0]
    coins = np.float64(t.coins[item])
    if t.coins_per_amount[item] != 0:
        counted = count(
            states, i, city, t.coins_per_what[item], t.coins_per_whose[item],
            t.coins_per_per[item], tables,
        )  # fmt: skip
        coins += t.coins_per_amount[item] * counted
    for event in range(EVENTS):
        coins += t.coins_on[item, event] * EVENT_RATES[event] * left
    return coins


@jit
def expected(states: Any, i: Any, city: Any, what: Any, whose: Any, left: Any, tables: Any) -> Any:
    """What will be counted at the end: what there is now, and what the turns to come bring."""
    one = np.int64(1)
    now = count(states, i, city, what, whose, one, tables)
    more = 0.0
    for color in range(1, RATES.shape[0]):
        if (what >> color) & 1:
            more += RATES[color]
    more += STAGE_RATE if (what >> COUNT_WONDER_STAGE) & 1 else 0.0
    more += VICTORY_RATE if (what >> COUNT_VICTORY_TOKEN) & 1 else 0.0
    more += SET_RATE if (what >> COUNT_SCIENCE_SET) & 1 else 0.0
    more += COIN_RATE if (what >> COUNT_COINS) & 1 else 0.0
    cities = 0
    for side in (WHOSE_SELF, WHOSE_LEFT, WHOSE_RIGHT):
        cities += 1 if whose & side else 0
    return now + more * cities * left


@jit
def worth_of_shields(states: Any, i: Any, city: Any, item: Any, tables: Any, w: Any) -> Any:
    """How much likelier the wars to come are won, times what they bring."""
    s, t = states[i], tables[0]
    value, shields = 0.0, t.shields[item]
    if shields == 0:
        return value
    for side in (LEFT, RIGHT):
        edge = np.float64(s.shields[city] - s.shields[neighbour(states, i, city, side)])
        for age in range(max(s.age, 1), AGES + 1):
            stake = t.victory_points[age - 1] - t.defeat_points
            sharp = w[SHARPNESS] / (1 + age - max(s.age, 1))
            value += stake * (chance(sharp * (edge + shields)) - chance(sharp * edge))
    return value


@jit
def chance(edge: Any) -> Any:
    return 1 / (1 + exp(-edge))


@jit
def worth_of_symbol(
    states: Any, i: Any, city: Any, item: Any, left: Any, tables: Any, w: Any
) -> Any:
    """The points that one more symbol brings now, and the hope that others follow."""
    s, t = states[i], tables[0]
    if t.science[item] == 0 and t.wild[item] == 0:
        return 0.0
    symbol = np.int64(t.science[item])
    wild = np.int64(s.symbols[city, 0])
    before, _ = science(states, i, city, wild, NONE, tables)
    s.symbols[city, symbol] += 1
    after, _ = science(states, i, city, wild + t.wild[item], NONE, tables)
    s.symbols[city, symbol] -= 1
    return after - before + w[HOPE] * left


@jit
def worth_of_goods(
    states: Any, i: Any, city: Any, item: Any, left: Any, tables: Any, w: Any
) -> Any:
    """What production helps to build: cards to come, and the city's own stages."""
    s, t = states[i], tables[0]
    goods = np.int64(t.choice[item])
    for r in range(RESOURCES):
        if t.produce[item, r] > 0:
            goods |= 1 << r
    value = 0.0
    if goods == 0:
        return value
    lacked = np.int64(0)
    for r in range(RESOURCES):
        if (goods >> r) & 1:
            made = min(makers(states, i, city, r), COST_UNITS)
            cards = t.demand[s.n_cities, s.age, r, made] * ((TURNS - s.turn) / TURNS)
            for age in range(s.age + 1, AGES + 1):
                cards += t.demand[s.n_cities, age, r, made]
            value += w[RESOURCE] * cards / s.n_cities
            lacked |= lacking_stages(states, i, city, r, made, tables)
    return value + w[OWN_STAGE] * count_bits(lacked)


@jit
def makers(states: Any, i: Any, city: Any, r: Any) -> Any:
    """Units of a resource that a city makes, if its producers of choice make nothing else."""
    s = states[i]
    units = np.int64(s.produce[city, r])
    for k in range(s.n_choice[city]):
        units += (s.choice[city, k] >> r) & 1
    return units


@inlined
def lacking_stages(states: Any, i: Any, city: Any, r: Any, made: Any, tables: Any) -> Any:
    """Bits of the stages to come that cost more of a resource than the city makes."""
    s, t = states[i], tables[0]
    number = s.board[city] - FIRST_BOARD
    bits = np.int64(0)
    for stage in range(s.stages[city], t.n_stages[number]):
        if t.cost[FIRST_STAGE + STAGES * number + stage, r] > made:
            bits |= 1 << stage
    return bits


@jit
def worth_of_prices(
    states: Any, i: Any, city: Any, item: Any, left: Any, tables: Any, w: Any
) -> Any:
    """Cheaper trade, and units that constructions need no more."""
    s, t = states[i], tables[0]
    value = 0.0
    for side in range(2):
        for kind in range(2):
            if 0 < t.price[item, side, kind] < s.price[city, side, kind]:
                value += w[TRADE] * left
    if t.fewer_units[item] > 0:
        target = np.int64(t.fewer_target[item])
        rate = STAGE_RATE if target == TARGETS - 1 else RATES[target]
        value += t.fewer_units[item] * rate * left * 2 * w[COIN]
    return value


@jit
def worth_of_power(item: Any, left: Any, tables: Any, w: Any) -> Any:
    special = tables[0].special[item]
    return w[POWER] * (POWERS[special, 0] + POWERS[special, 1] * left)


@jit
def successors(states: Any, i: Any, city: Any, item: Any, tables: Any) -> Any:
    """Cards to come that this one makes free."""
    t = tables[0]
    n = 0
    if item >= FIRST_LEADER:
        return n
    for k in range(CHAINS):
        card = np.int64(t.frees[t.structure[item], k])
        if card == 0:
            break
        if t.age[card] > t.age[item] and not has_chain(states, i, city, card, tables):
            n += 1
    return n


# ── what a move is worth ─────────────────────────────────────────────────────────────────────────


@jit
def rate_moves(
    states: Any, i: Any, city: Any, tables: Any, w: Any, moves: Any, n: Any, values: Any
) -> None:
    """The value of every legal move, in points."""
    s = states[i]
    stage = next_stage(states, i, city, tables)
    of_stage = worth(states, i, city, stage, tables, w) if stage else 0.0
    heir = next_holder(states, i, city)
    last, own, denied = np.int64(-1), 0.0, 0.0
    for k in range(n):
        kind, card = moves[k, 0], moves[k, 1]
        if card != last:
            last, own, denied = card, 0.0, 0.0
            if card > 0:
                own = worth(states, i, city, card, tables, w)
                if s.phase == TURN and heir != city and wants(states, i, heir, card, tables):
                    denied = w[DENY] * worth(states, i, heir, card, tables, w)
        paid = moves[k, 2] + moves[k, 3] + moves[k, 4]
        paid += printed_price(states, i, city, kind, card, stage, tables)
        value = denied - w[COIN] * paid - w[GIFT] * (moves[k, 3] + moves[k, 4])
        if kind == PASS:
            value = 0.0
        elif kind == STAGE:
            value += of_stage
        elif kind != DISCARD:
            value += own
        values[k] = value - spent(states, i, kind, own, w)


@jit
def printed_price(
    states: Any, i: Any, city: Any, kind: Any, card: Any, stage: Any, tables: Any
) -> Any:
    """The coins that a move costs besides what is bought; a sale brings some."""
    t = tables[0]
    if kind == STAGE:
        return np.int64(t.cost_coins[stage])
    if kind == DISCARD:
        return -np.int64(t.discard_coins)
    if kind == RECRUIT:
        return leader_price(states, i, city, card, tables)
    if kind == KEEP:
        return np.int64(t.cost_coins[card])
    if kind == BUILD and not has_chain(states, i, city, card, tables):
        return printed_coins(states, i, city, card, tables)
    return NONE


@jit
def spent(states: Any, i: Any, kind: Any, own: Any, w: Any) -> Any:
    """What a move uses up: Olympia's free build, or in a recruitment a leader who is not recruited,
    while a card of the age would have passed on."""
    s = states[i]
    if kind == BUILD_FREE:
        return w[COIN] * (TURNS - s.turn) / 2
    if s.phase == RECRUITING and kind in (STAGE, DISCARD):
        return w[SAVE] * max(own, 0.0)
    return 0.0


@entry
def explain(
    states: Any, i: Any, city: Any, tables: Any, w: Any, kind: Any, card: Any, paid: Any,
    given: Any, reasons: Any,
) -> Any:  # fmt: skip
    """What makes the value of a move, a column each; returns the seat that is denied the card."""
    s = states[i]
    reasons[:] = 0
    left = turns_left(states, i)
    stage = next_stage(states, i, city, tables)
    coins = -np.float64(paid + printed_price(states, i, city, kind, card, stage, tables))
    item = stage if kind == STAGE else NONE if kind == DISCARD else card
    if item > 0:
        coins += expected_coins(states, i, city, item, left, tables)
        reasons[WHY_POINTS] = worth_of_points(states, i, city, item, left, tables, w)
        reasons[WHY_WAR] = worth_of_shields(states, i, city, item, tables, w)
        reasons[WHY_SCIENCE] = worth_of_symbol(states, i, city, item, left, tables, w)
        reasons[WHY_GOODS] = worth_of_goods(states, i, city, item, left, tables, w)
        reasons[WHY_PRICES] = worth_of_prices(states, i, city, item, left, tables, w)
        reasons[WHY_POWER] = worth_of_power(item, left, tables, w)
        reasons[WHY_CHAINS] = w[CHAIN] * successors(states, i, city, item, tables)
    reasons[WHY_COINS] = w[COIN] * coins
    reasons[WHY_GIFT] = -w[GIFT] * given
    if card > 0:
        own = worth(states, i, city, card, tables, w)
        reasons[WHY_SPENT] = -spent(states, i, kind, own, w)
    heir = next_holder(states, i, city)
    if s.phase == TURN and heir != city and wants(states, i, heir, card, tables):
        reasons[WHY_DENIED] = w[DENY] * worth(states, i, heir, card, tables, w)
    return heir


@jit
def wants(states: Any, i: Any, city: Any, card: Any, tables: Any) -> Any:
    """The city could still build a card of this name."""
    return not has(states, i, city, tables[0].structure[card])


@jit
def next_holder(states: Any, i: Any, city: Any) -> Any:
    """The seat that gets what is left of the hand."""
    s = states[i]
    if s.turn == TURNS:
        return city
    seat = city if city < s.n_players else controller(states, i)
    if s.n_players == 2:
        return 1 - seat
    return (seat + s.n_players - 1) % s.n_players if s.age == 2 else (seat + 1) % s.n_players


@entry
def rate_legal(
    states: Any, i: Any, city: Any, tables: Any, w: Any, work: Any, moves: Any, values: Any
) -> Any:
    """Every legal move, whatever its payment, and its value; returns how many."""
    n = legal(states, i, city, tables, moves, work)
    rate_moves(states, i, city, tables, w, moves, n, values)
    return n


@inlined
def greedy_game(
    states: Any, i: Any, tables: Any, weights: Any, rng: Any, work: Any, moves: Any, values: Any,
    log: Any,
) -> None:  # fmt: skip
    """Play to the end: seats whose first weight is 0 play at random."""
    s = states[i]
    while s.phase != OVER:
        for city in range(s.n_cities):
            if not must_decide(states, i, city):
                continue
            seat = city if city < s.n_players else controller(states, i)
            if weights[seat, 0] == 0:
                random_move(states, i, city, tables, rng, work, moves, log)
            else:
                n = uses(states, i, city, tables, moves, work)
                rate_moves(states, i, city, tables, weights[seat], moves, n, values)
                row = best_of(values, n, rng)
                kind, card, bank = moves[row, 0], moves[row, 1], moves[row, 2]
                play(states, i, city, kind, card, bank, moves[row, 3], moves[row, 4], tables, log)


@entry
def contest(
    states: Any, empty: Any, tables: Any, weights: Any, rng: Any, sides: Any, room: Any,
    work: Any, moves: Any, values: Any, log: Any, sheets: Any, boards: Any, coins: Any,
) -> None:  # fmt: skip
    """Whole games between players of given weights, one for each row of ``sheets``. The players
    change seats from game to game; sheets, boards and coins stand by player."""
    i = np.int64(0)
    n = empty[0].n_players
    seated = np.zeros((n, N_WEIGHTS))
    states, tables, rng = borrow(states), borrow(tables), borrow(rng)
    work, moves, values, log = borrow(work), borrow(moves), borrow(values), borrow(log)
    for k in range(sheets.shape[0]):
        deal_game(states, i, empty, tables, rng, sides, room)
        for player in range(n):
            seated[(player + k) % n] = weights[player]
        greedy_game(states, i, tables, seated, rng, work, moves, values, log)
        for player in range(n):
            seat = (player + k) % n
            score(states, i, seat, tables, sheets[k, player])
            boards[k, player] = states[i].board[seat]
            coins[k, player] = states[i].coins[seat]
