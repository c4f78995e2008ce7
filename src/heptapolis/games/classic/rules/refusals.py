"""Why a city cannot do something now: the obstacle, and its numbers.

`moves.legal` calls the same functions, so that the two never disagree.
"""

from typing import Any, NamedTuple

import numpy as np

from heptapolis.codes import RESOURCES, Obstacle
from heptapolis.games.classic.codes import ClassicObstacle
from heptapolis.games.classic.leaders.rules.hands import leader_hand, leader_pack, leader_price
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.economy import (
    LEFT,
    RIGHT,
    missing_units,
    neighbour,
    plans,
    plans_within,
    printed_coins,
)
from heptapolis.games.classic.rules.hands import choosable
from heptapolis.games.classic.rules.moves import (
    any_playable,
    copies,
    has,
    has_chain,
    may_build_free,
    next_stage,
    price_of_card,
)
from heptapolis.games.classic.rules.workspace import MISSING_ROWS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.types import (
    Card,
    City,
    Count,
    Flag,
    Ints,
    Item,
    Kind,
    State,
    Tables,
    Workspace,
)

NOT_NOW = np.int64(Obstacle.NOT_NOW)
NOT_IN_HAND = np.int64(Obstacle.NOT_IN_HAND)
NOT_IN_PACK = np.int64(ClassicObstacle.NOT_IN_PACK)
NOT_IN_PILE = np.int64(Obstacle.NOT_IN_PILE)
NOT_RECRUITED = np.int64(ClassicObstacle.NOT_RECRUITED)
STANDS = np.int64(Obstacle.STANDS)
COPIED = np.int64(ClassicObstacle.COPIED)
CHAIN_FORBIDS = np.int64(ClassicObstacle.CHAIN_FORBIDS)
MUST_PLAY = np.int64(ClassicObstacle.MUST_PLAY)
POWER_ABSENT = np.int64(ClassicObstacle.POWER_ABSENT)
POWER_SPENT = np.int64(ClassicObstacle.POWER_SPENT)
POWER_IDLE = np.int64(ClassicObstacle.POWER_IDLE)
ALL_STAGES_STAND = np.int64(ClassicObstacle.ALL_STAGES_STAND)
NO_ROOM = np.int64(ClassicObstacle.NO_ROOM)
MISSING_UNITS = np.int64(Obstacle.MISSING_UNITS)
COINS_SHORT = np.int64(Obstacle.COINS_SHORT)
UNLIMITED_COINS = np.int64(1) << 40  # coins for any price

PRICE, N_MISSING = 0, 1  # numbers of a refusal


class Shortage(NamedTuple):
    """What a refused construction lacks, as `refusal` writes it."""

    numbers: Ints  # PRICE: coins that it costs; N_MISSING: sets of missing units
    missing: Ints  # by resource: every smallest set of units, a row each


def new_shortage() -> Shortage:
    """Allocate what `refusal` writes to."""
    return Shortage(np.zeros(2, np.int64), np.zeros((MISSING_ROWS, RESOURCES), np.int64))


@jit
def refusal(
    s: State, t: Tables, city: City, kind: Kind, card: Card, short: Shortage, work: Workspace
) -> Any:
    """Return the obstacle to a move of a deciding city, however it is paid for; NONE if it is
    legal. Writes what it is ``short`` of."""
    short.numbers[PRICE] = short.numbers[N_MISSING] = 0
    code = find_obstacle(s, t, city, kind, card, short, work)
    return hooks.refuse(s, t, city, kind, card, work, code)


@inlined
def find_obstacle(
    s: State, t: Tables, city: City, kind: Kind, card: Card, short: Shortage, work: Workspace
) -> Any:
    if s.phase == c.DIGGING:
        return refuse_dig(s, t, city, kind, card)
    if s.phase == c.DRAFTING:
        if kind != c.KEEP:
            return NOT_NOW
        n_leaders = leader_pack(s, city, work.cards)
        return c.NONE if is_among(card, work.cards, n_leaders) else NOT_IN_PACK
    if s.phase == c.COURTING:
        return refuse_court(s, city, kind, card)
    if s.phase in (c.RECRUITING, c.EXTRA_LEADER):
        return refuse_leader(s, t, city, kind, card, short, work)
    if s.phase not in (c.TURN, c.SEVENTH):
        return NOT_NOW
    if kind not in (c.BUILD, c.BUILD_FREE, c.STAGE, c.DISCARD):
        return NOT_NOW
    n_cards = choosable(s, city, work.cards)
    if not is_among(card, work.cards, n_cards):
        return NOT_IN_HAND
    if kind == c.DISCARD:
        is_forbidden = city >= s.n_players and any_playable(s, t, city, n_cards, work)
        return MUST_PLAY if is_forbidden else c.NONE
    if kind == c.STAGE:
        return refuse_stage(s, t, city, card, short, work)
    if has(s, city, t.structure[card]):
        return STANDS
    if kind == c.BUILD_FREE:
        return refuse_power(s, t, city, card, work)
    return c.NONE if has_chain(s, t, city, card) else refuse_price(s, t, city, card, short, work)


