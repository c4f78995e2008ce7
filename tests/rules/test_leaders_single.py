"""L13–L36: single leaders."""

import pytest

import heptapolis as hp
from heptapolis.events import Built, Dug, War
from tests.conftest import House
from tests.rules.table import (
    City,
    city,
    coins,
    gained,
    happened,
    leaders_sheet,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
COLORS = {
    "brown": ["lumber_yard", "clay_pool"],
    "grey": ["loom", "press"],
    "blue": ["altar", "baths"],
    "yellow": ["tavern", "forum"],
    "green": ["workshop", "library"],
    "red": ["stockade", "walls"],
    "purple": ["spies_guild", "traders_guild"],
}
ONE_OF_EACH = [cards[0] for cards in COLORS.values()]
TWO_OF_EACH = [card for cards in COLORS.values() for card in cards]


def builds(card: str, *cities: City, age: int = 2, catalog: hp.Catalog | None = None) -> list[str]:
    """How seat 0 of these cities can build a card."""
    game = leaders_table(*cities, hands=[[card]], age=age, catalog=catalog)
    return texts(game, 0, f"build {card}")


def points(*leaders: str, cards: list[str], **more: object) -> int:
    """The leaders column of a city."""
    return leaders_sheet(city("giza:A", *cards, leaders=list(leaders), **more))["leaders"]


# ── points ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("leader", "worth"), [("cleopatra", 5), ("nefertiti", 4), ("zenobia", 3), ("sappho", 2)]
)
def test_four_leaders_are_worth_points(leader: str, worth: int) -> None:
    """The leaders column holds them, and nothing else changes."""
    with_him, without = leaders_sheet(city("giza:A", leaders=[leader])), leaders_sheet(GIZA)
    assert with_him == without | {"leaders": worth, "total": without["total"] + worth}


@pytest.mark.parametrize(
    ("leader", "color", "each"),
    [
        ("phidias", "brown", 1),
        ("praxiteles", "grey", 2),
        ("nebuchadnezzar", "blue", 1),
        ("varro", "yellow", 1),
        ("hypatia", "green", 1),
        ("pericles", "red", 2),
        ("hiram", "purple", 2),
    ],
)
def test_seven_leaders_count_the_own_cards_of_a_colour(leader: str, color: str, each: int) -> None:
    """Whenever they were built; other colours, neighbours and markers do not count."""
    own = COLORS[color]
    others = [card for name, cards in COLORS.items() for card in cards if name != color]
    rich = city("rhodes:A", *own)
    assert points(leader, cards=own) == 2 * each
    assert points(leader, cards=others) == 0
    assert leaders_sheet(city("giza:A", leaders=[leader]), rich)["leaders"] == 0
    if color != "purple":
        assert points(leader, cards=[], markers=own) == 0


def test_alexander_counts_the_tokens_won_before_he_came() -> None:
    """L13: recruited before age III by a city with two victories."""
    mine = city("giza:A", victories=[1, 1, 0], defeats=2, leader_hand=["alexander"])
    game = recruitment(mine, RHODES, EPHESUS, age=3)
    before = game.score(0)["military"]
    play(game, "recruit alexander")
    assert (game.score(0)["leaders"], game.score(0)["military"]) == (2, before)


def test_alexander_counts_one_point_for_each_victory_token() -> None:
    """L13: whatever its age; defeats are untouched. They stay in the military column."""
    mine = city("giza:A", leaders=["alexander"], victories=[2, 1, 2], defeats=1)
    sheet = leaders_sheet(mine)
    assert (sheet["leaders"], sheet["military"]) == (5, 2 + 3 + 10 - 1)


@pytest.mark.parametrize(
    ("own", "reward"), [([], 0), (["stockade"], 2), (["stockade", "barracks"], 4)]
)
@pytest.mark.parametrize("age", [1, 2])
def test_nero_gives_two_coins_for_each_victory_token_at_once(
    age: int, own: list[str], reward: int
) -> None:
    """L14: the left neighbour has one shield, the right one none."""
    mine = city("giza:A", *own, leaders=["nero"], coins=0)
    game = leaders_table(mine, city("rhodes:A", "guard_tower"), EPHESUS, age=age, turn=6)
    play(game)
    assert (game.city(0).coins, gained(game, "nero")) == (3 + reward, reward)


