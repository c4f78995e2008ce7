"""An honest possible game: uniform over the deals that agree with all a seat has seen.

Within an age the cards of unknown place fall into groups. Group 0 holds the cards that the seat has
never seen. A group (pack, turn) holds the cards it last saw in that pack in that turn, of which
some were taken face down since. Every face-down take draws from one group, so a deal is a random
assignment of each group's cards to its takes; the rest stays in the packs.

The seat's knowledge of the discard pile binds the groups together. A seat that has looked through
the pile knows the cards in it: physical copies are drawn for them first, and the draw is repeated
until every group gave as many as it discarded. Cards that were dug up are checked at the end. Both
are rejections of a uniform draw, so the accepted draw is uniform.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import leader_owner
from heptapolis.games.classic.leaders.rules.sampling import sample_leaders
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.fates import (
    UNSURE_FATE,
    fate_age,
    fate_turn,
    fate_use,
    moment_age,
    moment_turn,
    pack_fate,
    pack_moment,
)
from heptapolis.games.classic.rules.hands import FREE_CITY, decider
from heptapolis.games.classic.rules.sight import (
    HIDDEN,
    PILE,
    SPECTATOR,
    drawn_places,
    holder,
    last_turn,
    sights,
    taker,
    unrecorded_stages,
)
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.types import Moment, Pack, Sampling, Use
from heptapolis.kernel import entry, jit
from heptapolis.kernel.chance import random_below, shuffle
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.types import (
    Age,
    Bits,
    City,
    Count,
    Flag,
    Index,
    Ints,
    Random,
    Seat,
    State,
    States,
    Tables,
    TablesArray,
    Turn,
    Workspaces,
)

OF_SEAT, OF_FREE_CITY = np.bool_(False), np.bool_(True)  # not literals: one compilation for both
MAX_TRIES = 200_000

# Columns of a take: pack, group, fate, interval of looks (LOOKS: after the last).
PACK, GROUP, FATE, INTERVAL = 0, 1, 2, 3


@jit
def look_key(s: State, k: Index) -> Any:
    """Return the time of a look through the pile: after the seventh cards in turn six."""
    when = np.int64(s.look_when[k])
    return when + 1 if moment_turn(when) == TURNS else when


@jit
def look_now(s: State) -> Any:
    """Return the time of a look under way."""
    return pack_moment(s.age, np.int64(TURNS + 1) if s.turn == TURNS else s.turn)


@jit
def is_own_look(s: State, k: Index, seat: Seat) -> Flag:
    when = np.int64(s.look_when[k])
    return taker(s, moment_age(when), moment_turn(when), np.int64(s.look_city[k])) == seat


@jit
def recall_piles(s: State, seat: Seat, piles: Ints) -> None:
    """Count for each look of the seat the cards that had come to the pile since its last look.

    ``piles[k]`` counts them by card; rows of other seats' looks stay empty.
    """
    piles[:] = 0
    for age in range(1, c.AGES + 1):
        for place in range(c.PLACES):
            fate = np.int64(s.fate[age - 1, place])
            if fate_use(fate) >= c.DISCARDED:
                k = interval(s, seat, pack_moment(age, fate_turn(fate)))
                if k < c.LOOKS:
                    piles[k, s.deck[age - 1, place]] += 1
    digging = s.phase == c.DIGGING and s.n_looks < c.LOOKS
    if digging and taker(s, s.age, s.turn, s.actor) == seat:
        now = look_now(s)
        for age in range(1, c.AGES + 1):
            for place in range(c.PLACES):
                fate = np.int64(s.fate[age - 1, place])
                key = pack_moment(age, fate_turn(fate))
                discarded = fate_use(fate) >= c.DISCARDED and key <= now
                if discarded and interval(s, seat, key) == c.LOOKS:
                    piles[s.n_looks, s.deck[age - 1, place]] += 1


@jit
def interval(s: State, seat: Seat, key: Moment) -> Any:
    """Return the seat's first look at or after a moment; LOOKS if it has not looked since."""
    for k in range(s.n_looks):
        if is_own_look(s, k, seat) and look_key(s, k) >= key:
            return k
    return c.LOOKS


