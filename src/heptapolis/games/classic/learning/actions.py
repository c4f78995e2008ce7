"""The moves of classic as numbers, fixed for a catalogue.

The blocks in order, each for all cards (or cards and leaders): build with three payments, build
free, stage with three payments, discard, dig; pass; keep, recruit and court for all leaders.
Decisions for the Free City use the same numbers.

The payments: the cheapest (the first of C4.6); the one with most coins to the left, then the
cheapest; the one with most to the right likewise. Duplicates are left out.
"""

from typing import Any

import numpy as np

from heptapolis.games.classic.leaders.rules.hands import leader_price
from heptapolis.games.classic.learning.encoding import (
    CHAIN,
    CHOOSABLE,
    FREE,
    PAYABLE,
    PRICE,
    T_FREE_CITY,
    T_MINE,
    T_STAGE,
    card_at,
    clip,
)
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.economy import (
    LEFT,
    NO_PAYMENT,
    RIGHT,
    is_free_guild,
    is_separable,
    is_unpayable,
    missing_mask,
    neighbour,
    pack_plan,
    plan_bank,
    plan_left,
    plan_right,
    plans,
    price_class,
    printed_coins,
    units_off,
    units_offered,
)
from heptapolis.games.classic.rules.hands import choosable
from heptapolis.games.classic.rules.moves import has, has_chain, legal, may_build_free, next_stage
from heptapolis.games.classic.rules.types import Plan
from heptapolis.kernel import entry, inlined, jit
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.types import (
    Bits,
    Card,
    City,
    Coins,
    Flags,
    Index,
    Ints,
    Item,
    Kind,
    State,
    States,
    Tables,
    TablesArray,
    Workspace,
    Workspaces,
)

NO_PLAN = np.int64(NO_PAYMENT)
PAYMENTS = 3
CHEAPEST, LEFTMOST, RIGHTMOST = np.int64(0), np.int64(1), np.int64(2)


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────


@entry
def count_actions(tables: TablesArray) -> Any:
    """Return the number of actions."""
    t = tables[0]
    return pass_at(t) + 1 + 3 * t.n_leaders


@jit
def n_rows(t: Tables) -> Any:
    """Return the number of cards and leaders."""
    return np.int64(t.n_cards) + t.n_leaders


@jit
def pass_at(t: Tables) -> Any:
    return 5 * np.int64(t.n_cards) + 4 * n_rows(t)


@jit
def action_of(t: Tables, kind: Kind, card: Card, payment: Index) -> Any:
    """Return the number of a use of a card with one of the three payments."""
    n, m = np.int64(t.n_cards), n_rows(t)
    row = card - 1 if card < c.FIRST_LEADER else n + card - c.FIRST_LEADER
    if kind == c.BUILD:
        return payment * n + row
    if kind == c.BUILD_FREE:
        return 3 * n + row
    if kind == c.STAGE:
        return 4 * n + payment * m + row
    if kind == c.DISCARD:
        return 4 * n + 3 * m + row
    if kind == c.DIG:
        return 4 * n + 4 * m + row
    if kind == c.PASS:
        return pass_at(t)
    leader = pass_at(t) + 1 + card - c.FIRST_LEADER
    if kind == c.KEEP:
        return leader
    return leader + t.n_leaders * (1 if kind == c.RECRUIT else 2)


@entry
def number_of(tables: TablesArray, kind: Kind, card: Card, payment: Index) -> Any:
    return action_of(tables[0], kind, card, payment)


@jit
def item_of(t: Tables, row: Index) -> Any:
    """Return the card or leader of a row."""
    n = np.int64(t.n_cards)
    return row + 1 if row < n else row - n + c.FIRST_LEADER


