"""Search: thousands of possible games are dealt from what the seat knows and played to the end.

A search grows several trees that know nothing of each other and adds up what they found. How many
there are follows from the budget alone, so for a seed and a number of simulations the answer is the
same on any number of cores.
"""

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from heptapolis.classic.edition import Scratch
from heptapolis.classic.view import ClassicView
from heptapolis.contract import View
from heptapolis.duel.edition import DuelScratch
from heptapolis.duel.view import DuelView
from heptapolis.errors import InvalidText
from heptapolis.greedy_weights import CLASSIC_WEIGHTS, DUEL_WEIGHTS
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.classic import sampling, search
from heptapolis.kernel.classic.state import CLASSIC
from heptapolis.kernel.duel import search as duel_search
from heptapolis.kernel.duel.state import DUEL
from heptapolis.kernel.tree import EDGE, FAIR, move_key
from heptapolis.move import Move

# In the order of `kernel.tree`; found by benchmarks/tune_mcts.py.
CLASSIC_HABITS = np.array([0.6, 1.5, 1.0, 0.8, 10.0, 0.0, 1.0])
DUEL_HABITS = np.array([0.6, 3.0, 0.0, 0.8, 10.0, 0.0, 5.0])

MOST_TREES = 4
PER_TREE = 2000  # simulations that are worth a tree of their own
STEP = 32  # simulations that are dealt at once, and between two looks at the clock
SEAT_EDGES, MOST_EDGES = 12, 1_000_000  # that a simulation adds for a seat; in all


@dataclass(frozen=True)
class Found:
    """What a search learnt of a move; payments aside, the cheapest stands for all."""

    move: Move
    visits: int
    win: float  # the chance to win, a shared win in parts
    points: float  # expected at the end
    value: float  # what the search went by: winning, and by how much


