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
Workspace: TypeAlias = Any  # working memory of one thread
Workspaces: TypeAlias = Any  # ... of which entries get an array of one
Log: TypeAlias = Any  # what happened in a move (`rows`)

# Arrays of numbers.
Array: TypeAlias = npt.NDArray[Any]
Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Flags: TypeAlias = npt.NDArray[np.bool_]
Random: TypeAlias = Any  # the state of our generator (`chance`)

# Numbers.
Seat: TypeAlias = int  # 0 is the first
City: TypeAlias = int  # a row of the state
Card: TypeAlias = int  # 0 is no card; counts from 1, as all items do
Kind: TypeAlias = int  # of a move
Coins: TypeAlias = int
Bits: TypeAlias = int  # a set, one bit an element
