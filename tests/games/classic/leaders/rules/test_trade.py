"""L20–L26: leaders who reduce the costs of trade and construction."""

import pytest

import heptapolis as hp
from tests.conftest import House
from tests.games.classic.rules.table import (
    City,
    city,
    coins,
    coins_gained,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")


def builds(card: str, *cities: City, age: int = 2, catalog: hp.Catalog | None = None) -> list[str]:
    """Return the ways in which seat 0 of these cities can build a card."""
    game = leaders_table(*cities, hands=[[card]], age=age, catalog=catalog)
    return texts(game, 0, f"build {card}")


# ── buying ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("card", "age"),
    [
        ("guard_tower", 1),
        ("barracks", 1),
        ("baths", 1),
        ("stockade", 1),
        ("workshop", 1),
        ("apothecary", 1),
        ("scriptorium", 1),
    ],
)
def test_bilkis_sells_one_unit_of_any_resource_for_a_coin(card: str, age: int) -> None:
    """L20: each card needs another one; no city makes any of them."""
    mine = city("rome:A", coins=1, leaders=["bilkis"])
    others = [city(f"{wonder}:A") for wonder in ("rhodes", "giza", "ephesus", "olympia", "babylon")]
    # Neighbours that would sell it ask two coins, and there is only one.
    assert builds(card, mine, *others, age=age) == [f"build {card} bank=1"]


def test_bilkis_coin_goes_to_the_bank() -> None:
    """L20: it is no purchase from a neighbour, so Hatshepsut earns nothing either."""
    mine = city("rhodes:A", coins=2, leaders=["bilkis", "hatshepsut"])
    game = leaders_table(mine, city("olympia:A"), EPHESUS, hands=[["stockade"]], age=1)
    play(game, "build stockade bank=1")
    assert (coins(game)[:2], coins_gained(game, "hatshepsut")) == ([1, 9], 0)


def test_bilkis_is_used_once_a_turn_together_with_other_purchases() -> None:
    """L20: two wood for a Caravansery; the cheaper plan comes first."""
    mine = city("rhodes:A", leaders=["bilkis"])
    assert builds("caravansery", mine, GIZA, EPHESUS) == []
    one, two = city("olympia:A"), city("olympia:A", "lumber_yard")
    assert builds("caravansery", mine, one, EPHESUS) == ["build caravansery left=2 bank=1"]
    assert builds("caravansery", mine, two, EPHESUS) == [
        "build caravansery left=2 bank=1",
        "build caravansery left=4",
    ]


def test_bilkis_is_there_again_in_the_next_turn() -> None:
    """L20: once per turn, not once per age."""
    mine = city("giza:A", coins=2, leaders=["bilkis"])
    hands = [["stockade"], None, ["barracks", "altar"]]
    game = leaders_table(mine, city("babylon:A"), EPHESUS, hands=hands, age=1)
    play(game, "build stockade bank=1", None, "discard altar")
    assert texts(game, 0, "build barracks") == ["build barracks bank=1"]


def test_bilkis_serves_stages_too() -> None:
    """L20: a stone for Giza's first stage."""
    game = leaders_table(city("giza:A", leaders=["bilkis"]), RHODES, EPHESUS, hands=[["walls"]])
    assert texts(game, 0, "stage walls") == ["stage walls bank=1"]


@pytest.mark.parametrize("post", ["west_trading_post", "marketplace"])
def test_trading_posts_do_not_change_bilkis_price(post: str) -> None:
    """L20: with a neighbour as cheap as she is the bank comes first (C4.6)."""
    card, seller = ("stockade", "olympia") if post[0] == "w" else ("apothecary", "halicarnassus")
    mine = city("rhodes:A", post, leaders=["bilkis"])
    moves = builds(card, mine, city(f"{seller}:A"), EPHESUS, age=1)
    assert moves == [f"build {card} bank=1", f"build {card} left=1"]


def test_a_unit_that_the_city_makes_itself_is_not_bought_from_bilkis() -> None:
    """L20: C4.6, a plan buys nothing that can be left out."""
    mine = city("olympia:A", leaders=["bilkis"])
    assert builds("stockade", mine, RHODES, EPHESUS, age=1) == ["build stockade"]


