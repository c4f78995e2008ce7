"""Classic for 3 to 7 seats and for two with the Free City: the deciding seats, and their actions.

A *city* is a row of the state. Cities below ``n_players`` are seats; in a two-player game city 2 is
the Free City, whose decisions the turn's controller makes (C9). A game with leaders begins with
their draft, and each of its ages with a recruitment, which is turn 0 (L1-L4).
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import (
    leader_pack_of,
    leader_price,
    return_leaders,
)
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.economy import LEFT, RIGHT, neighbour, printed_coins
from heptapolis.games.classic.rules.effects import (
    apply_item,
    collect,
    enter,
    gain,
    join,
    pay_bonus,
    source_of,
)
from heptapolis.games.classic.rules.fates import pack_fate, pack_moment
from heptapolis.games.classic.rules.hands import (
    FREE_CITY,
    controller,
    decider,
    has_last,
    pack_in,
    pack_of,
    take,
)
from heptapolis.games.classic.rules.moves import copies, has_chain, next_stage
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.rows import emit
from heptapolis.kernel.types import (
    Age,
    Card,
    City,
    Coins,
    Count,
    Flag,
    Kind,
    Log,
    Seat,
    State,
    Tables,
)

NO_SEAT = np.int64(-1)

# ── deciding seats ────────────────────────────────────────────────────────────────────────────────


@jit
def must_decide(s: State, city: City) -> Flag:
    """Return whether this city must choose a move now."""
    if s.phase == c.OVER:
        return False
    if not is_joint(s):
        return city == s.actor
    if s.move[city, 0] != 0 or not takes_part(s, city):
        return False
    return city < s.n_players or s.move[controller(s), 0] != 0


@jit
def is_joint(s: State) -> Flag:
    """Return whether all seats decide at once."""
    phase = s.phase
    return phase in (c.TURN, c.RECRUITING, c.DRAFTING)


@jit
def takes_part(s: State, city: City) -> Flag:
    """Return whether the city takes part in a joint decision: the Free City has no leaders (L74),
    and by a house rule a seat may have run out of them."""
    if s.phase == c.TURN:
        return True
    return city < s.n_players and (s.phase == c.DRAFTING or s.n_leader_hand[city] > 0)


@jit
def waiting_for(s: State) -> Any:
    """Return the bits of the seats that must decide now."""
    seats = 0
    for city in range(s.n_cities):
        if must_decide(s, city):
            seats |= 1 << decider(s, city)
    return seats


@jit
def city_to_decide(s: State, seat: Seat) -> Any:
    """Return the city that a seat must decide for now, plus 1; 0 if none."""
    for city in range(s.n_cities):
        if must_decide(s, city) and decider(s, city) == seat:
            return city + 1
    return 0


@jit
def next_holder(s: State, seat: Seat) -> Any:
    """Return the receiver of the cards that a seat leaves, or of the leaders of its pack; NO_SEAT
    where none are passed (C2.1, L1)."""
    drafting = s.phase == c.DRAFTING
    if not drafting and (s.phase == c.OVER or s.turn == 0 or s.turn == TURNS):
        return NO_SEAT
    for other in range(s.n_players):
        if drafting and leader_pack_of(s, other, s.turn + 1) == leader_pack_of(s, seat, s.turn):
            return np.int64(other)
        if not drafting and pack_in(s, other, s.turn + 1) == pack_of(s, seat):
            return np.int64(other)
    return NO_SEAT


@jit
def play(
    s: State,
    t: Tables,
    city: City,
    kind: Kind,
    card: Card,
    bank: Coins,
    left: Coins,
    right: Coins,
    log: Log,
) -> Flag:
    """Take a legal move; the last one of a decision is carried out with the others.

    Returns whether the decision was carried out.
    """
    s.move[city, 0], s.move[city, 1], s.move[city, 2] = kind, card, bank
    s.move[city, 3], s.move[city, 4] = left, right
    if is_joint(s):
        for other in range(s.n_cities):
            if s.move[other, 0] == 0 and takes_part(s, other):
                return False
        if s.phase == c.DRAFTING:
            keep_leaders(s, log)
            return True
        carry_out(s, t, c.NONE, s.n_cities, log)
    elif s.phase == c.SEVENTH:
        s.seventh[city] = 1
        carry_out(s, t, city, city + 1, log)
    elif s.phase == c.EXTRA_LEADER:
        recruit_extra(s, t, city, log)
    elif s.phase == c.COURTING:
        court(s, t, city, log)
    elif s.phase == c.DIGGING:
        dig(s, t, city, log)
    else:
        act(s, t, city, log)
    advance(s, t, log)
    return True


@jit
def take_back(s: State, seat: Seat) -> None:
    """Forget a seat's choice, and the Free City's if the seat controls it."""
    s.move[seat, :] = 0
    if s.n_players == 2 and seat == controller(s):
        s.move[FREE_CITY, :] = 0


@inlined
def act(s: State, t: Tables, city: City, log: Log) -> None:
    """Take a move in a phase of an expansion."""
    hooks.carry_out(s, t, city, s.move[city, 0], s.move[city, 1], log, False)
    s.move[city, :] = 0


# ── actions of a turn (C5) ────────────────────────────────────────────────────────────────────────


@jit
def carry_out(s: State, t: Tables, first: City, end: City, log: Log) -> None:
    """Carry out the chosen moves of some cities, all together: pay, build, receive, count."""
    for city in range(first, end):
        if s.move[city, 0] != 0:
            pay(s, t, city, log)
    for city in range(first, end):
        if s.move[city, 0] != 0:
            place_card(s, t, city, log)
    for city in range(first, end):
        if s.move[city, 0] != 0:
            receive(s, t, city, log)
    for city in range(first, end):
        s.move[city, :] = 0


@inlined
def pay(s: State, t: Tables, city: City, log: Log) -> None:
    """Pay for a move; the neighbours' coins are kept apart until all have paid (C4.5)."""
    coins = own_price(s, t, city, s.move[city, 0], s.move[city, 1])
    bank, left, right = s.move[city, 2], s.move[city, 3], s.move[city, 4]
    s.coins[city] -= coins + bank + left + right
    if coins + bank + left + right > 0:
        emit(log, c.LOG_PAID, city, c.NONE, coins + bank, left, right)
    if s.rebate[city] > 0:  # Hatshepsut: for each neighbour, never in time to pay with (L21)
        sellers = (1 if left > 0 else 0) + (1 if right > 0 else 0)
        source = source_of(s, t, city, c.TRADE_REBATE)
        gain(s, city, np.int64(s.rebate[city] * sellers), source, log)


