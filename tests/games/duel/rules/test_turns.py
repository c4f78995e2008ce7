"""Duel: turns, extra turns, ages, and the order of effects."""

import pytest

import heptapolis as hp
from heptapolis.events import Built, Discarded, Gained, Paid, Staged
from heptapolis.games.duel.events import Looted, Marker, Revealed, Started, Token
from tests.conftest import House
from tests.games.duel.rules.duel_table import (
    EMPTY_CITY,
    MANY_COINS,
    builder,
    city,
    coins,
    coins_gained,
    discard,
    events_of,
    play,
    play_on,
    table,
    texts,
)

EXTRA_TURN = ["appian_way", "hanging_gardens", "piraeus", "sphinx", "temple_of_artemis"]
NO_EXTRA_TURN = ["colossus", "great_lighthouse", "pyramids"]


# ── turns ────────────────────────────────────────────────────────────────────────────────────────


def test_players_take_turns() -> None:
    """Rulebook, turns: one accessible card a turn; there is no pass."""
    game = table(EMPTY_CITY, EMPTY_CITY, age=1)
    for n in range(6):
        assert (game.turn, game.to_move) == (n + 1, [n % 2])
        assert "pass" not in texts(game)
        discard(game)


def test_a_card_is_built_discarded_or_put_under_a_wonder() -> None:
    """Rulebook, turns: three uses of each accessible card, one for every wonder."""
    game = table(builder("sphinx", "colossus", "pyramids", "piraeus"), EMPTY_CITY, "altar")
    assert texts(game) == [
        "build altar",
        "wonder colossus altar",
        "wonder piraeus altar",
        "wonder pyramids altar",
        "wonder sphinx altar",
        "discard altar",
    ]


def test_a_card_under_a_wonder_gives_nothing() -> None:
    """Rulebook, wonders: the wonder's cost is paid, not the card's."""
    game = table(builder("pyramids"), EMPTY_CITY, "tavern", "altar")
    play(game, "wonder pyramids tavern")
    assert game.city(0).buildings == []
    assert game.city(0).built_wonders == {"pyramids": "tavern"}
    assert (coins(game)[0], coins_gained(game, "tavern")) == (50 - 8, 0)
    assert game.discard == []


# ── D2, D3 extra turns ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wonder", EXTRA_TURN)
def test_some_wonders_give_another_turn(wonder: str) -> None:
    """D3: the same seat again, for one turn."""
    game = table(builder(wonder), EMPTY_CITY, "altar", "theater", "tavern")
    play(game, f"wonder {wonder} altar")
    assert (game.phase, game.to_move) == ("turn", [0])
    assert discard(game).to_move == [1]


@pytest.mark.parametrize("wonder", NO_EXTRA_TURN)
def test_other_wonders_do_not(wonder: str) -> None:
    """D6: without Theology."""
    game = table(builder(wonder), EMPTY_CITY, "altar", "theater")
    assert play(game, f"wonder {wonder} altar").to_move == [1]


def test_another_turn_begins_when_cards_have_been_turned_up() -> None:
    """D3: the card that the first turn uncovered may be taken in the second."""
    layout = ["?", "-", "press", *["-"] * 2, "altar", *["-"] * 14]
    game = table(builder("sphinx"), EMPTY_CITY, age=1, layout={"1": layout})
    assert game.accessible == ["altar"]
    play(game, "wonder sphinx altar")
    assert [event.card for event in events_of(game, Revealed)] == ["press"]
    assert (game.to_move, game.accessible) == ([0], ["press"])
    play(game, "build press")
    assert game.city(0).buildings == ["press"]


def test_another_turn_is_lost_with_the_last_card_of_an_age() -> None:
    """D2: seat 0 begins age II by the ordinary rule and has one turn of it."""
    game = table(builder("sphinx"), EMPTY_CITY, "altar", last=True)
    play(game, "wonder sphinx altar")
    assert (game.age, game.turn, game.to_move) == (2, 1, [0])
    assert discard(game).to_move == [1]


@pytest.mark.parametrize(("marker", "chooser"), [(2, 1), (-2, 0)])
def test_another_turn_that_is_lost_does_not_change_who_begins(marker: int, chooser: int) -> None:
    """D2: off the middle the weaker player chooses as ever."""
    game = table(builder("sphinx"), EMPTY_CITY, "altar", last=True, marker=marker)
    play(game, "wonder sphinx altar")
    assert (game.age, game.phase, game.to_move) == (2, "start", [chooser])
    play(game, "start 1")
    assert game.to_move == [1]
    assert discard(game).to_move == [0]


def test_the_last_player_is_the_one_who_took_the_last_card() -> None:
    """D2: also with a wonder that gives another turn; with the option that player chooses."""
    game = table(EMPTY_CITY, builder("sphinx"), "altar", last=True, seat=1, neutral_start="choose")
    play(game, "wonder sphinx altar")
    assert (game.phase, game.to_move) == ("start", [1])


