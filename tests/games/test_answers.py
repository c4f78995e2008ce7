"""Facts that the engine provides for user interfaces."""

import random

import pytest

import heptapolis as hp
from heptapolis.games.classic.events import War
from heptapolis.move import Move
from tests.games.classic.rules.table import city, leaders_table, recruitment, table

RHODES, EPHESUS = city("rhodes:A"), city("ephesus:A")


def test_neighbours_are_left_and_right_around_the_table() -> None:
    # C1.1, C9.1
    assert hp.new(seats=5, seed=1).neighbours(0) == (1, 4)
    assert hp.new(seats=2, seed=1).neighbours(2) == (0, 1)
    with pytest.raises(hp.IllegalMove, match="there is no city"):
        hp.new(seats=3, seed=1).neighbours(3)


@pytest.mark.parametrize("seats", [3, 4])
def test_cards_go_where_the_table_says(seats: int) -> None:
    # C2.1, L1
    game, rng = hp.new("classic+leaders", seats=seats, seed=2), random.Random(2)
    passed = 0
    while not game.is_over:
        held = [{*game.view(s).hand, *game.view(s).leader_pack} for s in range(seats)]
        moment, others = (game.age, game.turn), [game.passes_to(s) for s in range(seats)]
        while (game.age, game.turn) == moment and not game.is_over:
            seat = game.to_move[0]
            game.submit(seat, rng.choice(game.legal_moves(seat)))
        for seat, other in enumerate(others):
            if other is not None and game.age == moment[0]:
                view = game.view(other)
                assert {*view.hand, *view.leader_pack} <= held[seat]
                passed += 1
    assert passed > 15 * seats and game.passes_to(0) is None


def test_the_own_price_is_what_leaves_the_treasury_for_the_bank() -> None:
    # C4.7, L25, L38
    walls = city("giza:A", "walls", "quarry", coins=9)
    game = table(walls, RHODES, EPHESUS, hands=[["fortifications", "arena"]], age=3)
    assert game.own_price(0, Move("build", "fortifications")) == 0
    assert game.has_chain(0, "fortifications") and not game.has_chain(1, "fortifications")
    assert game.stands(0, "walls") and not game.stands(1, "walls")
    poor = table(city("giza:A"), RHODES, EPHESUS, hands=[["sawmill"]])
    assert poor.own_price(0, Move("build", "sawmill")) == 1
    assert poor.own_price(0, Move("build", "sawmill", free=True)) == 0
    assert poor.own_price(0, Move("stage", "sawmill")) == 0
    rome = recruitment(city("rome:A", leader_hand=["caesar"]), RHODES, EPHESUS)
    assert rome.own_price(0, Move("recruit", "caesar")) == rome.leader_price(0, "caesar") == 0
    assert rome.own_price(1, Move("recruit", "caesar")) == 5


def test_a_leader_waits_for_the_recruitment_in_which_maecenas_helps() -> None:
    # L23
    mine = city("giza:A", leaders=["maecenas"], leader_hand=["caesar"])
    early = leaders_table(mine, RHODES, EPHESUS, age=2)
    assert (early.leader_price(0, "caesar"), early.next_leader_price(0, "caesar")) == (5, 0)
    rome = city("rome:B", leaders=["maecenas"], leader_hand=["caesar"])
    late = leaders_table(rome, RHODES, EPHESUS, age=3)
    assert late.keeps_leaders(0) and not late.keeps_leaders(1)
    assert late.next_leader_price(0, "caesar") == late.leader_price(0, "caesar") == 3


@pytest.mark.parametrize(
    ("more", "leaders", "result"),
    [(0, [], (1, 0)), (1, [], (None, None)), (2, [], (0, 1)), (0, ["tomyris"], (1, 1))],
)
def test_a_border_is_settled_by_shields(
    more: int, leaders: list[str], result: tuple[int | None, int | None]
) -> None:
    # C7, L32: one shield against two
    mine = city("giza:A", "stockade", leaders=leaders)
    game = leaders_table(mine, city("rhodes:A", "walls"), EPHESUS)
    assert game.settle_border(0, 1, more) == result


def test_tokens_of_a_war() -> None:
    # C7, L32
    game = hp.new(seats=3, seed=1)
    war = War(age=2, turn=6, seat=0, by=0, other=1, shields=1, other_shields=2)
    assert game.tokens_of(war) == ((-1,), (3,))
    told = War(age=3, turn=6, seat=0, by=0, other=1, shields=3, other_shields=2, redirected=True)
    assert game.tokens_of(told) == ((5, -1), ())
    even = War(age=3, turn=6, seat=0, by=0, other=1, shields=2, other_shields=2)
    assert game.tokens_of(even) == ((), ())


def test_sales_and_shields_of_duel() -> None:
    # D8, D40
    rich = {"buildings": ["tavern", "forum"], "tokens": ["strategy"]}
    game = hp.from_position({"game": "duel", "cities": [rich, {}]})
    assert isinstance(game, hp.DuelGame)
    assert (game.sale_coins(0), game.sale_coins(1)) == (4, 2)
    assert (game.strength(0, "stable"), game.strength(1, "stable")) == (2, 1)
    assert game.strength(0, "colossus") == game.strength(1, "colossus") == 2
    assert (game.ahead, game.spaces_to_capital) == (None, 9)
    after = hp.from_position({"game": "duel", "marker": -4})
    assert isinstance(after, hp.DuelGame)
    assert (after.ahead, after.spaces_to_capital) == (1, 5)