@jit
def interval_now(s: State, seat: Seat, key: Moment) -> Any:
    """Return the same with the seat's look under way."""
    k = interval(s, seat, key)
    if k == c.LOOKS and s.phase == c.DIGGING and s.n_looks < c.LOOKS:
        is_own = taker(s, s.age, s.turn, s.actor) == seat
        if is_own and key <= look_now(s):
            return s.n_looks
    return k


@entry
def sample(
    views: States,
    j: Index,
    seat: Seat,
    piles: Ints,
    states: States,
    tables: TablesArray,
    rng: Random,
    workspaces: Workspaces,
) -> Flag:
    """Write a possible game into each of ``states``; returns False if there is none, which only a
    forged view can cause."""
    v, t, work = views[j], tables[0], workspaces[0].sampling
    for i in range(states.shape[0]):
        states[i] = v  # only an array's row takes a whole record
        if not redeal(v, states[i], t, seat, piles, rng, work):
            return False
    return True


@jit
def redeal(
    v: State, s: State, t: Tables, seat: Seat, piles: Ints, rng: Random, work: Sampling
) -> Any:
    """Deal one possible game; the state begins as the view. After the end nothing is hidden (C10).
    ``work`` is the workspace's record for samples."""
    if s.phase == c.OVER:
        return True
    for city in range(s.n_cities):
        if s.move[city, 0] == HIDDEN:
            s.move[city, :] = 0
    for age in range(1, c.AGES + 1):
        if not sample_age(v, s, t, seat, piles, age, rng, work):
            return False
    if s.leaders == 1 and not sample_leaders(v, s, t, seat, rng, work):
        return False
    rebuild_markers(s)
    rebuild_pile(v, s, t, seat, rng, work.n_known)
    return hooks.sample(s, t, seat, rng, work, True)


@jit
def list_takes(s: State, seat: Seat, age: Age, takes: Ints) -> Any:
    """List every face-down take of others in an age; returns how many."""
    n = np.int64(0)
    for pack in range(s.n_players):
        turns_seen = sights(s, seat, age, pack, np.int64(1))
        for turn in range(1, TURNS + 2):
            who = holder(s, age, pack, turn)
            group = last_sight(turns_seen, turn)
            use = np.int64(s.acts[age - 1, turn - 1, who])
            if use > c.BUILT and who != seat:
                n = add_take(s, seat, age, takes, n, pack, group, turn, use, OF_SEAT)
            joined_pack = 1 if age == 2 else 0
            if s.n_players == 2 and turn <= TURNS and pack == joined_pack and who != seat:
                use = np.int64(s.acts[age - 1, turn - 1, FREE_CITY])
                if use > c.BUILT:
                    n = add_take(s, seat, age, takes, n, pack, group, turn, use, OF_FREE_CITY)
    if s.n_players == 2:  # the last card of the pile
        use = np.int64(s.acts[age - 1, TURNS, FREE_CITY])
        is_played = use in (c.STAGED, c.DISCARDED)
        if use > c.BUILT and not (is_played and taker(s, age, TURNS, FREE_CITY) == seat):
            last, pile = np.int64(TURNS + 1), np.int64(FREE_CITY)
            n = add_take(s, seat, age, takes, n, pile, c.NONE, last, use, is_played)
    return n


@jit
def add_take(
    s: State,
    seat: Seat,
    age: Age,
    takes: Ints,
    n: Count,
    pack: Pack,
    group: Index,
    turn: Turn,
    use: Use,
    of_free_city: Flag,
) -> Any:
    """Note a take, unless the seat has found out its card."""
    fate = pack_fate(turn, use, of_free_city)
    for place in range(c.PLACES):
        same = s.fate[age - 1, place] == fate and s.deck[age - 1, place] > 0
        last = pack >= s.n_players and place == PILE + c.HAND - 1
        if same and (last or pack_at(s, age, place) == pack):
            return n
    takes[n, PACK] = pack
    takes[n, GROUP] = 0 if group == 0 else group_of(pack, group)
    takes[n, FATE] = fate
    key = pack_moment(age, turn)
    takes[n, INTERVAL] = interval_now(s, seat, key) if use >= c.DISCARDED else c.LOOKS
    return n + 1


