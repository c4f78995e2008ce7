"""Payment plans agree with brute force for random cities (C4.6)."""

from itertools import product
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from heptapolis.codes import FIRST_CARD, RESOURCES
from heptapolis.games.classic.edition import edition_of, scratch
from heptapolis.games.classic.rules import economy, entries
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import PLAN_ROWS
from heptapolis.kernel import records

EDITION = edition_of(None)
Producers = tuple[int, ...]

masks = st.integers(1, 127)
city = st.fixed_dictionaries(
    {
        "fixed": st.lists(st.integers(0, 2), min_size=RESOURCES, max_size=RESOURCES),
        "choices": st.lists(masks, max_size=3),
    }
)
costs = st.lists(st.integers(0, 2), min_size=RESOURCES, max_size=RESOURCES).filter(
    lambda cost: sum(cost) <= 6
)
prices = st.lists(st.integers(1, 3), min_size=4, max_size=4)


def state(
    own: Any, left: Any, right: Any, price: list[int], coins: int, off: int = 0, bank: int = 0
) -> Any:
    """Return a state of three cities: city 0 and its selling neighbours. A leader takes ``off`` units
    off the cost, and the bank sells one unit if ``bank`` is set."""
    states = records(np.zeros(1, CLASSIC))
    states["n_players"][0] = states["n_cities"][0] = 3
    states["coins"][0][0] = coins
    states["fewer"][0][0][EDITION.tables["color"][0][FIRST_CARD]] = off
    states["bank_price"][0][0] = bank
    states["price"][0][0] = np.array(price).reshape(2, 2)
    states["produce"][0][0] = own["fixed"]
    states["choice"][0][0][: len(own["choices"])] = own["choices"]
    states["n_choice"][0][0] = len(own["choices"])
    for number, seller in ((1, left), (2, right)):
        states["sold"][0][number] = seller["fixed"]
        states["sold_choice"][0][number][: len(seller["choices"])] = seller["choices"]
        states["n_sold_choice"][0][number] = len(seller["choices"])
    return states


def brute_force(
    cost: list[int],
    own: Any,
    left: Any,
    right: Any,
    price: list[int],
    purse: int,
    off: int = 0,
    bank: int = 0,
) -> Any:
    """Return all plans: every assignment of producers to missing units with the fewest bought units.

    A discount is a producer of any resource, the bank a seller of one unit of any resource (C4.6).
    """
    units = [r for r in range(RESOURCES) for _ in range(max(0, cost[r] - own["fixed"][r]))]
    makers: list[tuple[int, int]] = [(0, mask) for mask in own["choices"] + [127] * off]
    for side, seller in ((1, left), (2, right)):
        makers += [(side, 1 << r) for r in range(RESOURCES) for _ in range(seller["fixed"][r])]
        makers += [(side, mask) for mask in seller["choices"]]
    makers += [(3, 127)] if bank else []
    found: set[tuple[int, ...]] = set()
    reached: set[tuple[Any, ...]] = set()

    def assign(unit: int, used: frozenset[int], bought: int, paid: tuple[int, int, int]) -> None:
        key = (unit, used, bought, paid)
        if key in reached:
            return
        reached.add(key)
        if unit == len(units):
            found.add((bought, *paid))
            return
        resource = units[unit]
        tried: set[tuple[int, int]] = set()
        for k, maker in enumerate(makers):
            if k in used or not maker[1] >> resource & 1 or maker in tried:
                continue
            tried.add(maker)
            side = maker[0]
            coins = bank if side == 3 else price[2 * (side - 1) + (resource >= 4)]
            more = [coins * (side == number) for number in (3, 1, 2)]
            to_bank, to_left, to_right = (a + b for a, b in zip(paid, more, strict=True))
            assign(unit + 1, used | {k}, bought + (side > 0), (to_bank, to_left, to_right))

    assign(0, frozenset(), 0, (0, 0, 0))
    fewest = min((plan[0] for plan in found), default=0)
    plans = {plan[1:] for plan in found if plan[0] == fewest and sum(plan[1:]) <= purse}
    return sorted(plans, key=lambda plan: (sum(plan), plan[1] + plan[2], plan[1]))


