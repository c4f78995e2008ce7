"""Entry points of the rules of Duel: they take arrays, the rules themselves take records.

``states`` holds games or views, of which row ``i`` is meant; ``tables`` and ``workspaces`` have one
row. Results are returned, or written to arrays that the caller brings. Whole games, views, samples
and searches have entry points in their own modules.
"""

from typing import Any

from heptapolis.games.duel.rules import city, refusals, scoring, turns
from heptapolis.games.duel.rules import constants as c
from heptapolis.kernel import entry
from heptapolis.kernel.rows import copy_log
from heptapolis.kernel.types import (
    Age,
    Card,
    Count,
    Index,
    Ints,
    Item,
    Kind,
    Random,
    Seat,
    States,
    TablesArray,
    Workspaces,
)

# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@entry
def deal(
    states: States, i: Index, tables: TablesArray, rng: Random, workspaces: Workspaces
) -> None:
    turns.deal_all(states[i], tables[0], rng, workspaces[0].pool)


@entry
def open_game(
    states: States,
    i: Index,
    sets: Ints,
    tables: TablesArray,
    workspaces: Workspaces,
    events: Ints,
) -> Any:
    """Return the number of ``events``."""
    log = workspaces[0].log
    log.limit, log.length = events.shape[0], 0
    turns.set_up(states[i], tables[0], sets, log)
    return copy_log(log, events)


# ── decisions ────────────────────────────────────────────────────────────────────────────────────


@entry
def seat_to_move(states: States, i: Index) -> Any:
    """Return the seat that must decide; NO_SEAT after the end."""
    return c.NO_SEAT if states[i].phase == c.OVER else states[i].seat


@entry
def legal(states: States, i: Index, tables: TablesArray, moves: Ints) -> Any:
    return turns.list_moves(states[i], tables[0], moves)


@entry
def refusal(
    states: States,
    i: Index,
    kind: Kind,
    card: Card,
    wonder: Item,
    tables: TablesArray,
    workspaces: Workspaces,
) -> Any:
    """Return the obstacle, and the price if coins are short."""
    return refusals.refusal(states[i], tables[0], kind, card, wonder, workspaces[0])


@entry
def play(
    states: States,
    i: Index,
    kind: Kind,
    card: Card,
    wonder: Item,
    tables: TablesArray,
    workspaces: Workspaces,
    events: Ints,
) -> Any:
    """Return the number of ``events``."""
    work = workspaces[0]
    work.log.limit, work.log.length = events.shape[0], 0
    turns.carry_out(states[i], tables[0], kind, card, wonder, work)
    return copy_log(work.log, events)


# ── questions ────────────────────────────────────────────────────────────────────────────────────


@entry
def score(states: States, i: Index, seat: Seat, tables: TablesArray, sheet: Ints) -> None:
    scoring.fill_sheet(states[i], tables[0], seat, sheet)


@entry
def has_chain(states: States, i: Index, seat: Seat, card: Card, tables: TablesArray) -> Any:
    return city.has_chain(states[i], tables[0], seat, card)


@entry
def price(states: States, i: Index, seat: Seat, item: Item, tables: TablesArray) -> Any:
    return city.price(states[i], tables[0], seat, item)


@entry
def prices(
    states: States, i: Index, moves: Ints, n: Count, tables: TablesArray, prices: Ints
) -> None:
    """Write the cost of each of the first ``n`` moves."""
    s, t = states[i], tables[0]
    for k in range(n):
        prices[k] = turns.price_of_move(s, t, moves[k, 0], moves[k, 1], moves[k, 2])


@entry
def sale_coins(states: States, i: Index, seat: Seat, tables: TablesArray) -> Any:
    return turns.sale_coins(states[i], tables[0], seat)


@entry
def strength(states: States, i: Index, seat: Seat, item: Item, tables: TablesArray) -> Any:
    return turns.strength(states[i], tables[0], seat, item)


# ── for written positions ─────────────────────────────────────────────────────────────────────────


@entry
def enter(states: States, i: Index, seat: Seat, card: Card, tables: TablesArray) -> None:
    city.enter(states[i], tables[0], seat, card)


@entry
def recount(states: States, i: Index, seat: Seat, tables: TablesArray) -> None:
    city.recount(states[i], tables[0], seat)


@entry
def put_on_pile(states: States, i: Index, card: Card) -> None:
    turns.put_on_pile(states[i], card)


@entry
def lay_out(states: States, i: Index, age: Age, tables: TablesArray) -> None:
    turns.lay_out(states[i], tables[0], age)


@entry
def open_library(states: States, i: Index) -> None:
    turns.open_library(states[i])


@entry
def settle(states: States, i: Index, tables: TablesArray, workspaces: Workspaces) -> None:
    scoring.settle(states[i], tables[0], workspaces[0].sheets)