def test_nero_pays_nothing_for_tokens_won_before_he_came() -> None:
    """L14: nor for defeats."""
    mine = city("giza:A", coins=6, victories=[2, 2, 0], defeats=1, leader_hand=["nero"])
    game = recruitment(mine, RHODES, EPHESUS, age=3)
    play(game, "recruit nero")
    assert (game.city(0).coins, gained(game, "nero")) == (5, 0)


def test_neros_coins_of_age_three_count_as_treasury_for_midas_and_for_the_gamers() -> None:
    """L14: one coin, three of a discard and four of Nero make eight."""
    mine = city("giza:A", "stockade", "gamers_guild", leaders=["nero", "midas"], coins=1)
    game = leaders_table(mine, RHODES, EPHESUS, age=3, turn=6)
    play(game)
    sheet = game.score(0)
    assert (game.is_over, game.city(0).coins) == (True, 8)
    assert (sheet["treasury"], sheet["leaders"], sheet["guilds"]) == (2, 2, 2)


def test_alexander_and_nero_do_not_affect_each_other() -> None:
    """L14: a point and two coins for each token."""
    mine = city("giza:A", "stockade", leaders=["nero", "alexander"], coins=0)
    game = leaders_table(mine, RHODES, EPHESUS, age=3, turn=6)
    play(game)
    assert (gained(game, "nero"), game.score(0)["leaders"]) == (4, 2)


@pytest.mark.parametrize(
    ("held", "worth"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)]
)
def test_midas_rounds_down_apart_from_the_treasury(held: int, worth: int) -> None:
    """L15: eight coins are 2 + 2, and 2 more for the Gamers Guild."""
    mine = city("giza:A", "gamers_guild", leaders=["midas"], coins=held)
    sheet = leaders_sheet(mine)
    assert (sheet["treasury"], sheet["leaders"], sheet["guilds"]) == (worth, worth, worth)


def test_aristotle_adds_three_points_to_each_set() -> None:
    """L16: ten for a set, seven of them in the science column."""
    cards = ["apothecary", "dispensary", "workshop", "laboratory", "scriptorium", "library"]
    sheet = leaders_sheet(city("giza:A", *cards, leaders=["aristotle"]))
    assert (sheet["science"], sheet["leaders"]) == (4 + 4 + 4 + 14, 6)


@pytest.mark.parametrize(
    ("leaders", "science", "extra"),
    [
        (["euclid"], 1 + 4 + 36 + 7, 0),  # a sixth compass: 48, not 47
        (["euclid", "aristotle"], 4 + 4 + 25 + 14, 6),  # a second set: 53, not 51
    ],
)
def test_wild_symbols_are_placed_for_the_best_total_with_aristotle(
    leaders: list[str], science: int, extra: int
) -> None:
    """L16: one tablet, two gears, five compasses and Babylon's symbol."""
    cards = ["scriptorium", "workshop", "laboratory"]
    cards += ["apothecary", "dispensary", "lodge", "academy"]
    sheet = leaders_sheet(city("babylon:A", *cards, leaders=leaders, stages=2))
    assert (sheet["science"], sheet["leaders"]) == (science, extra)


def test_aristotle_knows_symbols_of_leaders_and_of_the_scientists_guild() -> None:
    """L16: a set of a leader, a card and a wild symbol."""
    mine = city("giza:A", "scientists_guild", "workshop", leaders=["ptolemy", "aristotle"])
    sheet = leaders_sheet(mine)
    assert (sheet["science"], sheet["leaders"]) == (3 + 7, 3)


@pytest.mark.parametrize(
    ("cards", "worth"), [(ONE_OF_EACH, 7), (TWO_OF_EACH, 14), (TWO_OF_EACH[1:], 7)]
)
def test_plato_scores_every_full_set(cards: list[str], worth: int) -> None:
    """L17: two of every colour are two sets."""
    assert points("plato", cards=cards) == worth


