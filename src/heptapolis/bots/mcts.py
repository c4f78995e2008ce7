"""Search: thousands of possible games are dealt from what the seat knows and looked into.

A number of simulations is for one tree, so that for a seed the answer is the same on any number of
cores. In a time each thread grows a tree of its own; they know nothing of each other, and what they
found is added up.
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

from heptapolis.bots.search_tree import STEP, SearchTree
from heptapolis.bots.strategy import Strategy, strategy_for
from heptapolis.contract import View
from heptapolis.kernel.tree import EVEN_SHARE
from heptapolis.move import Move

MOST_TREES = 4
SEAT_EDGES, MOST_EDGES = 12, 1_000_000  # that a simulation adds for a seat; in all


@dataclass(frozen=True)
class MoveEstimate:
    """What a search learnt of a move; payments aside, the cheapest stands for all."""

    move: Move
    visits: int
    win: float  # the chance to win, a shared win in parts
    value: float  # what the search went by: winning, and by how much


def check_budget(simulations: Any, ms: Any) -> None:
    """Whole simulations, or a time that ends."""
    is_time = ms is None or (isinstance(ms, Real) and 0 < float(ms) < inf)
    if not is_time or not isinstance(simulations, Integral) or int(simulations) < 1:
        raise ValueError("a search takes at least one simulation, or more than 0 ms")


def tell_budget(simulations: int, ms: float | None) -> str:
    """As it is written when a bot is made."""
    return str(simulations) if ms is None else f"ms={ms:g}"


class MctsBot:
    """Information-set search with simultaneous decisions, by simulations or by milliseconds.

    ``fair`` is the part of an even share of the simulations that every move gets, good or bad.
    ``clock`` tells the seconds by which milliseconds are counted; with `time.thread_time` they are
    those that a core has worked for the thread of a tree. ``least`` simulations a tree gets in any
    time.
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
        self.habits = habits  # ours if None
        self.threads = threads or os.cpu_count() or 1
        self.clock, self.least = clock, least

    def __repr__(self) -> str:
        return f"MctsBot({tell_budget(self.simulations, self.ms)})"

    def prepare(self, view: View) -> None:
        strategy_for(view, "mcts")

    def choose(self, view: View, rng: Random) -> Move:
        choices = list(_choices(strategy_for(view, "mcts"), view).values())
        if not choices:
            raise ValueError("the view's seat is not to move")
        return choices[0] if len(choices) == 1 else self.search(view, rng)[0].move

    def search(
        self, view: View, rng: Random, among: Collection[Move] | None = None
    ) -> list[MoveEstimate]:
        """What is known of every move, or of some alone, the most visited first."""
        strategy = strategy_for(view, "mcts")
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

    def _plant(
        self, strategy: Strategy, view: View, rng: Random, asked_keys: Any
    ) -> list[SearchTree]:
        """Trees that have not grown yet."""
        n_trees = min(MOST_TREES, self.threads) if self.ms else 1
        habits = (strategy.habits if self.habits is None else self.habits).copy()
        habits[EVEN_SHARE] = self.fair
        n_edges = self._n_edges(view.players)
        seeds = [rng.getrandbits(64) for _ in range(n_trees)]
        return [strategy.tree(view, seed, habits, asked_keys, n_edges) for seed in seeds]

    def _n_edges(self, seats: int) -> int:
        """Edges that a tree may need; memory that is never used is never taken."""
        if self.ms:
            return MOST_EDGES
        return min(MOST_EDGES, 1000 + SEAT_EDGES * seats * self.simulations)

    def _grow(self, trees: list[SearchTree]) -> None:
        """All trees by the budget, each on a thread of its own."""

        def grow(tree: SearchTree) -> None:
            if self.ms is None:
                tree.grow(self.simulations)
                return
            deadline = self.clock() + self.ms / 1000  # by the clock of the thread that works here
            grown = 0
            while not grown or grown < self.least or self.clock() < deadline:
                tree.grow(STEP)
                grown += STEP

        if len(trees) == 1:
            grow(trees[0])
            return
        with ThreadPoolExecutor(len(trees)) as pool:
            list(pool.map(grow, trees))


def _estimate(move: Move, visits: float, value: float, wins: float) -> MoveEstimate:
    n = max(visits, 1)
    return MoveEstimate(move, int(visits), wins / n, value / n)


def _choices(strategy: Strategy, view: View) -> dict[int, Move]:
    """The legal moves by key, of those that differ in payment alone the first, the cheapest."""
    choices: dict[int, Move] = {}
    for move in view.legal_moves():
        choices.setdefault(strategy.key(view, move), move)
    return choices
