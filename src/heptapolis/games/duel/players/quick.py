"""Quick play of Duel: the moves of both seats below the tree of a search.

Every card and wonder has a precomputed worth; chance adds to it, and the best affordable move is
chosen. Most prices are never computed.
"""

from typing import Any

import numpy as np

from heptapolis.codes import Color
from heptapolis.games.duel.codes import DUEL_ITEMS, FIRST_WONDER, GOODS
from heptapolis.games.duel.players.greedy import (
    GOODS_COLUMN,
    VICTORY_WORTH,
    time_left,
)
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.city import can_build, can_pay, count
from heptapolis.games.duel.rules.state import SYMBOLS
from heptapolis.games.duel.rules.turns import list_moves, strength
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.bits import count_bits, first_bit, nth_bit
from heptapolis.kernel.chance import draw, random_below
from heptapolis.kernel.types import (
    Card,
    Flags,
    Floats,
    Index,
    Item,
    Kind,
    Random,
    Real,
    Seat,
    State,
    Tables,
    Workspace,
)
from heptapolis.kernel.word_bits import size

DENIAL = 0.5 * VICTORY_WORTH  # for taking what would win the opponent the game
GREEN, GREY, YELLOW_CARD = np.int64(Color.GREEN), np.int64(Color.GREY), np.int64(Color.YELLOW)
OTHER_SYMBOLS = 2  # symbols without a green card: of a token, and the next one
DIGIT, FIVE_DIGITS = 12, 60  # bits of one random digit, and of five
BASE = 1 << DIGIT
COUNTS, LEARNS, FIGHTS = np.int64(1), np.int64(2), np.int64(4)  # what makes an item special
FIXED, GROWTH = 0, 1  # columns of a worth: always, and by the part of the game that is left

# Weights of a player below the tree, in the unit of its noise. `lab/tune_quick.py` found
# them: with these, quick play comes closest to the choices of our network.
(
    POINT,
    COIN,
    SHIELD,
    SIEGE,
    NEW_SYMBOL,
    PAIR,
    RACE,
    RAW,
    MANUFACTURED,
    CHOICE,
    FIXED_PRICE,
    PER_POINT,
    EXTRA_TURN,
    DESTROY,
    ROBBED_COIN,
    REVIVAL,
    TOKENS,
    CHAIN,
    YELLOW,
    PRINTED_COIN,
    SALE,
    WONDERS,
) = range(22)
FACT_WEIGHTS = np.array(
    [
        [0.51, -0.89],
        [0.17, 0.0],
        [1.88, -2.66],
        [0.17, 0.0],
        [-0.11, 1.93],
        [3.22, 0.0],
        [1.52, 0.0],
        [0.03, 1.83],
        [-0.15, 3.09],
        [1.01, 1.44],
        [-0.30, 2.06],
        [0.39, 0.0],
        [0.63, 0.0],
        [0.98, 0.0],
        [0.27, 0.0],
        [1.47, 0.0],
        [1.93, 0.0],
        [0.24, 0.0],
        [1.0, 0.0],
        [-0.24, 0.0],
        [1.85, -1.34],
        [-0.87, -2.10],
    ]
)
SAFE_SYMBOLS, SAFE_SPACES = 2, 4  # below these an early victory is not near


@jit
def weigh_items(t: Tables, worth: Floats, special: Flags) -> None:
    """Write the worth of every item independent of the cities."""
    for item in range(1, DUEL_ITEMS):
        raw, made = np.int64(0), np.int64(0)
        for k in range(len(GOODS)):
            units = np.int64(t.produce[item, GOODS_COLUMN[k]])
            if t.color[item] == GREY:
                made += units
            else:
                raw += units
        fixes = t.fixed_price[item].sum() > 0
        chains = size(t.frees[item, 0]) + size(t.frees[item, 1]) if item < FIRST_WONDER else 0
        for column in range(2):
            w = FACT_WEIGHTS[:, column]
            value = w[POINT] * t.points[item] + w[COIN] * t.coins[item]
            value += w[SHIELD] * t.shields[item] + w[RAW] * raw + w[MANUFACTURED] * made
            value += w[CHOICE] * (t.choice[item] > 0) + w[FIXED_PRICE] * fixes
            value += w[EXTRA_TURN] * t.extra_turn[item] + w[DESTROY] * (t.destroy[item] > 0)
            value += w[ROBBED_COIN] * t.opponent_lose_coins[item]
            value += w[REVIVAL] * (t.build_from_discard[item] > 0)
            value += w[TOKENS] * (t.draw_tokens[item] > 0) + w[CHAIN] * chains
            value += w[PRINTED_COIN] * t.cost_coins[item]
            value += w[YELLOW] * (item < FIRST_WONDER and t.color[item] == YELLOW_CARD)
            value += w[WONDERS] * (item >= FIRST_WONDER)
            worth[item, column] = value
        special[item] = 0
        if t.points_per_amount[item] != 0:
            special[item] |= COUNTS
        if t.science[item] > 0:
            special[item] |= LEARNS
        if t.shields[item] > 0:
            special[item] |= FIGHTS


@jit
def n_symbols(s: State, seat: Seat) -> Any:
    """Return the number of different symbols of a city, if there may be more than a few."""
    different = np.int64(0)
    if np.int64(s.colors[seat, GREEN]) + OTHER_SYMBOLS > SAFE_SYMBOLS:
        for k in range(1, SYMBOLS):
            different += 1 if s.symbols[seat, k] > 0 else 0
    return different


