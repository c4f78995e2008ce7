"""Making a dataset: games are played by some processes, and written in order by this one."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

from heptapolis.arena.workers import process_pool
from heptapolis.dataset.folder import DatasetFolder
from heptapolis.dataset.tables import DatasetPlan, play_rows

QUICK, SLOW = 100, 4  # games of one piece of work: the kernel's, and those of bots that think
AHEAD = 3  # pieces of work for each process that may wait to be written


def write(folder: DatasetFolder, games: int, workers: int) -> Iterator[int]:
    """Play until a folder has so many games; tells how many it has. However it ends, what has come
    in order is written."""
    plan = folder.plan
    size = QUICK if plan.play.is_quick else SLOW
    pieces = [range(n, min(n + size, games)) for n in range(folder.games, games, size)]
    try:
        for tables in _in_order(plan, pieces, workers):
            folder.add(tables)
            yield folder.games
    finally:
        folder.close()


def _in_order(plan: DatasetPlan, pieces: list[range], workers: int) -> Iterator[dict[str, Any]]:
    if workers == 1 or len(pieces) == 1:
        yield from (play_rows(plan, piece) for piece in pieces)
        return
    running: deque[Future[dict[str, Any]]] = deque()
    with process_pool(min(workers, len(pieces))) as pool:
        for piece in pieces:
            running.append(pool.submit(play_rows, plan, piece))
            if len(running) >= AHEAD * workers:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
