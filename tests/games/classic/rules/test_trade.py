"""C4: costs and trade."""

import pytest

import heptapolis as hp
from heptapolis.events import Built, Paid
from heptapolis.games.classic.catalog import load_classic
from tests.conftest import House
from tests.games.classic.rules.table import City, city, coins, events_of, play, table, texts

# Neighbours whose boards sell none of the resources in these tests.
GIZA, EPHESUS = city("giza:A"), city("ephesus:A")
CHAINS = [(card.id, before) for card in load_classic().cards for before in card.chain_from]


def builds(card: str, *cities: City, age: int = 1) -> list[str]:
    """Return the ways in which seat 0 of these cities can build a card."""
    return texts(table(*cities, hands=[[card]], age=age), 0, f"build {card}")


# ── C4.1 coins and resources ─────────────────────────────────────────────────────────────────────


def test_coins_of_a_cost_go_to_the_bank() -> None:
    # C4.1, the books' example: the Timber Yard costs one coin.
    game = table(
        city("rhodes:A"), GIZA, EPHESUS, hands=[["timber_yard"], ["altar"], ["theater"]], age=1
    )
    play(game, "build timber_yard", "build altar", "build theater")
    assert coins(game) == [2, 3, 3]
    assert [(paid.bank, paid.left, paid.right) for paid in events_of(game, Paid)] == [(1, 0, 0)]


def test_a_city_without_the_coins_of_a_cost_cannot_build() -> None:
    # C4.1
    assert builds("timber_yard", city("rhodes:A", coins=0), GIZA, EPHESUS) == []
    assert builds("timber_yard", city("rhodes:A", coins=1), GIZA, EPHESUS) == ["build timber_yard"]


@pytest.mark.parametrize(
    ("card", "producers", "held"),
    [
        ("marketplace", [], 0),
        ("mine", [], 1),
        ("baths", ["stone_pit"], 0),
        ("arena", ["quarry", "ore_vein"], 0),
    ],
)
def test_a_card_costs_what_is_printed_on_it(card: str, producers: list[str], held: int) -> None:
    # C4.1, the books' examples of costs.
    age = load_classic().card[card].age
    others = [city(f"{wonder}:A") for wonder in ("rhodes", "giza", "ephesus", "babylon", "olympia")]
    mine = city("halicarnassus:A", *producers, coins=held)
    assert builds(card, mine, *others, age=age) == [f"build {card}"]
    if producers or held:
        mine = city("halicarnassus:A", *producers[1:], coins=0)
        assert builds(card, mine, *others, age=age) == []


def test_resources_are_never_used_up() -> None:
    # C4.1: two wood build a stage, and are there again in the next turn.
    hands = [["altar"], None, ["stockade", "theater"]]
    game = table(city("olympia:A", "lumber_yard", coins=0), GIZA, EPHESUS, hands=hands, age=1)
    play(game, "stage altar", None, "discard theater")
    assert game.city(0).production == {"wood": 2}
    assert texts(game, 0, "build stockade") == ["build stockade"]


# ── C4.2 production ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("mine", "card"),
    [
        (city("giza:A", "ore_vein"), "barracks"),
        (city("giza:A", "loom"), "apothecary"),
        (city("olympia:A", "forum"), "school"),
        (city("ephesus:A", "caravansery"), "school"),
        (city("alexandria:A", "press", stages=2), "school"),
        (city("alexandria:B", stages=2), "school"),
        (city("olympia:A", "foundry"), "statue"),
    ],
)
def test_brown_grey_and_yellow_cards_and_stages_produce(mine: City, card: str) -> None:
    # C4.2
    others = [city("babylon:A"), city("halicarnassus:A")]
    age = load_classic().card[card].age
    assert builds(card, mine | {"coins": 0}, *others, age=age) == [f"build {card}"]
    assert builds(card, city(mine["wonder"], coins=0), *others, age=age) == []


def test_a_board_produces_its_resource() -> None:
    # C4.2
    others = [city("babylon:A"), city("halicarnassus:A")]
    assert builds("barracks", city("rhodes:A", coins=0), *others) == ["build barracks"]
    assert builds("barracks", city("giza:A", coins=0), *others) == []


