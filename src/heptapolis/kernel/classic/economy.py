"""Costs and trade: what a construction needs, and every way to pay for it (C4).

A city covers a cost with its fixed production, then with its producers of choice, to which a
leader's discount adds some of any resource (L26); what is missing is bought from the two neighbours
and, with Bilkis, one unit from the bank (L20). A legal plan buys the smallest possible number of
units (C4.6).
"""

from typing import Any

import numpy as np

from heptapolis.codes import (
    CHOICES,
    COST_UNITS,
    FIRST_MANUFACTURED,
    FIRST_STAGE,
    RESOURCES,
    Target,
)
from heptapolis.kernel import common, inlined, jit
from heptapolis.kernel.classic.constants import FREE_GUILDS, PURPLE

IMPOSSIBLE = -1
PACKED = 20  # bits for one payment
PACKED_MASK = (1 << PACKED) - 1
ANY_RESOURCE = (1 << RESOURCES) - 1
NO_COINS = np.int64(0)
LEFT, RIGHT = np.int64(0), np.int64(1)
WONDER_STAGE = int(Target.WONDER_STAGE)


@jit
def neighbour(s: Any, city: Any, side: Any) -> Any:
    """The city to the left or right (C1.1)."""
    n = s.n_cities
    return (city + 1) % n if side == LEFT else (city + n - 1) % n


@jit
def price_class(resource: Any) -> Any:
    return 1 if resource >= FIRST_MANUFACTURED else 0


@jit
def pack_plan(bank: Any, left: Any, right: Any) -> Any:
    """A plan as one number, so that the fast path returns it without an array."""
    return (bank << (2 * PACKED)) + (left << PACKED) + right


@common
def plan_bank(plan: Any) -> Any:
    return plan >> (2 * PACKED)


@common
def plan_left(plan: Any) -> Any:
    return (plan >> PACKED) & PACKED_MASK


@common
def plan_right(plan: Any) -> Any:
    return plan & PACKED_MASK


@jit
def is_gift(s: Any, t: Any, city: Any, item: Any) -> Any:
    """Ramses: guilds cost nothing at all (L25)."""
    return s.powers[city] & FREE_GUILDS != 0 and t.color[item] == PURPLE


@jit
def printed_coins(s: Any, t: Any, city: Any, item: Any) -> Any:
    """Coins that a construction costs besides what is bought for it."""
    return 0 if is_gift(s, t, city, item) else np.int64(t.cost_coins[item])


@jit
def units_off(s: Any, t: Any, city: Any, item: Any) -> Any:
    """Units of any resource that leaders take off a construction (L26)."""
    target = WONDER_STAGE if item >= FIRST_STAGE else np.int64(t.color[item])
    return np.int64(s.fewer[city, target])


@inlined
def is_single(bits: Any) -> Any:
    return np.int64(bits) & (np.int64(bits) - 1) == 0


@inlined
def missing_mask(s: Any, t: Any, city: Any, item: Any) -> Any:
    """Bits of the resources that fixed production does not cover."""
    mask = 0
    for r in range(RESOURCES):
        if t.cost[item, r] > s.produce[city, r]:
            mask |= 1 << r
    return mask


@jit
def each_is_single(choices: Any, n: Any, mask: Any) -> Any:
    """No producer of choice could serve two of the resources."""
    for k in range(n):
        if not is_single(choices[k] & mask):
            return False
    return True


@inlined
def is_separable(s: Any, city: Any, left: Any, right: Any, mask: Any) -> Any:
    """Each missing resource stands for itself: no producer could serve two of them."""
    return (
        each_is_single(s.choice[city], s.n_choice[city], mask)
        and each_is_single(s.sold_choice[left], s.n_sold_choice[left], mask)
        and each_is_single(s.sold_choice[right], s.n_sold_choice[right], mask)
    )


@jit
def units_offered(s: Any, seller: Any, resource: Any) -> Any:
    """Units of a resource that a city can sell, if it sells nothing else."""
    units = np.int64(s.sold[seller, resource])
    for k in range(s.n_sold_choice[seller]):
        units += (s.sold_choice[seller, k] >> resource) & 1
    return units