@jit
def use_of(t: Tables, action: Index) -> Any:
    """Return the meaning of a number: kind, card, payment."""
    n, m = np.int64(t.n_cards), n_rows(t)
    if action < 3 * n:
        return c.BUILD, action % n + 1, action // n
    rest = action - 3 * n
    if rest < n:
        return c.BUILD_FREE, rest + 1, c.NONE
    rest -= n
    if rest < 3 * m:
        return c.STAGE, item_of(t, rest % m), rest // m
    rest -= 3 * m
    if rest < m:
        return c.DISCARD, item_of(t, rest), c.NONE
    rest -= m
    if rest < n:
        return c.DIG, rest + 1, c.NONE
    rest -= n + 1
    if rest < 0:
        return c.PASS, c.NONE, c.NONE
    leader, block = rest % t.n_leaders + c.FIRST_LEADER, rest // t.n_leaders
    return c.KEEP if block == 0 else c.RECRUIT if block == 1 else c.COURT, leader, c.NONE


@entry
def meaning_of(tables: TablesArray, action: Index) -> Any:
    return use_of(tables[0], action)


@jit
def resolve(s: State, t: Tables, city: City, action: Index, work: Workspace) -> Any:
    """Return the move of a legal number: kind, card, bank, left, right."""
    kind, card, payment = use_of(t, action)
    plan = c.NONE
    item = card
    if kind == c.STAGE:
        item = np.int64(next_stage(s, t, city))
    if kind == c.STAGE or (kind == c.BUILD and not has_chain(s, t, city, card)):
        cheapest, leftmost, rightmost = payments(s, t, city, item, work)
        plan = cheapest if payment == CHEAPEST else leftmost if payment == LEFTMOST else rightmost
    return kind, card, plan_bank(plan), plan_left(plan), plan_right(plan)


@jit
def number_of_plan(
    s: State,
    t: Tables,
    city: City,
    kind: Kind,
    card: Card,
    bank: Coins,
    left: Coins,
    right: Coins,
    work: Workspace,
) -> Any:
    """Return the number of a legal move, with the payment nearest to its own."""
    payment = CHEAPEST
    if bank + left + right > 0:
        item = np.int64(next_stage(s, t, city)) if kind == c.STAGE else card
        cheapest, leftmost, rightmost = payments(s, t, city, item, work)
        least = distance(cheapest, bank, left, right)
        if leftmost != NO_PLAN and distance(leftmost, bank, left, right) < least:
            payment, least = LEFTMOST, distance(leftmost, bank, left, right)
        if rightmost != NO_PLAN and distance(rightmost, bank, left, right) < least:
            payment = RIGHTMOST
    return action_of(t, kind, card, payment)


@jit
def distance(plan: Plan, bank: Coins, left: Coins, right: Coins) -> Any:
    """Return the distance between two payments."""
    return abs(plan_bank(plan) - bank) + abs(plan_left(plan) - left) + abs(plan_right(plan) - right)


@entry
def move_of(
    states: States, city: City, action: Index, tables: TablesArray, workspaces: Workspaces
) -> Any:
    return resolve(states[0], tables[0], city, action, workspaces[0])


# ── payments ─────────────────────────────────────────────────────────────────────────────────────


@jit
def payments(s: State, t: Tables, city: City, item: Item, work: Workspace) -> Any:
    """Return the three payments for a construction, each a plan; NO_PLAN where there is none."""
    if is_free_guild(s, t, city, item):
        return c.NONE, NO_PLAN, NO_PLAN
    purse = np.int64(s.coins[city] - t.cost_coins[item])
    if purse < 0:
        return NO_PLAN, NO_PLAN, NO_PLAN
    mask = missing_mask(s, t, city, item) if t.cost_units[item] else 0
    if mask == 0:
        return c.NONE, NO_PLAN, NO_PLAN
    left, right = neighbour(s, city, LEFT), neighbour(s, city, RIGHT)
    helped = s.bank_price[city] > 0 or units_off(s, t, city, item) > 0
    if not helped:
        if is_separable(s, city, left, right, mask):
            cheapest, leftmost, rightmost, done = split_apart(
                s, t, city, item, left, right, mask, purse
            )
            if done:
                return distinct_plans(cheapest, leftmost, rightmost)
        elif is_unpayable(s, t, city, item, left, right, mask, purse):
            return NO_PLAN, NO_PLAN, NO_PLAN
    rows = work.plans
    n = plans(s, t, city, item, rows, work.subsets)
    if n == 0:
        return NO_PLAN, NO_PLAN, NO_PLAN
    most_left, most_right = c.NONE, c.NONE
    for k in range(1, n):
        if rows[k, 1] > rows[most_left, 1]:
            most_left = np.int64(k)
        if rows[k, 2] > rows[most_right, 2]:
            most_right = np.int64(k)
    return distinct_plans(
        plan_at(rows, c.NONE), plan_at(rows, most_left), plan_at(rows, most_right)
    )


