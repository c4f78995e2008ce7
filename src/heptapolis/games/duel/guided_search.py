"""Network-guided search of Duel."""

import numpy as np

from heptapolis.bots.guided import LANES, GuidedSearch
from heptapolis.encodings import Encoding
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.learning import guided
from heptapolis.games.duel.rules import sight
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.view import DuelView
from heptapolis.kernel import records
from heptapolis.networks import Network


class DuelSearch(GuidedSearch):
    """Both seats decide by the results of the search."""

    habits = np.array([1.5, 0.2, 3.0])
    rows = 1

    def __init__(self, view: DuelView, encoding: Encoding, network: Network, seed: int) -> None:
        self._worlds, self._states = (records(np.zeros(n, DUEL)) for n in (self.most_worlds, LANES))
        self._lanes = records(np.zeros(LANES, guided.LANE))
        self._workspaces = DuelScratch().workspaces
        super().__init__(view, encoding, network, seed)

    def _deal(self, first: int, last: int) -> bool:
        view, rng, workspaces = self._view, self._rng, self._workspaces
        states, tables, worlds = view._states, view.edition.tables, self._worlds
        return all(
            sight.sample(states, 0, view.seat, worlds, world, tables, rng, workspaces)
            for world in range(first, last)
        )

    def _gather(self, limit: int) -> int:
        n: int = guided.gather(
            self._worlds,
            self._states,
            self._lanes,
            limit,
            self._view.edition.tables,
            self._questions,
            self._graph,
            self.habits,
            self._workspaces,
        )
        return n

    def _settle(self) -> int:
        guided.settle(self._lanes, self._graph)
        return 0
