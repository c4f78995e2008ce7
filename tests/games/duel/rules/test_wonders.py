"""Duel: wonders, the discard pile, destruction."""

import pytest

from heptapolis.events import Dug, Gained, Staged
from heptapolis.games.duel.events import Destroyed
from tests.games.duel.rules.duel_table import (
    CATALOG,
    EMPTY_CITY,
    MANY_COINS,
    builder,
    city,
    coins,
    coins_gained,
    discard,
    events_of,
    play,
    price_paid,
    sheet,
    table,
    texts,
)

POINTS = {
    "appian_way": 3,
    "circus_maximus": 3,
    "colossus": 3,
    "great_library": 4,
    "great_lighthouse": 4,
    "hanging_gardens": 3,
    "mausoleum": 2,
    "piraeus": 2,
    "pyramids": 9,
    "sphinx": 6,
    "statue_of_zeus": 3,
    "temple_of_artemis": 0,
}


# ── costs and effects ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wonder", POINTS)
def test_a_wonder_gives_its_points_when_it_is_built(wonder: str) -> None:
    """Rulebook, wonders: none before."""
    assert sheet(city(built=[wonder]))["wonders"] == POINTS[wonder]
    assert sheet(city(wonders=[wonder]))["wonders"] == 0


def test_the_colossus_of_the_rulebook() -> None:
    """Rulebook, wonders: 3 clay and a glass are paid, a card goes under it, two spaces."""
    assert price_paid(city("clay_pool", "brickyard", "glassworks"), EMPTY_CITY, "colossus") == 0
    game = table(builder("colossus"), EMPTY_CITY, "altar", "theater")
    play(game, "wonder colossus altar")
    assert (game.marker, game.city(0).built_wonders) == (2, {"colossus": "altar"})
    assert [(e.wonder, e.card, e.stage) for e in events_of(game, Staged)] == [
        ("colossus", "altar", 1)
    ]


@pytest.mark.parametrize(
    ("wonder", "income"),
    [("temple_of_artemis", 12), ("hanging_gardens", 6), ("appian_way", 3), ("sphinx", 0)],
)
def test_wonders_that_bring_coins(wonder: str, income: int) -> None:
    """Rulebook, wonders: from the bank, at once."""
    game = table(builder(wonder), EMPTY_CITY, "altar", "theater")
    play(game, f"wonder {wonder} altar")
    assert coins_gained(game, wonder) == income


def test_a_wonder_is_built_once_and_only_by_its_owner() -> None:
    """Rulebook, wonders: each city has its own four."""
    mine = city(built=["sphinx"], wonders=["colossus", "pyramids", "piraeus"], coins=MANY_COINS)
    theirs = builder("mausoleum", "great_library", "appian_way", "statue_of_zeus")
    game = table(mine, theirs, "altar", "theater")
    wonders = {move.split()[1] for move in texts(game, "wonder")}
    assert wonders == {"colossus", "pyramids", "piraeus"}


# ── D1 seven wonders, no more ────────────────────────────────────────────────────────────────────

BRUNO = ["mausoleum", "great_library", "appian_way", "statue_of_zeus"]
ANTOINE = ["sphinx", "piraeus"]


def test_the_eighth_wonder_of_the_rulebook_goes_back_to_the_box() -> None:
    """D1: the rulebook's example; Bruno has 4, Antoine builds his third and loses the Pyramids."""
    antoine = city(built=ANTOINE, wonders=["colossus", "pyramids"], coins=MANY_COINS)
    game = table(antoine, city(built=BRUNO, coins=MANY_COINS), "altar", "theater", "tavern")
    assert "wonder pyramids altar" in texts(game)
    play(game, "wonder colossus altar")
    assert game.city(0).wonders == ["colossus", "piraeus", "sphinx"]
    discard(game)
    assert game.to_move == [0]
    assert texts(game, "wonder") == []


def test_the_eighth_wonder_may_be_the_opponents() -> None:
    """D1: counted over both players."""
    antoine = city(built=[*ANTOINE, "colossus"], wonders=["pyramids"], coins=MANY_COINS)
    theirs = city(built=BRUNO[:3], wonders=BRUNO[3:], coins=MANY_COINS)
    game = table(antoine, theirs, "altar", "theater")
    play(game, "wonder pyramids altar")
    assert game.city(1).wonders == sorted(BRUNO[:3])
    assert game.to_move == [1]
    assert texts(game, "wonder") == []


def test_the_eighth_wonder_leaves_at_once() -> None:
    """D1: the extra turn of the seventh cannot build it."""
    antoine = city(built=["piraeus", "colossus"], wonders=["sphinx", "pyramids"], coins=MANY_COINS)
    game = table(antoine, city(built=BRUNO), "altar", "theater")
    play(game, "wonder sphinx altar")
    assert game.to_move == [0]
    assert texts(game, "wonder") == []


