"""What a seat may know (C10): `see` writes a record that holds this and nothing else.

A view is a record of the same type as the state, so every rule works on it. Fields that no function
shows are 0 (`visibility`); cards of unknown place stand in catalogue order, so that two states that
look the same to a seat give the same bytes. Recall is perfect: a pack once held is remembered.

The fate of a remembered card may be unsure: ``UNSURE_FATE + t`` means that the seat saw it in its
pack in turn t, and that since then it stayed or was taken face down. For a leader that is
``UNSURE_LEADER`` and a round.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.codes import MoveKind
from heptapolis.games.classic.leaders.rules.hands import leader_owner
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.fates import (
    DRAWN_ROUND,
    UNSURE_FATE,
    UNSURE_LEADER,
    fate_round,
    fate_turn,
    fate_use,
    is_of_free_city,
)
from heptapolis.games.classic.rules.hands import FREE_CITY, decider
from heptapolis.games.classic.rules.state import FIELDS, MOVE, TURNS
from heptapolis.games.classic.rules.types import Fate, Pack, Round
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.hooks import show_fields
from heptapolis.kernel.types import (
    Age,
    Bits,
    Card,
    City,
    Count,
    Index,
    Ints,
    Seat,
    State,
    States,
    Turn,
)

SPECTATOR = c.SEATS
HIDDEN = int(MoveKind.HIDDEN)
PILE = c.HAND * 2  # first place of the Free City's pile


@inlined
def show_choices(s: State, seat: Seat, move: Ints) -> None:
    """Show the own choices; of the others only that there is one."""
    for city in range(s.n_cities):
        if s.move[city, 0] != 0:
            move[city, 0] = HIDDEN
            if decider(s, city) == seat:
                for k in range(MOVE):
                    move[city, k] = s.move[city, k]


@inlined
def show_pile(s: State, seat: Seat, discard: Ints) -> None:
    """Show the discard pile to the seat that builds from it."""
    if s.phase == c.DIGGING and decider(s, s.actor) == seat:
        for card in range(c.CARDS + 1):
            discard[card] = s.discard[card]


@inlined
def show_markers(s: State, seat: Seat, marker: Ints) -> None:
    """Show own markers, and the Free City's to the seats that placed them. Stages of a written
    position come first and have no history: only their owner knows the cards under them."""
    for city in range(s.n_cities):
        k = unrecorded_stages(s, city)
        for untold in range(k if city == seat else 0):
            marker[city, untold] = s.marker[city, untold]
        for age in range(1, c.AGES + 1):
            if s.recruits[age - 1, city] == c.STAGED and k < c.STAGES:
                marker[city, k] = s.marker[city, k] if city == seat else 0
                k += 1
            for turn in range(1, TURNS + 2):
                if s.acts[age - 1, turn - 1, city] == c.STAGED and k < c.STAGES:
                    marker[city, k] = s.marker[city, k] if taker(s, age, turn, city) == seat else 0
                    k += 1


@jit
def unrecorded_stages(s: State, city: City) -> Any:
    """Return the stages given in a written position, without a history."""
    n = np.int64(s.stages[city])
    for age in range(c.AGES):
        n -= 1 if s.recruits[age, city] == c.STAGED else 0
        for turn in range(TURNS + 1):
            n -= 1 if s.acts[age, turn, city] == c.STAGED else 0
    return max(n, np.int64(0))


@jit
def taker(s: State, age: Age, turn: Turn, city: City) -> Any:
    """Return the seat that chose a city's card of a past turn."""
    if city < s.n_players:
        return city
    return (min(turn, TURNS) - 1 + (1 if age == 2 else 0)) % 2


@jit
def holder(s: State, age: Age, pack: Pack, turn: Turn) -> Any:
    """Return the seat that held a pack in a turn."""
    n, passed = s.n_players, min(turn, TURNS) - 1
    seat = pack - passed if age == 2 and n > 2 else pack + passed
    while seat < 0:  # called so often that a division would be slow
        seat += n
    while seat >= n:
        seat -= n
    return seat


@jit
def last_turn(s: State, age: Age) -> Any:
    """Return the last turn of an age whose hands have been seen; 0: not begun."""
    return TURNS if age < s.age else s.turn if age == s.age else 0


@jit
def sights(s: State, seat: Seat, age: Age, pack: Pack, entered: Turn) -> Any:
    """Return the bits of the turns in which a seat held the pack, from the turn a card
    entered it."""
    n, bits = s.n_players, np.int64(0)
    if seat >= n:
        return bits
    passed = pack - seat if age == 2 and n > 2 else seat - pack
    turn = passed + 1 if passed >= 0 else passed + n + 1  # the first, then every n-th one
    while turn <= last_turn(s, age):
        if turn >= entered:
            bits |= np.int64(1) << turn
        turn += n
    return bits


