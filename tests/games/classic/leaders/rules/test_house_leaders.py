"""House leaders, defined in a TOML file that extends "leaders", are played like all others."""

from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.classic.leaders.events import Recruited
from tests.conftest import House
from tests.games.classic.rules.table import (
    City,
    city,
    coins_gained,
    events_of,
    leaders_sheet,
    leaders_table,
    play,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")


def semiramis(effect: str, cost: int = 3) -> str:
    """Load a catalogue with one more leader."""
    return f"""
        extends = "leaders"
        [leader.semiramis]
        name = "Semiramis"
        cost = {cost}
        effect = {{ {effect} }}
    """


def city_with_semiramis(*buildings: str, wonder: str = "giza:A", **more: Any) -> City:
    """Return a city with Semiramis in play."""
    return city(wonder, *buildings, **{"leaders": ["semiramis"], **more})


def test_a_house_leader_is_dealt_and_drafted(house: House) -> None:
    """She is one of 37: in some of these games a first pack contains her."""
    catalog = house(semiramis("points = 1"))
    for seed in range(20):
        game = hp.new("classic", seats=7, leaders=True, seed=seed, catalog=catalog)
        holders = [seat for seat in range(7) if "semiramis" in game.view(seat).leader_pack]
        if holders:
            break
    for seat in range(7):
        own = "keep semiramis" if seat in holders else texts(game, seat)[0]
        game.submit(seat, own)
    assert len(holders) == 1
    assert game.view(holders[0]).leader_hand == ["semiramis"]


def test_a_house_leader_is_recruited_for_its_price(house: House) -> None:
    """With Rome B as a neighbour she costs one coin less; her coins come at once."""
    catalog = house(semiramis("coins = 4", cost=5))
    hand = city("giza:A", coins=5, leader_hand=["semiramis"])
    game = recruitment(hand, RHODES, EPHESUS, catalog=catalog)
    play(game, "recruit semiramis")
    assert (game.city(0).coins, coins_gained(game, "semiramis")) == (4, 4)
    assert [event.leader for event in events_of(game, Recruited)] == ["semiramis"]
    game = recruitment(hand, city("rome:B"), EPHESUS, catalog=catalog)
    assert game.leader_price(0, "semiramis") == 4
    poor = hand | {"coins": 4}
    game = recruitment(poor, RHODES, EPHESUS, catalog=catalog)
    assert texts(game, 0) == ["discard semiramis"]


@pytest.mark.parametrize(
    ("event", "own", "card", "age"),
    [
        ("build_by_chain", ["baths"], "aqueduct", 2),
        ("build_yellow", [], "vineyard", 2),
    ],
)
def test_a_house_leader_pays_coins_on_building(
    house: House, event: str, own: list[str], card: str, age: int
) -> None:
    """She gives three coins, in addition to the two of Vitruvius or Xenophon."""
    catalog = house(semiramis(f'coins_on = {{ amount = 3, event = "{event}" }}'))
    colleague = "vitruvius" if event == "build_by_chain" else "xenophon"
    city_ = city_with_semiramis(*own, leaders=["semiramis", colleague], coins=0)
    game = leaders_table(city_, RHODES, EPHESUS, hands=[[card]], age=age, catalog=catalog)
    play(game, f"build {card}")
    assert game.city(0).coins == 3 + 2


def test_a_house_leader_pays_coins_on_victory(house: House) -> None:
    """She pays for both tokens."""
    catalog = house(semiramis('coins_on = { amount = 3, event = "victory_token_gained" }'))
    game = leaders_table(
        city_with_semiramis("stockade", coins=0), RHODES, EPHESUS, age=1, turn=6, catalog=catalog
    )
    play(game)
    assert game.city(0).coins == 3 + 2 * 3


def test_a_house_leader_takes_two_units_off(house: House) -> None:
    """Of a Library's two stone and cloth one unit remains, at the builder's choice."""
    catalog = house(semiramis('resource_discount = { color = "green", amount = 2 }'))

    def ways(card: str, city_: City) -> list[str]:
        others = [city("giza:A", "loom"), city("babylon:A")]
        game = leaders_table(city_, *others, hands=[[card]], catalog=catalog)
        return texts(game, 0, f"build {card}")

    poor = city_with_semiramis(wonder="rhodes:A")
    assert ways("library", poor) == ["build library left=2"]
    assert ways("library", city_with_semiramis("stone_pit", wonder="rhodes:A", coins=0)) == [
        "build library"
    ]
    assert ways("school", poor | {"coins": 0}) == ["build school"]
    assert ways("walls", city_with_semiramis("stone_pit", wonder="rhodes:A", coins=0)) == []


def test_discounts_of_two_leaders_add_up(house: House) -> None:
    """C4.6: each is one more producer of any resource; a Library costs three units."""
    catalog = house(semiramis('resource_discount = { color = "green", amount = 2 }'))
    both = city_with_semiramis(wonder="rhodes:A", leaders=["semiramis", "archimedes"], coins=0)
    game = leaders_table(both, GIZA, EPHESUS, hands=[["library"]], catalog=catalog)
    assert texts(game, 0, "build library") == ["build library"]


def test_a_house_leader_discounts_any_kind_of_construction(house: House) -> None:
    """Checked for yellow cards, which no printed leader discounts, and for stages."""
    catalog = house(semiramis('resource_discount = { color = "yellow", amount = 1 }'))
    own = city_with_semiramis("clay_pool", coins=0)
    game = leaders_table(own, RHODES, EPHESUS, hands=[["forum"]], catalog=catalog)
    assert texts(game, 0, "build forum") == ["build forum"]
    catalog = house(semiramis('resource_discount = { color = "wonder_stage", amount = 2 }'))
    own = city_with_semiramis(wonder="rhodes:A", coins=0)
    game = leaders_table(own, GIZA, EPHESUS, hands=[["walls"]], catalog=catalog)
    assert texts(game, 0, "stage walls") == ["stage walls"]


@pytest.mark.parametrize(
    ("effect", "city_", "worth"),
    [
        ("points = 6", city_with_semiramis(), 6),
        (
            'points_per_set = { amount = 5, of = ["brown", "grey"] }',
            city_with_semiramis("clay_pool", "loom", "press"),
            5,
        ),
        (
            'points_per = { amount = 2, what = ["brown", "grey"], whose = ["self"] }',
            city_with_semiramis("clay_pool", "loom"),
            4,
        ),
        (
            'points_per = { amount = 1, what = ["leader"], whose = ["left", "right"] }',
            city_with_semiramis(),
            2,
        ),
        (
            'points_per = { amount = 1, what = ["defeat_token"], whose = ["self"] }',
            city_with_semiramis(defeats=3),
            3,
        ),
        (
            'points_per = { amount = 1, what = ["coins"], per = 2, whose = ["self"] }',
            city_with_semiramis(coins=7),
            3,
        ),
        (
            'points_per = { amount = 5, what = ["science_set"], whose = ["self"] }',
            city_with_semiramis("apothecary", "workshop", "scriptorium"),
            5,
        ),
        (
            'points = 1, points_per = { amount = 1, what = ["red"], whose = ["self"] }',
            city_with_semiramis("stockade"),
            2,
        ),
    ],
)
def test_a_house_leader_is_scored(house: House, effect: str, city_: City, worth: int) -> None:
    """Her points are in the leaders column."""
    left = city("rhodes:A", leaders=["nero", "midas"])
    position = {"leaders": True, "age": 3, "cities": [city_, left, EPHESUS]}
    assert hp.score(position, catalog=house(semiramis(effect)))[0]["leaders"] == worth


def test_a_house_leader_has_shields_and_a_symbol(house: House) -> None:
    """They count in conflicts and in science."""
    catalog = house(semiramis('shields = 3, science = "gear"'))
    hand = city("giza:A", "apothecary", "scriptorium", leader_hand=["semiramis"])
    game = recruitment(hand, RHODES, EPHESUS, catalog=catalog)
    play(game, "recruit semiramis")
    assert (game.city(0).shields, game.city(0).symbols["gear"]) == (3, 1)
    assert (game.score(0)["science"], game.score(0)["leaders"]) == (10, 0)


def test_a_house_leader_brings_a_symbol_of_choice(house: House) -> None:
    """The symbol works like Babylon's."""
    effect = 'science_choice = ["compass", "gear", "tablet"]'
    own = city_with_semiramis("apothecary", "workshop")
    position = {"leaders": True, "age": 3, "cities": [own, RHODES, EPHESUS]}
    sheet = hp.score(position, catalog=house(semiramis(effect)))[0]
    assert sheet["science"] == 10


def test_a_house_leader_with_a_printed_power_has_its_own_numbers(house: House) -> None:
    """Checked with a more expensive Bilkis and a more generous Hatshepsut."""
    catalog = house(semiramis('special = "bank_purchase", params = { price = 3 }'))
    game = leaders_table(
        city_with_semiramis(), RHODES, EPHESUS, hands=[["stockade"]], age=1, catalog=catalog
    )
    assert texts(game, 0, "build stockade") == ["build stockade bank=3"]
    catalog = house(semiramis('special = "trade_rebate", params = { amount = 2 }'))
    left = city("olympia:A")
    game = leaders_table(
        city_with_semiramis(coins=2), left, EPHESUS, hands=[["stockade"]], age=1, catalog=catalog
    )
    play(game, "build stockade left=2")
    assert (game.city(0).coins, coins_gained(game, "semiramis")) == (2, 2)


def test_a_house_leader_may_produce(house: House) -> None:
    """For its owner only: neighbours buy from brown and grey cards and boards (C4.3)."""
    catalog = house(semiramis('produce = ["wood"]'))
    hands = [["stockade"], ["barracks"], ["guard_tower"]]
    game = leaders_table(
        city_with_semiramis(coins=0), RHODES, EPHESUS, hands=hands, age=1, catalog=catalog
    )
    assert texts(game, 0, "build stockade") == ["build stockade"]
    assert game.city(0).sold == {"stone": 1}


def test_courtesans_copy_a_house_leader(house: House) -> None:
    """The copy counts for the copier."""
    catalog = house(semiramis("shields = 2, points = 3"))
    own = city("giza:A", "lumber_yard", "clay_pool", "glassworks", "loom")
    left = city("rhodes:A", leaders=["semiramis"])
    hands = [["courtesans_guild"]]
    game = leaders_table(own, left, EPHESUS, hands=hands, age=3, catalog=catalog)
    play(game, "build courtesans_guild")
    game.submit(0, "court semiramis")
    assert (game.city(0).shields, game.score(0)["leaders"]) == (2, 3)


def test_a_printed_leader_may_be_changed(house: House) -> None:
    """Only the fields in the file change."""
    catalog = house('extends = "leaders"\n[leader.caesar]\ncost = 1\n')
    hand = city("giza:A", coins=1, leader_hand=["caesar"])
    game = recruitment(hand, RHODES, EPHESUS, catalog=catalog)
    play(game, "recruit caesar")
    assert (game.city(0).coins, game.city(0).shields) == (0, 2)


def test_a_record_with_a_house_leader_wants_its_catalogue(house: House) -> None:
    """It names the catalogue, and is replayed with that one only."""
    catalog = house(semiramis("points = 1"))
    hand = city("giza:A", leader_hand=["semiramis"])
    game = recruitment(hand, RHODES, EPHESUS, catalog=catalog)
    play(game, "recruit semiramis")
    record = str(game.record())
    assert hp.replay(record, catalog=catalog).to_bytes() == game.to_bytes()
    with pytest.raises(hp.InvalidText, match="played with the cards"):
        hp.replay(record)


def test_semiramis_is_unknown_without_the_file() -> None:
    """The box holds 36."""
    with pytest.raises(hp.InvalidText, match="semiramis"):
        leaders_sheet(city_with_semiramis())
