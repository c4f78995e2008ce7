"""What a city can do now: every legal move, in the order of the contract."""

from typing import Any

import numpy as np

from heptapolis.codes import (
    FIRST_BOARD,
    FIRST_STAGE,
    LEADER_SLOTS,
    STAGES,
)
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.classic.constants import (
    BUILD,
    BUILD_FREE,
    COURT,
    COURTING,
    DIG,
    DIGGING,
    DISCARD,
    DRAFTING,
    EXTRA_LEADER,
    FREE_BUILD,
    KEEP,
    NONE,
    PASS,
    RECRUIT,
    RECRUITING,
    SEVENTH,
    STAGE,
    TURN,
)
from heptapolis.kernel.classic.economy import (
    IMPOSSIBLE,
    LEFT,
    RIGHT,
    cheapest,
    neighbour,
    plan_bank,
    plan_left,
    plan_right,
    plans,
    printed_coins,
)
from heptapolis.kernel.classic.hands import choosable
from heptapolis.kernel.classic.leaders import leader_hand, leader_pack, leader_price
from heptapolis.kernel.rows import add_move, add_plans, insert_card

PLAN_ROWS = 288  # more than the 165 ways to split 8 units over two sellers and two classes ...
# ... and the 120 to split 7 of them when the bank sells one
WORK = (2 * PLAN_ROWS + 1, 16)  # room to work in: plans twice, and a hand in the last row
MOVES = (8 * (2 * PLAN_ROWS + 2), 5)


@entry
def legal(states: Any, i: Any, city: Any, tables: Any, moves: Any, work: Any) -> Any:
    """Every legal move of a city as a row (kind, card, bank, left, right); returns how many.

    Cards in catalogue order; build by price, free, stage by price, discard; pass last.
    """
    s = states[i]
    cards = work[-1]
    if s.phase == DIGGING:
        return legal_digs(states, i, city, tables, moves)
    if s.phase == DRAFTING:
        return legal_keeps(states, i, city, moves, cards)
    if s.phase == COURTING:
        return legal_courts(states, i, city, moves, cards)
    if s.phase in (RECRUITING, EXTRA_LEADER):
        return legal_recruits(states, i, city, tables, moves, work)
    n_cards = choosable(states, i, city, cards)
    must_play = city >= s.n_players and any_playable(states, i, city, tables, cards, n_cards, work)
    stage = next_stage(states, i, city, tables)
    stage_work = work[PLAN_ROWS:]
    n_stage = plans(states, i, city, stage, tables, stage_work) if stage else 0
    n = np.int64(0)
    for k in range(n_cards):
        if k == 0 or cards[k] != cards[k - 1]:
            n = legal_uses(
                states, i, city, cards[k], must_play, stage_work, n_stage, tables, moves, n, work
            )
    return n


@inlined
def legal_uses(
    states: Any, i: Any, city: Any, card: Any, must_play: Any, stage_work: Any, n_stage: Any,
    tables: Any, moves: Any, n: Any, work: Any,
) -> Any:  # fmt: skip
    """The moves that use one card. The Free City must play a card if it can (C9.3)."""
    s, t = states[i], tables[0]
    first = n
    buildable = not has(states, i, city, t.structure[card])
    chained = buildable and has_chain(states, i, city, card, tables)
    costs_coin = True
    if chained:
        n = add_move(moves, n, BUILD, card, NONE, NONE, NONE)
        costs_coin = False
    elif buildable:
        n_plans = plans(states, i, city, card, tables, work)
        if n_plans:
            printed = printed_coins(states, i, city, card, tables)
            costs_coin = printed + work[0, 0] + work[0, 1] + work[0, 2] > 0
        n = add_plans(moves, n, BUILD, card, work, n_plans)
    before_free = n
    if buildable and costs_coin and s.phase == TURN and may_build_free(states, i, city):
        n = add_move(moves, n, BUILD_FREE, card, NONE, NONE, NONE)
    after_free = n
    is_free_city = city >= s.n_players
    if not (is_free_city and chained):  # C9.4
        n = add_plans(moves, n, STAGE, card, stage_work, n_stage)
    if not is_free_city or not must_play:
        return add_move(moves, n, DISCARD, card, NONE, NONE, NONE)
    playable = before_free > first or n > after_free
    return n if playable else first


