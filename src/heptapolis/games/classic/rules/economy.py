"""Costs and trade: what a construction needs, and every way to pay for it (C4).

A city covers a cost with its fixed production, then with its producers of choice, to which a
leader's discount adds some of any resource (L26); the missing units are bought from the two
neighbours and, with Bilkis, one unit from the bank (L20). A legal plan buys the smallest possible
number of units (C4.6).
"""

from typing import Any

import numpy as np

from heptapolis.codes import Target
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.types import Plan, Side, Subsets
from heptapolis.kernel import common, inlined, jit
from heptapolis.kernel.bits import first_bit
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.types import (
    Bits,
    City,
    Coins,
    Count,
    Flag,
    Index,
    Ints,
    Item,
    Resource,
    State,
    Tables,
    Workspace,
)

NO_PAYMENT = -1
PAYMENT_BITS = 20  # bits for one payment
PAYMENT_MASK = (1 << PAYMENT_BITS) - 1
UNIT_BITS = 8  # for the units of one resource
UNIT_MASK = (1 << UNIT_BITS) - 1
ANY_RESOURCE = (1 << c.RESOURCES) - 1
NO_COINS = np.int64(0)
LEFT, RIGHT = np.int64(0), np.int64(1)
WONDER_STAGE = int(Target.WONDER_STAGE)


@jit
def neighbour(s: State, city: City, side: Side) -> Any:
    """Return the city to the left or right (C1.1)."""
    n = s.n_cities
    return (city + 1) % n if side == LEFT else (city + n - 1) % n


@jit
def price_class(resource: Resource) -> Any:
    return 1 if resource >= c.FIRST_MANUFACTURED else 0


@jit
def pack_plan(bank: Coins, left: Coins, right: Coins) -> Any:
    """Return a plan as one number, so that the fast path returns it without an array."""
    return (bank << (2 * PAYMENT_BITS)) + (left << PAYMENT_BITS) + right


@common
def plan_bank(plan: Plan) -> Any:
    return plan >> (2 * PAYMENT_BITS)


@common
def plan_left(plan: Plan) -> Any:
    return (plan >> PAYMENT_BITS) & PAYMENT_MASK


@common
def plan_right(plan: Plan) -> Any:
    return plan & PAYMENT_MASK


@jit
def is_free_guild(s: State, t: Tables, city: City, item: Item) -> Flag:
    """Return whether Ramses makes the construction free: guilds cost nothing at all (L25)."""
    return s.powers[city] & c.FREE_GUILDS != 0 and t.color[item] == c.PURPLE