@jit
def last_sight(turns_seen: Bits, turn: Turn) -> Any:
    """Return the last turn before this one in which the seat held the pack, 0 if none."""
    for t in range(turn - 1, 0, -1):
        if (turns_seen >> t) & 1:
            return t
    return 0


@jit
def unknown_pool(v: State, t: Tables, age: Age, rng: Random, pool: Ints, n_known: Ints) -> Any:
    """List the cards of an age that the seat has not placed, guilds drawn anew; returns how
    many."""
    n_known[:] = 0
    for place in range(c.PLACES):
        n_known[v.deck[age - 1, place]] += 1
    count_written_cards(v, t, age, n_known)
    n = 0
    guilds_known = 0
    if age == c.AGES:
        for card in range(1, t.n_cards + 1):
            if t.color[card] == c.PURPLE and t.expansion[card] <= v.leaders:
                guilds_known += n_known[card]
                if n_known[card] == 0:
                    pool[n] = card
                    n += 1
        shuffle(rng, pool, n)
        n = min(n, max(0, v.n_cities + t.guilds_beyond_players - guilds_known))
    for card in range(1, t.n_cards + 1):
        if t.age[card] == age and t.color[card] != c.PURPLE:
            for _ in range(t.copies[card, v.n_cities] - n_known[card]):
                pool[n] = card
                n += 1
    return n


@jit
def count_written_cards(v: State, t: Tables, age: Age, n_known: Ints) -> None:
    """Count cards that stand in the cities of a written position and were never dealt in it."""
    n_dealt = 0
    for pack in range(v.n_cities):
        n_dealt += v.places[age - 1, pack]
    if n_dealt == c.HAND * v.n_cities:
        return
    for city in range(v.n_cities):
        for k in range(v.n_city[city]):
            if t.age[v.city[city, k]] == age:
                n_known[v.city[city, k]] += 1
    for place in range(c.PLACES):
        fate = np.int64(v.fate[age - 1, place])
        if fate_use(fate) == c.BUILT:
            n_known[v.deck[age - 1, place]] -= 1
    if not has_written_pile(v):
        for k in range(v.n_looks):  # dug up: dealt, then discarded
            if v.look_card[k] > 0 and t.age[v.look_card[k]] == age:
                n_known[v.look_card[k]] -= 1


@jit
def sample_age(
    v: State, s: State, t: Tables, seat: Seat, piles: Ints, age: Age, rng: Random, work: Sampling
) -> Flag:
    """Deal one age again until the draw agrees with the knowledge of the pile."""
    discards, takes, gets = work.discards, work.takes, work.gets
    list_discards(v, t, seat, piles, age, discards)
    n_takes = list_takes(s, seat, age, takes)
    for _ in range(MAX_TRIES):
        n = gather(v, t, seat, age, rng, work)
        gets[:n] = 0
        if not assign_pile_takes(work, n, n_takes):
            continue
        if not assign_other_takes(work.group, n, takes, n_takes, gets):
            continue
        write_age(v, s, seat, age, work.cards, work.where, n, takes, gets)
        if digs_agree(s, t, age):
            if seat == SPECTATOR:
                spread_drawn(s, age, rng)
            return True
    return False


@jit
def gather(v: State, t: Tables, seat: Seat, age: Age, rng: Random, work: Sampling) -> Any:
    """List every card of unknown place with its group, in random order; returns how many."""
    cards, group, where = work.cards, work.group, work.where
    n = unknown_pool(v, t, age, rng, cards, work.n_known)
    shuffle(rng, cards, n)
    group[:n] = 0
    where[:n] = 0
    place_drawn_cards(v, seat, age, group, where)
    for place in range(c.PLACES):
        fate = np.int64(v.fate[age - 1, place])
        if fate >= UNSURE_FATE:
            pack = pack_at(v, age, place)
            cards[n] = v.deck[age - 1, place]
            group[n] = group_of(pack, fate - UNSURE_FATE)
            where[n] = place + 1
            n += 1
    for k in range(n - 1, 0, -1):
        m = random_below(rng, k + 1)
        cards[k], cards[m] = cards[m], cards[k]
        group[k], group[m] = group[m], group[k]
        where[k], where[m] = where[m], where[k]
    return n