def test_a_city_that_does_not_produce_enough_cannot_build() -> None:
    # C4.2, the books' example: Giza with two stone, clay, ore, papyrus and cloth can build
    # Barracks or a Scriptorium, but no Aqueduct.
    giza = city("giza:A", "stone_pit", "clay_pool", "ore_vein", "press", "loom", coins=0)
    others = [city("babylon:A"), city("olympia:A")]
    assert builds("barracks", giza, *others) == ["build barracks"]
    assert builds("scriptorium", giza, *others) == ["build scriptorium"]
    assert builds("aqueduct", giza, *others, age=2) == []


def test_a_producer_with_a_choice_gives_one_of_its_resources_per_construction() -> None:
    # C4.2: Stables cost clay, wood and ore.
    mine = city("olympia:A", "clay_pit", coins=9)
    assert builds("guard_tower", mine, GIZA, EPHESUS) == ["build guard_tower"]
    assert builds("barracks", mine, GIZA, EPHESUS) == ["build barracks"]
    assert builds("stables", mine, GIZA, EPHESUS, age=2) == []
    mine = city("olympia:A", "clay_pit", "mine")
    assert builds("stables", mine, GIZA, EPHESUS, age=2) == ["build stables"]


def test_producers_with_a_choice_are_combined_as_it_fits() -> None:
    # C4.2: only wood from the first, stone from the second and clay from the third will do.
    mine = city("rhodes:A", "timber_yard", "mine", "excavation", "loom", "press", "glassworks")
    assert builds("palace", mine, GIZA, EPHESUS, age=3) == ["build palace"]


# ── C4.3 buying from the neighbours ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("seller", "card"),
    [
        (city("olympia:A"), "stockade"),
        (city("giza:A", "lumber_yard"), "stockade"),
        (city("giza:A", "timber_yard"), "stockade"),
        (city("halicarnassus:A"), "apothecary"),
        (city("giza:A", "loom"), "apothecary"),
    ],
)
def test_what_board_brown_and_grey_cards_show_can_be_bought(seller: City, card: str) -> None:
    # C4.3
    assert builds(card, city("rhodes:A"), seller, EPHESUS) == [f"build {card} left=2"]
    assert builds(card, city("rhodes:A"), EPHESUS, seller) == [f"build {card} right=2"]


@pytest.mark.parametrize(
    ("seller", "sells"),
    [
        (city("giza:A", "sawmill"), "wood"),
        (city("giza:A", "caravansery"), ""),
        (city("alexandria:A", stages=2), ""),
        (city("alexandria:B", stages=1), ""),
        (city("giza:A", "loom"), "cloth"),
        (city("giza:A", "forum"), ""),
        (city("alexandria:B", stages=2), ""),
    ],
)
def test_what_yellow_cards_and_stages_produce_cannot_be_bought(seller: City, sells: str) -> None:
    # C4.3, C6.4
    for unit, mine, card in (
        ("wood", city("ephesus:A"), "school"),
        ("cloth", city("babylon:A", "clay_pool"), "courthouse"),
    ):
        moves = [f"build {card} left=2"] if sells == unit else []
        assert builds(card, mine, seller, city("rhodes:A"), age=2) == moves


def test_only_the_two_neighbours_sell() -> None:
    # C4.3
    across = [city("rhodes:A", coins=9), GIZA, city("olympia:A"), EPHESUS]
    assert builds("stockade", *across) == []


def test_units_may_be_bought_from_both_neighbours_in_one_turn() -> None:
    # C4.3, example A: the city makes one wood and one glass, one neighbour wood, the other papyrus.
    game = table(
        city("olympia:A", "glassworks", coins=4),
        city("giza:A", "lumber_yard"),
        EPHESUS,
        hands=[["university"], ["study"], ["lodge"]],
        age=3,
    )
    assert texts(game, 0, "build university") == ["build university left=2 right=2"]
    play(game, "build university left=2 right=2")
    assert coins(game) == [0, 3 + 3 + 2, 3 + 3 + 2]


def test_a_choice_card_sells_one_unit_of_whichever_resource_the_buyer_wants() -> None:
    # C4.3
    seller = city("giza:A", "clay_pit")
    mine = city("olympia:A", coins=9)
    assert builds("guard_tower", mine, seller, EPHESUS) == ["build guard_tower left=2"]
    assert builds("barracks", mine, seller, EPHESUS) == ["build barracks left=2"]
    assert builds("stables", mine, seller, EPHESUS, age=2) == []


