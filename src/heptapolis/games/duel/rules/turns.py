"""Duel: the deal, legal moves, a turn with its consequences, the change of ages.

A move is a kind, a card and a wonder; a progress token stands in the place of the card, and so does
the starting player. All chance is in the deal.

The rules take records: ``s`` is the state, ``t`` the tables. Outside callers use `entries`, which
take arrays: passing an array costs more than many a rule (`borrowing`).
"""

from typing import Any

import numpy as np

from heptapolis.codes import (
    AGES,
    MOST_COINS,
    Color,
    DuelMoveKind,
    How,
    Outcome,
)
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    SET_SIZE,
    SLOTS,
    TOKENS,
    TRACK,
    DuelHappening,
    DuelPhase,
)
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.city import (
    apply_item,
    can_build,
    can_pay,
    count,
    enter,
    has,
    has_chain,
    price,
    recount,
    trade,
)
from heptapolis.games.duel.rules.scoring import settle
from heptapolis.games.duel.rules.state import SYMBOLS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.bits import count_bits, first_bit
from heptapolis.kernel.chance import shuffle
from heptapolis.kernel.rows import emit

NO_SEAT = np.int64(2)
ALL_SLOTS = np.int64((1 << SLOTS) - 1)
DRAFTERS = np.array([0, 1, 1, 0, 1, 0, 0, 1])  # the seat of each wonder; the fourth comes by itself

# Constants are 64 bits wide and not literals: Numba would compile a function anew for each literal.
NONE, ONE = np.int64(0), np.int64(1)
YELLOW, RED, PURPLE = np.int64(Color.YELLOW), np.int64(Color.RED), np.int64(Color.PURPLE)
DRAFTING = np.int64(DuelPhase.DRAFT)
TURN = np.int64(DuelPhase.TURN)
CHOOSING_TOKEN = np.int64(DuelPhase.TOKEN)
IN_LIBRARY = np.int64(DuelPhase.LIBRARY)
DESTROYING = np.int64(DuelPhase.DESTROY)
REVIVING = np.int64(DuelPhase.REVIVE)
STARTING = np.int64(DuelPhase.START)
OVER = np.int64(DuelPhase.OVER)
DRAFT = np.int64(DuelMoveKind.DRAFT)
BUILD = np.int64(DuelMoveKind.BUILD)
WONDER = np.int64(DuelMoveKind.WONDER)
DISCARD = np.int64(DuelMoveKind.DISCARD)
TOKEN = np.int64(DuelMoveKind.TOKEN)
DESTROY = np.int64(DuelMoveKind.DESTROY)
REVIVE = np.int64(DuelMoveKind.REVIVE)
START = np.int64(DuelMoveKind.START)
MILITARY, SCIENCE = np.int64(Outcome.MILITARY), np.int64(Outcome.SCIENCE)
HOW_PAID, HOW_CHAIN = np.int64(How.PAID), np.int64(How.CHAIN)
LOG_DRAFTED = np.int64(DuelHappening.DRAFTED)
LOG_BUILT = np.int64(DuelHappening.BUILT)
LOG_STAGED = np.int64(DuelHappening.STAGED)
LOG_DISCARDED = np.int64(DuelHappening.DISCARDED)
LOG_PAID = np.int64(DuelHappening.PAID)
LOG_GAINED = np.int64(DuelHappening.GAINED)
LOG_MARKER = np.int64(DuelHappening.MARKER)
LOG_LOOTED = np.int64(DuelHappening.LOOTED)
LOG_TOKEN = np.int64(DuelHappening.TOKEN)
LOG_DESTROYED = np.int64(DuelHappening.DESTROYED)
LOG_REVIVED = np.int64(DuelHappening.REVIVED)
LOG_REVEALED = np.int64(DuelHappening.REVEALED)
LOG_STARTED = np.int64(DuelHappening.STARTED)


# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@jit
def deal_all(s: Any, t: Any, rng: Any, pool: Any) -> None:
    """Draw all chance: the layouts, the progress tokens, the wonders to draft."""
    for age in range(1, AGES + 1):
        deal_layout(s, t, np.int64(age), rng, pool)
    for k in range(t.n_tokens):
        pool[k] = k
    shuffle(rng, pool, np.int64(t.n_tokens))
    for k in range(t.n_tokens):
        if k < t.tokens_on_board:
            s.board |= 1 << pool[k]
        else:
            s.aside[s.n_aside] = FIRST_TOKEN + pool[k]
            s.n_aside += 1
    for k in range(t.n_wonders):
        pool[k] = k
    shuffle(rng, pool, np.int64(t.n_wonders))
    for k in range(SET_SIZE):
        s.offer |= 1 << pool[k]
        s.next_offer |= 1 << pool[SET_SIZE + k]
    hooks.deal(s, t, rng, pool)


@inlined
def deal_layout(s: Any, t: Any, age: Any, rng: Any, pool: Any) -> None:
    """Deal twenty cards of an age, guilds among them in the last; the others leave the game
    unseen."""
    guilds = np.int64(t.guilds_added) if age == AGES else NONE
    n = list_deck(t, age, pool)
    shuffle(rng, pool, n)
    for slot in range(SLOTS - guilds):
        s.layout[age - 1, slot] = pool[slot]
    if guilds > 0:
        n = list_deck(t, NONE, pool)
        shuffle(rng, pool, n)
        for k in range(guilds):
            s.layout[age - 1, SLOTS - 1 - k] = pool[k]
        for slot in range(SLOTS):
            pool[slot] = s.layout[age - 1, slot]
        shuffle(rng, pool, np.int64(SLOTS))
        for slot in range(SLOTS):
            s.layout[age - 1, slot] = pool[slot]


@jit
def list_deck(t: Any, age: Any, pool: Any) -> Any:
    """List the cards of an age, or the guilds for age 0; returns how many."""
    n = np.int64(0)
    for card in range(1, t.n_cards + 1):
        is_guild = t.color[card] == PURPLE
        if is_guild == (age == 0) and (is_guild or t.age[card] == age):
            pool[n] = card
            n += 1
    return n


@jit
def set_up(s: Any, t: Any, sets: Any, log: Any) -> None:
    """Set treasuries and the track; then the draft, or the wonders of ``sets`` (2 x 4 items) and
    age I.

    A first entry of 0 asks for the draft.
    """
    for seat in range(2):
        s.coins[seat] = t.starting_coins
        s.price[seat, :] = t.trade_price
        for distance in range(1, TRACK):
            if t.track_loot[distance] > 0:
                s.loot[seat] |= 1 << distance
    hooks.set_up(s, t, log)
    s.turn, s.phase = ONE, DRAFTING
    if sets[0, 0] > 0:
        s.offer = s.next_offer = NONE
        for seat in range(2):
            for k in range(SET_SIZE):
                s.wonders[seat] |= 1 << (sets[seat, k] - FIRST_WONDER)
            s.unbuilt[seat] = s.wonders[seat]
        next_age(s, t, log)


@jit
def lay_out(s: Any, t: Any, age: Any) -> None:
    """Lay out the next age's structure, before any turn."""
    s.age, s.turn = age, NONE
    s.left = ALL_SLOTS
    s.open = s.faces = s.guild_backs = NONE
    for slot in range(SLOTS):
        if t.covered_by[age - 1, slot, 0] == 0:
            s.open |= 1 << slot
        if t.face_up[age - 1, slot] == 1:
            s.faces |= 1 << slot
        if t.color[s.layout[age - 1, slot]] == PURPLE:
            s.guild_backs |= 1 << slot
    s.faces |= s.open


@jit
def begin_age(s: Any, seat: Any, log: Any) -> None:
    s.seat, s.turn, s.phase = seat, ONE, TURN
    emit(log, LOG_STARTED, seat, NONE, s.age, NONE, NONE)


# ── legal moves ───────────────────────────────────────────────────────────────────────────────────


