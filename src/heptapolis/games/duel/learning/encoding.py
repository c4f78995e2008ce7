"""The knowledge of a seat of Duel as small integers: a table, two cities, and every card.

Only what the seat may know is read, so a game and the seat's view of it give the same numbers. The
seat's own city comes first, the opponent's second; quantities with two sides (the marker, the
starting player) are from the seat's own side.
"""

from typing import Any

import numpy as np

from heptapolis.codes import Color
from heptapolis.games.duel.codes import (
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    GOODS,
    SLOTS,
    TOKENS,
    TRACK,
    DuelPhase,
    DuelSymbol,
)
from heptapolis.games.duel.rules import constants as c
from heptapolis.games.duel.rules.city import has_chain, trade
from heptapolis.games.duel.rules.scoring import (
    CIVILIAN,
    COINS,
    COMMERCIAL,
    GUILDS,
    MILITARY,
    PROGRESS,
    SCIENCE,
    TOTAL,
    WONDERS,
    column,
    points,
)
from heptapolis.games.duel.rules.state import COLORS, SYMBOLS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.features import MAX_NUMBER, Feature, Form, number_labels
from heptapolis.kernel.types import Age, Bits, Card, Floats, Index, Seat, State, Tables
from heptapolis.kernel.word_bits import lowest, size

GOODS_LABELS = tuple(good.slug for good in GOODS)
COLOR_LABELS = tuple(color.slug for color in Color if color < COLORS)
SYMBOL_LABELS = tuple(symbol.slug for symbol in DuelSymbol)
SHEET_LABELS = (
    "civilian",
    "science",
    "commercial",
    "guilds",
    "wonders",
    "progress",
    "coins",
    "military",
    "total",
)
# The content of a slot as a number: 0 empty, a card's item, or beyond the last one a back.
BACK, GUILD_BACK = 1, 2

# The `Target` of an effect besides the colours: a wonder.
WONDER_TARGET = 14
TARGET_LABELS = (*COLOR_LABELS, "wonder")

TABLE = Form(
    Feature("phase", tuple(phase.slug for phase in DuelPhase)),
    Feature("age", ("draft", "1", "2", "3")),
    Feature("turn", scale=0.1),
    Feature("my_decision"),
    Feature("second_seat"),
    Feature("another_turn"),
    Feature("neutral_start"),
    Feature("cards_left", scale=0.1),
    Feature("cards_left_odd"),
    Feature("marker_mine", scale=0.3),
    Feature("marker_theirs", scale=0.3),
    Feature("tokens_due"),
    Feature("draws_due"),
    Feature("revivals_due"),
    Feature("destroy_due", COLOR_LABELS),
    Feature("aside", scale=0.2),
    Feature("offer", number_labels(DUEL_WONDERS)),
    Feature("board", number_labels(TOKENS)),
    Feature("library", number_labels(TOKENS)),
    Feature("aside_known", number_labels(TOKENS)),
    Feature("slot_full", number_labels(SLOTS)),
    Feature("slot_open", number_labels(SLOTS)),
    Feature("slot_face_up", number_labels(SLOTS)),
    Feature("slot_guild", number_labels(SLOTS)),
    Feature("slot_card", number_labels(SLOTS), scale=0.0, kinds=GUILD_BACK + 1),
)
CITY = Form(
    Feature("coins", scale=0.15),
    Feature("production", GOODS_LABELS, scale=0.4),
    Feature("choices", GOODS_LABELS, scale=0.5),
    Feature("sold", GOODS_LABELS, scale=0.4),
    Feature("prices", GOODS_LABELS, scale=0.3),
    Feature("discounts", TARGET_LABELS, scale=0.5),
    Feature("colors", COLOR_LABELS, scale=0.4),
    Feature("symbols", SYMBOL_LABELS, scale=0.7),
    Feature("different_symbols", scale=0.3),
    Feature("economy"),
    Feature("strategy"),
    Feature("theology"),
    Feature("urbanism", scale=0.25),
    Feature("loot", number_labels(TRACK)),
    Feature("points", SHEET_LABELS, scale=0.05),
    Feature("tokens", number_labels(TOKENS)),
    Feature("wonders", number_labels(DUEL_WONDERS)),
    Feature("raised", number_labels(DUEL_WONDERS)),
    Feature("wonder_price", number_labels(DUEL_WONDERS), scale=0.15),
    Feature("wonder_payable", number_labels(DUEL_WONDERS)),
)
CARD = Form(
    Feature("mine"),
    Feature("theirs"),
    Feature("discarded"),
    Feature("under_wonder"),
    Feature("lying"),
    Feature("accessible"),
    Feature("covered_by", scale=0.5),
    Feature("frees", scale=0.5),
    Feature("reveals", scale=0.5),
    Feature("my_price", scale=0.15),
    Feature("my_chain"),
    Feature("my_payable"),
    Feature("their_price", scale=0.15),
    Feature("their_chain"),
    Feature("their_payable"),
)

