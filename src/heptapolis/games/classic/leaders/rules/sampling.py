"""An honest possible draft: leaders dealt anew, uniform over all drafts that agree with the
knowledge of a seat.

A seat that held a pack in a round knows the leaders left in it: each of them went to one of the
seats that held the pack next. All unseen leaders come out of one pool. A recruited leader was in
its seat's hand; its place in the hand is drawn, and so are the places of leaders played face down,
until no place is used twice: rejection of a uniform draw.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import keeps_leaders, leader_owner, mark_leader
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.fates import (
    DRAWN_ROUND,
    UNSURE_LEADER,
    fate_round,
    is_unplayed,
    moment_age,
    pack_leader_fate,
)
from heptapolis.games.classic.rules.sight import leader_sight
from heptapolis.games.classic.rules.types import Round, Sampling
from heptapolis.kernel import jit
from heptapolis.kernel.chance import random_below, shuffle
from heptapolis.kernel.types import Count, Flag, Index, Ints, Item, Random, Seat, State, Tables

MAX_TRIES = 100_000
UNDEALT_FATE = pack_leader_fate(DRAWN_ROUND, int(c.BUILT), 0)  # until the pool fills the place


@jit
def sample_leaders(v: State, s: State, t: Tables, seat: Seat, rng: Random, work: Sampling) -> Flag:
    """Write possible leaders into a state; False if there are none, as in a forged view only."""
    pool = work.leaders
    n = unseen_leaders(v, t, pool, work.is_seen)
    shuffle(rng, pool, n)
    s.leader[:, :] = 0
    s.leader_fate[:, :] = 0
    for row in range(s.n_players):
        copy_known_leaders(v, s, row)
        if s.drafted == 1 and not redraft(v, s, seat, row, rng, work.free):
            return False
    for other in range(s.n_players):
        if other == seat:
            continue
        if s.drafted == 0:
            n = deal_hand(v, s, other, pool, n)
        elif not draw_uses(v, s, t, other, rng, work):
            return False
    n = fill_from_pool(s, pool, n)
    if n < 0:
        return False
    s.box[:] = 0
    for k in range(n):
        if v.n_drawn + k < c.LEADERS:
            s.box[v.n_drawn + k] = pool[k]
    return True


@jit
def unseen_leaders(v: State, t: Tables, pool: Ints, is_seen: Ints) -> Any:
    """List the leaders that the seat has seen nowhere; returns how many."""
    is_seen[:] = 0
    for row in range(c.SEATS):
        for slot in range(c.LEADER_SLOTS):
            is_seen[v.leader[row, slot]] = 1
        for k in range(v.n_recruited[row]):
            is_seen[v.recruited[row, k]] = 1
        for k in range(v.marker.shape[1]):
            is_seen[v.marker[row, k]] = 1
    n = np.int64(0)
    for leader in range(c.FIRST_LEADER, c.FIRST_LEADER + t.n_leaders):
        if is_seen[leader] == 0:
            pool[n] = leader
            n += 1
    return n


@jit
def copy_known_leaders(v: State, s: State, row: Index) -> None:
    """Copy the known leaders, the dealt ones in front of the drawn ones."""
    n, n_drawn = 0, c.DRAFT if s.drafted == 1 else 0
    for slot in range(c.LEADER_SLOTS):
        fate = np.int64(v.leader_fate[row, slot])
        if v.leader[row, slot] == 0 or fate >= UNSURE_LEADER:
            continue
        if fate_round(fate) == DRAWN_ROUND:
            s.leader[row, n_drawn], s.leader_fate[row, n_drawn] = v.leader[row, slot], fate
            n_drawn += 1
        else:
            s.leader[row, n], s.leader_fate[row, n] = v.leader[row, slot], fate
            n += 1


@jit
def has_round(s: State, row: Index, number: Round) -> Flag:
    """Return whether the leader kept from a pack in a round is known."""
    for slot in range(c.DRAFT):
        if fate_round(np.int64(s.leader_fate[row, slot])) == number:
            return True
    return False


@jit
def redraft(v: State, s: State, seat: Seat, row: Index, rng: Random, free: Ints) -> Flag:
    """Give the leaders that the seat saw in a pack to the next seats of the pack.

    A place whose leader it never saw gets its fate and no leader yet: the pool fills it.
    """
    done = s.turn - 1 if s.phase == c.DRAFTING else c.DRAFT
    slot = 0
    while slot < c.DRAFT and s.leader[row, slot] > 0:
        slot += 1
    for number in range(1, c.DRAFT + 1):
        if number <= done and has_round(s, row, number):
            continue
        if number > done and slot >= c.DRAFT:
            break  # the seat holds the pack itself and knows its leaders
        sight = leader_sight(v, seat, row, number)
        kept_round = number if number <= done else 0
        if slot >= c.DRAFT:
            return False
        s.leader_fate[row, slot] = kept_round
        if sight > 0:
            leader = draw_seen_leader(v, s, row, sight, number, kept_round, rng, free)
            if leader == 0:
                return False
            s.leader[row, slot] = leader
        elif kept_round == 0:
            s.leader_fate[row, slot] = UNDEALT_FATE
        slot += 1
    return True


@jit
def draw_seen_leader(
    v: State,
    s: State,
    row: Index,
    sight: Round,
    number: Round,
    kept_round: Round,
    rng: Random,
    free: Ints,
) -> Any:
    """Draw one of the leaders last seen in a pack in a round that have no seat yet: the leader that
    the keeper has recruited, or one that no other keeper of the pack has; 0 if there is none."""
    keeper = (row - number + 1 + c.DRAFT * s.n_players) % s.n_players
    n = 0
    for k in range(c.LEADER_SLOTS):
        leader = np.int64(v.leader[row, k])
        if v.leader_fate[row, k] != UNSURE_LEADER + sight or is_placed(s, row, leader):
            continue
        who = recruiter(v, leader)
        if kept_round > 0 and who == keeper:
            return leader
        if who == c.SEATS:
            free[n] = leader
            n += 1
    return free[random_below(rng, n)] if n > 0 else np.int64(0)


@jit
def is_placed(s: State, row: Index, leader: Item) -> Flag:
    for slot in range(c.LEADER_SLOTS):
        if s.leader[row, slot] == leader:
            return True
    return False


@jit
def recruiter(v: State, leader: Item) -> Any:
    """Return the seat that has a leader in play, SEATS if none."""
    for seat in range(v.n_players):
        for k in range(v.n_recruited[seat]):
            if v.recruited[seat, k] == leader:
                return seat
    return c.SEATS


@jit
def deal_hand(v: State, s: State, other: Seat, pool: Ints, n: Count) -> Any:
    """Deal a hand in a written position without a draft: any leaders may be in a hand, or under a
    stage."""
    slot = 0
    for age in range(c.AGES):
        if v.recruits[age, other] == c.STAGED and n > 0 and slot < c.LEADER_SLOTS:
            n -= 1
            s.leader[other, slot] = pool[n]
            s.leader_fate[other, slot] = pack_leader_fate(DRAWN_ROUND, c.STAGED, age + 1)
            slot += 1
    for _ in range(v.n_leader_hand[other]):
        if n > 0 and slot < c.LEADER_SLOTS:
            n -= 1
            s.leader[other, slot] = pool[n]
            s.leader_fate[other, slot] = DRAWN_ROUND
            slot += 1
    return n


@jit
def list_places(s: State, other: Seat, places: Ints) -> Any:
    """List the places of a seat's dealt leaders, then of its drawn ones, as row · slots + slot."""
    n = np.int64(0)
    for row in range(s.n_players):
        for slot in range(c.DRAFT):
            fate = s.leader_fate[row, slot]
            if 0 < fate <= c.DRAFT and leader_owner(s, row, slot) == other:
                places[n] = row * c.LEADER_SLOTS + slot
                n += 1
    return n


