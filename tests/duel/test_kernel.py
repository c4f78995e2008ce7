"""Duel's kernel: rule by rule, its counters against counting anew, its secrets, its random play."""

import itertools
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from heptapolis.codes import (
    GOODS,
    DuelHappening,
    DuelPhase,
    Outcome,
    Target,
)
from heptapolis.kernel import JIT, records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.duel import (
    city as duel_city,
)
from heptapolis.kernel.duel import (
    perft as duel_perft,
)
from heptapolis.kernel.duel import (
    playout as duel_playout,
)
from heptapolis.kernel.duel import (
    sight as duel_sight,
)
from heptapolis.kernel.duel.scoring import COLUMNS, TOTAL
from heptapolis.kernel.duel.state import DUEL, MOVES, ROOM
from tests.conftest import House
from tests.duel.table import NO_SETS, DuelState

FIRST = ("mausoleum", "great_library", "temple_of_artemis", "statue_of_zeus")
SECOND = ("circus_maximus", "piraeus", "appian_way", "colossus")


@pytest.fixture
def table() -> DuelState:
    """Age I, seat 0 to move, wonders given, plenty of coins."""
    table = DuelState(1, wonders=(FIRST, SECOND))
    table["coins"][:] = 100
    return table


# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


def test_a_state_is_small() -> None:
    assert DUEL.itemsize <= 1024


def test_the_draft_goes_1_2_1_and_then_begins_with_the_second_player() -> None:
    table, seats = DuelState(3), []
    while table["age"] == 0:
        seats += table.to_move
        table.play(table.legal()[0])
    assert seats == [0, 1, 1, 1, 0, 0]
    assert table.to_move == [0]
    assert [len(table.wonders("unbuilt", seat)) for seat in (0, 1)] == [4, 4]


def test_the_last_wonder_of_four_comes_without_asking() -> None:
    table, choices = DuelState(3), []
    while table["age"] == 0:
        choices.append(len(table.legal()))
        table.play(table.legal()[0])
    assert choices == [4, 3, 2, 4, 3, 2]


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_takes_each_card_once_and_three_guilds(seed: int) -> None:
    table = DuelState(seed)
    for age in (1, 2, 3):
        cards = [table.catalog.card[id] for id in table.layout(age)]
        assert len({card.id for card in cards}) == 20
        assert sum(card.is_guild for card in cards) == (3 if age == 3 else 0)
        assert {card.age for card in cards} == {age}
    assert len(table.tokens_of(table["board"])) == len(table.library) == 5
    assert not set(table.tokens_of(table["board"])) & set(table.library)


@pytest.mark.parametrize(("age", "accessible"), [(1, 6), (2, 2), (3, 2)])
def test_twelve_cards_lie_face_up(table: DuelState, age: int, accessible: int) -> None:
    table.to_age(age)
    assert int(table["open"]).bit_count() == accessible
    assert int(table["faces"]).bit_count() == 12


# ── costs ────────────────────────────────────────────────────────────────────────────────────────


def brute_force(need: list[int], price: list[int], helpers: list[int]) -> int:
    """The least coins over every use of every helper (a set of goods each)."""
    best = 10**9
    for use in itertools.product(*[[k for k in range(5) if helper >> k & 1] for helper in helpers]):
        rest = need.copy()
        for k in use:
            rest[k] = max(0, rest[k] - 1)
        best = min(best, sum(n * p for n, p in zip(rest, price, strict=True)))
    return best


@pytest.mark.parametrize("seed", range(300))
def test_the_cheapest_cover_is_found(seed: int) -> None:
    """Greedy on the dearest unit is exact (D14), also for producers that no printed card has."""
    rng = Random(seed)
    table = DuelState(0, wonders=(FIRST, SECOND))
    item = table.item["palace"] if seed % 2 else table.item["pyramids"]
    target = Target.BLUE if seed % 2 else Target.WONDER
    cost = [rng.randrange(4) for _ in GOODS]
    made = [rng.randrange(2) for _ in GOODS]
    price = [rng.randrange(1, 6) for _ in GOODS]
    helpers = [rng.randrange(1, 32) for _ in range(rng.randrange(4))]
    fewer = rng.choice([0, 0, 1, 2])
    tables = table.tables.copy()
    for k, good in enumerate(GOODS):
        tables["cost"][0][item, good] = cost[k]
    tables["cost_units"][0][item] = sum(cost)
    table["produce"][0], table["price"][0] = made, price
    table["fewer"][0, target] = fewer
    for helper in helpers:
        choice = sum(1 << int(good) for k, good in enumerate(GOODS) if helper >> k & 1)
        duel_city.add_maker(table.states[0], 0, choice)
    need = [max(0, c - m) for c, m in zip(cost, made, strict=True)]
    expected = brute_force(need, price, helpers + [31] * fewer)
    assert duel_city.trade(table.states[0], tables[0], 0, item) == expected