def test_another_turn_on_the_last_card_of_the_game_is_lost() -> None:
    """D2: the game is over."""
    game = table(builder("sphinx"), EMPTY_CITY, "palace", last=True)
    assert play(game, "wonder sphinx palace").is_over


# ── D4, D5 who begins an age ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("age", [1, 2])
@pytest.mark.parametrize(("marker", "chooser"), [(1, 1), (8, 1), (-1, 0), (-8, 0)])
@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_weaker_player_names_who_begins(
    age: int, marker: int, chooser: int, last: int, starter: int
) -> None:
    """D4: either player can be named, whoever took the last card."""
    card = {1: "altar", 2: "statue"}[age]
    game = table(EMPTY_CITY, EMPTY_CITY, card, last=True, marker=marker, seat=last)
    play(game, f"discard {card}")
    assert (game.age, game.turn, game.phase) == (age + 1, 0, "start")
    assert game.to_move == [chooser]
    assert texts(game) == ["start 0", "start 1"]
    assert game.legal_moves(1 - chooser) == []
    play(game, f"start {starter}")
    assert (game.turn, game.phase, game.to_move) == (1, "turn", [starter])
    started = events_of(game, Started)[-1]
    assert (started.age, started.seat, started.by) == (age + 1, starter, chooser)


@pytest.mark.parametrize("age", [1, 2])
@pytest.mark.parametrize("last", [0, 1])
def test_with_the_marker_at_0_the_last_player_begins(age: int, last: int) -> None:
    """D4: without a choice (point 1 on which sources differ)."""
    card = {1: "altar", 2: "statue"}[age]
    game = table(EMPTY_CITY, EMPTY_CITY, card, last=True, seat=last)
    play(game, f"discard {card}")
    assert (game.age, game.turn, game.phase, game.to_move) == (age + 1, 1, "turn", [last])
    assert events_of(game, Started)[-1].seat == last


@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("starter", [0, 1])
def test_as_an_option_the_last_player_chooses_with_the_marker_at_0(last: int, starter: int) -> None:
    """D4: neutral_start="choose"."""
    game = table(EMPTY_CITY, EMPTY_CITY, "altar", last=True, seat=last, neutral_start="choose")
    play(game, "discard altar")
    assert (game.phase, game.to_move) == ("start", [last])
    assert play(game, f"start {starter}").to_move == [starter]


def test_the_option_leaves_the_weaker_player_their_choice() -> None:
    """D4: off the middle nothing changes."""
    game = table(
        EMPTY_CITY, EMPTY_CITY, "altar", last=True, seat=0, marker=3, neutral_start="choose"
    )
    assert play(game, "discard altar").to_move == [1]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_next_structure_is_laid_out_before_the_choice(seat: int | None) -> None:
    """D5: both players see its twelve face-up cards."""
    game = table(EMPTY_CITY, EMPTY_CITY, "altar", last=True, marker=1)
    play(game, "discard altar")
    places = game.view(seat).places
    assert game.phase == "start"
    assert sum(place.card is not None for place in places) == 12
    assert all(place.is_face_up == (place.card is not None) for place in places)


# ── D6, D7 Theology ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wonder", NO_EXTRA_TURN)
def test_theology_gives_another_turn_for_every_wonder(wonder: str) -> None:
    """D6: one."""
    game = table(builder(wonder, tokens=["theology"]), EMPTY_CITY, "altar", "theater", "tavern")
    assert play(game, f"wonder {wonder} altar").to_move == [0]
    assert discard(game).to_move == [1]


@pytest.mark.parametrize("wonder", EXTRA_TURN)
def test_theology_does_not_give_two_turns(wonder: str) -> None:
    """D6: wonders that give one already give no more."""
    game = table(builder(wonder, tokens=["theology"]), EMPTY_CITY, "altar", "theater", "tavern")
    assert play(game, f"wonder {wonder} altar").to_move == [0]
    assert discard(game).to_move == [1]


def test_theology_serves_wonders_one_after_the_other() -> None:
    """D6: every wonder built afterwards."""
    mine = builder("pyramids", "colossus", tokens=["theology"])
    game = table(mine, EMPTY_CITY, "altar", "theater", "tavern")
    play(game, "wonder pyramids altar", "wonder colossus theater")
    assert game.to_move == [0]


def test_theology_of_the_opponent_does_not_help() -> None:
    """D6: only its owner's wonders."""
    game = table(builder("pyramids"), city(tokens=["theology"]), "altar", "theater")
    assert play(game, "wonder pyramids altar").to_move == [1]


