"""Possible Duels for many seats at once."""

from typing import Any

import numpy as np

from heptapolis.games.duel.rules.sight import sample, see
from heptapolis.kernel import entry
from heptapolis.kernel.borrowing import borrow
from heptapolis.kernel.seeds import game_seed, sow


@entry
def sample_rows(
    states: Any,
    views: Any,
    tables: Any,
    games: Any,
    seats: Any,
    first: Any,
    last: Any,
    seed: Any,
    rng: Any,
    workspaces: Any,
    samples: Any,
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
