"""The numbers that the omens take among those of Duel."""

from heptapolis.codes import DUEL_ITEMS

OMENS = 6
FIRST_OMEN = DUEL_ITEMS
LOOK = 2  # omens that a seat looks at, at a time
DRAWS = OMENS // LOOK
PHASE = 8
KIND = 9  # of a move: foresee
FORESEEN = 14  # a row of the log: omen
COLUMN = 9  # of the score sheet