@pytest.mark.parametrize(
    ("card", "left", "right", "move", "rebate"),
    [
        ("stockade", "olympia:A", "ephesus:A", "build stockade left=2", 1),
        ("stockade", "ephesus:A", "olympia:A", "build stockade right=2", 1),
        ("school", "olympia:A", "ephesus:A", "build school left=2 right=2", 2),
    ],
)
def test_hatshepsut_gives_a_coin_for_each_neighbour_bought_from(
    card: str, left: str, right: str, move: str, rebate: int
) -> None:
    """L21: at most two a turn; the neighbours get the full price."""
    age, price = (1, 2) if card == "stockade" else (2, 4)
    mine = city("giza:A", coins=5, leaders=["hatshepsut"])
    others = [city(left, coins=0), city(right, coins=0)]
    game = leaders_table(mine, *others, hands=[[card]], age=age)
    play(game, move)
    assert (game.city(0).coins, coins_gained(game, "hatshepsut")) == (5 - price + rebate, rebate)
    assert sum(coins(game)[1:]) == 2 * 3 + price


def test_hatshepsut_gives_one_coin_however_many_units_a_neighbour_sells() -> None:
    """L21: two wood of one neighbour."""
    mine = city("rhodes:A", coins=4, leaders=["hatshepsut"])
    seller = city("olympia:A", "lumber_yard")
    game = leaders_table(mine, seller, EPHESUS, hands=[["caravansery"]])
    play(game, "build caravansery left=4")
    assert game.city(0).coins == 1


@pytest.mark.parametrize(
    ("held", "moves"), [(3, []), (4, ["build school left=2 right=2"])], ids=["three", "four"]
)
def test_hatshepsuts_coins_come_after_the_full_price_is_paid(held: int, moves: list[str]) -> None:
    """L21: nor does the coin of one neighbour help to pay the other."""
    mine = city("giza:A", coins=held, leaders=["hatshepsut"])
    assert builds("school", mine, city("olympia:A"), EPHESUS) == moves


def test_with_a_trading_post_hatshepsut_gives_back_what_is_paid() -> None:
    """L21: pay one, get one."""
    mine = city("rhodes:A", "west_trading_post", coins=1, leaders=["hatshepsut"])
    seller = city("olympia:A", coins=0)
    game = leaders_table(mine, seller, EPHESUS, hands=[["stockade"]], age=1)
    play(game, "build stockade left=1")
    assert coins(game)[:2] == [1, 3 + 1]


def test_hatshepsut_gives_nothing_to_those_who_sell() -> None:
    """L21: nor to an owner who buys nothing."""
    seller = city("olympia:A", coins=0, leaders=["hatshepsut"])
    hands = [["stockade"], ["altar"]]
    game = leaders_table(city("rhodes:A"), seller, EPHESUS, hands=hands, age=1)
    play(game, "build stockade left=2", "build altar")
    assert game.city(1).coins == 2


