"""Duel: shields, the conflict marker, military tokens, Strategy."""

import pytest

import heptapolis as hp
from heptapolis.games.duel.events import Destroyed, Looted, Marker
from tests.games.duel.rules.duel_table import (
    CATALOG,
    EMPTY_CITY,
    builder,
    city,
    coins,
    events_of,
    play,
    table,
    texts,
)

RED = [(card.id, card.effect.shields) for card in CATALOG.cards if card.effect.shields]
SHIELD_SOURCES = [("colossus", 2), ("statue_of_zeus", 1), ("circus_maximus", 1)]


# ── the marker ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("card", "shields"), RED)
def test_a_red_card_moves_the_marker_toward_the_opponent(card: str, shields: int) -> None:
    """Rulebook, war: one space for each shield."""
    for seat in (0, 1):
        game = table(city(coins=50), city(coins=50), card, seat=seat)
        play(game, f"build {card}")
        assert game.marker == (shields if seat == 0 else -shields)


@pytest.mark.parametrize(("wonder", "shields"), SHIELD_SOURCES)
def test_a_wonder_with_shields_moves_the_marker(wonder: str, shields: int) -> None:
    """Rulebook, war and wonders: the Colossus two spaces."""
    game = table(EMPTY_CITY, builder(wonder), "altar", "theater", seat=1, marker=1)
    play(game, f"wonder {wonder} altar")
    assert game.marker == 1 - shields
    assert [(e.before, e.after) for e in events_of(game, Marker)] == [(1, 1 - shields)]


def test_the_marker_goes_to_and_fro() -> None:
    """Rulebook, war: each pushes it toward the other."""
    game = table(city(coins=50), city(coins=50), "walls", "archery_range", "barracks")
    markers = []
    for move in ("build walls", "build archery_range", "build barracks"):
        markers.append(play(game, move).marker)
    assert markers == [2, 0, 1]


# ── D8, D20 Strategy ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("card", "shields"), RED)
def test_strategy_adds_a_shield_to_every_new_red_card(card: str, shields: int) -> None:
    """D8: the rulebook's example among them: 2 shields move the marker 3 spaces."""
    game = table(city(coins=50, tokens=["strategy"]), EMPTY_CITY, card)
    assert play(game, f"build {card}").marker == shields + 1


@pytest.mark.parametrize(("wonder", "shields"), SHIELD_SOURCES)
def test_strategy_adds_nothing_to_wonders(wonder: str, shields: int) -> None:
    """D8: the Colossus, Zeus, Circus Maximus."""
    game = table(builder(wonder, tokens=["strategy"]), EMPTY_CITY, "altar", "theater")
    assert play(game, f"wonder {wonder} altar").marker == shields


def test_strategy_does_not_change_red_cards_that_stand() -> None:
    """D8: the marker stays when it is gained."""
    mine = city("scriptorium", "guard_tower", "stable", coins=50)
    game = table(mine, EMPTY_CITY, "library", "walls", marker=2, tokens=["strategy"])
    assert play(game, "build library", "token strategy").marker == 2


def test_strategy_of_the_opponent_does_not_help() -> None:
    """D8: only its owner's cards."""
    game = table(city(coins=50), city(tokens=["strategy"]), "walls")
    assert play(game, "build walls").marker == 2


def test_strategy_does_not_add_to_cards_of_other_colours() -> None:
    """D8: only to red ones."""
    game = table(city(coins=50, tokens=["strategy"]), EMPTY_CITY, "baths")
    assert play(game, "build baths").marker == 0


def test_a_revived_red_card_gets_the_shield_of_strategy() -> None:
    """D20: from the discard pile by the Mausoleum."""
    mine = builder("mausoleum", tokens=["strategy"])
    game = table(mine, EMPTY_CITY, "altar", "theater", discard=["guard_tower"])
    assert play(game, "wonder mausoleum altar", "revive guard_tower").marker == 2


# ── D31, D32 military tokens ─────────────────────────────────────────────────────────────────────


def test_the_archery_range_of_the_rulebook_takes_2_coins() -> None:
    """D31: the rulebook's example; two shields into a new zone; the token is gone."""
    game = table(city(coins=50), city(coins=7), "archery_range", marker=1)
    play(game, "build archery_range")
    assert (game.marker, coins(game)[1]) == (3, 5)
    assert (game.loot(1), game.loot(0)) == ({6: 5}, {3: 2, 6: 5})
    (looted,) = events_of(game, Looted)
    assert (looted.seat, looted.by, looted.coins, looted.source) == (1, 0, 2, None)


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (0, 2, 0),
        (1, 3, 2),
        (2, 4, 2),
        (3, 5, 0),
        (4, 6, 5),
        (5, 7, 5),
        (6, 8, 0),
        (-3, -1, 0),
        (-1, 1, 0),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_token_works_when_the_marker_enters_its_zone(
    before: int, after: int, lost: int, seat: int
) -> None:
    """D31: 2 coins at distance 3, 5 coins at distance 6."""
    side = 1 - 2 * seat
    game = table(city(coins=20), city(coins=20), "walls", marker=side * before, seat=seat)
    play(game, "build walls")
    assert game.marker == side * after
    assert coins(game)[1 - seat] == 20 - lost
    assert coins(game)[seat] == 16