@jit
def add_move(moves: Any, n: Any, kind: Any, card: Any, wonder: Any) -> Any:
    moves[n, 0], moves[n, 1], moves[n, 2] = kind, card, wonder
    return n + 1


@jit
def list_moves(s: Any, t: Any, moves: Any) -> Any:
    """List every legal move as a row (kind, card, wonder); returns how many.

    Cards in catalogue order; build, wonders in catalogue order, discard.
    """
    n = np.int64(0)
    if s.phase == TURN:
        n = legal_uses(s, t, moves)
    elif s.phase == DRAFTING:
        for k in range(DUEL_WONDERS):
            if (s.offer >> k) & 1:
                n = add_move(moves, n, DRAFT, NONE, np.int64(FIRST_WONDER + k))
    elif s.phase == CHOOSING_TOKEN:
        for k in range(TOKENS):
            if (s.board >> k) & 1:
                n = add_move(moves, n, TOKEN, np.int64(FIRST_TOKEN + k), NONE)
    elif s.phase == IN_LIBRARY:
        for k in range(s.n_library):
            n = add_move(moves, n, TOKEN, np.int64(s.aside[k]), NONE)
    elif s.phase == STARTING:
        n = add_move(moves, n, START, NONE, NONE)
        n = add_move(moves, n, START, ONE, NONE)
    elif s.phase == DESTROYING:
        for card in range(1, t.n_cards + 1):
            if (s.due_destroy >> t.color[card]) & 1 and has(s, 1 - s.seat, card):
                n = add_move(moves, n, DESTROY, np.int64(card), NONE)
    elif s.phase == REVIVING:
        for card in range(1, t.n_cards + 1):
            if in_pile(s, card):
                n = add_move(moves, n, REVIVE, np.int64(card), NONE)
    return hooks.add_moves(s, t, moves, n)


@inlined
def legal_uses(s: Any, t: Any, moves: Any) -> Any:
    """Add the uses of every accessible card."""
    seat = s.seat
    payable = np.int64(0)
    for k in range(DUEL_WONDERS):
        if (s.unbuilt[seat] >> k) & 1 and can_pay(s, t, seat, FIRST_WONDER + k):
            payable |= 1 << k
    n = np.int64(0)
    card = next_card(s, NONE)
    while card > 0:
        if can_build(s, t, seat, card):
            n = add_move(moves, n, BUILD, card, NONE)
        rest = payable
        while rest != 0:
            n = add_move(moves, n, WONDER, card, FIRST_WONDER + first_bit(rest))
            rest &= rest - 1
        n = add_move(moves, n, DISCARD, card, NONE)
        card = next_card(s, card)
    return n


@jit
def next_card(s: Any, card: Any) -> Any:
    """Return the next accessible card in catalogue order, 0 = none."""
    best = np.int64(0)
    rest = s.open
    while rest != 0:
        other = np.int64(s.layout[s.age - 1, first_bit(rest)])
        if other > card and (best == 0 or other < best):
            best = other
        rest &= rest - 1
    return best


@jit
def in_pile(s: Any, card: Any) -> Any:
    bit = np.int64(card) - 1
    return (s.discard[bit >> 6] >> (bit & 63)) & 1 == 1


@jit
def carry_out(s: Any, t: Any, kind: Any, card: Any, wonder: Any, work: Any) -> None:
    """Take a legal move, and go on to the next decision."""
    log = work.log
    if hooks.carry_out(s, t, kind, card, wonder, work, False):
        advance(s, t, work)
        return
    if kind == DRAFT:
        draft(s, t, wonder, log)
        return
    if kind == START:
        begin_age(s, card, log)
        return
    item, chain_coins = card, NONE
    if kind in (BUILD, WONDER, DISCARD):
        take_card(s, card)
    if kind == BUILD:
        chain_coins = build(s, t, card, log)
    elif kind == WONDER:
        raise_wonder(s, t, card, wonder, log)
        item = wonder
    elif kind == TOKEN:
        take_token(s, card, log)
    elif kind == REVIVE:
        revive(s, t, card, log)
    else:
        item = NONE
        if kind == DISCARD:
            sell(s, t, card, log)
        else:
            destroy(s, t, card, log)
    if item != NONE:
        receive(s, t, item, chain_coins, log)
    advance(s, t, work)


