"""Entry points of the rules of Duel: they take arrays, the rules themselves take records.

``states`` holds games or views, of which row ``i`` is meant; ``tables`` and ``workspaces`` have one
row. Whole games, views, samples and searches have entry points in their own modules.
"""

from typing import Any

from heptapolis.games.duel.rules import city, refusals, scoring, turns
from heptapolis.kernel import entry

# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@entry
def deal(states: Any, i: Any, tables: Any, rng: Any, workspaces: Any) -> None:
    turns.deal_all(states[i], tables[0], rng, workspaces[0].pool)


@entry
def open_game(states: Any, i: Any, sets: Any, tables: Any, workspaces: Any) -> None:
    log = workspaces[0].log
    log.length = 0
    turns.set_up(states[i], tables[0], sets, log)


# ── decisions ────────────────────────────────────────────────────────────────────────────────────


@entry
def seat_to_move(states: Any, i: Any) -> Any:
    """Return the seat that must decide; NO_SEAT after the end."""
    return turns.NO_SEAT if states[i].phase == turns.OVER else states[i].seat


@entry
def legal(states: Any, i: Any, tables: Any, workspaces: Any) -> Any:
    return turns.list_moves(states[i], tables[0], workspaces[0].moves)


@entry
def refusal(
    states: Any, i: Any, kind: Any, card: Any, wonder: Any, tables: Any, workspaces: Any
) -> Any:
    return refusals.refusal(states[i], tables[0], kind, card, wonder, workspaces[0])


@entry
def play(
    states: Any, i: Any, kind: Any, card: Any, wonder: Any, tables: Any, workspaces: Any
) -> None:
    work = workspaces[0]
    work.log.length = 0
    turns.carry_out(states[i], tables[0], kind, card, wonder, work)


# ── questions ────────────────────────────────────────────────────────────────────────────────────


@entry
def score(states: Any, i: Any, seat: Any, tables: Any, workspaces: Any) -> None:
    scoring.fill_sheet(states[i], tables[0], seat, workspaces[0].sheet[:])


@entry
def has_chain(states: Any, i: Any, seat: Any, card: Any, tables: Any) -> Any:
    return city.has_chain(states[i], tables[0], seat, card)


@entry
def price(states: Any, i: Any, seat: Any, item: Any, tables: Any) -> Any:
    return city.price(states[i], tables[0], seat, item)


@entry
def prices(states: Any, i: Any, n: Any, tables: Any, workspaces: Any, prices: Any) -> None:
    """Write the cost of each of the moves in ``workspaces``."""
    s, t, moves = states[i], tables[0], workspaces[0].moves
    for k in range(n):
        prices[k] = turns.price_of_move(s, t, moves[k, 0], moves[k, 1], moves[k, 2])


@entry
def sale_coins(states: Any, i: Any, seat: Any, tables: Any) -> Any:
    return turns.sale_coins(states[i], tables[0], seat)


@entry
def strength(states: Any, i: Any, seat: Any, item: Any, tables: Any) -> Any:
    return turns.strength(states[i], tables[0], seat, item)


# ── for written positions ─────────────────────────────────────────────────────────────────────────


@entry
def enter(states: Any, i: Any, seat: Any, card: Any, tables: Any) -> None:
    city.enter(states[i], tables[0], seat, card)


@entry
def recount(states: Any, i: Any, seat: Any, tables: Any) -> None:
    city.recount(states[i], tables[0], seat)


@entry
def put_on_pile(states: Any, i: Any, card: Any) -> None:
    turns.put_on_pile(states[i], card)


@entry
def lay_out(states: Any, i: Any, age: Any, tables: Any) -> None:
    turns.lay_out(states[i], tables[0], age)


@entry
def open_library(states: Any, i: Any) -> None:
    turns.open_library(states[i])


@entry
def settle(states: Any, i: Any, tables: Any, workspaces: Any) -> None:
    scoring.settle(states[i], tables[0], workspaces[0].sheets)
