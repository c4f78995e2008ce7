"""Cards out of play that a seat knows: cards in the discard pile can be dug up, cards under a
wonder cannot, and of some cards the seat cannot tell which.

A seat that looked through the pile knows its contents at that time. Later cards are known as far as
the seat saw them go; cards that are dug up are known to all.

The knowledge of past ages changes only with an age and with a look, so games side by side keep it
(`RECALL`) and append the current age's cards for every decision.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.fates import (
    UNSURE_FATE,
    fate_turn,
    fate_use,
    is_of_free_city,
    pack_moment,
)
from heptapolis.games.classic.rules.hands import FREE_CITY
from heptapolis.games.classic.rules.sampling import is_own_look, look_key, recall_piles
from heptapolis.games.classic.rules.sight import (
    PILE,
    holder,
    known_fate,
    last_turn,
    sights,
    stack_place,
    taker,
)
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.types import Fate, Moment, Pack, Recall
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.types import Age, Bits, Card, Flag, Index, Ints, Seat, State

IN_PILE, BURIED, OUT_OF_PLAY = np.int64(0), np.int64(1), np.int64(2)  # the last: one of both
MAX_RECALLED_CARDS = 2 * c.AGES * c.PLACES  # every card dealt, and every card seen in the pile

RECALL = np.dtype(
    [
        ("age", "i8"),  # valid for these past ages and these looks
        ("n_looks", "i8"),
        ("n", "i8", (c.SEATS,)),  # number of cards that each seat knows
        ("card", "u1", (c.SEATS, MAX_RECALLED_CARDS)),
        ("where", "u1", (c.SEATS, MAX_RECALLED_CARDS)),
        ("when", "u1", (c.SEATS, MAX_RECALLED_CARDS)),  # the moment from which it was there
        ("looked", "i8", (c.SEATS,)),  # the moment of the seat's last look, 0: none
        ("next_look", "i8", (c.SEATS,)),  # the first look of others after it
    ],
    align=True,
)


def new_piles() -> Ints:
    """Allocate the piles that a seat has looked through (`recall_piles`)."""
    return np.zeros((c.LOOKS, c.CARDS + 1), np.int64)


@jit
def recall_past(s: State, seat: Seat, is_view: Flag, piles: Ints, recall: Recall) -> None:
    """List what a seat knows of past ages and of its last look. A view contains its ``piles``; for
    a game they are written here."""
    recall.n[seat] = recall.looked[seat] = recall.next_look[seat] = 0
    for k in range(s.n_looks):
        if is_own_look(s, np.int64(k), seat):
            recall.looked[seat], recall.next_look[seat] = look_key(s, np.int64(k)), k + 1
    if recall.looked[seat] > 0:
        if not is_view:
            recall_piles(s, seat, piles)
        recall_look(s, seat, piles, recall)
    for age in range(1, s.age):
        recall_age(s, seat, is_view, np.int64(age), recall)


@inlined
def recall_look(s: State, seat: Seat, piles: Ints, recall: Recall) -> None:
    """List the pile as the seat left it after its last look: all cards that had come, less those
    dug up."""
    last = recall.next_look[seat]
    for card in range(1, c.CARDS + 1):
        n = c.NONE
        for k in range(last):
            n += piles[k, card] - (1 if s.look_card[k] == card else 0)
        for _ in range(n):
            add(recall, seat, np.int64(card), IN_PILE, recall.looked[seat])


@inlined
def recall_age(s: State, seat: Seat, is_view: Flag, age: Age, recall: Recall) -> None:
    """List the cards of an age that the seat knows to be out of play."""
    for number in range(s.n_players):
        pack = np.int64(number)
        turns_seen = np.int64(sights(s, seat, age, pack, np.int64(1)))
        for k in range(pack_size(s, age, pack)):
            card, fate = known_card(s, seat, is_view, age, pack, np.int64(k), turns_seen, c.NONE)
            if card > 0 and fate > 0:
                file_away(s, seat, age, pack, card, fate, recall)
    recall_last(s, seat, age, recall)


@jit
def pack_size(s: State, age: Age, pack: Pack) -> Any:
    """Return the places of a pack, with those of cards drawn from the Free City's pile."""
    joined = s.n_players == 2 and pack == (1 if age == 2 else 0)
    return c.HAND + min(last_turn(s, age), TURNS) if joined else np.int64(c.HAND)


