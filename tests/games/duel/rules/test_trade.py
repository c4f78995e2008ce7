"""Duel: costs, trade, chains."""

import itertools

import pytest

import heptapolis as hp
from heptapolis.codes import Color
from heptapolis.events import Built, Paid
from heptapolis.games.duel.cards.model import DuelCatalog
from tests.conftest import House
from tests.games.duel.rules.duel_table import (
    CATALOG,
    EMPTY_CITY,
    City,
    can_build,
    city,
    coins,
    coins_gained,
    discard,
    events_of,
    play,
    price_paid,
    table,
    texts,
)
from tests.kinds import duel_from

CHAINS = [(card.id, before) for card in CATALOG.cards for before in card.chain_from]
NO_COINS = 0


# ── costs ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("card", "producers", "held"),
    [
        ("lumber_yard", [], 0),
        ("stone_pit", [], 1),
        ("scriptorium", [], 2),
        ("baths", ["quarry"], 0),
        ("arena", ["clay_pool", "quarry", "lumber_yard"], 0),
        ("horse_breeders", ["clay_pool", "lumber_yard"], 0),
        ("horse_breeders", ["stable"], 0),
    ],
)
def test_a_card_costs_what_is_printed_on_it(card: str, producers: list[str], held: int) -> None:
    """Rulebook, costs: its examples can be built with just that, and not with less."""
    assert can_build(city(*producers, coins=held), EMPTY_CITY, card)
    if held:
        assert not can_build(city(*producers, coins=held - 1), EMPTY_CITY, card)
    for missing in producers:
        rest = [other for other in producers if other != missing]
        assert not can_build(city(*rest, coins=NO_COINS), EMPTY_CITY, card)


@pytest.mark.parametrize(
    ("card", "producers", "price"),
    [
        ("palisade", [], 2),
        ("forum", ["clay_pool"], 3),
        ("walls", ["quarry", "stone_pit"], 0),
        ("walls", [], 4),
        ("parade_ground", ["brickyard", "glassworks"], 0),
        ("senate", ["brickyard", "quarry", "press"], 0),
        ("temple", ["lumber_yard", "press"], 0),
        ("obelisk", ["shelf_quarry", "glassworks"], 0),
        ("garrison", ["clay_pool"], 0),
        ("barracks", ["clay_pool", "lumber_yard"], 3),
        ("pretorium", [], 8),
    ],
)
def test_disputed_costs_are_those_of_the_printed_cards(
    card: str, producers: list[str], price: int
) -> None:
    """Points on which sources differ, 2 to 5."""
    assert price_paid(city(*producers), EMPTY_CITY, card) == price


def test_a_city_builds_what_it_produces() -> None:
    """Rulebook, production: with 1 stone, 3 clay, 1 papyrus Baths or a Garrison, no Apothecary."""
    mine = city("quarry", "clay_pool", "brickyard", "press", coins=NO_COINS)
    game = table(mine, EMPTY_CITY, "baths", "garrison", "apothecary")
    assert game.city(0).production == {"clay": 3, "stone": 1, "papyrus": 1}
    assert texts(game, "build") == ["build baths", "build garrison"]


def test_resources_are_never_used_up() -> None:
    """Rulebook, production: the same stone serves every turn."""
    game = table(city("quarry", coins=NO_COINS), city(coins=NO_COINS), "baths", "theater")
    play(game, "build baths", "discard theater")
    assert game.city(0).production == {"stone": 1}
    assert coins(game)[0] == 0


def test_coins_of_a_cost_go_to_the_bank() -> None:
    """Rulebook, costs: a Scriptorium takes 2 coins, a Stone Pit 1."""
    game = table(city(coins=7), city(coins=7), "scriptorium", "stone_pit")
    play(game, "build scriptorium", "build stone_pit")
    assert coins(game) == [5, 6]
    assert [(e.seat, e.bank, e.opponent) for e in events_of(game, Paid)] == [(0, 2, 0), (1, 1, 0)]


# ── D11 the price of a unit ──────────────────────────────────────────────────────────────────────


