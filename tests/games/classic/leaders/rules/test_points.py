"""L13–L19, L36: leaders who give points."""

import pytest

from tests.games.classic.rules.table import (
    city,
    coins_gained,
    leaders_sheet,
    leaders_table,
    play,
    recruitment,
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


def points(*leaders: str, cards: list[str], **more: object) -> int:
    """Return the leaders column of a city."""
    return leaders_sheet(city("giza:A", *cards, leaders=list(leaders), **more))["leaders"]


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
    assert (game.city(0).coins, coins_gained(game, "nero")) == (3 + reward, reward)


def test_nero_pays_nothing_for_tokens_won_before_he_came() -> None:
    """L14: nor for defeats."""
    mine = city("giza:A", coins=6, victories=[2, 2, 0], defeats=1, leader_hand=["nero"])
    game = recruitment(mine, RHODES, EPHESUS, age=3)
    play(game, "recruit nero")
    assert (game.city(0).coins, coins_gained(game, "nero")) == (5, 0)


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
    assert (coins_gained(game, "nero"), game.score(0)["leaders"]) == (4, 2)


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
