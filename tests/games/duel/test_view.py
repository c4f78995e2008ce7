"""The knowledge of a seat of Duel."""

from random import Random
from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.duel.rules.state import FIELDS
from heptapolis.kernel.visibility import PUBLIC
from tests.games.duel.samples import IN_EVERY_PHASE, LIBRARY, SETS, game_at, play
from tests.kinds import duel_from


@IN_EVERY_PHASE
def test_public_fields_are_the_same_for_all_viewers(phase: str, n: int) -> None:
    game = game_at(phase, n)
    for seat in (0, 1, None):
        view = game.view(seat)
        for name in FIELDS.named(PUBLIC):
            assert view._field(name).tolist() == game._field(name).tolist(), name
        assert (view.seat, view.age, view.turn) == (seat, game.age, game.turn)
        assert (view.accessible, view.discard, view.marker) == (
            game.accessible,
            game.discard,
            game.marker,
        )
        assert (view.tokens, view.offer, view.n_aside) == (game.tokens, game.offer, game.n_aside)
        assert [view.score(seat) for seat in (0, 1)] == game.scores()
        assert [view.loot(seat) for seat in (0, 1)] == [game.loot(seat) for seat in (0, 1)]
        assert (view.outcome, view.winner) == (game.outcome, game.winner)


@IN_EVERY_PHASE
def test_a_view_offers_its_seat_what_the_game_offers(phase: str, n: int) -> None:
    game = game_at(phase, n)
    for seat in (0, 1):
        view = game.view(seat)
        assert view.legal_moves() == game.legal_moves(seat)
        assert view.to_move == game.to_move
        for card in view.accessible:
            assert view.price(seat, card) == game.price(seat, card)
    assert game.view(None).legal_moves() == []


@IN_EVERY_PHASE
def test_a_view_holds_nothing_that_lies_face_down(phase: str, n: int) -> None:
    game = game_at(phase, n)
    if game.is_over:
        return
    for seat in (0, 1, None):
        view = game.view(seat)
        layout = view._field("layout")
        assert not layout[game.age :].any()
        for place in view.places:
            hidden = not place.is_taken and not place.is_face_up
            assert (layout[game.age - 1, place.slot.index] == 0) == hidden
            assert (place.card is None) == (place.is_taken or hidden)
        assert not view._field("next_offer")
        data = view.position()
        assert "next_offer" not in data
        assert sorted(data["layout"]) == [str(age) for age in range(1, game.age + 1)]


def test_the_library_is_shown_to_its_builder_and_remembered() -> None:
    game = duel_from(LIBRARY)
    assert set(game.view(0).library) == {"economy", "strategy", "theology"}
    known = {seat: game.view(seat).position()["aside"] for seat in (0, 1, None)}
    assert known[1] == known[None] == ["?"] * 5
    assert sorted(known[0]) == sorted(["?", "?", "economy", "strategy", "theology"])
    game.submit(0, "token strategy")
    known = {seat: game.view(seat).position()["aside"] for seat in (0, 1, None)}
    assert known[1] == known[None] == ["?"] * 4
    assert sorted(known[0]) == sorted(["?", "?", "economy", "theology"])
    assert game.view(0).library == []


@pytest.mark.parametrize("n", range(4))
def test_after_the_end_everything_is_open(n: int) -> None:
    game = game_at("over", n)
    view = game.view(None)
    assert view.position() == game.position()
    assert view.events == game.events


@pytest.mark.parametrize("seat", [2, -1, True, "0", 0.0])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat: Any) -> None:
    game = hp.new("duel", seed=0)
    with pytest.raises(hp.IllegalMove, match="there is no seat"):
        game.view(seat)
    for ask in (game.city, game.score, lambda s: game.price(s, "altar")):
        with pytest.raises(hp.IllegalMove, match="there is no city"):
            ask(seat)
    assert game.legal_moves(seat) == []


def test_a_view_does_not_move_on_with_its_game() -> None:
    game = hp.new("duel", seed=2, wonders=SETS)
    view, state = game.view(0), game.view(0)._states.tobytes()
    play(game, Random(2), 3)
    assert view._states.tobytes() == state
    assert (view.turn, len(view.events)) == (1, 1)