@jit
def group_of(pack: Pack, turn: Turn) -> Any:
    return 1 + 8 * pack + turn


@jit
def place_drawn_cards(v: State, seat: Seat, age: Age, group: Ints, where: Ints) -> None:
    """Place cards of the pool that joined a pack between two sights of it and were never seen: they
    share the fate of the cards that the seat had seen there in the turn before."""
    if v.n_players > 2:
        return
    pack = 1 if age == 2 else 0
    n = 0
    first = max(drawn_places(v, seat, age, pack), c.HAND - v.places[age - 1, FREE_CITY])
    for k in range(first, min(last_turn(v, age), TURNS)):
        if v.deck[age - 1, PILE + k] == 0:
            group[n] = group_of(pack, k)
            where[n] = PILE + k + 1
            n += 1


@jit
def pack_at(s: State, age: Age, place: Index) -> Any:
    """Return the pack of a place; drawn cards of the pile belong to the controller's."""
    pack = place // c.HAND
    if s.n_players == 2 and pack == FREE_CITY:
        return 1 if age == 2 else 0
    return pack


@jit
def list_discards(v: State, t: Tables, seat: Seat, piles: Ints, age: Age, discards: Ints) -> None:
    """Count cards of an age that the seat saw in the pile, less those whose way it knows."""
    discards[:] = 0
    for k in range(c.LOOKS):
        for card in range(1, t.n_cards + 1):
            if t.age[card] == age:
                discards[k, card] = piles[k, card]
    for place in range(c.PLACES):
        fate = np.int64(v.fate[age - 1, place])
        if fate_use(fate) >= c.DISCARDED and v.deck[age - 1, place] > 0:
            k = interval_now(v, seat, pack_moment(age, fate_turn(fate)))
            if k < c.LOOKS:
                discards[k, v.deck[age - 1, place]] -= 1


@jit
def assign_pile_takes(work: Sampling, n: Count, n_takes: Count) -> Flag:
    """Assign the cards seen in the pile to takes; False to draw again."""
    cards, group, takes, gets, left = work.cards, work.group, work.takes, work.gets, work.left
    for k in range(c.LOOKS):
        slots = 0
        for take in range(n_takes):
            if takes[take, INTERVAL] == k:
                slots += 1
        if slots == 0:
            continue
        copy_row(work.discards[k], left)
        # The cards are in random order: the first copies found are a uniform choice of copies.
        for nth in range(n):
            if gets[nth] == 0 and left[cards[nth]] > 0:
                for take in range(n_takes):
                    fits = takes[take, INTERVAL] == k and takes[take, GROUP] == group[nth]
                    if fits and not has_its_card(gets, n, take):
                        gets[nth] = take + 1
                        break
                if gets[nth] == 0:
                    return False  # its group discarded fewer
                left[cards[nth]] -= 1
                slots -= 1
        if slots != 0:
            return False
    return True


@jit
def has_its_card(gets: Ints, n: Count, take: Index) -> Flag:
    for nth in range(n):
        if gets[nth] == take + 1:
            return True
    return False


@jit
def assign_other_takes(group: Ints, n: Count, takes: Ints, n_takes: Count, gets: Ints) -> Flag:
    """Assign a card of its group to every other take: the first, since they are in random order."""
    for take in range(n_takes):
        if has_its_card(gets, n, take):
            continue
        has_card = False
        for nth in range(n):
            if gets[nth] == 0 and group[nth] == takes[take, GROUP]:
                gets[nth] = take + 1
                has_card = True
                break
        if not has_card:
            return False
    return True