def test_a_unit_costs_2_and_what_the_opponent_makes(table: DuelState) -> None:
    table.give(1, "quarry", "shelf_quarry", "caravansery")
    table.lay("baths")
    table.play("build baths")
    assert table.coins == [95, 100]


def test_a_fixed_price_holds_whatever_the_opponent_makes(table: DuelState) -> None:
    table.give(0, "stone_reserve")
    table.give(1, "quarry", "shelf_quarry")
    table.lay("baths")
    table.play("build baths")
    assert table.coins == [99, 100]


def test_masonry_takes_the_dearest_units_off_blue_cards_only(table: DuelState) -> None:
    table.give(0, "masonry")
    table.give(1, "quarry", "quarry")
    table.lay("aqueduct", "walls")
    table.play("build aqueduct")  # three stones at 3
    assert table.coins[0] == 97


def test_economy_gets_what_the_opponent_pays_for_resources(table: DuelState) -> None:
    table.give(1, "economy")
    table.lay("forum")  # three coins and a clay
    table.play("build forum")
    assert table.coins == [95, 102]
    assert table.happened(DuelHappening.PAID) == [(0, 0, 3, 2, 0)]


def test_a_chain_waives_coins_and_urbanism_pays_for_it(table: DuelState) -> None:
    table.give(0, "garrison", "urbanism")
    table.lay("barracks")
    table.play("build barracks")
    assert table.coins[0] == 104


def test_a_chain_source_under_a_wonder_or_in_the_pile_is_none(table: DuelState) -> None:
    table["coins"][0] = 0
    table.throw_away("garrison")
    table["under"][0] = table.item["garrison"]
    table.lay("barracks")
    assert "build barracks" not in table.legal()


def test_urbanism_won_by_a_chain_build_does_not_pay_for_it(table: DuelState) -> None:
    table.set_tokens("urbanism")
    table.give(0, "scriptorium")
    table.lay("library")
    table.play("build library")
    assert (table.phase, table.coins[0]) == (DuelPhase.TOKEN, 100)
    table.play("token urbanism")
    assert table.coins[0] == 106


def test_the_whole_cost_is_paid_before_any_gain(table: DuelState) -> None:
    table["coins"][0] = 7
    assert not any("temple_of_artemis" in move for move in table.legal())
    table["coins"][0] = 8
    card = table.legal()[0].split()[-1]
    table.play(f"wonder temple_of_artemis {card}")
    assert table.coins[0] == 12


def test_a_discard_pays_2_and_1_for_each_yellow_card(table: DuelState) -> None:
    table.give(0, "tavern", "forum")
    table.lay("brewery")
    table.play("discard brewery")
    assert table.coins[0] == 104
    assert table.discard == ["brewery"]


# ── war ──────────────────────────────────────────────────────────────────────────────────────────


def test_one_move_may_loot_twice_and_each_token_once(table: DuelState) -> None:
    table["marker"] = 2
    table["coins"][1] = 6
    table.give(0, "strategy")
    table.lay("arsenal")  # three shields, and one of Strategy
    table.play("build arsenal")
    assert table["marker"] == 6
    assert table.coins[1] == 0
    assert [row[2] for row in table.happened(DuelHappening.LOOTED)] == [2, 4]
    table["marker"], table["seat"], table["coins"][1] = 2, 0, 9
    table.lay("siege_workshop")
    table.play("build siege_workshop")
    assert table.coins[1] == 9


def test_the_enemy_capital_wins_at_once(table: DuelState) -> None:
    table["marker"], table["seat"] = -8, 1
    table.lay("arsenal")
    table.play("build arsenal")
    assert (table.outcome, table.winner, int(table["marker"])) == ("military", 1, -9)
    assert table.legal() == [] and table.to_move == []


