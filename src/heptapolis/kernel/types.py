"""Names for the arguments of compiled functions.

Numba infers the real types from the values; these names tell the reader, and the editor, what a
parameter holds. A record's fields are attributes that type checkers cannot know, so records are
``Any`` under a name. Games add names of their own in ``rules/types.py``.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

# Records and arrays of records.
State: TypeAlias = Any  # one game
States: TypeAlias = Any  # an array of games
Tables: TypeAlias = Any  # the cards as dense arrays
TablesArray: TypeAlias = Any  # ... of which entries get an array of one
Workspace: TypeAlias = Any  # working memory of one thread
Workspaces: TypeAlias = Any  # ... of which entries get an array of one
Log: TypeAlias = Any  # what happened in a move (`rows`)
Edges: TypeAlias = Any  # the moves in the trees of a search (`tree`)
Node: TypeAlias = Any  # a decision in the graph of a search (`guided`)
Nodes: TypeAlias = Any
Branch: TypeAlias = Any  # ... and an action in it
Branches: TypeAlias = Any

# Arrays of numbers.
Array: TypeAlias = npt.NDArray[Any]
Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Flags: TypeAlias = npt.NDArray[np.bool_]
Random: TypeAlias = npt.NDArray[np.uint64]  # the state of our generator (`chance`)

# Numbers. Python passes its own, compiled functions those of 64 bits.
Integer: TypeAlias = int | np.integer[Any]
Real: TypeAlias = float | np.floating[Any] | Integer
Flag: TypeAlias = bool | np.bool_
Seat: TypeAlias = Integer  # 0 is the first
City: TypeAlias = Integer  # a row of the state; that of a seat has its number
Item: TypeAlias = Integer  # a card or another thing with a row in the tables; 0 is none
Card: TypeAlias = Integer  # the item of a card
Resource: TypeAlias = Integer
Age: TypeAlias = Integer
Turn: TypeAlias = Integer
Kind: TypeAlias = Integer  # of a move
Coins: TypeAlias = Integer
Count: TypeAlias = Integer
Index: TypeAlias = Integer  # of a row, a column, a place
Bits: TypeAlias = Integer  # a set, one bit an element
Seed: TypeAlias = np.uint64