@jit
def draw_uses(v: State, s: State, t: Tables, other: Seat, rng: Random, work: Sampling) -> Flag:
    """Draw which of a seat's leaders were recruited and which were played face down."""
    places, place_of_use = work.slots, work.slot_of_use
    places[:] = 0
    n_dealt = list_places(s, other, places)
    n_places = n_dealt
    if v.drew_when[other] > 0:
        n_drawn = n_drawn_by(v, t, other, n_dealt)
        for k in range(n_drawn):
            places[n_places] = other * c.LEADER_SLOTS + c.DRAFT + k
            s.leader_fate[other, c.DRAFT + k] = DRAWN_ROUND
            n_places += 1
    for _ in range(MAX_TRIES):
        taken_places = np.int64(0)
        fits = True
        n = 0
        for k in range(v.n_recruited[other]):
            most = n_places if k >= v.drew_after[other] else n_dealt
            place_of_use[n] = place_of_recruit(s, v.recruited[other, k], places, most, rng)
            n += 1
        for age in range(1, c.AGES + 1):
            if v.recruits[age - 1, other] > c.BUILT:
                late = 0 < moment_age(np.int64(v.drew_when[other])) < age
                place_of_use[n] = (
                    random_below(rng, n_places if late else n_dealt) if n_dealt > 0 else 0
                )
                n += 1
        for k in range(n):
            if place_of_use[k] < 0 or (taken_places >> place_of_use[k]) & 1:
                fits = False
                break
            taken_places |= np.int64(1) << place_of_use[k]
        if fits:
            write_uses(v, s, t, other, places, place_of_use)
            return True
    return False


