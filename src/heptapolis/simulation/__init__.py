"""Many games at once: on one core, or on all of them (the kernel lets go of the lock).

Every variant that can be simulated has a module here; what they share is this. `playouts` play
possible games for what a seat knows.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np

from heptapolis.edition import Source
from heptapolis.move import Move

CHUNK = 2000  # games between two reports of progress
PLAYERS = ("random", "greedy")  # whom the kernel knows; by their numbers there
PLAYERS_STREAM = 0x5EED_91A7E2  # the players' chance is not the deal's


@dataclass(frozen=True)
class PlayedBatch:
    """Games that the kernel has played, a row each: sheets (game, seat, column), places, traces of
    every choice as far as they were wanted, and the states that they ended in."""

    sheets: Any
    places: Any
    traces: Any
    lengths: Any
    finals: Any


class QuickPlayers(Protocol):
    """The kernel's own players of a variant."""

    def playouts(
        self, view: Any, n: int, players: int, seed: int, move: Move | None
    ) -> tuple[Any, Any]:
        """Score sheets (game, seat, column) and places (game, seat) of possible games for what a
        view's seat knows, each played on to the end; InvalidText if no deal agrees with it."""

    def self_play(
        self, options: Any, catalog: Source, seeds: Any, players: Any, is_traced: bool
    ) -> PlayedBatch:
        """Whole games between players of numbers (game, seat); seeds deal them as `new` does."""

    def endings(self, batch: PlayedBatch, options: Any, catalog: Source) -> tuple[Any, Any]:
        """How each game ended, in a word, and the wonders of each seat (game, seat)."""

    def game(
        self, batch: PlayedBatch, number: int, options: Any, catalog: Source, seed: int,
        names: Sequence[str] | None,
    ) -> tuple[Any, list[str]]:  # fmt: skip
        """A game as it ended, which has forgotten how; and its choices as a record writes them."""


def player_number(name: object) -> int:
    """The kernel's number of a player."""
    if name not in PLAYERS:
        raise ValueError(f"players: {' or '.join(PLAYERS)}, got {name!r}")
    return PLAYERS.index(str(name))


def trace_rows(games: int, most: int, width: int, is_traced: bool) -> Any:
    """Memory for the choices of some games."""
    return np.zeros((games, most if is_traced else 0, width), np.int16)


def parts(games: int, players: str, keep: bool) -> Iterator[slice]:
    """What the kernel plays in one call. Its greedy players change seats after a call's first game,
    and of many games only the last one's state is left: so those are played one by one."""
    player_number(players)
    size = 1 if keep or players == "greedy" else max(games, 1)
    return (slice(start, start + size) for start in range(0, games, size))


T = TypeVar("T")


def chunks(
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