class MctsBot:
    """Information-set search with simultaneous decisions, by simulations or by milliseconds.

    ``fair`` is the part of an even share of the simulations that every move gets, good or bad.
    """

    def __init__(
        self,
        simulations: int = 1000,
        *,
        ms: float | None = None,
        fair: float = 0.0,
        threads: int | None = None,
        habits: Any = None,
    ) -> None:
        if simulations < 1 or (ms is not None and not ms > 0):
            raise ValueError("mcts: at least one simulation, or more than 0 ms")
        self.simulations, self.ms, self.fair = simulations, ms, fair
        self.habits = habits  # ours if None
        self.threads = threads or os.cpu_count() or 1

    def choose(self, view: View, rng: Random) -> Move:
        choices = list(_choices(view).values())
        if not choices:
            raise ValueError("the view's seat is not to move")
        return choices[0] if len(choices) == 1 else self.search(view, rng)[0].move

    def search(self, view: View, rng: Random, among: Collection[Move] | None = None) -> list[Found]:
        """What is known of every move, or of some alone, the most visited first."""
        choices = _choices(view)
        if among is not None:
            asked = {move.without_payment() for move in among}
            choices = {k: move for k, move in choices.items() if move.without_payment() in asked}
        if not choices:
            return []
        n_trees = min(MOST_TREES, self.threads if self.ms else 1 + self.simulations // PER_TREE)
        seeds = [rng.getrandbits(64) for _ in range(n_trees)]
        asked_keys = np.array([] if among is None else list(choices), np.int64)
        n_edges, habits = self._n_edges(view.players, n_trees), self._habits(view)
        trees = [_tree(view, seed, habits, asked_keys, n_edges) for seed in seeds]
        self._grow(trees)
        sums: dict[int, Any] = {key: np.zeros(4) for key in choices}
        for tree in trees:
            for key, facts in tree.root():
                sums[key] += facts
        found = [_found(move, *sums[key].tolist()) for key, move in choices.items()]
        return sorted(found, key=lambda one: (-one.visits, -one.value))

    def _habits(self, view: View) -> Any:
        """How to search; see `kernel.tree`."""
        shipped = DUEL_HABITS if isinstance(view, DuelView) else CLASSIC_HABITS
        habits = (shipped if self.habits is None else self.habits).copy()
        habits[FAIR] = self.fair
        return habits

    def _n_edges(self, seats: int, n_trees: int) -> int:
        """Edges that a tree may need; memory that is never used is never taken."""
        if self.ms:
            return MOST_EDGES
        return min(MOST_EDGES, 1000 + SEAT_EDGES * seats * self.simulations // n_trees)

    def _grow(self, trees: "list[Tree]") -> None:
        """All trees to their part of the budget, on as many threads as there are."""
        parts = [
            self.simulations // len(trees) + (k < self.simulations % len(trees))
            for k in range(len(trees))
        ]
        deadline = time.monotonic() + self.ms / 1000 if self.ms else None

        def grow(tree: Tree, part: int) -> None:
            if deadline is None:
                tree.grow(part)
                return
            tree.grow(STEP)
            while time.monotonic() < deadline:
                tree.grow(STEP)

        if len(trees) == 1 or self.threads == 1:
            for tree, part in zip(trees, parts, strict=True):
                grow(tree, part)
            return
        with ThreadPoolExecutor(min(self.threads, len(trees))) as pool:
            list(pool.map(grow, trees, parts))


def _found(move: Move, visits: float, value: float, wins: float, points: float) -> Found:
    n = max(visits, 1)
    return Found(move, int(visits), wins / n, points / n, value / n)


def _choices(view: View) -> dict[int, Move]:
    """The legal moves by key, of those that differ in payment alone the first, the cheapest."""
    choices: dict[int, Move] = {}
    for move in view.legal_moves():
        choices.setdefault(_key(view, move), move)
    return choices


def _key(view: View, move: Move) -> int:
    """A move, its payment aside, as the trees know it."""
    item = view.edition.item
    card = item[move.card] if move.card else 0
    if not isinstance(view, DuelView):
        return int(move_key(move.kind, card, int(move.free_city)))
    wonder = item[move.wonder] if move.wonder else 0
    return int(move_key(move.duel_kind, card if move.starter is None else move.starter, wonder))


# ── trees ────────────────────────────────────────────────────────────────────────────────────────


class Tree(ABC):
    """One tree, or one for each seat, with the memory to grow in; for one thread at a time."""

    _root: int

    def __init__(self, view: Any, seed: int, habits: Any, asked_keys: Any, n_edges: int) -> None:
        self._view, self._rng = view, generator(seed)
        self._edges = records(np.zeros(n_edges, EDGE))
        self._asked, self._habits = asked_keys, habits

    def grow(self, simulations: int) -> None:
        for done in range(0, simulations, STEP):
            if not self._simulate(min(STEP, simulations - done)):
                raise InvalidText("no deal agrees with all that this seat has seen")

    @abstractmethod
    def _simulate(self, simulations: int) -> bool:
        """At most `STEP` simulations; False if no deal agrees with the view."""

    def root(self) -> list[tuple[int, Any]]:
        """For each move of the seat: its key; visits, and the sums of value, wins and points."""
        found = []
        edge = int(self._edges[self._root]["first"])
        while edge:
            e = self._edges[edge]
            found.append((int(e["key"]), [e["visits"], e["value"], e["wins"], e["points"]]))
            edge = int(e["next"])
        return found


class ClassicTree(Tree):
    def __init__(
        self, view: ClassicView, seed: int, habits: Any, asked_keys: Any, n_edges: int
    ) -> None:
        super().__init__(view, seed, habits, asked_keys, n_edges)
        assert view.seat is not None
        self._root = 1 + view.seat
        self._states, self._workspaces = records(np.zeros(STEP, CLASSIC)), Scratch().workspaces

    def _simulate(self, simulations: int) -> bool:
        view, tables = self._view, self._view.edition.tables
        states, rng = self._states[:simulations], self._rng
        if not sampling.sample(view._states, 0, view.seat, view._piles, states, tables, rng):
            return False
        search.search(
            states, view.seat, tables, CLASSIC_WEIGHTS, self._habits, self._asked, rng,
            self._edges, self._workspaces,
        )  # fmt: skip
        return True


class DuelTree(Tree):
    _root = 1

    def __init__(
        self, view: DuelView, seed: int, habits: Any, asked_keys: Any, n_edges: int
    ) -> None:
        super().__init__(view, seed, habits, asked_keys, n_edges)
        self._states, self._workspaces = records(np.zeros(2, DUEL)), DuelScratch().workspaces

    def _simulate(self, simulations: int) -> bool:
        view = self._view
        return bool(
            duel_search.search(
                view._states, view.seat, self._states, view.edition.tables, DUEL_WEIGHTS,
                self._habits, self._asked, self._rng, self._edges, simulations,
                self._workspaces,
            )
        )  # fmt: skip


def _tree(view: View, seed: int, habits: Any, asked_keys: Any, n_edges: int) -> Tree:
    if isinstance(view, ClassicView):
        return ClassicTree(view, seed, habits, asked_keys, n_edges)
    if isinstance(view, DuelView):
        return DuelTree(view, seed, habits, asked_keys, n_edges)
    raise TypeError(f"mcts does not play {view.game}")
