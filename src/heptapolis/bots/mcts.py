"""Tree search over thousands of possible games, dealt from what the seat knows.

A number of simulations applies to one tree, so a seed gives the same answer on any number of cores.
With a time limit, each thread grows an independent tree, and their counts are added.
"""

import os
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from numbers import Integral, Real
from random import Random
from typing import Any

import numpy as np

from heptapolis.bots.search_tree import Tree
from heptapolis.bots.strategy import Strategy, strategy_for
from heptapolis.contract import View
from heptapolis.kernel.tree import EVEN_SHARE
from heptapolis.move import Move

MAX_TREES = 4
EDGES_PER_SEAT, MAX_EDGES = (
    12,
    1_000_000,
)  # edges that a simulation adds per seat; capacity of a tree


@dataclass(frozen=True)
class MoveEstimate:
    """The statistics of a move; the cheapest payment stands for all of them."""

    move: Move
    visits: int
    win: float  # the chance to win; a shared win counts in parts
    value: float  # the value that the search maximises: winning, and the margin


def check_budget(simulations: Any, ms: Any) -> None:
    """Raise ValueError unless the budget is at least one simulation or a finite time above 0."""
    is_time = ms is None or (isinstance(ms, Real) and 0 < float(ms) < inf)
    if not is_time or not isinstance(simulations, Integral) or int(simulations) < 1:
        raise ValueError("a search takes at least one simulation, or more than 0 ms")


def format_budget(simulations: int, ms: float | None) -> str:
    """Return the budget as an argument of the bot's constructor."""
    return str(simulations) if ms is None else f"ms={ms:g}"


class MctsBot:
    """Information-set search with simultaneous decisions, by simulations or by milliseconds.

    ``fair`` is the part of an even share of the simulations that every move gets. ``clock`` returns
    the seconds that a limit in milliseconds counts; with `time.thread_time` that is the CPU time of
    a tree's thread. ``least`` is the minimum of simulations per tree within any time.
    """

    def __init__(
        self,
        simulations: int = 1000,
        *,
        ms: float | None = None,
        fair: float = 0.0,
        threads: int | None = None,
        habits: Any = None,
        clock: Callable[[], float] = time.monotonic,
        least: int = 0,
    ) -> None:
        check_budget(simulations, ms)
        self.simulations, self.ms, self.fair = simulations, ms, fair
        self.habits = habits  # None: the tuned ones of the game
        self.threads = threads or os.cpu_count() or 1
        self.clock, self.least = clock, least

    def __repr__(self) -> str:
        return f"MctsBot({format_budget(self.simulations, self.ms)})"

    def choose(self, view: View, rng: Random) -> Move:
        choices = list(_choices(strategy_for(view), view).values())
        if not choices:
            raise ValueError("the view's seat is not to move")
        return choices[0] if len(choices) == 1 else self.search(view, rng)[0].move

    def search(
        self, view: View, rng: Random, among: Collection[Move] | None = None
    ) -> list[MoveEstimate]:
        """Return the statistics of every move, or of the moves ``among``, the most visited
        first."""
        strategy = strategy_for(view)
        choices = _choices(strategy, view)
        if among is not None:
            asked = {move.without_payment() for move in among}
            choices = {k: move for k, move in choices.items() if move.without_payment() in asked}
        if not choices:
            return []
        asked_keys = np.array([] if among is None else list(choices), np.int64)
        trees = self._plant(strategy, view, rng, asked_keys)
        self._grow(trees)
        sums: dict[int, Any] = {key: np.zeros(3) for key in choices}
        for tree in trees:
            for key, facts in tree.facts():
                sums[key] += facts
        estimates = [_estimate(move, *sums[key].tolist()) for key, move in choices.items()]
        return sorted(estimates, key=lambda one: (-one.visits, -one.value))

    def _plant(self, strategy: Strategy, view: View, rng: Random, asked_keys: Any) -> list[Tree]:
        """Return new trees with the root only."""
        n_trees = min(MAX_TREES, self.threads) if self.ms else 1
        habits = (strategy.habits if self.habits is None else self.habits).copy()
        habits[EVEN_SHARE] = self.fair
        n_edges = self._n_edges(view.players)
        seeds = [rng.getrandbits(64) for _ in range(n_trees)]
        return [strategy.tree(view, seed, habits, asked_keys, n_edges) for seed in seeds]

    def _n_edges(self, seats: int) -> int:
        """Return the capacity of a tree; the system allocates pages only when they are used."""
        if self.ms:
            return MAX_EDGES
        return min(MAX_EDGES, 1000 + EDGES_PER_SEAT * seats * self.simulations)

    def _grow(self, trees: list[Tree]) -> None:
        """Grow all trees by the budget, each in its own thread."""

        def grow(tree: Tree) -> None:
            if self.ms is None:
                tree.grow(self.simulations)
                return
            # read in the worker's thread: the clock may count its CPU time
            deadline = self.clock() + self.ms / 1000
            grown = 0
            while not grown or grown < self.least or self.clock() < deadline:
                tree.grow(tree.step)
                grown += tree.step

        if len(trees) == 1:
            grow(trees[0])
            return
        with ThreadPoolExecutor(len(trees)) as pool:
            list(pool.map(grow, trees))


def _estimate(move: Move, visits: float, value: float, wins: float) -> MoveEstimate:
    n = max(visits, 1)
    return MoveEstimate(move, int(visits), wins / n, value / n)


def _choices(strategy: Strategy, view: View) -> dict[int, Move]:
    """Return the legal moves by key; the cheapest payment stands for all of them."""
    choices: dict[int, Move] = {}
    for move in view.legal_moves():
        choices.setdefault(strategy.key(view, move), move)
    return choices