@inlined
def is_hopeless(
    s: Any, t: Any, city: Any, item: Any, left: Any, right: Any, mask: Any, purse: Any
) -> Any:
    """Too few units, or too dear, even if every producer of choice served each resource."""
    least = np.int64(0)
    for r in range(RESOURCES):
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
def cheapest(s: Any, t: Any, city: Any, item: Any, work: Any) -> Any:
    """The first plan of C4.6 as one number, or IMPOSSIBLE."""
    if is_gift(s, t, city, item):
        return 0
    purse = s.coins[city] - t.cost_coins[item]
    if purse < 0:
        return IMPOSSIBLE
    mask = missing_mask(s, t, city, item) if t.cost_units[item] else 0
    if mask == 0:
        return 0
    left, right = neighbour(s, city, LEFT), neighbour(s, city, RIGHT)
    is_helped = s.bank_price[city] > 0 or units_off(s, t, city, item) > 0
    if is_helped or not is_separable(s, city, left, right, mask):
        if not is_helped and is_hopeless(s, t, city, item, left, right, mask, purse):
            return IMPOSSIBLE
        rows = work.plans
        n = plans(s, t, city, item, rows)
        return pack_plan(rows[0, 0], rows[0, 1], rows[0, 2]) if n else IMPOSSIBLE
    to_left = to_right = np.int64(0)
    for r in range(RESOURCES):
        if (mask >> r) & 1 == 0:
            continue
        need = t.cost[item, r] - s.produce[city, r]
        for k in range(s.n_choice[city]):
            need -= (s.choice[city, k] >> r) & 1
        if need <= 0:
            continue
        price_left = s.price[city, LEFT, price_class(r)]
        price_right = s.price[city, RIGHT, price_class(r)]
        from_left, from_right = units_offered(s, left, r), units_offered(s, right, r)
        if from_left + from_right < need:
            return IMPOSSIBLE
        if price_left < price_right:
            from_left = min(from_left, need)
            from_right = need - from_left
        else:
            from_right = min(from_right, need)
            from_left = need - from_right
        to_left += from_left * price_left
        to_right += from_right * price_right
        if to_left + to_right > purse:
            return IMPOSSIBLE
    return pack_plan(NO_COINS, to_left, to_right)


@jit
def mark_coverable(
    resources: Any, n: Any, fixed: Any, choices: Any, n_choices: Any, digits: Any,
    size: Any, result: Any,
) -> None:  # fmt: skip
    """For every part of the need: can these producers make all of it at once?

    By Hall's theorem they can if, for every set of resources, what fixed production leaves over
    is no more than the number of producers of choice that make any of the set.
    """
    sets = 1 << n
    reach = np.zeros(128, np.int64)
    for chosen in range(1, sets):
        goods = 0
        for j in range(n):
            if (chosen >> j) & 1:
                goods |= 1 << resources[j]
        for k in range(n_choices):
            if choices[k] & goods:
                reach[chosen] += 1
    for part in range(size):
        result[part] = True
        for chosen in range(1, sets):
            left_over = 0
            for j in range(n):
                if (chosen >> j) & 1:
                    left_over += max(0, digits[part, j] - fixed[resources[j]])
            if left_over > reach[chosen]:
                result[part] = False
                break


@inlined
def own_choices(s: Any, t: Any, city: Any, item: Any, choices: Any) -> Any:
    """The producers of choice for a construction, those of any resource included; how many."""
    n = np.int64(s.n_choice[city])
    choices[:n] = s.choice[city, :n]
    for _ in range(min(units_off(s, t, city, item), COST_UNITS)):
        choices[n] = ANY_RESOURCE
        n += 1
    return n


@inlined
def list_missing(s: Any, t: Any, city: Any, item: Any, resources: Any, need: Any) -> Any:
    """The resources that production leaves missing, with their units; returns how many."""
    n = np.int64(0)
    for r in range(RESOURCES):
        lack = t.cost[item, r] - s.produce[city, r]
        if lack > 0:
            resources[n], need[n] = r, lack
            n += 1
    return n


@jit
def weigh_parts(need: Any, n: Any, weight: Any) -> Any:
    """A part of the need is a number whose digits say how many units of each resource it takes:
    writes the weight of each digit, returns how many parts there are."""
    size = np.int64(1)
    for j in range(n):
        weight[j] = size
        size *= need[j] + 1
    return size


@inlined
def price_parts(
    s: Any, city: Any, resources: Any, need: Any, weight: Any, n: Any, digits: Any, units: Any,
    coins: Any,
) -> None:  # fmt: skip
    """For every part of the need: its units, by resource and in all, and what each side asks."""
    for part in range(units.shape[0]):
        for j in range(n):
            digits[part, j] = part // weight[j] % (need[j] + 1)
            units[part] += digits[part, j]
            for side in range(2):
                price = s.price[city, side, price_class(resources[j])]
                coins[part, side] += digits[part, j] * price


@jit
def plans(s: Any, t: Any, city: Any, item: Any, rows: Any) -> Any:
    """Every legal plan as a row (bank, left, right), in the order of C4.6; returns how many."""
    return plans_within(s, t, city, item, s.coins[city] - printed_coins(s, t, city, item), rows)


