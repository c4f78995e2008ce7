"""What a seat of Duel may know, and an honest possible game for it.

A view is a record of the same type as the state, so every rule works on it. Hidden fields are 0:
cards that lie face down or in a later age, the wonders of the second draft before it begins, and
the tokens set aside except for those that the seat has drawn. The backs of guilds, the cards that a
seat has seen and everything after the end are open. Cards and wonders that left the game unseen are
in no record.
"""

from typing import Any

import numpy as np

from heptapolis.codes import AGES
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    SET_SIZE,
    SLOTS,
)
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.city import has
from heptapolis.games.duel.rules.state import FIELDS
from heptapolis.games.duel.rules.turns import ALL_SLOTS, in_pile, list_deck, sort_library
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.bits import count_bits, first_bit
from heptapolis.kernel.chance import random_below, shuffle
from heptapolis.kernel.hooks import show_fields
from heptapolis.kernel.types import (
    Age,
    Bits,
    Flags,
    Index,
    Ints,
    Random,
    Seat,
    State,
    States,
    Tables,
    TablesArray,
    Workspaces,
)


@inlined
def show_layout(s: State, _seat: Seat, layout: Ints) -> None:
    """Show the cards of past ages, and those of this one that have been face up."""
    for age in range(1, s.age + 1):
        for slot in range(SLOTS):
            if age < s.age or (s.faces >> slot) & 1:
                layout[age - 1, slot] = s.layout[age - 1, slot]


@inlined
def show_aside(s: State, seat: Seat, aside: Ints) -> None:
    """Show the tokens set aside that the seat has drawn."""
    for k in range(s.n_aside):
        if (s.looked[k] >> seat) & 1:
            aside[k] = s.aside[k]


write_view = FIELDS.writer({show_layout: ("layout",), show_aside: ("aside",)})


@entry
def see(states: States, i: Index, seat: Seat, views: States, j: Index) -> None:
    """Write the view of a seat, or of a spectator (seat 2); after the end everything is open."""
    if states[i].phase == c.OVER:
        views[j] = states[i]
    else:
        write_view(states[i], seat, views[j])
        show_fields(states[i], seat, views[j])


@entry
def sample(
    views: States,
    j: Index,
    seat: Seat,
    states: States,
    i: Index,
    tables: TablesArray,
    rng: Random,
    workspaces: Workspaces,
) -> Any:
    """Write a possible game, uniform over the deals that agree with the view.

    Returns False if there is none, which only a forged view can cause.
    """
    states[i] = views[j]
    s, t = states[i], tables[0]
    if s.phase == c.OVER:
        return True
    pool, is_known = workspaces[0].pool, workspaces[0].is_known
    mark_known_cards(s, t, is_known)
    possible = True
    for number in range(max(s.age, 1), AGES + 1):
        age, slots = np.int64(number), ALL_SLOTS
        if age == s.age:  # cards that are gone were seen, or written in a position
            slots, backs = s.left, s.guild_backs
        else:
            backs = draw_backs(t, age, rng, pool)
        possible &= fill_slots(s, t, age, age, slots & ~backs, is_known, rng, pool)
        possible &= fill_slots(s, t, age, c.NONE, slots & backs, is_known, rng, pool)
    possible &= fill_offer(s, t, rng, pool)
    possible = possible and fill_aside(s, t, rng, pool)
    return hooks.sample(s, t, seat, rng, workspaces[0], possible)


@inlined
def mark_known_cards(s: State, t: Tables, is_known: Flags) -> None:
    """Mark the cards whose place is known."""
    is_known[:] = 0
    for card in range(1, t.n_cards + 1):
        if has(s, c.NONE, card) or has(s, np.int64(1), card) or in_pile(s, card):
            is_known[card] = 1
    for k in range(DUEL_WONDERS):
        is_known[s.under[k]] = 1
    for age in range(AGES):
        for slot in range(SLOTS):
            is_known[s.layout[age, slot]] = 1


@inlined
def draw_backs(t: Tables, age: Age, rng: Random, pool: Ints) -> Any:
    """Draw the slots of the guilds in an age that has not begun."""
    backs = np.int64(0)
    if age == AGES:
        for slot in range(SLOTS):
            pool[slot] = slot
        shuffle(rng, pool, np.int64(SLOTS))
        for k in range(t.guilds_added):
            backs |= 1 << pool[k]
    return backs


@jit
def fill_slots(
    s: State, t: Tables, age: Age, deck: Age, slots: Bits, is_known: Flags, rng: Random, pool: Ints
) -> Any:
    """Fill these slots with unknown cards of a deck; False if there are too few."""
    if slots == 0:
        return True
    n = np.int64(0)
    for k in range(list_deck(t, deck, pool)):
        if is_known[pool[k]] == 0:
            pool[n] = pool[k]
            n += 1
    rest = slots
    while rest != 0:
        slot = first_bit(rest)
        rest &= rest - 1
        if s.layout[age - 1, slot] == 0:
            if n == 0:
                return False
            drawn = random_below(rng, n)
            n -= 1
            s.layout[age - 1, slot] = pool[drawn]
            pool[drawn] = pool[n]
    return True


@inlined
def fill_offer(s: State, t: Tables, rng: Random, pool: Ints) -> Any:
    """Fill the wonders of the second draft during the first."""
    laid_out = s.offer | s.wonders[0] | s.wonders[1]
    if s.age > 0 or count_bits(laid_out) > SET_SIZE:
        return True
    n = np.int64(0)
    for k in range(t.n_wonders):
        if (laid_out >> k) & 1 == 0:
            pool[n] = k
            n += 1
    shuffle(rng, pool, n)
    if n < SET_SIZE:
        return False
    for k in range(SET_SIZE):
        s.next_offer |= 1 << pool[k]
    return True


@inlined
def fill_aside(s: State, t: Tables, rng: Random, pool: Ints) -> Any:
    """Fill the tokens set aside that the seat has not seen."""
    elsewhere = s.board | s.tokens[0] | s.tokens[1]
    for k in range(s.n_aside):
        if s.aside[k] > 0:
            elsewhere |= 1 << (s.aside[k] - FIRST_TOKEN)
    n = np.int64(0)
    for k in range(t.n_tokens):
        if (elsewhere >> k) & 1 == 0:
            pool[n] = FIRST_TOKEN + k
            n += 1
    shuffle(rng, pool, n)
    for k in range(s.n_aside):
        if s.aside[k] == 0:
            if n == 0:
                return False
            n -= 1
            s.aside[k] = pool[n]
    sort_library(s)
    return True
