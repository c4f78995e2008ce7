"""The score sheet of classic (C8)."""

from typing import Any

import numpy as np

from heptapolis.codes import AGES, FIRST_BOARD, FIRST_STAGE, STAGES, Color, Special
from heptapolis.kernel import jit
from heptapolis.kernel.classic import count
from heptapolis.kernel.economy import LEFT, RIGHT, neighbour

# Columns of the sheet.
MILITARY, TREASURY, WONDER, CIVILIAN, SCIENCE, COMMERCIAL, GUILDS, LEADERS, TOTAL = range(9)
COLUMNS = 9

GREEN, YELLOW, PURPLE = int(Color.GREEN), int(Color.YELLOW), int(Color.PURPLE)
COPY_GUILD = 1 << int(Special.COPY_GUILD)


@jit
def score(states: Any, i: Any, city: Any, tables: Any, sheet: Any) -> None:
    """Fill one row of columns for a city."""
    s, t = states[i], tables[0]
    sheet[:] = 0
    for age in range(AGES):
        sheet[MILITARY] += s.victories[city, age] * t.victory_points[age]
    sheet[MILITARY] += s.defeats[city] * t.defeat_points
    sheet[TREASURY] = s.coins[city] // t.coins_per_point
    stage = FIRST_STAGE + STAGES * (s.board[city] - FIRST_BOARD)
    for k in range(s.stages[city]):
        sheet[WONDER] += points(states, i, city, stage + k, tables)
    for k in range(s.n_city[city]):
        card = np.int64(s.city[city, k])
        sheet[column(t.color[card])] += points(states, i, city, card, tables)
    choose_freely(states, i, city, tables, sheet)
    for k in range(TOTAL):
        sheet[TOTAL] += sheet[k]


@jit
def column(color: Any) -> Any:
    """Where a card's points stand; printed ones are blue, yellow and purple, a house card of
    another colour counts as civilian, a green one as science."""
    if color == GREEN:
        return SCIENCE
    if color == YELLOW:
        return COMMERCIAL
    if color == PURPLE:
        return GUILDS
    return CIVILIAN


@jit
def points(states: Any, i: Any, city: Any, item: Any, tables: Any) -> Any:
    """The victory points of a card or stage, science aside."""
    t = tables[0]
    total = t.points[item] + 0
    if t.points_per_amount[item] != 0:
        counted = count(
            states, i, city, t.points_per_what[item], t.points_per_whose[item],
            t.points_per_per[item], tables,
        )  # fmt: skip
        total += t.points_per_amount[item] * counted
    return total


@jit
def choose_freely(states: Any, i: Any, city: Any, tables: Any, sheet: Any) -> None:
    """Symbols of choice and Olympia B's copied guild, for the best total together (C8.2)."""
    s, t = states[i], tables[0]
    wild = np.int64(s.symbols[city, 0])
    best_guild, best_science = np.int64(0), science(states, i, city, wild, tables)
    if s.powers[city] & COPY_GUILD:
        for guild in range(1, t.n_cards + 1):
            if t.color[guild] != PURPLE or not stands_next_door(states, i, city, guild):
                continue
            copied = points(states, i, city, guild, tables)
            symbols = science(states, i, city, wild + t.wild[guild], tables)
            if copied + symbols > best_guild + best_science:
                best_guild, best_science = copied, symbols
    sheet[GUILDS] += best_guild
    sheet[SCIENCE] += best_science


@jit
def stands_next_door(states: Any, i: Any, city: Any, card: Any) -> Any:
    s = states[i]
    for side in (LEFT, RIGHT):
        other = neighbour(states, i, city, side)
        for k in range(s.n_city[other]):
            if s.city[other, k] == card:
                return True
    return False


@jit
def science(states: Any, i: Any, city: Any, wild: Any, tables: Any) -> Any:
    """Squares and sets, with the symbols of choice placed best."""
    s, t = states[i], tables[0]
    best = 0
    for first in range(wild + 1):
        for second in range(wild - first + 1):
            a = s.symbols[city, 1] + first
            b = s.symbols[city, 2] + second
            c = s.symbols[city, 3] + wild - first - second
            value = a * a + b * b + c * c + t.science_set_points * min(a, b, c)
            if value > best:
                best = value
    return best
