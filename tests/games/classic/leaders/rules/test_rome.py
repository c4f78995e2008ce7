"""L23, L24, L37–L45: Rome."""

import pytest

import heptapolis as hp
from heptapolis.events import Discarded
from heptapolis.games.classic.events import Passed, War
from heptapolis.games.classic.leaders.events import Recruited
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

RHODES, GIZA, EPHESUS = city("rhodes:A"), city("giza:A"), city("ephesus:A")
FIRST = ["clay_pool", "lumber_yard"]  # what the stages of Rome B cost
SECOND = ["clay_pool", "stone_pit", "loom"]
THIRD = ["stone_pit", "timber_yard", "press"]


def rome_b(*buildings: str, hand: list[str], **more: object) -> City:
    """Return Rome B with its first stage, and leaders in hand."""
    return city("rome:B", *buildings, leader_hand=hand, **{"stages": 1, **more})


def game_at_extra_leader(*hand: str, turn: int = 5, age: int = 2, **more: object) -> hp.ClassicGame:
    """Let seat 0 build the second stage of Rome B; return the game at the decision on an extra leader."""
    game = leaders_table(
        rome_b(*SECOND, hand=list(hand), **more),
        city("rhodes:A", coins=0),
        city("ephesus:A", coins=0),
        age=age,
        turn=turn,
    )
    play(game, texts(game, 0, "stage")[0])
    return game


# ── prices ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("side", ["A", "B"])
def test_rome_makes_and_sells_nothing(side: str) -> None:
    """L37: a neighbour without wood or clay buys none there."""
    game = leaders_table(city(f"rome:{side}"), GIZA, EPHESUS, hands=[["stockade"]], age=1)
    rome = game.city(0)
    assert (rome.production, rome.choices, rome.sold, rome.sold_choices) == ({}, [], {}, [])


def recruitment_with_rome(rome: str) -> hp.ClassicGame:
    """Return a recruitment with Rome at seat 0; seat 2 is not its neighbour."""
    cities = [
        city(rome, coins=6, leader_hand=["caesar", "nero"]),
        city("giza:A", coins=6, leader_hand=["pericles"]),
        city("rhodes:A", coins=6, leader_hand=["plato"]),
        city("ephesus:A", coins=6, leader_hand=["sappho"]),
    ]
    return recruitment(*cities)


def test_rome_b_pays_two_coins_less_and_its_neighbours_one() -> None:
    """L38: 5 − 2, 6 − 1, 4 across the table, 1 − 1."""
    game = recruitment_with_rome("rome:B")
    play(game, "recruit caesar", "recruit pericles", "recruit plato", "recruit sappho")
    assert coins(game) == [6 - 3, 6 - 5, 6 - 4, 6 - 0]


def test_no_leader_costs_less_than_nothing() -> None:
    """L38: Nero's one coin less two is nothing, and nothing is refunded."""
    game = recruitment_with_rome("rome:B")
    assert game.leader_price(0, "nero") == 0
    play(game, "recruit nero")
    assert game.city(0).coins == 6


@pytest.mark.parametrize("age", [1, 2, 3])
def test_rome_b_makes_leaders_cheaper_in_every_recruitment(age: int) -> None:
    """L38: with just the coins that are needed."""
    cities = [
        city("rome:B", coins=3, leader_hand=["caesar", "nero"]),
        city("giza:A", coins=3, leader_hand=["plato", "midas"]),
        city("rhodes:A", coins=1, leader_hand=["hannibal", "ramses"]),
    ]
    game = recruitment(*cities, age=age)
    play(game, "recruit caesar", "recruit plato", "recruit hannibal")
    assert coins(game) == [0, 0, 0]


def test_rome_a_recruits_free_from_the_start_without_helping_neighbours() -> None:
    """L38: the board's other side; a discard still earns three coins (L24)."""
    game = recruitment_with_rome("rome:A")
    assert [game.leader_price(0, leader) for leader in ("caesar", "nero")] == [0, 0]
    play(game, "recruit caesar", "recruit pericles", "recruit plato", "recruit sappho")
    assert coins(game) == [6, 0, 2, 5]


def test_maecenas_gives_rome_a_nothing_more() -> None:
    """L24: leaders are free already, and discards earn three coins."""
    mine = city("rome:A", coins=0, leaders=["maecenas"], leader_hand=["caesar", "nero"])
    for move, held in (("recruit caesar", 0), ("discard caesar", 3)):
        game = recruitment(mine, RHODES, EPHESUS)
        play(game, move)
        assert game.city(0).coins == held