def test_with_six_wonders_two_may_still_be_built() -> None:
    """D1: the limit is seven, not six."""
    antoine = city(built=["piraeus"], wonders=["colossus", "sphinx", "pyramids"], coins=MANY_COINS)
    game = table(antoine, city(built=BRUNO, coins=MANY_COINS), "altar", "theater")
    play(game, "wonder colossus altar")
    assert game.city(0).wonders == ["colossus", "piraeus", "pyramids", "sphinx"]


def test_a_wonder_that_has_left_gives_nothing() -> None:
    """D1: no points, and no Architecture or Theology brings it back."""
    antoine = city(
        built=ANTOINE,
        wonders=["colossus", "pyramids"],
        coins=MANY_COINS,
        tokens=["architecture", "theology"],
    )
    game = table(antoine, city(built=BRUNO), "altar", "theater")
    play(game, "wonder colossus altar")
    assert game.to_move == [0]
    assert texts(game, "wonder") == []
    assert game.scores()[0]["wonders"] == 3 + 2 + 6


# ── D18, D19, D21 the Mausoleum ──────────────────────────────────────────────────────────────────


def test_the_mausoleum_builds_any_card_of_the_pile_free() -> None:
    """D18: mandatory; no coin is paid for it."""
    game = table(
        builder("mausoleum", coins=10),
        EMPTY_CITY,
        "altar",
        "theater",
        discard=["palace", "scriptorium", "arsenal"],
    )
    play(game, "wonder mausoleum altar")
    assert texts(game) == ["revive scriptorium", "revive palace", "revive arsenal"]
    play(game, "revive palace")
    assert (game.city(0).buildings, game.city(0).coins) == (["palace"], 0)
    assert game.discard == ["scriptorium", "arsenal"]
    assert [event.card for event in events_of(game, Dug)] == ["palace"]
    assert game.to_move == [1]


def test_a_revived_card_brings_its_coins() -> None:
    """D18: a Tavern 4, a Port 2 for each brown card."""
    for card, income in (("tavern", 4), ("port", 4)):
        mine = builder("mausoleum") | {"buildings": ["clay_pool", "quarry"]}
        game = table(mine, EMPTY_CITY, "altar", "theater", discard=[card])
        play(game, "wonder mausoleum altar", f"revive {card}")
        assert coins_gained(game, card) == income


def test_a_revived_card_brings_its_shields() -> None:
    """D18: with the military token they reach."""
    game = table(builder("mausoleum"), city(coins=7), "altar", "theater", discard=["pretorium"])
    play(game, "wonder mausoleum altar", "revive pretorium")
    assert (game.marker, game.city(1).coins) == (3, 5)


def test_a_revived_card_may_complete_a_pair() -> None:
    """D18: the token is chosen then."""
    mine = builder("mausoleum") | {"buildings": ["scriptorium"]}
    game = table(
        mine, EMPTY_CITY, "altar", "theater", discard=["library"], tokens=["law", "masonry"]
    )
    play(game, "wonder mausoleum altar", "revive library")
    assert (game.phase, texts(game)) == ("token", ["token law", "token masonry"])
    assert play(game, "token masonry").to_move == [1]


def test_a_revived_guild_brings_its_coins() -> None:
    """D18: by the count of that moment."""
    mine = builder("mausoleum") | {"buildings": ["altar"]}
    theirs = city("baths", "statue")
    game = table(mine, theirs, "palace", "obelisk", discard=["magistrates_guild"])
    play(game, "wonder mausoleum palace", "revive magistrates_guild")
    assert coins_gained(game, "magistrates_guild") == 2


def test_a_revived_card_serves_as_the_source_of_a_chain() -> None:
    """D18: later."""
    game = table(
        builder("mausoleum", coins=10), EMPTY_CITY, "aqueduct", "walls", "statue", discard=["baths"]
    )
    play(game, "wonder mausoleum statue", "revive baths", "discard walls")
    assert game.city(0).coins == 0
    assert game.has_chain(0, "aqueduct")
    assert "build aqueduct" in texts(game)


def test_a_revived_card_is_no_chain_build() -> None:
    """D19: no coins of Urbanism although the source of the chain stands."""
    mine = builder("mausoleum", tokens=["urbanism"], coins=10) | {"buildings": ["baths"]}
    game = table(mine, EMPTY_CITY, "walls", "statue", discard=["aqueduct"])
    play(game, "wonder mausoleum walls", "revive aqueduct")
    assert game.city(0).coins == 0
    assert events_of(game, Gained) == []


