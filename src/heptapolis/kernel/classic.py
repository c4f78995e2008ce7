"""Classic for 3 to 7 seats and for two with the Free City: deal, legal moves, resolution, war.

A *city* is a row of the state. Cities below ``n_players`` are seats; in a two-player game city 2 is
the Free City, whose decisions the turn's controller makes (C9).
"""

from typing import Any

import numpy as np

from heptapolis.codes import (
    AGES,
    FIRST_BOARD,
    FIRST_STAGE,
    HAND,
    LOOKS,
    RESOURCES,
    STAGES,
    Color,
    Counted,
    Happening,
    How,
    MoveKind,
    Phase,
    Special,
    Use,
    Whose,
)
from heptapolis.kernel import jit
from heptapolis.kernel.chance import below, shuffle
from heptapolis.kernel.economy import (
    IMPOSSIBLE,
    LEFT,
    RIGHT,
    cheapest,
    neighbour,
    plans,
)
from heptapolis.kernel.state import TURNS

FREE_CITY = 2
MOST_COINS = 10_000  # from the bank; what three cities hold together still fits sixteen bits
PLAN_ROWS = 168  # more than the 165 ways to split 8 units over two sellers and two classes
WORK = (2 * PLAN_ROWS + 1, 16)  # room to work in: plans twice, and a hand in the last row
MOVES = (8 * (2 * PLAN_ROWS + 2), 5)

# Constants are 64 bits wide and no literals: Numba would compile a function anew for each.
NONE = np.int64(0)
BUILD, BUILD_FREE, STAGE = (
    np.int64(MoveKind.BUILD),
    np.int64(MoveKind.BUILD_FREE),
    np.int64(MoveKind.STAGE),
)
DISCARD, DIG, PASS = np.int64(MoveKind.DISCARD), np.int64(MoveKind.DIG), np.int64(MoveKind.PASS)
TURN, SEVENTH, DIGGING, OVER = (
    np.int64(Phase.TURN), np.int64(Phase.SEVENTH), np.int64(Phase.DIG), np.int64(Phase.OVER),
)  # fmt: skip
BUILT, STAGED, DISCARDED, LEFTOVER = (
    np.int64(Use.BUILT), np.int64(Use.STAGED), np.int64(Use.DISCARDED), np.int64(Use.LEFTOVER),
)  # fmt: skip
PURPLE = np.int64(Color.PURPLE)
FREE_BUILD = 1 << np.int64(Special.FREE_BUILD_PER_AGE)
PLAY_LAST = 1 << np.int64(Special.PLAY_LAST_CARD)
FROM_DISCARD = np.int64(Special.BUILD_FROM_DISCARD)
COUNT_COINS = np.int64(Counted.COINS)
COUNT_DEFEAT_TOKEN = np.int64(Counted.DEFEAT_TOKEN)
COUNT_VICTORY_TOKEN = np.int64(Counted.VICTORY_TOKEN)
COUNT_WONDER_STAGE = np.int64(Counted.WONDER_STAGE)
HOW_CHAIN = np.int64(How.CHAIN)
HOW_FREE = np.int64(How.FREE)
HOW_PAID = np.int64(How.PAID)
LOG_BUILT = np.int64(Happening.BUILT)
LOG_DISCARDED = np.int64(Happening.DISCARDED)
LOG_DUG = np.int64(Happening.DUG)
LOG_GAINED = np.int64(Happening.GAINED)
LOG_PAID = np.int64(Happening.PAID)
LOG_PASSED = np.int64(Happening.PASSED)
LOG_STAGED = np.int64(Happening.STAGED)
LOG_WAR = np.int64(Happening.WAR)
WHOSE_LEFT = np.int64(Whose.LEFT)
WHOSE_RIGHT = np.int64(Whose.RIGHT)
WHOSE_SELF = np.int64(Whose.SELF)


# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@jit
def deal_boards(states: Any, i: Any, tables: Any, rng: Any, sides: Any, room: Any) -> None:
    """Boards at random (C1.3); ``sides``: 0 at random, 1 all A, 2 all B."""
    s, t = states[i], tables[0]
    n = 0
    for wonder in range(t.n_boards // 2):
        if t.expansion[FIRST_BOARD + 2 * wonder] == 0:
            room[n] = wonder
            n += 1
    shuffle(rng, room, n)
    for city in range(s.n_cities):
        side = below(rng, 2) if sides == 0 else sides - 1
        s.board[city] = FIRST_BOARD + 2 * room[city] + side


@jit
def deal(states: Any, i: Any, tables: Any, rng: Any, room: Any) -> None:
    """Cards of all three ages (C1.2, C9.1); the boards are laid out already."""
    s, t = states[i], tables[0]
    dealt = HAND * s.n_cities
    for age in range(1, AGES + 1):
        n = 0
        if age == AGES:
            n = deal_guilds(states, i, tables, rng, room)
        for card in range(1, t.n_cards + 1):
            if t.age[card] == age and t.color[card] != PURPLE:
                for _ in range(t.copies[card, s.n_cities]):
                    room[n] = card
                    n += 1
        shuffle(rng, room, n)
        for place in range(dealt):
            s.deck[age - 1, place] = room[place]
        s.places[age - 1, : s.n_cities] = HAND


@jit
def deal_guilds(states: Any, i: Any, tables: Any, rng: Any, room: Any) -> Any:
    """Players + 2 guilds, drawn unseen (C1.2); returns their number."""
    s, t = states[i], tables[0]
    n = 0
    for card in range(1, t.n_cards + 1):
        if t.color[card] == PURPLE and t.expansion[card] == 0:
            room[n] = card
            n += 1
    shuffle(rng, room, n)
    return s.n_cities + t.guilds_beyond_players


@jit
def open_cities(states: Any, i: Any, tables: Any) -> None:
    """Boards begin to produce, treasuries are filled, age I begins."""
    s, t = states[i], tables[0]
    for city in range(s.n_cities):
        s.coins[city] = t.starting_coins
        s.price[city, :, :] = t.trade_price
        apply_item(states, i, city, np.int64(s.board[city]), tables)
    s.age, s.turn, s.phase = 1, 1, TURN


# ── hands ────────────────────────────────────────────────────────────────────────────────────────


@jit
def controller(states: Any, i: Any) -> Any:
    """The seat that plays for the Free City this turn (C9.2)."""
    s = states[i]
    return (s.turn - 1 + (1 if s.age == 2 else 0)) % 2


@jit
def decider(states: Any, i: Any, city: Any) -> Any:
    """The seat that decides for a city."""
    return city if city < states[i].n_players else controller(states, i)


@jit
def pack_of(states: Any, i: Any, seat: Any) -> Any:
    """The pack a seat holds this turn: packs go left in ages I and III, right in II (C2.1)."""
    s = states[i]
    n, passed = s.n_players, s.turn - 1
    return (seat + passed) % n if s.age == 2 or n == 2 else (seat - passed + HAND * n) % n


@jit
def drawn_pack(states: Any, i: Any) -> Any:
    """The pack that cards drawn from the Free City's pile join: the controller's is always the
    same one, since control and hands both change every turn (C9.2); -1 at larger tables."""
    s = states[i]
    if s.n_players > 2:
        return -1
    return 1 if s.age == 2 else 0


@jit
def insert_card(cards: Any, n: Any, card: Any) -> Any:
    """Keep a small list of numbers in order; returns its new length."""
    k = n
    while k > 0 and cards[k - 1] > card:
        cards[k] = cards[k - 1]
        k -= 1
    cards[k] = card
    return n + 1


@jit
def hand(states: Any, i: Any, seat: Any, cards: Any) -> Any:
    """Cards in hand in catalogue order, copies side by side; returns how many."""
    s = states[i]
    age, pack = s.age - 1, pack_of(states, i, seat)
    n = np.int64(0)
    for place in range(HAND * pack, HAND * pack + HAND):
        if s.fate[age, place] == 0 and s.deck[age, place] > 0:
            n = insert_card(cards, n, np.int64(s.deck[age, place]))
    if pack == drawn_pack(states, i):
        for place in range(HAND * 2, HAND * 2 + s.turn):
            if s.fate[age, place] == 0 and s.deck[age, place] > 0:
                n = insert_card(cards, n, np.int64(s.deck[age, place]))
    return n


@jit
def choosable(states: Any, i: Any, city: Any, cards: Any) -> Any:
    """Cards that a decision for this city chooses from; returns how many."""
    s = states[i]
    if city < s.n_players:
        return hand(states, i, city, cards)
    if s.phase == SEVENTH:  # C9.6: the last card of the pile
        cards[0] = s.deck[s.age - 1, HAND * 3 - 1]
        return 1 if cards[0] > 0 else 0
    seat = controller(states, i)
    n = hand(states, i, seat, cards)
    for k in range(n):  # the controller's own card is spoken for
        if cards[k] == s.move[seat, 1]:
            for j in range(k, n - 1):
                cards[j] = cards[j + 1]
            return n - 1
    return n


@jit
def take(states: Any, i: Any, city: Any, card: Any, use: Any) -> None:
    """Note what became of a card that leaves the hand it was chosen from."""
    s = states[i]
    age = s.age - 1
    turn = TURNS + 1 if s.phase == SEVENTH else s.turn
    s.acts[age, turn - 1, city] = use
    if city >= s.n_players and s.phase == SEVENTH:
        s.fate[age, HAND * 3 - 1] = turn + 8 * use + 64
        return
    seat = decider(states, i, city)
    mark = turn + 8 * use + (64 if city >= s.n_players else 0)
    pack = pack_of(states, i, seat)
    for place in range(HAND * pack, HAND * pack + HAND):
        if s.fate[age, place] == 0 and s.deck[age, place] == card:
            s.fate[age, place] = mark
            return
    for place in range(HAND * 2, HAND * 2 + s.turn):
        if s.fate[age, place] == 0 and s.deck[age, place] == card:
            s.fate[age, place] = mark
            return


# ── what a city can do ───────────────────────────────────────────────────────────────────────────


@jit
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


@jit
def add_move(moves: Any, n: Any, kind: Any, card: Any, bank: Any, left: Any, right: Any) -> Any:
    moves[n, 0], moves[n, 1], moves[n, 2], moves[n, 3], moves[n, 4] = kind, card, bank, left, right
    return n + 1


@jit
def add_plans(moves: Any, n: Any, kind: Any, card: Any, work: Any, n_plans: Any) -> Any:
    for k in range(n_plans):
        n = add_move(moves, n, kind, card, work[k, 0], work[k, 1], work[k, 2])
    return n


@jit
def legal(states: Any, i: Any, city: Any, tables: Any, moves: Any, work: Any) -> Any:
    """Every legal move of a city as a row (kind, card, bank, left, right); returns how many.

    Cards in catalogue order; build by price, free, stage by price, discard; pass last.
    """
    s = states[i]
    if s.phase == DIGGING:
        return legal_digs(states, i, city, tables, moves)
    cards = work[-1]
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


@jit
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
            costs_coin = t.cost_coins[card] + work[0, 0] + work[0, 1] + work[0, 2] > 0
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


@jit
def legal_digs(states: Any, i: Any, city: Any, tables: Any, moves: Any) -> Any:
    """Cards of the pile whose name is not in the city, or none (C5.5)."""
    s, t = states[i], tables[0]
    n = np.int64(0)
    for card in range(1, t.n_cards + 1):
        if s.discard[card] > 0 and not has(states, i, city, t.structure[card]):
            n = add_move(moves, n, DIG, card, NONE, NONE, NONE)
    return add_move(moves, n, PASS, NONE, NONE, NONE, NONE)


# ── who is asked ─────────────────────────────────────────────────────────────────────────────────


@jit
def must_decide(states: Any, i: Any, city: Any) -> Any:
    """A move for this city is wanted now."""
    s = states[i]
    if s.phase == OVER:
        return False
    if s.phase != TURN:
        return city == s.actor
    if s.move[city, 0] != 0:
        return False
    return city < s.n_players or s.move[controller(states, i), 0] != 0


@jit
def waiting_for(states: Any, i: Any) -> Any:
    """Bits of the seats that must decide now."""
    seats = 0
    for city in range(states[i].n_cities):
        if must_decide(states, i, city):
            seats |= 1 << decider(states, i, city)
    return seats


@jit
def city_to_decide(states: Any, i: Any, seat: Any) -> Any:
    """The city that a seat must decide for now, plus 1; 0 if none."""
    for city in range(states[i].n_cities):
        if must_decide(states, i, city) and decider(states, i, city) == seat:
            return city + 1
    return 0


@jit
def find_move(moves: Any, n: Any, kind: Any, card: Any, bank: Any, left: Any, right: Any) -> Any:
    """The row of a legal move, or without payment the first plan for it; -1 if there is none."""
    for k in range(n):
        if moves[k, 0] == kind and moves[k, 1] == card:
            if bank + left + right == 0:
                return k
            if moves[k, 2] == bank and moves[k, 3] == left and moves[k, 4] == right:
                return k
    return -1


@jit
def play(
    states: Any, i: Any, city: Any, kind: Any, card: Any, bank: Any, left: Any, right: Any,
    tables: Any, log: Any,
) -> Any:  # fmt: skip
    """Take a legal move; the last one of a decision is carried out with the others.

    Returns whether something was carried out.
    """
    s = states[i]
    s.move[city, 0], s.move[city, 1], s.move[city, 2] = kind, card, bank
    s.move[city, 3], s.move[city, 4] = left, right
    if s.phase == TURN:
        for other in range(s.n_cities):
            if s.move[other, 0] == 0:
                return False
        carry_out(states, i, NONE, s.n_cities, tables, log)
    elif s.phase == SEVENTH:
        s.seventh[city] = 1
        carry_out(states, i, city, city + 1, tables, log)
    else:
        dig(states, i, city, tables, log)
    advance(states, i, tables, log)
    return True


@jit
def take_back(states: Any, i: Any, seat: Any) -> None:
    """Forget a seat's choice, and the Free City's if the seat controls it."""
    s = states[i]
    s.move[seat, :] = 0
    if s.n_players == 2 and seat == controller(states, i):
        s.move[FREE_CITY, :] = 0


# ── carrying out a turn (C5) ─────────────────────────────────────────────────────────────────────


@jit
def emit(log: Any, kind: Any, city: Any, card: Any, a: Any, b: Any, c: Any) -> None:
    """Add a row to the log, whose first entry is its length; a log of one row takes nothing."""
    n = log[0, 0] + 1
    if n < log.shape[0]:
        log[0, 0] = n
        log[n, 0], log[n, 1], log[n, 2] = kind, city, card
        log[n, 3], log[n, 4], log[n, 5] = a, b, c


@jit
def carry_out(states: Any, i: Any, first: Any, end: Any, tables: Any, log: Any) -> None:
    """The chosen moves of some cities, all together: pay, build, receive, count."""
    s = states[i]
    for city in range(first, end):
        pay(states, i, city, tables, log)
    for city in range(first, end):
        place_card(states, i, city, tables, log)
    for city in range(first, end):
        receive(states, i, city, tables, log)
    for city in range(first, end):
        s.move[city, :] = 0


@jit
def pay(states: Any, i: Any, city: Any, tables: Any, log: Any) -> None:
    """Coins leave the treasury; what neighbours get is kept apart until all have paid (C4.5)."""
    s, t = states[i], tables[0]
    kind, card = s.move[city, 0], s.move[city, 1]
    coins = 0
    if kind == BUILD and not has_chain(states, i, city, card, tables):
        coins = t.cost_coins[card]
    elif kind == STAGE:
        coins = t.cost_coins[next_stage(states, i, city, tables)]
    bank, left, right = s.move[city, 2], s.move[city, 3], s.move[city, 4]
    s.coins[city] -= coins + bank + left + right
    if coins + bank + left + right > 0:
        emit(log, LOG_PAID, city, NONE, coins + bank, left, right)


@jit
def place_card(states: Any, i: Any, city: Any, tables: Any, log: Any) -> None:
    """The card enters the city, goes under the board or onto the pile."""
    s = states[i]
    kind, card = s.move[city, 0], s.move[city, 1]
    if kind in (BUILD, BUILD_FREE):
        how = HOW_FREE if kind == BUILD_FREE else HOW_PAID
        if kind == BUILD_FREE:
            s.free_used[city] = 1
        elif has_chain(states, i, city, card, tables):
            how = HOW_CHAIN
        take(states, i, city, card, BUILT)
        emit(log, LOG_BUILT, city, card, how, NONE, NONE)
        enter(states, i, city, card, tables)
    elif kind == STAGE:
        take(states, i, city, card, STAGED)
        stage = next_stage(states, i, city, tables)
        s.marker[city, s.stages[city]] = card
        s.stages[city] += 1
        emit(log, LOG_STAGED, city, card, np.int64(s.stages[city]), NONE, NONE)
        apply_item(states, i, city, stage, tables)
    else:
        take(states, i, city, card, DISCARDED)
        put_on_pile(states, i, card)
        emit(log, LOG_DISCARDED, city, card, NONE, NONE, NONE)


@jit
def put_on_pile(states: Any, i: Any, card: Any) -> None:
    s = states[i]
    s.discard[card] += 1
    s.n_discard += 1


@jit
def enter(states: Any, i: Any, city: Any, card: Any, tables: Any) -> None:
    """A card becomes a building of the city."""
    s, t = states[i], tables[0]
    bit = np.int64(t.structure[card]) - 1
    s.built[city, bit >> 6] |= 1 << (bit & 63)
    s.city[city, s.n_city[city]] = card
    s.n_city[city] += 1
    s.colors[city, t.color[card]] += 1
    apply_item(states, i, city, card, tables)


@jit
def apply_item(states: Any, i: Any, city: Any, item: Any, tables: Any) -> None:
    """What a card, stage or board changes for good; its coins come in `collect`."""
    s, t = states[i], tables[0]
    s.shields[city] += t.shields[item]
    if t.science[item] > 0:
        s.symbols[city, t.science[item]] += 1
    s.symbols[city, 0] += t.wild[item]
    for r in range(RESOURCES):
        s.produce[city, r] += t.produce[item, r]
        if t.sold[item] == 1:
            s.sold[city, r] += t.produce[item, r]
    if t.choice[item] > 0:
        # In order, so that a city is the same bytes whatever came first.
        n = np.int64(s.n_choice[city])
        s.n_choice[city] = insert_card(s.choice[city], n, np.int64(t.choice[item]))
        if t.sold[item] == 1:
            n = np.int64(s.n_sold_choice[city])
            s.n_sold_choice[city] = insert_card(s.sold_choice[city], n, np.int64(t.choice[item]))
    for side in range(2):
        for kind in range(2):
            price = t.price[item, side, kind]
            if 0 < price < s.price[city, side, kind]:  # discounts never add up (C4.4)
                s.price[city, side, kind] = price
    if t.special[item] > 0:
        s.powers[city] |= 1 << np.int64(t.special[item])
        if t.special[item] == FROM_DISCARD:
            s.digs[city] += 1


@jit
def receive(states: Any, i: Any, city: Any, tables: Any, log: Any) -> None:
    """Coins that arrive: from the neighbours' purchases, a discard, the card or stage (C5.2-3)."""
    s, t = states[i], tables[0]
    left, right = neighbour(states, i, city, LEFT), neighbour(states, i, city, RIGHT)
    s.coins[left] += s.move[city, 3]
    s.coins[right] += s.move[city, 4]
    kind, card = s.move[city, 0], s.move[city, 1]
    if kind == DISCARD:
        gain(states, i, city, np.int64(t.discard_coins), NONE, log)
    elif kind == STAGE:
        number = s.board[city] - FIRST_BOARD
        collect(states, i, city, FIRST_STAGE + STAGES * number + s.stages[city] - 1, tables, log)
    else:
        collect(states, i, city, card, tables, log)


@jit
def gain(states: Any, i: Any, city: Any, coins: Any, item: Any, log: Any) -> None:
    """Coins from the bank; a house rule can be generous, a treasury has a floor and a ceiling."""
    coins = min(coins, MOST_COINS - states[i].coins[city])
    if coins > 0:
        states[i].coins[city] += coins
        emit(log, LOG_GAINED, city, item, coins, NONE, NONE)


@jit
def collect(states: Any, i: Any, city: Any, item: Any, tables: Any, log: Any) -> None:
    """The one-time coins of a card or stage, counted after everything of the turn stands."""
    t = tables[0]
    coins = np.int64(t.coins[item])
    if t.coins_per_amount[item] > 0:
        counted = count(
            states, i, city, t.coins_per_what[item], t.coins_per_whose[item],
            t.coins_per_per[item], tables,
        )  # fmt: skip
        coins += t.coins_per_amount[item] * counted
    gain(states, i, city, coins, item, log)


@jit
def count(states: Any, i: Any, city: Any, what: Any, whose: Any, per: Any, tables: Any) -> Any:
    """Counted things in the own city and the neighbours', in groups of ``per``."""
    total = 0
    if whose & WHOSE_SELF:
        total += count_in(states, i, city, what) // per
    if whose & WHOSE_LEFT:
        total += count_in(states, i, neighbour(states, i, city, LEFT), what) // per
    if whose & WHOSE_RIGHT:
        total += count_in(states, i, neighbour(states, i, city, RIGHT), what) // per
    return total


@jit
def count_in(states: Any, i: Any, city: Any, what: Any) -> Any:
    """Things of one city named by the bits of ``what``."""
    s = states[i]
    total = 0
    for color in range(1, 9):
        if (what >> color) & 1:
            total += s.colors[city, color]
    if (what >> COUNT_WONDER_STAGE) & 1:
        total += s.stages[city]
    if (what >> COUNT_VICTORY_TOKEN) & 1:
        for age in range(AGES):
            total += s.victories[city, age]
    if (what >> COUNT_DEFEAT_TOKEN) & 1:
        total += s.defeats[city]
    if (what >> COUNT_COINS) & 1:
        total += s.coins[city]
    return total


@jit
def dig(states: Any, i: Any, city: Any, tables: Any, log: Any) -> None:
    """Build a card of the pile free, or pass (C5.5)."""
    s = states[i]
    s.digs[city] -= 1
    card = s.move[city, 1]
    if s.n_looks < LOOKS:
        s.look_when[s.n_looks] = 8 * s.age + s.turn
        s.look_city[s.n_looks] = city
        s.look_card[s.n_looks] = card
        s.n_looks += 1
    if s.move[city, 0] == PASS:
        emit(log, LOG_PASSED, city, NONE, NONE, NONE, NONE)
    else:
        s.discard[card] -= 1
        s.n_discard -= 1
        emit(log, LOG_DUG, city, card, NONE, NONE, NONE)
        enter(states, i, city, card, tables)
        collect(states, i, city, card, tables, log)
    s.move[city, :] = 0


# ── what follows the actions ─────────────────────────────────────────────────────────────────────


@jit
def advance(states: Any, i: Any, tables: Any, log: Any) -> None:
    """Ask the next city that has something left to do this turn, or end the turn (C5.4-6)."""
    s = states[i]
    if s.turn == TURNS and s.settled == 0:
        for city in range(s.n_cities):
            if s.powers[city] & PLAY_LAST and s.seventh[city] == 0 and has_last(states, i, city):
                s.phase, s.actor = SEVENTH, city
                return
        discard_leftovers(states, i)
    for city in range(s.n_cities):
        if s.digs[city] > 0:
            if s.n_discard > 0:
                s.phase, s.actor = DIGGING, city
                return
            s.digs[city] = 0
    end_turn(states, i, tables, log)


@jit
def has_last(states: Any, i: Any, city: Any) -> Any:
    """There is a seventh card for the city to play; only a written position can lack one."""
    s = states[i]
    age = s.age - 1
    if city >= s.n_players:
        return s.deck[age, HAND * 3 - 1] > 0 and s.fate[age, HAND * 3 - 1] == 0
    pack = pack_of(states, i, city)
    for place in range(HAND * pack, HAND * pack + HAND):
        if s.fate[age, place] == 0 and s.deck[age, place] > 0:
            return True
    if pack == drawn_pack(states, i):
        for place in range(HAND * 2, HAND * 2 + s.turn):
            if s.fate[age, place] == 0 and s.deck[age, place] > 0:
                return True
    return False


@jit
def discard_leftovers(states: Any, i: Any) -> None:
    """The last cards of all hands, and of the Free City's pile, earn nothing (C2.2, C9.6)."""
    s = states[i]
    age = s.age - 1
    for place in range(HAND * s.n_cities):
        if s.fate[age, place] == 0 and s.deck[age, place] > 0:
            s.fate[age, place] = TURNS + 1 + 8 * LEFTOVER
            put_on_pile(states, i, np.int64(s.deck[age, place]))
    for city in range(s.n_cities):
        if s.acts[age, TURNS, city] == 0:
            s.acts[age, TURNS, city] = LEFTOVER
    s.settled = 1


@jit
def end_turn(states: Any, i: Any, tables: Any, log: Any) -> None:
    """Hands pass, or the age ends in war (C2)."""
    s = states[i]
    s.actor = 0
    s.phase = TURN
    if s.turn < TURNS:
        s.turn += 1
        return
    war(states, i, tables, log)
    if s.age == AGES:
        s.phase = OVER
        return
    s.age += 1
    s.turn = 1
    s.settled = 0
    s.seventh[:] = 0
    s.free_used[:] = 0  # unused uses are lost with the age (C6.1)


@jit
def war(states: Any, i: Any, tables: Any, log: Any) -> None:
    """Every border once: the stronger takes the age's token, the weaker a defeat (C7)."""
    s = states[i]
    for city in range(s.n_cities):
        other = neighbour(states, i, city, LEFT)
        edge = s.shields[city] - s.shields[other]
        if edge != 0:
            winner, loser = (city, other) if edge > 0 else (other, city)
            s.victories[winner, s.age - 1] += 1
            s.defeats[loser] += 1
        emit(log, LOG_WAR, city, NONE, other, np.int64(s.shields[city]), np.int64(s.shields[other]))