@pytest.mark.parametrize(
    ("wonder", "choice"),
    [
        ("mausoleum", "revive tavern"),
        ("statue_of_zeus", "destroy clay_pool"),
        ("circus_maximus", "destroy press"),
        ("great_library", "token law"),
    ],
)
def test_the_turn_of_theology_comes_after_the_choices_of_the_wonder(
    wonder: str, choice: str
) -> None:
    """D6: revival, destruction, the library's token."""
    game = table(
        builder(wonder, tokens=["theology"]),
        city("clay_pool", "press"),
        "altar",
        "theater",
        discard=["tavern"],
        tokens=["strategy", "masonry"],
        aside=["law", "economy", "philosophy", "urbanism", "mathematics"],
    )
    play(game, f"wonder {wonder} altar")
    assert choice in texts(game)
    assert all(move.split()[0] == choice.split()[0] for move in texts(game))
    play(game, choice)
    assert (game.phase, game.to_move) == ("turn", [0])


def test_theology_drawn_by_the_great_library_comes_too_late_for_it() -> None:
    """D7: only wonders to come give another turn."""
    mine = builder("great_library", "pyramids")
    game = table(
        mine,
        EMPTY_CITY,
        "altar",
        "theater",
        "tavern",
        tokens=["strategy"],
        aside=["theology", "law", "economy", "urbanism", "mathematics"],
    )
    play(game, "wonder great_library altar", "token theology")
    assert game.to_move == [1]
    discard(game)
    last = texts(game, "wonder pyramids")[0]
    assert play(game, last).to_move == [0]


def test_theology_as_the_reward_of_a_pair_does_nothing_for_wonders_that_stand() -> None:
    """D6: no turn for the card that earned it."""
    mine = city("scriptorium", built=["pyramids"])
    game = table(mine, EMPTY_CITY, "library", "walls", tokens=["theology"])
    assert play(game, "build library", "token theology").to_move == [1]


# ── D44, D45 the order of effects ────────────────────────────────────────────────────────────────


def test_a_wonder_pays_then_stands_then_gives_then_takes() -> None:
    """D44: payment, the wonder, own coins, the opponent's loss, cards turned up."""
    layout = ["?", "-", "press", *["-"] * 2, "altar", *["-"] * 14]
    game = table(builder("appian_way"), city(coins=7), age=1, layout={"1": layout})
    play(game, "wonder appian_way altar")
    order = [type(event) for event in game.events]
    assert order == [Paid, Staged, Gained, Looted, Revealed]


def test_shields_come_before_what_the_opponent_loses(house: House) -> None:
    """D44: coins, shields and military token, then the loss; of 3 coins 2 and then 1."""
    catalog = house(
        'extends = "duel"\n[wonder.colossus]\n'
        "effect = { shields = 2, coins = 4, opponent_lose_coins = 3, points = 3 }\n"
    )
    game = table(builder("colossus"), city(coins=3), "altar", "theater", marker=1, catalog=catalog)
    play(game, "wonder colossus altar")
    assert [type(e) for e in game.events] == [Paid, Staged, Gained, Marker, Looted, Looted]
    assert [(e.coins, e.source) for e in events_of(game, Looted)] == [(2, None), (1, "colossus")]


def test_urbanism_pays_before_the_token_of_the_pair_is_chosen() -> None:
    """D44: symbol, Urbanism's coins, then choices."""
    mine = city("scriptorium", coins=0, tokens=["urbanism"])
    game = table(mine, EMPTY_CITY, "library", "walls", tokens=["law", "strategy"])
    play(game, "build library")
    assert (game.phase, game.city(0).coins) == ("token", 4)
    play(game, "token law")
    assert [type(e) for e in game.events][:3] == [Built, Gained, Token]


def test_trade_money_and_own_coins_come_before_shields() -> None:
    """D44: a red card: payment, the card, the marker, the loot."""
    game = table(city(coins=9), city(coins=9), "walls", marker=2)
    play(game, "build walls")
    assert [type(e) for e in game.events][:4] == [Paid, Built, Marker, Looted]


@pytest.mark.parametrize(
    ("wonder", "choice"),
    [("statue_of_zeus", "destroy clay_pool"), ("mausoleum", "revive tavern")],
)
def test_cards_are_turned_up_after_the_choices_of_a_turn(wonder: str, choice: str) -> None:
    """D44: what the card covered is still face down while its seat chooses."""
    layout = ["?", "-", "press", *["-"] * 2, "altar", *["-"] * 14]
    game = table(
        builder(wonder), city("clay_pool"), age=1, layout={"1": layout}, discard=["tavern"]
    )
    play(game, f"wonder {wonder} altar")
    assert events_of(game, Revealed) == []
    assert (game.places[2].is_face_up, game.places[2].is_accessible) == (False, False)
    for seat in (0, 1, None):
        assert game.view(seat).places[2].card is None
    play(game, choice)
    assert [event.card for event in events_of(game, Revealed)] == ["press"]


