"""What a seat of classic knows, as small whole numbers: a table, seven cities, every card and
leader.

Cities stand from the seat's own on to the left; the rows of absent ones are 0. A game and the
seat's view of it give the same numbers: what others hide is asked of `sight` alone, and a view has
its answers in it already.
"""

from typing import Any

import numpy as np

from heptapolis.codes import (
    AGES,
    EVENTS,
    FIRST_BOARD,
    FIRST_LEADER,
    HAND,
    LEADER_SLOTS,
    RESOURCES,
    SEATS,
    TARGETS,
    Color,
    MoveKind,
    Phase,
    Resource,
    Special,
    Symbol,
    Trigger,
)
from heptapolis.kernel import inlined, jit
from heptapolis.kernel.classic.constants import OVER
from heptapolis.kernel.classic.economy import LEFT, RIGHT
from heptapolis.kernel.classic.fates import UNSURE, UNSURE_LEADER
from heptapolis.kernel.classic.hands import controller, drawn_pack, hand, pack_of
from heptapolis.kernel.classic.leaders import leader_hand
from heptapolis.kernel.classic.scoring import score
from heptapolis.kernel.classic.sight import (
    holder,
    knowledge,
    last_turn,
    leader_knowledge,
    sights,
    stack_place,
)
from heptapolis.kernel.classic.state import TURNS
from heptapolis.kernel.classic.workspace import COLUMNS
from heptapolis.kernel.features import LARGEST, Feature, Form, numbered

GOODS = tuple(resource.slug for resource in Resource)
COLOR_LABELS = tuple(color.slug for color in Color)
POWERS = tuple(special.slug for special in Special)
SIDES_AND_CLASSES = ("left raw", "left manufactured", "right raw", "right manufactured")
SHEET_LABELS = (
    "military", "treasury", "wonder", "civilian", "science", "commercial", "guilds", "leaders",
    "total",
)  # fmt: skip
OTHERS = numbered(SEATS)[1:]  # seats by how far to the left they are

TABLE = Form(
    Feature("phase", "what the table waits for", tuple(phase.slug for phase in Phase)),
    Feature("age", "the age; 0 in the draft of leaders", numbered(AGES + 1)),
    Feature("turn", "the turn of the age; 0 in a recruitment", numbered(TURNS + 2)),
    Feature("players", "seats of the table", tuple(str(n) for n in range(2, SEATS + 1))),
    Feature("to_the_left", "hands pass to the left in this age"),
    Feature("my_decision", "it is mine to decide"),
    Feature("for_free_city", "... for the Free City"),
    Feature("controller", "I play for the Free City in this turn"),
    Feature("pending", "what I have chosen and is not carried out yet",
            tuple(kind.slug for kind in MoveKind if kind != MoveKind.HIDDEN)),
    Feature("pile", "cards in the discard pile", scale=0.05),
    Feature("hand", "cards in my hand", scale=0.2),
    Feature("leader_hand", "leaders in my hand", scale=0.3),
    Feature("stage_payable", "the deciding city can pay for its next stage"),
    Feature("stage_price", "the fewest coins for it", scale=0.2),
    Feature("stage_left", "... of which to the left", scale=0.3),
    Feature("stage_right", "... to the right", scale=0.3),
)  # fmt: skip
CITY_FEATURES = (
    Feature("present", "there is such a city"),
    Feature("free_city", "it is the Free City"),
    Feature("coins", "the treasury", scale=0.15),
    Feature("shields", "its shields", scale=0.3),
    Feature("defeats", "defeat tokens", scale=0.5),
    Feature("victories", "victory tokens of each age", numbered(AGES)),
    Feature("symbols", "science symbols", ("choice", *(s.slug for s in Symbol)), scale=0.5),
    Feature("colors", "cards of each colour", COLOR_LABELS, scale=0.4),
    Feature("stages", "wonder stages built", scale=0.5),
    Feature("stages_left", "wonder stages to come", scale=0.5),
    Feature("production", "units made for itself", GOODS, scale=0.5),
    Feature("sold", "units that neighbours may buy", GOODS, scale=0.5),
    Feature("choices", "producers of choice that can make it", GOODS, scale=0.5),
    Feature("sold_choices", "... that neighbours may buy from", GOODS, scale=0.5),
    Feature("prices", "what a bought unit costs it", SIDES_AND_CLASSES, scale=0.5),
    Feature("powers", "its special powers", POWERS),
    Feature("free_build_used", "its free build of this age is spent"),
    Feature("digs", "builds from the discard pile to come"),
    Feature("extra_leaders", "extra leaders it may still recruit in this turn"),
    Feature("leaders_in_hand", "leaders in its hand", scale=0.3),
    Feature("leaders", "leaders in play", scale=0.3),
    Feature("discounts", "units less for constructions by colour or stage", numbered(TARGETS)),
    Feature("bonuses", "coins it gets on a happening", tuple(t.slug for t in Trigger), scale=0.5),
    Feature("rebate", "coins back from each neighbour bought from"),
    Feature("bank_price", "what a unit from the bank costs it, 0: it may not buy there"),
    Feature("free_leaders", "1: leaders cost nothing in recruitments, 2: never"),
    Feature("leader_discount", "coins off its leaders"),
    Feature("leader_discount_beside", "coins off its neighbours' leaders"),
    Feature("points", "its score sheet as things stand", SHEET_LABELS, scale=0.05),
)
CITY = Form(*CITY_FEATURES)  # what a catalogue knows of boards follows in every row
CARD = Form(
    Feature("built", "copies in each city, from mine to the left", numbered(SEATS)),
    Feature("hand", "copies in my hand"),
    Feature("choosable", "it is among what I choose from now"),
    Feature("chain", "the deciding city has its chain"),
    Feature("payable", "the deciding city could build or recruit it now"),
    Feature("price", "the fewest coins for that", scale=0.2),
    Feature("left", "... of which to the left", scale=0.3),
    Feature("right", "... to the right", scale=0.3),
    Feature("free", "the deciding city may build it by its free build"),
    Feature("known_at", "copies that I know in the hand of each seat to the left", OTHERS),
    Feature("unsure", "copies that I have seen, and others may have taken face down since"),
    Feature("comes_back", "copies of the two kinds in hands that come to me again in this age"),
    Feature("pending", "I have chosen it, and that is not carried out yet"),
    Feature("courted", "my city copies this leader"),
)

