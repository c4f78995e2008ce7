"""The rules of the tides, compiled with those of Duel.

Each city begins with a coin more. A blue card brings its city a coin when it is built; at the end
every three coins that came so are a point.
"""

from pathlib import Path
from typing import Any

import numpy as np

from heptapolis.codes import Color
from heptapolis.games.duel.codes import FIRST_WONDER
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.rules.turns import gain
from heptapolis.kernel import jit
from heptapolis.kernel.hooks import RulesPart
from heptapolis.kernel.visibility import PUBLIC, Fields

COLUMN = 10  # of the score sheet
COINS_OF_A_POINT = np.int64(3)
ONE = np.int64(1)
BLUE = np.int64(Color.BLUE)
FIELDS = Fields((PUBLIC, "tide", "i8", (2,)))  # coins that came with blue cards


@jit
def set_up(s: Any, t: Any, log: Any) -> None:
    for seat in range(2):
        s.coins[seat] += ONE


@jit
def receive(s: Any, t: Any, item: Any, log: Any) -> None:
    if item < FIRST_WONDER and t.color[item] == BLUE:
        s.tide[s.seat] += ONE
        gain(s, s.seat, ONE, item, log)


@jit
def score(s: Any, t: Any, seat: Any, sheet: Any) -> None:
    sheet[COLUMN] += s.tide[seat] // COINS_OF_A_POINT


RULES = RulesPart(
    id="tides",
    folder=Path(__file__).parent,
    fields=FIELDS,
    hooks={hooks.set_up: set_up, hooks.receive: receive, hooks.score: score},
    numbers={"column": [COLUMN]},
)