# Offsets of the forms: the table, the cities, then a row for every card of the catalogue.
CITIES_AT = TABLE.width
CARDS_AT = CITIES_AT + 2 * CITY.width

# Offsets as 64-bit numbers for the kernel.
T_PHASE, T_AGE, T_TURN = TABLE["phase"], TABLE["age"], TABLE["turn"]
T_MINE, T_SECOND, T_AGAIN = TABLE["my_decision"], TABLE["second_seat"], TABLE["another_turn"]
T_NEUTRAL, T_LEFT, T_ODD = TABLE["neutral_start"], TABLE["cards_left"], TABLE["cards_left_odd"]
T_MARKER_MINE, T_MARKER_THEIRS = TABLE["marker_mine"], TABLE["marker_theirs"]
T_TOKENS_DUE, T_DRAWS_DUE = TABLE["tokens_due"], TABLE["draws_due"]
T_REVIVALS_DUE, T_DESTROY_DUE = TABLE["revivals_due"], TABLE["destroy_due"]
T_ASIDE, T_OFFER, T_BOARD = TABLE["aside"], TABLE["offer"], TABLE["board"]
T_LIBRARY, T_KNOWN = TABLE["library"], TABLE["aside_known"]
T_FULL, T_OPEN, T_FACE_UP = TABLE["slot_full"], TABLE["slot_open"], TABLE["slot_face_up"]
T_GUILD, T_CARD = TABLE["slot_guild"], TABLE["slot_card"]
C_COINS, C_PRODUCTION, C_CHOICES = CITY["coins"], CITY["production"], CITY["choices"]
C_SOLD, C_PRICES, C_DISCOUNTS = CITY["sold"], CITY["prices"], CITY["discounts"]
C_COLORS, C_SYMBOLS, C_DIFFERENT = CITY["colors"], CITY["symbols"], CITY["different_symbols"]
C_ECONOMY, C_STRATEGY = CITY["economy"], CITY["strategy"]
C_THEOLOGY, C_URBANISM = CITY["theology"], CITY["urbanism"]
C_LOOT, C_POINTS, C_TOKENS = CITY["loot"], CITY["points"], CITY["tokens"]
C_WONDERS, C_RAISED = CITY["wonders"], CITY["raised"]
C_PRICE, C_PAYABLE = CITY["wonder_price"], CITY["wonder_payable"]
MINE, DISCARDED, UNDER = CARD["mine"], CARD["discarded"], CARD["under_wonder"]
LYING, ACCESSIBLE = CARD["lying"], CARD["accessible"]
COVERED, FREES, REVEALS = CARD["covered_by"], CARD["frees"], CARD["reveals"]
MY_PRICE, THEIR_PRICE = CARD["my_price"], CARD["their_price"]
CHAIN, PAYABLE = CARD["my_chain"] - MY_PRICE, CARD["my_payable"] - MY_PRICE  # after a price
CITY_WIDTH, CARD_WIDTH = CITY.width, CARD.width
KINDS = len(GOODS)


@jit
def encode(s: State, t: Tables, seat: Seat, out: Floats) -> Any:
    """Write the knowledge of a seat. Returns what it could pay for: bits of slots, and from bit 32
    on of wonders, which `actions` would otherwise compute again."""
    clear(out)
    write_table(s, seat, out)
    payable = write_city(s, t, seat, out, np.int64(CITIES_AT)) << 32
    write_city(s, t, 1 - seat, out, np.int64(CITIES_AT + CITY_WIDTH))
    for who in range(2):
        city = seat if who == 0 else 1 - seat
        mark_cards(s.built[city, 0], s.built[city, 1], np.int64(MINE + who), out)
    mark_cards(s.discard[0], s.discard[1], np.int64(DISCARDED), out)
    rest = np.int64(s.raised[0]) | np.int64(s.raised[1])
    while rest != 0:
        card = np.int64(s.under[lowest(rest)])
        if card > 0:
            out[CARDS_AT + (card - 1) * CARD_WIDTH + UNDER] = 1
        rest &= rest - 1
    if s.age > 0:
        payable |= write_structure(s, t, seat, out)
    return payable


