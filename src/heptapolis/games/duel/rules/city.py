"""A city of Duel: production, costs of constructions, counting.

All fields are updated card by card; `recount` derives them anew.
"""

from typing import Any

import numpy as np

from heptapolis.codes import Counted, Target, Whose
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    GOODS,
    TOKENS,
    DuelCounted,
)
from heptapolis.games.duel.rules.state import COLORS, MASKS, TARGETS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.bits import count_bits
from heptapolis.kernel.types import Bits, Card, Count, Index, Item, Seat, State, Tables

KINDS = len(GOODS)
GOOD = np.array([int(good) for good in GOODS])  # a good's column in the tables
DIGIT = 8  # bits for the number of units of one good
LAST_DIGIT = (1 << DIGIT) - 1
# The digits of every set of goods.
DIGITS_OF = np.array(
    [sum(LAST_DIGIT << (DIGIT * k) for k in range(KINDS) if some >> k & 1) for some in range(MASKS)]
)
WONDER_TARGET = np.int64(Target.WONDER)
WONDER = np.int64(DuelCounted.WONDER)
PROGRESS_TOKEN = np.int64(DuelCounted.PROGRESS_TOKEN)
COINS = np.int64(Counted.COINS)
SELF, LARGER_CITY = np.int64(Whose.SELF), np.int64(Whose.LARGER_CITY)


# ── costs ────────────────────────────────────────────────────────────────────────────────────────


@jit
def has(s: State, seat: Seat, card: Card) -> Any:
    """Return whether the card stands in the city."""
    bit = np.int64(card) - 1
    return (s.built[seat, bit >> 6] >> (bit & 63)) & 1 == 1


@jit
def has_chain(s: State, t: Tables, seat: Seat, card: Card) -> Any:
    """Return whether a card of the city makes this one free (D15)."""
    for k in range(t.chain.shape[1]):
        source = np.int64(t.chain[card, k])
        if source == 0:
            return False
        if has(s, seat, source):
            return True
    return False


@jit
def trade(s: State, t: Tables, seat: Seat, item: Item) -> Any:
    """Return the fewest coins that buy what the city lacks for a card or wonder (D11-D14)."""
    coins, missing = np.int64(0), np.int64(0)
    if t.cost_units[item] == 0:
        return coins
    for k in range(KINDS):
        lack = np.int64(t.cost[item, GOOD[k]]) - s.produce[seat, k]
        if lack > 0:
            coins += lack * s.price[seat, k]
            missing |= 1 << k
    if missing == 0:
        return coins
    target = WONDER_TARGET if item >= FIRST_WONDER else np.int64(t.color[item])
    fewer = np.int64(s.fewer[seat, target])
    if fewer > 0 or s.makers[seat, missing] > 0:
        coins -= savings(s, t, seat, item, missing, fewer)
    return coins


@inlined
def savings(s: State, t: Tables, seat: Seat, item: Item, missing: Bits, fewer: Count) -> Any:
    """Return what producers of choice and discounts save the city.

    A discount is a producer of any resource. Sets of units that the producers can make together are
    the independent sets of a transversal matroid, so taking the dearest unit that still fits, again
    and again, saves the most.
    """
    n_left = s.makers[seat, missing] + fewer  # producers that are still idle
    if n_left == 1:
        return best_saving(s, seat, missing, fewer)
    coins, made_units = np.int64(0), np.int64(0)
    rest = missing
    while rest != 0 and n_left > 0:
        best = np.int64(0)
        for k in range(KINDS):
            dearer = s.price[seat, k] > s.price[seat, best] or (rest >> best) & 1 == 0
            if (rest >> k) & 1 and dearer:
                best = np.int64(k)
        more = made_units + (1 << (DIGIT * best))
        if not fits(s, seat, more, best, missing, fewer):
            rest &= ~(1 << best)  # nor would another unit of it ever fit
            continue
        made_units = more
        n_left -= 1
        coins += s.price[seat, best]
        lack = np.int64(t.cost[item, GOOD[best]]) - s.produce[seat, best]
        if (made_units >> (DIGIT * best)) & LAST_DIGIT == lack:
            rest &= ~(1 << best)
    return coins


@inlined
def best_saving(s: State, seat: Seat, missing: Bits, fewer: Count) -> Any:
    """Return what a single producer saves: the price of the dearest missing good that it
    can make."""
    coins = np.int64(0)
    for k in range(KINDS):
        if (missing >> k) & 1 and s.makers[seat, 1 << k] + fewer > 0:
            coins = max(coins, np.int64(s.price[seat, k]))
    return coins


@inlined
def fits(s: State, seat: Seat, made_units: Bits, good: Index, missing: Bits, fewer: Count) -> Any:
    """Return whether the producers of choice can make all these units at once, given that they
    could before one unit of the good was added.

    By Hall's theorem: no set of goods may need more units than it has producers. Only sets with the
    added good can have become too large.
    """
    others = missing & ~(1 << good)
    some = others
    while True:
        chosen = some | (1 << good)
        if count_units(made_units & DIGITS_OF[chosen]) > s.makers[seat, chosen] + fewer:
            return False
        if some == 0:
            return True
        some = (some - 1) & others


@inlined
def count_units(digits: Bits) -> Any:
    """Return the units of all five goods."""
    pairs = digits + (digits >> (2 * DIGIT))
    return (pairs & LAST_DIGIT) + ((pairs >> DIGIT) & LAST_DIGIT) + (digits >> (4 * DIGIT))