def test_a_unit_costs_2_if_the_opponent_makes_none() -> None:
    """D11: 2 + nothing."""
    assert table(EMPTY_CITY, EMPTY_CITY, "baths").city(0).prices == dict.fromkeys(
        ["clay", "stone", "wood", "glass", "papyrus"], 2
    )
    assert price_paid(city(), EMPTY_CITY, "baths") == 2


@pytest.mark.parametrize(
    ("theirs", "price"),
    [
        (["quarry"], 3),
        (["stone_pit"], 3),
        (["shelf_quarry"], 4),
        (["quarry", "stone_pit", "shelf_quarry"], 6),
        (["clay_pool", "glassworks"], 2),
    ],
)
def test_each_unit_on_the_opponents_brown_and_grey_cards_adds_one(
    theirs: list[str], price: int
) -> None:
    """D11: a double producer counts 2; other resources do not count."""
    assert price_paid(city(), city(*theirs), "baths") == price


@pytest.mark.parametrize(
    "theirs", [["glassworks"], ["glass_blower"], ["glassworks", "glass_blower"]]
)
def test_grey_cards_make_their_goods_dearer(theirs: list[str]) -> None:
    """D11: as brown cards do."""
    assert price_paid(city(), city(*theirs), "apothecary") == 2 + len(theirs)


@pytest.mark.parametrize(
    ("theirs", "card", "price"),
    [
        (city("caravansery"), "baths", 2),
        (city("forum"), "apothecary", 2),
        (city(built=["great_lighthouse"]), "baths", 2),
        (city(built=["piraeus"]), "apothecary", 2),
        (city("stone_reserve"), "baths", 2),
        (city("customs_house"), "apothecary", 2),
    ],
)
def test_yellow_cards_and_wonders_of_the_opponent_do_not_count(
    theirs: City, card: str, price: int
) -> None:
    """D11: nor does production of choice, nor a fixed price."""
    assert price_paid(city(), theirs, card) == price


def test_fixed_production_of_a_yellow_card_does_not_count_either(house: House) -> None:
    """D11: no printed card has it; a house's does."""
    catalog = house(
        'extends = "duel"\n[card.depot]\nname = "Depot"\nage = 1\ncolor = "yellow"\n'
        'effect = { produce = ["stone", "stone"] }\n'
    )
    game = table(city(), city("depot"), "baths", catalog=catalog)
    assert game.city(1).production == {"stone": 2}
    assert (game.price(0, "baths"), game.price(1, "baths")) == (2, 0)


def test_own_cards_do_not_make_a_unit_dearer() -> None:
    """D11: the rulebook's example; with 2 stone Bruno pays 2 for a third."""
    assert price_paid(city("shelf_quarry"), city("clay_pool"), "aqueduct") == 2


def test_every_unit_costs_the_same_and_there_is_no_limit() -> None:
    """D11: the rulebook's example; Antoine pays 4 for each stone, 12 for the Aqueduct."""
    bruno = city("shelf_quarry")
    assert price_paid(city(), bruno, "baths") == 4
    assert price_paid(city(), bruno, "walls") == 8
    assert price_paid(city(), bruno, "aqueduct") == 12
    assert not can_build(city(coins=11), bruno, "aqueduct")


def test_the_fortifications_of_the_rulebook_cost_5() -> None:
    """D11: the rulebook's example; clay for 3 and papyrus for 2, the two stone are produced."""
    assert price_paid(city("shelf_quarry"), city("clay_pool"), "fortifications") == 5


def test_the_caravansery_of_the_rulebook_costs_7() -> None:
    """D11: the rulebook's example; 2 coins, glass for 3, papyrus for 2."""
    assert price_paid(city("clay_pool"), city("glassworks"), "caravansery") == 7


def test_bought_resources_are_paid_to_the_bank() -> None:
    """D11: the price follows the opponent's cards, the coins do not go there."""
    game = table(city(coins=20), city("shelf_quarry", coins=7), "aqueduct")
    play(game, "build aqueduct")
    assert coins(game) == [8, 7]


def test_missing_resources_of_a_wonder_are_bought_too() -> None:
    """D11: the Colossus costs 3 clay and a glass."""
    assert price_paid(city("clay_pool"), city("brickyard", "glassworks"), "colossus") == 2 * 4 + 3


