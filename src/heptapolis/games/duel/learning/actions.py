"""The moves of Duel as numbers, fixed for a catalogue.

The blocks in order: wonders to draft, tokens to take, the starting player (me, the opponent), then
for every card build, discard, destroy and revive, then for every wonder all cards to put under it.
"""

from typing import Any

import numpy as np

from heptapolis.games.duel.codes import FIRST_TOKEN, FIRST_WONDER
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.turns import list_moves
from heptapolis.kernel import entry, jit
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.types import Bits, Card, Flags, Index, Ints, Item, Kind, Seat, State, Tables
from heptapolis.kernel.word_bits import lowest


@jit
def tokens_at(t: Tables) -> Any:
    """Return the offset of the block of tokens."""
    return np.int64(t.n_wonders)


@jit
def starts_at(t: Tables) -> Any:
    return tokens_at(t) + t.n_tokens


@jit
def cards_at(t: Tables) -> Any:
    """Return the offset of the blocks of cards: BUILD, DISCARD, DESTROY, REVIVE, then the
    wonders."""
    return starts_at(t) + 2


@entry
def count_actions(t: Tables) -> Any:
    """Return the number of actions."""
    return cards_at(t) + (4 + t.n_wonders) * t.n_cards


@entry
def action_of(t: Tables, seat: Seat, kind: Kind, card: Card, wonder: Item) -> Any:
    """Return the number of a seat's move."""
    n, base = np.int64(t.n_cards), cards_at(t) + card - 1
    if kind == c.DRAFT:
        return wonder - FIRST_WONDER
    if kind == c.TOKEN:
        return tokens_at(t) + card - FIRST_TOKEN
    if kind == c.START:
        return starts_at(t) + (c.NONE if card == seat else np.int64(1))
    if kind == c.BUILD:
        return base
    if kind == c.DISCARD:
        return base + n
    if kind == c.DESTROY:
        return base + 2 * n
    if kind == c.REVIVE:
        return base + 3 * n
    return base + (4 + wonder - FIRST_WONDER) * n


@entry
def move_of(t: Tables, seat: Seat, action: Index) -> Any:
    """Return the move of a number: kind, card, wonder."""
    if action < tokens_at(t):
        return c.DRAFT, c.NONE, action + FIRST_WONDER
    if action < starts_at(t):
        return c.TOKEN, action - tokens_at(t) + FIRST_TOKEN, c.NONE
    if action < cards_at(t):
        starter = seat if action == starts_at(t) else 1 - seat
        return c.START, np.int64(starter), c.NONE
    n, rest = np.int64(t.n_cards), action - cards_at(t)
    block, card = rest // n, rest % n + 1
    if block == 0:
        return c.BUILD, card, c.NONE
    if block == 1:
        return c.DISCARD, card, c.NONE
    if block == 2:
        return c.DESTROY, card, c.NONE
    if block == 3:
        return c.REVIVE, card, c.NONE
    return c.WONDER, card, block - 4 + FIRST_WONDER


@jit
def write_mask(s: State, t: Tables, payable: Bits, mask: Flags, moves: Ints) -> None:
    """Write which numbers are legal for the seat to move; ``payable`` is the result of `encode`."""
    clear(mask)
    if s.phase == c.OVER:
        return
    if s.phase != c.TURN:
        for k in range(list_moves(s, t, moves)):
            mask[action_of(t, s.seat, moves[k, 0], moves[k, 1], moves[k, 2])] = True
        return
    n, age, rest = np.int64(t.n_cards), s.age - 1, s.open
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        base = cards_at(t) + np.int64(s.layout[age, slot]) - 1
        mask[base] = (payable >> slot) & 1 == 1
        mask[base + n] = True
        wonders = payable >> 32
        while wonders != 0:
            mask[base + (4 + lowest(wonders)) * n] = True
            wonders &= wonders - 1