@jit
def is_winning(s: State, t: Tables, seat: Seat, item: Item) -> Any:
    """Return whether the item would end the game: the last symbol, or the marker at the capital."""
    symbol = t.science[item]
    is_new = symbol > 0 and s.symbols[seat, symbol] == 0
    if is_new and n_symbols(s, seat) + 1 >= t.symbols_to_win:
        return True
    if t.shields[item] > 0:
        ahead = -s.marker if seat else s.marker
        return ahead + strength(s, t, seat, item) >= t.capital
    return False


@jit
def worth_of(s: State, t: Tables, seat: Seat, item: Item, left: Real, work: Workspace) -> Any:
    """Return the worth of an item to a seat now, unless it wins the game."""
    value = work.worth[item, FIXED] + work.worth[item, GROWTH] * left
    special = work.special[item]
    if special == 0:
        return value
    if special & COUNTS:
        what, whose = np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item])
        counted = count(s, seat, what, whose, np.int64(t.points_per_per[item]))
        value += FACT_WEIGHTS[PER_POINT, FIXED] * t.points_per_amount[item] * counted
    if special & LEARNS:
        value += worth_of_symbol(s, seat, t.science[item], left)
    if special & FIGHTS:
        ahead = (-s.marker if seat else s.marker) + t.shields[item]
        value += FACT_WEIGHTS[SIEGE, FIXED] * t.shields[item] * max(0, ahead - SAFE_SPACES)
    return value


@jit
def urgency(s: State, t: Tables, seat: Seat, item: Item, work: Workspace) -> Any:
    """Return the extra worth of an item that would win the game for one of the two."""
    if work.special[item] & (LEARNS | FIGHTS):
        if is_winning(s, t, seat, item):
            return VICTORY_WORTH
        if item < FIRST_WONDER and is_winning(s, t, 1 - seat, item):
            return DENIAL
    return 0.0


@jit
def worth_of_symbol(s: State, seat: Seat, symbol: Index, left: Real) -> Any:
    """Return the worth of a symbol: a new one counts more the more there are; the second of a kind
    brings a token."""
    if s.symbols[seat, symbol] == 0:
        near = max(0, n_symbols(s, seat) - SAFE_SYMBOLS)
        race = FACT_WEIGHTS[RACE, FIXED] * near
        return FACT_WEIGHTS[NEW_SYMBOL, FIXED] + FACT_WEIGHTS[NEW_SYMBOL, GROWTH] * left + race
    return FACT_WEIGHTS[PAIR, FIXED] if s.symbols[seat, symbol] == 1 else 0.0


@jit
def move_prior(
    s: State, t: Tables, kind: Kind, card: Card, wonder: Item, left: Real, work: Workspace
) -> Any:
    """Return the worth of a move of a turn in quick play, unless it wins the game."""
    if kind == c.DISCARD:
        return worth_of_sale(left)
    return worth_of(s, t, s.seat, card if kind == c.BUILD else wonder, left, work)


@inlined
def worth_of_sale(left: Real) -> Any:
    return FACT_WEIGHTS[SALE, FIXED] + FACT_WEIGHTS[SALE, GROWTH] * left


@inlined
def quick_move(s: State, t: Tables, noise: Real, rng: Random, work: Workspace) -> Any:
    """Return a kind, a card and a wonder for the seat to move."""
    kind, card, wonder = c.DISCARD, c.NONE, c.NONE
    if s.phase != c.TURN:
        moves = work.moves
        row = random_below(rng, list_moves(s, t, moves))
        kind, card, wonder = moves[row, 0], moves[row, 1], moves[row, 2]
    else:
        seat, left, scale = s.seat, time_left(s), noise / BASE
        waste = np.int64(
            s.layout[s.age - 1, nth_bit(s.open, random_below(rng, count_bits(s.open)))]
        )
        card, chance = waste, five_digits(rng)
        most = worth_of_sale(left) + scale * (chance & (BASE - 1))
        rest = s.open
        while rest != 0:
            one = np.int64(s.layout[s.age - 1, first_bit(rest)])
            rest &= rest - 1
            chance = chance >> DIGIT if chance >= 2 * BASE else five_digits(rng)
            value = worth_of(s, t, seat, one, left, work) + scale * (chance & (BASE - 1))
            urgent = urgency(s, t, seat, one, work)
            value += urgent
            if value > most:
                if can_build(s, t, seat, one):
                    kind, card, most = c.BUILD, one, value
                elif urgent == DENIAL:
                    kind, card, most, waste = c.DISCARD, one, value, one
        rest = np.int64(s.unbuilt[seat])
        while rest != 0:
            one = FIRST_WONDER + first_bit(rest)
            rest &= rest - 1
            chance = chance >> DIGIT if chance >= 2 * BASE else five_digits(rng)
            value = worth_of(s, t, seat, one, left, work) + scale * (chance & (BASE - 1))
            value += urgency(s, t, seat, one, work)
            if value > most and can_pay(s, t, seat, one):
                kind, card, wonder, most = c.WONDER, waste, one, value
    return kind, card, wonder


@inlined
def five_digits(rng: Random) -> Any:
    """Return five random digits, and above them a 1 that marks the end."""
    return np.int64(draw(rng) >> np.uint64(64 - FIVE_DIGITS)) | (c.ONE << FIVE_DIGITS)