@jit
def known_card(
    s: State,
    seat: Seat,
    is_view: Flag,
    age: Age,
    pack: Pack,
    k: Index,
    turns_seen: Bits,
    untaken: Fate,
) -> Any:
    """Return the card at a place of a pack, and its fate as the seat knows it; a card of 0 is
    unknown. ``turns_seen`` are those in which the seat held the pack, ``untaken`` is the knowledge
    of cards that have been there since the deal."""
    place = stack_place(pack, k)
    card, fate = np.int64(s.deck[age - 1, place]), np.int64(s.fate[age - 1, place])
    if card == 0 or is_view:
        return card, fate
    if fate == 0 and k < c.HAND:
        return card, untaken
    if k >= c.HAND:  # drawn from the Free City's pile, a card a turn
        turns_seen &= ~((np.int64(1) << (k - c.HAND + 1)) - 1)
    fate = np.int64(known_fate(s, seat, age, pack, fate, turns_seen))
    return (card, fate) if fate >= 0 else (c.NONE, c.NONE)


@jit
def may_be_in_hand(s: State, seat: Seat, age: Age, pack: Pack, fate: Fate) -> Flag:
    """Return whether a card of unsure fate may still be in a hand: the seat has not held the pack
    since."""
    if age < s.age or s.settled == 1:
        return False
    return sights(s, seat, age, pack, fate - UNSURE_FATE + 1) == 0


@jit
def file_away(
    s: State, seat: Seat, age: Age, pack: Pack, card: Card, fate: Fate, recall: Recall
) -> None:
    """List a card that is in no hand, unless it was built."""
    if fate >= UNSURE_FATE:
        add(recall, seat, card, OUT_OF_PLAY, c.NONE)
        return
    use, turn = fate_use(fate), fate_turn(fate)
    when = pack_moment(age, turn)
    if use == c.STAGED:
        if is_of_free_city(fate) or holder(s, age, pack, turn) != seat:
            add(recall, seat, card, BURIED, when)  # own markers are shown with the city
    elif use > c.STAGED and when > recall.looked[seat]:
        add(recall, seat, card, IN_PILE, when)


@jit
def recall_last(s: State, seat: Seat, age: Age, recall: Recall) -> None:
    """List the last card of the Free City's pile, if the seat played it (C9.6)."""
    if s.n_players > 2 or taker(s, age, TURNS, FREE_CITY) != seat:
        return
    place = PILE + c.HAND - 1
    card, fate = np.int64(s.deck[age - 1, place]), np.int64(s.fate[age - 1, place])
    if is_of_free_city(fate) and fate_use(fate) > c.BUILT:
        file_away(s, seat, age, np.int64(FREE_CITY), card, fate, recall)


@jit
def add(recall: Recall, seat: Seat, card: Card, where: Index, when: Moment) -> None:
    k = recall.n[seat]
    recall.card[seat, k], recall.where[seat, k], recall.when[seat, k] = card, where, when
    recall.n[seat] = k + 1


@jit
def dug_up(s: State, seat: Seat, look: Index, recall: Recall) -> Any:
    """Return how many copies of a card of a look others have dug up from the pile that the seat
    knew; counted once, at the first look that took one. A copy dug up before a known one came was
    another."""
    card, n_gone = s.look_card[look], c.NONE
    for k in range(recall.next_look[seat], s.n_looks):
        if s.look_card[k] != card:
            continue
        if k < look:
            return c.NONE
        key, n_there = look_key(s, np.int64(k)), c.NONE
        for j in range(recall.n[seat]):
            if recall.card[seat, j] == card and recall.where[seat, j] == IN_PILE:
                n_there += 1 if recall.when[seat, j] <= key else 0
        n_gone += 1 if n_there > n_gone else 0
    return n_gone
