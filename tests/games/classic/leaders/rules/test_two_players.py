"""L73–L77: two players and the Free City with leaders."""

from typing import Any

import pytest

import heptapolis as hp
from heptapolis.games.classic.leaders.events import Courted, Recruited
from tests.games.classic.rules.table import (
    City,
    city,
    coins,
    coins_gained,
    events_of,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)

RHODES, GIZA = city("rhodes:A"), city("giza:A")
COURTESANS = ["lumber_yard", "clay_pool", "glassworks", "loom"]  # the resources for the guild


def pair(*cities: City, hand: list[str], other: list[str], **more: Any) -> hp.ClassicGame:
    """Return turn five of age III, with seat 0 as controller."""
    return leaders_table(*cities, hands=[hand, other], age=3, players=2, **more)


def take_turn(game: hp.ClassicGame, own: str, free_city: str, opponent: str = "") -> None:
    """Play one turn: the controller's two choices, then the opponent's (a discard unless given)."""
    first = game.controller or 0
    game.submit(first, own)
    game.submit(first, free_city)
    game.submit(1 - first, opponent or texts(game, 1 - first, "discard")[-1])


# ── set-up, draft and recruitment ────────────────────────────────────────────────────────────────


def test_players_begin_with_six_coins_and_the_free_city_with_three() -> None:
    """L73: also in a position that does not say."""
    assert coins(hp.new("classic", seats=2, leaders=True, seed=4)) == [6, 6, 3]
    assert coins(recruitment(RHODES, GIZA, players=2)) == [6, 6, 3]


def test_leaders_are_passed_to_the_opponent() -> None:
    """L74: four each, three choices, the last one received is kept."""
    game = hp.new("classic", seats=2, leaders=True, seed=4)
    kept: list[list[str]] = [[], []]
    for size in (4, 3, 2):
        packs = [game.view(seat).leader_pack for seat in (0, 1)]
        assert [len(pack) for pack in packs] == [size, size]
        for seat in (0, 1):
            game.submit(seat, f"keep {packs[seat][0]}")
            kept[seat].append(packs[seat][0])
        if size > 2:
            assert [game.view(1 - seat).leader_pack for seat in (0, 1)] == [p[1:] for p in packs]
    for seat in (0, 1):
        assert game.view(seat).leader_hand == sorted([*kept[seat], packs[1 - seat][1]])


def test_the_free_city_has_no_leaders_and_never_recruits() -> None:
    """L74: only the players are asked, in every recruitment."""
    game = hp.new(
        "classic", seats=2, leaders=True, seed=4, wonders=["giza:A", "rhodes:A", "ephesus:A"]
    )
    for age in (1, 2, 3):
        play_on(game, age, 0)
        assert (game.phase, game.to_move) == ("recruit", [0, 1])
        assert [c.n_leader_hand for c in game.cities] == [5 - age, 5 - age, 0]
        play(game, *[texts(game, seat, "recruit")[0] for seat in (0, 1)])
        assert game.phase == "turn"
    assert {event.seat for event in events_of(game, Recruited)} == {0, 1}
    assert game.city(2).leaders == []


@pytest.mark.parametrize("told", [{"leaders": ["nero"]}, {"leader_hand": ["nero"]}])
def test_a_position_cannot_give_the_free_city_leaders(told: City) -> None:
    """L74: neither in play nor in hand."""
    with pytest.raises(hp.InvalidText, match="leader"):
        recruitment(RHODES, GIZA, city("ephesus:A", **told), players=2)


def test_rome_bs_discount_reaches_the_opponent() -> None:
    """L74, L38: who is its neighbour."""
    cities = [city("rome:B", leader_hand=["caesar"]), city("giza:A", leader_hand=["plato"])]
    game = recruitment(*cities, players=2)
    assert (game.leader_price(0, "caesar"), game.leader_price(1, "plato")) == (3, 3)