def test_strategy_does_not_help_wonders(table: DuelState) -> None:
    table["seat"] = 1
    table.give(1, "strategy")
    card = table.legal()[-1].split()[-1]
    table.play(f"wonder colossus {card}")
    assert table["marker"] == -2


def test_a_revived_red_card_gets_the_shield_of_strategy(table: DuelState) -> None:
    table.give(0, "strategy", "urbanism", "garrison")
    table.throw_away("barracks")
    card = table.legal()[-1].split()[-1]
    table.play(f"wonder mausoleum {card}")
    coins = table.coins[0]
    assert table.legal() == ["revive barracks"]
    table.play("revive barracks")
    assert (table["marker"], table.coins[0]) == (2, coins)  # and nothing of Urbanism (D19)
    assert table.discard == []


def test_the_shield_of_zeus_wins_before_a_target_is_chosen(table: DuelState) -> None:
    table["marker"] = 8
    table.give(1, "quarry")
    card = table.legal()[-1].split()[-1]
    table.play(f"wonder statue_of_zeus {card}")
    assert table.outcome == "military"
    assert table.buildings(1) == ["quarry"]


# ── science ──────────────────────────────────────────────────────────────────────────────────────


def test_a_pair_earns_a_token_and_six_symbols_the_game(table: DuelState) -> None:
    table.set_tokens("law", "philosophy")
    table.give(0, "workshop", "apothecary", "scriptorium", "pharmacist", "academy")
    table.lay("library")
    table.play("build library")
    assert table.legal() == ["token law", "token philosophy"]
    table.play("token law")
    assert (table.outcome, table.winner) == ("science", 0)


def test_a_pair_without_tokens_left_earns_nothing(table: DuelState) -> None:
    table.set_tokens()
    table.give(0, "scriptorium")
    table.lay("library")
    table.play("build library")
    assert table.to_move == [1]


def test_the_great_library_draws_three_and_two_return(table: DuelState) -> None:
    drawn = table.library[:3]
    card = table.legal()[-1].split()[-1]
    table.play(f"wonder great_library {card}")
    assert table.phase == DuelPhase.LIBRARY
    assert sorted(table.legal()) == sorted(f"token {id}" for id in drawn)
    kept = table.legal()[1].split()[-1]
    table.play(f"token {kept}")
    assert table.tokens(0) == [kept]
    assert set(table.library) == set(table.library) | set(drawn) - {kept}
    assert int(table["n_aside"]) == 4


def test_theology_from_the_great_library_is_too_late_for_it(table: DuelState) -> None:
    table["aside"][0] = table.item["theology"]
    table["board"] &= ~(1 << 8)
    card = table.legal()[-1].split()[-1]
    table.play(f"wonder great_library {card}", "token theology")
    assert table.to_move == [1]


# ── wonders ──────────────────────────────────────────────────────────────────────────────────────


def test_theology_gives_another_turn_and_never_two(table: DuelState) -> None:
    table.give(0, "theology")
    table.play(f"wonder temple_of_artemis {table.legal()[0].split()[-1]}")
    assert table.to_move == [0]
    table.play(table.legal()[-1])
    assert table.to_move == [1]


def test_with_the_seventh_wonder_the_eighth_leaves(table: DuelState) -> None:
    table.give(0, *FIRST[1:])
    table.give(1, *SECOND[:3])
    table.throw_away("baths")
    table.play(f"wonder mausoleum {table.legal()[0].split()[-1]}", "revive baths")
    assert table.wonders("unbuilt", 1) == []
    assert "colossus" in table.wonders("wonders", 1)
    assert all(move.split()[0] != "wonder" for move in table.legal())


def test_a_mausoleum_with_an_empty_pile_is_built_all_the_same(table: DuelState) -> None:
    table.play(f"wonder mausoleum {table.legal()[0].split()[-1]}")
    assert table.wonders("raised", 0) == ["mausoleum"]
    assert table.to_move == [1]


