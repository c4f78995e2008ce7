"""The numbers of the rules, which the kernel imports as ``c``.

The codes are as jitted functions take them: 64 bits wide and not literals. Numba would compile a
function anew for every other integer type, and for every literal.
"""

import numpy as np

from heptapolis import codes as shared
from heptapolis.codes import Color, Counted, How, Whose
from heptapolis.games.classic import codes
from heptapolis.games.classic.codes import (
    ClassicCounted,
    Happening,
    MoveKind,
    Phase,
    Special,
    Trigger,
    Use,
)

# Sizes, and where the items of a kind begin
AGES, CARDS, CHAINS, RESOURCES = shared.AGES, shared.CARDS, shared.CHAINS, shared.RESOURCES
COST_UNITS, FIRST_MANUFACTURED = shared.COST_UNITS, shared.FIRST_MANUFACTURED
MAX_COINS = shared.MAX_COINS
SEATS, HAND, PLACES, LOOKS = codes.SEATS, codes.HAND, codes.PLACES, codes.LOOKS
STAGES, EVENTS, TARGETS = codes.STAGES, codes.EVENTS, codes.TARGETS
LEADERS, DRAFT, COURTED = codes.LEADERS, codes.DRAFT, codes.COURTED
LEADER_SLOTS, ITEMS = codes.LEADER_SLOTS, codes.ITEMS
FIRST_LEADER, FIRST_BOARD, FIRST_STAGE = codes.FIRST_LEADER, codes.FIRST_BOARD, codes.FIRST_STAGE

NONE = np.int64(0)

# Kinds of move
BUILD = np.int64(MoveKind.BUILD)
BUILD_FREE = np.int64(MoveKind.BUILD_FREE)
STAGE = np.int64(MoveKind.STAGE)
DISCARD = np.int64(MoveKind.DISCARD)
DIG = np.int64(MoveKind.DIG)
PASS = np.int64(MoveKind.PASS)
KEEP = np.int64(MoveKind.KEEP)
RECRUIT = np.int64(MoveKind.RECRUIT)
COURT = np.int64(MoveKind.COURT)

# Phases
TURN = np.int64(Phase.TURN)
SEVENTH = np.int64(Phase.SEVENTH)
DIGGING = np.int64(Phase.DIG)
OVER = np.int64(Phase.OVER)
DRAFTING = np.int64(Phase.DRAFT)
RECRUITING = np.int64(Phase.RECRUIT)
EXTRA_LEADER = np.int64(Phase.EXTRA_LEADER)
COURTING = np.int64(Phase.COURT)

# The uses of a card, and how it was built
BUILT = np.int64(Use.BUILT)
STAGED = np.int64(Use.STAGED)
DISCARDED = np.int64(Use.DISCARDED)
LEFTOVER = np.int64(Use.LEFTOVER)
HOW_CHAIN = np.int64(How.CHAIN)
HOW_FREE = np.int64(How.FREE)
HOW_PAID = np.int64(How.PAID)
BY_STAGE, BY_LEADER, BY_COPY = 0, 1, 2  # the source of a dig, in the order of digging (L30)

# Colours
GREEN = np.int64(Color.GREEN)
YELLOW = np.int64(Color.YELLOW)
PURPLE = np.int64(Color.PURPLE)
WHITE = np.int64(Color.WHITE)

# Powers as numbers, and as bits of ``powers``
FROM_DISCARD = np.int64(Special.BUILD_FROM_DISCARD)
BANK_PURCHASE = np.int64(Special.BANK_PURCHASE)
TRADE_REBATE = np.int64(Special.TRADE_REBATE)
FREE_LEADERS = np.int64(Special.FREE_LEADERS)
LEADER_DISCOUNT = np.int64(Special.LEADER_DISCOUNT)
DRAW_LEADERS = np.int64(Special.DRAW_LEADERS)
RECRUIT_EXTRA = np.int64(Special.RECRUIT_EXTRA_LEADER)
COPY_LEADER = np.int64(Special.COPY_NEIGHBOUR_LEADER)
FREE_BUILD = 1 << np.int64(Special.FREE_BUILD_PER_AGE)
PLAY_LAST = 1 << np.int64(Special.PLAY_LAST_CARD)
COPY_GUILD = 1 << np.int64(Special.COPY_GUILD)
FREE_GUILDS = 1 << np.int64(Special.FREE_GUILDS)
REDIRECT_DEFEATS = 1 << np.int64(Special.REDIRECT_DEFEAT_TOKENS)

# What is counted, where, and the events that pay coins
COUNT_COINS = np.int64(Counted.COINS)
COUNT_DEFEAT_TOKEN = np.int64(ClassicCounted.DEFEAT_TOKEN)
COUNT_SCIENCE_SET = np.int64(ClassicCounted.SCIENCE_SET)
COUNT_VICTORY_TOKEN = np.int64(ClassicCounted.VICTORY_TOKEN)
COUNT_WONDER_STAGE = np.int64(ClassicCounted.WONDER_STAGE)
WHOSE_LEFT = np.int64(Whose.LEFT)
WHOSE_RIGHT = np.int64(Whose.RIGHT)
WHOSE_SELF = np.int64(Whose.SELF)
ON_VICTORY = np.int64(Trigger.VICTORY_TOKEN_GAINED)
ON_YELLOW = np.int64(Trigger.BUILD_YELLOW)
ON_CHAIN = np.int64(Trigger.BUILD_BY_CHAIN)

# Rows of the log
LOG_BUILT = np.int64(Happening.BUILT)
LOG_COURTED = np.int64(Happening.COURTED)
LOG_DISCARDED = np.int64(Happening.DISCARDED)
LOG_DUG = np.int64(Happening.DUG)
LOG_GAINED = np.int64(Happening.GAINED)
LOG_KEPT = np.int64(Happening.KEPT)
LOG_PAID = np.int64(Happening.PAID)
LOG_PASSED = np.int64(Happening.PASSED)
LOG_RECRUITED = np.int64(Happening.RECRUITED)
LOG_STAGED = np.int64(Happening.STAGED)
LOG_WAR = np.int64(Happening.WAR)