@jit
def n_drawn_by(v: State, t: Tables, other: Seat, n_dealt: Count) -> Any:
    """Return the number of leaders that a seat drew: all, unless a house rule had emptied
    the box."""
    had = np.int64(v.n_leader_hand[other]) + v.n_recruited[other]
    for age in range(c.AGES):
        had += 1 if v.recruits[age, other] > c.BUILT else 0
    returned = v.age == c.AGES and v.turn > 0 and not keeps_leaders(v, t, other)
    return np.int64(c.DRAFT) if returned else min(max(had - n_dealt, 0), c.DRAFT)


@jit
def place_of_recruit(s: State, leader: Item, places: Ints, most: Count, rng: Random) -> Any:
    """Return the place of a recruited leader: where the seat saw it go, or a random empty one."""
    for k in range(most):
        if s.leader[places[k] // c.LEADER_SLOTS, places[k] % c.LEADER_SLOTS] == leader:
            return np.int64(k)
    if most == 0:
        return np.int64(-1)
    k = random_below(rng, most)
    empty = s.leader[places[k] // c.LEADER_SLOTS, places[k] % c.LEADER_SLOTS] == 0
    return k if empty else np.int64(-1)


@jit
def write_uses(
    v: State, s: State, t: Tables, other: Seat, places: Ints, place_of_use: Ints
) -> None:
    n = 0
    for k in range(v.n_recruited[other]):
        place = places[place_of_use[n]]
        row, slot = place // c.LEADER_SLOTS, place % c.LEADER_SLOTS
        s.leader[row, slot] = v.recruited[other, k]
        mark_leader(s, row, slot, c.BUILT, c.NONE)
        n += 1
    for age in range(1, c.AGES + 1):
        if v.recruits[age - 1, other] > c.BUILT:
            place = places[place_of_use[n]]
            row, slot = place // c.LEADER_SLOTS, place % c.LEADER_SLOTS
            use = np.int64(v.recruits[age - 1, other])
            mark_leader(s, row, slot, use, age)
            n += 1
    has_returned = s.age == c.AGES and s.turn > 0 and not keeps_leaders(s, t, other)
    for k in range(c.LEADER_SLOTS):
        row, slot = places[k] // c.LEADER_SLOTS, places[k] % c.LEADER_SLOTS
        unplayed = is_unplayed(np.int64(s.leader_fate[row, slot]))
        if has_returned and unplayed and leader_owner(s, row, slot) == other:
            mark_leader(s, row, slot, c.LEFTOVER, np.int64(c.AGES))


@jit
def fill_from_pool(s: State, pool: Ints, n: Count) -> Any:
    """Fill the places that the seat knows nothing of; returns the rest of the pool, -1 if it is too
    small."""
    for row in range(s.n_players):
        for slot in range(c.LEADER_SLOTS):
            if s.leader_fate[row, slot] > 0 and s.leader[row, slot] == 0:
                if n == 0:
                    return np.int64(-1)
                n -= 1
                s.leader[row, slot] = pool[n]
                if s.leader_fate[row, slot] == UNDEALT_FATE:
                    s.leader_fate[row, slot] = 0
    return n
