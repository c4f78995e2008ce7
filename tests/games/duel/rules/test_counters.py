"""The counters of Duel's kernel agree with a new count, and prices are the cheapest cover."""

import itertools
from random import Random
from typing import Any

import pytest

from heptapolis.codes import Target
from heptapolis.games.duel.codes import GOODS, DuelPhase
from heptapolis.games.duel.rules import city as duel_city
from heptapolis.games.duel.rules import entries
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.kernel import entry, records
from tests.conftest import House
from tests.games.duel.kernel_table import FIRST, SECOND, DuelState


def test_a_state_is_small() -> None:
    assert DUEL.itemsize <= 1024


@pytest.mark.parametrize("seed", range(12))
def test_counters_agree_with_a_new_count(seed: int) -> None:
    table, rng = DuelState(seed), Random(seed)
    while table.to_move:
        moves = table.legal()
        eager = [move for move in moves if not move.startswith("discard")]
        table.play(rng.choice(eager if eager and rng.random() < 0.8 else moves))
        again = records(table.states.copy())
        for seat in (0, 1):
            entries.recount(again, 0, seat, table.tables)
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


# ── costs ────────────────────────────────────────────────────────────────────────────────────────


def brute_force(need: list[int], price: list[int], helpers: list[int]) -> int:
    """Return the minimum of coins over every use of every helper (each a set of goods)."""
    best = 10**9
    for use in itertools.product(*[[k for k in range(5) if helper >> k & 1] for helper in helpers]):
        rest = need.copy()
        for k in use:
            rest[k] = max(0, rest[k] - 1)
        best = min(best, sum(n * p for n, p in zip(rest, price, strict=True)))
    return best


def test_the_cheapest_cover_is_found() -> None:
    """Waiving the dearest units first is exact (D14), also for producers on no printed card."""
    for seed in range(300):
        check_cover(seed)


@entry
def add_maker(states: Any, seat: Any, choice: Any) -> None:
    duel_city.add_maker(states[0], seat, choice)


def check_cover(seed: int) -> None:
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
        add_maker(table.states, 0, choice)
    need = [max(0, c - m) for c, m in zip(cost, made, strict=True)]
    expected = brute_force(need, price, helpers + [31] * fewer)
    printed = int(tables["cost_coins"][0][item])
    assert entries.price(table.states, 0, 0, item, tables) == printed + expected


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
    table["built"][0] = 0
    entries.recount(table.states, 0, 0, table.tables)
    assert before and table["symbols"][0].sum() == sum(id == "law" for id in table.tokens(0))
