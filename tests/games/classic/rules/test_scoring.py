"""C8: scoring, and the guilds."""

from random import Random

import pytest

import heptapolis as hp
from tests.games.classic.rules.table import City, city, table

COLUMNS = [
    "military",
    "treasury",
    "wonder",
    "civilian",
    "science",
    "commercial",
    "guilds",
    "leaders",
    "total",
]


def sheet(mine: City, left: City | None = None, right: City | None = None) -> dict[str, int]:
    """Return the score sheet of seat 0; missing neighbours are empty."""
    return hp.score({"age": 3, "cities": [mine, left or {}, right or {}]})[0]


# ── C8.1 the columns ─────────────────────────────────────────────────────────────────────────────


def test_there_are_seven_columns_in_order_with_leaders_and_a_total() -> None:
    # C8.1
    mine = city(
        "giza:A",
        "altar",
        "apothecary",
        "caravansery",
        "lighthouse",
        "traders_guild",
        stages=1,
        coins=6,
        victories=[0, 1, 0],
        defeats=1,
    )
    points = sheet(mine, city("rhodes:A", "tavern"))
    assert list(points) == COLUMNS
    assert list(points.values()) == [2, 2, 3, 2, 1, 2, 1, 0, 13]


def test_conflict_points_may_be_negative() -> None:
    # C8.1
    points = sheet(city("giza:A", coins=0, defeats=6))
    assert (points["military"], points["total"]) == (-6, -6)


@pytest.mark.parametrize(("held", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (14, 4)])
def test_three_coins_are_a_point_and_the_rest_is_nothing(held: int, points: int) -> None:
    # C8.1
    assert sheet(city("giza:A", coins=held))["treasury"] == points


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("pawnshop", 3),
        ("baths", 3),
        ("altar", 2),
        ("theater", 2),
        ("aqueduct", 5),
        ("temple", 3),
        ("statue", 4),
        ("courthouse", 4),
        ("pantheon", 7),
        ("gardens", 5),
        ("town_hall", 6),
        ("palace", 8),
        ("senate", 6),
    ],
)
def test_blue_cards_give_their_printed_points(card: str, points: int) -> None:
    # C8.1
    assert sheet(city("giza:A", card, coins=0)) == dict.fromkeys(COLUMNS, 0) | {
        "civilian": points,
        "total": points,
    }


@pytest.mark.parametrize("card", ["lumber_yard", "loom", "walls", "tavern", "vineyard", "forum"])
def test_brown_grey_red_and_early_yellow_cards_give_no_points(card: str) -> None:
    # C8.1
    assert sheet(city("giza:A", card, coins=0))["total"] == 0


@pytest.mark.parametrize(
    ("mine", "points"),
    [
        (city("giza:A", "haven", "lumber_yard", "quarry", "mine"), 3),
        (city("giza:A", "lighthouse"), 1),
        (city("giza:A", "lighthouse", "tavern", "haven"), 3),
        (city("giza:A", "chamber_of_commerce", "loom", "press", "glassworks"), 6),
        (city("giza:A", "arena", stages=3), 3),
        (city("giza:B", "arena", stages=4), 4),
    ],
)
def test_age_three_yellow_cards_count_what_stands_in_the_own_city_at_the_end(
    mine: City, points: int
) -> None:
    # C8.1, C5.3; where the books disagree: the Lighthouse counts itself. Neighbours do not count.
    rich = city("rhodes:A", "clay_pool", "press", "forum", stages=2)
    assert sheet(mine, rich)["commercial"] == points