def test_a_token_works_once() -> None:
    """D31: to and fro over the border of its zone."""
    game = table(
        city(coins=50), city(coins=50), "walls", "archery_range", "parade_ground", marker=2
    )
    play(game, "build walls")
    assert (game.marker, game.city(1).coins) == (4, 48)
    play(game, "build archery_range")
    assert game.marker == 2
    before = game.city(1).coins
    play(game, "build parade_ground")
    assert (game.marker, game.city(1).coins) == (4, before)


def test_one_move_may_work_both_tokens() -> None:
    """D31: an Arsenal with Strategy from 2 to 6."""
    game = table(city(coins=50, tokens=["strategy"]), city(coins=20), "arsenal", marker=2)
    play(game, "build arsenal")
    assert (game.marker, game.city(1).coins, game.loot(1)) == (6, 13, {})
    assert [event.coins for event in events_of(game, Looted)] == [2, 5]


def test_the_tokens_of_one_side_do_not_touch_the_other() -> None:
    """D31: four tokens, two for each side."""
    game = table(city(coins=20), city(coins=20), "walls", marker=-2, seat=1)
    play(game, "build walls")
    assert (game.marker, game.city(0).coins) == (-4, 18)
    assert (game.loot(0), game.loot(1)) == ({6: 5}, {3: 2, 6: 5})


@pytest.mark.parametrize("held", [0, 1, 2, 4, 5])
def test_a_poor_victim_loses_what_it_has(held: int) -> None:
    """D32: never below 0; the token is gone all the same."""
    game = table(city(coins=50), city(coins=held), "walls", marker=4, loot=[[3, 6], [6]])
    play(game, "build walls")
    assert (game.city(1).coins, game.loot(1)) == (max(0, held - 5), {})


@pytest.mark.parametrize("held", [0, 2, 3, 5])
def test_the_appian_way_takes_no_more_than_there_is(held: int) -> None:
    """D32: 3 coins or what is left; the builder gets its 3 from the bank all the same."""
    game = table(builder("appian_way", coins=10), city(coins=held), "altar", "theater")
    play(game, "wonder appian_way altar")
    assert coins(game) == [3, max(0, held - 3)]


# ── D33, D24 military supremacy ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("before", [8, 7, 6])
def test_the_marker_on_the_enemy_capital_wins_at_once(seat: int, before: int) -> None:
    """D33: surplus shields are ignored."""
    side = 1 - 2 * seat
    game = table(
        city(coins=50), city(coins=50), "arsenal", "palace", marker=side * before, seat=seat
    )
    play(game, "build arsenal")
    assert (game.is_over, game.outcome, game.winner) == (True, "military", seat)
    assert game.marker == side * 9
    assert game.ranking() == [[seat], [1 - seat]]


def test_supremacy_does_not_ask_for_points() -> None:
    """D33: the other city is far ahead."""
    theirs = city("palace", "town_hall", "gardens", "pantheon", coins=100)
    game = table(city(coins=50), theirs, "pretorium", "obelisk", marker=6)
    play(game, "build pretorium")
    assert (game.outcome, game.winner) == ("military", 0)
    assert game.ranking() == [[0], [1]]
    assert game.scores()[1]["total"] > game.scores()[0]["total"]


@pytest.mark.parametrize(
    ("wonder", "target"), [("statue_of_zeus", "clay_pool"), ("circus_maximus", "press")]
)
def test_a_shield_that_wins_comes_before_the_target_is_chosen(wonder: str, target: str) -> None:
    """D24: nothing is destroyed any more."""
    game = table(builder(wonder), city(target), "altar", "theater", marker=8)
    play(game, f"wonder {wonder} altar")
    assert (game.outcome, game.winner, texts(game)) == ("military", 0, [])
    assert events_of(game, Destroyed) == []
    assert game.city(1).buildings == [target]


# ── points of the track ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("marker", "points"),
    [(0, 0), (1, 2), (2, 2), (3, 5), (5, 5), (6, 10), (8, 10), (-1, 0), (-8, 0)],
)
def test_the_track_gives_points_to_the_stronger_player(marker: int, points: int) -> None:
    """Rulebook, end: 0, 2, 5 or 10."""
    for seat, side in ((0, marker), (1, -marker)):
        position = {"game": "duel", "age": 3, "marker": side}
        assert hp.score(position)[seat]["military"] == points
