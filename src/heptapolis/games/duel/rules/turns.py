"""Duel: the deal, legal moves, a turn with its consequences, the change of ages.

A move is a kind, a card and a wonder; a progress token stands in the place of the card, and so does
the starting player. All chance is in the deal.

The rules take records: ``s`` is the state, ``t`` the tables. Outside callers use `entries`, which
take arrays: passing an array costs more than many a rule (`borrowing`).
"""

from typing import Any, NamedTuple

import numpy as np

from heptapolis.codes import (
    AGES,
    MAX_COINS,
)
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    SET_SIZE,
    SLOTS,
    TOKENS,
    TRACK,
)
from heptapolis.games.duel.rules import constants as c
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
from heptapolis.kernel.seeds import sow
from heptapolis.kernel.types import (
    Age,
    Card,
    Coins,
    Count,
    Index,
    Ints,
    Item,
    Kind,
    Log,
    Random,
    Seat,
    Seed,
    State,
    States,
    Tables,
    Workspace,
)

ALL_SLOTS = np.int64((1 << SLOTS) - 1)
DRAFTERS = np.array([0, 1, 1, 0, 1, 0, 0, 1])  # the seat of each wonder; the fourth comes by itself


# ── set-up ───────────────────────────────────────────────────────────────────────────────────────


@jit
def deal_all(s: State, t: Tables, rng: Random, pool: Ints) -> None:
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
def deal_layout(s: State, t: Tables, age: Age, rng: Random, pool: Ints) -> None:
    """Deal twenty cards of an age, guilds among them in the last; the others leave the game
    unseen."""
    guilds = np.int64(t.guilds_added) if age == AGES else c.NONE
    n = list_deck(t, age, pool)
    shuffle(rng, pool, n)
    for slot in range(SLOTS - guilds):
        s.layout[age - 1, slot] = pool[slot]
    if guilds > 0:
        n = list_deck(t, c.NONE, pool)
        shuffle(rng, pool, n)
        for k in range(guilds):
            s.layout[age - 1, SLOTS - 1 - k] = pool[k]
        for slot in range(SLOTS):
            pool[slot] = s.layout[age - 1, slot]
        shuffle(rng, pool, np.int64(SLOTS))
        for slot in range(SLOTS):
            s.layout[age - 1, slot] = pool[slot]


@jit
def list_deck(t: Tables, age: Age, pool: Ints) -> Any:
    """List the cards of an age, or the guilds for age 0; returns how many."""
    n = np.int64(0)
    for card in range(1, t.n_cards + 1):
        is_guild = t.color[card] == c.PURPLE
        if is_guild == (age == 0) and (is_guild or t.age[card] == age):
            pool[n] = card
            n += 1
    return n


class Setup(NamedTuple):
    """The options of Duels that are dealt one after the other."""

    empty: States  # a record with the options
    sets: Ints  # the wonders of both, or zeros


@jit
def deal_next(
    states: States, g: Index, setup: Setup, t: Tables, seed: Seed, rng: Random, work: Workspace
) -> None:
    """Deal a new game from a seed like the engine does."""
    sow(rng, seed)
    states[g] = setup.empty[0]
    deal_all(states[g], t, rng, work.pool)
    set_up(states[g], t, setup.sets, work.log)


@jit
def set_up(s: State, t: Tables, sets: Ints, log: Log) -> None:
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
    s.turn, s.phase = c.ONE, c.DRAFTING
    if sets[0, 0] > 0:
        s.offer = s.next_offer = c.NONE
        for seat in range(2):
            for k in range(SET_SIZE):
                s.wonders[seat] |= 1 << (sets[seat, k] - FIRST_WONDER)
            s.unbuilt[seat] = s.wonders[seat]
        next_age(s, t, log)


@jit
def lay_out(s: State, t: Tables, age: Age) -> None:
    """Lay out the next age's structure, before any turn."""
    s.age, s.turn = age, c.NONE
    s.left = ALL_SLOTS
    s.open = s.faces = s.guild_backs = c.NONE
    for slot in range(SLOTS):
        if t.covered_by[age - 1, slot, 0] == 0:
            s.open |= 1 << slot
        if t.face_up[age - 1, slot] == 1:
            s.faces |= 1 << slot
        if t.color[s.layout[age - 1, slot]] == c.PURPLE:
            s.guild_backs |= 1 << slot
    s.faces |= s.open


@jit
def begin_age(s: State, seat: Seat, log: Log) -> None:
    s.seat, s.turn, s.phase = seat, c.ONE, c.TURN
    emit(log, c.LOG_STARTED, seat, c.NONE, s.age, c.NONE, c.NONE)


