"""A player of Duel that looks one move ahead: the worth of its city after each move, less that of
the opponent's, less what the move uncovers for the opponent.

Its input is a view: a card that a move turns up is unknown, and counts as an ordinary one.
"""

from typing import Any

import numpy as np

from heptapolis.codes import AGES
from heptapolis.games.duel.codes import (
    DUEL_SEATS,
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    GOODS,
    SLOTS,
    TOKENS,
)
from heptapolis.games.duel.players.playout import random_move
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.city import can_build, count
from heptapolis.games.duel.rules.scoring import (
    CARDS_PER_WORD,
    COINS,
    MILITARY,
    TOTAL,
    fill_sheet,
)
from heptapolis.games.duel.rules.state import SYMBOLS
from heptapolis.games.duel.rules.turns import carry_out, deal_all, list_moves, set_up
from heptapolis.games.duel.rules.workspace import REASONS
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.bits import count_bits, first_bit
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import best_of
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.types import (
    Floats,
    Index,
    Ints,
    Item,
    Random,
    Real,
    Seat,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)
from heptapolis.kernel.word_bits import lowest, size

# The weights, each in points; a player brings its own.
COIN, GOOD, PRICE, CHAIN, SYMBOL, RACE, SHIELD, SIEGE, TOKEN, WONDER, TURNS, REPLY = range(12)
CHOICE = 6  # columns of a trace: age, turn, seat, kind, card, wonder
# The reasons for the value of a position: its addends.
(
    WHY_POINTS,
    WHY_COINS,
    WHY_GOODS,
    WHY_PRICES,
    WHY_CHAINS,
    WHY_SCIENCE,
    WHY_WAR,
    WHY_TOKENS,
    WHY_WONDERS,
) = range(9)
UNIT_FACTORS = np.array([1.0, 0.6, 0.3, 0.1])  # the first unit of a good, the second ...
VICTORY_WORTH = 1000.0
UNKNOWN_CARD_WORTH = 3.0  # worth of an unknown card


@jit
def time_left(s: State) -> Any:
    """Return the part of all cards that is still to be taken."""
    ages = 3 - max(s.age, np.int64(1))
    return (ages * SLOTS + count_bits(s.left)) / (3.0 * SLOTS) if s.age > 0 else 1.0


@jit
def worth_of_city(s: State, t: Tables, seat: Seat, w: Floats, sheet: Ints, reasons: Floats) -> Any:
    """Return the worth of a city, with ``reasons``: points, and means for points to come."""
    left = time_left(s)
    fill_sheet(s, t, seat, sheet)
    reasons[:] = 0
    reasons[WHY_POINTS] = sheet[TOTAL] - sheet[COINS] - sheet[MILITARY]
    reasons[WHY_COINS] = w[COIN] * s.coins[seat]
    for k in range(len(GOODS)):
        units = min(np.int64(s.produce[seat, k]), np.int64(len(UNIT_FACTORS)))
        for unit in range(units):
            reasons[WHY_GOODS] += w[GOOD] * UNIT_FACTORS[unit] * left
        by_choice = min(np.int64(s.makers[seat, 1 << k]), 1)
        reasons[WHY_GOODS] += w[GOOD] * UNIT_FACTORS[1] * left * by_choice
        reasons[WHY_PRICES] -= w[PRICE] * (s.price[seat, k] - t.trade_price) * left
    reasons[WHY_CHAINS] = w[CHAIN] * left * chains(s, t, seat)
    reasons[WHY_SCIENCE] = science(s, seat, w, left)
    reasons[WHY_WAR] = war(s, t, seat, w, left)
    for k in range(TOKENS):
        if (s.tokens[seat] >> k) & 1 and t.points[FIRST_TOKEN + k] == 0:
            reasons[WHY_TOKENS] += w[TOKEN] * (0.4 + 0.6 * left)
    for k in range(DUEL_WONDERS):
        if (s.unbuilt[seat] >> k) & 1:
            hope = promise(s, t, seat, FIRST_WONDER + k, w)
            reasons[WHY_WONDERS] += w[WONDER] * hope * min(1.0, 2 * left)
    total = 0.0
    for k in range(REASONS):
        total += reasons[k]
    return total


@jit
def chains(s: State, t: Tables, seat: Seat) -> Any:
    """Return the number of cards to come that the city makes free."""
    first = second = np.int64(0)
    if s.age < AGES:
        for word in range(s.built.shape[1]):
            rest = s.built[seat, word]
            while rest != 0:
                card = word * CARDS_PER_WORD + lowest(rest) + 1
                first |= t.frees[card, 0]
                second |= t.frees[card, 1]
                rest &= rest - 1
        first &= t.to_come[s.age, 0] & ~s.built[seat, 0]
        second &= t.to_come[s.age, 1] & ~s.built[seat, 1]
    return size(first) + size(second)


