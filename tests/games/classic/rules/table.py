"""Tables for rule tests: positions with only the facts a rule needs, and functions to play on them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import heptapolis as hp
from heptapolis.events import Event, Gained
from heptapolis.games.classic.catalog import load_classic
from tests.kinds import classic_from

City = dict[str, Any]
Kind = TypeVar("Kind", bound=Event)


def city(wonder: str, *buildings: str, **more: Any) -> City:
    """Return a city of a position: ``city("giza:A", "baths", coins=5, stages=1)``."""
    return {"wonder": wonder, "buildings": list(buildings), **more}


def table(
    *cities: City,
    hands: Sequence[Sequence[str] | None] = (),
    age: int = 2,
    turn: int = 5,
    catalog: hp.Catalog | None = None,
    **more: Any,
) -> hp.ClassicGame:
    """Return a game at a position. A given hand is completed to the size of the turn with other cards
    of the age; missing hands are dealt from the seed."""
    given = [None if hand is None else list(hand) for hand in hands]
    mentioned: Counter[str] = Counter(more.get("discard", []) + more.get("pile", []))
    for cards in [*given, *(c["buildings"] + c.get("markers", []) for c in cities)]:
        mentioned.update(cards or [])
    others = sorted((load_classic().deck(age, len(cities)) - mentioned).elements())
    for hand in given:
        if hand is not None:
            hand += [others.pop() for _ in range(8 - max(turn, 1) - len(hand))]
    position = {"age": age, "turn": turn, "cities": list(cities), "hands": given, **more}
    return classic_from(position, catalog=catalog)


def leaders_table(*cities: City, **more: Any) -> hp.ClassicGame:
    """Return a `table` with the Leaders expansion. A city has its ``leaders`` in play and optionally its
    ``leader_hand``; other hands are dealt from the seed."""
    return table(*cities, leaders=True, **more)


def recruitment(*cities: City, age: int = 2, **more: Any) -> hp.ClassicGame:
    """Return a game at the recruitment before an age; hands are those of its first turn."""
    return leaders_table(*cities, age=age, turn=0, phase="recruit", **more)


def leaders_sheet(*cities: City, **more: Any) -> dict[str, int]:
    """Return the score sheet of seat 0 in a game with leaders; missing neighbours are empty."""
    given = [*cities, {}, {}][: max(3, len(cities))]
    return hp.score({"leaders": True, "age": 3, "cities": given, **more})[0]


def texts(game: hp.ClassicGame, seat: int, start: str = "") -> list[str]:
    """Return the legal moves of a seat that begin with these words, as texts."""
    moves = [str(move) for move in game.legal_moves(seat)]
    return [text for text in moves if f"{text} ".startswith(f"{start} " if start else "")]


def play(game: hp.ClassicGame, *moves: str | None) -> None:
    """Submit a choice for every seat in order; a seat without one discards."""
    for seat in range(game.players):
        move = moves[seat] if seat < len(moves) else None
        game.submit(seat, move or texts(game, seat, "discard")[-1])


def play_on(game: hp.ClassicGame, age: int = 4, turn: int = 1) -> None:
    """Discard and pass until the given turn begins, or to the end of the game."""
    while not game.is_over and (game.age, game.turn) < (age, turn):
        for seat in game.to_move:
            game.submit(seat, game.legal_moves(seat)[-1])


def coins(game: hp.ClassicGame) -> list[int]:
    """Return the coins of every city."""
    return [each.coins for each in game.cities]


def events_of(game: hp.ClassicGame, kind: type[Kind]) -> list[Kind]:
    """Return the events of one kind."""
    return [event for event in game.events if isinstance(event, kind)]


def coins_gained(game: hp.ClassicGame, source: str, seat: int = 0) -> int:
    """Return the coins that a seat got from the bank for a card, a leader, a stage or a discard."""
    return sum(e.coins for e in events_of(game, Gained) if (e.seat, e.source) == (seat, source))
