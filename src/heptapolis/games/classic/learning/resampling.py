"""Possible games of classic for many seats at once."""

import numpy as np

from heptapolis.games.classic.rules.sampling import recall_piles, redeal
from heptapolis.games.classic.rules.sight import see
from heptapolis.kernel import entry
from heptapolis.kernel.batch import Rows
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.seeds import game_seed, sow
from heptapolis.kernel.types import Index, Ints, Random, States, TablesArray, Workspaces


@entry
def sample_rows(
    states: States,
    views: States,
    tables: TablesArray,
    rows: Rows,
    first: Index,
    last: Index,
    rng: Random,
    piles: Ints,
    workspaces: Workspaces,
    samples: States,
) -> None:
    """Deal, for rows from ``first`` to ``last``, a game that the seat cannot tell from its own,
    all equally likely. ``views`` has a row to work in."""
    i = np.int64(0)
    views, rng, piles = borrow(views), borrow(rng), borrow(piles)
    t, work = tables[0], workspaces[0].sampling
    for k in range(first, last):
        game, seat = np.int64(rows.games[k]), np.int64(rows.seats[k])
        see(states, game, seat, views, i)
        recall_piles(states[game], seat, piles)
        sow(rng, game_seed(rows.seed, game, seat))
        samples[k] = views[i]
        redeal(views[i], samples[k], t, seat, piles, rng, work)
