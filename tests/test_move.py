"""`Move.price` of a listed move is the amount paid, in every game."""

from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.events import Paid
from heptapolis.move import Move

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"seats": 2}),
    ("classic", {"seats": 3, "leaders": True}),
    ("duel", {}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_price_of_a_move_is_paid(game: str, options: dict[str, Any]) -> None:
    table, rng, dear = hp.new(game, seed=5, **options), Random(5), set[str]()
    while not table.is_over:
        told, due = len(table.events), list[tuple[int, int]]()
        while len(table.events) == told and not table.is_over:
            seat = table.to_move[0]
            moves = table.legal_moves(seat)
            assert [move.price for move in table.view(seat).legal_moves()] == [
                move.price for move in moves
            ]
            move = rng.choice([one for one in moves if one.price] or moves)
            city = table.players if move.free_city else seat
            due += [(city, move.price)] if move.price else []
            dear |= {move.verb} if move.price > move.trade else set()
            table.submit(seat, move)
        paid = [event for event in table.events[told:] if isinstance(event, Paid)]
        coins = [(one.seat, one.bank + one.left + one.right + one.opponent) for one in paid]
        assert sorted(coins) == sorted(due)
    assert "build" in dear, "some moves must have printed coins"


def test_free_moves_have_price_zero() -> None:
    game = hp.new("classic", seats=3, seed=1)
    discards = [move for move in game.legal_moves(0) if move.verb == "discard"]
    assert discards and not any(move.price for move in discards)
    chained = hp.from_position(
        {"players": 3, "age": 2, "hands": [["statue"]], "cities": [{"buildings": ["theater"]}]}
    )
    build = next(move for move in chained.legal_moves(0) if str(move) == "build statue")
    assert build.price == 0 == build.trade


def test_a_parsed_move_has_no_price() -> None:
    written = Move.parse("build university left=2 right=2")
    assert written.trade == 4
    with pytest.raises(hp.InvalidText, match="price"):
        written.price  # noqa: B018
    priced = Move("discard", "loom", _price=0)
    assert priced == Move.parse("discard loom") and hash(priced) == hash(Move("discard", "loom"))
