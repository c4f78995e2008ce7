"""The worth of a move of a turn by tastes, which guide the trees of a search.

Looking one move ahead shows the worth of a card to this city; tastes add experience with its kind,
early and late in the game.
"""

from typing import Any

import numpy as np

from heptapolis.codes import Color
from heptapolis.games.classic.players.greedy import turns_left
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.types import (
    Card,
    City,
    Coins,
    Floats,
    Index,
    Item,
    Kind,
    Real,
    State,
    Tables,
    Workspace,
)

FIXED, GROWTH = 0, 1  # columns of a worth: always, and by the part of the game that is left

# In temperatures of a choice, found by `lab/tune_tastes.py`: a player with these tastes and
# `WEIGHT` of the value one move ahead comes closest to the choices of our networks.
(
    STAGES_BUILT,
    UNBUILT_STAGE,
    SALE,
    FREE,
    BROWN,
    BLUE,
    YELLOW,
    RED,
    GREEN,
    PURPLE,
    RAW,
    MANUFACTURED,
    CHOICE,
    DISCOUNT,
    CHAIN,
    UNIT,
    COUNTED,
    COIN,
    PRINTED_COIN,
    BOUGHT_COIN,
    SECOND_SYMBOL,
    THIRD_SYMBOL,
    SYMBOL_SET,
) = range(23)
TASTES = np.array(
    [
        [-2.72, -3.60],
        [1.85, -1.15],
        [-0.62, -1.98],
        [-1.15, 0.0],
        [0.53, 0.49],
        [1.88, -3.48],
        [1.74, -0.64],
        [0.22, 1.35],
        [-1.40, 4.65],
        [0.89, 0.97],
        [-0.60, 0.98],
        [-0.51, 2.24],
        [-0.62, 2.05],
        [0.41, -0.68],
        [-1.09, 0.82],
        [0.22, 0.26],
        [-0.10, 2.57],
        [0.15, 0.0],
        [0.50, 0.0],
        [-0.14, -0.61],
        [2.28, 1.14],
        [2.44, 0.0],
        [1.97, 0.0],
    ]
)
TASTE_OF_COLOR = {
    Color.BROWN: BROWN,
    Color.BLUE: BLUE,
    Color.YELLOW: YELLOW,
    Color.RED: RED,
    Color.GREEN: GREEN,
    Color.PURPLE: PURPLE,
}
COLOR_TASTES = np.zeros((len(Color) + 1, 2))
for _color, _taste in TASTE_OF_COLOR.items():
    COLOR_TASTES[_color] = TASTES[_taste]


@jit
def weigh_items(t: Tables, worth: Floats) -> None:
    """Write the worth of every card and stage independent of the cities."""
    for item in range(1, c.ITEMS):
        if c.CARDS < item < c.FIRST_STAGE:
            continue
        raw, made, frees = np.int64(0), np.int64(0), np.int64(0)
        for r in range(c.RESOURCES):
            if r < c.FIRST_MANUFACTURED:
                raw += t.produce[item, r]
            else:
                made += t.produce[item, r]
        if item <= c.CARDS:
            for k in range(c.CHAINS):
                frees += 1 if t.frees[t.structure[item], k] > 0 else 0
        cheaper = t.price[item].sum() > 0
        for column in range(2):
            taste = TASTES[:, column]
            value = (
                taste[RAW] * raw + taste[MANUFACTURED] * made + taste[CHOICE] * (t.choice[item] > 0)
            )
            value += taste[DISCOUNT] * cheaper + taste[CHAIN] * frees
            value += taste[UNIT] * t.cost_units[item] + taste[COIN] * t.coins[item]
            value += taste[COUNTED] * (t.points_per_amount[item] != 0)
            if item <= c.CARDS:
                value += taste[PRINTED_COIN] * t.cost_coins[item]
                value += COLOR_TASTES[t.color[item], column]
            else:
                value += taste[STAGES_BUILT]
            worth[item, column] = value


@inlined
def part_left(s: State) -> Any:
    """Return the part of all turns that is still to come."""
    return turns_left(s) / (c.AGES * TURNS)


@jit
def glance(
    s: State,
    t: Tables,
    city: City,
    kind: Kind,
    card: Card,
    bought: Coins,
    stage: Item,
    left: Real,
    work: Workspace,
) -> Any:
    """Return the worth of a move of a turn by tastes; ``bought`` are coins paid to neighbours."""
    if kind == c.DISCARD:
        return at(SALE, left)
    item = stage if kind == c.STAGE else card
    value = work.tastes[item, FIXED] + work.tastes[item, GROWTH] * left
    value += at(BOUGHT_COIN, left) * bought
    if kind == c.STAGE:
        unbuilt = t.n_stages[s.board[city] - c.FIRST_BOARD] - s.stages[city]
        return value + at(UNBUILT_STAGE, left) * unbuilt
    if kind == c.BUILD_FREE:
        value += TASTES[FREE, FIXED]
    symbol = np.int64(t.science[item])
    if symbol > 0:
        value += taste_of_symbol(s, city, symbol, left)
    return value


@inlined
def at(taste: Index, left: Real) -> Any:
    return TASTES[taste, FIXED] + TASTES[taste, GROWTH] * left


@jit
def taste_of_symbol(s: State, city: City, symbol: Index, left: Real) -> Any:
    """Return the taste for a symbol: more of a kind, or the first of the last kind."""
    n = s.symbols[city, symbol]
    if n > 0:
        return at(SECOND_SYMBOL, left) if n == 1 else at(THIRD_SYMBOL, left)
    kinds = 0
    for k in range(1, 4):
        kinds += 1 if s.symbols[city, k] > 0 else 0
    return TASTES[SYMBOL_SET, FIXED] if kinds == 2 else 0.0