def test_a_stage_of_rome_a_is_not_free() -> None:
    """L24: only recruiting is."""
    game = recruitment(city("rome:A", coins=0, leader_hand=["nero"]), RHODES, EPHESUS)
    assert texts(game, 0) == ["recruit nero", "discard nero"]


def test_maecenas_does_not_make_an_extra_leader_free() -> None:
    """L23: decided, outside a recruitment the price is the cost less two."""
    game = game_at_extra_leader("caesar", "plato", coins=3, leaders=["maecenas"])
    assert game.phase == "extra_leader"
    game.submit(0, "recruit caesar")
    assert game.city(0).coins == 0
    poor = game_at_extra_leader("caesar", "plato", coins=2, leaders=["maecenas"])
    assert texts(poor, 0) == ["recruit plato", "pass"]


def test_maecenas_makes_an_extra_leader_of_a_recruitment_free() -> None:
    """L23: inside one, where a leader card built the stage."""
    mine = rome_b(*SECOND, hand=["caesar", "nero"], coins=0, leaders=["maecenas"])
    game = recruitment(mine, RHODES, EPHESUS)
    play(game, "stage nero")
    assert (game.phase, game.turn, texts(game, 0)) == (
        "extra_leader",
        0,
        ["recruit caesar", "pass"],
    )
    game.submit(0, "recruit caesar")
    assert (game.city(0).coins, game.city(0).leaders) == (0, ["maecenas", "caesar"])


# ── the first stage ──────────────────────────────────────────────────────────────────────────────


def test_the_first_stage_gives_five_coins_and_four_leaders_in_a_recruitment() -> None:
    """L39: at once, into the hand."""
    mine = city("rome:B", *FIRST, coins=0, leader_hand=["nero", "plato", "sappho"])
    game = recruitment(mine, RHODES, EPHESUS)
    play(game, "stage sappho")
    assert (game.city(0).coins, coins_gained(game, "rome:B 1")) == (5, 5)
    assert len(set(game.view(0).leader_hand)) == game.city(0).n_leader_hand == 2 + 4
    assert {"nero", "plato"} < set(game.view(0).leader_hand)
    assert (game.phase, game.turn) == ("turn", 1)


def test_the_first_stage_gives_five_coins_and_four_leaders_in_a_turn() -> None:
    """L39: no leader is recruited for it."""
    mine = city("rome:B", *FIRST, coins=0, leader_hand=["nero"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "stage walls")
    assert (game.city(0).coins, game.city(0).n_leader_hand) == (5, 5)
    assert (game.phase, game.turn, game.city(0).leaders) == ("turn", 6, [])


def test_with_more_leaders_in_hand_still_one_is_played_in_a_recruitment() -> None:
    """L39: six in hand, five afterwards."""
    mine = city("rome:B", *FIRST, leader_hand=["nero", "plato"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "stage walls")
    play_on(game, 3, 0)
    assert (game.phase, game.city(0).n_leader_hand) == ("recruit", 6)
    play(game, "recruit nero")
    assert (game.phase, game.turn, game.city(0).n_leader_hand) == ("turn", 1, 5)


def test_leaders_come_from_those_that_were_not_dealt() -> None:
    """L40: of 36 the 28 dealt to seven seats are out, those just discarded included. (That
    returned leaders lie under the undealt ones never shows: only four of at least eight are drawn.)
    """
    others = ["babylon:A", "giza:A", "rhodes:A", "ephesus:A", "alexandria:A", "olympia:A"]
    game = hp.new("classic", seats=7, leaders=True, seed=5, wonders=["rome:B", *others])
    play_on(game, 1, 0)
    box = game.position()["draft"]["box"]
    kept = game.view(0).leader_hand
    assert len(box) == 8
    play(game, f"stage {kept[0]} left=2 right=2")
    gone = [event.card for event in events_of(game, Discarded)]
    drawn = set(game.view(0).leader_hand) - set(kept)
    assert (len(drawn), len(gone)) == (4, 6)
    assert drawn < set(box)
    assert not drawn & set(gone)


def test_the_first_stage_comes_first() -> None:
    """L44: with the resources of all stages it is the first that is built, and it asks nothing."""
    mine = city("rome:B", *FIRST, "stone_pit", "loom", coins=0, leader_hand=[])
    hands = [["walls"], ["school", "temple"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands)
    play(game, "stage walls", "discard temple")
    assert (game.city(0).stages, game.phase) == (1, "turn")
    play(game, texts(game, 0, "stage")[0])
    assert (game.city(0).stages, game.phase, game.city(0).n_leader_hand) == (2, "extra_leader", 4)


# ── extra leaders ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("stages", "own"), [(1, SECOND), (2, THIRD)])
def test_the_second_and_third_stage_give_three_points_and_an_extra_leader(
    stages: int, own: list[str]
) -> None:
    """L41: one leader from hand at its cost less two."""
    mine = rome_b(*own, hand=["caesar", "plato"], stages=stages, coins=6)
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "stage walls")
    assert (game.phase, game.to_move, game.turn) == ("extra_leader", [0], 5)
    assert texts(game, 0) == ["recruit caesar", "recruit plato", "pass"]
    game.submit(0, "recruit caesar")
    assert (game.city(0).coins, game.city(0).leaders) == (3, ["caesar"])
    assert (game.score(0)["wonder"], game.view(0).leader_hand) == (3 * stages, ["plato"])
    assert (game.phase, game.turn, game.to_move) == ("turn", 6, [0, 1, 2])


def test_an_extra_leader_is_recruited_and_nothing_else() -> None:
    """L41: no marker, no three coins, not even for who cannot pay; then one passes."""
    mine = rome_b(*SECOND, "quarry", "press", hand=["caesar"], coins=2)
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]])
    play(game, "stage walls")
    assert (game.phase, texts(game, 0)) == ("extra_leader", ["pass"])


