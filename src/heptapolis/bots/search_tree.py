"""The trees of a search and their memory."""

from abc import ABC, abstractmethod
from typing import Any, Protocol

import numpy as np

from heptapolis.errors import InvalidText
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.tree import EDGE

STEP_SIMULATIONS = 32  # simulations dealt in one call, and between two checks of the clock


class Tree(Protocol):
    """What a search knows about the moves of a seat."""

    step: int  # simulations between two checks of the clock

    def grow(self, simulations: int) -> None:
        """Run some simulations; raise InvalidText if no deal fits the view."""

    def facts(self) -> list[tuple[int, list[float]]]:
        """Return, for each move of the seat, its key, visits, and the sums of value and wins."""


class SearchTree(ABC):
    """The tree of a search, or one per seat. Not thread-safe."""

    step = STEP_SIMULATIONS
    root: int  # the edge above the seat's own moves

    def __init__(self, view: Any, seed: int, habits: Any, asked_keys: Any, n_edges: int) -> None:
        self._view, self._rng = view, generator(seed)
        self._edges = records(np.zeros(n_edges, EDGE))
        self._asked, self._habits = asked_keys, habits

    def grow(self, simulations: int) -> None:
        for done in range(0, simulations, STEP_SIMULATIONS):
            if not self._simulate(min(STEP_SIMULATIONS, simulations - done)):
                raise InvalidText("no deal fits what this seat has seen")

    @abstractmethod
    def _simulate(self, simulations: int) -> bool:
        """Simulate `STEP_SIMULATIONS` times at most; return False if no deal fits the view."""

    def facts(self) -> list[tuple[int, list[float]]]:
        """Return, for each move of the seat, its key, visits, and the sums of value and wins."""
        facts = []
        edge = int(self._edges[self.root]["first"])
        while edge:
            e = self._edges[edge]
            facts.append((int(e["key"]), [e["visits"], e["value"], e["wins"]]))
            edge = int(e["next"])
        return facts

    @property
    def is_full(self) -> bool:
        """Whether the memory for edges is used up."""
        return int(self._edges[0]["next"]) >= len(self._edges)