# ── D12 fixed prices ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("yellow", "theirs", "card", "price"),
    [
        ("stone_reserve", ["quarry", "shelf_quarry"], "aqueduct", 3),
        ("clay_reserve", ["clay_pit", "brickyard"], "statue", 2),
        ("wood_reserve", ["sawmill"], "stable", 1),
        ("customs_house", ["glassworks", "glass_blower"], "apothecary", 1),
        ("customs_house", ["press"], "school", 2 + 2),
        ("stone_reserve", [], "baths", 1),
        ("stone_reserve", ["clay_pool"], "garrison", 3),
    ],
)
def test_a_fixed_price_is_1_whatever_the_opponent_makes(
    yellow: str, theirs: list[str], card: str, price: int
) -> None:
    """D12: for each unit of its resources, and for no other."""
    assert price_paid(city(yellow), city(*theirs), card) == price


def test_a_fixed_price_serves_from_the_next_turn() -> None:
    """D12: the card has cost its coins by then."""
    game = table(city(coins=4), city("quarry", coins=9), "stone_reserve", "baths", "theater")
    assert texts(game, "build baths") == ["build baths"]
    assert game.price(0, "baths") == 3
    play(game, "build stone_reserve", "discard theater")
    assert game.price(0, "baths") == 1
    play(game, "build baths")
    assert coins(game)[0] == 0


def test_cards_with_a_fixed_price_cost_coins_only() -> None:
    """D12: so it makes no difference when the price begins."""
    for card in CATALOG.cards:
        if card.effect.fixed_price:
            assert card.cost.coins and not card.cost.resources, card.id


# ── D13 production of choice ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("card", ["baths", "garrison", "stable"])
@pytest.mark.parametrize("mine", [city("caravansery"), city(built=["great_lighthouse"])])
def test_a_raw_material_of_choice_may_be_any_each_time(mine: City, card: str) -> None:
    """D13: one unit of stone, clay or wood."""
    assert price_paid(mine, EMPTY_CITY, card) == 0


@pytest.mark.parametrize("card", ["apothecary", "workshop"])
@pytest.mark.parametrize("mine", [city("forum"), city(built=["piraeus"])])
def test_a_good_of_choice_may_be_any_each_time(mine: City, card: str) -> None:
    """D13: one unit of glass or papyrus."""
    assert price_paid(mine, EMPTY_CITY, card) == 0


def test_a_producer_of_choice_gives_one_unit_for_each_construction() -> None:
    """D13: of Arena's three units it makes one; in the next turn it makes another."""
    assert price_paid(city("caravansery"), EMPTY_CITY, "arena") == 4
    assert price_paid(city("caravansery"), EMPTY_CITY, "walls") == 2
    game = table(city("caravansery", coins=0), city(coins=0), "baths", "garrison", "theater")
    play(game, "build baths", "discard theater", "build garrison")
    assert game.city(0).coins == 0


def test_several_producers_of_choice_add_up() -> None:
    """D13: the Caravansery and the Great Lighthouse make two different units or two alike."""
    mine = city("caravansery", built=["great_lighthouse"])
    assert price_paid(mine, EMPTY_CITY, "walls") == 0
    assert price_paid(mine, EMPTY_CITY, "arena") == 2
    assert price_paid(city("forum", built=["piraeus"]), EMPTY_CITY, "chamber_of_commerce") == 0


def test_a_producer_of_choice_makes_the_dearest_unit() -> None:
    """D13, D14: stone would cost 5, wood 2."""
    assert price_paid(city("caravansery"), city("quarry", "shelf_quarry"), "rostrum") == 2


def test_production_of_choice_is_told_apart_from_fixed_production() -> None:
    """D13: it is not sure which unit a city will have."""
    mine = city("forum", "quarry", wonders=["great_lighthouse"])
    game = table(mine | {"built": {"great_lighthouse": "altar"}}, EMPTY_CITY, "baths")
    assert game.city(0).production == {"stone": 1}
    assert game.city(0).choices == [["glass", "papyrus"], ["clay", "stone", "wood"]]