# ── moves ────────────────────────────────────────────────────────────────────────────────────────


@inlined
def draft(s: Any, t: Any, wonder: Any, log: Any) -> None:
    """Choose a wonder; the last of four comes without asking, and after eight age I begins."""
    give_wonder(s, wonder - FIRST_WONDER, log)
    if count_bits(s.offer) == 1:
        give_wonder(s, first_bit(s.offer), log)
    if s.offer == 0:
        s.offer = s.next_offer
        s.next_offer = NONE
    if s.offer == 0:
        next_age(s, t, log)


@jit
def give_wonder(s: Any, k: Any, log: Any) -> None:
    seat = DRAFTERS[s.turn - 1]
    s.offer &= ~(ONE << k)
    s.wonders[seat] |= ONE << k
    s.unbuilt[seat] |= ONE << k
    emit(log, LOG_DRAFTED, seat, FIRST_WONDER + k, NONE, NONE, NONE)
    if s.turn < DRAFTERS.shape[0]:
        s.turn += 1
        s.seat = DRAFTERS[s.turn - 1]


@inlined
def take_card(s: Any, card: Any) -> None:
    """Take a card from the layout; the cards it uncovers are turned up at the end of the turn
    (D44)."""
    rest = s.open
    while rest != 0:
        slot = first_bit(rest)
        if s.layout[s.age - 1, slot] == card:
            s.open &= ~(ONE << slot)
            s.left &= ~(ONE << slot)
            s.taken = slot + 1
            return
        rest &= rest - 1


@inlined
def build(s: Any, t: Any, card: Any, log: Any) -> Any:
    """Construct a building, by its chain if the city has it (D15); returns the coins for that."""
    seat, coins = s.seat, NONE
    if has_chain(s, t, seat, card):
        coins = np.int64(s.urbanism[seat])
        emit(log, LOG_BUILT, seat, card, HOW_CHAIN, NONE, NONE)
    else:
        pay(s, t, card, log)
        emit(log, LOG_BUILT, seat, card, HOW_PAID, NONE, NONE)
    enter(s, t, seat, card)
    return coins


@inlined
def raise_wonder(s: Any, t: Any, card: Any, wonder: Any, log: Any) -> None:
    """Construct a wonder over a card. With the seventh, the eighth leaves the game (D1)."""
    seat, k = s.seat, wonder - FIRST_WONDER
    pay(s, t, wonder, log)
    s.under[k] = card
    s.raised[seat] |= ONE << k
    emit(log, LOG_STAGED, seat, card, wonder, count_bits(np.int64(s.raised[seat])), NONE)
    s.unbuilt[seat] &= ~(ONE << k)
    if count_bits(np.int64(s.raised[0]) | np.int64(s.raised[1])) >= t.wonders_in_play:
        s.unbuilt[0] = s.unbuilt[1] = 0
    if s.theology[seat] > 0:  # a token of this wonder comes too late for it (D7)
        s.again = ONE


@inlined
def sell(s: Any, t: Any, card: Any, log: Any) -> None:
    """Discard a card for coins (D40)."""
    put_on_pile(s, card)
    emit(log, LOG_DISCARDED, s.seat, card, NONE, NONE, NONE)
    gain(s, s.seat, sale_coins(s, t, s.seat), NONE, log)


@jit
def sale_coins(s: Any, t: Any, seat: Any) -> Any:
    """Return the coins for a discard of a city: more for each yellow card of its own."""
    return t.discard_coins + t.discard_coins_per_yellow * np.int64(s.colors[seat, YELLOW])


