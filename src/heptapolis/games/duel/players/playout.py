"""Random play of Duel: uniform over (card, use, wonder), and over the other choices."""

from typing import Any

import numpy as np

from heptapolis.games.duel.codes import FIRST_WONDER
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.city import can_build, can_pay
from heptapolis.games.duel.rules.scoring import fill_sheet
from heptapolis.games.duel.rules.turns import carry_out, deal_all, list_moves, set_up
from heptapolis.kernel import entry, jit
from heptapolis.kernel.bits import count_bits, nth_bit
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.chance import random_below
from heptapolis.kernel.types import (
    Ints,
    Random,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)


@jit
def random_move(s: State, t: Tables, rng: Random, work: Workspace) -> Any:
    """Return a kind, a card and a wonder for the seat to move.

    A turn is drawn by rejection: a card and a use until they are legal together. A discard always
    is, so a few draws are enough, and most prices are never computed. A wonder that the city cannot
    pay for is not drawn again: the remaining moves stay equally likely.
    """
    kind = card = wonder = c.NONE
    if s.phase != c.TURN:
        moves = work.moves
        row = random_below(rng, list_moves(s, t, moves))
        kind, card, wonder = moves[row, 0], moves[row, 1], moves[row, 2]
    seat = s.seat
    wonders = np.int64(s.unbuilt[seat])
    n_cards, n_wonders = count_bits(s.open), count_bits(wonders)
    while kind == c.NONE:
        use = random_below(rng, n_wonders + 2)
        if use >= 2:
            wonder = FIRST_WONDER + nth_bit(wonders, use - 2)
            if not can_pay(s, t, seat, wonder):
                wonders &= ~(c.ONE << (wonder - FIRST_WONDER))
                n_wonders -= 1
                continue
            kind = c.WONDER
        card = np.int64(s.layout[s.age - 1, nth_bit(s.open, random_below(rng, n_cards))])
        if use < 2:
            wonder = c.NONE
            if use == 1:
                kind = c.DISCARD
            elif can_build(s, t, seat, card):
                kind = c.BUILD
    return kind, card, wonder


@entry
def simulate(
    states: States,
    empty: States,
    sets: Ints,
    tables: TablesArray,
    rng: Random,
    workspaces: Workspaces,
    sheets: Ints,
    ends: Ints,
) -> None:
    """Play whole random games, one for each row of ``sheets``; ``empty`` holds the options.

    ``ends`` takes each game's outcome and winner.
    """
    rng = borrow(rng)
    s, t, work = states[0], tables[0], workspaces[0]
    for k in range(sheets.shape[0]):
        states[0] = empty[0]
        deal_all(s, t, rng, work.pool)
        set_up(s, t, sets, work.log)
        while s.phase != c.OVER:
            kind, card, wonder = random_move(s, t, rng, work)
            carry_out(s, t, kind, card, wonder, work)
        ends[k, 0], ends[k, 1] = s.outcome, s.winner
        for seat in range(2):
            fill_sheet(s, t, np.int64(seat), sheets[k, seat])
