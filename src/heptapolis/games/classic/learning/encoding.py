"""The knowledge of a seat of classic as small integers: a table, seven cities, every card, and
every leader.

Cities are ordered from the seat's own on to the left; the rows of absent ones are 0. A game and the
seat's view of it give the same numbers: hidden information is read through `sight` alone, and a
view contains its answers.
"""

from typing import Any

import numpy as np

from heptapolis.codes import Color, Resource, Target
from heptapolis.games.classic.codes import MoveKind, Phase, Special, Symbol, Trigger
from heptapolis.games.classic.leaders.rules.hands import leader_hand
from heptapolis.games.classic.learning.recall import (
    BURIED,
    IN_PILE,
    dug_up,
    file_away,
    known_card,
    may_be_in_hand,
    pack_size,
    recall_last,
)
from heptapolis.games.classic.rules import constants as c
from heptapolis.games.classic.rules.economy import LEFT, RIGHT
from heptapolis.games.classic.rules.fates import UNSURE_FATE, UNSURE_LEADER, fate_use
from heptapolis.games.classic.rules.hands import FREE_CITY, controller, decider, hand
from heptapolis.games.classic.rules.scoring import score
from heptapolis.games.classic.rules.sight import holder, known_fate, leader_knowledge, sights
from heptapolis.games.classic.rules.state import TURNS
from heptapolis.games.classic.rules.types import Pack, Recall
from heptapolis.games.classic.rules.workspace import COLUMNS
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.clearing import clear
from heptapolis.kernel.features import MAX_NUMBER, Feature, Form, number_labels
from heptapolis.kernel.rows import copy_row
from heptapolis.kernel.types import City, Flag, Index, Integer, Ints, Item, Seat, State, Tables

GOODS = tuple(resource.slug for resource in Resource)
COLOR_LABELS = tuple(color.slug for color in Color)
POWERS = tuple(special.slug for special in Special)
TARGET_LABELS = tuple(
    next((target.slug for target in Target if target == k), "") for k in range(c.TARGETS)
)
SIDES_AND_CLASSES = ("left raw", "left manufactured", "right raw", "right manufactured")
SHEET_LABELS = (
    "military",
    "treasury",
    "wonder",
    "civilian",
    "science",
    "commercial",
    "guilds",
    "leaders",
    "total",
)
KINDS = tuple(kind.slug for kind in MoveKind if kind != MoveKind.HIDDEN)
OTHER_SEATS = number_labels(c.SEATS)[1:]  # the other seats by their distance to the left

TABLE = Form(
    Feature("phase", tuple(phase.slug for phase in Phase)),
    Feature("age", number_labels(c.AGES + 1)),
    Feature("turn", number_labels(TURNS + 2)),
    Feature("players", tuple(str(n) for n in range(2, c.SEATS + 1))),
    Feature("to_the_left"),
    Feature("my_decision"),
    Feature("for_free_city"),
    Feature("controller"),
    Feature("pending", KINDS),
    Feature("pile", scale=0.05),
    Feature("hand", scale=0.2),
    Feature("leader_hand", scale=0.3),
    Feature("stage_payable"),
    Feature("stage_price", scale=0.2),
    Feature("stage_left", scale=0.3),
    Feature("stage_right", scale=0.3),
    Feature("pending_coins", ("bank", "left", "right"), scale=0.2),
    Feature("pending_free_city", KINDS),
)
CITY_FEATURES = (
    Feature("present"),
    Feature("free_city"),
    Feature("coins", scale=0.15),
    Feature("shields", scale=0.3),
    Feature("defeats", scale=0.5),
    Feature("victories", number_labels(c.AGES + 1)[1:]),
    Feature("symbols", ("choice", *(s.slug for s in Symbol)), scale=0.5),
    Feature("colors", COLOR_LABELS, scale=0.4),
    Feature("stages", scale=0.5),
    Feature("stages_left", scale=0.5),
    Feature("production", GOODS, scale=0.5),
    Feature("sold", GOODS, scale=0.5),
    Feature("choices", GOODS, scale=0.5),
    Feature("sold_choices", GOODS, scale=0.5),
    Feature("prices", SIDES_AND_CLASSES, scale=0.5),
    Feature("powers", POWERS),
    Feature("free_build_used"),
    Feature("digs"),
    Feature("extra_leaders"),
    Feature("leaders_in_hand", scale=0.3),
    Feature("leaders", scale=0.3),
    Feature("discounts", TARGET_LABELS),
    Feature("bonuses", tuple(t.slug for t in Trigger), scale=0.5),
    Feature("rebate"),
    Feature("bank_price"),
    Feature("free_leaders"),
    Feature("leader_discount"),
    Feature("leader_discount_beside"),
    Feature("points", SHEET_LABELS, scale=0.05),
    Feature("asked"),
    Feature("seventh_played"),
    Feature("courts"),
    Feature("discards", scale=0.3),
)
CITY = Form(*CITY_FEATURES)  # every row continues with the boards and leaders of a catalogue
# The first features of cards and leaders are the same, in the same order.
SHARED_FEATURES = (
    Feature("built", number_labels(c.SEATS)),
    Feature("hand"),
    Feature("choosable"),
    Feature("pending"),
    Feature("unsure"),
    Feature("seen_ago", scale=0.3),
    Feature("buried"),
    Feature("out"),
    Feature("payable"),
    Feature("price", scale=0.2),
)
CARD = Form(
    *SHARED_FEATURES,
    Feature("left", scale=0.3),
    Feature("right", scale=0.3),
    Feature("chain"),
    Feature("free"),
    Feature("known_at", OTHER_SEATS),
    Feature("comes_back"),
    Feature("pile"),
)
LEADER = Form(
    *SHARED_FEATURES,
    Feature("courted"),
    Feature("courted_elsewhere"),
)