@jit
def own_price(s: State, t: Tables, city: City, kind: Kind, card: Card) -> Any:
    """Return the coins that a move costs besides bought goods; a chain saves them (C4.7)."""
    if kind == c.BUILD and not has_chain(s, t, city, card):
        return printed_coins(s, t, city, card)
    if kind == c.STAGE:
        return np.int64(t.cost_coins[next_stage(s, t, city)])
    return leader_price(s, t, city, card) if kind == c.RECRUIT else np.int64(0)


@inlined
def place_card(s: State, t: Tables, city: City, log: Log) -> None:
    """Put the card into the city, under the board or onto the pile."""
    kind, card = s.move[city, 0], s.move[city, 1]
    if kind in (c.BUILD, c.BUILD_FREE):
        how = c.HOW_FREE if kind == c.BUILD_FREE else c.HOW_PAID
        if kind == c.BUILD_FREE:
            s.free_used[city] = 1
        elif has_chain(s, t, city, card):
            how = c.HOW_CHAIN
        take(s, city, card, c.BUILT)
        emit(log, c.LOG_BUILT, city, card, how, c.NONE, c.NONE)
        has_cost = t.cost_coins[card] > 0 or t.cost_units[card] > 0
        if how == c.HOW_CHAIN and has_cost:  # Vitruvius (L28)
            pay_bonus(s, t, city, c.ON_CHAIN, log)
        if t.color[card] == c.YELLOW:  # Xenophon (L27)
            pay_bonus(s, t, city, c.ON_YELLOW, log)
        enter(s, t, city, card)
    elif kind == c.STAGE:
        take(s, city, card, c.STAGED)
        stage = next_stage(s, t, city)
        s.marker[city, s.stages[city]] = card
        s.stages[city] += 1
        emit(log, c.LOG_STAGED, city, card, np.int64(s.stages[city]), c.NONE, c.NONE)
        apply_item(s, t, city, stage)
    elif kind == c.RECRUIT:
        take(s, city, card, c.BUILT)
        emit(log, c.LOG_RECRUITED, city, card, c.NONE, c.NONE, c.NONE)
        join(s, t, city, card)
    elif kind == c.DISCARD or not hooks.carry_out(s, t, city, kind, card, log, False):
        take(s, city, card, c.DISCARDED)
        if card < c.FIRST_LEADER:  # leaders go back to the box (L5)
            put_on_pile(s, card)
        emit(log, c.LOG_DISCARDED, city, card, c.NONE, c.NONE, c.NONE)


@jit
def put_on_pile(s: State, card: Card) -> None:
    s.discard[card] += 1
    s.n_discard += 1