@jit
def printed_coins(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the coins that a construction costs besides bought goods."""
    return 0 if is_free_guild(s, t, city, item) else np.int64(t.cost_coins[item])


@jit
def units_off(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the units of any resource that leaders take off a construction (L26)."""
    target = WONDER_STAGE if item >= c.FIRST_STAGE else np.int64(t.color[item])
    return np.int64(s.fewer[city, target])


@inlined
def is_single(bits: Bits) -> Flag:
    return np.int64(bits) & (np.int64(bits) - 1) == 0


@inlined
def missing_mask(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the bits of the resources that fixed production does not cover."""
    mask = 0
    for r in range(c.RESOURCES):
        if t.cost[item, r] > s.produce[city, r]:
            mask |= 1 << r
    return mask


@jit
def are_producers_single(choices: Ints, n: Count, mask: Bits) -> Flag:
    """Return whether no producer of choice could serve two of the resources."""
    for k in range(n):
        if not is_single(choices[k] & mask):
            return False
    return True


@inlined
def is_separable(s: State, city: City, left: City, right: City, mask: Bits) -> Flag:
    """Return whether each missing resource can be bought on its own: no producer could serve two of
    them."""
    return (
        are_producers_single(s.choice[city], s.n_choice[city], mask)
        and are_producers_single(s.sold_choice[left], s.n_sold_choice[left], mask)
        and are_producers_single(s.sold_choice[right], s.n_sold_choice[right], mask)
    )


@jit
def units_offered(s: State, seller: City, resource: Resource) -> Any:
    """Return the units of a resource that a city can sell, if it sells no other of its choices."""
    units = np.int64(s.sold[seller, resource])
    for k in range(s.n_sold_choice[seller]):
        units += (s.sold_choice[seller, k] >> resource) & 1
    return units


@inlined
def is_unpayable(
    s: State, t: Tables, city: City, item: Item, left: City, right: City, mask: Bits, purse: Coins
) -> Flag:
    """Return whether there are too few units, or too expensive ones, even if every producer of
    choice served each resource."""
    least = np.int64(0)
    for r in range(c.RESOURCES):
        if (mask >> r) & 1:
            need = t.cost[item, r] - s.produce[city, r]
            for k in range(s.n_choice[city]):
                need -= (s.choice[city, k] >> r) & 1
            if need > 0:
                if need > units_offered(s, left, r) + units_offered(s, right, r):
                    return True
                group = price_class(r)
                least += need * min(s.price[city, LEFT, group], s.price[city, RIGHT, group])
    return least > purse


@jit
def cheapest(s: State, t: Tables, city: City, item: Item, work: Workspace) -> Any:
    """Return the first plan of C4.6 as one number, or NO_PAYMENT."""
    if is_free_guild(s, t, city, item):
        return 0
    purse = s.coins[city] - t.cost_coins[item]
    if purse < 0:
        return NO_PAYMENT
    mask = missing_mask(s, t, city, item) if t.cost_units[item] else 0
    if mask == 0:
        return 0
    left, right = neighbour(s, city, LEFT), neighbour(s, city, RIGHT)
    is_helped = s.bank_price[city] > 0 or units_off(s, t, city, item) > 0
    need = np.int64(0)
    if not is_helped:
        mask, need = cover_by_single_producers(s, t, city, item, mask)
        if mask == 0:
            return 0
    if is_helped or not is_separable(s, city, left, right, mask):
        if not is_helped and is_unpayable(s, t, city, item, left, right, mask, purse):
            return NO_PAYMENT
        rows = work.plans
        n = plans(s, t, city, item, rows, work.subsets)
        return pack_plan(rows[0, 0], rows[0, 1], rows[0, 2]) if n else NO_PAYMENT
    to_left = to_right = np.int64(0)
    for r in range(c.RESOURCES):
        if (mask >> r) & 1 == 0:
            continue
        units = (need >> (UNIT_BITS * r)) & UNIT_MASK
        price_left = s.price[city, LEFT, price_class(r)]
        price_right = s.price[city, RIGHT, price_class(r)]
        from_left, from_right = units_offered(s, left, r), units_offered(s, right, r)
        if from_left + from_right < units:
            return NO_PAYMENT
        if price_left < price_right:
            from_left = min(from_left, units)
            from_right = units - from_left
        else:
            from_right = min(from_right, units)
            from_left = units - from_right
        to_left += from_left * price_left
        to_right += from_right * price_right
        if to_left + to_right > purse:
            return NO_PAYMENT
    return pack_plan(NO_COINS, to_left, to_right)


@inlined
def cover_by_single_producers(s: State, t: Tables, city: City, item: Item, mask: Bits) -> Any:
    """Let own producers of choice that can serve just one of the missing resources serve it: none
    of them could do better elsewhere. Returns the bits of the resources still missing, and the
    units of each, packed."""
    need = np.int64(0)
    for r in range(c.RESOURCES):
        if (mask >> r) & 1:
            lack = np.int64(t.cost[item, r]) - np.int64(s.produce[city, r])
            need |= lack << (UNIT_BITS * r)
    busy, k = np.int64(0), np.int64(0)
    while k < s.n_choice[city] and mask != 0:
        goods = np.int64(s.choice[city, k]) & mask
        if goods != 0 and is_single(goods) and (busy >> k) & 1 == 0:
            busy |= 1 << k
            shift = UNIT_BITS * first_bit(goods)
            need -= 1 << shift
            if (need >> shift) & UNIT_MASK == 0:
                mask ^= goods
                k = np.int64(-1)  # another producer may have one resource left to serve
        k += 1
    return mask, need


@jit
def mark_coverable(
    subsets: Subsets,
    n: Count,
    size: Count,
    fixed: Ints,
    choices: Ints,
    n_choices: Count,
    result: Ints,
) -> None:
    """Mark every subset of the need that these producers can make at once.

    By Hall's theorem they can if, for every set of resources, the units that fixed production lacks
    are no more than the producers of choice for any of the set.
    """
    sets, reach, digits, resources = 1 << n, subsets.reach, subsets.digits, subsets.resources
    for chosen in range(1, sets):
        goods = 0
        for j in range(n):
            if (chosen >> j) & 1:
                goods |= 1 << resources[j]
        reach[chosen] = 0
        for k in range(n_choices):
            if choices[k] & goods:
                reach[chosen] += 1
    result[0] = 1
    last = np.int64(0)  # of the resources of a subset
    for subset in range(1, size):
        if last + 1 < n and subset >= subsets.weight[last + 1]:
            last += 1
        result[subset] = result[subset - subsets.weight[last]]  # with one unit of it less
        for chosen in range(1 << last, sets):
            if result[subset] == 0:
                break
            if (chosen >> last) & 1:
                left_over = 0
                for j in range(n):
                    if (chosen >> j) & 1:
                        left_over += max(0, digits[subset, j] - fixed[resources[j]])
                if left_over > reach[chosen]:
                    result[subset] = 0


@inlined
def own_choices(s: State, t: Tables, city: City, item: Item, choices: Ints) -> Any:
    """List the producers of choice for a construction, those of any resource included; returns how
    many."""
    n = np.int64(s.n_choice[city])
    copy_row(s.choice[city], choices[:n])
    for _ in range(min(units_off(s, t, city, item), c.COST_UNITS)):
        choices[n] = ANY_RESOURCE
        n += 1
    return n


@jit
def list_subsets(s: State, t: Tables, city: City, item: Item, subsets: Subsets) -> Any:
    """List the resources that production lacks, with their units, and every subset of that need;
    returns how many resources and subsets there are.

    A subset is a number whose digits are the units of each resource.
    """
    n, size = np.int64(0), np.int64(1)
    for r in range(c.RESOURCES):
        lack = np.int64(t.cost[item, r]) - np.int64(s.produce[city, r])
        if lack > 0:
            subsets.resources[n], subsets.need[n], subsets.weight[n] = r, lack, size
            size *= lack + 1
            n += 1
    return n, size


@inlined
def price_subsets(s: State, city: City, n: Count, size: Count, subsets: Subsets) -> None:
    """Write for every subset of the need its units, by resource and in all, and the price of each
    side."""
    digits, coins, units = subsets.digits, subsets.coins, subsets.units
    units[0] = coins[0, LEFT] = coins[0, RIGHT] = 0
    for j in range(n):
        digits[0, j] = 0
    last = np.int64(0)
    for subset in range(1, size):
        if last + 1 < n and subset >= subsets.weight[last + 1]:
            last += 1
        less = subset - subsets.weight[last]  # one unit less of its last resource
        for j in range(n):
            digits[subset, j] = digits[less, j]
        digits[subset, last] += 1
        units[subset] = units[less] + 1
        group = price_class(subsets.resources[last])
        coins[subset, LEFT] = coins[less, LEFT] + s.price[city, LEFT, group]
        coins[subset, RIGHT] = coins[less, RIGHT] + s.price[city, RIGHT, group]


@jit
def plans(s: State, t: Tables, city: City, item: Item, rows: Ints, subsets: Subsets) -> Any:
    """List every legal plan as a row (bank, left, right), in the order of C4.6; returns how
    many."""
    purse = s.coins[city] - printed_coins(s, t, city, item)
    return plans_within(s, t, city, item, purse, rows, subsets)


@jit
def plans_within(
    s: State, t: Tables, city: City, item: Item, purse: Coins, rows: Ints, subsets: Subsets
) -> Any:
    """List the plans within a number of coins, which are left after the printed ones; returns how
    many."""
    if purse < 0:
        return 0
    n, size = list_subsets(s, t, city, item, subsets)
    if n == 0 or is_free_guild(s, t, city, item):
        rows[0, 0] = rows[0, 1] = rows[0, 2] = 0
        return 1
    price_subsets(s, city, n, size, subsets)
    subsets.fixed[:] = 0
    n_choices = own_choices(s, t, city, item, subsets.choices)
    mark_coverable(subsets, n, size, subsets.fixed, subsets.choices, n_choices, subsets.own_can)
    for side in (LEFT, RIGHT):
        seller = neighbour(s, city, side)
        n_choices = np.int64(s.n_sold_choice[seller])
        can = subsets.seller_can[side]
        mark_coverable(subsets, n, size, s.sold[seller], s.sold_choice[seller], n_choices, can)
    most = np.int64(0)
    for subset in range(size):
        if subsets.own_can[subset] and subsets.units[subset] > most:
            most = subsets.units[subset]
    bank = np.int64(s.bank_price[city])
    n_plans = np.int64(0)
    for own in range(size):
        if subsets.own_can[own] == 0 or subsets.units[own] < most:
            continue
        bought = size - 1 - own
        n_plans = split(bought, NO_COINS, purse, n, subsets, rows, n_plans)
        for j in range(n):  # one unit may come from the bank
            if bank > 0 and subsets.digits[bought, j] > 0 and bank <= purse:
                rest = bought - subsets.weight[j]
                n_plans = split(rest, bank, purse, n, subsets, rows, n_plans)
    return n_plans


@jit
def split(
    bought: Index, bank: Coins, purse: Coins, n: Count, subsets: Subsets, rows: Ints, n_plans: Count
) -> Any:
    """Add every way to buy a subset of the need from the two neighbours; returns the new number of
    plans."""
    digits, coins, can = subsets.digits, subsets.coins, subsets.seller_can
    for subset in range(bought + 1):
        if can[LEFT, subset] == 0 or can[RIGHT, bought - subset] == 0:
            continue
        fits = True
        for j in range(n):
            if digits[subset, j] > digits[bought, j]:
                fits = False
                break
        to_left, to_right = coins[subset, LEFT], coins[bought - subset, RIGHT]
        if fits and bank + to_left + to_right <= purse:
            n_plans = insert_plan(rows, n_plans, bank, to_left, to_right)
    return n_plans


@common
def insert_plan(rows: Ints, n: Count, bank: Coins, left: Coins, right: Coins) -> Any:
    """Insert a row in the order of C4.6, without duplicates; returns the new number of rows."""
    k = 0
    while k < n:
        total, other = bank + left + right, rows[k, 0] + rows[k, 1] + rows[k, 2]
        if total == other and left + right == rows[k, 1] + rows[k, 2] and left == rows[k, 1]:
            return n
        if (total, left + right, left) < (other, rows[k, 1] + rows[k, 2], rows[k, 1]):
            break
        k += 1
    for j in range(n, k, -1):
        rows[j, 0], rows[j, 1], rows[j, 2] = rows[j - 1, 0], rows[j - 1, 1], rows[j - 1, 2]
    rows[k, 0], rows[k, 1], rows[k, 2] = bank, left, right
    return n + 1


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────


@jit
def missing_units(s: State, t: Tables, city: City, item: Item, rows: Ints, subsets: Subsets) -> Any:
    """List the units that a construction lacks at any price: no city makes or sells them.

    Every smallest set of them is a row, by resource; returns how many, 0 if nothing is missing.
    """
    n, size = list_subsets(s, t, city, item, subsets)
    if n == 0 or is_free_guild(s, t, city, item):
        return np.int64(0)
    price_subsets(s, city, n, size, subsets)
    can = subsets.own_can
    subsets.fixed[:] = 0
    n_choices = list_producers(s, t, city, item, subsets.fixed, subsets.choices)
    mark_coverable(subsets, n, size, subsets.fixed, subsets.choices, n_choices, can)
    most = np.int64(0)
    for subset in range(size):
        if can[subset]:
            most = max(most, subsets.units[subset])
    n_rows = np.int64(0)
    for subset in range(size - 1):  # the last one is the whole need
        if can[size - 1]:
            break
        if can[subset] and subsets.units[subset] == most and n_rows < rows.shape[0]:
            rows[n_rows, :] = 0
            for j in range(n):
                rows[n_rows, subsets.resources[j]] = subsets.need[j] - subsets.digits[subset, j]
            n_rows += 1
    return n_rows


@inlined
def list_producers(s: State, t: Tables, city: City, item: Item, fixed: Ints, choices: Ints) -> Any:
    """List the sources of a construction besides fixed own production: the goods of neighbours,
    producers of choice, discounts, the bank; returns how many have a choice."""
    n = own_choices(s, t, city, item, choices)
    for side in (LEFT, RIGHT):
        seller = neighbour(s, city, side)
        for r in range(c.RESOURCES):
            fixed[r] += s.sold[seller, r]
        for k in range(s.n_sold_choice[seller]):
            choices[n] = s.sold_choice[seller, k]
            n += 1
    if s.bank_price[city] > 0:
        choices[n] = ANY_RESOURCE
        n += 1
    return n