def test_a_destroyed_card_goes_to_the_pile_and_makes_nothing_more(table: DuelState) -> None:
    table.give(1, "quarry", "glassworks", "lumber_yard")
    table.play(f"wonder statue_of_zeus {table.legal()[0].split()[-1]}")
    assert table.legal() == ["destroy lumber_yard", "destroy quarry"]
    table.play("destroy quarry")
    assert table.discard == ["quarry"]
    assert table["price"][0].tolist() == [2, 2, 3, 3, 2]
    assert table.buildings(1) == ["lumber_yard", "glassworks"]


def test_without_a_target_nothing_is_destroyed(table: DuelState) -> None:
    table.give(1, "glassworks")
    table.play(f"wonder statue_of_zeus {table.legal()[0].split()[-1]}")
    assert (table.to_move, int(table["marker"])) == ([1], 1)


# ── turns and ages ───────────────────────────────────────────────────────────────────────────────


def test_cards_are_turned_up_when_both_that_cover_them_are_gone(table: DuelState) -> None:
    first, second = table.layout(1)[14:16]
    table.play(f"discard {first}")
    assert table.happened(DuelHappening.REVEALED) == []
    table.play(f"discard {second}")
    ((_, card, slot, *_),) = table.happened(DuelHappening.REVEALED)
    assert (slot, card) == (9, int(table["layout"][0][9]))


def test_uncovered_cards_wait_for_the_choices_of_the_turn(table: DuelState) -> None:
    table.throw_away("baths")
    table.leave(15)
    table["left"] |= 1 << 9
    table.play(f"wonder mausoleum {table.layout(1)[15]}")
    assert table.phase == DuelPhase.REVIVE
    assert not int(table["faces"]) >> 9 & 1
    table.play("revive baths")
    assert int(table["faces"]) >> 9 & 1


def test_another_turn_is_lost_with_the_last_card_of_an_age(table: DuelState) -> None:
    table["marker"] = 0
    table.leave(0)
    card = table.legal()[0].split()[-1]
    table.play(f"wonder temple_of_artemis {card}")
    assert (int(table["age"]), table.phase, table.to_move) == (2, DuelPhase.TURN, [0])
    table.play(table.legal()[-1])
    assert table.to_move == [1]


@pytest.mark.parametrize(("marker", "chooser"), [(1, 1), (-1, 0)])
def test_the_weaker_player_says_who_begins(table: DuelState, marker: int, chooser: int) -> None:
    table["marker"] = marker
    table.leave(0)
    table.play(table.legal()[-1])
    assert table.phase == DuelPhase.START
    assert (table.to_move, table.legal()) == ([chooser], ["start 0", "start 1"])
    assert int(table["faces"]).bit_count() == 12  # laid out before the choice (D5)
    table.play("start 1")
    assert (table.to_move, int(table["turn"])) == ([1], 1)


def test_with_the_marker_at_0_the_last_player_may_choose_as_an_option() -> None:
    table = DuelState(1, wonders=(FIRST, SECOND), neutral_start="choose")
    table["seat"] = 1
    table.leave(0)
    table.play(table.legal()[-1])
    assert (table.to_move, table.legal()) == ([1], ["start 0", "start 1"])


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def finish(table: DuelState) -> None:
    table.to_age(3)
    table["coins"][:] = 0
    table.leave(0)
    table.play(table.legal()[-1])
    assert table.phase == DuelPhase.OVER


def test_blue_points_break_a_tie(table: DuelState) -> None:
    table.give(0, "theater", "altar")  # 6 blue
    table.give(1, "temple", "laboratory", "workshop")  # 4 blue, 2 green
    finish(table)
    assert (table.outcome, table.winner) == ("points", 0)


def test_a_full_tie_is_shared(table: DuelState) -> None:
    table.give(0, "theater")
    table.give(1, "altar")
    finish(table)
    assert (table.outcome, table.winner) == ("shared", None)


def test_guilds_count_the_larger_city(table: DuelState) -> None:
    table.give(0, "shipowners_guild", "builders_guild", "moneylenders_guild", "quarry")
    table.give(1, "clay_pit", "glassworks", "colossus", "piraeus")
    table["coins"][:] = [2, 10]
    assert table.score(0)["guilds"] == 2 + 4 + 3


def test_mathematics_counts_itself_and_the_track_pays_the_leader(table: DuelState) -> None:
    table.give(0, "mathematics", "law")
    table["marker"] = -4
    assert table.score(0)["progress"] == 6
    assert (table.score(0)["military"], table.score(1)["military"]) == (0, 5)


