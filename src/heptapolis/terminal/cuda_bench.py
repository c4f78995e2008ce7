"""How fast games side by side are on a GPU."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text

from heptapolis.cuda.arrays import zeros
from heptapolis.cuda.results import count_asked
from heptapolis.cuda.toolkit import check_gpu, cuda
from heptapolis.terminal.bench import Figure
from heptapolis.vector import VectorEnv

RUNS = 5


@dataclass(frozen=True)
class Load:
    """Games of one kind that are measured, and what one H200 must reach."""

    ruleset: str
    seats: int
    games: int
    must: float | None = None


LOADS = (
    Load("duel", 2, 16_384),
    Load("duel", 2, 131_072, 18e6),
    Load("classic", 3, 8_192),
    Load("classic", 3, 65_536, 8e6),
    Load("classic", 5, 32_768),
    Load("classic+leaders", 3, 32_768),
    Load("classic+leaders", 5, 32_768),
)


def cuda_figures(seconds: float, out: Console) -> Iterator[Figure]:
    """Yield a figure for each load: legal random actions, observations and masks written."""
    check_gpu()
    for load in LOADS:
        with out.status(Text(f"measuring: {load.ruleset}, {load.seats} seats on {gpu_name()}")):
            yield _measure(load, seconds)


def gpu_name() -> str:
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _measure(load: Load, seconds: float) -> Figure:
    env: Any = VectorEnv(load.ruleset, load.games, seats=load.seats, device="cuda")
    for _ in range(3):
        env.step(env.any_actions())
    speed = median(_decisions_per_second(env, seconds / RUNS) for _ in range(RUNS))
    what = f"decisions of {load.games:,} games side by side, {load.ruleset}, {load.seats} seats"
    return Figure(f"{what}, {gpu_name()}", speed, "/s", load.must)


def _decisions_per_second(env: Any, seconds: float) -> float:
    """Play for some seconds; decisions are counted on the GPU."""
    total = zeros(1, np.int64)
    cuda.synchronize()
    start = perf_counter()
    while perf_counter() - start < seconds:
        count_asked.launch(env.games, env.to_move, total)
        env.step(env.any_actions())
    cuda.synchronize()
    return int(total[0]) / (perf_counter() - start)