@pytest.mark.parametrize("missing", COLORS)
def test_plato_wants_all_seven_colours(missing: str) -> None:
    """L17: nothing stands in for a colour."""
    cards = [card for color, each in COLORS.items() for card in each if color != missing]
    assert points("plato", cards=cards) == 0


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        (["stockade", "altar"], 0),
        (["stockade", "altar", "workshop"], 3),
        (["stockade", "walls", "altar", "workshop", "library"], 3),
        (["stockade", "walls", "altar", "baths", "workshop", "library"], 6),
    ],
)
def test_justinian_scores_the_smallest_of_three_colours(cards: list[str], worth: int) -> None:
    """L18: three points for each red, blue and green card together."""
    assert points("justinian", cards=cards) == worth


@pytest.mark.parametrize(("own", "worth"), [([], 0), (["strategists_guild"], 2)])
def test_a_guild_copied_by_olympia_is_none_for_hiram(own: list[str], worth: int) -> None:
    """L19: the Spies next door are copied, and are no card here."""
    left = city("rhodes:A", "spies_guild", "walls")
    mine = city("olympia:B", *own, leaders=["hiram"], stages=3)
    sheet = leaders_sheet(mine, left, city("giza:A", "stockade"))
    assert (sheet["guilds"], sheet["leaders"]) == (2, worth)


def test_a_guild_copied_by_olympia_is_no_purple_card_for_plato() -> None:
    """L19: six colours stand in the city."""
    mine = city("olympia:B", *ONE_OF_EACH[:-1], leaders=["plato"], stages=3)
    left = city("rhodes:A", "spies_guild")
    assert leaders_sheet(mine, left)["leaders"] == 0


def test_a_guild_copied_by_olympia_is_no_purple_card_for_its_shipowners() -> None:
    """L19: they count themselves; the copied Spies bring one point of their own."""
    left = city("rhodes:A", "spies_guild", "walls")
    sheet = leaders_sheet(city("olympia:B", "shipowners_guild", stages=3), left)
    assert sheet["guilds"] == 1 + 1


def test_amytis_counts_all_own_stages_at_the_end() -> None:
    """L36: those built before she came, and those built after."""
    mine = city("giza:A", "lumber_yard", "sawmill", stages=1, leaders=["amytis"])
    game = leaders_table(mine, city("rhodes:A", stages=3), EPHESUS, hands=[["walls"]])
    assert game.score(0)["leaders"] == 2
    play(game, "stage walls")
    assert game.score(0)["leaders"] == 4


# ── buying ───────────────────────────────────────────────────────────────────────────────────────


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
    assert (coins(game)[:2], gained(game, "hatshepsut")) == ([1, 9], 0)


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
    assert (game.city(0).coins, gained(game, "hatshepsut")) == (5 - price + rebate, rebate)
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


# ── cheaper ──────────────────────────────────────────────────────────────────────────────────────


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


# ── coins on building ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("mine", "move", "age"),
    [
        (city("giza:A"), "build marketplace", 1),
        (city("giza:A", "brickyard"), "build forum", 2),
        (city("giza:A", "east_trading_post"), "build forum", 2),
        (city("olympia:A", stages=2), "build forum free", 2),
    ],
    ids=["for nothing", "paid", "by a chain", "free"],
)
def test_xenophon_gives_two_coins_for_a_yellow_card_however_built(
    mine: City, move: str, age: int
) -> None:
    """L27: from hand."""
    mine = {**mine, "leaders": ["xenophon"], "coins": 0}
    game = leaders_table(mine, RHODES, EPHESUS, hands=[[move.split()[1]]], age=age)
    play(game, move)
    assert (game.city(0).coins, gained(game, "xenophon")) == (2, 2)


def test_xenophon_pays_beside_the_coins_of_the_card() -> None:
    """L27: five of the Tavern and two."""
    mine = city("giza:A", coins=0, leaders=["xenophon"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["tavern"]], age=1)
    play(game, "build tavern")
    assert game.city(0).coins == 7