# ── D14 the cheapest cover ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("token", "theirs", "id", "price"),
    [
        ("masonry", [], "baths", 0),
        ("masonry", [], "temple", 0),
        ("masonry", ["shelf_quarry"], "aqueduct", 4),
        ("masonry", ["shelf_quarry"], "rostrum", 0),
        # clay, stone, wood, 2 glass: glass at 4 twice is waived
        ("masonry", ["glassworks", "glass_blower"], "palace", 6),
        # clay at 5 and a glass at 4 are waived
        ("masonry", ["clay_pool", "brickyard", "glassworks", "glass_blower"], "palace", 4 + 2 + 2),
        ("architecture", [], "pyramids", 4),
        ("architecture", ["shelf_quarry"], "pyramids", 4 + 2),
        ("architecture", ["press"], "pyramids", 2 + 2),
        ("architecture", ["press", "drying_room"], "great_lighthouse", 2 + 2),
    ],
)
def test_masonry_and_architecture_waive_the_two_dearest_units(
    token: str, theirs: list[str], id: str, price: int
) -> None:
    """D14: of the builder's choice, so that the coins paid are least."""
    assert price_paid(city(tokens=[token]), city(*theirs), id) == price


def test_a_discount_takes_what_the_city_does_not_produce() -> None:
    """D14: fixed production comes first."""
    mine = city("quarry", "lumber_yard", tokens=["masonry"])
    assert price_paid(mine, city("glassworks"), "palace") == 2
    mine = city("shelf_quarry", tokens=["architecture"])
    assert price_paid(mine, EMPTY_CITY, "pyramids") == 0


def test_choice_producers_and_discounts_work_together() -> None:
    """D14: the Caravansery takes the clay at 4, Masonry both glass at 3."""
    mine = city("caravansery", tokens=["masonry"])
    theirs = city("brickyard", "glassworks")
    assert price_paid(mine, theirs, "palace") == 2 + 2
    mine = city("caravansery", "forum", tokens=["masonry"])
    assert price_paid(mine, theirs, "palace") == 2


def test_a_discount_counts_with_fixed_prices() -> None:
    """D14: three stone at 1 are bought, two wood at 3 are waived."""
    mine = city("stone_reserve", tokens=["masonry"])
    assert price_paid(mine, city("lumber_yard"), "town_hall") == 3


@pytest.mark.parametrize("card", ["walls", "library", "arena", "fortifications"])
def test_masonry_serves_blue_cards_only(card: str) -> None:
    """D14: not red, green or yellow ones."""
    assert price_paid(city(tokens=["masonry"]), EMPTY_CITY, card) == price_paid(
        city(), EMPTY_CITY, card
    )


def test_the_two_discounts_never_meet() -> None:
    """D14: Masonry is for blue cards, Architecture for wonders."""
    assert price_paid(city(tokens=["masonry"]), EMPTY_CITY, "pyramids") == 8
    assert price_paid(city(tokens=["architecture"]), EMPTY_CITY, "aqueduct") == 6
    both = city(tokens=["architecture", "masonry"])
    assert price_paid(both, EMPTY_CITY, "pyramids") == 4
    assert price_paid(both, EMPTY_CITY, "aqueduct") == 2


def test_a_discount_never_takes_coins_of_a_cost(house: House) -> None:
    """D14: never coins, never below 0; a house's blue card that costs 5 coins and a clay."""
    catalog = house(
        'extends = "duel"\n[card.mint]\nname = "Mint"\nage = 1\ncolor = "blue"\n'
        "cost = { coins = 5, clay = 1 }\neffect = { points = 1 }\n"
    )
    assert isinstance(catalog, DuelCatalog)
    game = table(city(tokens=["masonry"], coins=9), EMPTY_CITY, "mint", "altar", catalog=catalog)
    play(game, "build mint")
    assert game.city(0).coins == 4


def least_coins(cost: dict[str, int], price: dict[str, int], helpers: list[list[str]]) -> int:
    """Return the minimum of coins over every use of every helper."""
    best = 10**6
    for use in itertools.product(*helpers):
        rest = dict(cost)
        for good in use:
            rest[good] = max(0, rest.get(good, 0) - 1)
        best = min(best, sum(n * price[good] for good, n in rest.items()))
    return best