def assert_as_brute_force(
    own: Any,
    left: Any,
    right: Any,
    cost: list[int],
    price: list[int],
    coins: int,
    printed: int,
    off: int = 0,
    bank: int = 0,
) -> None:
    tables = EDITION.tables.copy()
    tables["cost"][0][FIRST_CARD] = cost
    tables["cost_units"][0][FIRST_CARD] = sum(cost)
    tables["cost_coins"][0][FIRST_CARD] = printed
    states = state(own, left, right, price, coins, off, bank)
    rows = np.zeros((PLAN_ROWS, 3), np.int64)
    n = entries.plans(states, 0, 0, FIRST_CARD, tables, scratch.workspaces, rows)
    mine = [tuple(row) for row in rows[:n].tolist()]
    purse = coins - printed
    expected = [] if purse < 0 else brute_force(cost, own, left, right, price, purse, off, bank)
    assert mine == expected
    plan = entries.cheapest(states, 0, 0, FIRST_CARD, tables, scratch.workspaces)
    if expected:
        coins_by = (economy.plan_bank(plan), economy.plan_left(plan), economy.plan_right(plan))
        assert coins_by == expected[0]
    else:
        assert plan == economy.NO_PAYMENT


@settings(max_examples=300, deadline=None)
@given(city, city, city, costs, prices, st.integers(0, 20), st.integers(0, 3))
def test_plans_are_those_of_brute_force(
    own: Any, left: Any, right: Any, cost: list[int], price: list[int], coins: int, printed: int
) -> None:
    assert_as_brute_force(own, left, right, cost, price, coins, printed)


@settings(max_examples=300, deadline=None)
@given(
    city,
    city,
    city,
    costs,
    prices,
    st.integers(0, 20),
    st.integers(0, 3),
    st.integers(0, 2),
    st.integers(0, 3),
)
def test_plans_with_a_free_unit_and_the_bank_are_those_of_brute_force(
    own: Any,
    left: Any,
    right: Any,
    cost: list[int],
    price: list[int],
    coins: int,
    printed: int,
    off: int,
    bank: int,
) -> None:
    assert_as_brute_force(own, left, right, cost, price, coins, printed, off, bank)


def test_a_palace_bought_whole_from_neighbours_of_every_kind_is_settled_at_once() -> None:
    """The search stays small for the most complex cost of the box, with choices everywhere."""
    everything = {"fixed": [0] * RESOURCES, "choices": [127] * 3}
    tables = EDITION.tables.copy()
    tables["cost"][0][FIRST_CARD] = [1] * RESOURCES
    tables["cost_units"][0][FIRST_CARD] = RESOURCES
    states = state(everything, everything, everything, [1, 2, 2, 1], 100)
    rows = np.zeros((PLAN_ROWS, 3), np.int64)
    n = entries.plans(states, 0, 0, FIRST_CARD, tables, scratch.workspaces, rows)
    bought = [(row[1], row[2]) for row in rows[:n].tolist()]
    assert bought[0] == (1, 3)  # a raw unit to the left, three others to the right
    assert len(set(bought)) == n > 1


def test_the_order_of_plans_is_price_then_left() -> None:
    work = np.zeros((64, 3), np.int64)
    n = 0
    for bank, left, right in product(range(2), range(3), range(3)):
        n = economy.insert_plan(work, n, bank, left, right)
        n = economy.insert_plan(work, n, bank, left, right)
    rows = work[:n].tolist()
    assert rows == sorted(rows, key=lambda row: (sum(row), row[1] + row[2], row[1]))
    assert len(rows) == 18


def test_dear_house_prices_are_told_apart() -> None:
    """The packed plan has room for eight units of 1000 coins each."""
    tables = EDITION.tables.copy()
    tables["cost"][0][FIRST_CARD] = [8, 0, 0, 0, 0, 0, 0]
    tables["cost_units"][0][FIRST_CARD] = 8
    nothing = {"fixed": [0] * RESOURCES, "choices": []}
    clay = {"fixed": [4, 0, 0, 0, 0, 0, 0], "choices": []}
    states = state(nothing, clay, clay, [1000] * 4, 9000)
    plan = entries.cheapest(states, 0, 0, FIRST_CARD, tables, scratch.workspaces)
    assert (economy.plan_left(plan), economy.plan_right(plan)) == (4000, 4000)