@jit
def write_age(
    v: State,
    s: State,
    seat: Seat,
    age: Age,
    cards: Ints,
    where: Ints,
    n: Count,
    takes: Ints,
    gets: Ints,
) -> None:
    """Write the drawn cards into their packs."""
    copy_row(v.deck[age - 1], s.deck[age - 1])
    copy_row(v.fate[age - 1], s.fate[age - 1])
    for nth in range(n):
        if where[nth] > 0:
            s.deck[age - 1, where[nth] - 1] = cards[nth]
            s.fate[age - 1, where[nth] - 1] = takes[gets[nth] - 1, FATE] if gets[nth] > 0 else 0
    for turn in range(1, TURNS + 2):  # the earliest takes first: see `insert_known_card`
        for nth in range(n):
            if where[nth] > 0 or gets[nth] == 0:
                continue
            if fate_turn(takes[gets[nth] - 1, FATE]) == turn:
                pack = takes[gets[nth] - 1, PACK]
                place = PILE + c.HAND - 1
                if pack < s.n_players:
                    place = free_place(s, seat, age, pack)
                s.deck[age - 1, place] = cards[nth]
                s.fate[age - 1, place] = takes[gets[nth] - 1, FATE]
    nth = 0
    for pack in range(s.n_cities):
        place = free_place(s, seat, age, pack)
        while place >= 0:
            while nth < n and (where[nth] > 0 or gets[nth] > 0):
                nth += 1
            if nth == n:
                return
            s.deck[age - 1, place] = cards[nth]
            s.fate[age - 1, place] = 0
            nth += 1
            place = free_place(s, seat, age, pack)


@jit
def spread_drawn(s: State, age: Age, rng: Random) -> None:
    """Choose the places of cards from the Free City's pile, which a spectator cannot tell: the last
    one is any that was there long enough, then the one before it, so every order is as likely."""
    pack = 1 if age == 2 else 0
    missing = c.HAND - np.int64(s.places[age - 1, FREE_CITY])
    n_dealt = np.int64(s.places[age - 1, pack])
    for drawn in range(drawn_places(s, SPECTATOR, age, pack) - 1, missing - 1, -1):
        chosen, n = np.int64(PILE + drawn), 0
        for k in range(n_dealt + drawn + 1 - missing):
            place = c.HAND * pack + k if k < n_dealt else PILE + missing + k - n_dealt
            fate = np.int64(s.fate[age - 1, place])
            if fate == 0 or fate_turn(fate) > drawn:
                n += 1
                chosen = np.int64(place) if random_below(rng, n) == 0 else chosen
        swap_places(s, age, PILE + drawn, chosen)


@jit
def swap_places(s: State, age: Age, one: Index, other: Index) -> None:
    deck, fate = s.deck[age - 1], s.fate[age - 1]
    deck[one], deck[other] = deck[other], deck[one]
    fate[one], fate[other] = fate[other], fate[one]


@jit
def free_place(s: State, seat: Seat, age: Age, pack: Pack) -> Any:
    """Return the next place of a pack, or of the undrawn pile, without a card; -1 if there
    is none."""
    n_dealt = np.int64(s.places[age - 1, pack])
    if pack >= s.n_players:
        for k in range(max(last_turn(s, age), c.HAND - n_dealt), c.HAND):
            if s.deck[age - 1, PILE + k] == 0:
                return PILE + k
        return -1
    for k in range(n_dealt):
        if s.deck[age - 1, c.HAND * pack + k] == 0:
            return c.HAND * pack + k
    missing = c.HAND - np.int64(s.places[age - 1, FREE_CITY])
    for k in range(missing, drawn_places(s, seat, age, pack)):
        if s.deck[age - 1, PILE + k] == 0:
            return PILE + k
    return -1


@jit
def has_written_pile(s: State) -> Flag:
    """Return whether a written position began with cards in the pile that no seat discarded."""
    n = np.int64(s.n_discard)
    for k in range(s.n_looks):
        n += 1 if s.look_card[k] > 0 else 0
    for age in range(c.AGES):
        for turn in range(TURNS + 1):
            for city in range(s.n_cities):
                n -= 1 if s.acts[age, turn, city] >= c.DISCARDED else 0
    return n > 0


