"""A search guided by a network: its policy is the prior of the moves, and its value replaces
playouts."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NamedTuple

import numpy as np

from heptapolis.encodings import Encoding
from heptapolis.errors import InvalidText
from heptapolis.kernel.chance import generator
from heptapolis.kernel.guided import (
    ROOT,
    SIMULATIONS_BEGUN,
    USED_BRANCHES,
    USED_NODES,
    WORLDS,
    Questions,
    new_graph,
)
from heptapolis.kernel.thinking import new_memory, think
from heptapolis.networks import Network
from heptapolis.networks.chances import Logistic

LANES = 8  # simulations side by side, evaluated by the network in one batch
BRANCHES_PER_NODE = 20  # average number of branches of a node
CERTAIN_WIN = 1 - 1e-9  # the network never expects as much as a certain win
WORLDS_PER_DEAL = 32  # worlds dealt in one call


class BranchFacts(NamedTuple):
    """The statistics of an action in a search."""

    action: int
    visits: int
    value: float  # mean result, from -1 to 1
    prior: float  # probability by the network's policy, smoothed


class GuidedSearch(ABC):
    """The search for one decision. Not thread-safe."""

    habits: ClassVar[Any]  # parameters of the search, in the order of `kernel.guided`
    rows: int  # network rows that one lane may need in a batch
    most_nodes, most_worlds = 1 << 18, 4096  # the memory's capacity
    # results also count points, and every simulation reaches the end of the game
    ends_in_points = False
    _curve: Logistic | None = None

    def __init__(self, view: Any, encoding: Encoding, network: Network, seed: int) -> None:
        self._view, self._rng, self._weights = view, generator(seed), network.search_weights
        self._graph = new_graph(self.most_nodes, BRANCHES_PER_NODE * self.most_nodes)
        n_rows = LANES * self.rows
        self._memory = new_memory(n_rows, self._weights)
        observations = np.zeros((n_rows, -(-encoding.size // 8) * 8), np.int8)
        self._questions = Questions(
            observations,
            observations.view(np.int64),
            np.zeros((n_rows, encoding.n_actions), np.bool_),
            np.zeros(n_rows, np.int64),
            np.zeros(n_rows, np.int64),
        )
        self._dealt = self._under_way = 0
        self._ask_root(encoding)
        self._first, self._n = (int(self._graph.nodes[ROOT][name]) for name in ("first", "n"))

    def _ask_root(self, encoding: Encoding) -> None:
        """Evaluate the root: the view itself."""
        observation, mask = encoding.observe(self._view)
        self._questions.observations[0, : encoding.size] = observation.flat
        self._questions.masks[0] = mask
        self._questions.rows[0], self._questions.nodes[0] = 0, ROOT
        self._graph.nodes[ROOT]["seat"] = self._view.seat
        self._think(1)

    def grow(self, most: int) -> None:
        """Advance the simulations to their next network batch and evaluate it; at most ``most``
        more begin."""
        self._deal_more()
        n = self._gather(min(most, 2 * LANES))
        self._think(n)
        self._under_way = self._settle()

    def finish(self) -> None:
        """Finish the simulations in progress."""
        while self.is_under_way:
            self.grow(0)

    def tell_chances(self, curve: Logistic) -> None:
        """Use win chances as values, from -1 for none to 1. Call it before the first simulation."""
        self._curve = curve
        self._make_chances(np.array([ROOT]))

    def _make_chances(self, nodes: Any) -> None:
        assert self._curve
        values = self._graph.nodes["value"]
        values[nodes] = 2 * self._curve(values[nodes]) - 1

    def confine(self, place: int | None) -> None:
        """Start further simulations with this action only; None allows all of them."""
        root = self._graph.nodes[ROOT]
        root["first"], root["n"] = self._first + (place or 0), self._n if place is None else 1

    @property
    def branches(self) -> Any:
        """Return the seat's own actions, as the kernel numbers them."""
        return self._graph.branches[self._first : self._first + self._n]

    def _deal_more(self) -> None:
        """Deal worlds for all simulations that may begin now."""
        needed = min(int(self._graph.counts[WORLDS]) + 2 * LANES, self.most_worlds)
        while self._dealt < needed:
            if not self._deal(self._dealt, self._dealt + WORLDS_PER_DEAL):
                raise InvalidText("no deal fits what this seat has seen")
            self._dealt += WORLDS_PER_DEAL

    def _think(self, n: int) -> None:
        think(self._questions, n, self._weights, self._memory, self._graph, self.habits)
        if self._curve and n:
            self._make_chances(self._questions.nodes[:n])

    @abstractmethod
    def _deal(self, first: int, last: int) -> bool:
        """Deal some more worlds; return False if no deal agrees with the view."""

    @abstractmethod
    def _gather(self, limit: int) -> int:
        """Advance simulations and begin new ones; return the number of rows to evaluate."""

    @abstractmethod
    def _settle(self) -> int:
        """Apply the network's results; return the number of simulations in progress."""

    @property
    def simulations(self) -> int:
        return int(self._graph.counts[SIMULATIONS_BEGUN])

    @property
    def is_under_way(self) -> bool:
        """Whether any simulation has begun and not finished."""
        return self._under_way > 0

    @property
    def is_full(self) -> bool:
        """Whether the memory for nodes or worlds is used up."""
        counts, rows = self._graph.counts, LANES * self.rows
        nodes, branches = self._graph.nodes, self._graph.branches
        return bool(
            counts[USED_NODES] + rows > len(nodes)
            or counts[USED_BRANCHES] + rows * self._questions.masks.shape[1] > len(branches)
        )

    def facts(self) -> list[BranchFacts]:
        """Return the statistics of the seat's actions: an action that always won first, then by
        visits."""
        facts = []
        for b in self.branches:
            visits, mean = int(b["visits"]), float(b["value"]) / max(int(b["visits"]), 1)
            facts.append(BranchFacts(int(b["action"]), visits, mean, float(b["prior"])))
        return sorted(facts, key=_merit, reverse=True)


def _merit(one: BranchFacts) -> tuple[bool, int, float, float]:
    return one.value >= CERTAIN_WIN, one.visits, one.value, one.prior
