"""L61–L72 and the decisions: other wonders and guilds, the order after a turn, the columns."""

from typing import Any

import pytest

import heptapolis as hp
from heptapolis.events import Dug
from heptapolis.games.classic.events import War
from tests.games.classic.rules.table import (
    City,
    city,
    coins,
    coins_gained,
    events_of,
    leaders_sheet,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
COURTESANS = ["lumber_yard", "clay_pool", "glassworks", "loom"]  # the resources for the guild
ROME = ["clay_pool", "stone_pit", "loom"]  # the resources for the second stage of Rome B


# ── Olympia A ────────────────────────────────────────────────────────────────────────────────────


def test_olympias_free_build_is_not_for_leaders() -> None:
    """L61: it builds an age card; a leader that cannot be paid is not recruited."""
    mine = city("olympia:A", stages=2, coins=1, leader_hand=["caesar", "nero"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0) == ["discard caesar", "recruit nero", "discard nero"]
    play(game, "recruit nero")
    assert game.city(0).coins == 0


def test_olympias_free_build_is_still_there_after_a_recruitment() -> None:
    """L61: nothing of it was spent."""
    mine = city("olympia:A", stages=2, coins=1, leader_hand=["nero"])
    game = recruitment(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "recruit nero")
    assert "build walls free" in texts(game, 0)


def test_olympias_free_build_is_no_chain_build() -> None:
    """L62: Vitruvius pays nothing for it, and where a chain makes a card free it is not offered."""
    mine = city("olympia:A", "baths", stages=2, coins=0, leaders=["vitruvius"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls", "aqueduct"]])
    assert texts(game, 0, "build aqueduct") == ["build aqueduct"]
    play(game, "build walls free")
    assert (game.city(0).coins, coins_gained(game, "vitruvius")) == (0, 0)


def test_a_free_build_is_not_offered_where_a_discount_leaves_nothing_to_pay() -> None:
    """L61, L26: C6.1 looks at the price with leaders."""
    mine = city("olympia:A", stages=2, leaders=["archimedes"])
    hands = [["school", "library"]]
    game = leaders_table(mine, RHODES, city("babylon:A"), hands=hands)
    assert texts(game, 0, "build school") == ["build school"]
    assert texts(game, 0, "build library") == ["build library free"]


# ── Babylon B ────────────────────────────────────────────────────────────────────────────────────


def test_babylon_has_no_seventh_leader() -> None:
    """L63: the leftover leader of age III is returned, unasked."""
    mine = city("babylon:B", stages=2, leader_hand=["nero", "plato"])
    game = recruitment(mine, RHODES, EPHESUS, age=3)
    play(game, "recruit nero")
    assert (game.phase, game.turn, game.city(0).n_leader_hand) == ("turn", 1, 0)


def test_babylons_seventh_card_is_an_age_card_as_always() -> None:
    """L63: with leaders in hand too."""
    mine = city("babylon:B", stages=2, leader_hand=["nero"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls", "press_age2"]], turn=6)
    play(game, "discard walls")
    assert (game.phase, texts(game, 0)) == (
        "seventh",
        ["build press_age2", *texts(game, 0, "stage"), "discard press_age2"],
    )


def test_bilkis_serves_babylons_seventh_card_anew() -> None:
    """L64: superseded by the decision: the seventh card is a turn of its own."""
    mine = city("babylon:B", stages=2, coins=2, leaders=["bilkis"])
    hands = [["stockade", "barracks"]]
    game = leaders_table(mine, GIZA, EPHESUS, hands=hands, age=1, turn=6)
    play(game, "build stockade bank=1")
    assert texts(game, 0, "build barracks") == ["build barracks bank=1"]
    game.submit(0, "build barracks bank=1")
    assert game.city(0).coins == 0


def test_hatshepsut_serves_babylons_seventh_card_anew() -> None:
    """L64: superseded by the decision: a coin for each of the two cards."""
    mine = city("babylon:B", stages=2, coins=4, leaders=["hatshepsut"])
    hands = [["stockade", "barracks"]]
    left = city("olympia:A", "ore_vein")
    game = leaders_table(mine, left, EPHESUS, hands=hands, age=1, turn=6)
    play(game, "build stockade left=2")
    game.submit(0, "build barracks left=2")
    assert (game.city(0).coins, coins_gained(game, "hatshepsut")) == (4 - 4 + 2, 2)


# ── Halicarnassus in a recruitment ───────────────────────────────────────────────────────────────


def test_halicarnassus_digs_at_the_end_of_a_recruitment() -> None:
    """L65: in the pile of earlier ages, after all leaders are played."""
    mine = city("halicarnassus:B", "ore_vein", "mine", leader_hand=["nero"])
    left = city("giza:A", leader_hand=["plato"])
    game = recruitment(mine, left, EPHESUS, discard=["altar", "walls"], age=3)
    play(game, "stage nero", "recruit plato")
    assert (game.phase, game.to_move, game.turn) == ("dig", [0], 0)
    assert game.city(1).leaders == ["plato"]
    assert texts(game, 0) == ["dig altar", "dig walls", "pass"]
    game.submit(0, "dig walls")
    assert (game.phase, game.turn, game.city(0).buildings[-1]) == ("turn", 1, "walls")


def test_halicarnassus_finds_no_pile_in_the_first_recruitment() -> None:
    """L65: empty before age I; what it lacks it buys from Rhodes and from Bilkis' bank."""
    mine = city("halicarnassus:B", leaders=["bilkis"], leader_hand=["nero"])
    game = recruitment(mine, RHODES, EPHESUS, age=1)
    play(game, "stage nero left=2 bank=1")
    assert (game.city(0).stages, game.phase, game.turn) == (1, "turn", 1)


# ── the order after a turn ───────────────────────────────────────────────────────────────────────


def test_everything_that_can_follow_a_turn_comes_in_its_order() -> None:
    """L66: Rome B's extra leader, Courtesans, Babylon's seventh card, the leftovers to the pile,
    Halicarnassus, Solomon, copied Solomon, and only then the conflicts."""
    cities = [
        city("giza:A", *COURTESANS),
        city("rome:B", *ROME, stages=1, leader_hand=["solomon"]),
        city("halicarnassus:B", "foundry"),
        city("babylon:B", stages=2),
        city("rhodes:A"),
    ]
    hands = [
        ["courtesans_guild", "gardens"],
        ["study", "senate"],
        ["lodge", "siege_workshop"],
        ["academy", "arena"],
        ["haven", "town_hall"],
    ]
    game = leaders_table(*cities, hands=hands, age=3, turn=6)
    play(
        game,
        "build courtesans_guild",
        "stage study",
        "stage lodge",
        "discard academy",
        "discard haven",
    )
    seen, piles = [], []
    for move in (
        "recruit solomon",
        "court solomon",
        "discard arena",
        "dig gardens",
        "dig senate",
        "dig siege_workshop",
    ):
        seen.append((game.phase, *game.to_move))
        piles.append(game.n_discard)
        assert events_of(game, War) == []
        game.submit(game.to_move[0], move)
    assert seen == [
        ("extra_leader", 1),
        ("court", 0),
        ("seventh", 3),
        ("dig", 2),
        ("dig", 1),
        ("dig", 0),
    ]
    assert piles == [2, 2, 2, 2 + 5, 6, 5]
    assert [(event.seat, event.card) for event in events_of(game, Dug)] == [
        (2, "gardens"),
        (1, "senate"),
        (0, "siege_workshop"),
    ]
    assert (game.is_over, len(events_of(game, War))) == (True, 5)


def test_courtesans_built_as_seventh_card_choose_at_once() -> None:
    """L66, L46: decided; before Halicarnassus digs."""
    cities = [
        city("halicarnassus:B", "foundry"),
        city("babylon:B", *COURTESANS, stages=2),
        city("giza:A", leaders=["cleopatra"]),
    ]
    hands = [["lodge"], ["courtesans_guild", "study"]]
    game = leaders_table(*cities, hands=hands, age=3, turn=6)
    play(game, "stage lodge", "discard study")
    assert (game.phase, game.to_move) == ("seventh", [1])
    game.submit(1, "build courtesans_guild")
    assert (game.phase, game.to_move, texts(game, 1)) == ("court", [1], ["court cleopatra"])
    game.submit(1, "court cleopatra")
    assert (game.phase, game.to_move) == ("dig", [0])


def test_a_solomon_copied_by_the_seventh_card_digs_after_halicarnassus() -> None:
    """L66, L52: the last of all."""
    cities = [
        city("halicarnassus:B", "foundry"),
        city("babylon:B", *COURTESANS, stages=2),
        city("giza:A", leaders=["solomon"]),
    ]
    hands = [["lodge"], ["courtesans_guild", "study"]]
    game = leaders_table(*cities, hands=hands, age=3, turn=6)
    play(game, "stage lodge", "discard study")
    game.submit(1, "build courtesans_guild")
    game.submit(1, "court solomon")
    assert (game.phase, game.to_move) == ("dig", [0])
    game.submit(0, "pass")
    assert (game.phase, game.to_move) == ("dig", [1])


def test_rome_is_not_asked_again_when_babylon_plays_its_seventh_card() -> None:
    """L66, L41: one extra leader for one stage."""
    cities = [
        city("rome:B", *ROME, stages=1, leader_hand=["nero", "plato"]),
        city("babylon:B", stages=2),
        EPHESUS,
    ]
    hands = [["walls", "school"], ["statue", "press_age2"]]
    game = leaders_table(*cities, hands=hands, turn=6)
    play(game, "stage walls", "discard statue")
    game.submit(0, "recruit nero")
    game.submit(1, "build press_age2")
    assert (game.phase, game.age, game.city(0).leaders) == ("recruit", 3, ["nero"])


def test_a_position_may_say_who_still_digs_and_why() -> None:
    """L66, L30: Halicarnassus, then Solomon, then a copied one, whatever the seats."""
    cities = [
        city("giza:A", copied_digs=1),
        city("ephesus:A", leader_digs=1),
        city("rhodes:A", digs=1),
    ]
    pile = ["altar", "baths", "theater"]
    game = leaders_table(*cities, phase="dig", actor=2, discard=pile)
    diggers = []
    while game.phase == "dig":
        diggers += game.to_move
        game.submit(game.to_move[0], texts(game, game.to_move[0])[0])
    assert (diggers, game.turn, game.n_discard) == ([2, 1, 0], 6, 0)


def test_a_position_may_say_that_courtesans_or_an_extra_leader_are_to_come() -> None:
    """L66: Rome B's extra leader first, then the Courtesans."""
    cities = [
        city("giza:A", "courtesans_guild", courts=1),
        city("rome:B", stages=2, leader_hand=["nero"], extra_leaders=1),
        city("rhodes:A", leaders=["plato"]),
    ]
    game = leaders_table(*cities, phase="extra_leader", actor=1, age=3)
    assert (game.to_move, texts(game, 1)) == ([1], ["recruit nero", "pass"])
    game.submit(1, "recruit nero")
    assert (game.to_move, texts(game, 0)) == ([0], ["court nero", "court plato"])
    game.submit(0, "court plato")
    assert (game.phase, game.turn) == ("turn", 6)


@pytest.mark.parametrize("way", ["seventh", "dig"])
def test_a_position_may_be_taken_while_courtesans_choose_in_turn_six(way: str) -> None:
    """L60, L66: after Babylon's seventh card, and after a dig; it plays on identically."""
    first = city("babylon:B", *COURTESANS, stages=2)
    if way == "dig":
        first = city("halicarnassus:B", "foundry")
    hand = ["courtesans_guild", "study"] if way == "seventh" else ["lodge", "study"]
    pile = ["courtesans_guild"] if way == "dig" else []
    cities = [first, city("rhodes:A", leaders=["cleopatra"]), EPHESUS]
    game = leaders_table(*cities, hands=[hand], age=3, turn=6, discard=pile)
    play(game, "discard study" if way == "seventh" else "stage lodge")
    game.submit(0, "build courtesans_guild" if way == "seventh" else "dig courtesans_guild")
    assert game.phase == "court"
    again = hp.from_position(game.position())
    assert again.to_bytes() == game.to_bytes()


# ── guilds ───────────────────────────────────────────────────────────────────────────────────────


def olympia_b(*others: City, own: tuple[str, ...] = (), **more: Any) -> dict[str, int]:
    """Return the score sheet of Olympia B, with all stages built, among these cities."""
    return leaders_sheet(city("olympia:B", *own, stages=3, **more), *others)


def test_architects_count_purple_cards_next_door_and_not_their_own() -> None:
    """L70: three points each."""
    left = city("rhodes:A", "spies_guild", "traders_guild")
    right = city("ephesus:A", "workers_guild")
    mine = city("giza:A", "architects_guild", "magistrates_guild")
    assert leaders_sheet(mine, left, right)["guilds"] == 9


def test_copied_architects_count_the_copied_card_too() -> None:
    """L67: the purple cards of Olympia's own neighbours, as if built at home."""
    left = city("rhodes:A", "architects_guild", "traders_guild")
    right = city("ephesus:A", "workers_guild")
    assert olympia_b(left, right)["guilds"] == 9


def test_copied_diplomats_count_the_leaders_of_olympias_neighbours() -> None:
    """L68: those of the guild's owner too, Olympia's own not."""
    left = city("rhodes:A", "diplomats_guild", leaders=["nero"])
    right = city("ephesus:A", leaders=["plato", "midas"])
    assert olympia_b(left, right, leaders=["caesar"])["guilds"] == 3


def test_copied_gamers_count_olympias_own_coins() -> None:
    """L68: eight coins."""
    left = city("rhodes:A", "gamers_guild", coins=30)
    assert olympia_b(left, coins=8)["guilds"] == 2


def test_copied_courtesans_are_worth_nothing() -> None:
    """L69: decided; and any other guild is better."""
    left = city("rhodes:A", "courtesans_guild", copied=["cleopatra"])
    right = city("ephesus:A", leaders=["cleopatra"])
    sheet = olympia_b(left, right, coins=0)
    assert (sheet["guilds"], sheet["leaders"]) == (0, 0)
    right = city("ephesus:A", "spies_guild", "stockade", leaders=["cleopatra"])
    assert olympia_b(left, right)["guilds"] == 1


def test_olympias_copy_is_no_purple_card_for_a_neighbours_architects() -> None:
    """L70, L19: only Olympia's own guild counts."""
    olympia = city("olympia:B", "workers_guild", stages=3)
    mine = city("giza:A", "architects_guild", "spies_guild")
    assert leaders_sheet(mine, olympia)["guilds"] == 3


@pytest.mark.parametrize(
    ("left", "worth"),
    [
        (city("rhodes:A"), 0),
        (city("rhodes:A", leaders=["nero"]), 1),
        (city("rhodes:A", leaders=["nero", "plato", "midas"]), 3),
        (city("rhodes:A", markers=["nero"]), 0),
        (city("rhodes:A", leader_hand=["nero"]), 0),
        (city("rhodes:A", "courtesans_guild", copied=["nero"]), 0),
        (city("rome:B", leaders=["nero", "plato", "midas", "caesar", "hiram"]), 5),
    ],
    ids=["none", "one", "three", "marker", "in hand", "copied", "Rome"],
)
def test_diplomats_count_recruited_leaders_next_door(left: City, worth: int) -> None:
    """L71: on both sides; the own ones do not count."""
    mine = city("giza:A", "diplomats_guild", leaders=["sappho"])
    right = city("ephesus:A", leaders=["zenobia"])
    assert leaders_sheet(mine, left)["guilds"] == worth
    assert leaders_sheet(mine, left, right)["guilds"] == worth + 1


def test_gamers_midas_and_treasury_add_up() -> None:
    """L72: eleven coins are three points, three times."""
    sheet = leaders_sheet(city("giza:A", "gamers_guild", leaders=["midas"], coins=11))
    assert (sheet["treasury"], sheet["leaders"], sheet["guilds"]) == (3, 3, 3)
    assert sheet["total"] == 9


# ── the score sheet ──────────────────────────────────────────────────────────────────────────────


def test_the_leaders_column_holds_the_points_of_own_and_copied_leaders() -> None:
    """Decision on scoring: Alexander's tokens, Aristotle's sets, Midas and points; the symbols of
    leaders count in science, their coins in the treasury, the Gamers in guilds."""
    mine = city(
        "giza:A",
        "workshop",
        "scriptorium",
        "gamers_guild",
        "courtesans_guild",
        leaders=["alexander", "aristotle", "euclid", "cleopatra"],
        copied=["midas"],
        victories=[1, 1, 0],
        coins=7,
    )
    sheet = leaders_sheet(mine, city("rhodes:A", leaders=["midas"]))
    assert sheet == {
        "military": 1 + 3,
        "treasury": 2,
        "wonder": 0,
        "civilian": 0,
        "science": 3 + 7,
        "commercial": 0,
        "guilds": 2,
        "leaders": 2 + 3 + 5 + 2,
        "total": 4 + 2 + 10 + 2 + 12,
    }


def test_wild_symbols_and_the_copied_guild_are_chosen_together_with_aristotle() -> None:
    """L16: a copied Scientists Guild that completes a set brings eleven points with Aristotle
    (C8.2), so it beats ten of the Spies and loses to twelve."""
    green = ("apothecary", "workshop")
    for red, guilds, leaders in ((5, 0, 3), (6, 12, 0)):
        shields = ["stockade", "barracks", "guard_tower", "walls", "stables", "archery_range"][:red]
        left = city("giza:A", "scientists_guild", *shields)
        right = city("rhodes:A", "spies_guild", *shields)
        sheet = olympia_b(left, right, own=green, leaders=["aristotle"])
        assert (sheet["guilds"], sheet["leaders"]) == (guilds, leaders)


def test_all_cities_begin_with_six_coins() -> None:
    """C1.3: with leaders."""
    game = hp.new("classic", seats=5, leaders=True, seed=3)
    assert coins(game) == [6] * 5


def test_a_game_of_seven_with_leaders_is_played_to_its_end() -> None:
    """L2, L66: with every kind of decision."""
    game = hp.new("classic", seats=7, leaders=True, seed=3)
    play_on(game)
    assert game.is_over
    assert all("leaders" in sheet for sheet in game.scores())
