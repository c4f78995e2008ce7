"""The legal moves of a city, in the order of the contract."""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import leader_hand, leader_pack, leader_price
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules import hooks
from heptapolis.games.classic.rules.economy import (
    LEFT,
    NO_PAYMENT,
    RIGHT,
    cheapest,
    neighbour,
    plan_bank,
    plan_left,
    plan_right,
    plans,
    printed_coins,
)
from heptapolis.games.classic.rules.hands import choosable
from heptapolis.games.classic.rules.types import Plan
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.rows import add_move, add_plans, insert_card
from heptapolis.kernel.types import (
    Card,
    City,
    Coins,
    Count,
    Flag,
    Index,
    Ints,
    Item,
    Kind,
    State,
    Tables,
    Workspace,
)


@jit
def legal(s: State, t: Tables, city: City, moves: Ints, work: Workspace) -> Any:
    """List every legal move of a city as a row of ``moves``; returns how many.

    Cards in catalogue order; build by price, free, stage by price, discard; pass last; then those
    of expansions.
    """
    return hooks.add_moves(s, t, city, moves, list_moves(s, t, city, moves, work))


@inlined
def list_moves(s: State, t: Tables, city: City, moves: Ints, work: Workspace) -> Any:
    cards = work.cards
    if s.phase == c.DIGGING:
        return legal_digs(s, t, city, moves)
    if s.phase == c.DRAFTING:
        return legal_keeps(s, city, moves, work.cards)
    if s.phase == c.COURTING:
        return legal_courts(s, city, moves, work.cards)
    if s.phase in (c.RECRUITING, c.EXTRA_LEADER):
        return legal_recruits(s, t, city, moves, work)
    if s.phase not in (c.TURN, c.SEVENTH):
        return np.int64(0)
    n_cards = choosable(s, city, cards)
    must_play = city >= s.n_players and any_playable(s, t, city, n_cards, work)
    stage = next_stage(s, t, city)
    n_stage = plans(s, t, city, stage, work.stage_plans, work.subsets) if stage else 0
    n = np.int64(0)
    for k in range(n_cards):
        if k == 0 or cards[k] != cards[k - 1]:
            n = legal_uses(s, t, city, cards[k], must_play, n_stage, moves, n, work)
    return n


@inlined
def legal_uses(
    s: State,
    t: Tables,
    city: City,
    card: Card,
    must_play: Flag,
    n_stage: Count,
    moves: Ints,
    n: Count,
    work: Workspace,
) -> Any:
    """Add the moves that use one card. The Free City must play a card if it can (C9.3)."""
    card_plans = work.plans
    buildable = not has(s, city, t.structure[card])
    is_chained = buildable and has_chain(s, t, city, card)
    costs_coin = True
    if is_chained:
        n = add_move(moves, n, c.BUILD, card, c.NONE, c.NONE, c.NONE)
        costs_coin = False
    elif buildable:
        n_plans = plans(s, t, city, card, card_plans, work.subsets)
        if n_plans:
            bought = card_plans[0, 0] + card_plans[0, 1] + card_plans[0, 2]
            costs_coin = printed_coins(s, t, city, card) + bought > 0
        n = add_plans(moves, n, c.BUILD, card, card_plans, n_plans)
    if buildable and costs_coin and s.phase == c.TURN and may_build_free(s, city):
        n = add_move(moves, n, c.BUILD_FREE, card, c.NONE, c.NONE, c.NONE)
    is_free_city = city >= s.n_players
    if not (is_free_city and is_chained):  # C9.4
        n = add_plans(moves, n, c.STAGE, card, work.stage_plans, n_stage)
    return n if must_play else add_move(moves, n, c.DISCARD, card, c.NONE, c.NONE, c.NONE)


@jit
def uses(s: State, t: Tables, city: City, moves: Ints, work: Workspace) -> Any:
    """List the legal moves of a city with their cheapest plan each as rows of ``moves``; returns
    how many."""
    if (s.phase != c.TURN and s.phase != c.SEVENTH) or city >= s.n_players:
        return keep_cheapest(moves, legal(s, t, city, moves, work))
    cards = work.cards
    n_cards = choosable(s, city, cards)
    stage = next_stage(s, t, city)
    of_stage = cheapest(s, t, city, stage, work) if stage else NO_PAYMENT
    free_build = s.phase == c.TURN and may_build_free(s, city)
    n = np.int64(0)
    for k in range(n_cards):
        card = cards[k]
        if k > 0 and cards[k - 1] == card:
            continue
        if not has(s, city, t.structure[card]):
            plan, costs = price_of_card(s, t, city, card, work)
            if plan != NO_PAYMENT:
                n = add_use(moves, n, c.BUILD, card, plan)
            if costs and free_build:
                n = add_use(moves, n, c.BUILD_FREE, card, c.NONE)
        if of_stage != NO_PAYMENT:
            n = add_use(moves, n, c.STAGE, card, of_stage)
        n = add_use(moves, n, c.DISCARD, card, c.NONE)
    return hooks.add_moves(s, t, city, moves, n)


@jit
def price_of_card(s: State, t: Tables, city: City, card: Card, work: Workspace) -> Any:
    """Return the cheapest plan for building a card, or NO_PAYMENT, and whether a coin must be
    spent."""
    if has_chain(s, t, city, card):
        return c.NONE, False
    plan = cheapest(s, t, city, card, work)
    return plan, plan != 0 or printed_coins(s, t, city, card) > 0


@jit
def add_use(moves: Ints, n: Count, kind: Kind, card: Card, plan: Plan) -> Any:
    bank, left, right = plan_bank(plan), plan_left(plan), plan_right(plan)
    return add_move(moves, n, kind, card, bank, left, right)


