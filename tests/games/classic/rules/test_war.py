"""C7: military conflicts at the end of every age."""

import pytest

import heptapolis as hp
from heptapolis.games.classic.events import War
from tests.games.classic.rules.table import City, city, events_of, play, play_on, table

BOARDS = [
    "giza:A",
    "rhodes:A",
    "ephesus:A",
    "babylon:A",
    "olympia:A",
    "alexandria:A",
    "halicarnassus:A",
]


def after_war(*cities: City, age: int = 1) -> hp.ClassicGame:
    """Return the game after the last turn of an age, in which all discard."""
    game = table(*cities, age=age, turn=6)
    play(game)
    return game


def tokens(game: hp.ClassicGame, seat: int) -> tuple[list[int], int]:
    return game.city(seat).victories, game.city(seat).defeats


@pytest.mark.parametrize(("age", "points"), [(1, 1), (2, 3), (3, 5)])
def test_more_shields_take_the_victory_token_of_the_age(age: int, points: int) -> None:
    # C7: two borders won.
    game = after_war(city("giza:A", "stockade"), city("rhodes:A"), city("ephesus:A"), age=age)
    won = [2 if number == age else 0 for number in (1, 2, 3)]
    assert tokens(game, 0) == (won, 0)
    assert game.scores()[0]["military"] == 2 * points


@pytest.mark.parametrize("age", [1, 2, 3])
def test_fewer_shields_take_a_defeat_token_of_minus_one(age: int) -> None:
    # C7: in every age the same.
    game = after_war(city("giza:A", "stockade"), city("rhodes:A"), city("ephesus:A"), age=age)
    assert tokens(game, 1) == ([0, 0, 0], 1)
    assert [game.scores()[seat]["military"] for seat in (1, 2)] == [-1, -1]


def test_a_tie_in_war_gives_no_token() -> None:
    # C7
    cities = [
        city("giza:A", "stockade"),
        city("rhodes:A", "barracks"),
        city("ephesus:A", "guard_tower"),
    ]
    game = after_war(*cities)
    assert [tokens(game, seat) for seat in range(3)] == [([0, 0, 0], 0)] * 3
    assert [event.winner for event in events_of(game, War)] == [None] * 3


def test_a_victory_on_one_side_and_a_defeat_on_the_other_are_both_taken() -> None:
    # C7, the books' example: end of age II, Alexandria with 3 shields between Rhodes (5) on its
    # left and Ephesus (2) on its right.
    game = after_war(
        city("alexandria:A", "stables", "stockade"),
        city("rhodes:A", "walls", "archery_range", "barracks"),
        city("ephesus:A", "guard_tower", "barracks"),
        age=2,
    )
    assert tokens(game, 0) == ([0, 1, 0], 1)
    assert tokens(game, 1) == ([0, 2, 0], 0)
    assert tokens(game, 2) == ([0, 0, 0], 2)
    assert [
        (e.seat, e.other, e.shields, e.other_shields, e.winner) for e in events_of(game, War)
    ] == [
        (0, 1, 3, 5, 1),
        (1, 2, 5, 2, 1),
        (2, 0, 2, 3, 0),
    ]


def test_only_neighbours_fight() -> None:
    # C7: seats 0 and 2 of four never meet.
    cities = [city("giza:A", "stockade"), city("rhodes:A"), city("ephesus:A"), city("babylon:A")]
    game = after_war(*cities)
    assert [tokens(game, seat)[1] for seat in range(4)] == [0, 1, 0, 1]
    assert game.city(0).victories == [2, 0, 0]


def test_shields_of_red_cards_and_stages_add_up() -> None:
    # C7: Rhodes A's second stage has two, against three red cards.
    cities = [city("rhodes:A", stages=2), city("giza:A", "stockade", "barracks", "guard_tower")]
    game = after_war(*cities, city("ephesus:A"))
    assert tokens(game, 0) == ([1, 0, 0], 1)
    cities[0]["buildings"] = ["walls"]
    game = after_war(*cities, city("ephesus:A"), age=2)
    assert tokens(game, 0) == ([0, 2, 0], 0)


def test_shields_built_in_the_sixth_turn_count() -> None:
    # C7, C2.3
    cities = [city("rhodes:A"), city("giza:A"), city("ephesus:A")]
    game = table(*cities, hands=[["barracks", "altar"]], age=1, turn=6)
    play(game, "build barracks")
    assert tokens(game, 0) == ([2, 0, 0], 0)


def test_tokens_of_earlier_ages_stay() -> None:
    # C7: victories of each age and defeats are kept apart.
    mine = city("giza:A", "stockade", victories=[1, 0, 0], defeats=1)
    game = after_war(mine, city("rhodes:A"), city("ephesus:A"), age=2)
    assert tokens(game, 0) == ([1, 2, 0], 1)
    assert game.scores()[0]["military"] == 1 + 2 * 3 - 1


def test_a_defeat_token_is_counted_though_a_victory_outweighs_it() -> None:
    # C7: guilds count tokens, not the balance.
    neighbour = city("rhodes:A", victories=[2, 0, 0], defeats=2)
    cities = [city("giza:A", "strategists_guild"), neighbour, city("ephesus:A")]
    assert hp.score({"age": 3, "cities": cities})[0]["guilds"] == 2


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_every_border_is_fought_once(seats: int) -> None:
    # C7
    game = after_war(*map(city, BOARDS[:seats]))
    borders = [(event.seat, event.other) for event in events_of(game, War)]
    assert borders == [(seat, (seat + 1) % seats) for seat in range(seats)]


def test_there_are_tokens_enough_for_every_border_of_seven_cities() -> None:
    # C7; where the books disagree: 42 or 46 tokens in the box, the supply is unlimited.
    red = [[], ["stockade"], [], ["barracks"], [], ["guard_tower"], ["stockade", "barracks"]]
    cities = [city(board, *cards) for board, cards in zip(BOARDS, red, strict=True)]
    game = table(*cities, age=1, turn=6)
    play_on(game)
    assert [sum(c.victories[age] for c in game.cities) for age in range(3)] == [7, 7, 7]
    assert sum(c.defeats for c in game.cities) == 21
