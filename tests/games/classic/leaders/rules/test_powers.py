"""L29–L34: Solomon, who builds from the discard pile, and Tomyris, who gives defeats to winners."""

import pytest

import heptapolis as hp
from heptapolis.events import Dug
from heptapolis.games.classic.events import War
from tests.games.classic.rules.table import (
    city,
    coins_gained,
    events_of,
    leaders_table,
    play,
    recruitment,
    texts,
)

RHODES, EPHESUS = city("rhodes:A"), city("ephesus:A")


# ── Solomon ────────────────────────────────────────────────────────────────────────────────────────


def solomon(*buildings: str, pile: list[str], age: int = 3, **more: object) -> hp.ClassicGame:
    """Let seat 0 recruit Solomon in the recruitment before an age."""
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
    assert game.position()["discard"] == ["altar", "walls"]
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
    assert (game.phase, game.turn, events_of(game, Dug)) == ("turn", 2, [])


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


# ── Tomyris ────────────────────────────────────────────────────────────────────────────────────────


def tokens(game: hp.ClassicGame) -> list[tuple[int, int]]:
    """Return the victories and defeats of every city."""
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
    assert [(e.seat, e.other, e.redirected) for e in events_of(game, War)] == [
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
    assert not any(event.redirected for event in events_of(game, War))


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
    assert (game.city(1).defeats, coins_gained(game, "nero", 1)) == (1, 2)


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