@inlined
def count_hidden_takes(s: State, seat: Seat, age: Age, pack: Pack, after: Turn, until: Turn) -> Any:
    """Count cards that others took face down from a pack in the turns between, ends excluded."""
    n = 0
    for turn in range(after + 1, until):
        who = holder(s, age, pack, turn)
        if who == seat:
            continue
        n += 1 if s.acts[age - 1, turn - 1, who] > c.BUILT else 0
        if s.n_players == 2 and turn <= TURNS and who == taker(s, age, turn, FREE_CITY):
            n += 1 if s.acts[age - 1, turn - 1, FREE_CITY] > c.BUILT else 0
    return n


@jit
def knowledge(s: State, seat: Seat, age: Age, pack: Pack, place: Index, entered: Turn) -> Any:
    """Return the knowledge of a seat about the card at a place: -1 nothing, else its fate, sure or
    UNSURE_FATE."""
    turns_seen = sights(s, seat, age, pack, entered)
    return known_fate(s, seat, age, pack, np.int64(s.fate[age - 1, place]), turns_seen)


@jit
def known_fate(s: State, seat: Seat, age: Age, pack: Pack, fate: Fate, turns_seen: Bits) -> Any:
    """Return the same for a card with this fate in a pack that was held in some turns
    (`sights`)."""
    turn = fate_turn(fate)
    if fate_use(fate) == c.BUILT:
        return fate
    if fate:
        if turns_seen & ((2 << turn) - 1) == 0:
            return -1  # gone before the seat held the pack
        city = FREE_CITY if is_of_free_city(fate) else holder(s, age, pack, turn)
        if taker(s, age, turn, city) == seat:
            return fate
    elif turns_seen == 0:
        return -1
    last, until = 0, last_turn(s, age) + 1
    if age < s.age or s.settled == 1:
        until = TURNS + 2
    missed = False  # the seat held the pack again, and the card was gone
    for t in range(1, TURNS + 1):
        if (turns_seen >> t) & 1:
            if fate == 0 or turn > t:
                last = t
            else:
                until, missed = t, True
                break
    takes = count_hidden_takes(s, seat, age, pack, last, until)
    if (fate == 0 and takes == 0) or (missed and takes == 1):
        return fate
    return UNSURE_FATE + last


@jit
def drawn_places(s: State, seat: Seat, age: Age, pack: Pack) -> Any:
    """Return how many cards drawn from the Free City's pile have a place in a pack that the seat
    cannot tell: they are mixed with the pack's own. A seat knows a card that joins a pack it has
    held before, so for it there is at most the first one; for a spectator there are all of them."""
    if s.n_players > 2 or pack != (1 if age == 2 else 0):
        return 0
    drawn = min(last_turn(s, age), TURNS)
    if seat == SPECTATOR:
        return drawn
    return min(drawn, 1) if taker(s, age, 1, FREE_CITY) != seat else 0


@jit
def stack_place(pack: Pack, k: Index) -> Any:
    """Return the k-th place of a pack, cards drawn from the pile after its own."""
    return c.HAND * pack + k if k < c.HAND else PILE + k - c.HAND


@inlined
def show_packs(s: State, seat: Seat, deck: Ints, fate: Ints) -> None:
    """Show packs and the Free City's pile, as far as the seat has seen them."""
    for age in range(1, c.AGES + 1):
        for pack in range(s.n_players):
            show_pack(s, seat, age, pack, deck, fate)
        if s.n_players == 2:
            show_free_pile(s, seat, age, deck, fate)


@inlined
def show_pack(s: State, seat: Seat, age: Age, pack: Pack, deck: Ints, fate: Ints) -> None:
    """Show a pack as the seat knows it, known cards first and in order."""
    n = np.int64(0)
    size = c.HAND + drawn_places(s, seat, age, pack)
    for k in range(size):
        place = stack_place(pack, k)
        if s.deck[age - 1, place] > 0:
            entered = 1 if k < c.HAND else k - c.HAND + 1
            known = knowledge(s, seat, age, pack, place, entered)
            if known >= 0:
                n = insert_known_card(deck, fate, age, pack, n, s.deck[age - 1, place], known)
    if s.n_players == 2 and pack == (1 if age == 2 else 0):
        for k in range(size, c.HAND + min(last_turn(s, age), TURNS)):
            place = stack_place(pack, k)
            known = knowledge(s, seat, age, pack, place, k - c.HAND + 1)
            if known >= 0:
                deck[age - 1, place], fate[age - 1, place] = s.deck[age - 1, place], known