# ── C8.1 the guilds ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("guild", "counted", "each"),
    [
        ("workers_guild", ["lumber_yard", "quarry"], 1),
        ("craftsmens_guild", ["loom", "press"], 2),
        ("traders_guild", ["tavern", "forum"], 1),
        ("philosophers_guild", ["school", "study"], 1),
        ("spies_guild", ["walls", "circus"], 1),
        ("magistrates_guild", ["altar", "palace"], 1),
    ],
)
def test_six_guilds_count_cards_of_a_colour_in_both_neighbouring_cities(
    guild: str, counted: list[str], each: int
) -> None:
    # C8.1; where the books disagree: the Craftsmens Guild gives 2 a card (002 says 1).
    mine = city("giza:A", guild, *counted)
    assert sheet(mine)["guilds"] == 0
    assert sheet(mine, city("rhodes:A", *counted))["guilds"] == 2 * each
    assert (
        sheet(mine, city("rhodes:A", *counted), city("ephesus:A", counted[0]))["guilds"] == 3 * each
    )


def test_the_strategists_count_the_neighbours_defeat_tokens() -> None:
    # C8.1
    mine = city("giza:A", "strategists_guild", defeats=6)
    left, right = city("rhodes:A", defeats=2, victories=[2, 0, 0]), city("ephesus:A", defeats=3)
    assert sheet(mine, left, right)["guilds"] == 5


def test_the_builders_count_stages_here_and_next_door() -> None:
    # C8.1
    left, right = city("rhodes:A", stages=2), city("ephesus:A", stages=1)
    assert sheet(city("giza:B", "builders_guild", stages=4), left, right)["guilds"] == 7


def test_the_shipowners_count_own_brown_grey_and_purple_cards_and_themselves() -> None:
    # C8.1; where the books disagree: 001 drops brown.
    mine = city("giza:A", "shipowners_guild", "lumber_yard", "quarry", "loom", "strategists_guild")
    rich = city("rhodes:A", "clay_pool", "press", "spies_guild")
    assert sheet(mine, rich)["guilds"] == 5
    assert sheet(city("giza:A", "shipowners_guild"), rich)["guilds"] == 1


def test_boards_are_no_cards_for_the_guilds() -> None:
    # C8.1: the books on what counts as a card.
    cities = [city("giza:A", "craftsmens_guild"), city("ephesus:A"), city("alexandria:A")]
    assert sheet(*cities)["guilds"] == 0
    cities = [city("ephesus:A", "workers_guild"), city("rhodes:A"), city("olympia:A")]
    assert sheet(*cities)["guilds"] == 0


def test_cards_under_the_boards_are_not_counted() -> None:
    # C3.2, C8.1
    left = city("rhodes:A", markers=["altar", "baths"])
    assert sheet(city("giza:A", "magistrates_guild"), left)["guilds"] == 0


# ── C8.2 science ─────────────────────────────────────────────────────────────────────────────────

COMPASSES = ["apothecary", "dispensary", "lodge", "academy"]
GEARS = ["workshop", "laboratory", "observatory", "study"]
TABLETS = ["scriptorium", "library", "school", "university"]


def symbols(compasses: int, gears: int, tablets: int) -> list[str]:
    return COMPASSES[:compasses] + GEARS[:gears] + TABLETS[:tablets]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((1, 0, 0), 1),
        ((0, 2, 0), 4),
        ((0, 0, 3), 9),
        ((4, 0, 0), 16),
        ((1, 1, 1), 10),
        ((2, 2, 2), 26),
        ((3, 2, 1), 21),
        ((3, 2, 2), 31),
        ((4, 4, 4), 76),
    ],
)
def test_science_is_the_square_of_each_symbol_and_seven_for_each_set(
    counts: tuple[int, int, int], points: int
) -> None:
    # C8.2
    assert sheet(city("giza:A", *symbols(*counts)))["science"] == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((4, 1, 1), 25 + 1 + 1 + 7),  # a fifth compass, since no second set is possible
        ((2, 2, 1), 4 + 4 + 4 + 14),  # a second set, not a third symbol
        ((0, 0, 0), 1),
        ((3, 0, 0), 16),
    ],
)
def test_a_free_symbol_is_placed_for_the_best_total(
    counts: tuple[int, int, int], points: int
) -> None:
    # C8.2
    assert sheet(city("babylon:A", *symbols(*counts), stages=2))["science"] == points


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((1, 0, 0), 3 + 7),  # one by one they would be compasses: 4, then 9
        ((2, 1, 0), 9 + 1 + 1 + 7),
        ((4, 0, 0), 36),
        ((2, 1, 1), 4 + 4 + 4 + 14),
    ],
)
def test_free_symbols_are_placed_all_of_them_together(
    counts: tuple[int, int, int], points: int
) -> None:
    # C8.2
    mine = city("babylon:A", *symbols(*counts), "scientists_guild", stages=2)
    assert sheet(mine)["science"] == points