def test_an_extra_leader_is_optional() -> None:
    """L41: a player who passes keeps the leaders in hand."""
    game = game_at_extra_leader("nero", "plato")
    game.submit(0, "pass")
    assert (game.city(0).leaders, game.view(0).leader_hand) == ([], ["nero", "plato"])
    assert (len(events_of(game, Passed)), events_of(game, Recruited)) == (1, [])
    assert (game.phase, game.turn) == ("turn", 6)


def test_a_seat_without_leaders_gets_no_decision() -> None:
    """L41: an extra leader comes from hand."""
    assert game_at_extra_leader().phase == "turn"


def test_an_extra_leader_comes_after_the_actions_and_before_hands_pass() -> None:
    """L41: other players' cards are in play, and all still hold the rest of their hands."""
    mine = rome_b(*SECOND, hand=["nero"])
    hands = [["walls", "school", "temple"], ["statue"], ["loom_age2"]]
    game = leaders_table(mine, RHODES, EPHESUS, hands=hands)
    play(game, "stage walls", "discard statue", "build loom_age2")
    assert (game.phase, game.city(2).buildings) == ("extra_leader", ["loom_age2"])
    assert game.view(0).hand == ["temple", "school"]
    game.submit(0, "pass")
    assert game.view(2).hand == ["temple", "school"]


def test_an_extra_leader_comes_before_the_conflicts() -> None:
    """L41, L45: Caesar's shields count in the conflicts of this very turn."""
    game = game_at_extra_leader("caesar", turn=6)
    assert (game.phase, events_of(game, War)) == ("extra_leader", [])
    game.submit(0, "recruit caesar")
    assert (game.city(0).victories, len(events_of(game, War))) == ([0, 2, 0], 3)
    assert (game.phase, game.age) == ("recruit", 3)


def test_an_extra_leader_of_a_recruitment_comes_before_its_age() -> None:
    """L41: Rome B may play two leaders then, one as a marker."""
    mine = rome_b(*SECOND, hand=["plato", "nero"], coins=2)
    game = recruitment(mine, RHODES, EPHESUS)
    play(game, "stage nero")
    assert (game.phase, game.to_move, texts(game, 0)) == (
        "extra_leader",
        [0],
        ["recruit plato", "pass"],
    )
    game.submit(0, "recruit plato")
    assert (game.city(0).coins, game.phase, game.turn) == (0, "turn", 1)


def test_an_extra_leader_may_be_paid_from_this_turns_sales() -> None:
    """L42: superseded by the decision: from the coins then held, sales included."""
    rome = rome_b(*SECOND, hand=["plato"], coins=0)
    buyer = city("ephesus:A", "timber_yard", coins=2)
    hands = [["walls"], ["school"]]
    game = leaders_table(rome, buyer, RHODES, hands=hands)
    play(game, "stage walls", "stage school right=2")
    assert (game.city(0).coins, texts(game, 0)) == (2, ["recruit plato", "pass"])
    game.submit(0, "recruit plato")
    assert game.city(0).coins == 0


