"""C10: hidden and public information."""

from typing import Any

import pytest

import heptapolis as hp
from heptapolis.events import Discarded, Paid, Staged
from tests.games.classic.rules.table import City, city, events_of, play, play_on, table, texts

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
EVERYBODY_ELSE = pytest.mark.parametrize("viewer", [1, 2, None])


def known_position(game: hp.ClassicGame, viewer: int | None) -> dict[str, Any]:
    """Return the position as a viewer knows it."""
    return dict(game.view(viewer).position())


def known_cards(game: hp.ClassicGame, viewer: int | None, age: int) -> list[str]:
    """Return the dealt cards of an age that a viewer knows."""
    return [
        entry.split()[0]
        for entry in known_position(game, viewer)["deals"][str(age)]
        if entry[0] != "?"
    ]


# ── hands, decks and guilds ──────────────────────────────────────────────────────────────────────


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    game = hp.new("classic", seats=4, seed=7)
    deal = game.position()["deals"]["1"]
    for seat in range(4):
        hand = sorted(deal[7 * seat : 7 * seat + 7])
        assert sorted(game.view(seat).hand) == hand
        assert sorted(known_cards(game, seat, 1)) == hand


def test_a_spectator_sees_no_hand_and_has_no_moves() -> None:
    view = hp.new("classic", seats=3, seed=7).view(None)
    assert (view.hand, view.legal_moves(), view.chosen) == ([], [], [])
    assert set(view.position()["deals"]["1"]) == {"?"}


def test_a_seat_is_shown_its_own_moves_only() -> None:
    game = hp.new("classic", seats=3, seed=7)
    for seat in range(3):
        assert game.view(seat).legal_moves() == game.legal_moves(seat)
        assert {move.card for move in game.view(seat).legal_moves()} == set(game.view(seat).hand)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_cards_of_later_ages_and_the_guilds_among_them_are_hidden(viewer: int | None) -> None:
    game = hp.new("classic", seats=3, seed=7)
    assert [known_cards(game, viewer, age) for age in (2, 3)] == [[], []]
    play_on(game, 2, 6)
    assert known_cards(game, viewer, 3) == []
    play_on(game, 3, 1)
    assert known_cards(game, viewer, 3) == game.view(viewer).hand


def test_a_seat_remembers_the_hand_it_passed_on() -> None:
    # A seat remembers what it saw.
    game = hp.new("classic", seats=4, seed=7)
    before = game.view(0).hand
    play(game)
    assert sorted(known_cards(game, 0, 1)) == sorted(before + game.view(0).hand)


def test_hand_sizes_are_public() -> None:
    game = hp.new("classic", seats=3, seed=7)
    play_on(game, 1, 4)
    view = game.view(None)
    assert [view.hand_size(seat) for seat in range(3)] == [4, 4, 4]
    assert [len(game.view(seat).hand) for seat in range(3)] == [4, 4, 4]


def test_hand_sizes_are_right_while_a_seat_digs() -> None:
    mine = city("halicarnassus:A", "foundry", "ore_vein", stages=1)
    game = table(mine, GIZA, EPHESUS, hands=[["walls"]], discard=["baths"])
    play(game, "stage walls")
    assert game.phase == "dig"
    held = [len(game.view(seat).hand) for seat in range(3)]
    assert held == [2, 2, 2]
    assert [game.view(None).hand_size(seat) for seat in range(3)] == held


def test_hand_sizes_are_right_while_babylon_plays_its_seventh_card() -> None:
    game = table(city("babylon:B", stages=2), GIZA, EPHESUS, turn=6)
    play(game)
    assert game.phase == "seventh"
    held = [len(game.view(seat).hand) for seat in range(3)]
    assert held == [1, 1, 1]
    assert [game.view(None).hand_size(seat) for seat in range(3)] == held


# ── choices ──────────────────────────────────────────────────────────────────────────────────────