def test_rome_is_never_dealt_to_the_free_city() -> None:
    """L75: decided. The players get it."""
    boards = [
        [c.board[:-2] for c in hp.new("classic", seats=2, leaders=True, seed=seed).cities]
        for seed in range(80)
    ]
    assert all(free_city != "rome" for _, _, free_city in boards)
    assert any("rome" in players for *players, _ in boards)


def test_rome_is_not_dealt_to_the_free_city_when_players_choose_boards() -> None:
    boards = {
        hp.new("leaders", seats=2, wonders=["giza:A", "olympia:B"], seed=seed).city(2).board
        for seed in range(60)
    }
    wonders = {board.partition(":")[0] for board in boards}
    assert wonders == {"rhodes", "alexandria", "ephesus", "babylon", "halicarnassus"}


def test_rome_cannot_be_chosen_for_the_free_city() -> None:
    """L75: decided; neither for a new game nor in a position."""
    boards = ["giza:A", "rhodes:A", "rome:B"]
    with pytest.raises(ValueError, match="rome"):
        hp.new("classic", seats=2, leaders=True, seed=4, wonders=boards)
    with pytest.raises(hp.InvalidText, match="rome"):
        recruitment(*map(city, boards), players=2)


# ── the Free City's guilds ───────────────────────────────────────────────────────────────────────


def game_at_courtesans(
    *, copied: str, free: City | None = None, drawn: str = "gardens", **more: Any
) -> hp.ClassicGame:
    """Return a game in which the Free City has built the Courtesans Guild and seat 0 chooses for it.
    In turn six seat 1 controls, with Senate, Town Hall and the drawn card."""
    cities = [
        city("rhodes:A", leaders=["cleopatra"]),
        city("babylon:A", leaders=[copied], **more),
        free or city("ephesus:A", *COURTESANS, coins=0),
    ]
    hand, pile = ["courtesans_guild", "palace", "senate"], ["town_hall", drawn, "study"]
    game = pair(*cities, hand=hand, other=["lodge", "pantheon", "academy"], pile=pile)
    take_turn(game, "discard palace", "free_city build courtesans_guild", "discard lodge")
    return game


def test_the_controller_chooses_the_leader_that_the_free_city_copies() -> None:
    """L76: of either player, its neighbours."""
    game = game_at_courtesans(copied="nero")
    assert (game.phase, game.to_move) == ("court", [0])
    assert texts(game, 0) == ["free_city court cleopatra", "free_city court nero"]
    game.submit(0, "free_city court nero")
    assert (game.city(2).copied, game.city(2).leaders) == (["nero"], [])
    assert [(e.seat, e.by, e.leader) for e in events_of(game, Courted)] == [(2, 0, "nero")]
    assert (game.phase, game.turn) == ("turn", 6)


def test_a_copied_croesus_pays_the_free_city() -> None:
    """L76, L52: six coins at once."""
    game = game_at_courtesans(copied="croesus", coins=0)
    game.submit(0, "free_city court croesus")
    assert (game.city(2).coins, game.city(1).coins) == (6, 3)


def test_the_controller_digs_for_a_solomon_that_the_free_city_copies() -> None:
    """L76, L52: two cards were discarded in this turn."""
    game = game_at_courtesans(copied="solomon")
    game.submit(0, "free_city court solomon")
    assert (game.phase, game.to_move) == ("dig", [0])
    assert texts(game, 0) == ["free_city dig palace", "free_city dig lodge", "free_city pass"]
    game.submit(0, "free_city dig lodge")
    assert (game.city(2).buildings[-1], game.turn) == ("lodge", 6)


def test_a_copied_caesar_fights_for_the_free_city() -> None:
    """L76, L53: in the conflicts of age III."""
    game = game_at_courtesans(copied="caesar")
    game.submit(0, "free_city court caesar")
    play_on(game)
    assert (game.city(2).shields, game.city(2).victories) == (2, [0, 0, 1])


