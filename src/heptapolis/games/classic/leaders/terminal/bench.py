"""Benchmarks of classic with leaders."""

from heptapolis.games.classic.terminal.bench import whole_games
from heptapolis.terminal import measuring
from heptapolis.terminal.measuring import Benchmark
from heptapolis.terminal.measuring_gpu import measure_on_gpu

BENCHMARKS = (
    Benchmark(
        measuring.GAMES,
        "random games, leaders",
        lambda seconds: whole_games(seconds, 3, 18_000, 25_000, expansions={"leaders"}),
    ),
    Benchmark(
        measuring.SIDE_BY_SIDE,
        "games side by side, leaders",
        lambda seconds: measuring.measure_side_by_side(seconds, "classic+leaders", 3),
    ),
    Benchmark(
        measuring.ON_GPU,
        "games side by side on a GPU, leaders",
        lambda seconds: measure_on_gpu(seconds, "classic+leaders", 3, 32_768, 15e6),
    ),
    Benchmark(
        measuring.ON_GPU,
        "games side by side on a GPU, leaders, 5 seats",
        lambda seconds: measure_on_gpu(seconds, "classic+leaders", 5, 32_768),
    ),
)
