"""The score sheet of classic with a column for the leaders, and the final places (C8)."""

from typing import Any

import numpy as np

from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.economy import LEFT, RIGHT, neighbour
from heptapolis.games.classic.rules.effects import count
from heptapolis.kernel import common, inlined, jit
from heptapolis.kernel.types import (
    Bits,
    Card,
    City,
    Coins,
    Count,
    Flag,
    Index,
    Ints,
    Item,
    State,
    Tables,
)

# Columns of the sheet; `workspace.COLUMNS` is their number. Those of expansions follow the total.
MILITARY, TREASURY, WONDER, CIVILIAN, SCIENCE, COMMERCIAL, GUILDS, LEADERS, TOTAL = range(9)

COIN_LIMIT = 1 << 20  # above every treasury


@jit
def score(s: State, t: Tables, city: City, sheet: Ints) -> None:
    """Fill one row of columns for a city."""
    sheet[:] = 0
    for age in range(c.AGES):
        sheet[MILITARY] += s.victories[city, age] * t.victory_points[age]
    sheet[MILITARY] += s.defeats[city] * t.defeat_points
    sheet[TREASURY] = s.coins[city] // t.coins_per_point
    stage = c.FIRST_STAGE + c.STAGES * (s.board[city] - c.FIRST_BOARD)
    for k in range(s.stages[city]):
        sheet[WONDER] += points(s, t, city, stage + k)
    for k in range(s.n_city[city]):
        card = np.int64(s.city[city, k])
        sheet[column(t.color[card])] += points(s, t, city, card)
    per_set = np.int64(0)  # Aristotle: points for each set of symbols
    for k in range(s.n_recruited[city] + s.n_courted[city]):
        mine = k < s.n_recruited[city]
        leader = np.int64(
            s.recruited[city, k] if mine else s.courted[city, k - s.n_recruited[city]]
        )
        sheet[LEADERS] += points(s, t, city, leader)
        if (t.points_per_what[leader] >> c.COUNT_SCIENCE_SET) & 1:
            per_set += t.points_per_amount[leader]
    choose_best_symbols(s, t, city, per_set, sheet)
    hooks.score(s, t, city, sheet)
    for k in range(TOTAL):
        sheet[TOTAL] += sheet[k]
    for k in range(TOTAL + 1, sheet.shape[0]):
        sheet[TOTAL] += sheet[k]


@inlined
def column(color: Index) -> Any:
    """Return the column of a card's points; printed ones are blue, yellow and purple, a house card
    of another colour counts as civilian, a green one as science."""
    if color == c.GREEN:
        return SCIENCE
    if color == c.YELLOW:
        return COMMERCIAL
    if color == c.PURPLE:
        return GUILDS
    return CIVILIAN


@jit
def points(s: State, t: Tables, city: City, item: Item) -> Any:
    """Return the victory points of a card or stage, science aside."""
    total = t.points[item] + 0
    if t.points_per_amount[item] != 0:
        counted = count(
            s, city, t.points_per_what[item], t.points_per_whose[item], t.points_per_per[item]
        )
        total += t.points_per_amount[item] * counted
    if t.set_amount[item] != 0:
        total += t.set_amount[item] * full_sets(s, city, np.int64(t.set_colors[item]))
    return total


@inlined
def full_sets(s: State, city: City, colors: Bits) -> Any:
    """Return the sets with one card of each colour: Plato, Justinian (L17-L18)."""
    sets = np.int64(1000)
    for color in range(1, c.WHITE + 1):
        if (colors >> color) & 1:
            sets = min(sets, np.int64(s.colors[city, color]))
    return sets


@inlined
def choose_best_symbols(s: State, t: Tables, city: City, per_set: Coins, sheet: Ints) -> None:
    """Place symbols of choice and choose Olympia B's copied guild for the best total together
    (C8.2), in which a set of symbols is worth Aristotle's points too (L16)."""
    wild = np.int64(s.symbols[city, 0])
    best_guild = np.int64(0)
    best, sets = science(s, t, city, wild, per_set)
    if s.powers[city] & c.COPY_GUILD:
        for guild in range(1, t.n_cards + 1):
            if t.color[guild] != c.PURPLE or not stands_next_door(s, city, guild):
                continue
            copied_points = points(s, t, city, guild)
            with_it, its_sets = science(s, t, city, wild + t.wild[guild], per_set)
            if copied_points + with_it > best_guild + best:
                best_guild, best, sets = copied_points, with_it, its_sets
    sheet[GUILDS] += best_guild
    sheet[SCIENCE] += best - per_set * sets
    sheet[LEADERS] += per_set * sets


@inlined
def stands_next_door(s: State, city: City, card: Card) -> Flag:
    for side in (LEFT, RIGHT):
        other = neighbour(s, city, side)
        for k in range(s.n_city[other]):
            if s.city[other, k] == card:
                return True
    return False


@jit
def science(s: State, t: Tables, city: City, wild: Count, per_set: Coins) -> Any:
    """Return the value of squares and sets, with the symbols of choice placed best, and the sets in
    it."""
    best = sets = np.int64(0)
    for first in range(wild + 1):
        for second in range(wild - first + 1):
            compasses = s.symbols[city, 1] + first
            gears = s.symbols[city, 2] + second
            tablets = s.symbols[city, 3] + wild - first - second
            full = min(compasses, gears, tablets)
            value = compasses * compasses + gears * gears + tablets * tablets
            value += (t.science_set_points + per_set) * full
            if value > best or (value == best and full < sets):
                best, sets = value, full
    return best, sets


@common
def standing(total: Any, coins: Any) -> Any:
    """Return a number that orders cities at the end: by points, then by coins (C8.3)."""
    return total * COIN_LIMIT + coins


@jit
def rank(s: State, totals: Ints, places: Ints) -> Any:
    """Write the place of every seat, the same for equal standings; return the number of winners."""
    winners = np.int64(0)
    for seat in range(s.n_players):
        own, place = standing(totals[seat], s.coins[seat]), np.int64(1)
        for other in range(s.n_players):
            place += 1 if standing(totals[other], s.coins[other]) > own else 0
        places[seat] = place
        winners += 1 if place == 1 else 0
    return winners