# ── legal moves ───────────────────────────────────────────────────────────────────────────────────


@jit
def add_move(moves: Ints, n: Count, kind: Kind, card: Card, wonder: Item) -> Any:
    moves[n, 0], moves[n, 1], moves[n, 2] = kind, card, wonder
    return n + 1


@jit
def list_moves(s: State, t: Tables, moves: Ints) -> Any:
    """List every legal move as a row (kind, card, wonder); returns how many.

    Cards in catalogue order; build, wonders in catalogue order, discard.
    """
    n = np.int64(0)
    if s.phase == c.TURN:
        n = legal_uses(s, t, moves)
    elif s.phase == c.DRAFTING:
        for k in range(DUEL_WONDERS):
            if (s.offer >> k) & 1:
                n = add_move(moves, n, c.DRAFT, c.NONE, np.int64(FIRST_WONDER + k))
    elif s.phase == c.CHOOSING_TOKEN:
        for k in range(TOKENS):
            if (s.board >> k) & 1:
                n = add_move(moves, n, c.TOKEN, np.int64(FIRST_TOKEN + k), c.NONE)
    elif s.phase == c.IN_LIBRARY:
        for k in range(s.n_library):
            n = add_move(moves, n, c.TOKEN, np.int64(s.aside[k]), c.NONE)
    elif s.phase == c.STARTING:
        n = add_move(moves, n, c.START, c.NONE, c.NONE)
        n = add_move(moves, n, c.START, c.ONE, c.NONE)
    elif s.phase == c.DESTROYING:
        for card in range(1, t.n_cards + 1):
            if (s.due_destroy >> t.color[card]) & 1 and has(s, 1 - s.seat, card):
                n = add_move(moves, n, c.DESTROY, np.int64(card), c.NONE)
    elif s.phase == c.REVIVING:
        for card in range(1, t.n_cards + 1):
            if in_pile(s, card):
                n = add_move(moves, n, c.REVIVE, np.int64(card), c.NONE)
    return hooks.add_moves(s, t, moves, n)


@inlined
def legal_uses(s: State, t: Tables, moves: Ints) -> Any:
    """Add the uses of every accessible card."""
    seat = s.seat
    payable = np.int64(0)
    for k in range(DUEL_WONDERS):
        if (s.unbuilt[seat] >> k) & 1 and can_pay(s, t, seat, FIRST_WONDER + k):
            payable |= 1 << k
    n = np.int64(0)
    card = next_card(s, c.NONE)
    while card > 0:
        if can_build(s, t, seat, card):
            n = add_move(moves, n, c.BUILD, card, c.NONE)
        rest = payable
        while rest != 0:
            n = add_move(moves, n, c.WONDER, card, FIRST_WONDER + first_bit(rest))
            rest &= rest - 1
        n = add_move(moves, n, c.DISCARD, card, c.NONE)
        card = next_card(s, card)
    return n


@jit
def next_card(s: State, card: Card) -> Any:
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
def in_pile(s: State, card: Card) -> Any:
    bit = np.int64(card) - 1
    return (s.discard[bit >> 6] >> (bit & 63)) & 1 == 1


@jit
def carry_out(s: State, t: Tables, kind: Kind, card: Card, wonder: Item, work: Workspace) -> None:
    """Take a legal move, and go on to the next decision."""
    log = work.log
    if hooks.carry_out(s, t, kind, card, wonder, work, False):
        advance(s, t, work)
        return
    if kind == c.DRAFT:
        draft(s, t, wonder, log)
        return
    if kind == c.START:
        begin_age(s, card, log)
        return
    item, chain_coins = card, c.NONE
    if kind in (c.BUILD, c.WONDER, c.DISCARD):
        take_card(s, card)
    if kind == c.BUILD:
        chain_coins = build(s, t, card, log)
    elif kind == c.WONDER:
        raise_wonder(s, t, card, wonder, log)
        item = wonder
    elif kind == c.TOKEN:
        take_token(s, card, log)
    elif kind == c.REVIVE:
        revive(s, t, card, log)
    else:
        item = c.NONE
        if kind == c.DISCARD:
            sell(s, t, card, log)
        else:
            destroy(s, t, card, log)
    if item != c.NONE:
        receive(s, t, item, chain_coins, log)
    advance(s, t, work)


# ── moves ────────────────────────────────────────────────────────────────────────────────────────


