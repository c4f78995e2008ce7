"""Many games at once: on one core, or on all of them (the kernel lets go of the lock)."""

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
from heptapolis.edition import (
    DuelEdition,
    Edition,
    Scratch,
    duel_edition_of,
    edition_of,
)
from heptapolis.greedy_weights import CLASSIC_WEIGHTS, DUEL_WEIGHTS
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.classic import greedy, playout
from heptapolis.kernel.classic.scoring import COLUMNS
from heptapolis.kernel.classic.state import CLASSIC
from heptapolis.kernel.duel import greedy as duel_greedy
from heptapolis.kernel.duel import playout as duel_playout
from heptapolis.kernel.duel.state import DUEL

CHUNK = 2000  # games between two reports of progress
PLAYERS = ("random", "greedy")


@dataclass(frozen=True)
class Batch:
    """Results of some games, a row each: sheets (game, seat, column), boards, coins, and the states
    that the games ended in, if they are kept."""

    sheets: Any
    boards: Any
    coins: Any
    finals: Any


def run_batch(
    edition: Edition,
    games: int,
    seats: int,
    seed: int,
    sides: str = "random",
    leaders: bool = False,
    players: str = "random",
    keep: bool = False,
) -> Batch:
    """Games on the calling thread; ``keep`` their last states."""
    room, rng, log = Scratch(), generator(seed), np.zeros((1, 6), np.int64)
    states, empty = records(np.zeros(1, CLASSIC)), records(np.zeros(1, CLASSIC))
    empty["n_players"][0], empty["n_cities"][0] = seats, max(3, seats)
    empty["leaders"][0] = leaders
    weights = np.tile(CLASSIC_WEIGHTS, (seats, 1))
    batch = Batch(
        np.zeros((games, SEATS, COLUMNS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros((games, SEATS), np.int64),
        np.zeros(games if keep else 0, CLASSIC),
    )
    for part in _parts(games, players, keep):
        rows = batch.sheets[part], batch.boards[part], batch.coins[part]
        if players == "greedy":
            greedy.contest(
                states, empty, edition.tables, weights, rng, SIDES[sides], room.room, room.work,
                room.moves, room.values, log, *rows,
            )  # fmt: skip
        else:
            playout.simulate(
                states, empty, edition.tables, rng, SIDES[sides], room.room, room.work,
                room.moves, log, *rows,
            )  # fmt: skip
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

    return _chunks(chunk, games, seed, threads)


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class DuelBatch:
    """Results of some Duels, a row each: sheets (game, seat, column), ends (Outcome, winner), and
    the states that they ended in, if they are kept. Seat 0 is the first player."""

    sheets: Any
    ends: Any
    finals: Any


def run_duel_batch(
    edition: DuelEdition,
    games: int,
    seed: int,
    wonders: Wonders = None,
    neutral_start: str = "last",
    players: str = "random",
    keep: bool = False,
) -> DuelBatch:
    """Duels on the calling thread; ``keep`` their last states."""
    room, rng, log = Scratch(), generator(seed), np.zeros((1, 6), np.int64)
    states, empty = records(np.zeros(4, DUEL)), records(np.zeros(1, DUEL))
    empty["neutral_start"][0] = NEUTRAL_STARTS.index(neutral_start)
    sets, weights = wonder_sets(wonders, edition), np.tile(DUEL_WEIGHTS, (DUEL_SEATS, 1))
    batch = DuelBatch(
        np.zeros((games, DUEL_SEATS, COLUMNS), np.int64),
        np.zeros((games, 2), np.int64),
        np.zeros(games if keep else 0, DUEL),
    )
    for part in _parts(games, players, keep):
        rows = batch.sheets[part], batch.ends[part]
        if players == "greedy":
            states[:1] = empty
            duel_greedy.contest(
                states, edition.tables, sets, weights, rng, room.room, room.duel_moves,
                room.values, log, *rows,
            )  # fmt: skip
        else:
            duel_playout.simulate(
                states, empty, sets, edition.tables, rng, room.room, room.duel_moves, log, *rows
            )
        if keep:
            batch.finals[part] = states[:1]
    return batch


def simulate_duel(
    games: int,
    *,
    seed: int = 0,
    wonders: Wonders = None,
    neutral_start: str = "last",
    catalog: Any = None,
    threads: int | None = None,
    players: str = "random",
    keep: bool = False,
) -> Iterator[DuelBatch]:
    """Duels in chunks, as `simulate` plays classic."""
    edition = duel_edition_of(catalog)

    def chunk(size: int, chunk_seed: int) -> DuelBatch:
        return run_duel_batch(edition, size, chunk_seed, wonders, neutral_start, players, keep)

    return _chunks(chunk, games, seed, threads)


def _parts(games: int, players: str, keep: bool) -> Iterator[slice]:
    """What the kernel plays in one call. Its greedy players change seats after a call's first game,
    and of many games only the last one's state is left: so those are played one by one."""
    if players not in PLAYERS:
        raise ValueError(f"players: {' or '.join(PLAYERS)}, got {players!r}")
    size = 1 if keep or players == "greedy" else max(games, 1)
    return (slice(start, start + size) for start in range(0, games, size))


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
