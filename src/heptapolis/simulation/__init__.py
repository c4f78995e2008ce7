"""Many games at once: on one core, or on all of them (the kernel lets go of the lock).

Every variant that can be simulated has a module here; what they share is this.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

CHUNK = 2000  # games between two reports of progress
PLAYERS = ("random", "greedy")


def parts(games: int, players: str, keep: bool) -> Iterator[slice]:
    """What the kernel plays in one call. Its greedy players change seats after a call's first game,
    and of many games only the last one's state is left: so those are played one by one."""
    if players not in PLAYERS:
        raise ValueError(f"players: {' or '.join(PLAYERS)}, got {players!r}")
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