@jit
def put_on_pile(s: Any, card: Any) -> None:
    bit = np.int64(card) - 1
    s.discard[bit >> 6] |= ONE << (bit & 63)


@inlined
def take_token(s: Any, token: Any, log: Any) -> None:
    """Take a progress token, from the board or of the drawn ones (D25-D27)."""
    from_library = NONE
    if s.phase == IN_LIBRARY:
        from_library = ONE
        s.due_draws -= 1
        if s.due_draws == 0:
            s.draw_size = NONE
        close_library(s, token)
    else:
        s.due_tokens -= 1
        s.board &= ~(ONE << (token - FIRST_TOKEN))
    s.tokens[s.seat] |= ONE << (token - FIRST_TOKEN)
    emit(log, LOG_TOKEN, s.seat, token, from_library, NONE, NONE)


@jit
def open_library(s: Any) -> None:
    """Draw from the tokens set aside, and look at them (D25)."""
    s.n_library = min(s.draw_size, s.n_aside)
    for k in range(s.n_library):
        s.looked[k] |= ONE << s.seat
    sort_library(s)


@jit
def sort_library(s: Any) -> None:
    """Sort the drawn tokens in catalogue order, which hides the order of the deal."""
    for end in range(1, s.n_library):
        token, lookers = s.aside[end], s.looked[end]
        k = end
        while k > 0 and s.aside[k - 1] > token:
            s.aside[k], s.looked[k] = s.aside[k - 1], s.looked[k - 1]
            k -= 1
        s.aside[k], s.looked[k] = token, lookers


@inlined
def close_library(s: Any, token: Any) -> None:
    """Keep the token; the other drawn tokens go back, behind those not drawn."""
    for _ in range(s.n_library):
        first, lookers, last = s.aside[0], s.looked[0], s.n_aside - 1
        for k in range(last):
            s.aside[k], s.looked[k] = s.aside[k + 1], s.looked[k + 1]
        s.aside[last] = s.looked[last] = 0
        if first == token:
            s.n_aside -= 1
        else:
            s.aside[last], s.looked[last] = first, lookers
    s.n_library = NONE


@inlined
def destroy(s: Any, t: Any, card: Any, log: Any) -> None:
    """Put a card of the opponent on the discard pile, and undo its effects (D23)."""
    other, bit = 1 - s.seat, card - 1
    s.due_destroy &= ~(ONE << t.color[card])
    s.built[other, bit >> 6] &= ~(ONE << (bit & 63))
    put_on_pile(s, card)
    emit(log, LOG_DESTROYED, s.seat, card, NONE, NONE, NONE)
    recount(s, t, other)


@inlined
def revive(s: Any, t: Any, card: Any, log: Any) -> None:
    """Build a card of the discard pile free, which is no chain build (D18-D20)."""
    bit = card - 1
    s.due_revivals -= 1
    s.discard[bit >> 6] &= ~(ONE << (bit & 63))
    emit(log, LOG_REVIVED, s.seat, card, NONE, NONE, NONE)
    enter(s, t, s.seat, card)


# ── effects of a move (D44) ───────────────────────────────────────────────────────────────────────


@jit
def pay(s: Any, t: Any, item: Any, log: Any) -> None:
    """Pay the printed coins to the bank, and the trade too or to the opponent with Economy (D9)."""
    seat = s.seat
    bank, bought = np.int64(t.cost_coins[item]), trade(s, t, seat, item)
    s.coins[seat] -= bank + bought
    if s.economy[1 - seat] > 0:
        s.coins[1 - seat] += bought
    else:
        bank += bought
        bought = NONE
    if bank + bought > 0:
        emit(log, LOG_PAID, seat, NONE, bank, bought, NONE)


@jit
def price_of_move(s: Any, t: Any, kind: Any, card: Any, wonder: Any) -> Any:
    """Return the whole cost of a move for the deciding seat."""
    if kind == BUILD:
        return price(s, t, s.seat, card)
    return price(s, t, s.seat, wonder) if kind == WONDER else np.int64(0)


