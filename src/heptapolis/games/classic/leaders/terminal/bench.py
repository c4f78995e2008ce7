"""What is measured of classic with leaders."""

from heptapolis.games.classic.terminal.bench import whole_games
from heptapolis.terminal import measuring
from heptapolis.terminal.measuring import Benchmark

BENCHMARKS = (
    Benchmark(
        measuring.GAMES, "random games, leaders",
        lambda seconds: whole_games(seconds, 3, 18_000, 25_000, leaders=True),
    ),
    Benchmark(
        measuring.SIDE_BY_SIDE, "games side by side, leaders",
        lambda seconds: measuring.measure_side_by_side(seconds, "classic+leaders", 3),
    ),
)  # fmt: skip