def test_a_choice_card_sells_regardless_of_what_its_owner_uses() -> None:
    # C4.3: the owner makes clay of it, the buyer ore, in the same turn.
    cities = [city("olympia:A"), city("giza:A", "clay_pit"), EPHESUS]
    game = table(*cities, hands=[["barracks"], ["guard_tower"]], age=1)
    play(game, "build barracks left=2", "build guard_tower")
    assert coins(game)[:2] == [1, 5]
    assert [game.city(seat).shields for seat in (0, 1)] == [1, 1]


def test_both_neighbours_may_buy_the_units_that_their_owner_uses_too() -> None:
    # C4.3, example B: both buy two stone each, 8 coins in all, and the owner builds the Library.
    cities = [
        city("alexandria:A", coins=4),
        city("giza:A", "stone_pit", "loom", coins=0),
        city("ephesus:A", coins=4),
    ]
    game = table(*cities, hands=[["walls"], ["library"], ["school"]])
    play(game, "stage walls left=4", "build library", "stage school right=4")
    assert coins(game) == [0, 8, 0]
    assert [c.stages for c in game.cities] == [1, 0, 1]
    assert game.city(1).buildings[-1] == "library"


def test_a_neighbour_cannot_refuse_to_sell() -> None:
    # C4.3: the owner is not asked, whatever it does itself.
    game = table(city("rhodes:A"), city("olympia:A"), EPHESUS, hands=[["stockade"]], age=1)
    game.submit(1, texts(game, 1, "discard")[0])
    game.submit(2, texts(game, 2, "discard")[0])
    assert game.to_move == [0]
    game.submit(0, "build stockade left=2")
    assert (game.turn, coins(game)) == (6, [1, 8, 6])


def test_a_bought_unit_serves_one_construction_only() -> None:
    # C4.3: the next turn's wood is bought anew.
    seller = city("olympia:A", "lumber_yard")
    game = table(city("giza:B", coins=6), seller, EPHESUS, hands=[["stockade"]], age=1)
    play(game, "build stockade left=2")
    assert game.city(0).production == {"stone": 1}
    assert all(text.endswith(" left=4") for text in texts(game, 0, "stage"))
    assert texts(game, 0, "stage")


# ── C4.4 prices ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("owner", "raw", "manufactured"),
    [
        (city("rhodes:A"), (2, 2), (2, 2)),
        (city("rhodes:A", "west_trading_post"), (1, 2), (2, 2)),
        (city("rhodes:A", "east_trading_post"), (2, 1), (2, 2)),
        (city("rhodes:A", "marketplace"), (2, 2), (1, 1)),
        (city("olympia:B"), (2, 2), (2, 2)),
        (city("olympia:B", stages=1), (1, 1), (2, 2)),
    ],
)
def test_a_unit_costs_two_coins_or_one_with_the_right_discount(
    owner: City, raw: tuple[int, int], manufactured: tuple[int, int]
) -> None:
    # C4.4: left and right price of a raw and of a manufactured unit. Where the books disagree:
    # Trading Posts are for raw materials (002: "goods").
    for card, prices in (("guard_tower", raw), ("apothecary", manufactured)):
        seller = city("giza:A", "clay_pool", "loom")
        assert builds(card, owner, seller, EPHESUS) == [f"build {card} left={prices[0]}"]
        assert builds(card, owner, EPHESUS, seller) == [f"build {card} right={prices[1]}"]


def test_the_price_goes_to_the_owner() -> None:
    # C4.4
    game = table(
        city("rhodes:A"),
        city("olympia:A"),
        EPHESUS,
        hands=[["stockade"], ["altar"], ["theater"]],
        age=1,
    )
    play(game, "build stockade left=2", "build altar", "build theater")
    assert coins(game) == [1, 5, 3]


def test_discounts_never_add_up() -> None:
    # C4.4; where the books disagree: Olympia B's first stage does not add to a Trading Post.
    mine = city("olympia:B", "west_trading_post", "east_trading_post", stages=1)
    seller = city("giza:A", "clay_pool")
    assert builds("guard_tower", mine, seller, EPHESUS) == ["build guard_tower left=1"]
    assert builds("guard_tower", mine, EPHESUS, seller) == ["build guard_tower right=1"]