# ── house catalogues ─────────────────────────────────────────────────────────────────────────────

HOUSE = """
extends = "duel"

[card.oracle_house]
name = "Oracle House"
age = 1
color = "brown"
effect = { science = "quill", produce_choice = ["clay", "glass"], fixed_price = { wood = 3 }, removed_token = { draw = 2, keep = 1 }, extra_turn = true, build_from_discard = true, destroy = "grey", shields = 2 }
"""


def test_a_house_card_may_do_everything_at_once(house: House) -> None:
    table = DuelState(2, wonders=(FIRST, SECOND), catalog=house(HOUSE))  # type: ignore[arg-type]
    table.give(0, "scriptorium")
    table.give(1, "press")
    table.throw_away("theater")
    table.lay("oracle_house")
    table.play("build oracle_house")
    asked = []
    while table.phase != DuelPhase.TURN:
        asked.append(table.phase)
        table.play(table.legal()[0])
    assert asked == [DuelPhase.TOKEN, DuelPhase.LIBRARY, DuelPhase.REVIVE, DuelPhase.DESTROY]
    assert table.to_move == [0]
    assert table["makers"][0].max() == 1
    table["seat"] = 1
    table["coins"][1] = 99
    table.play(f"wonder colossus {table.legal()[0].split()[-1]}")
    before = table["symbols"][0].sum()
    duel = table.states[0]
    duel["built"][0] = 0
    duel_city.recount(duel, table.tables[0], 0)
    assert before and table["symbols"][0].sum() == sum(id == "law" for id in table.tokens(0))


# ── counters ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(12))
def test_counters_are_what_counting_anew_gives(seed: int) -> None:
    table, rng = DuelState(seed), Random(seed)
    while table.to_move:
        moves = table.legal()
        eager = [move for move in moves if not move.startswith("discard")]
        table.play(rng.choice(eager if eager and rng.random() < 0.8 else moves))
        again = records(table.states.copy())
        for seat in (0, 1):
            duel_city.recount(again[0], table.tables[0], seat)
        assert again.tobytes() == table.states.tobytes()
        assert min(table.coins) >= 0
        if table["age"] > 0 and table.to_move and not table["taken"]:
            check_access(table)


def check_access(table: DuelState) -> None:
    layout = table.catalog.layout[str(int(table["age"]))]
    left, found = int(table["left"]), 0
    for slot in layout.slots:
        if left >> slot.index & 1 and not any(
            left >> above.index & 1 for above in layout.covering(slot)
        ):
            found |= 1 << slot.index
    assert found == table["open"]
    assert found & ~int(table["faces"]) == 0


# ── secrets ──────────────────────────────────────────────────────────────────────────────────────


def games_at_rest(seed: int) -> list[DuelState]:
    """One game, seen before every decision."""
    table, rng, found = DuelState(seed), Random(seed), []
    table["coins"][:] = 60
    while table.to_move:
        copy = DuelState.__new__(DuelState)
        vars(copy).update(vars(table) | {"states": records(table.states.copy())})
        found.append(copy)
        moves = table.legal()
        wonders = [move for move in moves if move.startswith("wonder")]
        table.play(rng.choice(wonders or moves))
    return found


