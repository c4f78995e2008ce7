"""Many random games at once: on one core, or on all of them (the kernel lets go of the lock)."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from heptapolis.classic.game import SIDES
from heptapolis.codes import DUEL_SEATS, SEATS
from heptapolis.duel.game import NEUTRAL_STARTS, Wonders, wonder_sets
from heptapolis.edition import DuelEdition, Edition, Scratch, duel_edition_of, edition_of
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.duel_playout import simulate as simulate_duel_kernel
from heptapolis.kernel.duel_state import DUEL
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

    def chunk(size: int, chunk_seed: int) -> Batch:
        return run_batch(edition, size, players, chunk_seed, sides, leaders)

    return _chunks(chunk, games, seed, threads)


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class DuelBatch:
    """Results of some Duels, a row each: sheets (game, seat, column), ends (Outcome, winner)."""

    sheets: Any
    ends: Any


def run_duel_batch(
    edition: DuelEdition,
    games: int,
    seed: int,
    wonders: Wonders = None,
    neutral_start: str = "last",
) -> DuelBatch:
    """Random Duels on the calling thread."""
    room = Scratch()
    empty = records(np.zeros(1, DUEL))
    empty["neutral_start"][0] = NEUTRAL_STARTS.index(neutral_start)
    batch = DuelBatch(
        np.zeros((games, DUEL_SEATS, COLUMNS), np.int64), np.zeros((games, 2), np.int64)
    )
    simulate_duel_kernel(
        records(np.zeros(1, DUEL)), empty, wonder_sets(wonders, edition), edition.tables,
        generator(seed), room.room, room.duel_moves, np.zeros((1, 6), np.int64),
        batch.sheets, batch.ends,
    )  # fmt: skip
    return batch


def simulate_duel(
    games: int,
    *,
    seed: int = 0,
    wonders: Wonders = None,
    neutral_start: str = "last",
    catalog: Any = None,
    threads: int | None = None,
) -> Iterator[DuelBatch]:
    """Random Duels in chunks, as `simulate` plays classic."""
    edition = duel_edition_of(catalog)

    def chunk(size: int, chunk_seed: int) -> DuelBatch:
        return run_duel_batch(edition, size, chunk_seed, wonders, neutral_start)

    return _chunks(chunk, games, seed, threads)


T = TypeVar("T")


def _chunks(
    play: Callable[[int, int], T], games: int, seed: int, threads: int | None
) -> Iterator[T]:
    """Chunks of games on some threads, in order; each has a seed of its own."""
    sizes = [min(CHUNK, games - start) for start in range(0, games, CHUNK)]
    n_threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(n_threads) as pool:
        running: deque[Future[T]] = deque()
        for number, size in enumerate(sizes):
            running.append(pool.submit(play, size, (seed << 32) + number))
            if len(running) > 2 * n_threads:  # no more in memory than keeps the threads busy
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