def test_xenophon_pays_for_a_yellow_card_that_halicarnassus_digs() -> None:
    """L27: decided, from the discard pile too."""
    mine = city("halicarnassus:B", "ore_vein", "mine", coins=0, leaders=["xenophon"])
    game = leaders_table(mine, GIZA, EPHESUS, hands=[["walls"]], discard=["tavern"])
    play(game, "stage walls")
    game.submit(0, "dig tavern")
    assert game.city(0).coins == 7


def test_xenophon_pays_for_a_yellow_card_that_solomon_digs() -> None:
    """L27: Solomon is recruited after him."""
    mine = city("giza:A", coins=3, leaders=["xenophon"], leader_hand=["solomon"])
    game = recruitment(mine, RHODES, EPHESUS, discard=["tavern"])
    play(game, "recruit solomon")
    game.submit(0, "dig tavern")
    assert game.city(0).coins == 7


def test_xenophon_pays_for_babylons_seventh_card() -> None:
    """L27: whatever the way of building."""
    mine = city("babylon:B", stages=2, coins=0, leaders=["xenophon"])
    hands = [["vineyard", "press_age2"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands, turn=6)
    play(game, "build press_age2")
    game.submit(0, "build vineyard")
    assert gained(game, "xenophon") == 2


def test_xenophon_pays_nothing_for_what_stands_already_or_is_tucked() -> None:
    """L27: every yellow card built later."""
    mine = city("giza:A", "tavern", "marketplace", "stone_pit", coins=2, leader_hand=["xenophon"])
    game = recruitment(mine, RHODES, EPHESUS, hands=[["vineyard"]])
    play(game, "recruit xenophon")
    assert game.city(0).coins == 0
    play(game, "stage vineyard")
    assert game.city(0).coins == 0


@pytest.mark.parametrize(
    ("own", "card"),
    [
        (["baths"], "aqueduct"),
        (["apothecary"], "stables"),
        (["apothecary", "lumber_yard", "clay_pool", "ore_vein"], "stables"),
        (["east_trading_post", "west_trading_post"], "forum"),
    ],
    ids=["unaffordable", "no resources", "affordable", "two predecessors"],
)
def test_vitruvius_gives_two_coins_for_a_chain_build(own: list[str], card: str) -> None:
    """L28: once a card; with the predecessor in the city a build from hand is a chain build."""
    mine = city("giza:A", *own, coins=0, leaders=["vitruvius"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[[card]])
    assert texts(game, 0, f"build {card}") == [f"build {card}"]
    play(game, f"build {card}")
    assert (game.city(0).coins, happened(game, Built)[0].how) == (2, "chain")


@pytest.mark.parametrize(
    ("mine", "move", "age"),
    [
        (city("giza:A"), "build altar", 1),
        (city("giza:A"), "build baths", 1),
        (city("giza:A", "press", "lumber_yard"), "build school", 2),
        (city("olympia:A", stages=2), "build aqueduct free", 2),
        (city("giza:A", "stone_pit", "baths"), "stage aqueduct", 2),
    ],
    ids=["without cost", "own production", "paid", "Olympia", "as a marker"],
)
def test_vitruvius_gives_nothing_for_other_builds(mine: City, move: str, age: int) -> None:
    """L28: only what a chain makes free."""
    mine = {**mine, "coins": 0, "leaders": ["vitruvius"]}
    game = leaders_table(mine, RHODES, EPHESUS, hands=[[move.split()[1]]], age=age)
    play(game, move)
    assert game.city(0).coins == 0


def test_vitruvius_gives_nothing_for_a_card_that_halicarnassus_digs() -> None:
    """L28: decided, though the predecessor stands in the city."""
    mine = city("halicarnassus:B", "ore_vein", "mine", "baths", coins=0, leaders=["vitruvius"])
    game = leaders_table(mine, GIZA, EPHESUS, hands=[["walls"]], discard=["aqueduct"])
    play(game, "stage walls")
    game.submit(0, "dig aqueduct")
    assert game.city(0).coins == 0


def test_vitruvius_gives_nothing_for_a_card_that_solomon_digs() -> None:
    """L28, L29: Solomon's card is no chain build either."""
    mine = city("giza:A", "baths", coins=3, leaders=["vitruvius"], leader_hand=["solomon"])
    game = recruitment(mine, RHODES, EPHESUS, age=3, discard=["aqueduct"])
    play(game, "recruit solomon")
    game.submit(0, "dig aqueduct")
    assert game.city(0).coins == 0


def test_vitruvius_does_not_pay_for_builds_of_others() -> None:
    """L28: the neighbour's chain is the neighbour's."""
    hands = [["walls"], ["aqueduct"]]
    mine = city("giza:A", coins=0, leaders=["vitruvius"])
    game = leaders_table(mine, city("rhodes:A", "baths"), EPHESUS, hands=hands)
    play(game, "discard walls", "build aqueduct")
    assert game.city(0).coins == 3


# ── Solomon ──────────────────────────────────────────────────────────────────────────────────────


def solomon(*buildings: str, pile: list[str], age: int = 3, **more: object) -> hp.ClassicGame:
    """Seat 0 has recruited Solomon in the recruitment before an age."""
    mine = city("giza:A", *buildings, **{"coins": 3, "leader_hand": ["solomon"], **more})
    game = recruitment(mine, RHODES, EPHESUS, age=age, discard=pile)
    play(game, "recruit solomon")
    return game


def test_solomon_builds_one_card_of_the_pile_free_of_resources_and_coins() -> None:
    """L29: the Quarry would cost a coin; there is none left."""
    game = solomon(pile=["walls", "quarry", "altar"])
    assert (game.phase, game.to_move, game.turn) == ("dig", [0], 0)
    assert texts(game, 0) == ["dig altar", "dig quarry", "dig walls", "pass"]
    game.submit(0, "dig quarry")
    assert (game.city(0).buildings, game.city(0).coins) == (["quarry"], 0)
    assert game.position().data["discard"] == ["altar", "walls"]
    assert (game.phase, game.turn, game.to_move) == ("turn", 1, [0, 1, 2])


def test_solomon_builds_no_duplicate() -> None:
    """L29: the Press of age II is the Press; who can only pass is asked all the same."""
    game = solomon("press", "altar", pile=["press_age2", "altar"])
    assert (game.phase, texts(game, 0)) == ("dig", ["pass"])


def test_solomon_may_build_nothing() -> None:
    """L29: and nothing is owed later."""
    game = solomon(pile=["altar"])
    game.submit(0, "pass")
    assert (game.city(0).buildings, game.n_discard) == ([], 1)
    play(game)
    assert (game.phase, game.turn, happened(game, Dug)) == ("turn", 2, [])


@pytest.mark.parametrize("age", [1, 2])
def test_solomon_is_useless_with_an_empty_pile(age: int) -> None:
    """L29: always so before age I; he is not asked, then or later."""
    game = solomon(pile=[], age=age)
    assert (game.phase, game.turn, game.city(0).leaders) == ("turn", 1, ["solomon"])
    play(game)
    assert (game.phase, game.turn) == ("turn", 2)


def test_a_card_that_solomon_builds_is_a_building_like_any_other() -> None:
    """L29: its coins come at once, and it chains."""
    game = solomon(pile=["tavern"])
    game.submit(0, "dig tavern")
    assert game.city(0).coins == 5


def test_halicarnassus_digs_before_solomon() -> None:
    """L30: in one recruitment, though Solomon's seat comes first."""
    cities = [
        city("giza:A", leader_hand=["solomon"]),
        RHODES,
        city("halicarnassus:B", "ore_vein", "mine", leader_hand=["nero"]),
    ]
    game = recruitment(*cities, age=3, discard=["altar", "baths"])
    play(game, "recruit solomon", None, "stage nero")
    assert (game.phase, game.to_move) == ("dig", [2])
    game.submit(2, "dig altar")
    assert (game.phase, game.to_move, texts(game, 0)) == ("dig", [0], ["dig baths", "pass"])
    game.submit(0, "dig baths")
    assert (game.phase, game.turn) == ("turn", 1)


def test_solomon_is_not_asked_if_halicarnassus_took_the_last_card() -> None:
    """L30, L29: then the pile is empty."""
    cities = [
        city("giza:A", leader_hand=["solomon"]),
        RHODES,
        city("halicarnassus:B", "ore_vein", "mine", leader_hand=["nero"]),
    ]
    game = recruitment(*cities, age=3, discard=["altar"])
    play(game, "recruit solomon", None, "stage nero")
    game.submit(2, "dig altar")
    assert (game.phase, game.turn) == ("turn", 1)


ROME = ["clay_pool", "stone_pit", "loom"]  # for the second stage of Rome B


def test_a_solomon_of_romes_finds_the_cards_discarded_in_this_turn() -> None:
    """L31: the Statue has just been discarded."""
    mine = city("rome:B", *ROME, stages=1, leader_hand=["solomon"])
    hands = [["walls"], ["statue"], ["press_age2"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands)
    play(game, "stage walls", "discard statue", "build press_age2")
    game.submit(0, "recruit solomon")
    assert (game.phase, texts(game, 0)) == ("dig", ["dig statue", "pass"])


def test_a_solomon_of_turn_six_finds_the_last_cards_too() -> None:
    """L31: as Halicarnassus does; its own leftover is among them."""
    mine = city("rome:B", *ROME, stages=1, leader_hand=["solomon"])
    hands = [["walls", "school"], ["statue", "loom_age2"], ["press_age2", "temple"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands, turn=6)
    play(game, "stage walls", "discard statue", "build press_age2")
    game.submit(0, "recruit solomon")
    moves = ["dig temple", "dig statue", "dig school", "pass"]
    assert (game.phase, texts(game, 0)) == ("dig", moves)


def test_a_copied_solomon_finds_the_cards_discarded_in_this_turn() -> None:
    """L31: the Gardens have just been discarded."""
    mine = city("giza:A", "lumber_yard", "clay_pool", "glassworks", "loom")
    left = city("rhodes:A", "walls", leaders=["solomon"])
    hands = [["courtesans_guild"], ["gardens"], ["study"]]
    game = leaders_table(mine, left, EPHESUS, hands=hands, age=3)
    play(game, "build courtesans_guild", "discard gardens", "discard study")
    game.submit(0, "court solomon")
    assert (game.phase, texts(game, 0)) == ("dig", ["dig gardens", "dig study", "pass"])


# ── Tomyris ──────────────────────────────────────────────────────────────────────────────────────


def tokens(game: hp.ClassicGame) -> list[tuple[int, int]]:
    """Victories and defeats of every city."""
    return [(sum(c.victories), c.defeats) for c in game.cities]


def test_tomyris_sends_her_defeat_to_the_winner() -> None:
    """L32: who keeps the victory token; the border without her is as always."""
    cities = [
        city("giza:A", leaders=["tomyris"]),
        city("rhodes:A", "stockade"),
        city("ephesus:A"),
    ]
    game = leaders_table(*cities, age=1, turn=6)
    play(game)
    assert tokens(game) == [(0, 0), (2, 1), (0, 1)]
    assert [(e.seat, e.other, e.redirected) for e in happened(game, War)] == [
        (0, 1, True),
        (1, 2, False),
        (2, 0, False),
    ]


def test_tomyris_sends_a_token_to_each_winner() -> None:
    """L32: she loses on both sides, in age II."""
    cities = [
        city("giza:A", leaders=["tomyris"]),
        city("rhodes:A", "stockade"),
        city("ephesus:A", "barracks"),
    ]
    game = leaders_table(*cities, age=2, turn=6)
    play(game)
    assert tokens(game) == [(0, 0), (1, 1), (1, 1)]
    assert [game.score(seat)["military"] for seat in range(3)] == [0, 2, 2]


def test_tomyris_does_nothing_for_earlier_defeats() -> None:
    """L32: not retroactive."""
    cities = [city("giza:A", defeats=4, leader_hand=["tomyris"]), city("rhodes:A", "stockade")]
    game = recruitment(*cities, EPHESUS, age=3)
    play(game, "recruit tomyris")
    assert (game.city(0).defeats, game.city(1).defeats) == (4, 0)


@pytest.mark.parametrize(
    ("own", "expected"),
    [(["barracks"], [(1, 0), (1, 0), (0, 2)]), (["walls"], [(2, 0), (1, 1), (0, 2)])],
)
def test_tomyris_does_nothing_when_winning_or_tying(
    own: list[str], expected: list[tuple[int, int]]
) -> None:
    """L32: the loser's token stays with the loser."""
    cities = [city("giza:A", *own, leaders=["tomyris"]), city("rhodes:A", "stockade"), EPHESUS]
    game = leaders_table(*cities, age=2, turn=6)
    play(game)
    assert tokens(game) == expected
    assert not any(event.redirected for event in happened(game, War))


def test_two_tomyris_do_not_bounce() -> None:
    """L33: the loser gives, the winner keeps, though she copies Tomyris."""
    cities = [
        city("giza:A", leaders=["tomyris"]),
        city("rhodes:A", "stockade", "courtesans_guild", copied=["tomyris"]),
        city("ephesus:A", "barracks"),
    ]
    game = leaders_table(*cities, age=3, turn=6)
    play(game)
    assert tokens(game) == [(0, 0), (1, 1), (1, 1)]


def test_a_copied_tomyris_gives_her_defeats_away_too() -> None:
    """L33: the owner of Tomyris beats the one who copies her, and keeps the token."""
    cities = [
        city("giza:A", "stockade", leaders=["tomyris"]),
        city("rhodes:A", "courtesans_guild", copied=["tomyris"]),
        city("ephesus:A"),
    ]
    game = leaders_table(*cities, age=3, turn=6)
    play(game)
    assert tokens(game) == [(2, 1), (0, 0), (0, 1)]


def test_nero_pays_for_the_victory_and_not_for_the_token_that_tomyris_sends() -> None:
    """L32, L14: two coins, though two tokens come."""
    left = city("rhodes:A", "stockade", leaders=["nero"], coins=0)
    right = city("ephesus:A", "barracks")
    game = leaders_table(city("giza:A", leaders=["tomyris"]), left, right, age=1, turn=6)
    play(game)
    assert (game.city(1).defeats, gained(game, "nero", 1)) == (1, 2)


def test_strategists_count_a_redirected_token_where_it_lies() -> None:
    """L34: at the winner beside the Strategists, not at Tomyris across the table."""
    cities = [
        city("giza:A", leaders=["tomyris"]),
        city("rhodes:A", "stockade"),
        city("ephesus:A", "barracks", "strategists_guild"),
        city("babylon:A", "guard_tower"),
    ]
    game = leaders_table(*cities, age=3, turn=6)
    play(game)
    assert tokens(game) == [(0, 0), (1, 1), (0, 0), (1, 1)]
    assert game.score(2)["guilds"] == 2


# ── Croesus ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("held", "moves"), [(0, []), (1, ["recruit croesus"])])
def test_croesus_is_paid_first_and_gives_six_coins_then(held: int, moves: list[str]) -> None:
    """L35: he does not pay for himself."""
    mine = city("giza:A", coins=held, leader_hand=["croesus"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0, "recruit") == moves
    if moves:
        play(game, *moves)
        assert (game.city(0).coins, gained(game, "croesus")) == (6, 6)


def test_croesus_gives_his_coins_once() -> None:
    """L35: nothing in later turns, ages or recruitments."""
    mine = city("giza:A", coins=1, leader_hand=["croesus"])
    game = recruitment(mine, RHODES, EPHESUS, age=1)
    play(game, "recruit croesus")
    play_on(game)
    assert (game.is_over, gained(game, "croesus")) == (True, 6)