@jit
def plan_at(rows: Ints, k: Index) -> Any:
    return pack_plan(rows[k, 0], rows[k, 1], rows[k, 2])


@jit
def distinct_plans(cheapest: Plan, leftmost: Plan, rightmost: Plan) -> Any:
    """Return three plans with NO_PLAN for the duplicates."""
    if rightmost in (cheapest, leftmost):
        rightmost = NO_PLAN
    if leftmost == cheapest:
        leftmost = NO_PLAN
    return cheapest, leftmost, rightmost


@inlined
def split_apart(
    s: State, t: Tables, city: City, item: Item, left: City, right: City, mask: Bits, purse: Coins
) -> Any:
    """Return the payments if each missing resource can be bought on its own; the last value is
    False if the treasury does not allow the most to one side, so that all plans must be searched.
    """
    cheap_left = cheap_right = most_left = rest_right = rest_left = most_right = c.NONE
    for r in range(c.RESOURCES):
        if (mask >> r) & 1 == 0:
            continue
        need = np.int64(t.cost[item, r] - s.produce[city, r])
        for k in range(s.n_choice[city]):
            need -= (s.choice[city, k] >> r) & 1
        if need <= 0:
            continue
        at_left, at_right = units_offered(s, left, r), units_offered(s, right, r)
        if at_left + at_right < need:
            return NO_PLAN, NO_PLAN, NO_PLAN, True
        price_left = np.int64(s.price[city, LEFT, price_class(r)])
        price_right = np.int64(s.price[city, RIGHT, price_class(r)])
        from_left, from_right = min(at_left, need), min(at_right, need)
        most_left += from_left * price_left
        rest_right += (need - from_left) * price_right
        most_right += from_right * price_right
        rest_left += (need - from_right) * price_left
        if price_left < price_right:
            cheap_left += from_left * price_left
            cheap_right += (need - from_left) * price_right
        else:
            cheap_left += (need - from_right) * price_left
            cheap_right += from_right * price_right
    if cheap_left + cheap_right > purse:
        return NO_PLAN, NO_PLAN, NO_PLAN, True
    return (
        pack_plan(c.NONE, cheap_left, cheap_right),
        pack_plan(c.NONE, most_left, rest_right),
        pack_plan(c.NONE, rest_left, most_right),
        most_left + rest_right <= purse and rest_left + most_right <= purse,
    )


# ── legal actions ────────────────────────────────────────────────────────────────────────────────


@jit
def write_choices(s: State, t: Tables, city: City, work: Workspace, out: Ints, mask: Flags) -> None:
    """Write the legal numbers of a deciding city, and the features of its choices."""
    clear(mask)
    out[T_MINE] = 1
    out[T_FREE_CITY] = city >= s.n_players
    if (s.phase == c.TURN or s.phase == c.SEVENTH) and city < s.n_players:
        write_uses(s, t, city, work, out, mask)
    else:
        write_legal(s, t, city, work, out, mask)