@jit
def is_among(card: Card, cards: Ints, n: Count) -> Flag:
    """Return whether the card is one of the first ``n``."""
    for k in range(n):
        if cards[k] == card:
            return True
    return False


@inlined
def refuse_dig(s: State, t: Tables, city: City, kind: Kind, card: Card) -> Any:
    """Return the obstacle to a dig (C5.5)."""
    if kind == c.PASS:
        return c.NONE
    if kind != c.DIG:
        return NOT_NOW
    if card < 1 or card > t.n_cards or s.discard[card] == 0:
        return NOT_IN_PILE
    return STANDS if has(s, city, t.structure[card]) else c.NONE


@inlined
def refuse_court(s: State, city: City, kind: Kind, card: Card) -> Any:
    """Return the obstacle to copying a leader (L46)."""
    if kind != c.COURT:
        return NOT_NOW
    for side in (LEFT, RIGHT):
        other = neighbour(s, city, side)
        for k in range(s.n_recruited[other]):
            if s.recruited[other, k] == card:
                return COPIED if copies(s, city, card) else c.NONE
    return NOT_RECRUITED


@inlined
def refuse_leader(
    s: State, t: Tables, city: City, kind: Kind, card: Card, short: Shortage, work: Workspace
) -> Any:
    """Return the obstacle to a use of a leader (L3), which for an extra one is only to
    recruit it (L41)."""
    extra = s.phase == c.EXTRA_LEADER
    if extra and kind == c.PASS:
        return c.NONE
    if kind != c.RECRUIT and (extra or kind not in (c.STAGE, c.DISCARD)):
        return NOT_NOW
    if not is_among(card, work.cards, leader_hand(s, city, work.cards)):
        return NOT_IN_HAND
    if kind == c.STAGE:
        return refuse_stage(s, t, city, card, short, work)
    if kind == c.DISCARD:
        return c.NONE
    if s.n_recruited[city] >= c.LEADER_SLOTS:
        return NO_ROOM
    price = short.numbers[PRICE] = leader_price(s, t, city, card)
    return COINS_SHORT if price > s.coins[city] else c.NONE


@jit
def refuse_stage(
    s: State, t: Tables, city: City, card: Card, short: Shortage, work: Workspace
) -> Any:
    """Return the obstacle to a stage (C3.2); the Free City builds what a chain makes free
    (C9.4)."""
    stage = next_stage(s, t, city)
    if stage == 0:
        return ALL_STAGES_STAND
    is_chained = has_chain(s, t, city, card) and not has(s, city, t.structure[card])
    if city >= s.n_players and is_chained:
        return CHAIN_FORBIDS
    return refuse_price(s, t, city, stage, short, work)


@inlined
def refuse_power(s: State, t: Tables, city: City, card: Card, work: Workspace) -> Any:
    """Return the obstacle to Olympia's power (C6.1): the plain build must be impossible or cost
    a coin."""
    if s.phase != c.TURN:
        return NOT_NOW
    if not may_build_free(s, city):
        return POWER_SPENT if s.powers[city] & c.FREE_BUILD else POWER_ABSENT
    _, costs = price_of_card(s, t, city, card, work)
    return c.NONE if costs else POWER_IDLE


@jit
def refuse_price(
    s: State, t: Tables, city: City, item: Item, short: Shortage, work: Workspace
) -> Any:
    """Return the obstacle to a price (C4): units that no city makes or sells, else coins."""
    if plans(s, t, city, item, work.plans, work.subsets):
        return c.NONE
    n_missing = missing_units(s, t, city, item, short.missing, work.subsets)
    if n_missing > 0:
        short.numbers[N_MISSING] = n_missing
        return MISSING_UNITS
    plans_within(s, t, city, item, UNLIMITED_COINS, work.plans, work.subsets)
    bought = work.plans[0, 0] + work.plans[0, 1] + work.plans[0, 2]
    short.numbers[PRICE] = printed_coins(s, t, city, item) + bought
    return COINS_SHORT
