"""Solve the end of a Duel: the exact chance to win, over everything that can still be hidden.

Both seats see the same cards, so the end of a game is a game of perfect information with chance: a
card that is turned up, a token that is drawn. The search keeps its path in an array of frames, one
a ply, since compiled rules do not recurse. Values are the chance of seat 0; a shared victory is a
half. Windows of chance follow from the values that are still possible (Star1). Decisions that were
solved are remembered in a table.

With ``rim`` cards left, the small network estimates the result instead; with 0 it is exact.
"""

from typing import Any, NamedTuple

import numpy as np

from heptapolis.codes import CARDS
from heptapolis.games.duel.codes import FIRST_TOKEN, FIRST_WONDER, SLOTS
from heptapolis.games.duel.players.appraisal import write_facts
from heptapolis.games.duel.players.greedy import VICTORY_WORTH, time_left
from heptapolis.games.duel.players.quick import is_winning, move_prior, weigh_items
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.sight import mark_known_cards
from heptapolis.games.duel.rules.turns import carry_out, list_deck, list_moves, sort_library
from heptapolis.games.duel.rules.workspace import MOVE, MOVE_ROWS
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.appraisal import appraise
from heptapolis.kernel.bits import count_bits, first_bit
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.tree import move_key
from heptapolis.kernel.types import (
    Array,
    Bits,
    Count,
    Index,
    Real,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

MAX_PLIES = 96  # of the longest path: cards with their choices and chances
VALUE_TOLERANCE = 1e-9  # bounds of a value within it count as reached
FIRST_MOVE_RATING = 1e9  # the rating of the move that is tried first
SUCCESS_RATING = 10.0  # the rating of a move that was always the best elsewhere
SEED, FACTOR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)  # of hashes

# Kinds of frames: a decision of a seat, a card or a token that comes up.
MAXIMUM, MINIMUM, CARD, TOKEN = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
WORST_VALUES = np.array([-1.0, 2.0])  # values before the first child, by seat

FRAME = np.dtype(
    [
        ("kind", "i8"),
        ("low", "f8"),  # the window of the value
        ("high", "f8"),
        ("value", "f8"),  # the best so far; the sum so far of a card or a token
        ("n", "i8"),  # children
        ("next", "i8"),  # the child to look at next
        ("best", "i8"),  # the key of the best move
        ("place", "i8"),  # of a card or a token that comes up
        ("key", "u8"),  # of the position
        ("moves", "i8", (MOVE_ROWS, MOVE)),
        ("ratings", "f8", (MOVE_ROWS,)),
        ("outcomes", "i8", (CARDS,)),  # cards or tokens that can come up
    ],
    align=True,
)

SOLVED = np.dtype(
    [
        ("key", "u8"),
        ("low", "f8"),  # bounds of the value
        ("high", "f8"),
        ("rim", "i8"),  # of the search that found them
        ("best", "i8"),  # the key of the best move
    ],
    align=True,
)


class Solver(NamedTuple):
    """Memory of a solver."""

    frames: Any
    states: Any  # the position of each ply
    solved: Any  # a power of two of rows
    tried: Any  # by seat, kind and item: how often a move was tried, and how often the best
    counts: Any  # `POSITIONS`


POSITIONS = 0  # in ``counts``: positions looked at


@entry
def solve_moves(
    states: States,
    moves: Array,
    values: Array,
    first: int,
    rim: Count,
    limit: Count,
    tables: TablesArray,
    workspaces: Workspaces,
    solver: Any,
    appraiser: Any,
) -> Any:
    """Write the value, for seat 0, of each move of the position in row 0, from the move ``first``.

    Return the number of moves solved when ``limit`` positions were looked at; a later call goes on
    from there, and finds in the table what this one has solved.
    """
    states, tables = borrow(states), borrow(tables)
    t, work, start = tables[0], workspaces[0], solver.states[0]
    weigh_items(t, work.worth, work.special)
    solver.counts[POSITIONS] = 0
    for k in range(first, moves.shape[0]):
        solver.states[0] = states[0]
        carry_out(start, t, moves[k, 0], moves[k, 1], moves[k, 2], work)
        values[k] = solve(rim, limit, t, work, solver, appraiser)
        if values[k] < 0:
            return np.int64(k)
    return np.int64(moves.shape[0])