# Offsets as 64-bit numbers for the kernel.
T_PHASE, T_AGE, T_TURN, T_PLAYERS = TABLE["phase"], TABLE["age"], TABLE["turn"], TABLE["players"]
T_LEFTWARDS, T_MINE, T_FREE_CITY = (
    TABLE["to_the_left"],
    TABLE["my_decision"],
    TABLE["for_free_city"],
)
T_CONTROLLER, T_PENDING, T_PILE = TABLE["controller"], TABLE["pending"], TABLE["pile"]
T_HAND, T_LEADER_HAND, T_STAGE = TABLE["hand"], TABLE["leader_hand"], TABLE["stage_payable"]
T_PENDING_COINS, T_PENDING_FREE_CITY = TABLE["pending_coins"], TABLE["pending_free_city"]
C_FREE_CITY, C_COINS = CITY["free_city"], CITY["coins"]
C_SHIELDS, C_DEFEATS, C_VICTORIES = CITY["shields"], CITY["defeats"], CITY["victories"]
C_SYMBOLS, C_COLORS, C_STAGES = CITY["symbols"], CITY["colors"], CITY["stages"]
C_STAGES_LEFT, C_PRODUCTION, C_SOLD = CITY["stages_left"], CITY["production"], CITY["sold"]
C_CHOICES, C_SOLD_CHOICES, C_PRICES = CITY["choices"], CITY["sold_choices"], CITY["prices"]
C_POWERS, C_FREE_USED, C_DIGS = CITY["powers"], CITY["free_build_used"], CITY["digs"]
C_EXTRA, C_LEADERS_IN_HAND, C_LEADERS = (
    CITY["extra_leaders"],
    CITY["leaders_in_hand"],
    CITY["leaders"],
)
C_DISCOUNTS, C_BONUSES, C_REBATE = CITY["discounts"], CITY["bonuses"], CITY["rebate"]
C_BANK, C_FREE_LEADERS, C_OFF = CITY["bank_price"], CITY["free_leaders"], CITY["leader_discount"]
C_OFF_BESIDE, C_POINTS = CITY["leader_discount_beside"], CITY["points"]
C_ASKED, C_SEVENTH = CITY["asked"], CITY["seventh_played"]
C_COURTS, C_DISCARDS = CITY["courts"], CITY["discards"]
BUILT, IN_HAND, CHOOSABLE, PENDING = (
    CARD["built"],
    CARD["hand"],
    CARD["choosable"],
    CARD["pending"],
)
UNSURE_AT, SEEN_AGO, BURIED_AT, OUT_AT = (
    CARD["unsure"],
    CARD["seen_ago"],
    CARD["buried"],
    CARD["out"],
)
PAYABLE, PRICE, CHAIN, FREE = CARD["payable"], CARD["price"], CARD["chain"], CARD["free"]
KNOWN_AT, BACK, PILE_AT = CARD["known_at"], CARD["comes_back"], CARD["pile"]
COURTED, COURTED_ELSEWHERE = LEADER["courted"], LEADER["courted_elsewhere"]
CITIES_AT, C_BOARDS, CARD_WIDTH, LEADER_WIDTH = TABLE.width, CITY.width, CARD.width, LEADER.width
N_POWERS, N_COLORS = len(POWERS), len(COLOR_LABELS)