@inlined
def receive(s: State, t: Tables, city: City, log: Log) -> None:
    """Collect coins: from the neighbours' purchases, a discard, the card or stage (C5.2-3)."""
    left, right = neighbour(s, city, LEFT), neighbour(s, city, RIGHT)
    s.coins[left] += s.move[city, 3]
    s.coins[right] += s.move[city, 4]
    kind, card = s.move[city, 0], s.move[city, 1]
    if kind == c.DISCARD:
        gain(s, city, np.int64(t.discard_coins), c.NONE, log)
    elif kind == c.STAGE:
        number = s.board[city] - c.FIRST_BOARD
        collect(s, t, city, c.FIRST_STAGE + c.STAGES * number + s.stages[city] - 1, log)
    elif kind in (c.BUILD, c.BUILD_FREE, c.RECRUIT):
        collect(s, t, city, card, log)


@inlined
def dig(s: State, t: Tables, city: City, log: Log) -> None:
    """Build a card of the pile free, or pass (C5.5)."""
    for by in range(s.digs.shape[1]):
        if s.digs[city, by] > 0:
            s.digs[city, by] -= 1
            break
    card = s.move[city, 1]
    if s.n_looks < c.LOOKS:
        s.look_when[s.n_looks] = pack_moment(s.age, s.turn)
        s.look_city[s.n_looks] = city
        s.look_card[s.n_looks] = card
        s.n_looks += 1
    if s.move[city, 0] == c.PASS:
        emit(log, c.LOG_PASSED, city, c.NONE, c.NONE, c.NONE, c.NONE)
    else:
        s.discard[card] -= 1
        s.n_discard -= 1
        emit(log, c.LOG_DUG, city, card, c.NONE, c.NONE, c.NONE)
        if t.color[card] == c.YELLOW:  # Xenophon, for any way of building (L27)
            pay_bonus(s, t, city, c.ON_YELLOW, log)
        enter(s, t, city, card)
        collect(s, t, city, card, log)
    s.move[city, :] = 0


@inlined
def keep_leaders(s: State, log: Log) -> None:
    """Carry out a round of the draft; the last leader comes without asking (L1)."""
    rounds = 2 if s.turn == c.DRAFT - 1 else 1
    for _ in range(rounds):
        for seat in range(s.n_players):
            row = leader_pack_of(s, seat, s.turn)
            for slot in range(c.DRAFT):
                leader = np.int64(s.leader[row, slot])
                is_choice = s.turn == c.DRAFT or leader == s.move[seat, 1]
                if is_choice and leader > 0 and s.leader_fate[row, slot] == 0:
                    s.leader_fate[row, slot] = s.turn
                    s.n_leader_hand[seat] += 1
                    emit(log, c.LOG_KEPT, seat, leader, c.NONE, c.NONE, c.NONE)
        s.turn += 1
    s.move[:, :] = 0
    if s.turn > c.DRAFT:
        begin_age(s, 1)


@inlined
def recruit_extra(s: State, t: Tables, city: City, log: Log) -> None:
    """Recruit Rome B's extra leader, or none (L41)."""
    s.extra[city] -= 1
    if s.move[city, 0] == c.PASS:
        emit(log, c.LOG_PASSED, city, c.NONE, np.int64(1), c.NONE, c.NONE)
        s.move[city, :] = 0
    else:
        carry_out(s, t, city, city + 1, log)


@inlined
def court(s: State, t: Tables, city: City, log: Log) -> None:
    """Copy a neighbour's leader with Courtesans Guild; a copy does not count as a leader
    (L46-L58)."""
    leader = s.move[city, 1]
    s.courts[city] -= 1
    s.move[city, :] = 0
    s.courted[city, s.n_courted[city]] = leader
    s.n_courted[city] += 1
    emit(log, c.LOG_COURTED, city, leader, c.NONE, c.NONE, c.NONE)
    before = s.digs[city, c.BY_LEADER]
    apply_item(s, t, city, leader)
    if s.digs[city, c.BY_LEADER] > before:  # a copied Solomon comes after the real one (L52)
        s.digs[city, c.BY_LEADER] -= 1
        s.digs[city, c.BY_COPY] += 1
    collect(s, t, city, leader, log)


# ── end of a turn ─────────────────────────────────────────────────────────────────────────────────


@inlined
def advance(s: State, t: Tables, log: Log) -> None:
    """Ask the next city that has something left to do this turn, or end the turn (C5.4-6).

    Extra leaders, courts, seventh cards, digs: the search begins anew after each of them.
    """
    if s.leaders == 1 and ask_about_leaders(s):
        return
    if s.turn == TURNS and s.settled == 0:
        for city in range(s.n_cities):
            if s.powers[city] & c.PLAY_LAST and s.seventh[city] == 0 and has_last(s, city):
                s.phase, s.actor = c.SEVENTH, city
                return
        discard_leftovers(s)
    for by in range(s.digs.shape[1]):  # Halicarnassus, Solomon, a copied Solomon (L30, L66)
        for city in range(s.n_cities):
            if s.digs[city, by] > 0:
                if s.n_discard > 0:
                    s.phase, s.actor = c.DIGGING, city
                    return
                s.digs[city, by] = 0
    if hooks.ask(s, t, log, False):
        return
    end_turn(s, t, log)


