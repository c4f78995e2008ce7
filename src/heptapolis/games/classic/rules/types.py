"""Names for arguments of compiled functions of classic (`heptapolis.kernel.types`)."""

from typing import Any, TypeAlias

from heptapolis.kernel.types import Integer

# Records of working memory (`workspace`).
Subsets: TypeAlias = Any  # of the units that a construction lacks
Sampling: TypeAlias = Any  # of a possible game

# Records of players and learning.
QuickTables: TypeAlias = Any  # a catalogue as quick players see it (`quick`)
QuickTablesArray: TypeAlias = Any  # ... of which entries get an array of one
Recall: TypeAlias = Any  # what the seats know of past ages (`recall`)
Recalls: TypeAlias = Any  # ... in each of many games
Lane: TypeAlias = Any  # a simulation under way (`guided`)
Lanes: TypeAlias = Any

# Packed numbers (`fates`, `economy`).
Moment: TypeAlias = Integer  # an age and a turn
Fate: TypeAlias = Integer  # what became of a card or leader
Plan: TypeAlias = Integer  # the coins of a payment: to the bank, to the left, to the right

# Numbers.
Side: TypeAlias = Integer  # LEFT or RIGHT
Sides: TypeAlias = Integer  # of the boards: 0 at random, 1 all A, 2 all B
Pack: TypeAlias = Integer  # of cards that pass from seat to seat
Round: TypeAlias = Integer  # of the draft
Use: TypeAlias = Integer  # of a card