@jit
def uses(states: Any, i: Any, city: Any, tables: Any, moves: Any, work: Any) -> Any:
    """The legal moves of a city with their cheapest plan each; returns how many."""
    s = states[i]
    if (s.phase != TURN and s.phase != SEVENTH) or city >= s.n_players:
        return keep_cheapest(moves, legal(states, i, city, tables, moves, work))
    cards = work[-1]
    n_cards = choosable(states, i, city, cards)
    stage = next_stage(states, i, city, tables)
    of_stage = cheapest(states, i, city, stage, tables, work) if stage else IMPOSSIBLE
    free_build = s.phase == TURN and may_build_free(states, i, city)
    n = np.int64(0)
    for k in range(n_cards):
        card = cards[k]
        if k > 0 and cards[k - 1] == card:
            continue
        if not has(states, i, city, tables[0].structure[card]):
            plan, costs = price_of_card(states, i, city, card, tables, work)
            if plan != IMPOSSIBLE:
                n = add_use(moves, n, BUILD, card, plan)
            if costs and free_build:
                n = add_use(moves, n, BUILD_FREE, card, NONE)
        if of_stage != IMPOSSIBLE:
            n = add_use(moves, n, STAGE, card, of_stage)
        n = add_use(moves, n, DISCARD, card, NONE)
    return n


@jit
def price_of_card(states: Any, i: Any, city: Any, card: Any, tables: Any, work: Any) -> Any:
    """The cheapest plan for building a card, or IMPOSSIBLE; and whether a coin must be spent."""
    if has_chain(states, i, city, card, tables):
        return NONE, False
    plan = cheapest(states, i, city, card, tables, work)
    return plan, plan != 0 or printed_coins(states, i, city, card, tables) > 0


@jit
def add_use(moves: Any, n: Any, kind: Any, card: Any, plan: Any) -> Any:
    bank, left, right = plan_bank(plan), plan_left(plan), plan_right(plan)
    return add_move(moves, n, kind, card, bank, left, right)


@jit
def keep_cheapest(moves: Any, n_moves: Any) -> Any:
    """Of moves that differ in payment alone the first: plans stand cheapest first."""
    n = np.int64(0)
    for k in range(n_moves):
        again = n > 0 and moves[n - 1, 0] == moves[k, 0] and moves[n - 1, 1] == moves[k, 1]
        if not again:
            for column in range(moves.shape[1]):
                moves[n, column] = moves[k, column]
            n += 1
    return n


@inlined
def any_playable(
    states: Any, i: Any, city: Any, tables: Any, cards: Any, n_cards: Any, work: Any
) -> Any:
    """The Free City can build one of the cards or use one for its next stage (C9.3)."""
    t = tables[0]
    stage = next_stage(states, i, city, tables)
    if n_cards and stage and cheapest(states, i, city, stage, tables, work) != IMPOSSIBLE:
        return True  # a card that may not be tucked can be built by its chain (C9.4)
    for k in range(n_cards):
        card = cards[k]
        if has(states, i, city, t.structure[card]):
            continue
        if has_chain(states, i, city, card, tables):
            return True
        if cheapest(states, i, city, card, tables, work) != IMPOSSIBLE:
            return True
    return False


@entry
def has(states: Any, i: Any, city: Any, structure: Any) -> Any:
    """A structure of this name stands in the city."""
    bit = np.int64(structure) - 1
    return (states[i].built[city, bit >> 6] >> (bit & 63)) & 1 == 1


@jit
def has_chain(states: Any, i: Any, city: Any, card: Any, tables: Any) -> Any:
    """A predecessor makes the card free (C4.7)."""
    t = tables[0]
    k = 0
    while k < t.chain.shape[1] and t.chain[card, k] > 0:
        if has(states, i, city, t.chain[card, k]):
            return True
        k += 1
    return False


