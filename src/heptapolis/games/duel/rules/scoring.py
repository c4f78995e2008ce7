"""The score sheet of Duel, and the winner (D47-D48)."""

from typing import Any

import numpy as np

from heptapolis.codes import Color
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    TOKENS,
    DuelOutcome,
)
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.city import count
from heptapolis.kernel import common, inlined, jit
from heptapolis.kernel.types import Index, Ints, Item, Seat, State, Tables
from heptapolis.kernel.word_bits import lowest

# Columns of the sheet; `workspace.COLUMNS` is their number. Those of expansions follow the total.
CIVILIAN, SCIENCE, COMMERCIAL, GUILDS, WONDERS, PROGRESS, COINS, MILITARY, TOTAL = range(9)

BLUE, GREEN, PURPLE = int(Color.BLUE), int(Color.GREEN), int(Color.PURPLE)
POINTS, SHARED = np.int64(DuelOutcome.POINTS), np.int64(DuelOutcome.SHARED)
BOTH_SEATS = np.int64(2)
CARDS_PER_WORD = 64  # bits of the word
POINT_LIMIT = 1 << 20  # no city has as many points of blue cards


@jit
def fill_sheet(s: State, t: Tables, seat: Seat, sheet: Ints) -> None:
    """Fill the columns of a city, and their total."""
    sheet[:] = 0
    for word in range(s.built.shape[1]):
        rest = s.built[seat, word]
        while rest != 0:
            card = word * CARDS_PER_WORD + lowest(rest) + 1
            sheet[column(t.color[card])] += points(s, t, seat, card)
            rest &= rest - 1
    for k in range(DUEL_WONDERS):
        if (s.raised[seat] >> k) & 1:
            sheet[WONDERS] += points(s, t, seat, FIRST_WONDER + k)
    for k in range(TOKENS):
        if (s.tokens[seat] >> k) & 1:
            sheet[PROGRESS] += points(s, t, seat, FIRST_TOKEN + k)
    sheet[COINS] = s.coins[seat] // t.coins_per_point
    lead = -s.marker if seat else s.marker
    if lead > 0:
        sheet[MILITARY] = t.track_points[lead]
    hooks.score(s, t, seat, sheet)
    for k in range(sheet.shape[0]):
        if k != TOTAL:
            sheet[TOTAL] += sheet[k]


@inlined
def column(color: Index) -> Any:
    """Return the column of a card's points. Only blue is civilian, since it breaks ties: a house
    card that is brown, grey or red counts as commercial."""
    if color == BLUE:
        return CIVILIAN
    if color == GREEN:
        return SCIENCE
    if color == PURPLE:
        return GUILDS
    return COMMERCIAL


@jit
def points(s: State, t: Tables, seat: Seat, item: Item) -> Any:
    """Return the victory points of a card, wonder or token."""
    total = np.int64(t.points[item])
    if t.points_per_amount[item] != 0:
        what, whose = np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item])
        counted = count(s, seat, what, whose, np.int64(t.points_per_per[item]))
        total += t.points_per_amount[item] * counted
    return total


@common
def standing(total: Any, civilian: Any) -> Any:
    """Return a number that orders cities at the end: by points, then by blue points (D47)."""
    return total * POINT_LIMIT + civilian


@jit
def settle(s: State, t: Tables, sheets: Ints) -> None:
    """Decide a civilian victory: points, then points of blue cards, then a shared victory (D47)."""
    for seat in range(2):
        fill_sheet(s, t, np.int64(seat), sheets[seat])
    edge = standing(sheets[0, TOTAL], sheets[0, CIVILIAN])
    edge -= standing(sheets[1, TOTAL], sheets[1, CIVILIAN])
    s.outcome = POINTS if edge != 0 else SHARED
    s.winner = BOTH_SEATS if edge == 0 else np.int64(0) if edge > 0 else np.int64(1)
