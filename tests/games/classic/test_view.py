"""The knowledge of a seat: no hidden data is in the bytes of a view."""

from collections import Counter
from random import Random

import pytest

import heptapolis as hp
from heptapolis.events import Discarded, Staged
from heptapolis.games.classic.leaders.events import Kept
from heptapolis.games.classic.rules.state import FIELDS
from heptapolis.kernel.visibility import PUBLIC


def random_game(seats: int, seed: int, turns: int, leaders: bool = False) -> hp.ClassicGame:
    game, rng = hp.new("classic", seats=seats, seed=seed, leaders=leaders), Random(seed)
    while not game.is_over and turns:
        for seat in game.to_move:
            game.submit(seat, rng.choice(game.legal_moves(seat)))
        turns -= 1
    return game


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("seats", range(2, 8))
def test_public_fields_are_the_same_for_all_viewers(seats: int, leaders: bool) -> None:
    game = random_game(seats, 3, 8, leaders)
    for seat in [*range(seats), None]:
        view = game.view(seat)
        for name in FIELDS.named(PUBLIC):
            assert view._field(name).tolist() == game._field(name).tolist(), name


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("seats", range(2, 8))
def test_a_view_offers_its_seat_what_the_game_offers(seats: int, leaders: bool) -> None:
    for turns in range(0, 20, 3):
        game = random_game(seats, turns, turns, leaders)
        for seat in range(seats):
            view = game.view(seat)
            assert view.legal_moves() == game.legal_moves(seat)
            assert view.to_move == game.to_move
            if not view.is_over:
                assert len(view.hand) == view.hand_size(seat)
        assert game.view(None).legal_moves() == []


def test_a_spectator_sees_no_hand_and_no_deck() -> None:
    game = random_game(4, 1, 0)
    view = game.view(None)
    assert not view._field("deck").any()
    assert view.hand == []


@pytest.mark.parametrize("seats", range(3, 8))
def test_a_seat_knows_its_hand_and_the_hands_it_passed_on(seats: int) -> None:
    game = hp.new("classic", seats=seats, seed=9)
    first_hand = Counter(game.view(0).hand)
    for seat in range(seats):
        game.submit(seat, f"discard {game.view(seat).hand[0]}")
    view = game.view(0)
    left = 1 % seats  # passed to the left neighbour
    known = Counter(view._cards(view._field("deck")[0][7 * 0 : 7]))
    assert known == first_hand
    assert view.hand != game.view(left).hand
    assert Counter(game.view(left).hand) < first_hand


def test_a_pending_choice_is_known_to_its_seat_alone() -> None:
    game = hp.new("classic", seats=3, seed=2)
    card = game.view(1).hand[0]
    game.submit(1, f"discard {card}")
    assert [str(move) for move in game.view(1).chosen] == [f"discard {card}"]
    for other in (0, 2, None):
        view = game.view(other)
        assert view.chosen == []
        assert view.city(1).has_chosen and not view.city(0).has_chosen
        assert card not in str(view.position()["pending"])


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_events_hide_what_was_tucked_or_discarded_by_others(seats: int, leaders: bool) -> None:
    game = random_game(seats, 11, 12, leaders)
    for seat in range(seats):
        for event in game.view(seat).events:
            if isinstance(event, Staged | Discarded):
                assert (event.card is None) == (event.by != seat)
            if isinstance(event, Kept):
                assert (event.leader is None) == (event.by != seat)
    assert all(e.card for e in game.events if isinstance(e, Staged | Discarded))


@pytest.mark.parametrize("leaders", [False, True])
def test_after_the_end_everything_is_open(leaders: bool) -> None:
    game = random_game(3, 4, 99, leaders)
    view = game.view(None)
    assert view.position() == game.position()
    assert view.events == game.events


def test_there_is_no_view_of_a_seat_that_does_not_exist() -> None:
    with pytest.raises(hp.IllegalMove, match="there is no seat 3"):
        hp.new("classic", seats=3, seed=0).view(3)


@pytest.mark.parametrize("kind", ["classic", "duel"])
def test_callers_cannot_change_cached_data_of_a_view(kind: str) -> None:
    """Derived data is computed once for each view, and callers cannot change it for others."""
    game = random_game(3, 1, 9) if kind == "classic" else hp.new("duel", seed=1)
    view = game.view(game.to_move[0])
    moves, events = view.legal_moves(), view.events
    view.legal_moves().clear()
    view.events.clear()
    assert (view.legal_moves(), view.events) == (moves, events)
    assert moves == game.legal_moves(game.to_move[0])


def test_a_view_does_not_follow_the_game() -> None:
    game = random_game(3, 1, 4)
    late, early = game.view(0), game.view(0)
    asked = early.legal_moves(), early.events, early.uses(early.hand[0])
    for seat in game.to_move:
        game.submit(seat, game.legal_moves(seat)[0])
    assert asked == (late.legal_moves(), late.events, late.uses(late.hand[0]))