@jit
def gain(s: Any, seat: Any, coins: Any, item: Any, log: Any) -> None:
    """Take coins from the bank, which is never empty (D49); a house rule's treasury has a
    ceiling."""
    coins = min(coins, MOST_COINS - s.coins[seat])
    if coins > 0:
        s.coins[seat] += coins
        emit(log, LOG_GAINED, seat, item, coins, NONE, NONE)


@jit
def lose(s: Any, seat: Any, coins: Any, item: Any, log: Any) -> None:
    """Return coins to the bank, as far as there are any (D32)."""
    coins = min(coins, s.coins[seat])
    s.coins[seat] -= coins
    emit(log, LOG_LOOTED, seat, item, coins, NONE, NONE)


@inlined
def receive(s: Any, t: Any, item: Any, chain_coins: Any, log: Any) -> None:
    """Apply the effects of a card, wonder or token that has entered the city, in order."""
    seat = s.seat
    shields = strength(s, t, seat, item)  # an item's grants hold for later ones only (D8)
    apply_item(s, t, seat, item)
    coins = np.int64(t.coins[item])
    if t.coins_per_amount[item] > 0:
        what, whose = np.int64(t.coins_per_what[item]), np.int64(t.coins_per_whose[item])
        counted = count(s, seat, what, whose, np.int64(t.coins_per_per[item]))
        coins += t.coins_per_amount[item] * counted
    gain(s, seat, coins, item, log)
    if shields > 0:
        attack(s, t, shields, log)
    if s.phase != OVER and t.opponent_lose_coins[item] > 0:
        lose(s, 1 - seat, np.int64(t.opponent_lose_coins[item]), item, log)
    if s.phase != OVER and t.science[item] > 0:
        add_symbol(s, t, np.int64(t.science[item]))
    if s.phase == OVER:  # D42
        return
    if chain_coins > 0:
        gain(s, seat, chain_coins, chain_payer(s, t, seat), log)
    if t.extra_turn[item] > 0:
        s.again = ONE
    if t.destroy[item] > 0:
        s.due_destroy |= ONE << t.destroy[item]
    if t.draw_tokens[item] > 0:
        s.due_draws += 1
        s.draw_size = t.draw_tokens[item]
    s.due_revivals += t.build_from_discard[item]
    hooks.receive(s, t, item, log)


@jit
def strength(s: Any, t: Any, seat: Any, item: Any) -> Any:
    """Return the spaces that an item would move the marker forward for a city: Strategy helps red
    cards."""
    shields = np.int64(t.shields[item])
    return shields + s.strategy[seat] if t.color[item] == RED else shields


@inlined
def chain_payer(s: Any, t: Any, seat: Any) -> Any:
    """Return the item that pays for a chain build: Urbanism, or a house card."""
    for k in range(TOKENS):
        if (s.tokens[seat] >> k) & 1 and t.coins_per_chain_build[FIRST_TOKEN + k] > 0:
            return np.int64(FIRST_TOKEN + k)
    for k in range(DUEL_WONDERS):
        if (s.raised[seat] >> k) & 1 and t.coins_per_chain_build[FIRST_WONDER + k] > 0:
            return np.int64(FIRST_WONDER + k)
    for card in range(1, t.n_cards + 1):
        if has(s, seat, card) and t.coins_per_chain_build[card] > 0:
            return np.int64(card)
    return NONE


@inlined
def attack(s: Any, t: Any, shields: Any, log: Any) -> None:
    """Move the marker towards the opponent's capital; each zone it enters is looted once."""
    other = 1 - s.seat
    way = other - s.seat  # 1 for seat 0, -1 for seat 1
    start = s.marker * way
    end = min(start + shields, np.int64(t.capital))
    s.marker = end * way
    emit(log, LOG_MARKER, s.seat, NONE, start * way, end * way, NONE)
    for distance in range(max(start, NONE) + 1, end + 1):
        if (s.loot[other] >> distance) & 1:
            s.loot[other] &= ~(ONE << distance)
            lose(s, other, np.int64(t.track_loot[distance]), NONE, log)
    if end == t.capital:
        end_by_supremacy(s, MILITARY)