@EVERYBODY_ELSE
def test_a_choice_is_hidden_until_all_are_in(viewer: int | None) -> None:
    game = table(city("olympia:A", "lumber_yard"), GIZA, EPHESUS, hands=[["temple"]], turn=1)
    game.submit(0, "stage temple")
    view = game.view(viewer)
    assert (view.chosen, view.events) == ([], [])
    assert view.position()["pending"] == {"0": "?"}
    assert "temple" not in str(view.position())
    assert (view.city(0).stages, view.city(0).coins) == (0, 3)


def test_the_fact_of_a_choice_is_public() -> None:
    game = hp.new("classic", seats=3, seed=7)
    game.submit(1, game.legal_moves(1)[0])
    view = game.view(None)
    assert [c.has_chosen for c in view.cities] == [False, True, False]
    assert view.to_move == [0, 2]


def test_a_seat_sees_its_own_choice() -> None:
    game = hp.new("classic", seats=3, seed=7)
    move = game.legal_moves(1)[0]
    game.submit(1, move)
    assert game.view(1).chosen == [move]
    assert known_position(game, 1)["pending"] == {"1": str(move)}


# ── markers ──────────────────────────────────────────────────────────────────────────────────────


def put_temple_under_stage() -> hp.ClassicGame:
    """Let seat 0 put the Temple of its first hand under its board, unseen by other seats."""
    mine = city("olympia:A", "lumber_yard")
    game = table(mine, GIZA, EPHESUS, hands=[["temple"]], turn=1)
    play(game, "stage temple")
    return game


@EVERYBODY_ELSE
def test_a_marker_is_hidden_from_the_others(viewer: int | None) -> None:
    game = put_temple_under_stage()
    view = game.view(viewer)
    assert (view.city(0).stages, view.city(0).markers) == (1, [None])
    assert [event.card for event in view.events if isinstance(event, Staged)] == [None]
    assert known_position(game, viewer)["cities"][0]["markers"] == ["?"]
    assert "temple" not in str(view.position())


def test_a_markers_owner_knows_it() -> None:
    game = put_temple_under_stage()
    assert game.view(0).city(0).markers == ["temple"]
    assert [event.card for event in game.view(0).events if isinstance(event, Staged)] == ["temple"]
    assert known_position(game, 0)["cities"][0]["markers"] == ["temple"]


@EVERYBODY_ELSE
def test_markers_of_a_written_position_are_hidden_from_the_others(viewer: int | None) -> None:
    game = table(city("olympia:B", markers=["theater"]), GIZA, EPHESUS)
    assert game.view(0).city(0).markers == ["theater"]
    assert game.view(viewer).city(0).markers == [None]


@EVERYBODY_ELSE
@pytest.mark.parametrize("first", [{"markers": ["theater"]}, {"stages": 1}])
def test_markers_of_a_written_position_stay_hidden_when_another_follows(
    first: City, viewer: int | None
) -> None:
    mine = city("olympia:B", "stone_pit", "timber_yard", **first)
    game = table(mine, GIZA, EPHESUS, hands=[["temple"]], turn=1)
    play(game, "stage temple")
    assert game.view(0).city(0).markers == [*first.get("markers", [None]), "temple"]
    assert game.view(viewer).city(0).markers == [None, None]
    assert known_position(game, viewer)["cities"][0]["markers"] == ["?", "?"]


# ── the discard pile ─────────────────────────────────────────────────────────────────────────────


def discard_temple() -> hp.ClassicGame:
    """Let seat 0 discard the Temple of its first hand, unseen by other seats."""
    game = table(RHODES, GIZA, EPHESUS, hands=[["temple"], ["loom_age2"], ["press_age2"]], turn=1)
    play(game, "discard temple", "build loom_age2", "build press_age2")
    return game


@EVERYBODY_ELSE
def test_a_discarded_card_is_hidden_but_the_size_of_the_pile_is_public(viewer: int | None) -> None:
    game = discard_temple()
    view = game.view(viewer)
    assert (view.n_discard, view.discard.total()) == (1, 0)
    assert [event.card for event in view.events if isinstance(event, Discarded)] == [None]
    assert known_position(game, viewer)["discard"] == ["?"]
    assert "temple" not in str(view.position())