@inlined
def write_uses(s: State, t: Tables, city: City, work: Workspace, out: Ints, mask: Flags) -> None:
    """Write the uses of a hand's cards, the most common decision."""
    cards = work.cards
    n_cards = choosable(s, city, cards)
    stage = np.int64(next_stage(s, t, city))
    stage_plans = NO_PLAN, NO_PLAN, NO_PLAN
    if stage > 0:
        stage_plans = payments(s, t, city, stage, work)
        write_price(stage_plans[0], np.int64(t.cost_coins[stage]), out, np.int64(T_STAGE))
    free_build = s.phase == c.TURN and may_build_free(s, city)
    for k in range(n_cards):
        card = cards[k]
        if k > 0 and cards[k - 1] == card:
            continue
        at = card_at(t, card)
        out[at + CHOOSABLE] = 1
        if not has(s, city, t.structure[card]):
            costs: Any = True
            if has_chain(s, t, city, card):
                out[at + CHAIN] = out[at + PAYABLE] = 1
                mask[action_of(t, c.BUILD, card, CHEAPEST)] = True
                costs = False
            else:
                printed = np.int64(printed_coins(s, t, city, card))
                own_plans = payments(s, t, city, card, work)
                allow(t, c.BUILD, card, own_plans, mask)
                write_price(own_plans[0], printed, out, at + PAYABLE)
                costs = own_plans[0] != 0 or printed > 0
            if costs and free_build:
                out[at + FREE] = 1
                mask[action_of(t, c.BUILD_FREE, card, c.NONE)] = True
        allow(t, c.STAGE, card, stage_plans, mask)
        mask[action_of(t, c.DISCARD, card, c.NONE)] = True


@jit
def allow(
    t: Tables, kind: Kind, card: Card, own_plans: tuple[Plan, Plan, Plan], mask: Flags
) -> None:
    """Mark the payments that exist as legal."""
    cheapest, leftmost, rightmost = own_plans
    if cheapest != NO_PLAN:
        mask[action_of(t, kind, card, CHEAPEST)] = True
    if leftmost != NO_PLAN:
        mask[action_of(t, kind, card, LEFTMOST)] = True
    if rightmost != NO_PLAN:
        mask[action_of(t, kind, card, RIGHTMOST)] = True


@jit
def write_price(plan: Plan, printed: Coins, out: Ints, at: Index) -> None:
    """Write that something is affordable, and its coins: all, to the left, to the right."""
    if plan != NO_PLAN:
        bank, left, right = plan_bank(plan), plan_left(plan), plan_right(plan)
        out[at] = 1
        out[at + 1] = clip(printed + bank + left + right)
        out[at + 2], out[at + 3] = clip(left), clip(right)


@inlined
def write_legal(s: State, t: Tables, city: City, work: Workspace, out: Ints, mask: Flags) -> None:
    """Write any other decision: all legal moves, of those with many payments three."""
    moves = work.moves
    n = legal(s, t, city, moves, work)
    first = c.NONE
    while first < n:
        kind, card = moves[first, 0], moves[first, 1]
        most_left = most_right = first
        end = first + 1
        while end < n and moves[end, 0] == kind and moves[end, 1] == card:
            if moves[end, 3] > moves[most_left, 3]:
                most_left = end
            if moves[end, 4] > moves[most_right, 4]:
                most_right = end
            end += 1
        mask[action_of(t, kind, card, CHEAPEST)] = True
        if most_left != first:
            mask[action_of(t, kind, card, LEFTMOST)] = True
        if most_right not in (first, most_left):
            mask[action_of(t, kind, card, RIGHTMOST)] = True
        if card > 0:
            note_choice(s, t, city, kind, moves[first], out, card_at(t, card))
        if kind == c.STAGE:
            coins = np.int64(t.cost_coins[next_stage(s, t, city)])
            plan = pack_plan(moves[first, 2], moves[first, 3], moves[first, 4])
            write_price(plan, coins, out, np.int64(T_STAGE))
        first = end


@inlined
def note_choice(
    s: State, t: Tables, city: City, kind: Kind, move: Ints, out: Ints, at: Index
) -> None:
    """Write the features of a card that may be chosen."""
    card = move[1]
    out[at + CHOOSABLE] = 1
    if kind == c.RECRUIT:
        out[at + PAYABLE] = 1
        out[at + PRICE] = clip(leader_price(s, t, city, card))
    elif kind == c.BUILD_FREE:
        out[at + FREE] = 1
    elif kind == c.BUILD:
        if has_chain(s, t, city, card):
            out[at + CHAIN] = out[at + PAYABLE] = 1
        else:
            printed = np.int64(printed_coins(s, t, city, card))
            write_price(pack_plan(move[2], move[3], move[4]), printed, out, at + PAYABLE)