@jit
def science(s: State, seat: Seat, w: Floats, left: Real) -> Any:
    """Return the worth of different symbols, rising towards the scientific victory."""
    different = 0
    for k in range(1, SYMBOLS):
        different += 1 if s.symbols[seat, k] > 0 else 0
    near = max(0, different - 2)
    return (w[SYMBOL] * different + w[RACE] * near * near) * min(1.0, 3 * left)


@jit
def war(s: State, t: Tables, seat: Seat, w: Floats, left: Real) -> Any:
    """Return the worth of the marker's place: points now, and the nearness of the capital."""
    ahead = -s.marker if seat else s.marker
    value = w[SHIELD] * ahead
    if ahead > 0:
        value += t.track_points[ahead]
        near = max(0, ahead - t.capital + 5)
        value += w[SIEGE] * near * near * min(1.0, 3 * left)
    return value


@jit
def promise(s: State, t: Tables, seat: Seat, item: Item, w: Floats) -> Any:
    """Return what a wonder or card would bring, costs aside."""
    value = np.float64(t.points[item]) + w[COIN] * t.coins[item]
    if t.points_per_amount[item] != 0:
        what, whose = np.int64(t.points_per_what[item]), np.int64(t.points_per_whose[item])
        counted = count(s, seat, what, whose, np.int64(t.points_per_per[item]))
        value += t.points_per_amount[item] * counted
    value += (w[SHIELD] + 0.5) * t.shields[item] + w[COIN] * t.opponent_lose_coins[item]
    value += w[TURNS] * t.extra_turn[item] + (2.0 if t.destroy[item] > 0 else 0.0)
    value += 3.0 * t.build_from_discard[item] + (w[TOKEN] if t.draw_tokens[item] > 0 else 0.0)
    if t.choice[item] > 0:
        value += w[GOOD]
    if t.science[item] > 0:
        value += w[SYMBOL] + (w[TOKEN] if s.symbols[seat, t.science[item]] == 1 else 0.0)
    left = time_left(s)
    for k in range(len(GOODS)):
        value += w[GOOD] * 0.6 * t.produce[item, GOODS_COLUMN[k]] * left
    return value


GOODS_COLUMN = np.array([int(good) for good in GOODS])


@jit
def temptation(s: State, t: Tables, seat: Seat, w: Floats) -> Any:
    """Return the worth of the best card that a seat could build now."""
    best = 0.0
    rest = s.open
    while rest != 0:
        card = np.int64(s.layout[s.age - 1, first_bit(rest)])
        value = UNKNOWN_CARD_WORTH
        if card > 0:
            value = promise(s, t, seat, card, w) if can_build(s, t, seat, card) else 0.0
        best = max(best, value)
        rest &= rest - 1
    return best


@jit
def outlook(s: State, t: Tables, seat: Seat, w: Floats, work: Workspace) -> Any:
    """Return how a seat stands against the other, with what the layout offers next."""
    return standing(s, t, seat, w, work) + tempo(s, t, seat, w)


@jit
def standing(s: State, t: Tables, seat: Seat, w: Floats, work: Workspace) -> Any:
    """Return how a seat stands against the other, with reasons in ``work.reasons``, a row
    for each seat."""
    if s.phase == c.OVER:
        return 0.0 if s.winner > 1 else VICTORY_WORTH if s.winner == seat else -VICTORY_WORTH
    sheet, reasons = work.sheet[:], work.reasons
    value = worth_of_city(s, t, seat, w, sheet, reasons[0])
    value -= worth_of_city(s, t, 1 - seat, w, sheet, reasons[1])
    if s.phase in (c.CHOOSING_TOKEN, c.IN_LIBRARY):
        reasons[0, WHY_TOKENS] += w[TOKEN]
        value += w[TOKEN]
    return value


@jit
def tempo(s: State, t: Tables, seat: Seat, w: Floats) -> Any:
    """Return what the layout offers the seat that moves next."""
    if s.phase != c.TURN:
        return 0.0
    offer = w[REPLY] * temptation(s, t, s.seat, w)
    return offer if s.seat == seat else -offer