@jit
def plans_within(s: Any, t: Any, city: Any, item: Any, purse: Any, rows: Any) -> Any:
    """The same, as far as these coins go: what is printed has been paid."""
    gift = is_gift(s, t, city, item)
    if purse < 0:
        return 0
    need, resources = np.zeros(RESOURCES, np.int64), np.zeros(RESOURCES, np.int64)
    n = list_missing(s, t, city, item, resources, need)
    if n == 0 or gift:
        rows[0, 0] = rows[0, 1] = rows[0, 2] = 0
        return 1
    weight = np.zeros(RESOURCES, np.int64)
    size = weigh_parts(need, n, weight)
    digits, coins = np.zeros((size, n), np.int64), np.zeros((size, 2), np.int64)
    units = np.zeros(size, np.int64)
    price_parts(s, city, resources, need, weight, n, digits, units, coins)
    left, right = neighbour(s, city, LEFT), neighbour(s, city, RIGHT)
    own_can, left_can, right_can = (
        np.zeros(size, np.bool_), np.zeros(size, np.bool_), np.zeros(size, np.bool_),
    )  # fmt: skip
    nothing = np.zeros(RESOURCES, np.int16)
    choices = np.zeros(CHOICES + COST_UNITS, np.uint8)
    n_choices = own_choices(s, t, city, item, choices)
    mark_coverable(resources, n, nothing, choices, n_choices, digits, size, own_can)
    for seller, can in ((left, left_can), (right, right_can)):
        mark_coverable(
            resources, n, s.sold[seller], s.sold_choice[seller],
            np.int64(s.n_sold_choice[seller]), digits, size, can,
        )  # fmt: skip
    most = 0
    for part in range(size):
        if own_can[part] and units[part] > most:
            most = units[part]
    bank = np.int64(s.bank_price[city])
    n_plans = np.int64(0)
    for own in range(size):
        if not own_can[own] or units[own] < most:
            continue
        bought = size - 1 - own
        n_plans = split(
            bought, NO_COINS, purse, digits, n, left_can, right_can, coins, rows, n_plans
        )
        for j in range(n):  # one unit may come from the bank
            if bank > 0 and digits[bought, j] > 0 and bank <= purse:
                rest = bought - weight[j]
                n_plans = split(
                    rest, bank, purse, digits, n, left_can, right_can, coins, rows, n_plans
                )
    return n_plans


@jit
def split(
    bought: Any, bank: Any, purse: Any, digits: Any, n: Any, left_can: Any, right_can: Any,
    coins: Any, rows: Any, n_plans: Any,
) -> Any:  # fmt: skip
    """Every way to buy a part of the need from the two neighbours; the new number of plans."""
    for part in range(bought + 1):
        if not left_can[part] or not right_can[bought - part]:
            continue
        fits = True
        for j in range(n):
            if digits[part, j] > digits[bought, j]:
                fits = False
                break
        to_left, to_right = coins[part, LEFT], coins[bought - part, RIGHT]
        if fits and bank + to_left + to_right <= purse:
            n_plans = insert_plan(rows, n_plans, bank, to_left, to_right)
    return n_plans


@common
def insert_plan(rows: Any, n: Any, bank: Any, left: Any, right: Any) -> Any:
    """Keep the rows in the order of C4.6 and each only once; returns the new number of rows."""
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


# ── why not ──────────────────────────────────────────────────────────────────────────────────────


@jit
def missing_units(s: Any, t: Any, city: Any, item: Any, rows: Any) -> Any:
    """Units that a construction lacks however many coins there are: nobody makes or sells them.

    Every smallest set of them is a row, by resource; returns how many, 0 if nothing is missing.
    """
    need, resources = np.zeros(RESOURCES, np.int64), np.zeros(RESOURCES, np.int64)
    n = list_missing(s, t, city, item, resources, need)
    if n == 0 or is_gift(s, t, city, item):
        return np.int64(0)
    weight = np.zeros(RESOURCES, np.int64)
    size = weigh_parts(need, n, weight)
    digits, coins = np.zeros((size, n), np.int64), np.zeros((size, 2), np.int64)
    units = np.zeros(size, np.int64)
    price_parts(s, city, resources, need, weight, n, digits, units, coins)
    fixed = np.zeros(RESOURCES, np.int16)
    choices = np.zeros(3 * CHOICES + COST_UNITS + 1, np.uint8)
    n_choices = list_producers(s, t, city, item, fixed, choices)
    can = np.zeros(size, np.bool_)
    mark_coverable(resources, n, fixed, choices, n_choices, digits, size, can)
    most = np.int64(0)
    for part in range(size):
        if can[part]:
            most = max(most, units[part])
    n_rows = np.int64(0)
    for part in range(size - 1):  # the last one is the whole need
        if can[size - 1]:
            break
        if can[part] and units[part] == most and n_rows < rows.shape[0]:
            rows[n_rows, :] = 0
            for j in range(n):
                rows[n_rows, resources[j]] = need[j] - digits[part, j]
            n_rows += 1
    return n_rows


@inlined
def list_producers(s: Any, t: Any, city: Any, item: Any, fixed: Any, choices: Any) -> Any:
    """All that a construction can draw on besides fixed own production: what neighbours sell,
    producers of choice, discounts, the bank; returns how many have a choice."""
    n = own_choices(s, t, city, item, choices)
    for side in (LEFT, RIGHT):
        seller = neighbour(s, city, side)
        for r in range(RESOURCES):
            fixed[r] += s.sold[seller, r]
        for k in range(s.n_sold_choice[seller]):
            choices[n] = s.sold_choice[seller, k]
            n += 1
    if s.bank_price[city] > 0:
        choices[n] = ANY_RESOURCE
        n += 1
    return n