def test_a_seat_remembers_what_it_discarded() -> None:
    game = discard_temple()
    assert [e.card for e in game.view(0).events if isinstance(e, Discarded)] == ["temple"]
    assert "temple discarded 1" in known_position(game, 0)["deals"]["2"]


def test_the_last_cards_of_an_age_are_hidden_too() -> None:
    # C2.2: 42 cards discarded in six turns, and the seven that were left.
    boards = [
        "giza:A",
        "rhodes:A",
        "ephesus:A",
        "babylon:A",
        "olympia:A",
        "alexandria:A",
        "halicarnassus:A",
    ]
    game = hp.new("classic", seats=7, seed=7, wonders=boards)
    play_on(game, 2, 1)
    assert game.view(None).n_discard == 7 * 7
    assert known_position(game, None)["discard"] == ["?"] * 49
    assert known_cards(game, None, 1) == []


def game_at_dig() -> hp.ClassicGame:
    """Return a game in which seat 0 looks through the pile, where seat 1 has just discarded a card."""
    mine = city("halicarnassus:A", "ore_vein", "mine", "clay_pit", stages=1)
    hands = [["loom_age2"], ["statue"], ["press_age2"]]
    pile = ["tavern", "altar", "baths"]
    game = table(mine, GIZA, EPHESUS, hands=hands, discard=pile, turn=1)
    play(game, "stage loom_age2", "discard statue", "build press_age2")
    return game


def test_the_seat_that_digs_sees_the_whole_pile_sorted() -> None:
    # In catalogue order, which says nothing about who discarded what when.
    game = game_at_dig()
    pile = ["baths", "altar", "tavern", "statue"]
    assert list(game.view(0).discard.elements()) == pile
    assert known_position(game, 0)["discard"] == pile
    assert [move.card for move in game.view(0).legal_moves()] == [*pile, None]


@EVERYBODY_ELSE
def test_other_seats_do_not_see_the_pile_during_a_dig(viewer: int | None) -> None:
    game = game_at_dig()
    view = game.view(viewer)
    assert (view.n_discard, view.discard.total()) == (4, 0)
    assert known_position(game, viewer)["discard"] == ["?"] * 4
    assert view.legal_moves() == []


def test_what_was_dug_is_public_and_the_rest_of_the_pile_is_not() -> None:
    game = game_at_dig()
    game.submit(0, "dig tavern")
    for viewer in (1, 2, None):
        assert game.view(viewer).city(0).buildings[-1] == "tavern"
        assert known_position(game, viewer)["discard"] == ["?"] * 3


def test_a_seat_remembers_the_pile_it_looked_through() -> None:
    # "a seat remembers what it discarded and saw": the Statue was never in a hand of seat 0.
    game = game_at_dig()
    game.submit(0, "dig tavern")
    assert "statue" in str(game.view(0).position())


# ── public facts ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_cities_coins_tokens_and_payments_are_public(viewer: int | None) -> None:
    mine = city("rhodes:A", "ore_vein", stages=1, victories=[1, 0, 0], defeats=1)
    game = table(mine, city("olympia:A", "stockade"), EPHESUS, hands=[["statue"]])
    play(game, "build statue left=2")
    view = game.view(viewer)
    assert [each.coins for each in view.cities] == [1, 8, 6]
    assert view.city(0).buildings == ["ore_vein", "statue"]
    assert (view.city(0).board, view.city(0).stages) == ("rhodes:A", 1)
    assert (view.city(0).victories, view.city(0).defeats) == ([1, 0, 0], 1)
    assert view.city(1).shields == 1
    assert [event for event in view.events if isinstance(event, Paid)] == events_of(game, Paid)
    assert [(paid.seat, paid.left) for paid in events_of(game, Paid)] == [(0, 2)]