@jit
def can_court(s: State, city: City) -> Flag:
    """Return whether a neighbour has a leader in play that the city does not copy already."""
    for side in (LEFT, RIGHT):
        other = neighbour(s, city, side)
        for k in range(s.n_recruited[other]):
            if not copies(s, city, s.recruited[other, k]):
                return True
    return False


@inlined
def ask_about_leaders(s: State) -> Flag:
    """Ask for Rome B's extra leader first, then Courtesans' choice (L59); False if there is
    neither."""
    for city in range(s.n_cities):
        if s.extra[city] > 0:
            if s.n_leader_hand[city] > 0 and s.n_recruited[city] < c.LEADER_SLOTS:
                s.phase, s.actor = c.EXTRA_LEADER, city
                return True
            s.extra[city] = 0
    for city in range(s.n_cities):
        if s.courts[city] > 0:
            if s.n_courted[city] < c.COURTED and can_court(s, city):
                s.phase, s.actor = c.COURTING, city
                return True
            s.courts[city] = 0  # no leader to copy (L47)
    return False


@inlined
def discard_leftovers(s: State) -> None:
    """Discard the last cards of all hands, and of the Free City's pile, without coins
    (C2.2, C9.6)."""
    age = s.age - 1
    for place in range(c.HAND * s.n_cities):
        if s.fate[age, place] == 0 and s.deck[age, place] > 0:
            s.fate[age, place] = pack_fate(np.int64(TURNS + 1), c.LEFTOVER, False)
            put_on_pile(s, np.int64(s.deck[age, place]))
    for city in range(s.n_cities):
        if s.acts[age, TURNS, city] == 0:
            s.acts[age, TURNS, city] = c.LEFTOVER
    s.settled = 1


@inlined
def end_turn(s: State, t: Tables, log: Log) -> None:
    """Pass the hands, or end the age with war (C2); after a recruitment deal the age's cards."""
    s.actor = 0
    s.phase = c.TURN
    if s.turn < TURNS:
        if s.turn == 0 and s.age == c.AGES:
            return_leaders(s, t)
        s.turn += 1
        return
    war(s, t, log)
    hooks.end_age(s, t, log)
    if s.age == c.AGES:
        s.phase = c.OVER
    else:
        begin_age(s, s.age + 1)


@jit
def begin_age(s: State, age: Age) -> None:
    """Begin an age with a recruitment, if there are leaders to recruit (L2)."""
    s.age, s.turn, s.phase = age, 1, c.TURN
    for seat in range(s.n_players):
        if s.n_leader_hand[seat] > 0:
            s.turn, s.phase = 0, c.RECRUITING
    s.settled = 0
    s.seventh[:] = 0
    s.free_used[:] = 0  # unused uses are lost with the age (C6.1)


@inlined
def war(s: State, t: Tables, log: Log) -> None:
    """Fight at every border once: the stronger takes the age's token, the weaker a defeat (C7);
    Tomyris hands her defeats to the winner, who keeps them (L32-L33)."""
    for city in range(s.n_cities):
        other = hooks.opponent(s, t, city, neighbour(s, city, LEFT))
        if other == NO_SEAT:
            continue
        winner, bearer = settle_border(s, city, other, c.NONE)
        redirected = np.int64(1 if winner != NO_SEAT and bearer == winner else 0)
        if winner != NO_SEAT:
            s.victories[winner, s.age - 1] += 1
            s.defeats[bearer] += 1
        shields, others = np.int64(s.shields[city]), np.int64(s.shields[other])
        emit(log, c.LOG_WAR, city, redirected, other, shields, others)
        if winner != NO_SEAT:
            pay_bonus(s, t, winner, c.ON_VICTORY, log)  # Nero (L14)


@jit
def settle_border(s: State, city: City, other: City, more: Count) -> Any:
    """Return the winner of the age's token and the bearer of the defeat if the city had ``more``
    shields; NO_SEAT between equals."""
    edge = np.int64(s.shields[city]) - np.int64(s.shields[other]) + more
    if edge == 0:
        return NO_SEAT, NO_SEAT
    winner, loser = (city, other) if edge > 0 else (other, city)
    return winner, winner if s.powers[loser] & c.REDIRECT_DEFEATS else loser
