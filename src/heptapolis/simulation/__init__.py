"""Batches of games in the kernel, on one or all cores, without the interpreter's lock.

Every variant that can be simulated has a module; this package has their common parts. `playouts`
plays possible games for what a seat knows.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import numpy as np

from heptapolis.edition import Source
from heptapolis.kernel.batch import PlayedBatch
from heptapolis.move import Move

CHUNK_GAMES = 2000  # games between two reports of progress
PLAYERS = ("random", "greedy")  # the kernel's players; the index is their number there
PLAYERS_STREAM = 0x5EED_91A7E2  # random stream of the players, separate from that of the deal


class QuickPlayers(Protocol):
    """The kernel's players of a variant."""

    def playouts(
        self, view: Any, n: int, players: int, seed: int, move: Move | None
    ) -> tuple[Any, Any]:
        """Return score sheets (game, seat, column) and places (game, seat) of possible games for a
        view's seat, each played to the end; raise InvalidText if no deal agrees with the view."""

    def self_play(
        self, options: Any, catalog: Source, seeds: Any, players: Any, is_traced: bool
    ) -> PlayedBatch:
        """Play games between players given by number (game, seat); seeds deal them as `new`
        does."""

    def endings(self, batch: PlayedBatch, options: Any, catalog: Source) -> tuple[Any, Any]:
        """Return the outcome of each game as a word, and the wonders of each seat (game, seat)."""

    def game(
        self,
        batch: PlayedBatch,
        number: int,
        options: Any,
        catalog: Source,
        seed: int,
        names: Sequence[str] | None,
    ) -> tuple[Any, list[str]]:
        """Return a finished game without its history, and its choices as lines of a record."""


def player_number(name: object) -> int:
    """Return the kernel's number of a player."""
    if name not in PLAYERS:
        raise ValueError(f"players: {' or '.join(PLAYERS)}, got {name!r}")
    return PLAYERS.index(str(name))


def trace_rows(games: int, most: int, width: int, is_traced: bool) -> Any:
    """Return memory for the traces of some games."""
    return np.zeros((games, most if is_traced else 0, width), np.int16)


def split_calls(games: int, players: str, keep: bool) -> Iterator[slice]:
    """Split games into calls of the kernel. Its greedy players swap seats after a call's first
    game, and only the last state of many games is kept, so such games are played one by one."""
    player_number(players)
    size = 1 if keep or players == "greedy" else max(games, 1)
    return (slice(start, start + size) for start in range(0, games, size))


T = TypeVar("T")


def play_chunks(
    play: Callable[[int, int], T], games: int, seed: int, threads: int | None
) -> Iterator[T]:
    """Yield chunks of games played on some threads, in order; each has its own seed."""
    sizes = [min(CHUNK_GAMES, games - start) for start in range(0, games, CHUNK_GAMES)]
    n_threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(n_threads) as pool:
        running: deque[Future[T]] = deque()
        for number, size in enumerate(sizes):
            running.append(pool.submit(play, size, (seed << 32) + number))
            if len(running) > 2 * n_threads:  # bound the memory for finished chunks
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