@pytest.mark.parametrize("discount", ["build west_trading_post", "stage west_trading_post"])
def test_a_discount_works_from_the_turn_after(discount: str) -> None:
    # C4.4: the Trading Post, or Olympia B's first stage.
    mine, seller = city("olympia:B", "lumber_yard"), city("giza:A", "clay_pool", "ore_vein")
    hands = [["west_trading_post", "barracks"], None, ["guard_tower", "altar"]]
    game = table(mine, seller, EPHESUS, hands=hands, age=1)
    assert texts(game, 0, "build barracks") == ["build barracks left=2"]
    play(game, discount, None, "discard altar")
    assert texts(game, 0, "build guard_tower") == ["build guard_tower left=1"]


# ── C4.5 the treasury at the start of the turn ───────────────────────────────────────────────────


def test_coins_of_a_sale_can_only_be_spent_in_the_next_turn() -> None:
    # C4.5, example C: one clay of its own, one next door, no coins; a sale in the same turn does
    # not pay for the Forum. The turn after, the Laboratory's second clay can be bought.
    cities = [
        city("babylon:A", coins=0),
        city("giza:A", "clay_pool"),
        city("olympia:A", "glassworks"),
    ]
    hands = [["forum", "press_age2"], ["laboratory", "school"], ["temple"]]
    game = table(*cities, hands=hands)
    assert texts(game, 0, "build forum") == []
    game.submit(2, "build temple left=2")
    assert texts(game, 0, "build forum") == []
    game.submit(0, "build press_age2")
    game.submit(1, "discard school")
    assert game.city(0).coins == 2
    assert texts(game, 0, "build laboratory") == ["build laboratory left=2"]


def test_only_coins_that_are_there_can_be_spent() -> None:
    # C4.5
    for held, moves in ((1, []), (2, ["build stockade left=2"])):
        assert builds("stockade", city("rhodes:A", coins=held), city("olympia:A"), EPHESUS) == moves


# ── C4.6 which payments are legal ────────────────────────────────────────────────────────────────


def test_when_both_neighbours_sell_the_buyer_chooses() -> None:
    # C4.6: plans of one price, that with fewest coins to the left first.
    sellers = [city("giza:A", "clay_pool"), city("babylon:A")]
    assert builds("guard_tower", city("rhodes:A"), *sellers) == [
        "build guard_tower right=2",
        "build guard_tower left=2",
    ]


def test_a_dearer_plan_is_legal_and_comes_after_the_cheaper_one() -> None:
    # C4.6
    sellers = [city("giza:A", "clay_pool"), city("babylon:A")]
    assert builds("guard_tower", city("rhodes:A", "west_trading_post"), *sellers) == [
        "build guard_tower left=1",
        "build guard_tower right=2",
    ]


@pytest.mark.parametrize(
    ("post", "plans"),
    [
        ("altar", ["right=4", "left=2 right=2", "left=4"]),
        ("east_trading_post", ["right=2", "left=2 right=1", "left=4"]),
        ("west_trading_post", ["left=2", "left=1 right=2", "right=4"]),
    ],
)
def test_every_split_of_the_missing_units_is_a_plan(post: str, plans: list[str]) -> None:
    # C4.6: ordered by coins in all, then by coins to the left.
    sellers = [city("giza:A", "brickyard"), city("babylon:A", "clay_pool")]
    mine = city("halicarnassus:A", post, coins=9)
    assert builds("courthouse", mine, *sellers, age=2) == [f"build courthouse {p}" for p in plans]


def test_nothing_is_bought_that_the_city_produces() -> None:
    # C4.6: a bought unit that can be left out makes a plan illegal.
    mine, seller = city("olympia:A", coins=9), city("giza:A", "lumber_yard")
    assert builds("stockade", mine, seller, EPHESUS) == ["build stockade"]
    game = table(mine, seller, EPHESUS, hands=[["stockade"]], age=1)
    with pytest.raises(
        hp.IllegalMove, match=r"you cannot pay for it like that; legal: 'build stockade'$"
    ):
        game.submit(0, "build stockade left=2")


def test_a_plan_buys_the_smallest_possible_number_of_units() -> None:
    # C4.6: Stables cost clay, wood and ore; the Forest Cave makes wood or ore, so one of them is
    # bought, never both.
    mine = city("babylon:A", "forest_cave", coins=9)
    assert builds("stables", mine, city("olympia:A"), city("rhodes:A"), age=2) == [
        "build stables right=2",
        "build stables left=2",
    ]


def test_plans_are_told_apart_only_by_the_coins_they_send() -> None:
    # C4.6: wood or ore from the left is the same two coins.
    mine, seller = city("babylon:A", "forest_cave", coins=9), city("olympia:A", "ore_vein")
    assert builds("stables", mine, seller, EPHESUS, age=2) == ["build stables left=2"]


