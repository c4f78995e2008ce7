"""L27–L29, L35: leaders who give coins."""

import pytest

from heptapolis.events import Built
from tests.games.classic.rules.table import (
    City,
    city,
    coins_gained,
    events_of,
    leaders_table,
    play,
    play_on,
    recruitment,
    texts,
)

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")


# ── coins on building ──────────────────────────────────────────────────────────────────────────────


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
    assert (game.city(0).coins, coins_gained(game, "xenophon")) == (2, 2)


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
    assert coins_gained(game, "xenophon") == 2


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
    assert (game.city(0).coins, events_of(game, Built)[0].how) == (2, "chain")


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


# ── Croesus ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("held", "moves"), [(0, []), (1, ["recruit croesus"])])
def test_croesus_is_paid_first_and_gives_six_coins_then(held: int, moves: list[str]) -> None:
    """L35: he does not pay for himself."""
    mine = city("giza:A", coins=held, leader_hand=["croesus"])
    game = recruitment(mine, RHODES, EPHESUS)
    assert texts(game, 0, "recruit") == moves
    if moves:
        play(game, *moves)
        assert (game.city(0).coins, coins_gained(game, "croesus")) == (6, 6)


def test_croesus_gives_his_coins_once() -> None:
    """L35: nothing in later turns, ages or recruitments."""
    mine = city("giza:A", coins=1, leader_hand=["croesus"])
    game = recruitment(mine, RHODES, EPHESUS, age=1)
    play(game, "recruit croesus")
    play_on(game)
    assert (game.is_over, coins_gained(game, "croesus")) == (True, 6)
