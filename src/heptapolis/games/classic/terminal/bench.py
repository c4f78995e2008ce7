"""Benchmarks of classic."""

import os
from collections.abc import Collection
from statistics import median
from time import perf_counter

from heptapolis.calibration import KERNEL, PYTHON
from heptapolis.game import new
from heptapolis.games.classic.edition import ours
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.simulation import run_batch, simulate
from heptapolis.simulation import CHUNK_GAMES
from heptapolis.terminal import measuring
from heptapolis.terminal.measuring import Benchmark, Figure
from heptapolis.terminal.measuring_gpu import measure_on_gpu

FIRST_MOVE = """
from time import perf_counter, process_time
from typing import Any
start = perf_counter()
import heptapolis as hp
hp.new("classic", seats=3, seed=1).legal_moves(0)
print(perf_counter() - start)
"""


def _games_per_second(seconds: float, players: int, expansions: Collection[str] = ()) -> float:
    """Measure whole random games on one thread."""
    edition = ours(expansions)
    return measuring.measure_speed(
        lambda n, seed: run_batch(edition, n, players, seed, expansions=expansions), seconds
    )


def whole_games(
    seconds: float,
    players: int,
    must: float | None = None,
    goal: float | None = None,
    peers: str = "",
    *,
    expansions: Collection[str] = (),
) -> Figure:
    what = f"random games, {', '.join(sorted(expansions)) or 'classic'}, {players} seats"
    speed = _games_per_second(seconds, players, expansions)
    return Figure(what, speed, "games/CPU s", must, goal, peers=peers, kind=KERNEL)


def _threads(seconds: float) -> Figure:
    """Measure the speed of all cores against one; the median of three runs."""
    cores = os.cpu_count() or 1
    chunks = int(_games_per_second(seconds / 3, 3) * seconds / CHUNK_GAMES) // (2 * cores)
    games = max(1, chunks) * cores * CHUNK_GAMES

    def speed(threads: int) -> float:
        start = perf_counter()
        for _ in simulate(games, 3, threads=threads):
            pass
        return games / (perf_counter() - start)

    factor = median(speed(cores) / speed(1) for _ in range(3))
    return Figure(f"all {cores} cores against one", factor, "times", round(0.9 * cores, 1))


def _decisions(seconds: float) -> Figure:
    each = measuring.measure_decisions(seconds, lambda seed: new(seats=3, seed=seed))
    return Figure("submit + view, one decision, classic", each, "µs", 50, 20, False, kind=PYTHON)


def _search(seconds: float) -> Figure:
    speed = measuring.measure_search(seconds, lambda seed: new(seats=3, seed=seed))
    what = "simulations of the search, classic, 3 seats, real positions"
    return Figure(what, speed, "/CPU s", kind=KERNEL)


def _memory(_seconds: float) -> Figure:
    return Figure("memory of one game in a batch", CLASSIC.itemsize, "bytes", 4096, None, False)


def _first_move(seconds: float) -> Figure:
    """Measure a first move in a fresh interpreter with a warm cache; the median."""
    times = 3 if seconds >= 1 else 1
    runs = [float(measuring.run_python("-c", FIRST_MOVE).stdout) for _ in range(times)]
    return Figure("import to first legal move", median(runs), "s", 1.2, 0.7, False, kind=PYTHON)


BENCHMARKS = (
    Benchmark(measuring.GAMES, "random games, 2 seats", lambda seconds: whole_games(seconds, 2)),
    Benchmark(
        measuring.GAMES,
        "random games, 3 seats",
        lambda seconds: whole_games(seconds, 3, 30_000, 40_000, "TAG (Java) 1,115–1,270"),
    ),
    Benchmark(
        measuring.GAMES,
        "random games, 7 seats",
        lambda seconds: whole_games(seconds, 7, 13_000, 18_000, "TAG (Java) 485–490"),
    ),
    Benchmark(measuring.SEARCH, "search", _search),
    Benchmark(
        measuring.PLAYOUTS,
        "playouts from Python",
        lambda seconds: measuring.measure_playouts(seconds, "classic", seats=3),
    ),
    Benchmark(
        measuring.PLAYOUTS,
        "playouts from Python, 7 seats",
        lambda seconds: measuring.measure_playouts(seconds, "classic", seats=7),
    ),
    Benchmark(measuring.DECISIONS, "decisions from Python", _decisions),
    Benchmark(measuring.START, "first legal move", _first_move),
    Benchmark(measuring.MEMORY, "memory", _memory),
    Benchmark(measuring.THREADS, "threads", _threads),
    Benchmark(
        measuring.SIDE_BY_SIDE,
        "games side by side",
        lambda seconds: measuring.measure_side_by_side(seconds, "classic", 3, 150_000, 300_000),
    ),
    Benchmark(
        measuring.SIDE_BY_SIDE,
        "games side by side, 5 seats",
        lambda seconds: measuring.measure_side_by_side(seconds, "classic", 5),
    ),
    Benchmark(
        measuring.ON_GPU,
        "games side by side on a GPU",
        lambda seconds: measure_on_gpu(seconds, "classic", 3, 65_536, 25e6),
    ),
    Benchmark(
        measuring.ON_GPU,
        "games side by side on a GPU, 5 seats",
        lambda seconds: measure_on_gpu(seconds, "classic", 5, 32_768),
    ),
)