def test_a_choice_card_next_door_is_put_to_its_best_use() -> None:
    # C4.6: two clay; the left neighbour's two choice cards can make both, or one each side.
    sellers = [city("giza:A", "clay_pit", "excavation"), city("babylon:A")]
    mine = city("halicarnassus:A", coins=9)
    assert builds("courthouse", mine, *sellers, age=2) == [
        "build courthouse left=2 right=2",
        "build courthouse left=4",
    ]


def test_a_plan_that_the_treasury_does_not_cover_is_not_legal() -> None:
    # C4.6
    sellers = [city("giza:A", "clay_pool"), city("babylon:A")]
    mine = city("rhodes:A", "west_trading_post", coins=1)
    assert builds("guard_tower", mine, *sellers) == ["build guard_tower left=1"]


def test_a_move_without_payment_takes_the_first_plan() -> None:
    # C4.6
    cities = [city("rhodes:A"), city("giza:A", "clay_pool"), city("babylon:A")]
    game = table(*cities, hands=[["guard_tower"]], age=1)
    play(game, "build guard_tower")
    assert [(paid.left, paid.right) for paid in events_of(game, Paid)] == [(0, 2)]


def test_stages_are_paid_by_the_same_plans() -> None:
    # C4.6
    cities = [city("rhodes:A", coins=9), city("olympia:A"), city("giza:A", "sawmill")]
    game = table(*cities, hands=[["walls"]])
    assert texts(game, 0, "stage walls") == ["stage walls right=4", "stage walls left=2 right=2"]


def test_the_printed_coins_of_a_cost_are_held_back_from_the_purchases(house: House) -> None:
    # C4.1, C4.6: no printed card costs both coins and resources; a house card can.
    catalog = house('extends = "classic"\n[card.stockade]\ncost = { wood = 1, coins = 2 }\n')
    for held, moves in ((3, []), (4, ["build stockade left=2"])):
        mine = city("rhodes:A", coins=held)
        game = table(mine, city("olympia:A"), EPHESUS, hands=[["stockade"]], age=1, catalog=catalog)
        assert texts(game, 0, "build stockade") == moves


# ── C4.7 chains ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("card", "before"), CHAINS)
def test_a_chain_makes_a_card_free(card: str, before: str) -> None:
    # C4.7: any one of the named predecessors is enough.
    age = load_classic().card[card].age
    game = table(city("rhodes:A", before, coins=0), GIZA, EPHESUS, hands=[[card]], age=age)
    assert texts(game, 0, f"build {card}") == [f"build {card}"]
    play(game, f"build {card}")
    assert (game.city(0).buildings, events_of(game, Paid)) == ([before, card], [])
    assert events_of(game, Built)[0].how == "chain"
    assert builds(card, city("rhodes:A", coins=0), GIZA, EPHESUS, age=age) == []


def test_the_owner_of_a_chain_never_pays_for_that_card() -> None:
    # C4.7
    mine, sellers = city("rhodes:A", "baths", coins=20), [city("giza:A", "quarry"), EPHESUS]
    assert builds("aqueduct", mine, *sellers, age=2) == ["build aqueduct"]


def test_a_chain_is_free_of_coins_too(house: House) -> None:
    # C4.7: no printed card with a chain costs coins; a house card can.
    catalog = house('extends = "classic"\n[card.temple]\ncost = { wood = 1, coins = 2 }\n')
    game = table(
        city("rhodes:A", "altar", coins=0), GIZA, EPHESUS, hands=[["temple"]], catalog=catalog
    )
    play(game, "build temple")
    assert (game.city(0).coins, events_of(game, Paid)) == (0, [])


def test_the_theatre_leads_to_the_statue_and_the_statue_to_the_gardens() -> None:
    # C4.7, the books' example.
    assert builds("statue", city("rhodes:A", "theater", coins=0), GIZA, EPHESUS, age=2)
    assert not builds("gardens", city("rhodes:A", "theater", coins=0), GIZA, EPHESUS, age=3)
    assert builds("gardens", city("rhodes:A", "statue", coins=0), GIZA, EPHESUS, age=3)


def test_a_neighbours_building_makes_no_chain() -> None:
    # C4.7
    others = [city("giza:A", "baths"), city("ephesus:A", "baths")]
    assert builds("aqueduct", city("rhodes:A"), *others, age=2) == []
