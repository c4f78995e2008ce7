"""The benchmarks of games: figures and the functions that measure them."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import cycle
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

from heptapolis.bots import bot
from heptapolis.bots.mcts import MctsBot
from heptapolis.calibration import KERNEL, MachineFactors
from heptapolis.contract import Game, View
from heptapolis.game import new
from heptapolis.simulation.playouts import playout
from heptapolis.vector import VectorEnv

STORED_FIGURES: dict[str, Any] = json.loads(
    files("heptapolis.terminal").joinpath("stored_figures.json").read_text(encoding="utf-8")
)
SIMULATIONS = 1500  # per decision, in one tree
GAMES_SIDE_BY_SIDE = 8192  # enough to make the cost of the call negligible
# Topics, in the order of the list; within a topic, games keep their order.
GAMES, SEARCH, PLAYOUTS, DECISIONS, START, MEMORY, THREADS, SIDE_BY_SIDE, SERVER, COLD = range(10)
ON_GPU = 10  # only with ``--device cuda``


@dataclass(frozen=True)
class Figure:
    """A measured number with its required and desired values; either higher (``more``) or lower is
    better.

    ``kind`` is the calibration whose factor of the machine scales the number: KERNEL, PYTHON, or ""
    for what does not depend on the speed of the machine. ``stored`` names the source of a figure
    that was not measured in this run.
    """

    what: str
    value: float
    unit: str
    must: float | None = None
    goal: float | None = None
    more: bool = True
    peers: str = ""
    stored: str = ""
    kind: str = ""
    factor: float | None = None  # of the machine, when the number was measured

    def calibrated(self, factors: MachineFactors) -> "Figure":
        """Return the figure with the factor of this machine, unless it has its own."""
        if not self.kind or self.factor is not None:
            return self
        return replace(self, factor=factors.of(self.kind))

    @property
    def scaled(self) -> float:
        """The number that the reference machine would have."""
        if self.factor is None:
            return self.value
        return self.value / self.factor if self.more else self.value * self.factor

    @property
    def verdict(self) -> str:
        """Return "goal", "must" or "missed", by the scaled number; "" without a target."""
        for name, bound in (("goal", self.goal), ("must", self.must)):
            if bound is not None and (self.scaled >= bound if self.more else self.scaled <= bound):
                return name
        return "" if self.must is None else "missed"


@dataclass(frozen=True)
class Benchmark:
    """A measurement of a game, with about ``seconds`` of play."""

    topic: int
    label: str  # status text during the measurement
    measure: Callable[[float], Figure]


def measure_speed(play: Callable[[int, int], object], seconds: float) -> float:
    """Return games per second of processor time for ``play``, which plays games from a seed; the
    median of three runs."""
    speeds = []
    play(10, 0)
    for seed in range(3):
        games, start = 0, process_time()
        while (spent := process_time() - start) < seconds / 3:
            play(200, (seed << 32) + games)
            games += 200
        speeds.append(games / spent)
    return median(speeds)


def measure_side_by_side(
    seconds: float, ruleset: str, seats: int, must: int = 0, goal: int = 0
) -> Figure:
    """Return decisions of games side by side on all cores, the median of five runs.

    Legal actions are equally likely and every array is read once. The targets are per core.
    """
    cores = os.cpu_count() or 1
    env = VectorEnv(ruleset, GAMES_SIDE_BY_SIDE, seats=seats)
    env.step(env.any_actions())
    speeds = []
    with ThreadPoolExecutor(cores) as readers:
        for _ in range(5):
            decisions, start = 0, perf_counter()
            while (spent := perf_counter() - start) < seconds / 5:
                decisions += int(env.to_move.sum())
                env.step(env.any_actions())
                list(readers.map(np.max, _parts(env, cores)))
            speeds.append(decisions / spent)
    env.close()
    table = f"{ruleset}, {seats} seats, all {cores} cores"
    what = f"decisions of {GAMES_SIDE_BY_SIDE:,} games side by side, {table}"
    return Figure(
        what, median(speeds), "/s", must * cores or None, goal * cores or None, kind=KERNEL
    )


def _parts(env: VectorEnv, n: int) -> list[Any]:
    """Split the arrays of an environment into n parts; the large arrays as words of eight bytes."""
    large = [
        array.reshape(-1)[: array.size // 8 * 8].view(np.uint64)
        for array in (env.observations, env.mask)
    ]
    small = [env.to_move, env.seat, env.done, env.rewards, env.outcome, env.sheets, env.facts]
    return [part for array in large for part in np.array_split(array, n)] + small


def measure_decisions(seconds: float, deal: Callable[[int], Game]) -> float:
    """Return microseconds for a view and a submission in random games, without the choice.

    It is the median game, since other processes delay some games.
    """
    rng, player = Random(0), bot("random")
    games: list[tuple[float, int]] = []
    while sum(spent for spent, _ in games) < seconds / 3:
        game, spent, n = deal(len(games)), 0.0, 0
        while not game.is_over:
            seat = game.to_move[0]
            move = player.choose(game.view(seat), rng)
            start = process_time()
            game.view(seat)
            game.submit(seat, move)
            spent += process_time() - start
            n += 1
        games.append((spent, n))
    return median(spent / n for spent, n in games) * 1e6


def measure_search(seconds: float, deal: Callable[[int], Game]) -> float:
    """Measure a single-threaded search in positions of greedy games, early and late ones mixed."""
    rng, searcher = Random(0), MctsBot(SIMULATIONS, threads=1)
    views = _positions(deal)
    searcher.search(views[0], rng)
    spent, simulations = 0.0, 0
    for view in cycle(views):
        start = process_time()
        searcher.search(view, rng)
        spent += process_time() - start
        simulations += SIMULATIONS
        if spent >= seconds:
            break
    return simulations / spent


def measure_playouts(seconds: float, game: str, **options: int) -> Figure:
    """Measure playouts called one at a time from Python, each with its sample, in the same
    positions."""
    rng, views = Random(0), _positions(lambda seed: new(game, seed=seed, **options))
    playout(views[0], rng)
    spent, n = 0.0, 0
    while spent < seconds:
        start = process_time()
        for view in views:
            playout(view, rng)
        spent += process_time() - start
        n += len(views)
    table = f"{game}, {options['seats']} seats" if options else game.capitalize()
    what = f"playout of a view, {table}, real positions"
    return Figure(what, spent / n * 1e6, "µs", 100, None, False, kind=KERNEL)


def _positions(deal: Callable[[int], Game], games: int = 3) -> list[View]:
    """Return the views before every real choice, in a mixed order."""
    rng, player, views = Random(0), bot("greedy"), []
    for seed in range(games):
        game = deal(seed)
        while not game.is_over:
            seat = game.to_move[0]
            view = game.view(seat)
            if len({move.without_payment() for move in view.legal_moves()}) > 1:
                views.append(view)
            game.submit(seat, player.choose(view, rng))
    rng.shuffle(views)
    return views


def measure_cold(*args: str) -> float:
    """Return the seconds that Python takes with an empty compilation cache."""
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        run_python(*args, HEPTAPOLIS_CACHE=folder)
        return perf_counter() - start


def run_python(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *args]
    env = dict(os.environ) | environment
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True)
