"""Duel: coins and points of cards, guilds, the end."""

import pytest

import heptapolis as hp
from heptapolis.cards import to_json
from tests.games.duel.rules.duel_table import (
    CATALOG,
    EMPTY_CITY,
    MANY_COINS,
    City,
    city,
    coins,
    coins_gained,
    discard,
    play,
    sheet,
    table,
)

BLUE = {
    "theater": 3,
    "altar": 3,
    "baths": 3,
    "statue": 4,
    "temple": 4,
    "aqueduct": 5,
    "rostrum": 4,
    "courthouse": 5,
    "palace": 7,
    "town_hall": 7,
    "obelisk": 5,
    "gardens": 6,
    "pantheon": 6,
    "senate": 5,
}
GREEN = {
    "workshop": 1,
    "apothecary": 1,
    "scriptorium": 0,
    "pharmacist": 0,
    "library": 2,
    "dispensary": 2,
    "school": 1,
    "laboratory": 1,
    "academy": 3,
    "study": 3,
    "university": 2,
    "observatory": 2,
}


def coins_for_building(card: str, mine: City, theirs: City = EMPTY_CITY) -> int:
    """Return the coins that a card gives when seat 0 builds it."""
    game = table({**mine, "coins": MANY_COINS}, theirs, card)
    return coins_gained(play(game, f"build {card}"), card)


# ── points ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("card", BLUE)
def test_a_blue_card_gives_its_points(card: str) -> None:
    """Rulebook, end: printed points."""
    assert sheet(city(card, coins=0)) == dict.fromkeys(sheet(EMPTY_CITY), 0) | {
        "civilian": BLUE[card],
        "total": BLUE[card],
    }


@pytest.mark.parametrize("card", GREEN)
def test_a_green_card_gives_its_printed_points(card: str) -> None:
    """D48: printed points."""
    assert sheet(city(card))["science"] == GREEN[card]


def test_sets_of_green_cards_give_nothing_more() -> None:
    """D48: neither pairs nor different symbols."""
    five = ["workshop", "laboratory", "apothecary", "school", "library", "academy"]
    assert sheet(city(*five))["science"] == sum(GREEN[card] for card in five)


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("arena", 3),
        ("port", 3),
        ("armory", 3),
        ("lighthouse", 3),
        ("chamber_of_commerce", 3),
        ("tavern", 0),
        ("brewery", 0),
        ("forum", 0),
    ],
)
def test_yellow_cards_of_age_three_give_three_points(card: str, points: int) -> None:
    """Rulebook, end: those of earlier ages none."""
    assert sheet(city(card))["commercial"] == points


@pytest.mark.parametrize(("held", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (31, 10)])
def test_three_coins_give_a_point(held: int, points: int) -> None:
    """Rulebook, end: complete sets of three."""
    assert sheet(city(coins=held))["coins"] == points


def test_the_total_adds_everything_up() -> None:
    """Rulebook, end: track, blue, green, yellow, guilds, wonders, tokens, coins."""
    mine = city(
        "palace",
        "academy",
        "arena",
        "builders_guild",
        built=["pyramids", "sphinx"],
        tokens=["philosophy"],
        coins=7,
    )
    assert sheet(mine, marker=4) == {
        "civilian": 7,
        "science": 3,
        "commercial": 3,
        "guilds": 4,
        "wonders": 15,
        "progress": 7,
        "coins": 2,
        "military": 5,
        "total": 46,
    }


# ── D39 yellow cards ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("card", "mine", "income"),
    [
        ("tavern", city(), 4),
        ("brewery", city(), 6),
        ("chamber_of_commerce", city("press", "glassworks", "clay_pool"), 6),
        ("port", city("press", "quarry", "clay_pool", "sawmill"), 6),
        ("armory", city("guard_tower", "walls", "quarry"), 2),
        ("lighthouse", city("tavern", "forum"), 3),
        ("lighthouse", city(), 1),
        ("arena", city(built=["sphinx", "pyramids"], wonders=["colossus"]), 4),
        ("chamber_of_commerce", city(), 0),
    ],
)
def test_yellow_cards_bring_coins_when_they_are_built(card: str, mine: City, income: int) -> None:
    """D39: for the own city; the Lighthouse counts itself, the Arena built wonders."""
    assert coins_for_building(card, mine) == income


@pytest.mark.parametrize("card", ["chamber_of_commerce", "port", "armory", "arena"])
def test_yellow_cards_do_not_count_the_opponents_city(card: str) -> None:
    """D39: the own city only."""
    theirs = city("press", "quarry", "guard_tower", "tavern", built=["sphinx"])
    assert coins_for_building(card, city(), theirs) == 0


# ── D34 to D38 guilds ────────────────────────────────────────────────────────────────────────────

THREE = {
    "merchants_guild": ["tavern", "brewery", "forum"],
    "magistrates_guild": ["theater", "baths", "statue"],
    "scientists_guild": ["workshop", "library", "school"],
    "tacticians_guild": ["stable", "walls", "guard_tower"],
    "shipowners_guild": ["quarry", "press", "sawmill"],
}


@pytest.mark.parametrize("guild", THREE)
@pytest.mark.parametrize(("own", "count"), [(3, 3), (2, 2), (1, 2), (0, 3)])
def test_a_guild_counts_the_larger_of_the_two_cities(guild: str, own: int, count: int) -> None:
    """D34: one's own or the other; coins when it is built, points at the end."""
    mine, theirs = THREE[guild][:own], THREE[guild][own:]
    assert coins_for_building(guild, city(*mine), city(*theirs)) == count
    assert sheet(city(guild, *mine), city(*theirs))["guilds"] == count