# Places, as the kernel wants them.
T_PHASE, T_AGE, T_TURN, T_PLAYERS = TABLE["phase"], TABLE["age"], TABLE["turn"], TABLE["players"]
T_LEFTWARDS, T_MINE, T_FREE_CITY = (
    TABLE["to_the_left"],
    TABLE["my_decision"],
    TABLE["for_free_city"],
)
T_CONTROLLER, T_PENDING, T_PILE = TABLE["controller"], TABLE["pending"], TABLE["pile"]
T_HAND, T_LEADER_HAND, T_STAGE = TABLE["hand"], TABLE["leader_hand"], TABLE["stage_payable"]
C_FREE_CITY, C_COINS = CITY["free_city"], CITY["coins"]
C_SHIELDS, C_DEFEATS, C_VICTORIES = CITY["shields"], CITY["defeats"], CITY["victories"]
C_SYMBOLS, C_COLORS, C_STAGES = CITY["symbols"], CITY["colors"], CITY["stages"]
C_STAGES_LEFT, C_PRODUCTION, C_SOLD = CITY["stages_left"], CITY["production"], CITY["sold"]
C_CHOICES, C_SOLD_CHOICES, C_PRICES = CITY["choices"], CITY["sold_choices"], CITY["prices"]
C_POWERS, C_FREE_USED, C_DIGS = CITY["powers"], CITY["free_build_used"], CITY["digs"]
C_EXTRA, C_LEADERS_IN_HAND, C_LEADERS = (
    CITY["extra_leaders"], CITY["leaders_in_hand"], CITY["leaders"],
)  # fmt: skip
C_DISCOUNTS, C_BONUSES, C_REBATE = CITY["discounts"], CITY["bonuses"], CITY["rebate"]
C_BANK, C_FREE_LEADERS, C_OFF = CITY["bank_price"], CITY["free_leaders"], CITY["leader_discount"]
C_OFF_BESIDE, C_POINTS = CITY["leader_discount_beside"], CITY["points"]
BUILT, IN_HAND, CHOOSABLE, CHAIN = CARD["built"], CARD["hand"], CARD["choosable"], CARD["chain"]
PAYABLE, PRICE, FREE, KNOWN_AT = CARD["payable"], CARD["price"], CARD["free"], CARD["known_at"]
UNSURE_AT, BACK, PENDING, COURTED = (
    CARD["unsure"], CARD["comes_back"], CARD["pending"], CARD["courted"],
)  # fmt: skip
CITIES_AT, C_BOARDS, CARD_WIDTH = TABLE.width, CITY.width, CARD.width
N_POWERS, N_COLORS = len(POWERS), len(COLOR_LABELS)