@inlined
def draft(s: State, t: Tables, wonder: Item, log: Log) -> None:
    """Choose a wonder; the last of four comes without asking, and after eight age I begins."""
    give_wonder(s, wonder - FIRST_WONDER, log)
    if count_bits(s.offer) == 1:
        give_wonder(s, first_bit(s.offer), log)
    if s.offer == 0:
        s.offer = s.next_offer
        s.next_offer = c.NONE
    if s.offer == 0:
        next_age(s, t, log)


@jit
def give_wonder(s: State, k: Index, log: Log) -> None:
    seat = DRAFTERS[s.turn - 1]
    s.offer &= ~(c.ONE << k)
    s.wonders[seat] |= c.ONE << k
    s.unbuilt[seat] |= c.ONE << k
    emit(log, c.LOG_DRAFTED, seat, FIRST_WONDER + k, c.NONE, c.NONE, c.NONE)
    if s.turn < DRAFTERS.shape[0]:
        s.turn += 1
        s.seat = DRAFTERS[s.turn - 1]


@inlined
def take_card(s: State, card: Card) -> None:
    """Take a card from the layout; the cards it uncovers are turned up at the end of the turn
    (D44)."""
    rest = s.open
    while rest != 0:
        slot = first_bit(rest)
        if s.layout[s.age - 1, slot] == card:
            s.open &= ~(c.ONE << slot)
            s.left &= ~(c.ONE << slot)
            s.taken = slot + 1
            return
        rest &= rest - 1


@inlined
def build(s: State, t: Tables, card: Card, log: Log) -> Any:
    """Construct a building, by its chain if the city has it (D15); returns the coins for that."""
    seat, coins = s.seat, c.NONE
    if has_chain(s, t, seat, card):
        coins = np.int64(s.urbanism[seat])
        emit(log, c.LOG_BUILT, seat, card, c.HOW_CHAIN, c.NONE, c.NONE)
    else:
        pay(s, t, card, log)
        emit(log, c.LOG_BUILT, seat, card, c.HOW_PAID, c.NONE, c.NONE)
    enter(s, t, seat, card)
    return coins


@inlined
def raise_wonder(s: State, t: Tables, card: Card, wonder: Item, log: Log) -> None:
    """Construct a wonder over a card. With the seventh, the eighth leaves the game (D1)."""
    seat, k = s.seat, wonder - FIRST_WONDER
    pay(s, t, wonder, log)
    s.under[k] = card
    s.raised[seat] |= c.ONE << k
    emit(log, c.LOG_STAGED, seat, card, wonder, count_bits(np.int64(s.raised[seat])), c.NONE)
    s.unbuilt[seat] &= ~(c.ONE << k)
    if count_bits(np.int64(s.raised[0]) | np.int64(s.raised[1])) >= t.wonders_in_play:
        s.unbuilt[0] = s.unbuilt[1] = 0
    if s.theology[seat] > 0:  # a token of this wonder comes too late for it (D7)
        s.again = c.ONE


@inlined
def sell(s: State, t: Tables, card: Card, log: Log) -> None:
    """Discard a card for coins (D40)."""
    put_on_pile(s, card)
    emit(log, c.LOG_DISCARDED, s.seat, card, c.NONE, c.NONE, c.NONE)
    gain(s, s.seat, sale_coins(s, t, s.seat), c.NONE, log)


@jit
def sale_coins(s: State, t: Tables, seat: Seat) -> Any:
    """Return the coins for a discard of a city: more for each yellow card of its own."""
    return t.discard_coins + t.discard_coins_per_yellow * np.int64(s.colors[seat, c.YELLOW])


@jit
def put_on_pile(s: State, card: Card) -> None:
    bit = np.int64(card) - 1
    s.discard[bit >> 6] |= c.ONE << (bit & 63)


@inlined
def take_token(s: State, token: Item, log: Log) -> None:
    """Take a progress token, from the board or of the drawn ones (D25-D27)."""
    from_library = c.NONE
    if s.phase == c.IN_LIBRARY:
        from_library = c.ONE
        s.due_draws -= 1
        if s.due_draws == 0:
            s.draw_size = c.NONE
        close_library(s, token)
    else:
        s.due_tokens -= 1
        s.board &= ~(c.ONE << (token - FIRST_TOKEN))
    s.tokens[s.seat] |= c.ONE << (token - FIRST_TOKEN)
    emit(log, c.LOG_TOKEN, s.seat, token, from_library, c.NONE, c.NONE)


@jit
def open_library(s: State) -> None:
    """Draw from the tokens set aside, and look at them (D25)."""
    s.n_library = min(s.draw_size, s.n_aside)
    for k in range(s.n_library):
        s.looked[k] |= c.ONE << s.seat
    sort_library(s)


