"""Rate the moves of a turn before a search has tried them.

Looking one move ahead shows the worth of a card to this city; the prior adds experience with its
kind, early and late in the game.
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

# In temperatures of a choice, found by `lab/tune_move_prior.py`: a player with these weights and
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
PRIOR_WEIGHTS = np.array(
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
FEATURE_OF_COLOR = {
    Color.BROWN: BROWN,
    Color.BLUE: BLUE,
    Color.YELLOW: YELLOW,
    Color.RED: RED,
    Color.GREEN: GREEN,
    Color.PURPLE: PURPLE,
}
COLOR_WEIGHTS = np.zeros((len(Color) + 1, 2))
for _color, _feature in FEATURE_OF_COLOR.items():
    COLOR_WEIGHTS[_color] = PRIOR_WEIGHTS[_feature]


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
            w = PRIOR_WEIGHTS[:, column]
            value = w[RAW] * raw + w[MANUFACTURED] * made + w[CHOICE] * (t.choice[item] > 0)
            value += w[DISCOUNT] * cheaper + w[CHAIN] * frees
            value += w[UNIT] * t.cost_units[item] + w[COIN] * t.coins[item]
            value += w[COUNTED] * (t.points_per_amount[item] != 0)
            if item <= c.CARDS:
                value += w[PRINTED_COIN] * t.cost_coins[item]
                value += COLOR_WEIGHTS[t.color[item], column]
            else:
                value += w[STAGES_BUILT]
            worth[item, column] = value


@inlined
def part_left(s: State) -> Any:
    """Return the part of all turns that is still to come."""
    return turns_left(s) / (c.AGES * TURNS)


@jit
def move_prior(
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
    """Return the prior of a move of a turn; ``bought`` are coins paid to neighbours."""
    if kind == c.DISCARD:
        return weight_at(SALE, left)
    item = stage if kind == c.STAGE else card
    value = work.item_priors[item, FIXED] + work.item_priors[item, GROWTH] * left
    value += weight_at(BOUGHT_COIN, left) * bought
    if kind == c.STAGE:
        unbuilt = t.n_stages[s.board[city] - c.FIRST_BOARD] - s.stages[city]
        return value + weight_at(UNBUILT_STAGE, left) * unbuilt
    if kind == c.BUILD_FREE:
        value += PRIOR_WEIGHTS[FREE, FIXED]
    symbol = np.int64(t.science[item])
    if symbol > 0:
        value += symbol_prior(s, city, symbol, left)
    return value


@inlined
def weight_at(feature: Index, left: Real) -> Any:
    return PRIOR_WEIGHTS[feature, FIXED] + PRIOR_WEIGHTS[feature, GROWTH] * left


@jit
def symbol_prior(s: State, city: City, symbol: Index, left: Real) -> Any:
    """Return the prior of a symbol: more of a kind, or the first of the last kind."""
    n = s.symbols[city, symbol]
    if n > 0:
        return weight_at(SECOND_SYMBOL, left) if n == 1 else weight_at(THIRD_SYMBOL, left)
    kinds = 0
    for k in range(1, 4):
        kinds += 1 if s.symbols[city, k] > 0 else 0
    return PRIOR_WEIGHTS[SYMBOL_SET, FIXED] if kinds == 2 else 0.0