@inlined
def mark_cards(low: Bits, high: Bits, place: Index, out: Floats) -> None:
    """Set one feature of all cards of a set."""
    rest = low
    while rest != 0:
        out[CARDS_AT + lowest(rest) * CARD_WIDTH + place] = 1
        rest &= rest - 1
    rest = high
    while rest != 0:
        out[CARDS_AT + (64 + lowest(rest)) * CARD_WIDTH + place] = 1
        rest &= rest - 1


@jit
def mark_members(bits: Bits, start: Index, out: Floats) -> None:
    """Set the features of the members of a set."""
    rest = np.int64(bits)
    while rest != 0:
        out[start + lowest(rest)] = 1
        rest &= rest - 1


@inlined
def write_table(s: State, seat: Seat, out: Floats) -> None:
    """Write the features of the table."""
    out[T_PHASE + s.phase] = 1
    out[T_AGE + s.age] = 1
    out[T_TURN] = s.turn
    out[T_MINE] = s.seat == seat
    out[T_SECOND] = seat
    out[T_AGAIN] = s.again
    out[T_NEUTRAL] = s.neutral_start
    cards = size(s.left)
    out[T_LEFT], out[T_ODD] = cards, cards & 1
    lead = -s.marker if seat else s.marker
    out[T_MARKER_MINE], out[T_MARKER_THEIRS] = max(lead, c.NONE), max(-lead, c.NONE)
    out[T_TOKENS_DUE], out[T_DRAWS_DUE] = s.due_tokens, s.due_draws
    out[T_REVIVALS_DUE] = s.due_revivals
    mark_members(s.due_destroy >> 1, np.int64(T_DESTROY_DUE), out)
    out[T_ASIDE] = s.n_aside
    mark_members(s.offer, np.int64(T_OFFER), out)
    mark_members(s.board, np.int64(T_BOARD), out)
    for k in range(s.n_aside):
        if (s.looked[k] >> seat) & 1:
            token = np.int64(s.aside[k]) - FIRST_TOKEN
            out[T_KNOWN + token] = 1
            if k < s.n_library:
                out[T_LIBRARY + token] = 1


@jit
def write_city(s: State, t: Tables, seat: Seat, out: Floats, at: Index) -> Any:
    """Write one city; returns the wonders that it could pay for."""
    coins = s.coins[seat]
    out[at + C_COINS] = min(coins, MAX_NUMBER)
    for k in range(KINDS):
        out[at + C_PRODUCTION + k] = s.produce[seat, k]
        out[at + C_CHOICES + k] = s.makers[seat, 1 << k]
        out[at + C_SOLD + k] = s.sold[seat, k]
        out[at + C_PRICES + k] = np.int64(min(s.price[seat, k], MAX_NUMBER))
    for k in range(COLORS - 1):
        out[at + C_DISCOUNTS + k] = s.fewer[seat, k + 1]
        out[at + C_COLORS + k] = s.colors[seat, k + 1]
    out[at + C_DISCOUNTS + COLORS - 1] = s.fewer[seat, WONDER_TARGET]
    different = c.NONE
    for k in range(SYMBOLS - 1):
        out[at + C_SYMBOLS + k] = s.symbols[seat, k + 1]
        different += 1 if s.symbols[seat, k + 1] > 0 else 0
    out[at + C_DIFFERENT] = different
    out[at + C_ECONOMY], out[at + C_STRATEGY] = s.economy[seat], s.strategy[seat]
    out[at + C_THEOLOGY] = s.theology[seat]
    out[at + C_URBANISM] = np.int64(min(s.urbanism[seat], MAX_NUMBER))
    mark_members(s.loot[seat], at + C_LOOT, out)
    mark_members(s.tokens[seat], at + C_TOKENS, out)
    mark_members(s.raised[seat], at + C_RAISED, out)
    write_points(s, t, seat, out, at + C_POINTS)
    payable = c.NONE
    rest = np.int64(s.unbuilt[seat])
    while rest != 0:
        k = lowest(rest)
        price = t.cost_coins[FIRST_WONDER + k] + trade(s, t, seat, FIRST_WONDER + k)
        out[at + C_WONDERS + k] = 1
        out[at + C_PRICE + k] = min(price, MAX_NUMBER)
        if price <= coins:
            out[at + C_PAYABLE + k] = 1
            payable |= 1 << k
        rest &= rest - 1
    return payable


