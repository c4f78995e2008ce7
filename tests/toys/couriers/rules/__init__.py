"""The rules of the couriers, compiled with those of classic.

Each seat is dealt two couriers, unseen by the others, and begins with a coin more. After the sixth
turn of an age, before the war, each seat in turn may send one of those it still has, face down. It
gets a coin for each grey card of its city, and the city does not fight its left neighbour in that
age. At the end a courier that was sent brings a point for each card of its colour in the
neighbouring cities that it visits. A red card brings a coin for each courier that its city has
sent.
"""

from pathlib import Path
from typing import Any

import numpy as np

from heptapolis.codes import AGES, Color, Obstacle
from heptapolis.games.classic.codes import FIRST_LEADER, SEATS
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.constants import NONE, PASS
from heptapolis.games.classic.rules.economy import LEFT, RIGHT, neighbour
from heptapolis.games.classic.rules.effects import gain
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.turns import NO_SEAT
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.chance import random_below, shuffle
from heptapolis.kernel.hooks import RulesPart
from heptapolis.kernel.rows import add_move, emit
from heptapolis.kernel.visibility import OWN, PUBLIC, SECRET, SEEN, Fields
from tests.toys.couriers.codes import (
    COLUMN,
    COURIER_SENT,
    COURIER_STAYED,
    COURIERS,
    FIRST_COURIER,
    HELD,
    PHASE,
    SEND,
)

ID = "couriers"
SENDING, KIND = np.int64(PHASE), np.int64(SEND)
LOG_SENT, LOG_STAYED = np.int64(COURIER_SENT), np.int64(COURIER_STAYED)
NOT_OFFERED, NOT_NOW = np.int64(Obstacle.NOT_OFFERED), np.int64(Obstacle.NOT_NOW)
GREY, RED = np.int64(Color.GREY), np.int64(Color.RED)

FIELDS = Fields(
    (OWN, "couriers", "i2", (SEATS, HELD)),  # dealt to each seat, in order
    (SECRET, "undealt", "i2", (COURIERS,)),  # the others, in order
    (SEEN, "sent", "i2", (AGES, SEATS)),  # the courier sent in each age, 0: none
    (PUBLIC, "has_sent", "u1", (AGES, SEATS)),  # 1: one was sent
    (PUBLIC, "was_asked", "u1", (SEATS,)),  # 1: in this age
    (PUBLIC, "stables", "i2", (SEATS,)),  # grey cards
)


@inlined
def show_couriers(s: Any, seat: Any, couriers: Any) -> None:
    if seat < s.n_players:
        for k in range(HELD):
            couriers[seat, k] = s.couriers[seat, k]


@inlined
def show_sent(s: Any, seat: Any, sent: Any) -> None:
    if seat < s.n_players:
        for age in range(AGES):
            sent[age, seat] = s.sent[age, seat]


@jit
def deal(s: Any, t: Any, rng: Any, pool: Any) -> None:
    for k in range(COURIERS):
        pool[k] = FIRST_COURIER + k
    shuffle(rng, pool, np.int64(COURIERS))
    for seat in range(s.n_players):
        give(s, seat, pool, HELD * seat)
    fill_undealt(s)


@jit
def give(s: Any, seat: Any, pool: Any, first: Any) -> None:
    """Two couriers of a pool, in order."""
    s.couriers[seat, 0] = min(pool[first], pool[first + 1])
    s.couriers[seat, 1] = max(pool[first], pool[first + 1])


@jit
def is_dealt(s: Any, item: Any) -> Any:
    for seat in range(s.n_players):
        for k in range(HELD):
            if s.couriers[seat, k] == item:
                return True
    return False


@jit
def fill_undealt(s: Any) -> None:
    n = 0
    s.undealt[:] = 0
    for item in range(FIRST_COURIER, FIRST_COURIER + COURIERS):
        if not is_dealt(s, item):
            s.undealt[n] = item
            n += 1


@jit
def set_up(s: Any, t: Any) -> None:
    for seat in range(s.n_players):
        s.coins[seat] += 1


@jit
def apply(s: Any, t: Any, city: Any, item: Any) -> None:
    if item < FIRST_LEADER and t.color[item] == GREY:
        s.stables[city] += 1


@jit
def n_sent(s: Any, city: Any) -> Any:
    n = np.int64(0)
    for age in range(AGES):
        n += s.has_sent[age, city]
    return n


@jit
def receive(s: Any, t: Any, city: Any, item: Any, log: Any) -> None:
    if item < FIRST_LEADER and t.color[item] == RED:
        gain(s, city, n_sent(s, city), item, log)


