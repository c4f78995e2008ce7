"""Write a dataset: worker processes play games, this process writes them in order."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

from heptapolis.arena.workers import process_pool
from heptapolis.dataset.folder import DatasetFolder
from heptapolis.dataset.tables import DatasetPlan, play_rows

KERNEL_TASK_GAMES, BOT_TASK_GAMES = (
    100,
    4,
)  # games per task: played by the kernel, and by bots that think
WAITING_TASKS = 3  # finished tasks per process that may wait to be written


def write(folder: DatasetFolder, games: int, workers: int) -> Iterator[int]:
    """Play until a folder has so many games; yield the number in it. On any exit, the finished
    games are written in order."""
    plan = folder.plan
    size = KERNEL_TASK_GAMES if plan.play.is_quick else BOT_TASK_GAMES
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
            if len(running) >= WAITING_TASKS * workers:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
