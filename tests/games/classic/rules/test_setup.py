"""C1: set-up."""

from collections import Counter

import pytest

import heptapolis as hp
from heptapolis.games.classic.catalog import load_classic
from tests.games.classic.rules.table import City, city, coins, table, texts

BOARDS = [
    "olympia:A",
    "giza:A",
    "rhodes:A",
    "babylon:A",
    "ephesus:A",
    "alexandria:A",
    "halicarnassus:A",
]
TABLES = pytest.mark.parametrize("seats", range(3, 8))
GUILDS = {card.id for card in load_classic().cards if card.is_guild}


def dealt_cards(game: hp.ClassicGame, age: int) -> list[str]:
    """Return every card of an age, pack by pack."""
    return list(game.position()["deals"][str(age)])


# ── C1.1 the table ───────────────────────────────────────────────────────────────────────────────


@TABLES
def test_three_to_seven_cities_sit_around_the_table(seats: int) -> None:
    game = hp.new("classic", seats=seats, seed=1)
    assert (game.players, game.n_cities) == (seats, seats)
    assert game.to_move == list(range(seats))


@pytest.mark.parametrize("seats", [1, 8])
def test_fewer_than_two_or_more_than_seven_cannot_play(seats: int) -> None:
    with pytest.raises(ValueError, match="seats: 2 to 7"):
        hp.new("classic", seats=seats, seed=1)


@TABLES
def test_the_left_neighbour_of_the_last_seat_is_the_first(seats: int) -> None:
    # C1.1: only seat 0 (Olympia) makes wood, and it sits to the left of the last seat.
    hands = [None] * (seats - 1) + [["stockade"]]
    game = table(*map(city, BOARDS[:seats]), hands=hands, age=1)
    assert texts(game, seats - 1, "build stockade") == ["build stockade left=2"]


@TABLES
def test_the_right_neighbour_of_the_first_seat_is_the_last(seats: int) -> None:
    boards = BOARDS[1:seats] + BOARDS[:1]
    game = table(*map(city, boards), hands=[["stockade"]], age=1)
    assert texts(game, 0, "build stockade") == ["build stockade right=2"]


@pytest.mark.parametrize(
    ("post", "left", "right"),
    [("west_trading_post", 1, 2), ("east_trading_post", 2, 1)],
)
def test_the_west_trading_post_works_on_the_left_and_the_east_one_on_the_right(
    post: str, left: int, right: int
) -> None:
    # C1.1, C4.4; where the books disagree: 001 sends both to the right.
    sellers: list[City] = [city("giza:A", "clay_pool"), city("rhodes:A", "lumber_yard")]
    game = table(city("olympia:A", post), *sellers, hands=[["guard_tower"]], age=1)
    assert texts(game, 0, "build guard_tower") == [f"build guard_tower left={left}"]
    game = table(city("babylon:A", post), *sellers, hands=[["stockade"]], age=1)
    assert texts(game, 0, "build stockade") == [f"build stockade right={right}"]


# ── C1.2 the cards ───────────────────────────────────────────────────────────────────────────────


@TABLES
@pytest.mark.parametrize("age", [1, 2, 3])
def test_an_age_uses_the_copies_whose_number_is_not_above_the_table(age: int, seats: int) -> None:
    used = Counter(dealt_cards(hp.new("classic", seats=seats, seed=5), age))
    for card in load_classic().cards:
        if card.age == age and not card.is_guild:
            assert used[card.id] == sum(number <= seats for number in card.players), card.id


@TABLES
def test_age_three_gets_two_guilds_more_than_there_are_seats(seats: int) -> None:
    game = hp.new("classic", seats=seats, seed=5)
    assert len(GUILDS & set(dealt_cards(game, 3))) == seats + 2
    assert not GUILDS & {*dealt_cards(game, 1), *dealt_cards(game, 2)}


def test_the_guilds_are_drawn_at_random_from_all_ten() -> None:
    drawn = [
        GUILDS & set(dealt_cards(hp.new("classic", seats=3, seed=seed), 3)) for seed in range(30)
    ]
    assert set().union(*drawn) == GUILDS
    assert len({frozenset(guilds) for guilds in drawn}) > 20


@TABLES
def test_each_age_deals_seven_cards_to_every_seat_and_none_is_left(seats: int) -> None:
    game = hp.new("classic", seats=seats, seed=5)
    assert [len(game.view(seat).hand) for seat in range(seats)] == [7] * seats
    assert [len(dealt_cards(game, age)) for age in (1, 2, 3)] == [7 * seats] * 3


def test_the_cards_are_shuffled() -> None:
    deals = {tuple(dealt_cards(hp.new("classic", seats=3, seed=seed), 1)) for seed in range(20)}
    assert len(deals) == 20


# ── C1.3 wonders and coins ───────────────────────────────────────────────────────────────────────


def test_wonders_and_sides_are_dealt_at_random() -> None:
    boards = [[c.board for c in hp.new("classic", seats=3, seed=seed).cities] for seed in range(60)]
    assert {board for game in boards for board in game} == {
        f"{wonder.id}:{side}" for wonder in load_classic().wonders for side in "AB"
    }


def test_no_two_cities_have_the_same_wonder() -> None:
    for seed in range(20):
        wonders = {c.board[:-2] for c in hp.new("classic", seats=7, seed=seed).cities}
        assert len(wonders) == 7
    with pytest.raises(ValueError, match="twice"):
        hp.new("classic", seats=3, seed=1, wonders=["giza:A", "giza:B", "rhodes:A"])


@pytest.mark.parametrize("side", ["A", "B"])
def test_all_may_play_the_same_side(side: str) -> None:
    for seed in range(10):
        game = hp.new("classic", seats=7, seed=seed, sides=side)
        assert {c.board[-1] for c in game.cities} == {side}


def test_boards_and_sides_may_be_chosen_and_sides_mixed() -> None:
    chosen = ["giza:B", "ephesus:A", "rhodes:B", "olympia:A"]
    game = hp.new("classic", seats=4, seed=1, wonders=chosen)
    assert [c.board for c in game.cities] == chosen


@TABLES
def test_every_city_begins_with_three_coins_and_nothing_built(seats: int) -> None:
    game = hp.new("classic", seats=seats, seed=1)
    assert coins(game) == [3] * seats
    assert [(c.buildings, c.stages, c.defeats) for c in game.cities] == [([], 0, 0)] * seats
