"""The numbers that the omens take among those of Duel."""

from heptapolis.games.duel.codes import DUEL_ITEMS

OMENS = 8  # at most
FIRST_OMEN = DUEL_ITEMS
LOOKS = 4  # through the omens, at most
PHASE = 8
KIND = 9  # of a move: foresee
FORESEEN = 14  # a row of the log: omen
COLUMN = 9  # of the score sheet
