"""Tables for rule tests of Duel: positions with only the facts a rule needs, and functions to play."""

from collections.abc import Sequence
from typing import Any, TypeVar

import heptapolis as hp
from heptapolis.events import Event, Gained, Paid
from heptapolis.games.duel.catalog import load_duel
from tests.kinds import duel_from

City = dict[str, Any]
Kind = TypeVar("Kind", bound=Event)
CATALOG = load_duel()
EMPTY_CITY: City = {}
MANY_COINS = 50
# The row for the named cards: with other cards behind them, or as the last cards of the age.
ROW, LAST_ROW = 3, 1


def city(*buildings: str, built: Sequence[str] = (), **more: Any) -> City:
    """Return a city of a position: ``city("baths", built=["sphinx"], tokens=["law"], coins=5)``.

    Built wonders need not be repeated in ``wonders``.
    """
    wonders = [*built, *more.pop("wonders", ())]
    return {"buildings": list(buildings), "built": list(built), "wonders": wonders, **more}


def builder(*wonders: str, **more: Any) -> City:
    """Return a city that can afford its wonders."""
    return city(wonders=wonders, **{"coins": MANY_COINS, **more})


def covers(age: int, slot: int) -> list[int]:
    """Return the slots that a card covers: the two that touch it in the previous row."""
    slots = CATALOG.layout[str(age)].slots
    at = slots[slot]
    return [s.index for s in slots if s.row == at.row - 1 and abs(s.col - at.col) == 1]


def layout(age: int, cards: Sequence[str], *, last: bool = False, beneath: str = "?") -> list[str]:
    """Return a card structure in which exactly these cards are accessible, in order from the left.

    They cover other cards, so that the age goes on, unless they are its ``last``.
    """
    slots = CATALOG.layout[str(age)].slots
    row = [slot.index for slot in slots if slot.row == (LAST_ROW if last else ROW)]
    held = dict(zip(row, cards, strict=False))
    assert len(held) == len(cards), f"{len(cards)} cards are too many for one row"
    todo = [] if last else list(held)
    while todo:
        for slot in covers(age, todo.pop()):
            if slot not in held:
                held[slot] = beneath
                todo.append(slot)
    return [held.get(slot, "-") for slot in range(20)]


def table(
    mine: City,
    theirs: City,
    *cards: str,
    last: bool = False,
    catalog: hp.Catalog | None = None,
    **more: Any,
) -> hp.DuelGame:
    """Return a game at a position with accessible ``cards``; their age is that of the game."""
    position = {"game": "duel", "cities": [mine, theirs], **more}
    if cards:
        known = CATALOG if catalog is None else catalog
        age = known.find(cards[0]).age
        position = {"age": age, "layout": {str(age): layout(age, cards, last=last)}, **position}
    return duel_from(position, catalog=catalog)


def texts(game: hp.DuelGame, start: str = "") -> list[str]:
    """Return the legal moves that begin with these words, as texts."""
    moves = [str(move) for seat in game.to_move for move in game.legal_moves(seat)]
    return [text for text in moves if f"{text} ".startswith(f"{start} " if start else "")]


def play(game: hp.DuelGame, *moves: str) -> hp.DuelGame:
    """Submit moves, each for the seat to move."""
    for move in moves:
        game.submit(game.to_move[0], move)
    return game


def discard(game: hp.DuelGame) -> hp.DuelGame:
    """Let the seat to move discard a card."""
    return play(game, texts(game, "discard")[0])


def play_on(game: hp.DuelGame, age: int = 4) -> hp.DuelGame:
    """Discard until the given age begins, or to the end of the game."""
    while not game.is_over and game.age < age:
        play(game, texts(game)[-1])
    return game


def coins(game: hp.DuelGame) -> list[int]:
    """Return the coins of both cities."""
    return [each.coins for each in game.cities]


def events_of(game: hp.DuelGame, kind: type[Kind]) -> list[Kind]:
    """Return the events of one kind."""
    return [event for event in game.events if isinstance(event, kind)]


def coins_gained(game: hp.DuelGame, source: str, seat: int = 0) -> int:
    """Return the coins that a seat got from the bank for a card, a wonder, a token or a discard."""
    return sum(e.coins for e in events_of(game, Gained) if (e.seat, e.source) == (seat, source))


def price_paid(mine: City, theirs: City, id: str, **more: Any) -> int:
    """Return the price of a card or wonder for seat 0, and check that it is the amount paid."""
    mine = {"coins": MANY_COINS, **mine}
    if id in CATALOG.wonder:
        mine["wonders"] = [*mine.get("wonders", []), id]
        game = table(mine, theirs, "arsenal", "circus", **more)
        told = game.price(0, id)
        play(game, f"wonder {id} arsenal")
    else:
        game = table(mine, theirs, id, **more)
        told = game.price(0, id)
        play(game, f"build {id}")
    assert sum(event.bank + event.opponent for event in events_of(game, Paid)) == told
    return told


def can_build(mine: City, theirs: City, id: str) -> bool:
    """Return whether seat 0 can build an accessible card."""
    return f"build {id}" in texts(table(mine, theirs, id))


def sheet(mine: City, theirs: City = EMPTY_CITY, **more: Any) -> dict[str, int]:
    """Return the score sheet of seat 0."""
    return hp.score({"game": "duel", "age": 3, "cities": [mine, theirs], **more})[0]