@jit
def city_width(t: Any) -> Any:
    """Numbers of one city: what all have, and which board it is."""
    return np.int64(C_BOARDS) + t.n_boards


@jit
def card_at(t: Any, item: Any) -> Any:
    """Where the numbers of a card or leader begin; leaders follow the cards."""
    row = item - 1 if item < FIRST_LEADER else t.n_cards + item - FIRST_LEADER
    return CITIES_AT + SEATS * city_width(t) + row * CARD_WIDTH


@jit
def clip(number: Any) -> Any:
    """As much of a number as an encoding can say."""
    return max(min(np.int64(number), LARGEST), -LARGEST)


# ── what all know ────────────────────────────────────────────────────────────────────────────────


@jit
def write_cities(s: Any, t: Any, rows: Any, sheet: Any) -> None:
    """A row for every city, as the seats stand; each viewer turns them round."""
    rows[:, :] = 0
    for city in range(s.n_cities):
        write_city(s, t, np.int64(city), rows[city], sheet)


@inlined
def write_city(s: Any, t: Any, city: Any, row: Any, sheet: Any) -> None:
    row[0] = 1
    row[C_FREE_CITY] = city >= s.n_players
    row[C_COINS], row[C_SHIELDS] = clip(s.coins[city]), clip(s.shields[city])
    row[C_DEFEATS] = s.defeats[city]
    for age in range(AGES):
        row[C_VICTORIES + age] = s.victories[city, age]
    for k in range(4):
        row[C_SYMBOLS + k] = s.symbols[city, k]
    for k in range(N_COLORS):
        row[C_COLORS + k] = s.colors[city, k + 1]
    board = s.board[city] - FIRST_BOARD
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


@inlined
def write_economy(s: Any, city: Any, row: Any) -> None:
    for r in range(RESOURCES):
        row[C_PRODUCTION + r], row[C_SOLD + r] = s.produce[city, r], s.sold[city, r]
    for k in range(s.n_choice[city]):
        for r in range(RESOURCES):
            row[C_CHOICES + r] += (s.choice[city, k] >> r) & 1
    for k in range(s.n_sold_choice[city]):
        for r in range(RESOURCES):
            row[C_SOLD_CHOICES + r] += (s.sold_choice[city, k] >> r) & 1
    for group in range(2):
        row[C_PRICES + group] = s.price[city, LEFT, group]
        row[C_PRICES + 2 + group] = s.price[city, RIGHT, group]


@inlined
def write_leader_powers(s: Any, city: Any, row: Any) -> None:
    row[C_EXTRA], row[C_LEADERS_IN_HAND] = s.extra[city], s.n_leader_hand[city]
    row[C_LEADERS] = s.n_recruited[city]
    for k in range(TARGETS):
        row[C_DISCOUNTS + k] = s.fewer[city, k]
    for k in range(EVENTS):
        row[C_BONUSES + k] = clip(s.bonus[city, k])
    row[C_REBATE], row[C_BANK] = clip(s.rebate[city]), clip(s.bank_price[city])
    row[C_FREE_LEADERS], row[C_OFF] = s.free_leaders[city], clip(s.leader_off[city])
    row[C_OFF_BESIDE] = clip(s.leader_off_beside[city])


# ── what a seat knows ────────────────────────────────────────────────────────────────────────────