@jit
def city_width(t: Tables) -> Any:
    """Return the width of one city: the common features, and which board it is."""
    return np.int64(C_BOARDS) + t.n_boards


@jit
def card_at(t: Tables, item: Item) -> Any:
    """Return the offset of a card or leader; leaders follow the cards."""
    cards = CITIES_AT + c.SEATS * city_width(t)
    if item < c.FIRST_LEADER:
        return cards + (item - 1) * CARD_WIDTH
    return cards + t.n_cards * CARD_WIDTH + (item - c.FIRST_LEADER) * LEADER_WIDTH


@jit
def clip(number: Integer) -> Any:
    """Return a number cut to the largest one of the encoding."""
    return max(min(np.int64(number), MAX_NUMBER), -MAX_NUMBER)


# ── public knowledge ─────────────────────────────────────────────────────────────────────────────


@jit
def write_cities(s: State, t: Tables, rows: Ints, sheet: Ints) -> None:
    """Write a row for every city, in the order of the seats; each viewer rotates them."""
    rows[:, :] = 0
    for city in range(s.n_cities):
        write_city(s, t, np.int64(city), rows[city], sheet)


@inlined
def write_city(s: State, t: Tables, city: City, row: Ints, sheet: Ints) -> None:
    row[0] = 1
    row[C_FREE_CITY] = city >= s.n_players
    row[C_COINS], row[C_SHIELDS] = clip(s.coins[city]), clip(s.shields[city])
    row[C_DEFEATS] = s.defeats[city]
    for age in range(c.AGES):
        row[C_VICTORIES + age] = s.victories[city, age]
    for k in range(4):
        row[C_SYMBOLS + k] = s.symbols[city, k]
    for k in range(N_COLORS):
        row[C_COLORS + k] = s.colors[city, k + 1]
    board = s.board[city] - c.FIRST_BOARD
    row[C_STAGES], row[C_STAGES_LEFT] = s.stages[city], t.n_stages[board] - s.stages[city]
    row[C_BOARDS + board] = 1
    write_economy(s, city, row)
    for k in range(N_POWERS):
        row[C_POWERS + k] = (s.powers[city] >> (k + 1)) & 1
    row[C_FREE_USED] = s.free_used[city]
    row[C_DIGS] = s.digs[city, 0] + s.digs[city, 1] + s.digs[city, 2]
    if s.leaders == 1:
        write_leader_powers(s, city, row)
    score(s, t, city, sheet)
    for k in range(COLUMNS):
        row[C_POINTS + k] = clip(sheet[k])
    row[C_ASKED] = is_single_decision(s) and s.actor == city
    row[C_SEVENTH], row[C_COURTS] = s.seventh[city], s.courts[city]
    for age in range(s.age):
        for turn in range(TURNS + 1):
            row[C_DISCARDS] += s.acts[age, turn, city] == c.DISCARDED


@jit
def is_single_decision(s: State) -> Flag:
    """Return whether a single city decides in the phase."""
    return s.phase in (c.SEVENTH, c.DIGGING, c.EXTRA_LEADER, c.COURTING)


@inlined
def write_economy(s: State, city: City, row: Ints) -> None:
    for r in range(c.RESOURCES):
        row[C_PRODUCTION + r], row[C_SOLD + r] = s.produce[city, r], s.sold[city, r]
    for k in range(s.n_choice[city]):
        for r in range(c.RESOURCES):
            row[C_CHOICES + r] += (s.choice[city, k] >> r) & 1
    for k in range(s.n_sold_choice[city]):
        for r in range(c.RESOURCES):
            row[C_SOLD_CHOICES + r] += (s.sold_choice[city, k] >> r) & 1
    for group in range(2):
        row[C_PRICES + group] = s.price[city, LEFT, group]
        row[C_PRICES + 2 + group] = s.price[city, RIGHT, group]