def test_a_symbol_is_new_or_completes_a_pair() -> None:
    """D44: the second of a kind earns a token and counts once toward six."""
    five = ["scriptorium", "pharmacist", "workshop", "apothecary", "university"]
    game = table(
        city(*five, coins=MANY_COINS), EMPTY_CITY, "observatory", "palace", tokens=["economy"]
    )
    play(game, "build observatory")
    assert (game.is_over, game.phase) == (False, "token")


@pytest.mark.parametrize(
    ("wonder", "choice"),
    [
        ("mausoleum", "revive baths"),
        ("statue_of_zeus", "destroy clay_pool"),
        ("circus_maximus", "destroy press"),
        ("great_library", "token agriculture"),
    ],
)
def test_choices_of_the_last_card_come_before_the_age_ends(wonder: str, choice: str) -> None:
    """D45: and before the next structure is laid out."""
    aside = ["agriculture", "economy", "philosophy", "urbanism", "mathematics"]
    game = table(
        builder(wonder),
        city("clay_pool", "press"),
        "altar",
        last=True,
        discard=["baths"],
        tokens=["strategy"],
        aside=aside,
    )
    play(game, f"wonder {wonder} altar")
    assert (game.age, game.to_move) == (1, [0])
    assert all(place.is_taken for place in game.places)
    play(game, choice)
    assert game.age == 2


def test_the_token_of_a_pair_is_chosen_before_the_age_ends() -> None:
    """D45: the last card of age II."""
    game = table(city("scriptorium"), EMPTY_CITY, "library", last=True, tokens=["law", "strategy"])
    play(game, "build library")
    assert (game.age, game.phase) == (2, "token")
    play(game, "token strategy")
    assert (game.age, game.turn, game.to_move) == (3, 1, [0])


def test_a_choice_may_still_change_who_begins() -> None:
    """D45: a revived Guard Tower moves the marker off the middle first."""
    game = table(builder("mausoleum"), EMPTY_CITY, "altar", last=True, discard=["guard_tower"])
    play(game, "wonder mausoleum altar", "revive guard_tower")
    assert (game.marker, game.phase, game.to_move) == (1, "start", [1])


# ── D42 supremacy ends everything ────────────────────────────────────────────────────────────────

FIVE = ["scriptorium", "pharmacist", "workshop", "apothecary", "academy"]


def test_supremacy_during_an_extra_turn_ends_the_game() -> None:
    """D42: the Sphinx, then the marker reaches the capital."""
    game = table(builder("sphinx"), EMPTY_CITY, "guard_tower", "altar", marker=8)
    play(game, "wonder sphinx altar", "build guard_tower")
    assert (game.is_over, game.outcome, game.winner, game.marker) == (True, "military", 0, 9)


def test_supremacy_by_a_revived_red_card_ends_the_game() -> None:
    """D42: at once after the shields; neither reveal nor another turn follows."""
    mine = builder("mausoleum", tokens=["theology"])
    game = table(mine, EMPTY_CITY, "altar", "theater", discard=["walls"], marker=7)
    play(game, "wonder mausoleum altar", "revive walls")
    assert (game.outcome, game.winner) == ("military", 0)
    assert game.to_move == []
    assert events_of(game, Revealed) == []


def test_supremacy_by_a_revived_green_card_ends_the_game() -> None:
    """D42: at once after the symbol."""
    mine = builder("mausoleum") | {"buildings": FIVE}
    game = table(mine, EMPTY_CITY, "palace", "obelisk", discard=["university"])
    play(game, "wonder mausoleum palace", "revive university")
    assert (game.outcome, game.winner) == ("science", 0)


def test_nothing_is_paid_after_the_sixth_symbol() -> None:
    """D42, D44: the symbol wins before Urbanism pays for the chain."""
    mine = city("school", *[c for c in FIVE if c != "apothecary"], coins=0, tokens=["urbanism"])
    game = table(mine, EMPTY_CITY, "university", "palace")
    play(game, "build university")
    assert (game.outcome, game.city(0).coins) == ("science", 0)


def test_a_game_that_has_ended_takes_no_more_moves() -> None:
    """D42: no seat is to move."""
    game = table(EMPTY_CITY, EMPTY_CITY, "guard_tower", "altar", marker=8)
    play(game, "build guard_tower")
    assert (game.legal_moves(0), game.legal_moves(1), game.to_move) == ([], [], [])
    with pytest.raises(hp.IllegalMove, match="the game is over"):
        game.submit(1, "discard altar")


def test_the_third_age_ends_the_game() -> None:
    """Rulebook, end: the points are counted when its twenty cards are played."""
    game = play_on(table(EMPTY_CITY, EMPTY_CITY, age=3))
    assert (game.is_over, game.phase, game.outcome) == (True, "over", "shared")
    assert len(events_of(game, Discarded)) == 20