@jit
def next_stage(states: Any, i: Any, city: Any, tables: Any) -> Any:
    """The item of the next wonder stage, 0 if all stand."""
    s, t = states[i], tables[0]
    number = s.board[city] - FIRST_BOARD
    if s.stages[city] >= t.n_stages[number]:
        return 0
    return FIRST_STAGE + STAGES * number + s.stages[city]


@jit
def may_build_free(states: Any, i: Any, city: Any) -> Any:
    """Olympia A's free build stands and is not spent in this age (C6.1)."""
    s = states[i]
    return s.powers[city] & FREE_BUILD != 0 and s.free_used[city] == 0


@inlined
def legal_digs(states: Any, i: Any, city: Any, tables: Any, moves: Any) -> Any:
    """Cards of the pile whose name is not in the city, or none (C5.5)."""
    s, t = states[i], tables[0]
    n = np.int64(0)
    for card in range(1, t.n_cards + 1):
        if s.discard[card] > 0 and not has(states, i, city, t.structure[card]):
            n = add_move(moves, n, DIG, card, NONE, NONE, NONE)
    return add_move(moves, n, PASS, NONE, NONE, NONE, NONE)


@inlined
def legal_keeps(states: Any, i: Any, city: Any, moves: Any, cards: Any) -> Any:
    n = np.int64(0)
    for k in range(leader_pack(states, i, city, cards)):
        n = add_move(moves, n, KEEP, cards[k], NONE, NONE, NONE)
    return n


@inlined
def legal_recruits(states: Any, i: Any, city: Any, tables: Any, moves: Any, work: Any) -> Any:
    """The three uses of each leader (L3); Rome B's extra one is recruited or not at all (L41)."""
    s = states[i]
    cards = work[-1]
    extra = s.phase == EXTRA_LEADER
    stage = np.int64(0) if extra else next_stage(states, i, city, tables)
    n_stage = plans(states, i, city, stage, tables, work) if stage else 0
    n = np.int64(0)
    for k in range(leader_hand(states, i, city, cards)):
        affordable = leader_price(states, i, city, cards[k], tables) <= s.coins[city]
        if affordable and s.n_recruited[city] < LEADER_SLOTS:
            n = add_move(moves, n, RECRUIT, cards[k], NONE, NONE, NONE)
        if not extra:
            n = add_plans(moves, n, STAGE, cards[k], work, n_stage)
            n = add_move(moves, n, DISCARD, cards[k], NONE, NONE, NONE)
    return add_move(moves, n, PASS, NONE, NONE, NONE, NONE) if extra else n


@jit
def copies(states: Any, i: Any, city: Any, leader: Any) -> Any:
    """The city copies this leader already."""
    s = states[i]
    for k in range(s.n_courted[city]):
        if s.courted[city, k] == leader:
            return True
    return False


@inlined
def legal_courts(states: Any, i: Any, city: Any, moves: Any, cards: Any) -> Any:
    """Recruited leaders of both neighbours (L46)."""
    s = states[i]
    n_leaders = np.int64(0)
    for side in (LEFT, RIGHT):
        other = neighbour(states, i, city, side)
        for k in range(s.n_recruited[other]):
            if not copies(states, i, city, s.recruited[other, k]):
                n_leaders = insert_card(cards, n_leaders, np.int64(s.recruited[other, k]))
    n = np.int64(0)
    for k in range(n_leaders):
        n = add_move(moves, n, COURT, cards[k], NONE, NONE, NONE)
    return n


@entry
def find_move(moves: Any, n: Any, kind: Any, card: Any, bank: Any, left: Any, right: Any) -> Any:
    """The row of a legal move, or without payment the first plan for it; -1 if there is none."""
    for k in range(n):
        if moves[k, 0] == kind and moves[k, 1] == card:
            if bank + left + right == 0:
                return k
            if moves[k, 2] == bank and moves[k, 3] == left and moves[k, 4] == right:
                return k
    return -1
