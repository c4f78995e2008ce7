"""Possible Duels for many seats at once."""

import numpy as np

from heptapolis.games.duel.rules.sight import sample, see
from heptapolis.kernel import entry
from heptapolis.kernel.batch import Rows
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.seeds import game_seed, sow
from heptapolis.kernel.types import Index, Random, States, TablesArray, Workspaces


@entry
def sample_rows(
    states: States,
    views: States,
    tables: TablesArray,
    rows: Rows,
    first: Index,
    last: Index,
    rng: Random,
    workspaces: Workspaces,
    samples: States,
) -> None:
    """Deal, for rows from ``first`` to ``last``, a game that the seat cannot tell from its own,
    all equally likely. ``views`` has a row to work in."""
    i = np.int64(0)
    views, rng = borrow(views), borrow(rng)
    for k in range(first, last):
        game, seat = np.int64(rows.games[k]), np.int64(rows.seats[k])
        see(states, game, seat, views, i)
        sow(rng, game_seed(rows.seed, game, seat))
        sample(views, i, seat, samples, np.int64(k), tables, rng, workspaces)
