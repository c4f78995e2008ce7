"""Benchmarks of Duel."""

from heptapolis.calibration import KERNEL, PYTHON
from heptapolis.game import new
from heptapolis.games.duel.edition import our_duel
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.simulation import run_duel_batch
from heptapolis.terminal import measuring
from heptapolis.terminal.measuring import Benchmark, Figure
from heptapolis.terminal.measuring_gpu import measure_on_gpu


def _duels(seconds: float) -> Figure:
    speed = measuring.measure_speed(lambda n, seed: run_duel_batch(our_duel(), n, seed), seconds)
    peers = "a C++ engine 43,000–46,000, by its own sampler 78,000"
    return Figure(
        "random games, Duel", speed, "games/CPU s", 60_000, 90_000, peers=peers, kind=KERNEL
    )


def _duel_search(seconds: float) -> Figure:
    speed = measuring.measure_search(seconds, lambda seed: new("duel", seed=seed))
    what, peers = (
        "simulations of the search, Duel, real positions",
        "the C++ engine 82,000–97,000",
    )
    return Figure(what, speed, "/CPU s", 100_000, 130_000, peers=peers, kind=KERNEL)


def _duel_decisions(seconds: float) -> Figure:
    each = measuring.measure_decisions(seconds, lambda seed: new("duel", seed=seed))
    return Figure("submit + view, one decision, Duel", each, "µs", 50, 20, False, kind=PYTHON)


def _memory(_seconds: float) -> Figure:
    return Figure("memory of one Duel in a batch", DUEL.itemsize, "bytes", 2048, None, False)


def _cold_compilation(_seconds: float) -> Figure:
    command = "from heptapolis.warm_up import compile_rules; compile_rules('duel')"
    spent = measuring.measure_cold("-c", command)
    return Figure("cold compile of Duel's rules", spent, "s", 20, None, False, kind=PYTHON)


BENCHMARKS = (
    Benchmark(measuring.GAMES, "random games, Duel", _duels),
    Benchmark(measuring.SEARCH, "search, Duel", _duel_search),
    Benchmark(
        measuring.PLAYOUTS,
        "playouts from Python, Duel",
        lambda seconds: measuring.measure_playouts(seconds, "duel"),
    ),
    Benchmark(measuring.DECISIONS, "decisions from Python, Duel", _duel_decisions),
    Benchmark(measuring.MEMORY, "memory, Duel", _memory),
    Benchmark(
        measuring.SIDE_BY_SIDE,
        "games side by side, Duel",
        lambda seconds: measuring.measure_side_by_side(seconds, "duel", 2, 400_000, 750_000),
    ),
    Benchmark(
        measuring.ON_GPU,
        "games side by side on a GPU, Duel",
        lambda seconds: measure_on_gpu(seconds, "duel", 2, 131_072, 60e6),
    ),
    Benchmark(measuring.COLD, "a cold compile of Duel", _cold_compilation),
)