@jit
def price(s: State, t: Tables, seat: Seat, item: Item) -> Any:
    """Return the printed coins and the coins for bought goods; a chain makes a card free (D15)."""
    if item < FIRST_WONDER and has_chain(s, t, seat, item):
        return np.int64(0)
    return np.int64(t.cost_coins[item]) + trade(s, t, seat, item)


@jit
def can_build(s: State, t: Tables, seat: Seat, card: Card) -> Any:
    """Return whether the city has the card's chain or can pay for it."""
    return has_chain(s, t, seat, card) or can_pay(s, t, seat, card)


@jit
def can_pay(s: State, t: Tables, seat: Seat, item: Item) -> Any:
    """Return whether the treasury covers the printed coins and the missing resources."""
    purse = s.coins[seat] - t.cost_coins[item]
    return purse >= 0 and trade(s, t, seat, item) <= purse


# ── contents of the city ──────────────────────────────────────────────────────────────────────────


@jit
def enter(s: State, t: Tables, seat: Seat, card: Card) -> None:
    """Add a card to the buildings of the city; `apply_item` applies its effect."""
    bit = np.int64(card) - 1
    s.built[seat, bit >> 6] |= 1 << (bit & 63)
    s.colors[seat, t.color[card]] += 1


@jit
def apply_item(s: State, t: Tables, seat: Seat, item: Item) -> None:
    """Apply or undo the lasting changes of a card, wonder or token."""
    other = 1 - seat
    for k in range(KINDS):
        units = np.int64(t.produce[item, GOOD[k]])
        if units > 0:
            s.produce[seat, k] += units
            if t.sold[item] == 1:
                s.sold[seat, k] += units
                if s.fixed[other, k] == 0:
                    s.price[other, k] += units
        fixed = np.int64(t.fixed_price[item, GOOD[k]])
        if fixed > 0 and (s.fixed[seat, k] == 0 or fixed < s.fixed[seat, k]):
            s.fixed[seat, k] = s.price[seat, k] = fixed
    if t.choice[item] > 0:
        add_maker(s, seat, np.int64(t.choice[item]))
    if t.science[item] > 0:
        s.symbols[seat, t.science[item]] += 1
    if t.fewer_units[item] > 0:
        s.fewer[seat, t.fewer_target[item]] += t.fewer_units[item]
    s.economy[seat] |= t.gain_opponent_trade[item]
    s.strategy[seat] += t.bonus_shields[item]
    s.theology[seat] |= t.wonders_extra_turn[item]
    s.urbanism[seat] += t.coins_per_chain_build[item]


@jit
def add_maker(s: State, seat: Seat, choice: Bits) -> None:
    """Add a producer of choice to every set of goods with one of its own (D13)."""
    own = np.int64(0)
    for k in range(KINDS):
        own |= ((choice >> GOOD[k]) & 1) << k
    for some in range(1, MASKS):
        if some & own:
            s.makers[seat, some] += 1


@jit
def recount(s: State, t: Tables, seat: Seat) -> None:
    """Derive anew everything that follows from the city's cards, wonders and tokens."""
    clear(s, t, seat)
    for card in range(1, t.n_cards + 1):
        if has(s, seat, card):
            enter(s, t, seat, card)
            apply_item(s, t, seat, card)
    for k in range(DUEL_WONDERS):
        if (s.raised[seat] >> k) & 1:
            apply_item(s, t, seat, FIRST_WONDER + k)
    for k in range(TOKENS):
        if (s.tokens[seat] >> k) & 1:
            apply_item(s, t, seat, FIRST_TOKEN + k)


@inlined
def clear(s: State, t: Tables, seat: Seat) -> None:
    """Empty a city."""
    other = 1 - seat
    for k in range(KINDS):
        s.produce[seat, k] = s.sold[seat, k] = s.fixed[seat, k] = 0
        s.price[seat, k] = t.trade_price + s.sold[other, k]
        s.price[other, k] = s.fixed[other, k] if s.fixed[other, k] > 0 else t.trade_price
    for some in range(MASKS):
        s.makers[seat, some] = 0
    for target in range(TARGETS):
        s.fewer[seat, target] = 0
    for k in range(COLORS):
        s.colors[seat, k] = s.symbols[seat, k] = 0
    s.economy[seat] = s.strategy[seat] = s.theology[seat] = s.urbanism[seat] = 0


# ── counting ─────────────────────────────────────────────────────────────────────────────────────


@jit
def count(s: State, seat: Seat, what: Bits, whose: Bits, per: Count) -> Any:
    """Count things in groups of ``per``: in the own city, or in the one with more (D34)."""
    own = count_in(s, seat, what)
    total = own if whose & SELF else np.int64(0)
    if whose & LARGER_CITY:
        total += max(own, count_in(s, 1 - seat, what))
    return total // per


@jit
def count_in(s: State, seat: Seat, what: Bits) -> Any:
    """Count the things of one city named by the bits of ``what``."""
    total = np.int64(0)
    for color in range(1, COLORS):
        if (what >> color) & 1:
            total += s.colors[seat, color]
    if (what >> WONDER) & 1:
        total += count_bits(np.int64(s.raised[seat]))
    if (what >> PROGRESS_TOKEN) & 1:
        total += count_bits(np.int64(s.tokens[seat]))
    if (what >> COINS) & 1:
        total += s.coins[seat]
    return total