def test_a_revived_card_pays_nothing_to_economy() -> None:
    """D18, D9: only the wonder's resources were bought."""
    game = table(
        builder("mausoleum", coins=30),
        city(coins=0, tokens=["economy"]),
        "walls",
        "statue",
        discard=["aqueduct"],
    )
    play(game, "wonder mausoleum walls", "revive aqueduct")
    assert coins(game) == [20, 10]


def test_a_mausoleum_with_an_empty_pile_is_built_all_the_same() -> None:
    """D21: its points count, its effect is skipped; the card under it is not in the pile."""
    game = table(builder("mausoleum"), EMPTY_CITY, "altar", "theater")
    play(game, "wonder mausoleum altar")
    assert (game.phase, game.to_move, game.discard) == ("turn", [1], [])
    assert game.scores()[0]["wonders"] == 2


def test_cards_removed_in_the_set_up_cannot_be_revived() -> None:
    """D21, D41: only what was discarded or destroyed."""
    game = table(builder("mausoleum"), EMPTY_CITY, "altar", "theater", "baths", "tavern", seat=1)
    play(game, "discard theater", "wonder mausoleum altar")
    assert texts(game) == ["revive theater"]


# ── D22, D23 destruction ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wonder", "targets"),
    [
        ("statue_of_zeus", ["lumber_yard", "clay_pool", "shelf_quarry"]),
        ("circus_maximus", ["glassworks", "drying_room"]),
    ],
)
def test_the_builder_picks_a_card_of_the_opponent(wonder: str, targets: list[str]) -> None:
    """D22: Zeus a brown one, Circus Maximus a grey one; it must be done."""
    others = ["lumber_yard", "clay_pool", "shelf_quarry", "glassworks", "drying_room", "theater"]
    mine = builder(wonder) | {"buildings": ["quarry", "press"]}
    game = table(mine, city(*others, "tavern"), "walls", "statue")
    play(game, f"wonder {wonder} walls")
    assert (game.phase, game.to_move) == ("destroy", [0])
    assert texts(game) == [f"destroy {target}" for target in targets]
    play(game, f"destroy {targets[-1]}")
    assert targets[-1] not in game.city(1).buildings
    assert [(e.seat, e.card) for e in events_of(game, Destroyed)] == [(0, targets[-1])]


@pytest.mark.parametrize("wonder", ["statue_of_zeus", "circus_maximus"])
def test_without_a_target_shield_and_points_stand(wonder: str) -> None:
    """D22: own cards and those of other colours are no targets."""
    other = "press" if wonder == "statue_of_zeus" else "quarry"
    mine = builder(wonder) | {"buildings": ["clay_pool", "glassworks"]}
    game = table(mine, city(other, "theater", "tavern"), "walls", "statue")
    play(game, f"wonder {wonder} walls")
    assert (game.phase, game.to_move, game.marker) == ("turn", [1], 1)
    assert game.scores()[0]["wonders"] == 3
    assert events_of(game, Destroyed) == []


def test_a_destroyed_card_goes_to_the_discard_pile() -> None:
    """D23: its production ends at once, and so does what it made dearer."""
    game = table(builder("statue_of_zeus"), city("shelf_quarry", "quarry"), "walls", "statue")
    assert game.city(0).prices["stone"] == 5
    play(game, "wonder statue_of_zeus walls", "destroy shelf_quarry")
    assert game.discard == ["shelf_quarry"]
    assert game.city(0).prices["stone"] == 3
    assert game.city(1).production == {"stone": 1}


def test_a_destroyed_card_can_be_revived() -> None:
    """D23: by a Mausoleum, of either player."""
    game = table(
        builder("circus_maximus"),
        builder("mausoleum") | {"buildings": ["press"]},
        "walls",
        "statue",
        "temple",
    )
    play(game, "wonder circus_maximus walls", "destroy press", "wonder mausoleum statue")
    assert texts(game) == ["revive press"]
    play(game, "revive press")
    assert game.city(1).production == {"papyrus": 1}


# ── D41 the pile ─────────────────────────────────────────────────────────────────────────────────


def test_the_discard_pile_is_shared_and_open_to_all() -> None:
    """D41: both players' discards; tucked cards are not in it."""
    game = table(builder("sphinx"), EMPTY_CITY, "walls", "statue", "temple", "barracks")
    play(game, "discard walls", "discard statue", "wonder sphinx temple")
    assert game.discard == ["statue", "walls"]
    for seat in (0, 1, None):
        assert game.view(seat).discard == ["statue", "walls"]


def test_guilds_that_are_not_used_are_not_in_the_pile() -> None:
    """D41: four of seven stay in the box."""
    game = table(builder("mausoleum"), EMPTY_CITY, age=3)
    assert game.discard == []
    assert len(CATALOG.card) == 73
