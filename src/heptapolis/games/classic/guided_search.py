"""Network-guided search of classic, with and without leaders."""

import numpy as np

from heptapolis.bots.guided import LANES, GuidedSearch
from heptapolis.codes import AGES
from heptapolis.encodings import Encoding
from heptapolis.games.classic.codes import SEATS
from heptapolis.games.classic.edition import Scratch
from heptapolis.games.classic.learning import guided
from heptapolis.games.classic.learning.recall import RECALL, new_piles
from heptapolis.games.classic.learning.stepping import Knowledge
from heptapolis.games.classic.rules import sampling
from heptapolis.games.classic.rules.state import CLASSIC, TURNS
from heptapolis.games.classic.view import ClassicView
from heptapolis.kernel import records
from heptapolis.kernel.batch import Decisions
from heptapolis.networks import Network


class ClassicSearch(GuidedSearch):
    """Only the seat's own decisions are searched: the others play by the network."""

    habits = np.array([1.5, 0.2, 3.0])

    def __init__(self, view: ClassicView, encoding: Encoding, network: Network, seed: int) -> None:
        self.rows, self._seed = view.players, np.uint64(seed)
        self.ends_in_points = view.age == AGES and view.turn == TURNS
        self._worlds, self._states = (
            records(np.zeros(n, CLASSIC)) for n in (self.most_worlds, LANES)
        )
        self._lanes = records(np.zeros(LANES, guided.LANE))
        rows = np.zeros((SEATS, encoding.city.width), np.int8)
        recalls = records(np.zeros(LANES, RECALL))
        self._knowledge = Knowledge(rows, new_piles(), recalls)
        self._workspaces = Scratch().workspaces
        super().__init__(view, encoding, network, seed)
        shape = LANES, view.players
        self._decisions = Decisions(
            self._questions.observations.reshape(*shape, -1),
            self._questions.masks.reshape(*shape, -1),
            to_move=np.zeros(shape, np.bool_),
            seats=np.tile(np.arange(view.players, dtype=np.int8), (LANES, 1)),
            actions=np.zeros(shape, np.int64),
        )

    def _deal(self, first: int, last: int) -> bool:
        view, worlds = self._view, self._worlds[first:last]
        tables, rng, workspaces = view.edition.tables, self._rng, self._workspaces
        return bool(
            sampling.sample(
                view._states, 0, view.seat, view._piles, worlds, tables, rng, workspaces
            )
        )

    def _gather(self, limit: int) -> int:
        n: int = guided.gather(
            self._view.seat,
            self._seed,
            self._worlds,
            self._states,
            self._knowledge,
            self._decisions,
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
        return int(guided.settle(self._lanes, self._view.seat, self._graph))
