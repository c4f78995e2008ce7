"""Entry points of the rules of classic: they take arrays, the rules themselves take records.

``states`` holds games or views, of which row ``i`` is meant; ``tables`` and ``workspaces`` have one
row. Whole games, samples and searches have entry points in their own modules.
"""

from typing import Any

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
from heptapolis.kernel import entry

# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@entry
def deal_boards(states: Any, i: Any, tables: Any, rng: Any, sides: Any, workspaces: Any) -> None:
    dealing.deal_boards(states[i], tables[0], rng, sides, workspaces[0].pool)


@entry
def lay_boards(states: Any, i: Any, tables: Any, boards: Any, workspaces: Any) -> None:
    """Lay chosen boards, right after `deal_boards`."""
    dealing.lay_boards(states[i], tables[0], boards, workspaces[0].pool)


@entry
def deal(states: Any, i: Any, tables: Any, rng: Any, workspaces: Any) -> None:
    dealing.deal(states[i], tables[0], rng, workspaces[0].pool)


@entry
def deal_leaders(states: Any, i: Any, tables: Any, rng: Any, workspaces: Any) -> None:
    dealing.deal_leaders(states[i], tables[0], rng, workspaces[0].pool)


@entry
def deal_expansions(states: Any, i: Any, tables: Any, rng: Any, workspaces: Any) -> None:
    """Deal the expansions, right after the cards or the leaders, with their generator."""
    expanding.deal(states[i], tables[0], rng, workspaces[0].pool)


@entry
def open_cities(states: Any, i: Any, tables: Any) -> None:
    dealing.open_cities(states[i], tables[0])


# ── decisions ────────────────────────────────────────────────────────────────────────────────────


@entry
def waiting_for(states: Any, i: Any) -> Any:
    return turns.waiting_for(states[i])


@entry
def city_to_decide(states: Any, i: Any, seat: Any) -> Any:
    return turns.city_to_decide(states[i], seat)


@entry
def legal(states: Any, i: Any, city: Any, tables: Any, workspaces: Any) -> Any:
    return moves.legal(states[i], tables[0], city, workspaces[0])


@entry
def refusal(
    states: Any, i: Any, city: Any, kind: Any, card: Any, tables: Any, workspaces: Any
) -> Any:
    return refusals.refusal(states[i], tables[0], city, kind, card, workspaces[0])


@entry
def play(
    states: Any,
    i: Any,
    city: Any,
    kind: Any,
    card: Any,
    bank: Any,
    left: Any,
    right: Any,
    tables: Any,
    workspaces: Any,
) -> Any:
    log = workspaces[0].log
    log.length = 0
    return turns.play(states[i], tables[0], city, kind, card, bank, left, right, log)


@entry
def take_back(states: Any, i: Any, seat: Any) -> None:
    turns.take_back(states[i], seat)


# ── questions ────────────────────────────────────────────────────────────────────────────────────


@entry
def score(states: Any, i: Any, city: Any, tables: Any, workspaces: Any) -> None:
    scoring.score(states[i], tables[0], city, workspaces[0].sheet)


@entry
def neighbour(states: Any, i: Any, city: Any, side: Any) -> Any:
    return economy.neighbour(states[i], city, side)


@entry
def next_holder(states: Any, i: Any, seat: Any) -> Any:
    return turns.next_holder(states[i], seat)


@entry
def settle_border(states: Any, i: Any, city: Any, other: Any, more: Any) -> Any:
    return turns.settle_border(states[i], city, other, more)


@entry
def controller(states: Any, i: Any) -> Any:
    return hands.controller(states[i])


@entry
def pack_of(states: Any, i: Any, seat: Any) -> Any:
    return hands.pack_of(states[i], seat)


@entry
def holder(states: Any, i: Any, age: Any, pack: Any, turn: Any) -> Any:
    return sight.holder(states[i], age, pack, turn)


@entry
def hand(states: Any, i: Any, seat: Any, workspaces: Any) -> Any:
    return hands.hand(states[i], seat, workspaces[0].cards)


@entry
def choosable(states: Any, i: Any, city: Any, workspaces: Any) -> Any:
    return hands.choosable(states[i], city, workspaces[0].cards)


@entry
def has_last(states: Any, i: Any, city: Any) -> Any:
    return hands.has_last(states[i], city)


@entry
def has(states: Any, i: Any, city: Any, structure: Any) -> Any:
    return moves.has(states[i], city, structure)


@entry
def has_chain(states: Any, i: Any, city: Any, card: Any, tables: Any) -> Any:
    return moves.has_chain(states[i], tables[0], city, card)


@entry
def own_price(states: Any, i: Any, city: Any, kind: Any, card: Any, tables: Any) -> Any:
    return turns.own_price(states[i], tables[0], city, kind, card)


@entry
def prices(
    states: Any, i: Any, city: Any, n: Any, tables: Any, workspaces: Any, prices: Any
) -> None:
    """Write the cost of each of the city's moves in ``workspaces``."""
    s, t, moves = states[i], tables[0], workspaces[0].moves
    for k in range(n):
        bought = moves[k, 2] + moves[k, 3] + moves[k, 4]
        prices[k] = turns.own_price(s, t, city, moves[k, 0], moves[k, 1]) + bought


@entry
def plans(states: Any, i: Any, city: Any, item: Any, tables: Any, workspaces: Any) -> Any:
    work = workspaces[0]
    return economy.plans(states[i], tables[0], city, item, work.plans, work.parts)


@entry
def cheapest(states: Any, i: Any, city: Any, item: Any, tables: Any, workspaces: Any) -> Any:
    return economy.cheapest(states[i], tables[0], city, item, workspaces[0])


@entry
def leader_hand(states: Any, i: Any, seat: Any, workspaces: Any) -> Any:
    return leaders.leader_hand(states[i], seat, workspaces[0].cards)


@entry
def leader_pack(states: Any, i: Any, seat: Any, workspaces: Any) -> Any:
    return leaders.leader_pack(states[i], seat, workspaces[0].cards)


@entry
def leader_owner(states: Any, i: Any, row: Any, slot: Any) -> Any:
    return leaders.leader_owner(states[i], row, slot)


@entry
def leader_price(states: Any, i: Any, city: Any, leader: Any, recruiting: Any, tables: Any) -> Any:
    return leaders.price_when(states[i], tables[0], city, leader, recruiting)


@entry
def keeps_leaders(states: Any, i: Any, city: Any, tables: Any) -> Any:
    return leaders.keeps_leaders(states[i], tables[0], city)


@entry
def can_court(states: Any, i: Any, city: Any) -> Any:
    return turns.can_court(states[i], city)


@entry
def recall_piles(states: Any, i: Any, seat: Any, piles: Any) -> None:
    sampling.recall_piles(states[i], seat, piles)


# ── for written positions ────────────────────────────────────────────────────────────────────────


@entry
def enter(states: Any, i: Any, city: Any, card: Any, tables: Any) -> None:
    effects.enter(states[i], tables[0], city, card)


@entry
def join(states: Any, i: Any, city: Any, leader: Any, tables: Any) -> None:
    effects.join(states[i], tables[0], city, leader)


@entry
def apply_item(states: Any, i: Any, city: Any, item: Any, tables: Any) -> None:
    effects.apply_item(states[i], tables[0], city, item)


@entry
def put_on_pile(states: Any, i: Any, card: Any) -> None:
    turns.put_on_pile(states[i], card)