@jit
def write_points(s: State, t: Tables, seat: Seat, out: Floats, at: Index) -> None:
    """Write the score sheet of `fill_sheet`."""
    civilian = science = commercial = guilds = wonders = progress = c.NONE
    for word in range(2):
        rest = s.built[seat, word]
        while rest != 0:
            card = 64 * word + lowest(rest) + 1
            rest &= rest - 1
            if t.points[card] == 0 and t.points_per_amount[card] == 0:
                continue
            worth = points(s, t, seat, card)
            where = column(t.color[card])
            if where == CIVILIAN:
                civilian += worth
            elif where == SCIENCE:
                science += worth
            elif where == GUILDS:
                guilds += worth
            else:
                commercial += worth
    rest = np.int64(s.raised[seat])
    while rest != 0:
        wonders += points(s, t, seat, FIRST_WONDER + lowest(rest))
        rest &= rest - 1
    rest = np.int64(s.tokens[seat])
    while rest != 0:
        progress += points(s, t, seat, FIRST_TOKEN + lowest(rest))
        rest &= rest - 1
    coins = s.coins[seat] // t.coins_per_point
    lead = -s.marker if seat else s.marker
    military = np.int64(t.track_points[lead]) if lead > 0 else c.NONE
    total = civilian + science + commercial + guilds + wonders + progress + coins + military
    out[at + CIVILIAN], out[at + SCIENCE] = clip(civilian), clip(science)
    out[at + COMMERCIAL], out[at + GUILDS] = clip(commercial), clip(guilds)
    out[at + WONDERS], out[at + PROGRESS] = clip(wonders), clip(progress)
    out[at + COINS], out[at + MILITARY], out[at + TOTAL] = clip(coins), clip(military), clip(total)


@jit
def clip(number: Index) -> Any:
    """Return a number cut to the largest one of the encoding."""
    return max(min(number, MAX_NUMBER), -MAX_NUMBER)


@inlined
def write_structure(s: State, t: Tables, seat: Seat, out: Floats) -> Any:
    """Write the structure of this age; returns the accessible slots whose card the seat could
    build."""
    age, payable = s.age - 1, c.NONE
    mark_members(s.left, np.int64(T_FULL), out)
    mark_members(s.open, np.int64(T_OPEN), out)
    mark_members(s.left & s.faces, np.int64(T_FACE_UP), out)
    mark_members(s.left & s.guild_backs, np.int64(T_GUILD), out)
    rest = s.left
    while rest != 0:
        slot = lowest(rest)
        bit = np.int64(1) << slot
        rest &= rest - 1
        if s.faces & bit == 0:
            out[T_CARD + slot] = t.n_cards + (GUILD_BACK if s.guild_backs & bit else BACK)
            continue
        card = np.int64(s.layout[age, slot])
        out[T_CARD + slot] = card
        at = CARDS_AT + (card - 1) * CARD_WIDTH
        out[at + LYING] = 1
        mine = write_price(s, t, seat, card, out, at + MY_PRICE)
        write_price(s, t, 1 - seat, card, out, at + THEIR_PRICE)
        if s.open & bit:
            out[at + ACCESSIBLE] = 1
            payable |= bit if mine else c.NONE
            write_uncovered_cards(s, t, age, slot, out, at)
        else:
            out[at + COVERED] = covering_cards(s, t, age, slot)
    return payable


@jit
def write_price(s: State, t: Tables, seat: Seat, card: Card, out: Floats, at: Index) -> Any:
    """Write the price of a card for a seat; returns whether the seat could build it."""
    if has_chain(s, t, seat, card):
        out[at + CHAIN] = out[at + PAYABLE] = 1
        return True
    price = t.cost_coins[card] + trade(s, t, seat, card)
    out[at] = min(price, MAX_NUMBER)
    if price <= s.coins[seat]:
        out[at + PAYABLE] = 1
        return True
    return False


@jit
def covering_cards(s: State, t: Tables, age: Age, slot: Index) -> Any:
    """Return the cards that lie on a slot."""
    n = c.NONE
    for j in range(t.covered_by.shape[2]):
        above = np.int64(t.covered_by[age, slot, j])
        if above > 0 and (s.left >> (above - 1)) & 1:
            n += 1
    return n


@inlined
def write_uncovered_cards(
    s: State, t: Tables, age: Age, slot: Index, out: Floats, at: Index
) -> None:
    """Write what taking an accessible card does to the cards under it."""
    for k in range(t.covers.shape[2]):
        under = np.int64(t.covers[age, slot, k]) - 1
        if under >= 0 and covering_cards(s, t, age, under) == 1:
            out[at + FREES] += 1
            if (s.faces >> under) & 1 == 0:
                out[at + REVEALS] += 1
