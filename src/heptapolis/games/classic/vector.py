"""Many games of classic side by side, for vector environments with one or several numbers
of seats."""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.edition import Source
from heptapolis.games.classic.codes import SEATS
from heptapolis.games.classic.engine import BOARDS_STREAM, chosen_boards, empty_states
from heptapolis.games.classic.greedy_weights import CLASSIC_WEIGHTS
from heptapolis.games.classic.learning import resampling, stepping
from heptapolis.games.classic.learning.recall import RECALL, new_piles
from heptapolis.games.classic.options import SIDES
from heptapolis.games.classic.position import LEADERS_STREAM
from heptapolis.games.classic.rules.deal import Setup
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.types import Recalls
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.batch import Rows
from heptapolis.variants import Ruleset

if TYPE_CHECKING:
    from heptapolis.vector import VectorEnv

STREAMS = np.array([BOARDS_STREAM, LEADERS_STREAM], np.uint64)


class ClassicMemory(threading.local):
    """The memory of a thread; threads share the recalls of the games."""

    def __init__(self, city_width: int, recalls: Recalls) -> None:
        self.workspaces: Any = records(np.zeros(1, WORKSPACE))
        self.rng: Any = np.zeros(4, np.uint64)
        rows = np.zeros((SEATS, city_width), np.int8)
        self.knowledge = stepping.Knowledge(rows, new_piles(), recalls)
        self.trials: Any = records(np.zeros(1, CLASSIC))


class ClassicStepper:
    """Games with one edition and the same options, except for the number of seats."""

    dtype = CLASSIC
    fact_names, greedy_weights = stepping.FACTS, CLASSIC_WEIGHTS

    def __init__(
        self,
        ruleset: Ruleset,
        seats: int | Sequence[int] | None,
        options: Mapping[str, Any],
        catalog: Source,
    ) -> None:
        variant = ruleset.variant
        each = [ruleset.read_options({**options, **size}) for size in _sizes(seats)]
        self.options, self.columns = each[0], variant.columns
        self.seats = self.lanes = max(one.seats for one in each)
        self.edition = variant.engine.edition(catalog or variant.house, self.options)
        self.outcomes = self.edition.rules.outcome_names
        self._setup = Setup(
            empty=records(
                np.concatenate([empty_states(one.seats, one.expansions) for one in each])
            ),
            boards=np.array([chosen_boards(one, self.edition) for one in each]),
            sides=SIDES.index(self.options.sides),
            streams=STREAMS,
        )

    def allocate(self, env: "VectorEnv") -> None:
        """Allocate the memory that depends on the encoding and on the number of games."""
        recalls = records(np.zeros(env.games, RECALL))
        self._memory = ClassicMemory(env.encoding.city.width, recalls)
        env.seat[:] = np.arange(self.lanes)

    def step(self, env: "VectorEnv", first: int, last: int, fresh: bool) -> int:
        memory = self._memory
        wrong = stepping.step(
            env.batch,
            self._setup,
            self.edition.tables,
            env.root,
            memory.knowledge,
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
            memory.knowledge.piles,
            memory.workspaces,
            samples,
        )


def _sizes(seats: int | Sequence[int] | None) -> list[dict[str, int]]:
    """Return the options for each number of seats that may be drawn; without any, the
    declared one."""
    if seats is None:
        return [{}]
    sizes = [seats] if isinstance(seats, int) else seats
    if not isinstance(sizes, Sequence) or not sizes:
        raise ValueError(f"seats: a number, or several to draw from, got {seats!r}")
    return [{"seats": size} for size in dict.fromkeys(sizes)]
