"""The speed of games side by side on a GPU."""

from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from heptapolis.cuda.arrays import zeros
from heptapolis.cuda.results import count_asked
from heptapolis.cuda.toolkit import cuda, gpu_name
from heptapolis.terminal.measuring import Figure
from heptapolis.vector import VectorEnv

N_RUNS = 5


def measure_on_gpu(
    seconds: float, ruleset: str, seats: int, games: int, must: float | None = None
) -> Figure:
    """Return decisions of games side by side on the GPU, the median of five runs.

    Legal actions are random; observations and masks are written. The targets are for an H200.
    """
    env: Any = VectorEnv(ruleset, games, seats=seats, device="cuda")
    for _ in range(3):
        env.step(env.any_actions())
    speed = median(_decisions_per_second(env, seconds / N_RUNS) for _ in range(N_RUNS))
    what = f"decisions of {games:,} games side by side, {ruleset}, {seats} seats, {gpu_name()}"
    return Figure(what, speed, "/s", must)


def _decisions_per_second(env: Any, seconds: float) -> float:
    """Play for some seconds, counting the decisions on the GPU."""
    total = zeros(1, np.int64)
    cuda.synchronize()
    start = perf_counter()
    while perf_counter() - start < seconds:
        count_asked.launch(env.games, env.to_move, total)
        env.step(env.any_actions())
    cuda.synchronize()
    return int(total[0]) / (perf_counter() - start)