@jit
def ask(s: Any, t: Any, log: Any, is_asking: Any) -> Any:
    if is_asking or s.turn < TURNS:
        return is_asking
    for seat in range(s.n_players):
        if s.was_asked[seat] == 0 and n_sent(s, seat) < HELD:
            s.was_asked[seat] = 1
            s.phase, s.actor = SENDING, seat
            return True
    return False


@jit
def has_left(s: Any, seat: Any, item: Any) -> Any:
    for age in range(AGES):
        if s.sent[age, seat] == item:
            return True
    return False


@jit
def add_moves(s: Any, t: Any, city: Any, moves: Any, n: Any) -> Any:
    if s.phase == SENDING:
        for k in range(HELD):
            item = np.int64(s.couriers[city, k])
            if item > 0 and not has_left(s, city, item):
                n = add_move(moves, n, KIND, item, NONE, NONE, NONE)
        n = add_move(moves, n, PASS, NONE, NONE, NONE, NONE)
    return n


@jit
def carry_out(s: Any, t: Any, city: Any, kind: Any, card: Any, log: Any, is_done: Any) -> Any:
    if s.phase != SENDING:
        return is_done
    if kind == PASS:
        emit(log, LOG_STAYED, city, NONE, NONE, NONE, NONE)
    else:
        s.sent[s.age - 1, city] = card
        s.has_sent[s.age - 1, city] = 1
        emit(log, LOG_SENT, city, card, NONE, NONE, NONE)
        gain(s, city, np.int64(s.stables[city]), np.int64(s.board[city]), log)
    return True


@jit
def refuse(s: Any, t: Any, city: Any, kind: Any, card: Any, work: Any, code: Any) -> Any:
    if s.phase != SENDING:
        return code
    if kind == PASS:
        return NONE
    if kind != KIND:
        return NOT_NOW
    for k in range(HELD):
        if s.couriers[city, k] == card and not has_left(s, city, card):
            return NONE
    return NOT_OFFERED


@jit
def opponent(s: Any, t: Any, city: Any, other: Any) -> Any:
    return NO_SEAT if s.has_sent[s.age - 1, city] == 1 else other


@jit
def end_age(s: Any, t: Any, log: Any) -> None:
    s.was_asked[:] = 0


@jit
def score(s: Any, t: Any, city: Any, sheet: Any) -> None:
    """Points of the couriers sent. To the others they count as nothing before the end."""
    for age in range(AGES):
        item = np.int64(s.sent[age, city])
        for side in (LEFT, RIGHT):
            if item > 0 and t.courier_visits[item - FIRST_COURIER, side] == 1:
                sheet[COLUMN] += s.colors[neighbour(s, city, side), t.color[item]]


@jit
def sample(s: Any, t: Any, seat: Any, rng: Any, work: Any, is_possible: Any) -> Any:
    """Deal the couriers that the seat has not seen, and draw which of them were sent."""
    n, pool = np.int64(0), work.cards
    for item in range(FIRST_COURIER, FIRST_COURIER + COURIERS):
        if not is_dealt(s, item):
            pool[n] = item
            n += 1
    shuffle(rng, pool, n)
    for other in range(s.n_players):
        if s.couriers[other, 0] > 0:
            continue
        n -= HELD
        give(s, other, pool, n)
        first = random_below(rng, np.int64(HELD))
        for age in range(AGES):
            if s.has_sent[age, other] == 1:
                s.sent[age, other] = s.couriers[other, first]
                first = (first + 1) % HELD
    fill_undealt(s)
    return is_possible


RULES = RulesPart(
    id=ID,
    folder=Path(__file__).parent,
    fields=FIELDS,
    shown_by={show_couriers: ("couriers",), show_sent: ("sent",)},
    hooks={
        hooks.deal: deal,
        hooks.set_up: set_up,
        hooks.apply: apply,
        hooks.receive: receive,
        hooks.ask: ask,
        hooks.add_moves: add_moves,
        hooks.carry_out: carry_out,
        hooks.refuse: refuse,
        hooks.opponent: opponent,
        hooks.end_age: end_age,
        hooks.score: score,
        hooks.sample: sample,
    },
    numbers={
        "phase": [PHASE],
        "kind of move": [SEND],
        "row of the log": [COURIER_SENT, COURIER_STAYED],
        "item": range(FIRST_COURIER, FIRST_COURIER + COURIERS),
        "column": [COLUMN],
    },
)
