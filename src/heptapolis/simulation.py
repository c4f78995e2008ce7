"""Many random games at once: on one core, or on all of them (the kernel lets go of the lock)."""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from heptapolis.classic.game import SIDES
from heptapolis.codes import SEATS
from heptapolis.edition import Edition, Scratch, edition_of
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.playout import simulate as simulate_kernel
from heptapolis.kernel.scoring import COLUMNS
from heptapolis.kernel.state import CLASSIC

CHUNK = 2000  # games between two reports of progress


@dataclass(frozen=True)
class Batch:
    """Results of some games, a row each: sheets (game, seat, column), boards, coins."""

    sheets: Any
    boards: Any
    coins: Any


def run_batch(
    edition: Edition,
    games: int,
    players: int,
    seed: int,
    sides: str = "random",
    leaders: bool = False,
) -> Batch:
    """Random games on the calling thread."""
    room = Scratch()
    empty = records(np.zeros(1, CLASSIC))
    empty["n_players"][0], empty["n_cities"][0] = players, max(3, players)
    empty["leaders"][0] = leaders
    batch = Batch(
        np.zeros((games, SEATS, COLUMNS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros((games, SEATS), np.int64),
    )
    simulate_kernel(
        records(np.zeros(1, CLASSIC)), empty, edition.tables, generator(seed), SIDES[sides],
        room.room, room.work, room.moves, np.zeros((1, 6), np.int64),
        batch.sheets, batch.boards, batch.coins,
    )  # fmt: skip
    return batch


def simulate(
    games: int,
    players: int,
    *,
    leaders: bool = False,
    seed: int = 0,
    sides: str = "random",
    catalog: Any = None,
    threads: int | None = None,
) -> Iterator[Batch]:
    """Random games in chunks, as they are done; the same for a seed on any number of threads."""
    edition = edition_of(catalog, leaders)
    sizes = [min(CHUNK, games - start) for start in range(0, games, CHUNK)]
    n_threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(n_threads) as pool:
        running: deque[Future[Batch]] = deque()
        for number, size in enumerate(sizes):
            chunk_seed = (seed << 32) + number
            running.append(
                pool.submit(run_batch, edition, size, players, chunk_seed, sides, leaders)
            )
            if len(running) > 2 * n_threads:  # no more in memory than keeps the threads busy
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