@inlined
def write_leader_powers(s: State, city: City, row: Ints) -> None:
    row[C_EXTRA], row[C_LEADERS_IN_HAND] = s.extra[city], s.n_leader_hand[city]
    row[C_LEADERS] = s.n_recruited[city]
    for k in range(c.TARGETS):
        row[C_DISCOUNTS + k] = s.fewer[city, k]
    for k in range(c.EVENTS):
        row[C_BONUSES + k] = clip(s.bonus[city, k])
    row[C_REBATE], row[C_BANK] = clip(s.rebate[city]), clip(s.bank_price[city])
    row[C_FREE_LEADERS], row[C_OFF] = s.free_leaders[city], clip(s.leader_off[city])
    row[C_OFF_BESIDE] = clip(s.leader_off_beside[city])


# ── knowledge of a seat ──────────────────────────────────────────────────────────────────────────


@jit
def encode(
    s: State,
    t: Tables,
    seat: Seat,
    is_view: Flag,
    rows: Ints,
    recall: Recall,
    cards: Ints,
    out: Ints,
) -> None:
    """Write the knowledge of a seat, except for its choices (`actions`): ``rows`` are those of
    `write_cities`, ``recall`` has past ages, ``is_view`` says that the record is the seat's view
    and not a game."""
    clear(out)
    write_table(s, seat, out)
    width = city_width(t)
    for k in range(s.n_cities):
        city = (seat + k) % s.n_cities
        start = CITIES_AT + k * width
        copy_row(rows[city], out[start : start + width])
        write_buildings(s, t, k, city, out)
    n = hand(s, seat, cards)
    out[T_HAND] = n
    for k in range(n):
        out[card_at(t, cards[k]) + IN_HAND] += 1
    write_pending(s, t, seat, out)
    if s.leaders == 1:
        write_leaders(s, t, seat, is_view, cards, out)
    if s.phase != c.OVER:
        write_recall(s, t, seat, is_view, recall, out)


@inlined
def write_table(s: State, seat: Seat, out: Ints) -> None:
    """Write the features of the table."""
    out[T_PHASE + s.phase] = 1
    out[T_AGE + s.age] = 1
    out[T_TURN + s.turn] = 1
    out[T_PLAYERS + s.n_players - 2] = 1
    out[T_LEFTWARDS] = s.age != 2
    out[T_CONTROLLER] = s.n_players == 2 and s.turn > 0 and controller(s) == seat
    out[T_PILE] = clip(s.n_discard)


@inlined
def write_pending(s: State, t: Tables, seat: Seat, out: Ints) -> None:
    """Write the pending choices of the seat, for its own city and for the Free City."""
    if s.move[seat, 0] != 0:
        out[T_PENDING + s.move[seat, 0] - 1] = 1
        for k in range(3):
            out[T_PENDING_COINS + k] = clip(s.move[seat, 2 + k])
        if s.move[seat, 1] > 0:
            out[card_at(t, s.move[seat, 1]) + PENDING] = 1
    if s.n_players == 2 and s.move[FREE_CITY, 0] != 0 and controller(s) == seat:
        out[T_PENDING_FREE_CITY + s.move[FREE_CITY, 0] - 1] = 1
        if s.move[FREE_CITY, 1] > 0:
            out[card_at(t, s.move[FREE_CITY, 1]) + PENDING] = 2


@inlined
def write_buildings(s: State, t: Tables, k: Index, city: City, out: Ints) -> None:
    """Write the cards and leaders of a city that is k places to the left."""
    for j in range(s.n_city[city]):
        out[card_at(t, np.int64(s.city[city, j])) + BUILT + k] += 1
    if s.leaders == 1:
        for j in range(s.n_recruited[city]):
            out[card_at(t, np.int64(s.recruited[city, j])) + BUILT + k] += 1