@jit
def digs_agree(s: State, t: Tables, age: Age) -> Flag:
    """Return whether every card of this age that was dug up had come to the pile by then."""
    if has_written_pile(s):
        return True
    for k in range(s.n_looks):
        card = s.look_card[k]
        if card == 0 or t.age[card] != age:
            continue
        there = 0
        for place in range(c.PLACES):
            fate = np.int64(s.fate[age - 1, place])
            key = pack_moment(age, fate_turn(fate))
            if s.deck[age - 1, place] == card and fate_use(fate) >= c.DISCARDED:
                there += 1 if key <= look_key(s, k) else 0
        for earlier in range(k):
            if s.look_card[earlier] == card:
                there -= 1
        if there < 1:
            return False
    return True


@jit
def rebuild_markers(s: State) -> None:
    """Rebuild the cards under the stages from the fates of the dealt cards."""
    for city in range(s.n_cities):
        stage = unrecorded_stages(s, city)
        for age in range(1, c.AGES + 1):
            if s.recruits[age - 1, city] == c.STAGED and stage < c.STAGES:
                s.marker[city, stage] = staged_leader(s, age, city)
                stage += 1
            for turn in range(1, TURNS + 2):
                if s.acts[age - 1, turn - 1, city] != c.STAGED or stage >= c.STAGES:
                    continue
                mark = pack_fate(turn, c.STAGED, city >= s.n_players)
                for place in range(c.PLACES):
                    if s.fate[age - 1, place] != mark:
                        continue
                    last = city >= s.n_players and turn > TURNS
                    pack = pack_at(s, age, place)
                    who = taker(s, age, turn, city)
                    if last or holder(s, age, pack, turn) == who:
                        s.marker[city, stage] = s.deck[age - 1, place]
                stage += 1


@jit
def staged_leader(s: State, age: Age, city: City) -> Any:
    """Return the leader that a seat put under its board in a recruitment."""
    for row in range(s.n_players):
        for slot in range(c.LEADER_SLOTS):
            fate = np.int64(s.leader_fate[row, slot])
            is_staged = fate_use(fate) == c.STAGED and fate_age(fate) == age
            if is_staged and leader_owner(s, row, slot) == city:
                return s.leader[row, slot]
    return 0


@jit
def rebuild_pile(v: State, s: State, t: Tables, seat: Seat, rng: Random, n_placed: Ints) -> None:
    """Rebuild the discard pile from the fates of the dealt cards and the digs; a seat that looks
    through it knows it already."""
    if s.phase == c.DIGGING and decider(s, s.actor) == seat:
        return  # as in the view
    s.discard[:] = 0
    n = 0
    for age in range(c.AGES):
        for place in range(c.PLACES):
            if fate_use(np.int64(s.fate[age, place])) >= c.DISCARDED:
                s.discard[s.deck[age, place]] += 1
                n += 1
    for k in range(s.n_looks):
        if s.look_card[k] > 0 and s.discard[s.look_card[k]] > 0:
            s.discard[s.look_card[k]] -= 1
            n -= 1
    fill_written_pile(s, t, v.n_discard - n, rng, n_placed)
    s.n_discard = v.n_discard


@jit
def fill_written_pile(s: State, t: Tables, missing: Count, rng: Random, n_placed: Ints) -> None:
    """Fill the pile of a written position, whose origin is unknown: with cards of the ages so far
    that are nowhere else, or of any number if there are too few."""
    n_placed[:] = 0
    for city in range(s.n_cities):
        for k in range(s.n_city[city]):
            n_placed[s.city[city, k]] += 1
    for age in range(c.AGES):
        for place in range(c.PLACES):
            if fate_use(np.int64(s.fate[age, place])) != c.BUILT:
                n_placed[s.deck[age, place]] += 1
    tries = 0
    while missing > 0:
        card = 1 + random_below(rng, np.int64(t.n_cards))
        box = max(np.int64(t.copies[card, s.n_cities]), np.int64(1))
        tries += 1
        if t.age[card] <= s.age and (n_placed[card] < box or tries > MAX_TRIES):
            n_placed[card] += 1
            s.discard[card] += 1
            missing -= 1
