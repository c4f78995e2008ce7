"""The moves of Duel as numbers, fixed for a catalogue.

The blocks in order: wonders to draft, tokens to take, the starting player (me, the opponent), then
for every card build, discard, destroy and revive, then for every wonder all cards to put under it.
"""

from typing import Any

import numpy as np

from heptapolis.games.duel.codes import FIRST_TOKEN, FIRST_WONDER
from heptapolis.games.duel.rules.turns import (
    BUILD,
    DESTROY,
    DISCARD,
    DRAFT,
    NONE,
    OVER,
    REVIVE,
    START,
    TOKEN,
    TURN,
    WONDER,
    list_moves,
)
from heptapolis.kernel import entry, jit
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.word_bits import lowest


@jit
def tokens_at(t: Any) -> Any:
    """Return the offset of the block of tokens."""
    return np.int64(t.n_wonders)


@jit
def starts_at(t: Any) -> Any:
    return tokens_at(t) + t.n_tokens


@jit
def cards_at(t: Any) -> Any:
    """Return the offset of the blocks of cards: BUILD, DISCARD, DESTROY, REVIVE, then the
    wonders."""
    return starts_at(t) + 2


@entry
def count_actions(t: Any) -> Any:
    """Return the number of actions."""
    return cards_at(t) + (4 + t.n_wonders) * t.n_cards


@entry
def action_of(t: Any, seat: Any, kind: Any, card: Any, wonder: Any) -> Any:
    """Return the number of a seat's move."""
    n, base = np.int64(t.n_cards), cards_at(t) + card - 1
    if kind == DRAFT:
        return wonder - FIRST_WONDER
    if kind == TOKEN:
        return tokens_at(t) + card - FIRST_TOKEN
    if kind == START:
        return starts_at(t) + (NONE if card == seat else np.int64(1))
    if kind == BUILD:
        return base
    if kind == DISCARD:
        return base + n
    if kind == DESTROY:
        return base + 2 * n
    if kind == REVIVE:
        return base + 3 * n
    return base + (4 + wonder - FIRST_WONDER) * n


@entry
def move_of(t: Any, seat: Any, action: Any) -> Any:
    """Return the move of a number: kind, card, wonder."""
    if action < tokens_at(t):
        return DRAFT, NONE, action + FIRST_WONDER
    if action < starts_at(t):
        return TOKEN, action - tokens_at(t) + FIRST_TOKEN, NONE
    if action < cards_at(t):
        starter = seat if action == starts_at(t) else 1 - seat
        return START, np.int64(starter), NONE
    n, rest = np.int64(t.n_cards), action - cards_at(t)
    block, card = rest // n, rest % n + 1
    if block == 0:
        return BUILD, card, NONE
    if block == 1:
        return DISCARD, card, NONE
    if block == 2:
        return DESTROY, card, NONE
    if block == 3:
        return REVIVE, card, NONE
    return WONDER, card, block - 4 + FIRST_WONDER


@jit
def write_mask(s: Any, t: Any, payable: Any, mask: Any, moves: Any) -> None:
    """Write which numbers are legal for the seat to move; ``payable`` is the result of `encode`."""
    clear(mask)
    if s.phase == OVER:
        return
    if s.phase != TURN:
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