@inlined
def solve(rim: Count, limit: Count, t: Tables, work: Workspace, solver: Any, appraiser: Any) -> Any:
    """Return the value of the position of ply 0, or -1 if that takes more than ``limit``
    positions."""
    frames, states = solver.frames, solver.states
    ply = np.int64(0)
    value = open_ply(ply, 0.0, 1.0, rim, t, work, solver, appraiser)
    while value < 0 or ply > 0:
        if value >= 0:
            ply -= 1
            take_value(frames[ply], value)
        f = frames[ply]
        if is_settled(f):
            value = close_frame(f, rim, solver)
        elif solver.counts[POSITIONS] >= limit or ply + 1 == MAX_PLIES:
            return -1.0
        else:
            states[ply + 1] = states[ply]
            next_child(f, states[ply + 1], t, work)
            ply += 1
            low, high = child_window(f)
            value = open_ply(ply, low, high, rim, t, work, solver, appraiser)
    return value


# ── positions ────────────────────────────────────────────────────────────────────────────────────


@jit
def open_ply(
    ply: Index,
    low: Real,
    high: Real,
    rim: Count,
    t: Tables,
    work: Workspace,
    solver: Any,
    appraiser: Any,
) -> Any:
    """Return the value of a position if it is known, or begin its frame and return -1."""
    s, f = solver.states[ply], solver.frames[ply]
    if s.phase == c.OVER:
        return 0.5 if s.winner == c.NO_SEAT else 1.0 - s.winner
    f.low, f.high, f.next, f.value, f.best = low, high, c.NONE, 0.0, c.NONE
    if list_chances(s, t, work, f):
        return -1.0
    if s.phase == c.TURN and count_bits(s.left) <= rim:
        return estimate(s, t, work, appraiser)
    solver.counts[POSITIONS] += 1
    f.key, f.kind = position_key(s, t), np.int64(s.seat)
    known = solver.solved[f.key & np.uint64(solver.solved.shape[0] - 1)]
    if known.key == f.key:
        f.best = known.best
        if known.rim <= rim:
            if known.low >= high - VALUE_TOLERANCE or known.high - known.low < VALUE_TOLERANCE:
                return known.low
            if known.high <= low + VALUE_TOLERANCE:
                return known.high
    f.n = list_moves(s, t, f.moves)
    f.value = WORST_VALUES[f.kind]
    rate_moves(s, t, f, work, solver.tried)
    f.best = c.NONE
    return -1.0


@inlined
def estimate(s: State, t: Tables, work: Workspace, appraiser: Any) -> Any:
    """Return what the small network expects for seat 0."""
    write_facts(s, t, s.seat, work, appraiser.facts)
    value = 0.5 + 0.5 * appraise(appraiser)
    return value if s.seat == 0 else 1.0 - value


@inlined
def rate_moves(s: State, t: Tables, f: Any, work: Workspace, tried: Any) -> None:
    """Rate the moves by what promises most: the best of an earlier search, a victory, then quick
    play and the success of the same move elsewhere."""
    left = time_left(s)
    for k in range(f.n):
        kind, card, wonder = f.moves[k, 0], f.moves[k, 1], f.moves[k, 2]
        rating = 0.0
        if move_key(kind, card, wonder) == f.best:
            rating = FIRST_MOVE_RATING
        elif s.phase == c.TURN:
            rating = move_prior(s, t, kind, card, wonder, left, work)
            if kind != c.DISCARD and is_winning(s, t, s.seat, card if kind == c.BUILD else wonder):
                rating += VICTORY_WORTH
            counts = tried[f.kind, kind, card if kind == c.BUILD else wonder]
            rating += SUCCESS_RATING * counts[1] / (counts[0] + 1.0)
        f.ratings[k] = rating


