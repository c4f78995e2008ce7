"""The cards in each hand, and the seat that decides for the Free City (C2.1, C9.2).

Hands are not stored: a seat's pack follows from the turn, and the cards left in it from the fates.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import take_leader
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.fates import pack_fate
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.types import Use
from heptapolis.kernel import jit
from heptapolis.kernel.rows import insert_card
from heptapolis.kernel.types import Card, City, Flag, Ints, Seat, State, Turn

FREE_CITY = 2


@jit
def controller(s: State) -> Any:
    """Return the seat that plays for the Free City this turn (C9.2)."""
    return (s.turn - 1 + (1 if s.age == 2 else 0)) % 2


@jit
def decider(s: State, city: City) -> Any:
    """Return the seat that decides for a city."""
    return city if city < s.n_players else controller(s)


@jit
def pack_of(s: State, seat: Seat) -> Any:
    """Return the pack a seat holds this turn."""
    return pack_in(s, seat, s.turn)


@jit
def pack_in(s: State, seat: Seat, turn: Turn) -> Any:
    """Return the pack it holds in a turn: packs go left in ages I and III, right in II (C2.1)."""
    n, passed = s.n_players, turn - 1
    return (seat + passed) % n if s.age == 2 or n == 2 else (seat - passed + c.HAND * n) % n


@jit
def drawn_pack(s: State) -> Any:
    """Return the pack that cards drawn from the Free City's pile join: the controller's is always
    the same one, since control and hands both change every turn (C9.2); -1 at larger tables."""
    if s.n_players > 2:
        return -1
    return 1 if s.age == 2 else 0


@jit
def hand(s: State, seat: Seat, cards: Ints) -> Any:
    """List the cards in hand in catalogue order, copies side by side; returns how many."""
    n = np.int64(0)
    if s.age == 0 or s.turn == 0:  # not dealt yet (C10)
        return n
    age, pack = s.age - 1, pack_of(s, seat)
    for place in range(c.HAND * pack, c.HAND * pack + c.HAND):
        if s.fate[age, place] == 0 and s.deck[age, place] > 0:
            n = insert_card(cards, n, np.int64(s.deck[age, place]))
    if pack == drawn_pack(s):
        for place in range(c.HAND * 2, c.HAND * 2 + s.turn):
            if s.fate[age, place] == 0 and s.deck[age, place] > 0:
                n = insert_card(cards, n, np.int64(s.deck[age, place]))
    return n


@jit
def choosable(s: State, city: City, cards: Ints) -> Any:
    """List the cards that a decision for this city chooses from; returns how many."""
    if city < s.n_players:
        return hand(s, city, cards)
    if s.phase == c.SEVENTH:  # C9.6: the last card of the pile
        cards[0] = s.deck[s.age - 1, c.HAND * 3 - 1]
        return 1 if cards[0] > 0 else 0
    seat = controller(s)
    n = hand(s, seat, cards)
    for k in range(n):  # the controller's own card is taken
        if cards[k] == s.move[seat, 1]:
            for j in range(k, n - 1):
                cards[j] = cards[j + 1]
            return n - 1
    return n


@jit
def take(s: State, city: City, card: Card, use: Use) -> None:
    """Note the use of a card that leaves the hand it was chosen from."""
    if card >= c.FIRST_LEADER:
        take_leader(s, city, card, use)
        return
    age = s.age - 1
    turn = TURNS + 1 if s.phase == c.SEVENTH else s.turn
    s.acts[age, turn - 1, city] = use
    if city >= s.n_players and s.phase == c.SEVENTH:
        s.fate[age, c.HAND * 3 - 1] = pack_fate(turn, use, True)
        return
    seat = decider(s, city)
    mark = pack_fate(turn, use, city >= s.n_players)
    pack = pack_of(s, seat)
    for place in range(c.HAND * pack, c.HAND * pack + c.HAND):
        if s.fate[age, place] == 0 and s.deck[age, place] == card:
            s.fate[age, place] = mark
            return
    for place in range(c.HAND * 2, c.HAND * 2 + s.turn):
        if s.fate[age, place] == 0 and s.deck[age, place] == card:
            s.fate[age, place] = mark
            return


@jit
def has_last(s: State, city: City) -> Flag:
    """Return whether the city has a seventh card to play; only a written position can lack one."""
    age = s.age - 1
    if city >= s.n_players:
        return s.deck[age, c.HAND * 3 - 1] > 0 and s.fate[age, c.HAND * 3 - 1] == 0
    pack = pack_of(s, city)
    for place in range(c.HAND * pack, c.HAND * pack + c.HAND):
        if s.fate[age, place] == 0 and s.deck[age, place] > 0:
            return True
    if pack == drawn_pack(s):
        for place in range(c.HAND * 2, c.HAND * 2 + s.turn):
            if s.fate[age, place] == 0 and s.deck[age, place] > 0:
                return True
    return False