def hide_otherwise(table: DuelState, seat: int, rng: Random) -> Any:
    """The same game with all that the seat cannot know changed, found without the kernel's help."""
    states = records(table.states.copy())
    s, age = states[0], int(table["age"])
    ids = table.catalog.card
    for later in range(max(age, 1), 4):
        seen = {c for a in range(3) for c in s["layout"][a].tolist() if a + 1 < later}
        hidden = [slot for slot in range(20) if later > age or not int(s["faces"]) >> slot & 1]
        shown = {int(s["layout"][later - 1][k]) for k in range(20) if k not in hidden}
        decks = [[item for id, item in table.item.items() if id in ids
                  and ids[id].is_guild == guild and ids[id].age == later
                  and item not in shown | seen] for guild in (False, True)]  # fmt: skip
        backs = [ids[table.id[int(c)]].is_guild for c in s["layout"][later - 1]]
        if later > age:
            rng.shuffle(backs)
        for deck in decks:
            rng.shuffle(deck)
        for slot in hidden:
            s["layout"][later - 1][slot] = decks[backs[slot]].pop()
    if age == 0 and int(s["next_offer"]):
        free = [k for k in range(12)
                if not (int(s["offer"]) | int(s["wonders"][0]) | int(s["wonders"][1])) >> k & 1]  # fmt: skip
        s["next_offer"] = sum(1 << k for k in rng.sample(free, 4))
    unknown = [k for k in range(int(s["n_aside"])) if not int(s["looked"][k]) >> seat & 1]
    tokens = [int(s["aside"][k]) for k in unknown]
    used = int(s["board"]) | int(s["tokens"][0]) | int(s["tokens"][1])
    out = [table.item[id] for k, id in enumerate(table.catalog.token) if not used >> k & 1]
    assert {*tokens} <= {*out}
    rng.shuffle(tokens)
    for k, token in zip(unknown, tokens, strict=True):
        s["aside"][k] = token
    return states


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_is_hidden_leaves_no_trace_in_a_view(seed: int, seat: int) -> None:
    rng = Random(seed)
    for table in games_at_rest(seed):
        view = table.view(seat)
        other = hide_otherwise(table, seat, rng)
        views = records(np.zeros(1, DUEL))
        duel_sight.see(other, 0, seat, views, 0, table.tables)
        assert views.tobytes() == view.tobytes()


def test_only_the_builder_sees_and_remembers_the_library() -> None:
    table = DuelState(1, wonders=(FIRST, SECOND))
    table["coins"][0] = 50
    drawn = table.library[:3]
    table.play(f"wonder great_library {table.legal()[0].split()[-1]}")
    seen = [[int(token) for token in table.view(seat)["aside"][0] if token] for seat in (0, 1, 2)]
    assert seen == [sorted(table.item[id] for id in drawn), [], []]
    table.play(table.legal()[0])
    seen = [[int(token) for token in table.view(seat)["aside"][0] if token] for seat in (0, 1, 2)]
    assert [len(tokens) for tokens in seen] == [2, 0, 0]


def test_the_order_of_the_draw_leaves_no_trace() -> None:
    views = set()
    for order in itertools.permutations(range(3)):
        table = DuelState(1, wonders=(FIRST, SECOND))
        table["coins"][0] = 50
        table["aside"][:3] = table["aside"][:3][list(order)]
        table.play(f"wonder great_library {table.legal()[0].split()[-1]}")
        views.add(table.view(0).tobytes())
    assert len(views) == 1


def test_the_backs_of_guilds_are_seen() -> None:
    table = DuelState(1, wonders=(FIRST, SECOND))
    assert table.view(2)["guild_backs"][0] == 0
    table.to_age(3)
    backs = int(table.view(2)["guild_backs"][0])
    guilds = [table.catalog.card[id].is_guild for id in table.layout(3)]
    assert [bool(backs >> slot & 1) for slot in range(20)] == guilds


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_sample_looks_the_same_to_the_seat(seed: int, seat: int) -> None:
    rng = generator(seed)
    for table in games_at_rest(seed):
        view = table.view(seat)
        states, views = records(np.zeros(1, DUEL)), records(np.zeros(1, DUEL))
        assert duel_sight.sample(view, 0, seat, states, 0, table.tables, rng)
        duel_sight.see(states, 0, seat, views, 0, table.tables)
        assert views.tobytes() == view.tobytes()
        for age in range(3):
            cards = states["layout"][0][age].tolist()
            assert 0 not in cards and len(set(cards)) == 20
            ids = [table.catalog.card[table.id[card]] for card in cards]
            assert {card.age for card in ids} == {age + 1}
            assert sum(card.is_guild for card in ids) == (3 if age == 2 else 0)
        duel_playout.random_game(
            states, 0, table.tables, rng, np.zeros(MOVES, np.int64), np.zeros((1, 6), np.int64)
        )
        assert states["outcome"][0] > 0


