"""L46–L60: the Courtesans Guild."""

from typing import Any

import pytest

import heptapolis as hp
from heptapolis.events import Dug
from heptapolis.games.classic.events import War
from heptapolis.games.classic.leaders.events import Courted
from tests.games.classic.rules.table import (
    City,
    city,
    coins,
    coins_gained,
    events_of,
    leaders_sheet,
    leaders_table,
    play,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
COST = ["lumber_yard", "clay_pool", "glassworks", "loom"]
GUILD = "courtesans_guild"


def game_with_courtesans(
    *others: City, own: list[str] | None = None, turn: int = 5, **more: Any
) -> hp.ClassicGame:
    """Let seat 0 build the Courtesans Guild in age III, and all others discard."""
    mine = city("giza:A", *COST, *(own or []), **more)
    neighbours = [*others, EPHESUS, RHODES][: max(2, len(others))]
    game = leaders_table(mine, *neighbours, hands=[[GUILD]], age=3, turn=turn)
    play(game, f"build {GUILD}")
    return game


def leader(id: str, board: str = "rhodes:A", **more: Any) -> City:
    """Return a neighbour with this leader in play."""
    return city(board, leaders=[id], **more)


def sheet_with_copy(id: str, *cards: str, **more: Any) -> dict[str, int]:
    """Return the score sheet of a city with the guild and a copied leader."""
    return leaders_sheet(city("giza:A", GUILD, *cards, copied=[id], **more), leader(id))


# ── the choice ───────────────────────────────────────────────────────────────────────────────────


def test_courtesans_copy_one_leader_of_a_neighbour_when_they_are_built() -> None:
    """L46: of the left or the right one, not across the table; there is no pass."""
    game = game_with_courtesans(
        city("rhodes:A", leaders=["plato", "nero"]),
        leader("caesar", "babylon:A"),
        leader("midas", "ephesus:A"),
    )
    assert (game.phase, game.to_move, game.turn) == ("court", [0], 5)
    assert texts(game, 0) == ["court midas", "court nero", "court plato"]
    game.submit(0, "court nero")
    assert game.city(0).copied == ["nero"]
    assert [(event.seat, event.leader) for event in events_of(game, Courted)] == [(0, "nero")]
    assert (game.phase, game.turn) == ("turn", 6)


def test_courtesans_must_choose() -> None:
    """L46: a single leader is asked for all the same, and cannot be declined."""
    game = game_with_courtesans(leader("nero"))
    assert texts(game, 0) == ["court nero"]
    with pytest.raises(hp.IllegalMove):
        game.submit(0, "pass")


def test_courtesans_copy_face_up_leaders_only() -> None:
    """L46: nothing in hand, nothing under a wonder."""
    rome = city("rome:B", stages=1, leader_hand=["caesar"], leaders=["plato"])
    game = game_with_courtesans(rome, city("ephesus:A", markers=["midas"], leaders=["nero"]))
    assert texts(game, 0) == ["court nero", "court plato"]


def test_courtesans_pay_nothing_for_the_leader() -> None:
    """L46: Caesar would cost five coins."""
    game = game_with_courtesans(leader("caesar"), coins=0)
    game.submit(0, "court caesar")
    assert (game.city(0).coins, game.city(0).shields) == (0, 2)


def test_the_choice_of_courtesans_is_permanent() -> None:
    """L46: it is there at the end, and never asked again."""
    game = game_with_courtesans(city("rhodes:A", leaders=["cleopatra", "sappho"]))
    game.submit(0, "court cleopatra")
    play(game)
    assert (game.is_over, game.city(0).copied) == (True, ["cleopatra"])
    assert game.score(0)["leaders"] == 5
    assert len(events_of(game, Courted)) == 1


def test_without_a_leader_next_door_courtesans_are_built_without_effect() -> None:
    """L47: nothing is asked, then or later; the leader across the table does not matter."""
    game = game_with_courtesans(RHODES, leader("caesar", "babylon:A"), EPHESUS)
    assert (game.phase, game.turn) == ("turn", 6)
    assert (game.city(0).buildings[-1], game.city(0).copied) == (GUILD, [])
    play(game)
    assert (game.is_over, events_of(game, Courted)) == (True, [])


def test_a_copied_leader_serves_its_owner_as_before() -> None:
    """L48: the owner keeps leader, coins, points and shields."""
    game = game_with_courtesans(city("rhodes:A", leaders=["cleopatra", "caesar", "nero"], coins=4))
    before = game.city(1).leaders, game.city(1).shields, game.score(1)
    game.submit(0, "court cleopatra")
    assert (game.city(1).leaders, game.city(1).shields, game.score(1)) == before


def test_a_copy_is_no_leader_for_the_diplomats() -> None:
    """L49: the marked leader still counts at its owner."""
    copier = city("rhodes:A", GUILD, copied=["nero"])
    owner = city("ephesus:A", leaders=["nero", "plato"])
    assert leaders_sheet(city("giza:A", "diplomats_guild"), copier, owner)["guilds"] == 2


def test_a_copy_is_no_leader_in_play() -> None:
    """L49: another player's Courtesans cannot copy it."""
    game = game_with_courtesans(leader("nero"))
    game.submit(0, "court nero")
    assert game.city(0).leaders == []


@pytest.mark.parametrize(
    ("mine", "column", "worth"),
    [
        (city("giza:A", GUILD, leaders=["hiram"]), "leaders", 2),
        (
            city("giza:A", *COST[2:], "clay_pool", "altar", "tavern", "stockade", "workshop", GUILD)
            | {"leaders": ["plato"]},
            "leaders",
            7,
        ),
        (city("giza:A", GUILD, "shipowners_guild"), "guilds", 2),
    ],
    ids=["Hiram", "Plato", "Shipowners"],
)
def test_courtesans_are_a_purple_card(mine: City, column: str, worth: int) -> None:
    """L50: for everything that counts them; they bring no points of their own."""
    assert leaders_sheet(mine)[column] == worth


def test_courtesans_are_a_purple_card_for_a_neighbours_architects() -> None:
    """L50: three points."""
    left = city("rhodes:A", GUILD)
    assert leaders_sheet(city("giza:A", "architects_guild"), left)["guilds"] == 3
    assert leaders_sheet(left)["guilds"] == 0


# ── what is copied ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sheet", "worth"),
    [
        (sheet_with_copy("phidias", "lumber_yard", "clay_pool"), 2),
        (sheet_with_copy("varro", "tavern"), 1),
        (sheet_with_copy("amytis", stages=2), 4),
        (sheet_with_copy("alexander", victories=[1, 0, 2]), 3),
        (sheet_with_copy("midas", coins=7), 2),
        (sheet_with_copy("justinian", "stockade", "altar", "workshop"), 3),
        (sheet_with_copy("aristotle", "apothecary", "workshop", "scriptorium"), 3),
        (sheet_with_copy("hiram"), 2),
        (sheet_with_copy("plato", *COST, "altar", "tavern", "stockade", "workshop"), 7),
        (sheet_with_copy("zenobia"), 3),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(value),
)
def test_a_copy_counts_what_the_copier_has(sheet: dict[str, int], worth: int) -> None:
    """L51: own cards, stages, tokens, coins and sets; the guild itself is among the cards."""
    assert sheet["leaders"] == worth


def test_a_copy_does_not_count_what_the_owner_has() -> None:
    """L51: Phidias' owner has brown cards, the copier none."""
    mine = city("giza:A", GUILD, copied=["phidias"])
    left = city("rhodes:A", "lumber_yard", "clay_pool", leaders=["phidias"])
    assert leaders_sheet(mine, left)["leaders"] == 0


def test_a_copied_croesus_gives_six_coins_now() -> None:
    """L52: to the copier, once."""
    game = game_with_courtesans(leader("croesus", coins=0), coins=0)
    game.submit(0, "court croesus")
    assert coins(game)[:2] == [6, 3]
    play(game)
    assert coins_gained(game, "croesus") == 6


def test_a_copied_solomon_digs_now() -> None:
    """L52: a card of the discard pile, or none."""
    mine = city("giza:A", *COST)
    hands = [[GUILD], ["gardens"], ["study"]]
    left = leader("solomon")
    game = leaders_table(mine, left, EPHESUS, hands=hands, age=3, discard=["altar"])
    play(game, f"build {GUILD}", "discard gardens", "discard study")
    game.submit(0, "court solomon")
    assert (game.phase, game.to_move, game.turn) == ("dig", [0], 5)
    assert texts(game, 0) == ["dig altar", "dig gardens", "dig study", "pass"]
    game.submit(0, "dig gardens")
    assert (game.city(0).buildings[-1], game.phase, game.turn) == ("gardens", "turn", 6)


def busy_turn(turn: int, **more: Any) -> hp.ClassicGame:
    """Return a turn of age III in which seat 0 builds the Courtesans, seat 1 (Rome B) a stage that
    recruits Solomon, and seat 2 (Halicarnassus) a stage that digs; seat 3 is Babylon B."""
    cities = [
        city("giza:A", *COST),
        city("rome:B", "clay_pool", "stone_pit", "loom", stages=1, leader_hand=["solomon"]),
        city("halicarnassus:B", "foundry"),
        city("babylon:B", stages=2, **more),
    ]
    hands = [[GUILD], ["study"], ["lodge"], ["academy", "arena"]]
    game = leaders_table(*cities, hands=hands, age=3, turn=turn, discard=["altar", "baths"])
    play(game, f"build {GUILD}", "stage study", "stage lodge", "discard academy")
    return game


def test_a_copied_solomon_digs_after_halicarnassus_and_a_real_solomon() -> None:
    """L52, L59: and Rome B's Solomon, recruited in the same turn, can be copied."""
    game = busy_turn(turn=5)
    seen = []
    for move in ("recruit solomon", "court solomon", "dig altar", "dig baths", "dig academy"):
        seen.append((game.phase, *game.to_move))
        game.submit(game.to_move[0], move)
    assert seen == [("extra_leader", 1), ("court", 0), ("dig", 2), ("dig", 1), ("dig", 0)]
    assert [(event.seat, event.card) for event in events_of(game, Dug)] == [
        (2, "altar"),
        (1, "baths"),
        (0, "academy"),
    ]
    assert (game.phase, game.turn) == ("turn", 6)


def test_copied_shields_count_in_the_conflicts_of_age_three() -> None:
    """L53: built in the last turn."""
    game = game_with_courtesans(leader("caesar"), EPHESUS, turn=6)
    assert (game.phase, events_of(game, War)) == ("court", [])
    game.submit(0, "court caesar")
    assert game.city(0).shields == 2
    assert (game.city(0).victories, game.city(1).victories) == ([0, 0, 1], [0, 0, 1])


def test_copied_symbols_count_in_science() -> None:
    """L53: Euclid's compass completes a set."""
    game = game_with_courtesans(leader("euclid"), own=["workshop", "scriptorium"])
    assert game.score(0)["science"] == 2
    game.submit(0, "court euclid")
    assert (game.city(0).symbols["compass"], game.score(0)["science"]) == (1, 10)


@pytest.mark.parametrize(
    ("copied", "card", "move"),
    [
        ("leonidas", "siege_workshop", "build siege_workshop"),  # three clay and a wood
        ("hammurabi", "gardens", "build gardens"),  # two clay and a wood
        ("archimedes", "study", "build study"),  # wood, papyrus, cloth
        ("imhotep", "palace", "stage palace"),  # two stone
        ("ramses", "scientists_guild", "build scientists_guild"),
        ("bilkis", "gardens", "build gardens bank=1"),
    ],
)
def test_copied_discounts_ramses_and_bilkis_serve_the_remaining_turns(
    copied: str, card: str, move: str
) -> None:
    """L54: from the turn after."""
    own = ["clay_pit"] if copied == "leonidas" else []
    mine = city("giza:A", *COST, *own, coins=1)
    hands = [[GUILD], None, [card, "lodge"]]
    cities = [mine, leader(copied, "rhodes:A"), city("alexandria:A")]
    game = leaders_table(*cities, hands=hands, age=3)
    play(game, f"build {GUILD}", None, "discard lodge")
    game.submit(0, f"court {copied}")
    verb = " ".join(move.split()[:2])
    assert texts(game, 0, verb) == [move]


def test_without_the_copy_the_same_cards_cannot_be_built() -> None:
    """L54: the other half of the test above."""
    hands = [[GUILD], None, ["gardens", "lodge"]]
    cities = [city("giza:A", *COST, coins=1), leader("sappho"), city("alexandria:A")]
    game = leaders_table(*cities, hands=hands, age=3)
    play(game, f"build {GUILD}", None, "discard lodge")
    game.submit(0, "court sappho")
    assert texts(game, 0, "build gardens") == texts(game, 0, "stage gardens") == []


def test_a_copied_hatshepsut_pays_for_later_purchases() -> None:
    """L54: not for those of the guild itself, of which the cloth was bought."""
    mine = city("giza:A", *COST[:3], coins=6)
    right = city("halicarnassus:A", "brickyard")
    hands = [[GUILD], None, ["gardens", "lodge"]]
    game = leaders_table(mine, leader("hatshepsut"), right, hands=hands, age=3)
    play(game, f"build {GUILD} right=2", None, "discard lodge")
    game.submit(0, "court hatshepsut")
    assert (game.city(0).coins, coins_gained(game, "hatshepsut")) == (4, 0)
    play(game, "build gardens right=2")
    assert (game.city(0).coins, coins_gained(game, "hatshepsut")) == (3, 1)


@pytest.mark.parametrize(
    ("copied", "own", "card"),
    [
        ("xenophon", ["tavern", "forum"], "haven"),
        ("vitruvius", ["baths", "aqueduct", "statue"], "gardens"),
    ],
)
def test_copied_xenophon_and_vitruvius_pay_for_later_cards(
    copied: str, own: list[str], card: str
) -> None:
    """L54: nothing for those that stand already. Haven and Gardens are chain builds."""
    mine = city("giza:A", *COST, *own, coins=0)
    hands = [[GUILD], None, [card, "lodge"]]
    game = leaders_table(mine, leader(copied), EPHESUS, hands=hands, age=3)
    play(game, f"build {GUILD}", None, "discard lodge")
    game.submit(0, f"court {copied}")
    assert (game.city(0).coins, coins_gained(game, copied)) == (0, 0)
    play(game, f"build {card}")
    assert coins_gained(game, copied) == 2


@pytest.mark.parametrize("copied", ["ramses", "bilkis"])
def test_a_copied_leader_does_not_help_to_build_the_guild_itself(copied: str) -> None:
    """L54: the Courtesans are paid for first."""
    mine = city("giza:A", *COST[:3], coins=1)
    game = leaders_table(mine, leader(copied), EPHESUS, hands=[[GUILD]], age=3)
    assert texts(game, 0, f"build {GUILD}") == []


def test_a_copied_nero_pays_for_the_tokens_of_age_three() -> None:
    """L55: not for those of earlier ages."""
    game = game_with_courtesans(
        leader("nero"), own=["stockade"], turn=6, coins=0, victories=[2, 2, 0]
    )
    game.submit(0, "court nero")
    assert (game.is_over, game.city(0).coins, coins_gained(game, "nero")) == (True, 4, 4)


def test_a_copied_tomyris_sends_the_defeats_of_age_three_away() -> None:
    """L55: earlier ones stay."""
    left = city("rhodes:A", "stockade", leaders=["tomyris"])
    game = game_with_courtesans(left, turn=6, defeats=3)
    game.submit(0, "court tomyris")
    assert (game.city(0).defeats, game.city(1).defeats) == (3, 1)


def test_a_copied_alexander_counts_old_tokens_too() -> None:
    """L56: and those won afterwards."""
    game = game_with_courtesans(leader("alexander"), own=["stockade"], turn=6, victories=[1, 2, 0])
    game.submit(0, "court alexander")
    assert (game.city(0).victories, game.score(0)["leaders"]) == ([1, 2, 2], 5)


def test_a_copied_maecenas_is_worthless() -> None:
    """L57: no recruitment is left; an extra leader of Rome B costs the same (L23)."""
    mine = city(
        "rome:B",
        *COST,
        "stone_pit",
        GUILD,
        stages=1,
        coins=2,
        copied=["maecenas"],
        leader_hand=["caesar", "plato"],
    )
    game = leaders_table(mine, leader("maecenas"), EPHESUS, hands=[["palace"]], age=3)
    play(game, "stage palace")
    assert (game.phase, texts(game, 0)) == ("extra_leader", ["recruit plato", "pass"])


def test_an_own_leader_cannot_be_doubled() -> None:
    """L58: every leader exists once: it is not offered, and a position cannot say so."""
    game = game_with_courtesans(leader("nero"), leaders=["plato"])
    assert texts(game, 0) == ["court nero"]
    with pytest.raises(hp.InvalidText, match="plato"):
        recruitment(leader("plato", "giza:A"), leader("plato", "rhodes:A"), EPHESUS)


def test_a_position_cannot_copy_an_own_leader() -> None:
    """L58: the copy would double it."""
    with pytest.raises(hp.InvalidText, match="copied"):
        leaders_sheet(city("giza:A", GUILD, leaders=["nero"], copied=["nero"]))


def test_romes_extra_leader_comes_before_the_choice_of_courtesans() -> None:
    """L59: so it can be chosen, by the left neighbour here."""
    rome = city("rome:B", "clay_pool", "stone_pit", "loom", stages=1, leader_hand=["midas"])
    mine = city("giza:A", *COST)
    game = leaders_table(mine, rome, EPHESUS, hands=[[GUILD], ["study"]], age=3)
    play(game, f"build {GUILD}", "stage study")
    assert (game.phase, game.to_move) == ("extra_leader", [1])
    game.submit(1, "recruit midas")
    assert (game.phase, game.to_move, texts(game, 0)) == ("court", [0], ["court midas"])


def test_courtesans_are_not_asked_if_romes_extra_leader_was_declined() -> None:
    """L59, L47: there is no leader to copy."""
    rome = city("rome:B", "clay_pool", "stone_pit", "loom", stages=1, leader_hand=["midas"])
    mine = city("giza:A", *COST)
    game = leaders_table(mine, rome, EPHESUS, hands=[[GUILD], ["study"]], age=3)
    play(game, f"build {GUILD}", "stage study")
    game.submit(1, "pass")
    assert (game.phase, game.turn) == ("turn", 6)


def test_courtesans_dug_from_the_pile_choose_right_after_that_dig() -> None:
    """L60: decided; before the next seat digs."""
    cities = [
        city("rome:B", "clay_pool", "stone_pit", "loom", stages=1, leader_hand=["solomon"]),
        city("halicarnassus:B", "foundry"),
        city("ephesus:A", leaders=["cleopatra"]),
    ]
    hands, pile = [["study"], ["lodge"]], [GUILD, "altar"]
    game = leaders_table(*cities, hands=hands, age=3, discard=pile)
    play(game, "stage study", "stage lodge")
    game.submit(0, "recruit solomon")
    assert (game.phase, game.to_move) == ("dig", [1])
    game.submit(1, f"dig {GUILD}")
    assert (game.phase, game.to_move) == ("court", [1])
    assert texts(game, 1) == ["court cleopatra", "court solomon"]
    game.submit(1, "court cleopatra")
    assert (game.city(1).copied, game.phase, game.to_move) == (["cleopatra"], "dig", [0])


def test_courtesans_dug_from_the_pile_may_copy_solomon_and_dig_again() -> None:
    """L60, L52: the copied Solomon digs after the real one."""
    mine = city("halicarnassus:B", "foundry")
    hands = [["lodge"], ["study"], ["arena"]]
    left = leader("solomon", "rhodes:A", coins=0)
    game = leaders_table(mine, left, EPHESUS, hands=hands, age=3, discard=[GUILD, "altar"])
    play(game, "stage lodge", "discard study", "discard arena")
    game.submit(0, f"dig {GUILD}")
    game.submit(0, "court solomon")
    assert (game.phase, game.to_move) == ("dig", [0])
    assert texts(game, 0) == ["dig altar", "dig arena", "dig study", "pass"]