@inlined
def insert_known_card(
    deck: Ints, fate: Ints, age: Age, pack: Pack, n: Count, card: Card, known: Fate
) -> Any:
    """Insert a remembered card in order of the turn it was taken, then of card and fate; returns
    the new number. With the earliest first, no card stands at a place before the card was drawn."""
    k = n
    while k > 0:
        below, here = stack_place(pack, k - 1), stack_place(pack, k)
        other = np.int64(fate[age - 1, below])
        if (turn_of(other), deck[age - 1, below], other) <= (turn_of(known), card, known):
            break
        deck[age - 1, here], fate[age - 1, here] = deck[age - 1, below], fate[age - 1, below]
        k -= 1
    deck[age - 1, stack_place(pack, k)], fate[age - 1, stack_place(pack, k)] = card, known
    return n + 1


@jit
def turn_of(fate: Fate) -> Any:
    """Return the turn of a sure fate; cards in the pack or of unsure fate come last."""
    return 9 if fate == 0 or fate >= UNSURE_FATE else fate_turn(fate)


@inlined
def show_free_pile(s: State, seat: Seat, age: Age, deck: Ints, fate: Ints) -> None:
    """Show the Free City's pile: its cards are unknown, but the last one is known to the seat that
    plays it."""
    for k in range(last_turn(s, age), c.HAND):
        place = PILE + k
        last = k == c.HAND - 1 and taker(s, age, TURNS, FREE_CITY) == seat
        plays = s.phase == c.SEVENTH and s.actor == FREE_CITY and age == s.age
        played = is_of_free_city(np.int64(s.fate[age - 1, place]))
        public = played and fate_use(np.int64(s.fate[age - 1, place])) == c.BUILT
        if public or (last and (plays or played)):
            deck[age - 1, place], fate[age - 1, place] = (
                s.deck[age - 1, place],
                s.fate[age - 1, place],
            )


@jit
def leader_sight(s: State, seat: Seat, row: Index, before: Round) -> Any:
    """Return the last round before ``before`` in which a seat held a pack of leaders; 0 if none."""
    now = s.turn if s.phase == c.DRAFTING else c.DRAFT
    for number in range(min(now, before - 1), 0, -1):
        if (row - number + 1 + c.DRAFT * s.n_players) % s.n_players == seat:
            return number
    return 0


@inlined
def leader_knowledge(s: State, seat: Seat, row: Index, slot: Index) -> Any:
    """Return the knowledge of a seat about a leader: -1 nothing, else its fate, sure or
    UNSURE_LEADER."""
    fate = np.int64(s.leader_fate[row, slot])
    kept_round = fate_round(fate)
    if kept_round != 0 and leader_owner(s, row, slot) == seat:
        return fate
    if kept_round == DRAWN_ROUND:
        return np.int64(-1)
    round_seen = leader_sight(s, seat, row, kept_round if kept_round > 0 else c.DRAFT + 1)
    if round_seen == 0:
        return np.int64(-1)
    holds_it = kept_round == 0 and round_seen == s.turn
    return np.int64(0 if holds_it else UNSURE_LEADER + round_seen)


@inlined
def show_leaders(s: State, seat: Seat, leader: Ints, leader_fate: Ints) -> None:
    """Show own leaders and packs once held, in order; the cities show the recruited leaders."""
    if s.leaders == 0:
        return
    for row in range(s.n_players):
        n = 0
        for slot in range(c.LEADER_SLOTS):
            if s.leader[row, slot] == 0:
                continue
            known = leader_knowledge(s, seat, row, slot)
            if known < 0:
                continue
            k = n
            while k > 0 and (leader_fate[row, k - 1], leader[row, k - 1]) > (
                known,
                s.leader[row, slot],
            ):
                leader[row, k] = leader[row, k - 1]
                leader_fate[row, k] = leader_fate[row, k - 1]
                k -= 1
            leader[row, k], leader_fate[row, k] = s.leader[row, slot], known
            n += 1


write_view = FIELDS.writer(
    {
        show_choices: ("move",),
        show_pile: ("discard",),
        show_markers: ("marker",),
        show_packs: ("deck", "fate"),
        show_leaders: ("leader", "leader_fate"),
    }
)


@entry
def see(states: States, i: Index, seat: Seat, views: States, j: Index) -> None:
    """Write the view of a seat, or of a spectator; after the end everything is open."""
    if states[i].phase == c.OVER:
        views[j] = states[i]
    else:
        write_view(states[i], seat, views[j])
        show_fields(states[i], seat, views[j])