def test_samples_are_uniform() -> None:
    """A face-down card is equally likely to be any that has not been seen."""
    table = DuelState(1, wonders=(FIRST, SECOND))
    view, rng, states = table.view(0), generator(5), records(np.zeros(1, DUEL))
    found: list[Counter[int]] = [Counter() for _ in range(4)]
    n = 6000
    for _ in range(n):
        assert duel_sight.sample(view, 0, 0, states, 0, table.tables, rng)
        hidden = states["layout"][0]
        found[0][int(hidden[0][9])] += 1
        found[1][int(hidden[1][3])] += 1
        found[2][int(hidden[2][0])] += 1
        found[3][int(states["aside"][0][0])] += 1
    for counts, size in zip(found, (11, 23, 27, 5), strict=True):
        assert len(counts) == size
    for counts in (found[0], found[1], found[3]):
        expected = n / len(counts)
        chi = sum((k - expected) ** 2 / expected for k in counts.values())
        assert chi < len(counts) + 6 * len(counts) ** 0.5
    guilds = {item for id, item in table.item.items() if id.endswith("_guild")}
    assert abs(sum(found[2][item] for item in guilds) / n - 0.15) < 0.03


# ── random play ──────────────────────────────────────────────────────────────────────────────────


def simulate(games: int, seed: int, table: DuelState) -> tuple[Any, Any]:
    sheets, ends = np.zeros((games, 2, COLUMNS), np.int64), np.zeros((games, 2), np.int64)
    duel_playout.simulate(
        records(np.zeros(1, DUEL)), records(np.zeros(1, DUEL)), NO_SETS, table.tables,
        generator(seed), np.zeros(ROOM, np.int64), np.zeros(MOVES, np.int64),
        np.zeros((1, 6), np.int64), sheets, ends,
    )  # fmt: skip
    return sheets, ends


@pytest.mark.skipif(not JIT, reason="thousands of games")
def test_random_games_end_as_they_do_elsewhere() -> None:
    sheets, ends = simulate(40_000, 7, DuelState())
    share = {outcome: float((ends[:, 0] == outcome).mean()) for outcome in Outcome}
    counted = ends[:, 0] != Outcome.MILITARY
    counted &= ends[:, 0] != Outcome.SCIENCE
    tied = float((counted & (sheets[:, 0, TOTAL] == sheets[:, 1, TOTAL])).mean())
    assert abs(share[Outcome.MILITARY] - 0.035) < 0.005
    assert abs(share[Outcome.SCIENCE] - 0.001) < 0.001
    assert abs(tied - 0.026) < 0.005
    assert abs(share[Outcome.POINTS] + share[Outcome.SHARED] - tied - 0.94) < 0.01


@pytest.mark.skipif(not JIT, reason="thousands of games")
def test_random_moves_are_uniform() -> None:
    """Every legal first move of a position with payable and unpayable wonders comes up alike."""
    table = DuelState(1, wonders=(FIRST, SECOND))
    table["coins"][0] = 9
    legal = table.legal()
    assert len({move.split()[1] for move in legal if move.startswith("wonder")}) not in (0, 4)
    rng, moves = generator(3), np.zeros(MOVES, np.int64)
    found: Counter[str] = Counter()
    for _ in range(300 * len(legal)):
        duel_playout.random_move(table.states[0], table.tables[0], rng, moves)
        found[table.text(*moves[0].tolist())] += 1
    assert set(found) == set(legal)
    chi = sum((k - 300) ** 2 / 300 for k in found.values())
    assert chi < len(legal) + 5 * (2 * len(legal)) ** 0.5


def test_perft_counts_every_sequence_of_moves() -> None:
    table, depth = DuelState(4), 4
    states, moves = records(np.zeros(depth + 1, DUEL)), np.zeros((depth + 1, *MOVES), np.int64)
    log, counts = np.zeros((1, 6), np.int64), np.zeros((depth + 1, MOVES[0]), np.int64)

    def perft(depth: int) -> int:
        states[0] = table.states[0]
        return int(duel_perft.perft(states, 0, depth, table.tables, moves, log, counts))

    assert [perft(d) for d in range(depth + 1)] == [1, 4, 12, 24, 96]
    assert counts[0, :4].tolist() == [24] * 4
    for _ in range(6):
        table.play(table.legal()[0])
    assert perft(2) == count_by_hand(table, 2)


def count_by_hand(table: DuelState, depth: int) -> int:
    if depth == 0:
        return 1
    total, before = 0, table.states.copy()
    for move in table.legal():
        table.play(move)
        total += count_by_hand(table, depth - 1)
        table.states[:] = before
    return total
