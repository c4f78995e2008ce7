"""A search that a network guides: what it would choose is tried more often, and what it expects is
asked instead of playing to the end."""

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

LANES = 8  # simulations side by side, whose questions are asked together
BRANCHES = 20  # of a node, on the average
WON = 1 - 1e-9  # the network never expects as much
STEP = 32  # worlds that are dealt at once


class BranchFacts(NamedTuple):
    """What a search learnt of an action."""

    action: int
    visits: int
    value: float  # the mean of what it brought, from -1 to 1
    prior: float  # how likely the network would have taken it, evened out


class GuidedSearch(ABC):
    """One decision looked into, as far as it is let grow; for one thread."""

    habits: ClassVar[Any]  # how to search, in the order of `kernel.guided`
    rows: int  # questions that a lane may have at once
    most_nodes, most_worlds = 1 << 18, 4096  # that there is memory for
    ends_in_points = False  # ends are paid for points too, and all simulations come to one
    _curve: Logistic | None = None

    def __init__(self, view: Any, encoding: Encoding, network: Network, seed: int) -> None:
        self._view, self._rng, self._weights = view, generator(seed), network.compiled
        self._graph = new_graph(self.most_nodes, BRANCHES * self.most_nodes)
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
        """The first question: what the view itself shows."""
        observation, mask = encoding.observe(self._view)
        self._questions.observations[0, : encoding.size] = observation.flat
        self._questions.masks[0] = mask
        self._questions.rows[0], self._questions.nodes[0] = 0, ROOT
        self._graph.nodes[ROOT]["seat"] = self._view.seat
        self._think(1)

    def grow(self, most: int) -> None:
        """Simulations go on until they have questions, and get answers; ``most`` more may begin."""
        self._deal_more()
        n = self._gather(min(most, 2 * LANES))
        self._think(n)
        self._under_way = self._settle()

    def finish(self) -> None:
        """Let those that have begun come to their end."""
        while self.is_under_way:
            self.grow(0)

    def tell_chances(self, curve: Logistic) -> None:
        """From now on values are chances, from -1 for none to 1; before the first simulation."""
        self._curve = curve
        self._make_chances(np.array([ROOT]))

    def _make_chances(self, nodes: Any) -> None:
        assert self._curve
        values = self._graph.nodes["value"]
        values[nodes] = 2 * self._curve(values[nodes]) - 1

    def confine(self, place: int | None) -> None:
        """Simulations begin with one action alone until further notice; None: with any."""
        root = self._graph.nodes[ROOT]
        root["first"], root["n"] = self._first + (place or 0), self._n if place is None else 1

    @property
    def branches(self) -> Any:
        """The seat's own actions, as the kernel knows them."""
        return self._graph.branches[self._first : self._first + self._n]

    def _deal_more(self) -> None:
        """Worlds for all simulations that may begin now."""
        needed = min(int(self._graph.counts[WORLDS]) + 2 * LANES, self.most_worlds)
        while self._dealt < needed:
            if not self._deal(self._dealt, self._dealt + STEP):
                raise InvalidText("no deal fits what this seat has seen")
            self._dealt += STEP

    def _think(self, n: int) -> None:
        think(self._questions, n, self._weights, self._memory, self._graph, self.habits)
        if self._curve and n:
            self._make_chances(self._questions.nodes[:n])

    @abstractmethod
    def _deal(self, first: int, last: int) -> bool:
        """Some more worlds; False if no deal agrees with the view."""

    @abstractmethod
    def _gather(self, limit: int) -> int:
        """Let simulations go on, and begin some; returns how many questions they have."""

    @abstractmethod
    def _settle(self) -> int:
        """Hand back the answers; returns how many simulations are still under way."""

    @property
    def simulations(self) -> int:
        return int(self._graph.counts[SIMULATIONS_BEGUN])

    @property
    def is_under_way(self) -> bool:
        """Simulations have begun that have not come to their end."""
        return self._under_way > 0

    @property
    def is_full(self) -> bool:
        """There is no memory for what it could meet next."""
        counts, rows = self._graph.counts, LANES * self.rows
        nodes, branches = self._graph.nodes, self._graph.branches
        return bool(
            counts[USED_NODES] + rows > len(nodes)
            or counts[USED_BRANCHES] + rows * self._questions.masks.shape[1] > len(branches)
        )

    def facts(self) -> list[BranchFacts]:
        """What is known of every action of the seat: first what has always won, if anything, then
        the most visited."""
        facts = []
        for b in self.branches:
            visits, mean = int(b["visits"]), float(b["value"]) / max(int(b["visits"]), 1)
            facts.append(BranchFacts(int(b["action"]), visits, mean, float(b["prior"])))
        return sorted(facts, key=_merit, reverse=True)


def _merit(one: BranchFacts) -> tuple[bool, int, float, float]:
    return one.value >= WON, one.visits, one.value, one.prior