@inlined
def write_leaders(s: State, t: Tables, seat: Seat, is_view: Flag, cards: Ints, out: Ints) -> None:
    """Write the own leaders, and those seen in packs."""
    n = leader_hand(s, seat, cards)
    out[T_LEADER_HAND] = n
    for k in range(n):
        out[card_at(t, cards[k]) + IN_HAND] = 1
    for city in range(s.n_cities):
        for k in range(s.n_courted[city]):
            at = card_at(t, np.int64(s.courted[city, k]))
            out[at + (COURTED if city == seat else COURTED_ELSEWHERE)] += 1
    if s.phase == c.OVER:
        return
    for number in range(s.n_players):
        row = np.int64(number)
        for slot in range(c.LEADER_SLOTS):
            leader = np.int64(s.leader[row, slot])
            if leader > 0:
                fate = np.int64(s.leader_fate[row, slot])
                if not is_view:
                    fate = leader_knowledge(s, seat, row, np.int64(slot))
                if fate >= UNSURE_LEADER:
                    out[card_at(t, leader) + UNSURE_AT] = 1
                    out[card_at(t, leader) + SEEN_AGO] = c.DRAFT + UNSURE_LEADER - fate
                elif fate > 0 and fate_use(fate) > c.STAGED:
                    out[card_at(t, leader) + OUT_AT] = 1


@inlined
def write_recall(s: State, t: Tables, seat: Seat, is_view: Flag, recall: Recall, out: Ints) -> None:
    """Write the cards that the seat has seen: those in hands of this age, and all that are out of
    play."""
    past = recall.n[seat]
    if s.age > 0 and s.turn > 0:
        write_hands(s, t, seat, is_view, recall, out)
    for k in range(recall.n[seat]):
        out[card_at(t, np.int64(recall.card[seat, k])) + place_of(recall.where[seat, k])] += 1
    for k in range(s.stages[seat]):
        if s.marker[seat, k] > 0:
            out[card_at(t, np.int64(s.marker[seat, k])) + BURIED_AT] += 1
    for k in range(recall.next_look[seat], s.n_looks):
        if s.look_card[k] > 0:
            gone = dug_up(s, seat, np.int64(k), recall)
            out[card_at(t, np.int64(s.look_card[k])) + PILE_AT] -= gone
    recall.n[seat] = past
    if s.phase == c.DIGGING and decider(s, s.actor) == seat:
        for card in range(1, t.n_cards + 1):
            out[card_at(t, np.int64(card)) + PILE_AT] = s.discard[card]


@jit
def place_of(where: Index) -> Any:
    """Return the feature of a card's place out of play."""
    return PILE_AT if where == IN_PILE else BURIED_AT if where == BURIED else OUT_AT


@inlined
def write_hands(s: State, t: Tables, seat: Seat, is_view: Flag, recall: Recall, out: Ints) -> None:
    """Write cards of this age in the present hands of others; recall lists the cards that have left
    them."""
    age = s.age
    for number in range(s.n_players):
        pack = np.int64(number)
        turns_seen = np.int64(sights(s, seat, age, pack, np.int64(1)))
        if turns_seen == 0:
            continue
        away = (holder(s, age, pack, s.turn) - seat + s.n_players) % s.n_players
        returns = returns_to_seat(s, seat, pack)
        untaken = np.int64(known_fate(s, seat, age, pack, c.NONE, turns_seen))
        for k in range(pack_size(s, age, pack)):
            card, fate = known_card(s, seat, is_view, age, pack, np.int64(k), turns_seen, untaken)
            if card == 0:
                continue
            is_unsure = fate >= UNSURE_FATE and may_be_in_hand(s, seat, age, pack, fate)
            if fate != 0 and not is_unsure:
                file_away(s, seat, age, pack, card, fate, recall)
            elif away > 0:
                at = card_at(t, card)
                out[at + BACK] += returns
                if is_unsure:
                    out[at + UNSURE_AT] += 1
                    ago = s.turn - (fate - UNSURE_FATE)
                    out[at + SEEN_AGO] = max(np.int64(out[at + SEEN_AGO]), ago)
                else:
                    out[at + KNOWN_AT + away - 1] += 1
    recall_last(s, seat, age, recall)


@jit
def returns_to_seat(s: State, seat: Seat, pack: Pack) -> Flag:
    """Return whether the seat will hold a pack again in this age."""
    for turn in range(s.turn + 1, TURNS + 1):
        if holder(s, s.age, pack, turn) == seat:
            return True
    return False
