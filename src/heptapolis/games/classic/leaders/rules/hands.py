"""Leaders before they are in play: packs, hands, the box, prices (L1-L5, L22-L24, L38-L43)."""

from typing import Any

import numpy as np

from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.economy import LEFT, RIGHT, neighbour
from heptapolis.games.classic.rules.fates import (
    DRAWN_ROUND,
    fate_round,
    is_unplayed,
    pack_leader_fate,
    pack_moment,
)
from heptapolis.games.classic.rules.types import Round, Use
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.rows import insert_card
from heptapolis.kernel.types import Age, City, Flag, Index, Ints, Item, Seat, State, Tables


@jit
def leader_pack_of(s: State, seat: Seat, number: Round) -> Any:
    """Return the row of the leaders that a seat keeps one of in a round: packs go right (L1)."""
    return (seat + number - 1) % s.n_players


@jit
def leader_owner(s: State, row: Index, slot: Index) -> Any:
    """Return the seat that kept or drew a leader."""
    kept_round, n = fate_round(np.int64(s.leader_fate[row, slot])), s.n_players
    return row if kept_round == DRAWN_ROUND else (row - kept_round + 1 + c.DRAFT * n) % n


@jit
def is_in_hand(s: State, row: Index, slot: Index) -> Flag:
    """Return whether a leader is in a hand, kept and not played."""
    return is_unplayed(np.int64(s.leader_fate[row, slot])) and s.leader[row, slot] > 0


@jit
def leader_hand(s: State, seat: Seat, cards: Ints) -> Any:
    """List a seat's unplayed leaders in catalogue order; returns how many."""
    n = np.int64(0)
    for row in range(s.n_players):
        for slot in range(c.LEADER_SLOTS):
            if is_in_hand(s, row, slot) and leader_owner(s, row, slot) == seat:
                n = insert_card(cards, n, np.int64(s.leader[row, slot]))
    return n


@jit
def leader_pack(s: State, seat: Seat, cards: Ints) -> Any:
    """List the leaders that a seat keeps one of, in catalogue order; returns how many."""
    row = leader_pack_of(s, seat, s.turn)
    n = np.int64(0)
    for slot in range(c.LEADER_SLOTS):
        if s.leader_fate[row, slot] == 0 and s.leader[row, slot] > 0:
            n = insert_card(cards, n, np.int64(s.leader[row, slot]))
    return n


@inlined
def take_leader(s: State, city: City, leader: Item, use: Use) -> None:
    """Note the use of a leader that leaves the hand, and the age if it is played face down."""
    if s.phase == c.RECRUITING:
        s.recruits[s.age - 1, city] = use
    s.n_leader_hand[city] -= 1
    for row in range(s.n_players):
        for slot in range(c.LEADER_SLOTS):
            if s.leader[row, slot] == leader:
                mark_leader(s, row, slot, use, c.NONE if use == c.BUILT else s.age)


@jit
def mark_leader(s: State, row: Index, slot: Index, use: Use, age: Age) -> None:
    """Note the use of a leader that was in a hand; ``age`` is 0 if it came into play."""
    kept_round = fate_round(np.int64(s.leader_fate[row, slot]))
    s.leader_fate[row, slot] = pack_leader_fate(kept_round, use, age)


@inlined
def draw_leaders(s: State, city: City) -> None:
    """Draw leaders from the box into the hand, once for a city (L39)."""
    if s.leaders == 0 or s.drew_when[city] > 0 or city >= s.n_players:
        return
    s.drew_when[city] = pack_moment(s.age, s.turn)
    s.drew_after[city] = s.n_recruited[city]
    drawn = 0
    for slot in range(c.LEADER_SLOTS):
        more = drawn < c.DRAFT and s.n_drawn < c.LEADERS and s.box[s.n_drawn] > 0
        if more and s.leader[city, slot] == 0:
            s.leader[city, slot] = s.box[s.n_drawn]
            s.leader_fate[city, slot] = DRAWN_ROUND
            s.box[s.n_drawn] = 0
            s.n_drawn += 1
            s.n_leader_hand[city] += 1
            drawn += 1


@inlined
def return_leaders(s: State, t: Tables) -> None:
    """Return the leaders left after the last recruitment to the box (L4), except where a stage may
    still recruit one (L43)."""
    for row in range(s.n_players):
        for slot in range(c.LEADER_SLOTS):
            if is_in_hand(s, row, slot):
                owner = leader_owner(s, row, slot)
                if not keeps_leaders(s, t, owner):
                    mark_leader(s, row, slot, c.LEFTOVER, s.age)
                    s.n_leader_hand[owner] -= 1


@jit
def keeps_leaders(s: State, t: Tables, city: City) -> Flag:
    """Return whether the board has a stage that recruits an extra leader."""
    first = c.FIRST_STAGE + c.STAGES * (s.board[city] - c.FIRST_BOARD)
    for stage in range(first, first + c.STAGES):
        if t.special[stage] == c.RECRUIT_EXTRA:
            return True
    return False


@jit
def leader_price(s: State, t: Tables, city: City, leader: Item) -> Any:
    """Return the coins to recruit a leader now."""
    return price_when(s, t, city, leader, s.turn == 0)


@jit
def price_when(s: State, t: Tables, city: City, leader: Item, recruiting: Flag) -> Any:
    """Return the coins to recruit a leader in a recruitment, or outside of one: Maecenas helps in
    recruitments only (L23), Rome always."""
    if s.free_leaders[city] > (0 if recruiting else 1):
        return np.int64(0)
    left, right = neighbour(s, city, LEFT), neighbour(s, city, RIGHT)
    off = s.leader_off[city] + s.leader_off_beside[left] + s.leader_off_beside[right]  # L38
    return max(np.int64(0), np.int64(t.cost_coins[leader] - off))
