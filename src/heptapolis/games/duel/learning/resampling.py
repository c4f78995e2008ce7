"""Possible Duels for many seats at once."""

import numpy as np

from heptapolis.games.duel.rules.sight import sample, see
from heptapolis.kernel import entry
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.seeds import game_seed, sow
from heptapolis.kernel.types import Index, Ints, Random, Seed, States, TablesArray, Workspaces


@entry
def sample_rows(
    states: States,
    views: States,
    tables: TablesArray,
    games: Ints,
    seats: Ints,
    first: Index,
    last: Index,
    seed: Seed,
    rng: Random,
    workspaces: Workspaces,
    samples: States,
) -> None:
    """Deal, for rows from ``first`` to ``last``, a game that the seat cannot tell from its own,
    all equally likely; chance is a matter of the seed, the game and the seat. ``views`` has a row
    to work in."""
    i = np.int64(0)
    views, rng = borrow(views), borrow(rng)
    for k in range(first, last):
        game, seat = np.int64(games[k]), np.int64(seats[k])
        see(states, game, seat, views, i, tables)
        sow(rng, game_seed(seed, game, seat))
        sample(views, i, seat, samples, np.int64(k), tables, rng, workspaces)