def test_rome_b_keeps_its_unplayed_leaders_after_the_last_recruitment() -> None:
    """L43: the others return theirs; a stage of age III can use them."""
    mine = rome_b(*SECOND, hand=["nero", "plato", "sappho"])
    others = [city("rhodes:A", leader_hand=["midas", "hiram"]), EPHESUS]
    game = recruitment(mine, *others, age=3)
    play(game, "recruit sappho", "recruit midas")
    assert game.view(0).leader_hand == ["nero", "plato"]
    assert [c.n_leader_hand for c in game.cities] == [2, 0, 0]
    play(game, texts(game, 0, "stage")[0])
    assert (game.phase, texts(game, 0)) == (
        "extra_leader",
        ["recruit nero", "recruit plato", "pass"],
    )


def test_rome_b_keeps_them_without_any_stage_too() -> None:
    """L43: the leftover may serve when the stages are built in age III."""
    mine = city("rome:B", *FIRST, "stone_pit", "loom", leader_hand=["nero", "plato"])
    hands = [["palace"], None, ["study"]]
    game = recruitment(mine, RHODES, EPHESUS, hands=hands, age=3)
    play(game, "recruit nero")
    assert game.view(0).leader_hand == ["plato"]
    play(game, "stage palace")
    play(game, texts(game, 0, "stage")[0])
    assert game.phase == "extra_leader"
    assert "recruit plato" in texts(game, 0)


def test_leaders_that_rome_b_never_plays_are_worth_nothing() -> None:
    """L43: it keeps them to the end."""
    mine = rome_b(hand=["cleopatra", "nefertiti", "sappho"])
    game = recruitment(mine, RHODES, EPHESUS, age=3)
    play(game, "recruit sappho")
    play_on(game, 3, 6)
    assert game.view(0).leader_hand == ["cleopatra", "nefertiti"]
    play_on(game)
    assert (game.is_over, game.score(0)["leaders"]) == (True, 2)


def test_rome_a_returns_its_leftover() -> None:
    """L43: it has no use for it."""
    game = recruitment(city("rome:A", leader_hand=["nero", "plato"]), RHODES, EPHESUS, age=3)
    play(game, "recruit nero")
    assert (game.view(0).leader_hand, game.city(0).n_leader_hand) == ([], 0)


def test_an_extra_leader_counts_for_the_diplomats_next_door() -> None:
    """L45: it is a recruited leader."""
    rome = rome_b(*SECOND, hand=["plato"], leaders=["nero"])
    left = city("giza:A", "diplomats_guild")
    game = leaders_table(rome, left, EPHESUS, hands=[["palace"]], age=3)
    play(game, "stage palace")
    assert game.score(1)["guilds"] == 1
    game.submit(0, "recruit plato")
    assert game.score(1)["guilds"] == 2


def test_an_extra_leader_can_be_solomon() -> None:
    """L45: he digs in the same turn."""
    mine = rome_b(*SECOND, hand=["solomon"])
    game = leaders_table(mine, RHODES, EPHESUS, hands=[["walls"]], discard=["altar"])
    play(game, "stage walls")
    game.submit(0, "recruit solomon")
    assert (game.phase, game.to_move) == ("dig", [0])
    game.submit(0, "dig altar")
    assert game.city(0).buildings[-1] == "altar"


def test_an_extra_leader_can_be_croesus() -> None:
    """L45: he comes for nothing, and his six coins at once."""
    game = game_at_extra_leader("croesus", coins=0)
    game.submit(0, "recruit croesus")
    assert game.city(0).coins == 6


def test_rome_b_may_end_with_five_leaders() -> None:
    """L41, L71: three recruitments and two stages; a neighbour's Diplomats count five."""
    own = ["clay_pool", "stone_pit", "loom", "quarry", "press"]
    three = ["nero", "sappho", "zenobia"]
    mine = rome_b(*own, hand=["caesar", "plato"], leaders=three, coins=9)
    hands = [["palace"], None, ["study", "lodge"]]
    left = city("giza:A", "diplomats_guild")
    game = leaders_table(mine, left, EPHESUS, hands=hands, age=3)
    play(game, "stage palace", None, "discard lodge")
    game.submit(0, "recruit caesar")
    play(game, "stage study")
    game.submit(0, "recruit plato")
    assert game.city(0).leaders == [*three, "caesar", "plato"]
    assert (game.is_over, game.score(1)["guilds"]) == (True, 5)