@pytest.mark.parametrize(
    "id", [*CATALOG.wonder, *(c.id for c in CATALOG.cards if c.color is Color.BLUE and c.age > 1)]
)
@pytest.mark.parametrize("n", range(4))
def test_the_price_is_the_least_of_all_covers(id: str, n: int) -> None:
    """D14: against an exhaustive search, for every wonder and the blue cards of ages II and III."""
    theirs = [
        city("shelf_quarry", "glassworks"),
        city("sawmill", "clay_pool", "press", "drying_room"),
        city("brickyard", "glassworks", "glass_blower", "quarry"),
        city("lumber_yard", "sawmill", "clay_pit"),
    ][n]
    wonders = ["great_lighthouse", "piraeus"]
    built = [wonder for wonder in wonders[: n % 3] if wonder != id]
    mine = city(
        *["caravansery", "forum"][: (n + 1) % 3], built=built, tokens=["architecture", "masonry"]
    )
    raw, goods = ["clay", "stone", "wood"], ["glass", "papyrus"]
    helpers = [[*raw, *goods]] * 2
    helpers += [raw] * (("caravansery" in mine["buildings"]) + ("great_lighthouse" in built))
    helpers += [goods] * (("forum" in mine["buildings"]) + ("piraeus" in built))
    cost = {good.slug: k for good, k in CATALOG.find(id).cost.resources.items()}
    price = table(mine, theirs, "arena").city(0).prices
    assert price_paid(mine, theirs, id) == least_coins(cost, price, helpers)


# ── D15 chains ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("card", "before"), CHAINS)
def test_a_card_is_free_with_the_card_it_is_chained_to(card: str, before: str) -> None:
    """D15: in one's own city, even without a coin."""
    game = table(city(before, coins=0), EMPTY_CITY, card)
    assert (game.has_chain(0, card), game.has_chain(1, card)) == (True, False)
    assert game.price(0, card) == 0
    play(game, f"build {card}")
    assert [(event.card, event.how) for event in events_of(game, Built)] == [(card, "chain")]
    assert events_of(game, Paid) == []
    assert not can_build(city(coins=0), EMPTY_CITY, card)
    assert not can_build(city(coins=0), city(before), card)


def test_the_chains_of_the_rulebook() -> None:
    """D15: the rulebook's examples; an Aqueduct after Baths, Fortifications after a Palisade."""
    assert ("aqueduct", "baths") in CHAINS
    assert ("fortifications", "palisade") in CHAINS
    assert ("horse_breeders", "stable") in CHAINS
    assert len(CHAINS) == 17


def test_a_chain_waives_coins_and_resources() -> None:
    """D15: the Barracks' 3 coins after a Garrison, an Aqueduct's stone after Baths."""
    game = table(city("garrison", "baths", coins=7), EMPTY_CITY, "barracks", "aqueduct")
    assert (game.price(0, "barracks"), game.price(0, "aqueduct")) == (0, 0)
    assert (game.price(1, "barracks"), game.price(1, "aqueduct")) == (3, 6)


@pytest.mark.parametrize(
    "where",
    [
        {"discard": ["baths"]},
        {"cities": [{"coins": 0, "wonders": ["sphinx"], "built": {"sphinx": "baths"}}, {}]},
        {"layout": {"1": ["baths taken", *["-"] * 19]}},
    ],
)
def test_a_chain_needs_its_source_built_in_the_city(where: dict[str, object]) -> None:
    """D15: not in the discard pile, not under a wonder."""
    layout: dict[str, object] = {"2": ["aqueduct", "walls", *["-"] * 18]}
    told = where.get("layout")
    if isinstance(told, dict):
        layout |= told
    position = {"game": "duel", "age": 2, "cities": [{"coins": 0}, {}]} | where
    game = duel_from(position | {"layout": layout})
    assert texts(game, "build") == []
    assert game.price(0, "aqueduct") == 6


def test_a_chain_is_always_taken() -> None:
    """D15: nothing is bought although the coins are there; there is one move, not two."""
    game = table(city("baths", coins=20), city(tokens=["economy"], coins=0), "aqueduct", "walls")
    assert texts(game, "build aqueduct") == ["build aqueduct"]
    play(game, "build aqueduct")
    assert coins(game) == [20, 0]