@jit
def sort_library(s: State) -> None:
    """Sort the drawn tokens in catalogue order, which hides the order of the deal."""
    for end in range(1, s.n_library):
        token, lookers = s.aside[end], s.looked[end]
        k = end
        while k > 0 and s.aside[k - 1] > token:
            s.aside[k], s.looked[k] = s.aside[k - 1], s.looked[k - 1]
            k -= 1
        s.aside[k], s.looked[k] = token, lookers


@inlined
def close_library(s: State, token: Item) -> None:
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
    s.n_library = c.NONE


@inlined
def destroy(s: State, t: Tables, card: Card, log: Log) -> None:
    """Put a card of the opponent on the discard pile, and undo its effects (D23)."""
    other, bit = 1 - s.seat, card - 1
    s.due_destroy &= ~(c.ONE << t.color[card])
    s.built[other, bit >> 6] &= ~(c.ONE << (bit & 63))
    put_on_pile(s, card)
    emit(log, c.LOG_DESTROYED, s.seat, card, c.NONE, c.NONE, c.NONE)
    recount(s, t, other)


@inlined
def revive(s: State, t: Tables, card: Card, log: Log) -> None:
    """Build a card of the discard pile free, which is no chain build (D18-D20)."""
    bit = card - 1
    s.due_revivals -= 1
    s.discard[bit >> 6] &= ~(c.ONE << (bit & 63))
    emit(log, c.LOG_REVIVED, s.seat, card, c.NONE, c.NONE, c.NONE)
    enter(s, t, s.seat, card)


# ── effects of a move (D44) ───────────────────────────────────────────────────────────────────────


@jit
def pay(s: State, t: Tables, item: Item, log: Log) -> None:
    """Pay the printed coins to the bank, and the trade too or to the opponent with Economy (D9)."""
    seat = s.seat
    bank, bought = np.int64(t.cost_coins[item]), trade(s, t, seat, item)
    s.coins[seat] -= bank + bought
    if s.economy[1 - seat] > 0:
        s.coins[1 - seat] += bought
    else:
        bank += bought
        bought = c.NONE
    if bank + bought > 0:
        emit(log, c.LOG_PAID, seat, c.NONE, bank, bought, c.NONE)


@jit
def price_of_move(s: State, t: Tables, kind: Kind, card: Card, wonder: Item) -> Any:
    """Return the whole cost of a move for the deciding seat."""
    if kind == c.BUILD:
        return price(s, t, s.seat, card)
    return price(s, t, s.seat, wonder) if kind == c.WONDER else np.int64(0)


@jit
def gain(s: State, seat: Seat, coins: Coins, item: Item, log: Log) -> None:
    """Take coins from the bank, which is never empty (D49); a house rule's treasury has a
    ceiling."""
    coins = min(coins, MAX_COINS - s.coins[seat])
    if coins > 0:
        s.coins[seat] += coins
        emit(log, c.LOG_GAINED, seat, item, coins, c.NONE, c.NONE)


@jit
def lose(s: State, seat: Seat, coins: Coins, item: Item, log: Log) -> None:
    """Return coins to the bank, as far as there are any (D32)."""
    coins = min(coins, s.coins[seat])
    s.coins[seat] -= coins
    emit(log, c.LOG_LOOTED, seat, item, coins, c.NONE, c.NONE)


@inlined
def receive(s: State, t: Tables, item: Item, chain_coins: Coins, log: Log) -> None:
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
    if s.phase != c.OVER and t.opponent_lose_coins[item] > 0:
        lose(s, 1 - seat, np.int64(t.opponent_lose_coins[item]), item, log)
    if s.phase != c.OVER and t.science[item] > 0:
        add_symbol(s, t, np.int64(t.science[item]))
    if s.phase == c.OVER:  # D42
        return
    if chain_coins > 0:
        gain(s, seat, chain_coins, chain_payer(s, t, seat), log)
    if t.extra_turn[item] > 0:
        s.again = c.ONE
    if t.destroy[item] > 0:
        s.due_destroy |= c.ONE << t.destroy[item]
    if t.draw_tokens[item] > 0:
        s.due_draws += 1
        s.draw_size = t.draw_tokens[item]
    s.due_revivals += t.build_from_discard[item]
    hooks.receive(s, t, item, log)


@jit
def strength(s: State, t: Tables, seat: Seat, item: Item) -> Any:
    """Return the spaces that an item would move the marker forward for a city: Strategy helps red
    cards."""
    shields = np.int64(t.shields[item])
    return shields + s.strategy[seat] if t.color[item] == c.RED else shields