def test_points_of_a_guild_follow_the_final_count_and_the_city_may_change() -> None:
    """D34: coins for the opponent's one blue card, points for three of one's own."""
    mine = city("palace", coins=MANY_COINS)
    game = table(mine, city("baths"), "magistrates_guild", "obelisk", "gardens", "arena")
    play(game, "build magistrates_guild")
    assert coins_gained(game, "magistrates_guild") == 1
    play(game, "discard arena", "build obelisk")
    assert game.scores()[0]["guilds"] == 2


def test_shipowners_count_both_colours_of_one_city() -> None:
    """D35: not brown here and grey there."""
    mine, theirs = city("quarry", "clay_pool", "lumber_yard"), city("press", "glassworks")
    assert coins_for_building("shipowners_guild", mine, theirs) == 3
    assert sheet(city("shipowners_guild", *mine["buildings"]), theirs)["guilds"] == 3
    mine = city("quarry", "clay_pool", "glass_blower", "shipowners_guild")
    assert sheet(mine, city("press", "glassworks", "stone_pit", "sawmill"))["guilds"] == 4


@pytest.mark.parametrize(
    ("held", "theirs", "points"), [(0, 8, 2), (8, 0, 2), (9, 11, 3), (11, 12, 4), (2, 2, 0)]
)
def test_moneylenders_count_three_coins_of_the_richer_city(
    held: int, theirs: int, points: int
) -> None:
    """D36: at the end."""
    assert sheet(city("moneylenders_guild", coins=held), city(coins=theirs))["guilds"] == points


@pytest.mark.parametrize("guild", ["moneylenders_guild", "builders_guild"])
def test_moneylenders_and_builders_bring_no_coins_when_built(guild: str) -> None:
    """D36, D37: only points, at the end."""
    assert (
        coins_for_building(guild, city(built=["sphinx"]), city(coins=90, built=["pyramids"])) == 0
    )


def test_builders_count_wonders_of_the_city_with_most() -> None:
    """D37: two points for each that is built."""
    mine = city("builders_guild", built=["sphinx"], wonders=["colossus"])
    assert sheet(mine)["guilds"] == 2
    assert sheet(mine, city(built=["pyramids", "piraeus", "mausoleum"]))["guilds"] == 6


def test_nothing_counts_purple_cards() -> None:
    """D38: neither coins nor points."""
    for thing in to_json(CATALOG)["cards"] + to_json(CATALOG)["wonders"]:
        for count in ("coins_per", "points_per"):
            assert "purple" not in thing["effect"].get(count, {}).get("what", []), thing["id"]
    guilds = ["builders_guild", "tacticians_guild", "scientists_guild"]
    assert sheet(city(*guilds))["guilds"] == 0
    assert coins_for_building("merchants_guild", city(*guilds)) == 0


# ── D43 ──────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_gives_both_shields_and_a_symbol() -> None:
    """D43: so both supremacies cannot come with one action."""
    for thing in CATALOG.things():
        assert not (thing.effect.shields and thing.effect.science), thing.id


# ── D47 the winner ───────────────────────────────────────────────────────────────────────────────


def game_ended_by_discard(mine: City, theirs: City) -> hp.DuelGame:
    """Return a game that ends with a discard of seat 0."""
    game = table(mine, theirs, "arsenal", last=True)
    discard(game)
    assert game.is_over
    return game


@pytest.mark.parametrize(("mine", "theirs", "winner"), [(7, 4, 0), (1, 12, 1)])
def test_most_points_win(mine: int, theirs: int, winner: int) -> None:
    """D47: by coins alone; seat 0 gets two for its last card."""
    game = game_ended_by_discard(city(coins=mine), city(coins=theirs))
    assert (game.outcome, game.winner) == ("points", winner)
    assert game.ranking() == [[winner], [1 - winner]]


@pytest.mark.parametrize("winner", [0, 1])
def test_blue_points_break_a_tie(winner: int) -> None:
    """D47: 3 points each, by Baths or by coins."""
    cities = [city(coins=7), city(coins=9)]
    cities[winner] = city("baths", coins=0)
    game = game_ended_by_discard(*cities)
    assert [score["total"] for score in game.scores()] == [3, 3]
    assert (game.outcome, game.winner) == ("points", winner)
    assert game.ranking() == [[winner], [1 - winner]]


def test_only_points_of_blue_cards_break_a_tie() -> None:
    """D47: the number of blue cards does not, nor do wonders or coins."""
    mine = city("theater", "altar", coins=0)
    theirs = city("palace", coins=0)
    game = game_ended_by_discard(
        mine | {"tokens": ["agriculture"], "coins": 1}, theirs | {"coins": 10}
    )
    assert [score["total"] for score in game.scores()] == [11, 10]
    game = game_ended_by_discard(mine | {"coins": 1}, theirs)
    assert [score["total"] for score in game.scores()] == [7, 7]
    assert game.winner == 1


def test_a_full_tie_is_a_shared_victory() -> None:
    """D47: points and blue points are alike."""
    game = game_ended_by_discard(city("baths", coins=1), city("altar", coins=5))
    assert [score["total"] for score in game.scores()] == [4, 4]
    assert (game.outcome, game.winner, game.ranking()) == ("shared", None, [[0, 1]])


# ── D49 the bank ─────────────────────────────────────────────────────────────────────────────────


def test_the_bank_has_no_bottom() -> None:
    """D49: the pieces of the box are worth 86 coins, and no rule limits it to them."""
    game = table(city(coins=200), city(coins=200), "tavern", "altar", "theater")
    play(game, "build tavern", "discard altar")
    assert coins(game) == [204, 202]