# ── cheaper ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("held", "moves"), [(0, []), (1, ["recruit maecenas"])])
def test_maecenas_himself_is_paid_for(held: int, moves: list[str]) -> None:
    """L22: his one coin."""
    mine = city("giza:A", coins=held, leader_hand=["maecenas"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0, "recruit") == moves
    if moves:
        play(game, *moves)
        assert game.city(0).coins == 0


def test_later_leaders_are_free_with_maecenas() -> None:
    """L22: Caesar for nothing, in the next recruitment."""
    mine = city("giza:A", coins=1, leader_hand=["maecenas", "caesar", "nero"])
    game = recruitment(mine, RHODES, EPHESUS, age=2)
    play(game, "recruit maecenas")
    play_on(game, 3, 0)
    held = game.city(0).coins
    assert game.leader_price(0, "caesar") == 0
    play(game, "recruit caesar")
    assert (game.city(0).coins, game.city(0).leaders) == (held, ["maecenas", "caesar"])


def test_maecenas_does_not_make_a_stage_free() -> None:
    """L22: only recruiting; a discard still earns three coins."""
    mine = city("giza:A", coins=0, leaders=["maecenas"], leader_hand=["caesar"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0) == ["recruit caesar", "discard caesar"]
    play(game, "discard caesar")
    assert game.city(0).coins == 3


def test_ramses_builds_any_number_of_guilds_at_no_cost() -> None:
    """L25: two in a row, without a coin or a resource."""
    mine = city("giza:A", coins=0, leaders=["ramses"])
    hands = [["spies_guild"], None, ["workers_guild", "palace"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands, age=3)
    assert texts(game, 0, "build spies_guild") == ["build spies_guild"]
    play(game, "build spies_guild", None, "discard palace")
    assert texts(game, 0, "build workers_guild") == ["build workers_guild"]
    play(game, "build workers_guild")
    assert game.city(0).buildings == ["spies_guild", "workers_guild"]


def test_ramses_makes_nothing_else_free() -> None:
    """L25: purple cards only."""
    mine = city("giza:A", coins=0, leaders=["ramses"])
    assert builds("palace", mine, RHODES, EPHESUS, age=3) == []


def test_a_guild_of_ramses_is_no_chain_build() -> None:
    """L25: no coins for Vitruvius."""
    mine = city("giza:A", coins=0, leaders=["ramses", "vitruvius"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["spies_guild"]], age=3)
    play(game, "build spies_guild")
    assert game.city(0).coins == 0


def test_a_guild_of_ramses_does_not_use_olympias_free_build() -> None:
    """L25: it is there for another card afterwards."""
    mine = city("olympia:A", coins=0, stages=2, leaders=["ramses"])
    hands = [["spies_guild"], None, ["palace", "senate"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands, age=3)
    assert texts(game, 0, "build spies_guild") == ["build spies_guild"]
    play(game, "build spies_guild", None, "discard senate")
    assert texts(game, 0, "build palace") == ["build palace free"]


DISCOUNTS = pytest.mark.parametrize(
    ("leader", "card", "own"),
    [
        ("archimedes", "school", ["press"]),
        ("archimedes", "school", ["lumber_yard"]),
        ("leonidas", "stables", ["lumber_yard", "ore_vein"]),
        ("leonidas", "stables", ["clay_pool", "ore_vein"]),
        ("hammurabi", "temple", ["lumber_yard", "clay_pool"]),
        ("hammurabi", "temple", ["lumber_yard", "glassworks"]),
    ],
)


@DISCOUNTS
def test_a_discount_is_one_unit_of_the_owners_choice(
    leader: str, card: str, own: list[str]
) -> None:
    """L26: raw or manufactured; exactly one, for cards of that colour only."""

    def ways(leaders: list[str], cards: list[str]) -> list[str]:
        mine = city("giza:A", *cards, coins=0, leaders=leaders)
        return builds(card, mine, RHODES, EPHESUS)

    others = [other for other in ("archimedes", "leonidas", "hammurabi") if other != leader]
    assert ways([leader], own) == [f"build {card}"]
    assert ways([leader], own[1:]) == []
    assert ways([], own) == ways([*others, "imhotep"], own) == []


def test_imhotep_takes_one_unit_off_every_stage() -> None:
    """L26: two stone, three wood, four stone."""
    for stages, own in ((0, []), (1, ["sawmill"]), (2, ["quarry"])):
        mine = city("giza:A", *own, coins=0, stages=stages, leaders=["imhotep"])
        game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
        assert texts(game, 0, "stage walls") == ["stage walls"]
        mine["leaders"] = ["archimedes", "leonidas", "hammurabi"]
        game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
        assert texts(game, 0, "stage walls") == []


def test_a_discount_works_like_a_wild_unit_in_trade() -> None:
    """L26: of a missing wood and a missing papyrus one is bought, whichever one likes."""
    mine = city("giza:A", leaders=["archimedes"])
    moves = builds("school", mine, city("olympia:A"), EPHESUS)
    assert moves == ["build school right=2", "build school left=2"]


def test_a_discount_and_bilkis_go_together() -> None:
    """L26: one wood less, one papyrus from the bank."""
    mine = city("giza:A", coins=1, leaders=["archimedes", "bilkis"])
    assert builds("school", mine, RHODES, city("babylon:A")) == ["build school bank=1"]


def test_a_discount_is_there_for_each_card_anew() -> None:
    """L26: one unit off each."""
    mine = city("giza:A", coins=0, leaders=["leonidas"])
    hands = [["stockade"], None, ["barracks", "altar"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands, age=1)
    play(game, "build stockade", None, "discard altar")
    assert texts(game, 0, "build barracks") == ["build barracks"]


def test_a_discount_is_no_production_that_neighbours_could_buy() -> None:
    """L26: and it is none of the city's own either."""
    game = leaders_table(
        city("giza:A", leaders=["leonidas"]), RHODES, EPHESUS, hands=[None, ["stockade"]], age=1
    )
    assert game.city(0).production == game.city(0).sold == {"stone": 1}
    assert (game.city(0).choices, texts(game, 1, "build stockade")) == ([], [])


def test_a_discount_is_no_coin_reduction(house: House) -> None:
    """L26: a house School that costs a coin and a wood still costs the coin, and no coin less."""
    catalog = house('extends = "leaders"\n[card.school]\ncost = { coins = 1, wood = 1 }\n')
    for held, moves in ((0, []), (1, ["build school"])):
        mine = city("giza:A", coins=held, leaders=["archimedes"])
        assert builds("school", mine, RHODES, EPHESUS, catalog=catalog) == moves


def test_a_discount_does_not_go_below_zero(house: House) -> None:
    """L26: a card that costs only coins gets no cheaper."""
    catalog = house('extends = "leaders"\n[card.school]\ncost = { coins = 2 }\n')
    mine = city("giza:A", coins=2, leaders=["archimedes"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["school"]], catalog=catalog)
    play(game, "build school")
    assert game.city(0).coins == 0