# ── D16, D17 Urbanism ────────────────────────────────────────────────────────────────────────────


def test_urbanism_pays_6_when_it_is_gained() -> None:
    """D16: once."""
    mine = city("workshop", "lumber_yard", "glassworks", "glass_blower", coins=0)
    game = table(mine, EMPTY_CITY, "laboratory", tokens=["urbanism", "law"])
    play(game, "build laboratory", "token urbanism")
    assert game.city(0).coins == 6
    assert coins_gained(game, "urbanism") == 6


def test_urbanism_pays_4_for_every_chain_build() -> None:
    """D16: one after the other."""
    mine = city("garrison", "baths", coins=0, tokens=["urbanism"])
    game = table(mine, EMPTY_CITY, "barracks", "aqueduct", "walls")
    play(game, "build barracks", "discard walls")
    assert game.city(0).coins == 4
    play(game, "build aqueduct")
    assert game.city(0).coins == 8


def test_urbanism_pays_for_a_chain_build_that_cost_nothing_anyway() -> None:
    """D16: the city makes the three stone of the Aqueduct."""
    mine = city("baths", "quarry", "shelf_quarry", coins=0, tokens=["urbanism"])
    game = play(table(mine, EMPTY_CITY, "aqueduct"), "build aqueduct")
    assert events_of(game, Built)[0].how == "chain"
    assert game.city(0).coins == 4


@pytest.mark.parametrize(
    ("buildings", "card", "income"),
    [(["quarry"], "baths", 0), ([], "theater", 0), ([], "tavern", 4), ([], "glass_blower", 0)],
)
def test_urbanism_does_not_pay_for_what_is_free_without_a_chain(
    buildings: list[str], card: str, income: int
) -> None:
    """D16: by own production, or because it has no cost."""
    mine = city(*buildings, coins=0, tokens=["urbanism"])
    game = play(table(mine, EMPTY_CITY, card), f"build {card}")
    assert game.city(0).coins == income


def test_urbanism_does_not_pay_for_the_opponents_chains() -> None:
    """D16: only its owner's."""
    game = table(city("baths", coins=0), city(coins=0, tokens=["urbanism"]), "aqueduct")
    play(game, "build aqueduct")
    assert coins(game) == [0, 0]


def test_urbanism_as_the_reward_of_a_chain_build_does_not_pay_for_it() -> None:
    """D17: it arrives after the build."""
    game = table(city("scriptorium", coins=0), EMPTY_CITY, "library", "walls", tokens=["urbanism"])
    play(game, "build library", "token urbanism")
    assert game.city(0).coins == 6


# ── D9, D10 Economy ──────────────────────────────────────────────────────────────────────────────


def test_economy_receives_what_the_opponent_pays_for_resources() -> None:
    """D9: for a building; three stone at 4."""
    theirs = city("shelf_quarry", coins=1, tokens=["economy"])
    game = play(table(city(coins=20), theirs, "aqueduct"), "build aqueduct")
    assert coins(game) == [8, 13]
    assert [(e.bank, e.opponent) for e in events_of(game, Paid)] == [(0, 12)]


def test_economy_receives_what_the_opponent_pays_for_a_wonder() -> None:
    """D9: the Pyramids' three stone and papyrus at 2."""
    mine = city(coins=20, wonders=["pyramids"])
    game = table(mine, city(coins=0, tokens=["economy"]), "theater", "altar")
    play(game, "wonder pyramids theater")
    assert coins(game) == [12, 8]


def test_printed_coins_of_a_cost_go_to_the_bank() -> None:
    """D9: of the 7 coins for the Caravansery of the rulebook 2 are printed."""
    theirs = city("glassworks", coins=0, tokens=["economy"])
    game = play(table(city(coins=7), theirs, "caravansery"), "build caravansery")
    assert coins(game) == [0, 5]
    assert [(e.bank, e.opponent) for e in events_of(game, Paid)] == [(2, 5)]


