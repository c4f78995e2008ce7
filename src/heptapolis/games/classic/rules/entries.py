"""Entry points of the rules of classic: they take arrays, the rules themselves take records.

``states`` holds games or views, of which row ``i`` is meant; ``tables`` and ``workspaces`` have one
row. Results are returned, or written to arrays that the caller brings. Whole games, samples and
searches have entry points in their own modules.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules import hands as leaders
from heptapolis.games.classic.rules import deal as dealing
from heptapolis.games.classic.rules import (
    economy,
    effects,
    hands,
    moves,
    refusals,
    sampling,
    scoring,
    sight,
    turns,
)
from heptapolis.games.classic.rules import hooks as expanding
from heptapolis.games.classic.rules.types import Pack, Side, Sides
from heptapolis.kernel import entry
from heptapolis.kernel.rows import copy_log
from heptapolis.kernel.types import (
    Age,
    Card,
    City,
    Coins,
    Count,
    Flag,
    Index,
    Ints,
    Item,
    Kind,
    Random,
    Seat,
    States,
    TablesArray,
    Turn,
    Workspaces,
)

# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@entry
def deal_boards(
    states: States, i: Index, tables: TablesArray, rng: Random, sides: Sides, workspaces: Workspaces
) -> None:
    dealing.deal_boards(states[i], tables[0], rng, sides, workspaces[0].pool)


@entry
def lay_boards(
    states: States, i: Index, tables: TablesArray, boards: Ints, workspaces: Workspaces
) -> None:
    """Lay chosen boards, right after `deal_boards`."""
    dealing.lay_boards(states[i], tables[0], boards, workspaces[0].pool)


@entry
def deal(
    states: States, i: Index, tables: TablesArray, rng: Random, workspaces: Workspaces
) -> None:
    dealing.deal(states[i], tables[0], rng, workspaces[0].pool)


@entry
def deal_leaders(
    states: States, i: Index, tables: TablesArray, rng: Random, workspaces: Workspaces
) -> None:
    dealing.deal_leaders(states[i], tables[0], rng, workspaces[0].pool)


@entry
def deal_expansions(
    states: States, i: Index, tables: TablesArray, rng: Random, workspaces: Workspaces
) -> None:
    """Deal the expansions, right after the cards or the leaders, with their generator."""
    expanding.deal(states[i], tables[0], rng, workspaces[0].pool)


@entry
def open_cities(states: States, i: Index, tables: TablesArray) -> None:
    dealing.open_cities(states[i], tables[0])


# ── decisions ────────────────────────────────────────────────────────────────────────────────────


@entry
def waiting_for(states: States, i: Index) -> Any:
    return turns.waiting_for(states[i])


@entry
def city_to_decide(states: States, i: Index, seat: Seat) -> Any:
    return turns.city_to_decide(states[i], seat)


@entry
def legal(
    states: States, i: Index, city: City, tables: TablesArray, workspaces: Workspaces, out: Ints
) -> Any:
    return moves.legal(states[i], tables[0], city, out, workspaces[0])


@entry
def refusal(
    states: States,
    i: Index,
    city: City,
    kind: Kind,
    card: Card,
    tables: TablesArray,
    workspaces: Workspaces,
    short: refusals.Shortage,
) -> Any:
    return refusals.refusal(states[i], tables[0], city, kind, card, short, workspaces[0])


@entry
def play(
    states: States,
    i: Index,
    city: City,
    kind: Kind,
    card: Card,
    bank: Coins,
    left: Coins,
    right: Coins,
    tables: TablesArray,
    workspaces: Workspaces,
    events: Ints,
) -> Any:
    """Return the number of ``events`` of a turn, or -1 while other choices are open."""
    log = workspaces[0].log
    log.limit, log.length = events.shape[0], 0
    is_done = turns.play(states[i], tables[0], city, kind, card, bank, left, right, log)
    return copy_log(log, events) if is_done else np.int64(-1)


@entry
def take_back(states: States, i: Index, seat: Seat) -> None:
    turns.take_back(states[i], seat)


# ── questions ────────────────────────────────────────────────────────────────────────────────────


@entry
def score(states: States, i: Index, city: City, tables: TablesArray, sheet: Ints) -> None:
    scoring.score(states[i], tables[0], city, sheet)


@entry
def neighbour(states: States, i: Index, city: City, side: Side) -> Any:
    return economy.neighbour(states[i], city, side)


@entry
def next_holder(states: States, i: Index, seat: Seat) -> Any:
    return turns.next_holder(states[i], seat)


@entry
def settle_border(states: States, i: Index, city: City, other: City, more: Count) -> Any:
    return turns.settle_border(states[i], city, other, more)


@entry
def controller(states: States, i: Index) -> Any:
    return hands.controller(states[i])


@entry
def pack_of(states: States, i: Index, seat: Seat) -> Any:
    return hands.pack_of(states[i], seat)


@entry
def holder(states: States, i: Index, age: Age, pack: Pack, turn: Turn) -> Any:
    return sight.holder(states[i], age, pack, turn)


@entry
def hand(states: States, i: Index, seat: Seat, cards: Ints) -> Any:
    return hands.hand(states[i], seat, cards)


@entry
def choosable(states: States, i: Index, city: City, cards: Ints) -> Any:
    return hands.choosable(states[i], city, cards)


@entry
def has_last(states: States, i: Index, city: City) -> Flag:
    return hands.has_last(states[i], city)


@entry
def has(states: States, i: Index, city: City, structure: Index) -> Flag:
    return moves.has(states[i], city, structure)


@entry
def has_chain(states: States, i: Index, city: City, card: Card, tables: TablesArray) -> Flag:
    return moves.has_chain(states[i], tables[0], city, card)


@entry
def own_price(
    states: States, i: Index, city: City, kind: Kind, card: Card, tables: TablesArray
) -> Any:
    return turns.own_price(states[i], tables[0], city, kind, card)


@entry
def prices(
    states: States,
    i: Index,
    city: City,
    moves: Ints,
    n: Count,
    tables: TablesArray,
    prices: Ints,
) -> None:
    """Write the cost of each of the first ``n`` moves of a city."""
    s, t = states[i], tables[0]
    for k in range(n):
        bought = moves[k, 2] + moves[k, 3] + moves[k, 4]
        prices[k] = turns.own_price(s, t, city, moves[k, 0], moves[k, 1]) + bought


@entry
def plans(
    states: States,
    i: Index,
    city: City,
    item: Item,
    tables: TablesArray,
    workspaces: Workspaces,
    out: Ints,
) -> Any:
    return economy.plans(states[i], tables[0], city, item, out, workspaces[0].subsets)


@entry
def cheapest(
    states: States, i: Index, city: City, item: Item, tables: TablesArray, workspaces: Workspaces
) -> Any:
    return economy.cheapest(states[i], tables[0], city, item, workspaces[0])


@entry
def leader_hand(states: States, i: Index, seat: Seat, cards: Ints) -> Any:
    return leaders.leader_hand(states[i], seat, cards)


@entry
def leader_pack(states: States, i: Index, seat: Seat, cards: Ints) -> Any:
    return leaders.leader_pack(states[i], seat, cards)


@entry
def leader_owner(states: States, i: Index, row: Index, slot: Index) -> Any:
    return leaders.leader_owner(states[i], row, slot)


@entry
def leader_price(
    states: States, i: Index, city: City, leader: Item, recruiting: Flag, tables: TablesArray
) -> Any:
    return leaders.price_when(states[i], tables[0], city, leader, recruiting)


@entry
def keeps_leaders(states: States, i: Index, city: City, tables: TablesArray) -> Any:
    return leaders.keeps_leaders(states[i], tables[0], city)


@entry
def can_court(states: States, i: Index, city: City) -> Flag:
    return turns.can_court(states[i], city)


@entry
def recall_piles(states: States, i: Index, seat: Seat, piles: Ints) -> None:
    sampling.recall_piles(states[i], seat, piles)


# ── for written positions ────────────────────────────────────────────────────────────────────────


@entry
def enter(states: States, i: Index, city: City, card: Card, tables: TablesArray) -> None:
    effects.enter(states[i], tables[0], city, card)


@entry
def join(states: States, i: Index, city: City, leader: Item, tables: TablesArray) -> None:
    effects.join(states[i], tables[0], city, leader)


@entry
def apply_item(states: States, i: Index, city: City, item: Item, tables: TablesArray) -> None:
    effects.apply_item(states[i], tables[0], city, item)


@entry
def put_on_pile(states: States, i: Index, card: Card) -> None:
    turns.put_on_pile(states[i], card)