@jit
def encode(s: Any, t: Any, seat: Any, is_view: Any, rows: Any, cards: Any, out: Any) -> None:
    """Write what a seat knows, but for what it chooses from (`actions`): ``rows`` are those of
    `write_cities`, ``is_view`` says that the record is the seat's view and no game."""
    out[:] = 0
    write_table(s, t, seat, out)
    width = city_width(t)
    for k in range(s.n_cities):
        row = rows[(seat + k) % s.n_cities]
        start = CITIES_AT + k * width
        for j in range(width):
            out[start + j] = row[j]
        write_buildings(s, t, k, (seat + k) % s.n_cities, out)
    n = hand(s, seat, cards)
    out[T_HAND] = n
    for k in range(n):
        out[card_at(t, cards[k]) + IN_HAND] += 1
    if s.move[seat, 0] != 0:
        out[T_PENDING + s.move[seat, 0] - 1] = 1
        if s.move[seat, 1] > 0:
            out[card_at(t, s.move[seat, 1]) + PENDING] = 1
    if s.leaders == 1:
        write_leaders(s, t, seat, is_view, cards, out)
    if s.turn > 1 and s.age > 0 and s.phase != OVER:
        write_memory(s, t, seat, is_view, out)


@inlined
def write_table(s: Any, t: Any, seat: Any, out: Any) -> None:
    """What belongs to nobody."""
    out[T_PHASE + s.phase] = 1
    out[T_AGE + s.age] = 1
    out[T_TURN + s.turn] = 1
    out[T_PLAYERS + s.n_players - 2] = 1
    out[T_LEFTWARDS] = s.age != 2
    out[T_CONTROLLER] = s.n_players == 2 and s.turn > 0 and controller(s) == seat
    out[T_PILE] = clip(s.n_discard)


@inlined
def write_buildings(s: Any, t: Any, k: Any, city: Any, out: Any) -> None:
    """The cards and leaders of a city that is k places to the left."""
    for j in range(s.n_city[city]):
        out[card_at(t, np.int64(s.city[city, j])) + BUILT + k] += 1
    if s.leaders == 1:
        for j in range(s.n_recruited[city]):
            out[card_at(t, np.int64(s.recruited[city, j])) + BUILT + k] += 1


@inlined
def write_leaders(s: Any, t: Any, seat: Any, is_view: Any, cards: Any, out: Any) -> None:
    """The own leaders, and those that were seen in packs."""
    n = leader_hand(s, seat, cards)
    out[T_LEADER_HAND] = n
    for k in range(n):
        out[card_at(t, cards[k]) + IN_HAND] = 1
    for k in range(s.n_courted[seat]):
        out[card_at(t, np.int64(s.courted[seat, k])) + COURTED] = 1
    if s.phase == OVER:
        return
    for row in range(s.n_players):
        for slot in range(LEADER_SLOTS):
            leader = np.int64(s.leader[row, slot])
            if leader > 0:
                fate = np.int64(s.leader_fate[row, slot])
                if not is_view:
                    fate = leader_knowledge(s, seat, np.int64(row), np.int64(slot))
                if fate >= UNSURE_LEADER:
                    out[card_at(t, leader) + UNSURE_AT] = 1


@inlined
def write_memory(s: Any, t: Any, seat: Any, is_view: Any, out: Any) -> None:
    """Cards of this age that the seat has seen in hands that others hold now."""
    age, own = s.age, pack_of(s, seat)
    for number in range(s.n_players):
        pack = np.int64(number)
        if pack == own or sights(s, seat, age, pack, 1) == 0:
            continue
        away = (holder(s, age, pack, s.turn) - seat + s.n_players) % s.n_players
        returns = False
        for turn in range(s.turn + 1, TURNS + 1):
            returns |= holder(s, age, pack, turn) == seat
        places = np.int64(HAND)
        if pack == drawn_pack(s):
            places += min(last_turn(s, age), TURNS)
        for k in range(places):
            place = stack_place(pack, k)
            card = np.int64(s.deck[age - 1, place])
            if card == 0:
                continue
            fate = np.int64(s.fate[age - 1, place])
            if not is_view:
                fate = np.int64(
                    knowledge(s, seat, age, pack, place, 1 if k < HAND else k - HAND + 1)
                )
            if fate == 0 or fate >= UNSURE:
                at = card_at(t, card)
                out[at + (KNOWN_AT + away - 1 if fate == 0 else UNSURE_AT)] += 1
                if returns:
                    out[at + BACK] += 1