@inlined
def add_symbol(s: Any, t: Any, symbol: Any) -> None:
    """Add a symbol: a new one may win the game, the second of a kind earns a token (D26, D30)."""
    different = np.int64(0)
    for k in range(1, SYMBOLS):
        if s.symbols[s.seat, k] > 0:
            different += 1
    if different >= t.symbols_to_win:
        end_by_supremacy(s, SCIENCE)
    elif s.symbols[s.seat, symbol] == 2:
        s.due_tokens += 1


@jit
def end_by_supremacy(s: Any, outcome: Any) -> None:
    """End the game at once by supremacy."""
    s.phase, s.outcome, s.winner = OVER, outcome, s.seat


# ── end of a turn ─────────────────────────────────────────────────────────────────────────────────


@inlined
def advance(s: Any, t: Any, work: Any) -> None:
    """Ask for the next choice of this turn, or end the turn."""
    if s.phase == OVER:
        return
    if s.due_tokens + s.due_draws + s.due_destroy + s.due_revivals > 0:
        drop_idle_choices(s)
        if s.due_tokens > 0:
            s.phase = CHOOSING_TOKEN
            return
        if s.due_draws > 0:
            open_library(s)
            s.phase = IN_LIBRARY
            return
        if s.due_revivals > 0:
            s.phase = REVIVING
            return
        if s.due_destroy > 0:
            s.phase = DESTROYING
            return
    if hooks.ask(s, t, work, False):
        return
    s.phase = TURN
    end_turn(s, t, work)


@inlined
def drop_idle_choices(s: Any) -> None:
    """Skip choices without options (D21, D22, D28)."""
    if s.board == 0:
        s.due_tokens = NONE
    if s.n_aside == 0:
        s.due_draws = NONE
    if s.discard[0] == 0 and s.discard[1] == 0:
        s.due_revivals = NONE
    for color in range(s.colors.shape[1]):
        if s.colors[1 - s.seat, color] == 0:
            s.due_destroy &= ~(ONE << color)


@inlined
def end_turn(s: Any, t: Any, work: Any) -> None:
    """Turn up the uncovered cards; then another turn, the opponent's, the next age or the end."""
    uncover(s, t, s.taken - 1, work.log)
    again = s.again
    s.taken = s.again = NONE
    if s.left != 0:
        s.turn += 1
        if again == 0:
            s.seat = 1 - s.seat
    elif s.age < AGES:  # another turn is lost with the age (D2)
        next_age(s, t, work.log)
    else:
        s.phase = OVER
        settle(s, t, work.sheets)


@inlined
def uncover(s: Any, t: Any, slot: Any, log: Any) -> None:
    """Make the cards that lay under this slot alone accessible."""
    age = s.age - 1
    for k in range(t.covers.shape[2]):
        under = np.int64(t.covers[age, slot, k]) - 1
        if under < 0:
            return
        covered = False
        for j in range(t.covered_by.shape[2]):
            above = np.int64(t.covered_by[age, under, j])
            if above > 0 and (s.left >> (above - 1)) & 1:
                covered = True
        if not covered:
            s.open |= ONE << under
            if (s.faces >> under) & 1 == 0:
                s.faces |= ONE << under
                emit(log, LOG_REVEALED, s.seat, np.int64(s.layout[age, under]), under, NONE, NONE)


@jit
def next_age(s: Any, t: Any, log: Any) -> None:
    """Lay out the next structure, then settle who begins (D4, D5)."""
    lay_out(s, t, s.age + 1)
    if s.age == 1:
        begin_age(s, NONE, log)
    elif s.marker == 0 and s.neutral_start == 0:
        begin_age(s, s.seat, log)
    else:
        s.phase = STARTING
        if s.marker != 0:  # the weaker player: the marker is on their side
            s.seat = ONE if s.marker > 0 else NONE