@pytest.mark.parametrize(
    ("green", "science", "guilds"), [((1, 1, 0), 10, 0), ((1, 0, 0), 1, 4), ((0, 0, 0), 0, 4)]
)
def test_olympias_copied_guild_is_chosen_together_with_its_symbol(
    green: tuple[int, int, int], science: int, guilds: int
) -> None:
    # C8.2: the Scientists Guild completes a set, else the Spies with four red cards are better.
    left = city("giza:A", "scientists_guild", "walls", "circus")
    right = city("rhodes:A", "spies_guild", "walls", "circus")
    points = sheet(city("olympia:B", *symbols(*green), stages=3), left, right)
    assert (points["science"], points["guilds"]) == (science, guilds)


# ── C8.3 who wins ────────────────────────────────────────────────────────────────────────────────


def finished_game(*cities: City) -> hp.ClassicGame:
    return table(*cities, age=3, turn=6, phase="over")


def test_most_points_win() -> None:
    # C8.3: the rest stand behind in order, though they have more coins.
    game = finished_game(
        city("giza:A", "altar", coins=5),
        city("rhodes:A", "palace", coins=0),
        city("ephesus:A", coins=2),
    )
    assert (game.ranking(), game.outcome) == ([[1], [0], [2]], "points")


def test_a_tie_goes_to_the_city_with_most_coins() -> None:
    # C8.3
    game = finished_game(
        city("giza:A", "altar", coins=0),
        city("rhodes:A", "altar", coins=2),
        city("ephesus:A", coins=2),
    )
    assert [points["total"] for points in game.scores()] == [2, 2, 0]
    assert (game.ranking(), game.outcome) == ([[1], [0], [2]], "points")


def test_a_full_tie_is_a_shared_victory() -> None:
    # C8.3
    game = finished_game(
        city("giza:A", "altar", coins=2),
        city("rhodes:A", "theater", coins=2),
        city("ephesus:A", coins=2),
    )
    assert (game.ranking(), game.outcome) == ([[0, 1], [2]], "shared")


@pytest.mark.parametrize(("coins", "places"), [(0, [2, 1, 3]), (2, [1, 1, 3])])
def test_playouts_rank_the_seats_as_the_game_does(coins: int, places: list[int]) -> None:
    # C8.3: the playouts of a finished game are that game.
    game = finished_game(
        city("giza:A", "altar", coins=coins),
        city("rhodes:A", "altar", coins=2),
        city("ephesus:A", coins=2),
    )
    assert hp.playouts(game.view(0), 1, Random(1)).places.tolist() == [places]


# ── C8.4 the worked examples ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("alexandria", "column", "points"),
    [
        (city("alexandria:A", victories=[1, 1, 1], defeats=3), "military", 6),
        (city("alexandria:A", coins=14), "treasury", 4),
        (city("alexandria:A", stages=3), "wonder", 10),
        (city("alexandria:A", "altar", "aqueduct", "town_hall"), "civilian", 13),
        (city("alexandria:A", *symbols(3, 2, 1)), "science", 21),
        (city("alexandria:A", *symbols(3, 2, 2)), "science", 31),
        (city("alexandria:A", "chamber_of_commerce", "loom", "press"), "commercial", 4),
    ],
)
def test_the_worked_examples_of_the_books(alexandria: City, column: str, points: int) -> None:
    # C8.4; where the books disagree: three defeats in the first line (001 shows two), 21 points
    # for three, two and one symbols (002: 27).
    assert sheet(alexandria)[column] == points
