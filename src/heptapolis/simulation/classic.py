"""Many games of classic."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from heptapolis.classic.edition import ClassicEdition, Scratch, edition_of
from heptapolis.classic.engine import empty_states
from heptapolis.classic.options import SIDES
from heptapolis.codes import SEATS
from heptapolis.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.classic import greedy, playout
from heptapolis.kernel.classic.state import CLASSIC
from heptapolis.kernel.classic.workspace import COLUMNS
from heptapolis.simulation import chunks, parts


@dataclass(frozen=True)
class Batch:
    """Results of some games, a row each: sheets (game, seat, column), boards, coins, and the states
    that the games ended in, if they are kept."""

    sheets: Any
    boards: Any
    coins: Any
    finals: Any


def run_batch(
    edition: ClassicEdition,
    games: int,
    seats: int,
    seed: int,
    sides: str = "random",
    leaders: bool = False,
    players: str = "random",
    keep: bool = False,
) -> Batch:
    """Games on the calling thread; ``keep`` their last states."""
    workspaces, rng = Scratch().workspaces, generator(seed)
    states, empty = records(np.zeros(1, CLASSIC)), empty_states(seats, leaders)
    weights = np.tile(CLASSIC_WEIGHTS, (seats, 1))
    batch = Batch(
        np.zeros((games, SEATS, COLUMNS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros(games if keep else 0, CLASSIC),
    )
    for part in parts(games, players, keep):
        rows = batch.sheets[part], batch.boards[part], batch.coins[part]
        if players == "greedy":
            greedy.contest(
                states, empty, edition.tables, weights, rng, SIDES.index(sides), workspaces,
                *rows,
            )  # fmt: skip
        else:
            playout.simulate(
                states, empty, edition.tables, rng, SIDES.index(sides), workspaces, *rows
            )
        if keep:
            batch.finals[part] = states
    return batch


def simulate(
    games: int,
    seats: int,
    *,
    leaders: bool = False,
    seed: int = 0,
    sides: str = "random",
    catalog: Any = None,
    threads: int | None = None,
    players: str = "random",
    keep: bool = False,
) -> Iterator[Batch]:
    """Games in chunks, as they are done; the same for a seed on any number of threads."""
    edition = edition_of(catalog, leaders)

    def chunk(size: int, chunk_seed: int) -> Batch:
        return run_batch(edition, size, seats, chunk_seed, sides, leaders, players, keep)

    return chunks(chunk, games, seed, threads)