@inlined
def position_key(s: State, t: Tables) -> Any:
    """Return a hash of everything that the rest of the game depends on.

    Where a card that is gone went does not matter, unless it can come back; which ones are gone
    matters while cards lie face down.
    """
    key, can_revive = SEED, s.due_revivals > 0
    for seat in range(2):
        for word in range(s.built.shape[1]):
            key = mix(key, s.built[seat, word])
        key = mix(key, s.coins[seat])
        key = mix(key, np.int64(s.raised[seat]) | np.int64(s.unbuilt[seat]) << 32)
        key = mix(key, np.int64(s.tokens[seat]) | np.int64(s.loot[seat]) << 32)
        rest = np.int64(s.unbuilt[seat])
        while rest != 0:
            can_revive |= t.build_from_discard[FIRST_WONDER + first_bit(rest)] > 0
            rest &= rest - 1
    if can_revive:
        for word in range(s.discard.shape[0]):
            key = mix(key, s.discard[word])
    key = mix(key, s.left | s.board << 32)
    choices = s.due_tokens | s.due_draws << 8 | s.due_revivals << 16 | s.due_destroy << 24
    key = mix(key, choices | s.draw_size << 40 | s.n_aside << 48 | s.n_library << 56)
    key = mix(key, s.seat | s.again << 1 | s.phase << 8 | s.taken << 16 | (s.marker + 64) << 32)
    gone, hidden = np.uint64(0), s.left & ~s.faces
    for slot in range(SLOTS):
        if (s.faces >> slot) & 1:
            card = np.int64(s.layout[s.age - 1, slot])
            if (s.left >> slot) & 1:
                key = mix(key, np.int64(slot) | card << 8)
            elif hidden != 0:
                gone += mix(SEED, card)
    key ^= gone
    for k in range(s.n_aside):
        if s.aside[k] > 0:
            key = mix(key, np.int64(k) | np.int64(s.aside[k]) << 8 | c.ONE << 32)
    return key


@jit
def mix(key: Any, number: Bits) -> Any:
    key = (key ^ np.uint64(number)) * FACTOR
    return key ^ (key >> np.uint64(31))


# ── chance ───────────────────────────────────────────────────────────────────────────────────────


@inlined
def list_chances(s: State, t: Tables, work: Workspace, f: Any) -> Any:
    """List what can come up in an accessible slot or among the drawn tokens; False if all of it is
    known."""
    f.n = c.NONE
    if s.phase == c.IN_LIBRARY:
        for k in range(s.n_library):
            if s.aside[k] == 0:
                f.kind, f.place = TOKEN, np.int64(k)
                list_tokens(s, t, f)
                return True
        return False
    rest = s.open
    while rest != 0:
        slot = first_bit(rest)
        rest &= rest - 1
        if s.layout[s.age - 1, slot] == 0:
            f.kind, f.place = CARD, slot
            list_cards(s, t, slot, work, f)
            return True
    return False


@inlined
def list_cards(s: State, t: Tables, slot: Index, work: Workspace, f: Any) -> None:
    """List the cards that the back of a slot allows."""
    mark_known_cards(s, t, work.is_known)
    is_guild = (s.guild_backs >> slot) & 1
    for k in range(list_deck(t, c.NONE if is_guild else np.int64(s.age), work.pool)):
        if work.is_known[work.pool[k]] == 0:
            f.outcomes[f.n] = work.pool[k]
            f.n += 1


