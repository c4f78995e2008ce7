"""Quick play of classic: the moves of all seats in playouts.

The worth of a thing is a sum of facts, each times a weight of the player (`FACT_WEIGHTS`). Most
facts depend on nothing in the game: their sums are computed once for a catalogue (`quick_tables`),
so that a card of a hand takes a lookup or two. Prices are computed from the best card down, until
no remaining card can be better.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.players.greedy import (
    COIN_RATE,
    EVENT_RATES,
    POWERS,
    RATES,
    SET_RATE,
    STAGE_RATE,
    VICTORY_RATE,
    makers,
    printed_price,
    turns_left,
)
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.economy import (
    LEFT,
    NO_PAYMENT,
    RIGHT,
    cheapest,
    neighbour,
    pack_plan,
    plan_bank,
    plan_left,
    plan_right,
)
from heptapolis.games.classic.rules.effects import count
from heptapolis.games.classic.rules.hands import hand
from heptapolis.games.classic.rules.moves import has, has_chain, may_build_free, next_stage, uses
from heptapolis.games.classic.rules.scoring import full_sets, science
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.types import Plan, QuickTables, QuickTablesArray
from heptapolis.kernel import inlined, jit, records
from heptapolis.kernel.chance import uniform
from heptapolis.kernel.types import (
    Age,
    Card,
    City,
    Coins,
    Count,
    Floats,
    Index,
    Item,
    Random,
    Real,
    State,
    Tables,
    TablesArray,
    Workspace,
)

# The weights of a player, in points: always, and for each turn to come; those of the greedy player.
(
    POINT,
    COUNTED,
    COIN,
    WAR,
    SYMBOL,
    NEXT_SYMBOL,
    GOODS,
    OWN_STAGE,
    TRADE,
    CHAIN,
    POWER,
    ANY_STAGE,
    SALE,
    PAID,
    GIFT,
    FREE_BUILD_SPENT,
    LEADER_SPENT,
) = range(17)
N_FACTS = 17
FIXED, GROWTH = 0, 1  # the columns
FACT_WEIGHTS = np.zeros((N_FACTS, 2))
for _fact, _fixed, _lasting in (
    (POINT, 1.0, 0.0),  # printed
    (COUNTED, 1.0, 0.0),  # for counts at the end: the present ones and their growth
    (COIN, 0.245, 0.0),
    (WAR, 1.0, 0.0),  # points of wars, weighted by how surely the shields decide them
    (SYMBOL, 1.0, 0.0),  # points that a symbol brings now
    (NEXT_SYMBOL, 0.0, 0.08),
    (GOODS, 0.168, 0.0),  # cards to come, the city's share of them, that cost more than it makes
    (OWN_STAGE, 2.45, 0.0),  # own stages that cost more
    (TRADE, 0.0, 0.06),  # a neighbour's raw materials or goods for less
    (CHAIN, 0.35, 0.0),  # cards that will be free
    (POWER, 1.0, 0.0),  # the weight in `greedy.POWERS`
    (ANY_STAGE, 0.0, 0.0),  # a stage, whatever its effect
    (SALE, 0.0, 0.0),
    (PAID, -0.245, 0.0),  # a coin
    (GIFT, -0.15, 0.0),  # a coin for a neighbour
    (FREE_BUILD_SPENT, 0.0, -0.12),
    (LEADER_SPENT, -0.4, 0.0),  # for each point that a leader would have been worth
):
    FACT_WEIGHTS[_fact] = _fixed, _lasting
SHARPNESS = 1.12  # how surely one more shield decides the war of this age

MAX_SHIELD_LEAD = 12  # largest advantage in shields: a larger one is as sure
FIGHTS, LEARNS, PRODUCES, COUNTS, EARNS = (1 << np.arange(5)).tolist()  # conditions of a worth
PRESENT, FUTURE = 0, 1
TRIED_WORTH = -1e9  # below the worth of any card

QUICK_TABLES = np.dtype(
    [
        ("fact_weights", "f8", (N_FACTS, 2)),
        ("worth", "f8", (c.ITEMS, 2)),  # of each item in any game
        ("traits", "i8", (c.ITEMS,)),  # bits of the conditions of the rest of its worth
        ("war", "f8", (c.AGES + 1, 2 * MAX_SHIELD_LEAD + 1)),  # points to come, by advantage
        # Cards of this age and of later ones, a city's share, that cost more than so many units.
        ("demand", "f8", (c.SEATS + 1, c.AGES + 1, 2, c.RESOURCES, c.COST_UNITS + 1)),
    ],
    align=True,
)


# ── precomputed ──────────────────────────────────────────────────────────────────────────────────


def quick_tables(tables: TablesArray, weights: Floats = FACT_WEIGHTS) -> QuickTablesArray:
    """Return a record of a catalogue for quick players with these weights."""
    t, quick = tables[0], records(np.zeros(1, QUICK_TABLES))
    q = quick[0]
    now, growing = item_facts(t)
    q["fact_weights"] = weights
    q["worth"][:, FIXED] = now @ weights[:, FIXED]
    q["worth"][:, GROWTH] = now @ weights[:, GROWTH] + growing @ weights[:, FIXED]
    for trait, depends in (
        (FIGHTS, t["shields"] != 0),
        (LEARNS, (t["science"] != 0) | (t["wild"] != 0)),
        (PRODUCES, (t["choice"] != 0) | t["produce"].any(axis=1)),
        (COUNTS, (t["points_per_amount"] != 0) | (t["set_amount"] != 0)),
        (EARNS, t["coins_per_amount"] != 0),
    ):
        q["traits"] |= np.where(depends, trait, 0)
    edge = np.arange(-MAX_SHIELD_LEAD, MAX_SHIELD_LEAD + 1)
    for age in range(c.AGES, -1, -1):
        for war in range(max(age, 1), c.AGES + 1):
            stake = float(t["victory_points"][war - 1] - t["defeat_points"])
            sharp = SHARPNESS / (1 + war - max(age, 1))
            q["war"][age] += stake / (1 + np.exp(-sharp * edge))
    share = t["demand"] / np.maximum(np.arange(c.SEATS + 1), 1)[:, None, None, None]
    for age in range(c.AGES + 1):
        q["demand"][:, age, PRESENT] = share[:, age]
        q["demand"][:, age, FUTURE] = share[:, age + 1 :].sum(axis=1)
    return quick


def item_facts(t: Tables) -> tuple[Any, Any]:
    """Write the facts of each item that depend on nothing in the game, in columns: their present
    value, and the addition of every turn to come."""
    now, growing = np.zeros((c.ITEMS, N_FACTS)), np.zeros((c.ITEMS, N_FACTS))
    items = np.arange(c.ITEMS)
    now[:, POINT], now[:, COIN] = t["points"], t["coins"]
    now[:, POWER], growing[:, POWER] = POWERS[t["special"]].T
    now[:, ANY_STAGE] = items >= c.FIRST_STAGE
    cheaper = (t["price"] > 0) & (t["price"] < t["trade_price"])
    now[:, TRADE] = cheaper.sum(axis=(1, 2))
    now[:, NEXT_SYMBOL] = (t["science"] != 0) | (t["wild"] != 0)
    freed = t["frees"][t["structure"][: c.CARDS + 1]]
    now[: c.CARDS + 1, CHAIN] = (t["age"][freed] > t["age"][: c.CARDS + 1, None]).sum(axis=1)
    fewer = np.append(RATES, STAGE_RATE)[t["fewer_target"]] * t["fewer_units"]
    growing[:, COIN] = t["coins_on"][:, : c.EVENTS] @ EVENT_RATES + 2 * fewer
    rates = np.zeros(32)
    rates[: len(RATES)] = RATES
    rates[c.COUNT_WONDER_STAGE], rates[c.COUNT_VICTORY_TOKEN] = STAGE_RATE, VICTORY_RATE
    rates[c.COUNT_SCIENCE_SET], rates[c.COUNT_COINS] = SET_RATE, COIN_RATE
    what = (t["points_per_what"][:, None] >> np.arange(32)) & 1
    cities = ((t["points_per_whose"][:, None] >> np.arange(3)) & 1).sum(axis=1)
    each = t["points_per_amount"] / np.maximum(t["points_per_per"], 1)
    growing[:, COUNTED] = each * (what @ rates) * cities + t["set_amount"] * SET_RATE
    return now, growing


# ── worth of a thing ─────────────────────────────────────────────────────────────────────────────


@jit
def fact_weight(q: QuickTables, fact: Index, left: Real) -> Any:
    return q.fact_weights[fact, FIXED] + q.fact_weights[fact, GROWTH] * left


@jit
def quick_worth(s: State, t: Tables, q: QuickTables, city: City, item: Item, left: Real) -> Any:
    """Return the worth of a card, leader or stage to a city in points, costs aside."""
    value = q.worth[item, FIXED] + q.worth[item, GROWTH] * left
    traits = q.traits[item]
    if traits == 0:
        return value
    if traits & FIGHTS:
        value += fact_weight(q, WAR, left) * war_gain(s, q, city, np.int64(t.shields[item]))
    if traits & LEARNS:
        value += fact_weight(q, SYMBOL, left) * symbol_gain(s, t, city, item)
    if traits & PRODUCES:
        value += worth_of_goods(s, t, q, city, item, left)
    if traits & COUNTS:
        value += fact_weight(q, COUNTED, left) * present_count(s, t, city, item)
    if traits & EARNS:
        coins = t.coins_per_amount[item] * count(
            s, city, t.coins_per_what[item], t.coins_per_whose[item], t.coins_per_per[item]
        )
        value += fact_weight(q, COIN, left) * coins
    return value


@inlined
def war_gain(s: State, q: QuickTables, city: City, shields: Count) -> Any:
    """Return the worth of more shields in the wars to come."""
    points = 0.0
    for side in (LEFT, RIGHT):
        edge = np.int64(s.shields[city]) - np.int64(s.shields[neighbour(s, city, side)])
        points += war_points(q, s.age, edge + shields) - war_points(q, s.age, edge)
    return points


@jit
def war_points(q: QuickTables, age: Age, edge: Real) -> Any:
    return q.war[age, min(max(edge + MAX_SHIELD_LEAD, 0), 2 * MAX_SHIELD_LEAD)]


@inlined
def symbol_gain(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the points that one more symbol brings now."""
    wild, symbol = np.int64(s.symbols[city, 0]), np.int64(t.science[item])
    if wild == 0 and t.wild[item] == 0:
        own, no_more = np.int64(s.symbols[city, symbol]), 0
        for k in range(1, 4):
            no_more += 1 if s.symbols[city, k] <= own else 0
        sets = np.int64(t.science_set_points) if no_more == 1 else c.NONE  # a new set
        return 2 * own + 1 + sets
    before, _ = science(s, t, city, wild, c.NONE)
    s.symbols[city, symbol] += 1
    after, _ = science(s, t, city, wild + t.wild[item], c.NONE)
    s.symbols[city, symbol] -= 1
    return after - before


