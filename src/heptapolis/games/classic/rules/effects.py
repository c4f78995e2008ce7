"""The effects of a card, leader, board or stage on its city: lasting, once, or for each event."""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import draw_leaders
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.economy import LEFT, RIGHT, neighbour
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.rows import emit, insert_card
from heptapolis.kernel.types import Bits, Card, City, Coins, Count, Index, Item, Log, State, Tables


@jit
def enter(s: State, t: Tables, city: City, card: Card) -> None:
    """Add a card to the buildings of the city."""
    bit = np.int64(t.structure[card]) - 1
    s.built[city, bit >> 6] |= 1 << (bit & 63)
    s.city[city, s.n_city[city]] = card
    s.n_city[city] += 1
    s.colors[city, t.color[card]] += 1
    apply_item(s, t, city, card)


@jit
def join(s: State, t: Tables, city: City, leader: Item) -> None:
    """Put a leader into play."""
    s.recruited[city, s.n_recruited[city]] = leader
    s.n_recruited[city] += 1
    s.colors[city, c.WHITE] += 1
    apply_item(s, t, city, leader)


@jit
def apply_item(s: State, t: Tables, city: City, item: Item) -> None:
    """Apply the lasting changes of a card, leader, stage or board; `collect` adds its coins."""
    s.shields[city] += t.shields[item]
    if t.science[item] > 0:
        s.symbols[city, t.science[item]] += 1
    s.symbols[city, 0] += t.wild[item]
    for r in range(c.RESOURCES):
        s.produce[city, r] += t.produce[item, r]
        if t.sold[item] == 1:
            s.sold[city, r] += t.produce[item, r]
    if t.choice[item] > 0:
        # In order, so that the bytes of a city do not depend on the order of events.
        n = np.int64(s.n_choice[city])
        s.n_choice[city] = insert_card(s.choice[city], n, np.int64(t.choice[item]))
        if t.sold[item] == 1:
            n = np.int64(s.n_sold_choice[city])
            s.n_sold_choice[city] = insert_card(s.sold_choice[city], n, np.int64(t.choice[item]))
    for side in range(2):
        for kind in range(2):
            price = t.price[item, side, kind]
            if 0 < price < s.price[city, side, kind]:  # discounts never add up (C4.4)
                s.price[city, side, kind] = price
    if t.fewer_units[item] > 0:
        s.fewer[city, t.fewer_target[item]] += t.fewer_units[item]
    for event in range(c.EVENTS):
        s.bonus[city, event] += t.coins_on[item, event]
    if t.special[item] > 0:
        s.powers[city] |= 1 << np.int64(t.special[item])
        apply_special(s, t, city, item)
    hooks.apply(s, t, city, item)


@inlined
def apply_special(s: State, t: Tables, city: City, item: Item) -> None:
    """Apply powers that are more than a bit."""
    special, amount = np.int64(t.special[item]), t.special_amount[item]
    if special == c.FROM_DISCARD:
        s.digs[city, c.BY_LEADER if c.FIRST_LEADER <= item < c.FIRST_BOARD else c.BY_STAGE] += 1
    elif special == c.BANK_PURCHASE:
        dearer = s.bank_price[city] == 0 or amount < s.bank_price[city]
        s.bank_price[city] = amount if dearer else s.bank_price[city]
    elif special == c.TRADE_REBATE:
        s.rebate[city] += amount
    elif special == c.FREE_LEADERS:
        s.free_leaders[city] = max(s.free_leaders[city], amount)
    elif special == c.LEADER_DISCOUNT:
        s.leader_off[city] += amount
        s.leader_off_beside[city] += t.special_neighbours[item]
    elif special == c.RECRUIT_EXTRA:
        s.extra[city] += 1
    elif special == c.COPY_LEADER:
        s.courts[city] += 1


@jit
def collect(s: State, t: Tables, city: City, item: Item, log: Log) -> None:
    """Collect the coins of a card, leader or stage, counted after all actions of the turn, and Rome
    B's leaders."""
    if t.special[item] == c.DRAW_LEADERS:
        draw_leaders(s, city)
    coins = np.int64(t.coins[item])
    if t.coins_per_amount[item] > 0:
        counted = count(
            s, city, t.coins_per_what[item], t.coins_per_whose[item], t.coins_per_per[item]
        )
        coins += t.coins_per_amount[item] * counted
    gain(s, city, coins, item, log)
    hooks.receive(s, t, city, item, log)


@jit
def gain(s: State, city: City, coins: Coins, item: Item, log: Log) -> None:
    """Take coins from the bank; a house rule can be generous, a treasury has a floor and a
    ceiling."""
    coins = min(coins, c.MAX_COINS - s.coins[city])
    if coins > 0:
        s.coins[city] += coins
        emit(log, c.LOG_GAINED, city, item, coins, c.NONE, c.NONE)


@jit
def pay_bonus(s: State, t: Tables, city: City, event: Index, log: Log) -> None:
    """Pay coins for an event, from each thing that pays for it."""
    if s.bonus[city, event] == 0:
        return
    for item in range(1, t.coins_on.shape[0]):
        times = times_standing(s, city, item) if t.coins_on[item, event] > 0 else np.int64(0)
        gain(s, city, np.int64(t.coins_on[item, event]) * times, np.int64(item), log)


@inlined
def source_of(s: State, t: Tables, city: City, special: Index) -> Any:
    """Return the item that gives a city a power."""
    for item in range(1, t.special.shape[0]):
        if t.special[item] == special and times_standing(s, city, item) > 0:
            return np.int64(item)
    return c.NONE


@jit
def times_standing(s: State, city: City, item: Item) -> Any:
    """Return how often a card, leader, board or stage works for a city: a leader also as a copy."""
    n = np.int64(0)
    if item >= c.FIRST_STAGE:
        first = c.FIRST_STAGE + c.STAGES * (s.board[city] - c.FIRST_BOARD)
        return n + 1 if first <= item < first + s.stages[city] else n
    if item >= c.FIRST_BOARD:
        return n + 1 if s.board[city] == item else n
    for k in range(s.n_city[city]):
        n += 1 if s.city[city, k] == item else 0
    for k in range(s.n_recruited[city]):
        n += 1 if s.recruited[city, k] == item else 0
    for k in range(s.n_courted[city]):
        n += 1 if s.courted[city, k] == item else 0
    return n


@jit
def count(s: State, city: City, what: Bits, whose: Bits, per: Count) -> Any:
    """Count things in the own city and the neighbours', in groups of ``per``."""
    total = 0
    if whose & c.WHOSE_SELF:
        total += count_in(s, city, what) // per
    if whose & c.WHOSE_LEFT:
        total += count_in(s, neighbour(s, city, LEFT), what) // per
    if whose & c.WHOSE_RIGHT:
        total += count_in(s, neighbour(s, city, RIGHT), what) // per
    return total


@jit
def count_in(s: State, city: City, what: Bits) -> Any:
    """Count the things of one city named by the bits of ``what``."""
    total = 0
    for color in range(1, 9):
        if (what >> color) & 1:
            total += s.colors[city, color]
    if (what >> c.COUNT_WONDER_STAGE) & 1:
        total += s.stages[city]
    if (what >> c.COUNT_VICTORY_TOKEN) & 1:
        for age in range(c.AGES):
            total += s.victories[city, age]
    if (what >> c.COUNT_DEFEAT_TOKEN) & 1:
        total += s.defeats[city]
    if (what >> c.COUNT_COINS) & 1:
        total += s.coins[city]
    return total