@inlined
def list_tokens(s: State, t: Tables, f: Any) -> None:
    """List the tokens whose place is unknown."""
    elsewhere = s.board | s.tokens[0] | s.tokens[1]
    for k in range(s.n_aside):
        if s.aside[k] > 0:
            elsewhere |= c.ONE << (s.aside[k] - FIRST_TOKEN)
    for k in range(t.n_tokens):
        if (elsewhere >> k) & 1 == 0:
            f.outcomes[f.n] = FIRST_TOKEN + k
            f.n += 1


# ── frames ───────────────────────────────────────────────────────────────────────────────────────


@inlined
def next_child(f: Any, s: State, t: Tables, work: Workspace) -> None:
    """Go on from a copy of the frame's position with its next move or outcome."""
    if f.kind == CARD:
        s.layout[s.age - 1, f.place] = f.outcomes[f.next]
    elif f.kind == TOKEN:
        s.aside[f.place] = f.outcomes[f.next]
        if f.place == s.n_library - 1:
            sort_library(s)
    else:
        bring_best_forward(f)
        move = f.moves[f.next]
        carry_out(s, t, move[0], move[1], move[2], work)


@inlined
def bring_best_forward(f: Any) -> None:
    """Swap the most promising move that is left with the next one."""
    best = f.next
    for k in range(f.next + 1, f.n):
        if f.ratings[k] > f.ratings[best]:
            best = np.int64(k)
    for j in range(MOVE):
        f.moves[f.next, j], f.moves[best, j] = f.moves[best, j], f.moves[f.next, j]
    f.ratings[f.next], f.ratings[best] = f.ratings[best], f.ratings[f.next]


@inlined
def child_window(f: Any) -> Any:
    """Return the window in which the value of the next child matters."""
    if f.kind == MAXIMUM:
        return max(f.low, f.value), f.high
    if f.kind == MINIMUM:
        return f.low, min(f.high, f.value)
    rest = f.n - f.next - 1
    return max(0.0, f.n * f.low - f.value - rest), min(1.0, f.n * f.high - f.value)


@inlined
def take_value(f: Any, value: Real) -> None:
    """Take the value of the child that was looked at."""
    if f.kind in (CARD, TOKEN):
        f.value += value
    elif f.next == 0 or (value > f.value if f.kind == MAXIMUM else value < f.value):
        f.value = value
        f.best = move_key(f.moves[f.next, 0], f.moves[f.next, 1], f.moves[f.next, 2])
    f.next += 1


@inlined
def is_settled(f: Any) -> Any:
    """Return whether no further child can matter."""
    if f.next >= f.n:
        return True
    if f.kind == MAXIMUM:
        return f.value >= f.high - VALUE_TOLERANCE
    if f.kind == MINIMUM:
        return f.value <= f.low + VALUE_TOLERANCE
    rest = f.n - f.next
    return (
        f.value + rest <= f.n * f.low + VALUE_TOLERANCE or f.value >= f.n * f.high - VALUE_TOLERANCE
    )


@inlined
def close_frame(f: Any, rim: Count, solver: Any) -> Any:
    """Return the value of a frame, or the bound that settled it; remember that of a decision."""
    if f.kind in (CARD, TOKEN):
        rest = f.n - f.next
        if rest > 0 and f.value + rest <= f.n * f.low + VALUE_TOLERANCE:
            return (f.value + rest) / f.n
        return f.value / f.n
    known = solver.solved[f.key & np.uint64(solver.solved.shape[0] - 1)]
    known.key, known.rim, known.best = f.key, rim, f.best
    known.low = 0.0 if f.value <= f.low + VALUE_TOLERANCE else f.value
    known.high = 1.0 if f.value >= f.high - VALUE_TOLERANCE else f.value
    for k in range(f.next):
        kind, card, wonder = f.moves[k, 0], f.moves[k, 1], f.moves[k, 2]
        counts = solver.tried[f.kind, kind, card if kind == c.BUILD else wonder]
        counts[0] += 1.0
        if move_key(kind, card, wonder) == f.best:
            counts[1] += 1.0
    return f.value