@jit
def keep_cheapest(moves: Ints, n_moves: Count) -> Any:
    """Keep the first of moves that differ in payment alone: plans are in the order of their
    price."""
    n = np.int64(0)
    for k in range(n_moves):
        again = n > 0 and moves[n - 1, 0] == moves[k, 0] and moves[n - 1, 1] == moves[k, 1]
        if not again:
            for column in range(moves.shape[1]):
                moves[n, column] = moves[k, column]
            n += 1
    return n


@jit
def any_playable(s: State, t: Tables, city: City, n_cards: Count, work: Workspace) -> Flag:
    """Return whether the Free City can build one of the cards, paid or free, or use one for a stage
    (C9.3)."""
    free_build = s.phase == c.TURN and may_build_free(s, city)
    stage = next_stage(s, t, city)
    if n_cards and stage and cheapest(s, t, city, stage, work) != NO_PAYMENT:
        return True  # a card that may not be tucked can be built by its chain (C9.4)
    for k in range(n_cards):
        card = work.cards[k]
        if has(s, city, t.structure[card]):
            continue
        if free_build or has_chain(s, t, city, card):
            return True
        if cheapest(s, t, city, card, work) != NO_PAYMENT:
            return True
    return False


@jit
def has(s: State, city: City, structure: Index) -> Flag:
    """Return whether a structure of this name stands in the city."""
    bit = np.int64(structure) - 1
    return (s.built[city, bit >> 6] >> (bit & 63)) & 1 == 1


@jit
def has_chain(s: State, t: Tables, city: City, card: Card) -> Flag:
    """Return whether a predecessor makes the card free (C4.7)."""
    k = 0
    while k < t.chain.shape[1] and t.chain[card, k] > 0:
        if has(s, city, t.chain[card, k]):
            return True
        k += 1
    return False


@jit
def next_stage(s: State, t: Tables, city: City) -> Any:
    """Return the item of the next wonder stage, 0 if all stand."""
    number = s.board[city] - c.FIRST_BOARD
    if s.stages[city] >= t.n_stages[number]:
        return 0
    return c.FIRST_STAGE + c.STAGES * number + s.stages[city]


@jit
def may_build_free(s: State, city: City) -> Flag:
    """Return whether Olympia A's free build is there and not spent in this age (C6.1)."""
    return s.powers[city] & c.FREE_BUILD != 0 and s.free_used[city] == 0


@inlined
def legal_digs(s: State, t: Tables, city: City, moves: Ints) -> Any:
    """Add the cards of the pile whose name is not in the city, or none (C5.5)."""
    n = np.int64(0)
    for card in range(1, t.n_cards + 1):
        if s.discard[card] > 0 and not has(s, city, t.structure[card]):
            n = add_move(moves, n, c.DIG, card, c.NONE, c.NONE, c.NONE)
    return add_move(moves, n, c.PASS, c.NONE, c.NONE, c.NONE, c.NONE)


@inlined
def legal_keeps(s: State, city: City, moves: Ints, cards: Ints) -> Any:
    n = np.int64(0)
    for k in range(leader_pack(s, city, cards)):
        n = add_move(moves, n, c.KEEP, cards[k], c.NONE, c.NONE, c.NONE)
    return n


@inlined
def legal_recruits(s: State, t: Tables, city: City, moves: Ints, work: Workspace) -> Any:
    """Add the three uses of each leader (L3); Rome B's extra one is recruited or not at all
    (L41)."""
    cards = work.cards
    extra = s.phase == c.EXTRA_LEADER
    stage = np.int64(0) if extra else next_stage(s, t, city)
    n_stage = plans(s, t, city, stage, work.stage_plans, work.subsets) if stage else 0
    n = np.int64(0)
    for k in range(leader_hand(s, city, cards)):
        affordable = leader_price(s, t, city, cards[k]) <= s.coins[city]
        if affordable and s.n_recruited[city] < c.LEADER_SLOTS:
            n = add_move(moves, n, c.RECRUIT, cards[k], c.NONE, c.NONE, c.NONE)
        if not extra:
            n = add_plans(moves, n, c.STAGE, cards[k], work.stage_plans, n_stage)
            n = add_move(moves, n, c.DISCARD, cards[k], c.NONE, c.NONE, c.NONE)
    return add_move(moves, n, c.PASS, c.NONE, c.NONE, c.NONE, c.NONE) if extra else n


@jit
def copies(s: State, city: City, leader: Item) -> Flag:
    """Return whether the city copies this leader already."""
    for k in range(s.n_courted[city]):
        if s.courted[city, k] == leader:
            return True
    return False


@inlined
def legal_courts(s: State, city: City, moves: Ints, cards: Ints) -> Any:
    """Add the recruited leaders of both neighbours (L46)."""
    n_leaders = np.int64(0)
    for side in (LEFT, RIGHT):
        other = neighbour(s, city, side)
        for k in range(s.n_recruited[other]):
            if not copies(s, city, s.recruited[other, k]):
                n_leaders = insert_card(cards, n_leaders, np.int64(s.recruited[other, k]))
    n = np.int64(0)
    for k in range(n_leaders):
        n = add_move(moves, n, c.COURT, cards[k], c.NONE, c.NONE, c.NONE)
    return n


@entry
def find_move(
    moves: Ints, n: Count, kind: Kind, card: Card, bank: Coins, left: Coins, right: Coins
) -> Any:
    """Return the row of a legal move, or without payment the first plan for it; -1 if there is
    none."""
    for k in range(n):
        if moves[k, 0] == kind and moves[k, 1] == card:
            if bank + left + right == 0:
                return k
            if moves[k, 2] == bank and moves[k, 3] == left and moves[k, 4] == right:
                return k
    return -1