@inlined
def worth_of_goods(s: State, t: Tables, q: QuickTables, city: City, item: Item, left: Real) -> Any:
    """Return the worth of production: cards to come, and the city's own stages."""
    goods, part = np.int64(t.choice[item]), (TURNS - s.turn) / TURNS
    cards, stages = 0.0, np.int64(0)
    number = s.board[city] - c.FIRST_BOARD
    first = c.FIRST_STAGE + c.STAGES * number
    demand = q.demand[s.n_cities, s.age]
    for r in range(c.RESOURCES):
        if t.produce[item, r] > 0 or (goods >> r) & 1:
            n_made = min(makers(s, city, r), c.COST_UNITS)
            cards += demand[PRESENT, r, n_made] * part + demand[FUTURE, r, n_made]
            lacking = np.int64(0)
            for stage in range(s.stages[city], t.n_stages[number]):
                lacking += 1 if t.cost[first + stage, r] > n_made else 0
            stages = max(stages, lacking)
    return fact_weight(q, GOODS, left) * cards + fact_weight(q, OWN_STAGE, left) * stages


@inlined
def present_count(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the points of an item for the present counts."""
    points = 0.0
    if t.points_per_amount[item] != 0:
        one, what = np.int64(1), np.int64(t.points_per_what[item])
        counted = count(s, city, what, np.int64(t.points_per_whose[item]), one)
        points += t.points_per_amount[item] * counted / t.points_per_per[item]
    if t.set_amount[item] != 0:
        points += t.set_amount[item] * full_sets(s, city, np.int64(t.set_colors[item]))
    return points


# ── a choice ─────────────────────────────────────────────────────────────────────────────────────


@inlined
def quick_choice(
    s: State, t: Tables, q: QuickTables, city: City, noise: Real, rng: Random, work: Workspace
) -> Any:
    """Return a move for a deciding city: its kind, its card, its payment. Up to ``noise`` points
    are added to the worth of a thing."""
    if (s.phase != c.TURN and s.phase != c.SEVENTH) or city >= s.n_players:
        kind, card, plan = best_listed(s, t, q, city, noise, rng, work)
    else:
        kind, card, plan = best_use(s, t, q, city, noise, rng, work)
    return kind, card, plan_bank(plan), plan_left(plan), plan_right(plan)


@jit
def best_use(
    s: State, t: Tables, q: QuickTables, city: City, noise: Real, rng: Random, work: Workspace
) -> Any:
    """Return a use of a card in hand. Discards and markers are the cards worth most to the city
    itself: the next holder of the hand may want them too."""
    cards, values, left = work.cards, work.values, turns_left(s)
    n, spare = hand(s, city, cards), np.int64(0)
    for k in range(n):
        values[k] = TRIED_WORTH
        if not has(s, city, t.structure[cards[k]]):
            values[k] = quick_worth(s, t, q, city, cards[k], left) + noise * uniform(rng)
            spare = np.int64(k) if values[k] > values[spare] else spare
    kind, card, plan = c.DISCARD, cards[spare], c.NONE
    value = fact_weight(q, SALE, left) + fact_weight(q, COIN, left) * t.discard_coins
    value += noise * uniform(rng)
    stage, best = next_stage(s, t, city), spare
    if stage:
        of_stage = quick_worth(s, t, q, city, stage, left) + noise * uniform(rng)
        if of_stage > value:
            price = cheapest(s, t, city, stage, work)
            if price != NO_PAYMENT:
                of_stage += cost(q, price, np.int64(t.cost_coins[stage]), left)
                if of_stage > value:
                    kind, plan, value = c.STAGE, price, of_stage
    while values[best] > value:  # costs can only lower it
        use, price, coins = price_of_build(s, t, city, cards[best], work)
        if use != c.NONE:
            net = values[best] + cost(q, price, coins, left)
            net += fact_weight(q, FREE_BUILD_SPENT, TURNS - s.turn) if use == c.BUILD_FREE else 0.0
            if net > value:
                kind, card, plan, value = use, cards[best], price, net
        values[best] = TRIED_WORTH
        for k in range(n):
            best = np.int64(k) if values[k] > values[best] else best
    return kind, card, plan


@inlined
def price_of_build(s: State, t: Tables, city: City, card: Card, work: Workspace) -> Any:
    """Return the way to build a card, NONE if there is none: its plan, and the printed coins.
    Olympia's free build is kept for unaffordable cards."""
    if has_chain(s, t, city, card):
        return c.BUILD, c.NONE, c.NONE
    plan = cheapest(s, t, city, card, work)
    if plan != NO_PAYMENT:
        return c.BUILD, plan, np.int64(t.cost_coins[card])
    is_free = s.phase == c.TURN and may_build_free(s, city)
    return (c.BUILD_FREE if is_free else c.NONE), c.NONE, c.NONE


@jit
def cost(q: QuickTables, plan: Plan, coins: Coins, left: Real) -> Any:
    """Return the worth of the coins paid, as a loss."""
    gift = plan_left(plan) + plan_right(plan)
    paid = coins + plan_bank(plan) + gift
    return fact_weight(q, PAID, left) * paid + fact_weight(q, GIFT, left) * gift


@jit
def best_listed(
    s: State, t: Tables, q: QuickTables, city: City, noise: Real, rng: Random, work: Workspace
) -> Any:
    """Return the best of all legal moves: for leaders, the pile, and the Free City."""
    moves, left = work.moves, turns_left(s)
    n = uses(s, t, city, moves, work)
    stage = next_stage(s, t, city)
    row, most = np.int64(0), TRIED_WORTH
    for k in range(n):
        kind, card = moves[k, 0], moves[k, 1]
        value = noise * uniform(rng)
        if kind != c.PASS:
            gift = moves[k, 3] + moves[k, 4]
            paid = gift + moves[k, 2] + printed_price(s, t, city, kind, card, stage)
            value += fact_weight(q, PAID, left) * paid + fact_weight(q, GIFT, left) * gift
            if kind == c.STAGE:
                value += quick_worth(s, t, q, city, stage, left)
            elif kind != c.DISCARD:
                value += quick_worth(s, t, q, city, card, left)
            if s.phase == c.RECRUITING and kind in (c.STAGE, c.DISCARD):
                own = max(quick_worth(s, t, q, city, card, left), 0.0)
                value += fact_weight(q, LEADER_SPENT, left) * own
        if value > most:
            row, most = np.int64(k), value
    bank, to_left, to_right = moves[row, 2], moves[row, 3], moves[row, 4]
    return moves[row, 0], moves[row, 1], pack_plan(bank, to_left, to_right)