@inlined
def chain_payer(s: State, t: Tables, seat: Seat) -> Any:
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
    return c.NONE


@inlined
def attack(s: State, t: Tables, shields: Count, log: Log) -> None:
    """Move the marker towards the opponent's capital; each zone it enters is looted once."""
    other = 1 - s.seat
    way = other - s.seat  # 1 for seat 0, -1 for seat 1
    start = s.marker * way
    end = min(start + shields, np.int64(t.capital))
    s.marker = end * way
    emit(log, c.LOG_MARKER, s.seat, c.NONE, start * way, end * way, c.NONE)
    for distance in range(max(start, c.NONE) + 1, end + 1):
        if (s.loot[other] >> distance) & 1:
            s.loot[other] &= ~(c.ONE << distance)
            lose(s, other, np.int64(t.track_loot[distance]), c.NONE, log)
    if end == t.capital:
        end_by_supremacy(s, c.MILITARY)


@inlined
def add_symbol(s: State, t: Tables, symbol: Index) -> None:
    """Add a symbol: a new one may win the game, the second of a kind earns a token (D26, D30)."""
    different = np.int64(0)
    for k in range(1, SYMBOLS):
        if s.symbols[s.seat, k] > 0:
            different += 1
    if different >= t.symbols_to_win:
        end_by_supremacy(s, c.SCIENCE)
    elif s.symbols[s.seat, symbol] == 2:
        s.due_tokens += 1


@jit
def end_by_supremacy(s: State, outcome: Index) -> None:
    """End the game at once by supremacy."""
    s.phase, s.outcome, s.winner = c.OVER, outcome, s.seat


# ── end of a turn ─────────────────────────────────────────────────────────────────────────────────


@inlined
def advance(s: State, t: Tables, work: Workspace) -> None:
    """Ask for the next choice of this turn, or end the turn."""
    if s.phase == c.OVER:
        return
    if s.due_tokens + s.due_draws + s.due_destroy + s.due_revivals > 0:
        drop_idle_choices(s)
        if s.due_tokens > 0:
            s.phase = c.CHOOSING_TOKEN
            return
        if s.due_draws > 0:
            open_library(s)
            s.phase = c.IN_LIBRARY
            return
        if s.due_revivals > 0:
            s.phase = c.REVIVING
            return
        if s.due_destroy > 0:
            s.phase = c.DESTROYING
            return
    if hooks.ask(s, t, work, False):
        return
    s.phase = c.TURN
    end_turn(s, t, work)


@inlined
def drop_idle_choices(s: State) -> None:
    """Skip choices without options (D21, D22, D28)."""
    if s.board == 0:
        s.due_tokens = c.NONE
    if s.n_aside == 0:
        s.due_draws = c.NONE
    if s.discard[0] == 0 and s.discard[1] == 0:
        s.due_revivals = c.NONE
    for color in range(s.colors.shape[1]):
        if s.colors[1 - s.seat, color] == 0:
            s.due_destroy &= ~(c.ONE << color)


@inlined
def end_turn(s: State, t: Tables, work: Workspace) -> None:
    """Turn up the uncovered cards; then another turn, the opponent's, the next age or the end."""
    uncover(s, t, s.taken - 1, work.log)
    again = s.again
    s.taken = s.again = c.NONE
    if s.left != 0:
        s.turn += 1
        if again == 0:
            s.seat = 1 - s.seat
    elif s.age < AGES:  # another turn is lost with the age (D2)
        next_age(s, t, work.log)
    else:
        s.phase = c.OVER
        settle(s, t, work.sheets)


@inlined
def uncover(s: State, t: Tables, slot: Index, log: Log) -> None:
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
            s.open |= c.ONE << under
            if (s.faces >> under) & 1 == 0:
                s.faces |= c.ONE << under
                emit(
                    log,
                    c.LOG_REVEALED,
                    s.seat,
                    np.int64(s.layout[age, under]),
                    under,
                    c.NONE,
                    c.NONE,
                )


@jit
def next_age(s: State, t: Tables, log: Log) -> None:
    """Lay out the next structure, then settle who begins (D4, D5)."""
    lay_out(s, t, s.age + 1)
    if s.age == 1:
        begin_age(s, c.NONE, log)
    elif s.marker == 0 and s.neutral_start == 0:
        begin_age(s, s.seat, log)
    else:
        s.phase = c.STARTING
        if s.marker != 0:  # the weaker player: the marker is on their side
            s.seat = c.ONE if s.marker > 0 else c.NONE