@entry
def rate_moves(
    states: States,
    i: Index,
    tables: TablesArray,
    w: Floats,
    workspaces: Workspaces,
    moves: Ints,
    values: Floats,
) -> Any:
    """Write every legal move and its value in points; returns how many there are. Row i + 1 of
    ``states`` is for trying the moves."""
    s, trial, t, w, work = states[i], states[i + 1], tables[0], borrow(w), workspaces[0]
    moves, values = borrow(moves), borrow(values)
    n = list_moves(s, t, moves)
    for k in range(n):
        states[i + 1] = s  # only an array's row takes a whole record
        carry_out(trial, t, moves[k, 0], moves[k, 1], moves[k, 2], work)
        values[k] = outlook(trial, t, s.seat, w, work)
    return n


@entry
def explain(
    states: States,
    i: Index,
    tables: TablesArray,
    w: Floats,
    move: Ints,
    workspaces: Workspaces,
    reasons: Floats,
) -> Any:
    """Explain a move: ``reasons`` has a row of changes for the seat and one for its opponent.
    Returns what the layout offers then, for the seat or, below 0, for the opponent."""
    s, after, t, w, work = states[i], states[i + 1], tables[0], borrow(w), workspaces[0]
    outlook(s, t, s.seat, w, work)
    for seat in range(DUEL_SEATS):
        copy_row(work.reasons[seat], reasons[seat])
    states[i + 1] = s
    carry_out(after, t, move[0], move[1], move[2], work)
    work.reasons[:] = 0
    value = outlook(after, t, s.seat, w, work)
    if after.phase == c.OVER:
        reasons[:] = 0
        return value
    for seat in range(DUEL_SEATS):
        for k in range(REASONS):
            reasons[seat, k] = work.reasons[seat, k] - reasons[seat, k]
    return tempo(after, t, s.seat, w)


@inlined
def hide_unseen(states: States, i: Index, j: Index) -> None:
    """Write a copy without the cards that lie face down, as both seats see it in their turns."""
    states[j] = states[i]
    v = states[j]
    v.next_offer = c.NONE
    for age in range(3):
        for slot in range(SLOTS):
            if age + 1 > v.age or (age + 1 == v.age and (v.faces >> slot) & 1 == 0):
                v.layout[age, slot] = 0


@jit
def greedy_game(
    states: States,
    i: Index,
    tables: TablesArray,
    weights: Floats,
    rng: Random,
    workspaces: Workspaces,
    trace: Ints,
) -> Any:
    """Play to the end; seats whose first weight is 0 play at random. The two rows behind the game's
    hold what a player sees and the trial of a move. ``trace`` takes the choices, as far as it has
    rows; returns how many there were."""
    s, t, work, length = states[i], tables[0], workspaces[0], np.int64(0)
    moves, values = work.moves, work.values
    while s.phase != c.OVER:
        if weights[s.seat, 0] == 0:
            kind, card, wonder = random_move(s, t, rng, work)
        else:
            hide_unseen(states, i, i + 1)
            w = weights[s.seat]
            n = rate_moves(states, i + 1, tables, w, workspaces, moves, values)
            row = best_of(values, n, rng)
            kind, card, wonder = moves[row, 0], moves[row, 1], moves[row, 2]
        if length < trace.shape[0]:
            choice = trace[length]
            choice[0], choice[1], choice[2] = s.age, s.turn, s.seat
            choice[3], choice[4], choice[5] = kind, card, wonder
        length += 1
        carry_out(s, t, kind, card, wonder, work)
    return length


@entry
def contest(
    states: States,
    tables: TablesArray,
    sets: Ints,
    weights: Floats,
    rng: Random,
    workspaces: Workspaces,
    no_trace: Ints,
    sheets: Ints,
    ends: Ints,
) -> None:
    """Play whole games between two players of given weights (all 0: at random), one for each row of
    ``sheets``. They change seats; sheets are by player, and so is the winner. Row 0 of ``states``
    holds the options; three more hold what a player sees, the trial of a move, and the options
    again."""
    i = np.int64(0)
    states, tables = borrow(states), borrow(tables)
    rng, workspaces = borrow(rng), borrow(workspaces)
    s, t, work = states[i], tables[0], workspaces[0]
    states[3] = s  # before the deal
    for k in range(sheets.shape[0]):
        states[i] = states[3]
        deal_all(s, t, rng, work.pool)
        set_up(s, t, sets, work.log)
        for seat in range(DUEL_SEATS):
            copy_row(weights[(seat + k) % 2], work.weights[seat])
        greedy_game(states, i, tables, work.weights, rng, workspaces, no_trace)
        ends[k, 0] = s.outcome
        ends[k, 1] = s.winner if s.winner > 1 else (s.winner + k) % 2
        for seat in range(2):
            fill_sheet(s, t, np.int64(seat), sheets[k, (seat + k) % 2])
