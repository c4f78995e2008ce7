"""Constants of the rules: phases, kinds of moves, rows of the log, colours.

They are 64 bits wide and not literals: Numba would compile a function anew for each literal.
"""

import numpy as np

from heptapolis.codes import Color, How
from heptapolis.games.duel.codes import DuelHappening, DuelMoveKind, DuelOutcome, DuelPhase

NO_SEAT = np.int64(2)
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
MILITARY, SCIENCE = np.int64(DuelOutcome.MILITARY), np.int64(DuelOutcome.SCIENCE)
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
