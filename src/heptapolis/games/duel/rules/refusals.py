"""Why the seat to move in Duel cannot do something: the obstacle, and the price.

`turns.list_moves` calls the same functions, so that the two never disagree.
"""

from typing import Any

import numpy as np

from heptapolis.codes import Obstacle
from heptapolis.games.duel.codes import FIRST_TOKEN, FIRST_WONDER, DuelObstacle
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.city import can_build, can_pay, has, trade
from heptapolis.games.duel.rules.turns import in_pile
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.bits import first_bit
from heptapolis.kernel.types import Card, Item, Kind, State, Tables, Workspace

NOT_NOW = np.int64(Obstacle.NOT_NOW)
NOT_ACCESSIBLE = np.int64(DuelObstacle.NOT_ACCESSIBLE)
NOT_OFFERED = np.int64(Obstacle.NOT_OFFERED)
NOT_IN_PILE = np.int64(Obstacle.NOT_IN_PILE)
NOT_YOURS = np.int64(DuelObstacle.NOT_YOURS)
STANDS = np.int64(Obstacle.STANDS)
ALL_WONDERS_STAND = np.int64(DuelObstacle.ALL_WONDERS_STAND)
COINS_SHORT = np.int64(Obstacle.COINS_SHORT)


@jit
def refusal(s: State, t: Tables, kind: Kind, card: Card, wonder: Item, work: Workspace) -> Any:
    """Return the obstacle to a move, NONE if it is legal, and the price if coins are short.

    The card and the wonder are items of the kinds that the move needs.
    """
    code = find_obstacle(s, t, kind, card, wonder)
    code = hooks.refuse(s, t, kind, card, wonder, work, code)
    price = np.int64(0)
    if code == COINS_SHORT and kind in (c.BUILD, c.WONDER):
        item = card if kind == c.BUILD else wonder
        price = np.int64(t.cost_coins[item]) + trade(s, t, s.seat, item)
    return code, price


@inlined
def find_obstacle(s: State, t: Tables, kind: Kind, card: Card, wonder: Item) -> Any:
    if s.phase == c.TURN:
        return refuse_use(s, t, kind, card, wonder)
    if s.phase == c.DRAFTING and kind == c.DRAFT:
        return c.NONE if (s.offer >> (wonder - FIRST_WONDER)) & 1 else NOT_OFFERED
    if s.phase in (c.CHOOSING_TOKEN, c.IN_LIBRARY) and kind == c.TOKEN:
        return c.NONE if offers_token(s, card) else NOT_OFFERED
    if s.phase == c.STARTING and kind == c.START:
        return c.NONE
    if s.phase == c.DESTROYING and kind == c.DESTROY:
        is_due = (s.due_destroy >> t.color[card]) & 1 and has(s, 1 - s.seat, card)
        return c.NONE if is_due else NOT_OFFERED
    if s.phase == c.REVIVING and kind == c.REVIVE:
        return c.NONE if in_pile(s, card) else NOT_IN_PILE
    return NOT_NOW


@inlined
def refuse_use(s: State, t: Tables, kind: Kind, card: Card, wonder: Item) -> Any:
    """Return the obstacle to a use of a card: to build it, to put it under a wonder, or to discard
    it. The bank sells everything (D11), so of a price only coins can be missing."""
    if kind not in (c.BUILD, c.WONDER, c.DISCARD):
        return NOT_NOW
    if not is_accessible(s, card):
        return NOT_ACCESSIBLE
    if kind == c.DISCARD:
        return c.NONE
    if kind == c.BUILD:
        return c.NONE if can_build(s, t, s.seat, card) else COINS_SHORT
    bit = np.int64(1) << (wonder - FIRST_WONDER)
    if s.raised[s.seat] & bit:
        return STANDS
    if s.wonders[s.seat] & bit == 0:
        return NOT_YOURS
    if s.unbuilt[s.seat] & bit == 0:
        return ALL_WONDERS_STAND
    return c.NONE if can_pay(s, t, s.seat, wonder) else COINS_SHORT


@inlined
def is_accessible(s: State, card: Card) -> Any:
    rest = s.open
    while rest != 0:
        if s.layout[s.age - 1, first_bit(rest)] == card:
            return True
        rest &= rest - 1
    return False


@inlined
def offers_token(s: State, token: Item) -> Any:
    """Return whether the token lies on the board, or is one of the drawn tokens."""
    if s.phase == c.CHOOSING_TOKEN:
        return (s.board >> (token - FIRST_TOKEN)) & 1 == 1
    for k in range(s.n_library):
        if s.aside[k] == token:
            return True
    return False