def test_a_bilkis_that_the_free_city_copies_sells_to_it() -> None:
    """L76, L54: in the next turn, under the other player, the second clay of the Gardens."""
    game = game_at_courtesans(copied="bilkis", free=city("ephesus:A", *COURTESANS, coins=1))
    game.submit(0, "free_city court bilkis")
    game.submit(1, "discard senate")
    assert texts(game, 1) == ["free_city build gardens bank=1"]


def test_a_guild_that_a_copied_ramses_makes_free_must_be_played() -> None:
    """L76, L54: C9.3, it is the only card that the Free City can build."""
    game = game_at_courtesans(copied="ramses", drawn="spies_guild")
    game.submit(0, "free_city court ramses")
    game.submit(1, "discard senate")
    assert texts(game, 1) == ["free_city build spies_guild"]


def test_free_city_diplomats_count_the_leaders_of_both_players() -> None:
    """L76: the guild works normally, though the Free City is not scored."""
    cities = [
        city("rhodes:A", leaders=["nero", "plato"]),
        city("giza:A", leaders=["midas"]),
        city("ephesus:A", "diplomats_guild"),
    ]
    game = pair(*cities, hand=["palace"], other=["lodge"])
    assert game.score(2)["guilds"] == 3


def test_a_players_diplomats_find_leaders_at_the_opponent_only() -> None:
    """L76: the Free City's copy is no leader."""
    cities = [
        city("rhodes:A", "diplomats_guild", leaders=["nero"]),
        city("giza:A", leaders=["midas", "plato"]),
        city("ephesus:A", "courtesans_guild", copied=["nero"]),
    ]
    assert hp.score({"leaders": True, "players": 2, "age": 3, "cities": cities})[0]["guilds"] == 2


def test_a_players_courtesans_copy_a_leader_of_the_opponent() -> None:
    """L76, L46: the Free City has none to offer."""
    cities = [
        city("rhodes:A", *COURTESANS),
        city("babylon:A", leaders=["nero", "plato"]),
        city("ephesus:A", coins=0),
    ]
    hand, pile = ["courtesans_guild", "palace", "senate"], ["town_hall", "pantheon", "study"]
    game = pair(*cities, hand=hand, other=["lodge", "gardens", "academy"], pile=pile)
    game.submit(0, "build courtesans_guild")
    game.submit(0, texts(game, 0)[-1])
    game.submit(1, "discard lodge")
    assert (game.phase, texts(game, 0)) == ("court", ["court nero", "court plato"])


# ── the Free City as a neighbour ─────────────────────────────────────────────────────────────────


def test_tomyris_sends_her_defeat_to_the_free_city() -> None:
    """L77: it is a neighbour."""
    cities = [city("rhodes:A", leaders=["tomyris"]), GIZA, city("ephesus:A", "stockade")]
    game = leaders_table(*cities, age=2, turn=6, players=2)
    play_on(game, 3, 0)
    assert [c.defeats for c in game.cities] == [0, 1, 1]
    assert game.city(2).victories == [0, 2, 0]


@pytest.mark.parametrize(
    ("left", "right", "move", "rebate"),
    [
        ("giza:A", "olympia:A", "build school right=2", 1),
        ("olympia:A", "ephesus:A", "build school left=2 right=2", 2),
    ],
)
def test_a_purchase_from_the_free_city_earns_hatshepsuts_coin(
    left: str, right: str, move: str, rebate: int
) -> None:
    """L77: the Free City is the right neighbour of seat 0."""
    own = ["press"] if rebate == 1 else []
    cities = [city("rhodes:A", *own, leaders=["hatshepsut"], coins=6), city(left), city(right)]
    hands = [["school", "walls"], ["temple", "library"]]
    pile = ["press_age2", "statue"]
    game = leaders_table(*cities, hands=hands, pile=pile, turn=6, players=2)
    take_turn(game, move, "free_city build press_age2")
    assert (game.city(0).coins, coins_gained(game, "hatshepsut")) == (
        6 - 2 * rebate + rebate,
        rebate,
    )
