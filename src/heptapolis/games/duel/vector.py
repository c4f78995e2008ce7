"""Many Duels side by side, for vector environments."""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.edition import Source
from heptapolis.games.duel.codes import DUEL_SEATS
from heptapolis.games.duel.engine import wonder_sets
from heptapolis.games.duel.greedy_weights import DUEL_WEIGHTS
from heptapolis.games.duel.learning import resampling, stepping
from heptapolis.games.duel.options import NEUTRAL_STARTS
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.games.duel.rules.turns import Setup
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.batch import Rows
from heptapolis.variants import Ruleset

if TYPE_CHECKING:
    from heptapolis.vector import VectorEnv


class DuelMemory(threading.local):
    """The memory of a thread."""

    def __init__(self) -> None:
        self.workspaces: Any = records(np.zeros(1, DUEL_WORKSPACE))
        self.rng: Any = np.zeros(4, np.uint64)
        self.trials: Any = records(np.zeros(3, DUEL))


class DuelStepper:
    """Duels with one edition and the same options."""

    dtype, seats, lanes = DUEL, DUEL_SEATS, 1
    fact_names, greedy_weights = stepping.FACTS, DUEL_WEIGHTS

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int | Sequence[int] | None,
        options: Mapping[str, Any],
        catalog: Source,
    ) -> None:
        if seats not in (None, DUEL_SEATS, [DUEL_SEATS], (DUEL_SEATS,)):
            raise ValueError(f"seats: a Duel has two, got {seats!r}")
        variant = ruleset.variant
        self.options, self.columns = ruleset.read_options(options), variant.columns
        self.edition = variant.engine.edition(catalog or variant.house, self.options)
        self.outcomes = self.edition.rules.outcome_names
        empty = records(np.zeros(1, DUEL))
        empty["neutral_start"][0] = NEUTRAL_STARTS.index(self.options.neutral_start)
        self._setup = Setup(empty, wonder_sets(self.options.wonders, self.edition))
        self._memory = DuelMemory()

    def allocate(self, env: "VectorEnv") -> None:
        """Do nothing: all memory is allocated."""

    def step(self, env: "VectorEnv", first: int, last: int, fresh: bool) -> int:
        memory = self._memory
        wrong = stepping.step(
            env.batch,
            self._setup,
            self.edition.tables,
            env.root,
            memory.rng,
            memory.workspaces,
            first,
            last,
            fresh,
        )
        return int(wrong)

    def choose_greedily(
        self, env: "VectorEnv", rows: Rows, actions: Any, first: int, last: int
    ) -> None:
        memory = self._memory
        stepping.choose_greedily(
            env.states,
            memory.trials,
            self.edition.tables,
            env.greedy_weights,
            rows,
            first,
            last,
            memory.rng,
            memory.workspaces,
            actions,
        )

    def sample(self, env: "VectorEnv", rows: Rows, samples: Any, first: int, last: int) -> None:
        memory = self._memory
        resampling.sample_rows(
            env.states,
            memory.trials,
            self.edition.tables,
            rows,
            first,
            last,
            memory.rng,
            memory.workspaces,
            samples,
        )
