"""Quick play of Duel: what both do below the tree of a search.

Every card and wonder has a worth that is known before; chance adds to it, and the best that the
city can have is done. Most prices are never worked out.
"""

from typing import Any

import numpy as np

from heptapolis.codes import DUEL_ITEMS, FIRST_WONDER, GOODS, Color
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.bits import count_bits, first_bit, nth_bit
from heptapolis.kernel.chance import below, draw
from heptapolis.kernel.duel.city import can_build, can_pay, count
from heptapolis.kernel.duel.greedy import (
    COIN,
    GOOD,
    GOODS_COLUMN,
    SHIELD,
    SYMBOL,
    TOKEN,
    TURNS,
    WON,
    time_left,
)
from heptapolis.kernel.duel.rules import (
    BUILD,
    DISCARD,
    NONE,
    ONE,
    TURN,
    WONDER,
    list_moves,
    sale_coins,
    strength,
)
from heptapolis.kernel.duel.state import SYMBOLS

DENIAL = 0.5 * WON  # for taking what would win the opponent the game
GREEN = np.int64(Color.GREEN)
FROM_ELSEWHERE = 2  # symbols that need no green card before: of a token, and the one to come
DIGIT, FIVE = 12, 60  # bits of a piece of chance, and of five
BASE = 1 << DIGIT
COUNTS, LEARNS, FIGHTS = np.int64(1), np.int64(2), np.int64(4)  # what makes an item special
FIXED, LASTING = 0, 1  # columns of what an item is worth: always, and by the part that is left


@jit
def weigh_items(t: Any, w: Any, worth: Any, special: Any) -> None:
    """What every item is worth whatever the cities are, the printed coins deducted."""
    for item in range(1, DUEL_ITEMS):
        value = np.float64(t.points[item]) + w[COIN] * t.coins[item]
        value += (w[SHIELD] + 0.5) * t.shields[item] + w[COIN] * t.opponent_lose_coins[item]
        value += w[TURNS] * t.extra_turn[item] + (2.0 if t.destroy[item] > 0 else 0.0)
        value += 3.0 * t.build_from_discard[item] + (w[TOKEN] if t.draw_tokens[item] > 0 else 0.0)
        value += w[GOOD] if t.choice[item] > 0 else 0.0
        value += w[SYMBOL] if t.science[item] > 0 else 0.0
        worth[item, FIXED] = value - w[COIN] * t.cost_coins[item]
        units = 0
        for k in range(len(GOODS)):
            units += t.produce[item, GOODS_COLUMN[k]]
        worth[item, LASTING] = w[GOOD] * 0.6 * units
        special[item] = 0
        if t.points_per_amount[item] != 0:
            special[item] |= COUNTS
        if t.science[item] > 0:
            special[item] |= LEARNS
        if t.shields[item] > 0:
            special[item] |= FIGHTS


@jit
def wins_by(s: Any, t: Any, seat: Any, item: Any) -> Any:
    """The item would end the game: the last symbol, or the marker at the capital."""
    symbol, greens = t.science[item], np.int64(s.colors[seat, GREEN])
    if symbol > 0 and greens + FROM_ELSEWHERE >= t.symbols_to_win and s.symbols[seat, symbol] == 0:
        different = 1
        for k in range(1, SYMBOLS):
            different += 1 if s.symbols[seat, k] > 0 else 0
        if different >= t.symbols_to_win:
            return True
    if t.shields[item] > 0:
        ahead = -s.marker if seat else s.marker
        return ahead + strength(s, t, seat, item) >= t.capital
    return False


@jit
def worth_of(s: Any, t: Any, seat: Any, item: Any, left: Any, w: Any, work: Any) -> Any:
    """What an item is worth to a seat now."""
    value = work.worth[item, FIXED] + work.worth[item, LASTING] * left
    special = work.special[item]
    if special == 0:
        return value
    if special & COUNTS:
        what, whose = np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item])
        counted = count(s, seat, what, whose, np.int64(t.points_per_per[item]))
        value += t.points_per_amount[item] * counted
    if special & LEARNS and s.symbols[seat, t.science[item]] == 1:
        value += w[TOKEN]
    if special & (LEARNS | FIGHTS):
        if wins_by(s, t, seat, item):
            return WON
        if item < FIRST_WONDER and wins_by(s, t, 1 - seat, item):
            return value + DENIAL
    return value


@inlined
def quick_move(s: Any, t: Any, w: Any, noise: Any, rng: Any, work: Any) -> None:
    """Choose for the seat to move; the move is ``work.drawn_move``."""
    kind, card, wonder = DISCARD, NONE, NONE
    if s.phase != TURN:
        moves = work.moves
        row = below(rng, list_moves(s, t, moves))
        kind, card, wonder = moves[row, 0], moves[row, 1], moves[row, 2]
    else:
        seat, left, scale = s.seat, time_left(s), noise / BASE
        waste = np.int64(s.layout[s.age - 1, nth_bit(s.open, below(rng, count_bits(s.open)))])
        card, chance = waste, five_digits(rng)
        most = w[COIN] * sale_coins(s, t, seat) + scale * (chance & (BASE - 1))
        rest = s.open
        while rest != 0:
            one = np.int64(s.layout[s.age - 1, first_bit(rest)])
            rest &= rest - 1
            chance = chance >> DIGIT if chance >= 2 * BASE else five_digits(rng)
            value = worth_of(s, t, seat, one, left, w, work) + scale * (chance & (BASE - 1))
            if value > most:
                if can_build(s, t, seat, one):
                    kind, card, most = BUILD, one, value
                elif DENIAL < value < WON:
                    kind, card, most, waste = DISCARD, one, value, one
        rest = np.int64(s.unbuilt[seat])
        while rest != 0:
            one = FIRST_WONDER + first_bit(rest)
            rest &= rest - 1
            chance = chance >> DIGIT if chance >= 2 * BASE else five_digits(rng)
            value = worth_of(s, t, seat, one, left, w, work) + scale * (chance & (BASE - 1))
            if value > most and can_pay(s, t, seat, one):
                kind, card, wonder, most = WONDER, waste, one, value
    work.drawn_move[0], work.drawn_move[1], work.drawn_move[2] = kind, card, wonder


@inlined
def five_digits(rng: Any) -> Any:
    """Five pieces of chance, and above them a 1 that tells when they are used up."""
    return np.int64(draw(rng) >> np.uint64(64 - FIVE)) | (ONE << FIVE)