# ── the Free City ────────────────────────────────────────────────────────────────────────────────


def test_the_free_citys_pile_is_hidden_but_for_the_card_that_was_drawn() -> None:
    game = hp.new("classic", seats=2, seed=7)
    pile = game.position()["deals"]["1"][14:]
    assert sorted(known_cards(game, 0, 1)) == sorted(game.view(0).hand)
    assert pile[0] in game.view(0).hand
    assert sorted(known_cards(game, 1, 1)) == sorted(game.view(1).hand)
    assert known_cards(game, None, 1) == []


def test_the_free_citys_choice_is_hidden_until_all_are_in() -> None:
    game = hp.new("classic", seats=2, seed=7)
    for _ in range(2):
        game.submit(0, game.legal_moves(0)[0])
    assert len(game.view(0).chosen) == 2
    assert known_position(game, 1)["pending"] == {"0": "?", "2": "?"}
    assert (game.view(1).chosen, game.view(1).events) == ([], [])


def test_a_free_city_marker_is_known_to_its_controller() -> None:
    free = city("olympia:A", "lumber_yard")
    hands = [["gardens"], ["senate"]]
    game = table(RHODES, GIZA, free, hands=hands, age=3, turn=1, players=2)
    game.submit(0, "discard gardens")
    move = next(move for move in game.legal_moves(0) if move.verb == "stage")
    game.submit(0, move)
    game.submit(1, "discard senate")
    assert game.view(0).city(2).markers == [move.card]
    assert game.view(1).city(2).markers == game.view(None).city(2).markers == [None]
    assert f'"{move.card}' not in str(game.view(1).position())


def test_the_free_citys_last_card_is_shown_to_the_controller_who_plays_it() -> None:
    free = city("babylon:B", stages=2)
    hands, pile = [["walls", "school"], ["temple", "library"]], ["press_age2", "aqueduct"]
    game = table(RHODES, GIZA, free, hands=hands, pile=pile, age=2, turn=6, players=2)
    game.submit(0, "discard walls")
    assert "aqueduct" not in str(game.view(0).position())
    game.submit(0, "free_city build press_age2")
    game.submit(1, "discard temple")
    assert game.phase == "seventh"
    assert [move.card for move in game.view(0).legal_moves()] == ["aqueduct"]
    for viewer in (1, None):
        assert "aqueduct" not in str(game.view(viewer).position())
        assert game.view(viewer).legal_moves() == []


def test_a_free_city_dig_shows_the_pile_to_the_controller_only() -> None:
    free = city("halicarnassus:A", "ore_vein", "mine", "clay_pit", stages=1)
    hands, pile = (
        [["altar", "theater", "apothecary"], ["workshop"]],
        ["scriptorium", "stockade", "barracks"],
    )
    game = table(
        RHODES, city("babylon:A"), free, hands=hands, pile=pile, discard=["loom"], age=1, players=2
    )
    game.submit(0, "build altar")
    game.submit(0, "free_city stage theater")
    game.submit(1, "discard workshop")
    assert list(game.view(0).discard) == ["loom", "workshop"]
    assert list(game.view(1).discard) == []


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("viewer", [0, None])
def test_after_the_end_everything_is_open(seats: int, viewer: int | None) -> None:
    game = hp.new("classic", seats=seats, seed=7)
    play_on(game, 3, 6)
    assert "?" in str(game.view(viewer).position())
    play_on(game)
    view = game.view(viewer)
    assert view.position() == game.position()
    assert view.events == game.events
    assert "?" not in str(view.position())


def test_the_markers_are_open_after_the_end() -> None:
    mine = city("giza:A", "stone_pit", "timber_yard")
    game = table(mine, RHODES, EPHESUS, hands=[["palace"]], age=3, turn=6)
    game.submit(0, "stage palace")
    for seat in (1, 2):
        game.submit(seat, texts(game, seat, "discard")[0])
    assert game.is_over
    assert game.view(None).city(0).markers == ["palace"]