@pytest.mark.parametrize(
    ("mine", "amount"),
    [
        (city("stone_reserve", coins=20), 3),
        (city(coins=20, tokens=["masonry"]), 4),
        (city("quarry", coins=20), 8),
        (city("caravansery", coins=20), 8),
        (city("stone_reserve", coins=20, tokens=["masonry"]), 1),
    ],
)
def test_economy_receives_what_is_left_after_discounts(mine: City, amount: int) -> None:
    """D9: after fixed prices, discounts and own production."""
    theirs = city("shelf_quarry", coins=0, tokens=["economy"])
    game = play(table(mine, theirs, "aqueduct"), "build aqueduct")
    assert coins(game) == [20 - amount, amount]


def test_own_trades_of_its_owner_go_to_the_bank() -> None:
    """D9: no player receives the coins."""
    game = table(city(coins=20, tokens=["economy"]), city(coins=7), "aqueduct")
    play(game, "build aqueduct")
    assert coins(game) == [14, 7]
    assert [(e.bank, e.opponent) for e in events_of(game, Paid)] == [(6, 0)]


def test_trade_money_arrives_before_a_military_token_takes_it() -> None:
    """D10: the Walls' stone brings 4, then the marker takes 2 of them."""
    theirs = city(coins=0, tokens=["economy"])
    game = play(table(city(coins=20), theirs, "walls", marker=1), "build walls")
    assert (game.marker, coins(game)) == (3, [16, 2])


def test_trade_money_arrives_before_the_appian_way_takes_it() -> None:
    """D10: five units for 10, of which 3 are lost."""
    mine = city(coins=20, wonders=["appian_way"])
    game = table(mine, city(coins=0, tokens=["economy"]), "theater", "altar")
    play(game, "wonder appian_way theater")
    assert coins(game) == [20 - 10 + 3, 10 - 3]


# ── D46 first the cost ───────────────────────────────────────────────────────────────────────────


def test_what_a_wonder_brings_cannot_pay_for_it() -> None:
    """D46: the Temple of Artemis costs 8 here and brings 12."""
    mine = city(coins=7, wonders=["temple_of_artemis"])
    game = table(mine, EMPTY_CITY, "theater", "altar")
    assert texts(game, "wonder temple_of_artemis") == []
    with pytest.raises(hp.IllegalMove, match="you need 1 more coin"):
        play(game, "wonder temple_of_artemis theater")
    game = table(mine | {"coins": 8}, EMPTY_CITY, "theater", "altar")
    play(game, "wonder temple_of_artemis theater")
    assert game.city(0).coins == 12


def test_what_a_card_brings_cannot_pay_for_it() -> None:
    """D46: a Lighthouse for 6 brings 3 to a city with two other yellow cards."""
    mine = city("forum", "brewery", coins=3)
    assert not can_build(mine, EMPTY_CITY, "lighthouse")
    game = play(table(mine | {"coins": 4}, EMPTY_CITY, "lighthouse"), "build lighthouse")
    assert game.city(0).coins == 3


# ── D40 discards ─────────────────────────────────────────────────────────────────────────────────


def test_the_discard_of_the_rulebook_brings_4() -> None:
    """D40: the rulebook's example; an Aqueduct, with a Tavern and a Clay Reserve."""
    game = table(city("tavern", "clay_reserve", coins=0), EMPTY_CITY, "aqueduct", "walls")
    play(game, "discard aqueduct")
    assert game.city(0).coins == 4
    assert coins_gained(game, "discard") == 4
    assert game.discard == ["aqueduct"]


def test_a_discard_brings_2_and_the_opponents_yellow_cards_nothing() -> None:
    """D40: own yellow cards in the city."""
    game = table(city(coins=0), city("tavern", "forum"), "aqueduct", "walls")
    assert discard(game).city(0).coins == 2


def test_the_discarded_card_itself_does_not_count() -> None:
    """D40: a yellow card brings no more than another."""
    game = table(city("tavern", coins=0), EMPTY_CITY, "brewery", "walls")
    play(game, "discard brewery")
    assert game.city(0).coins == 3


def test_a_discard_is_always_possible() -> None:
    """D40: so there is always a move; the poorest city may discard whatever is accessible."""
    game = table(city(coins=0), EMPTY_CITY, "pretorium", "palace", "arsenal", "town_hall")
    assert texts(game, "build") == texts(game, "wonder") == []
    assert [move.split()[1] for move in texts(game, "discard")] == game.accessible
    assert len(game.accessible) == 4
