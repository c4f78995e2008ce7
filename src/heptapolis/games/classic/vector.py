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
from heptapolis.games.classic.rules.state import CLASSIC
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.kernel import records
from heptapolis.variants import Ruleset

if TYPE_CHECKING:
    from heptapolis.vector import VectorEnv

STREAMS = np.array([BOARDS_STREAM, LEADERS_STREAM], np.uint64)


class ClassicMemory(threading.local):
    """The memory of a thread."""

    def __init__(self, city_width: int) -> None:
        self.workspaces: Any = records(np.zeros(1, WORKSPACE))
        self.rng: Any = np.zeros(4, np.uint64)
        self.rows: Any = np.zeros((SEATS, city_width), np.int8)
        self.piles: Any = new_piles()
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
        self._sides = SIDES.index(self.options.sides)
        self._boards = np.array([chosen_boards(one, self.edition) for one in each])
        self._empty = records(
            np.concatenate([empty_states(one.seats, one.expansions) for one in each])
        )

    def allocate(self, env: "VectorEnv") -> None:
        """Allocate the memory that depends on the encoding and on the number of games."""
        self._memory = ClassicMemory(env.encoding.city.width)
        self._recalls = records(np.zeros(env.games, RECALL))
        env.seat[:] = np.arange(self.lanes)

    def step(self, env: "VectorEnv", first: int, last: int, fresh: bool) -> int:
        memory = self._memory
        wrong = stepping.step(
            env.states,
            self._empty,
            self._boards,
            self._sides,
            self.edition.tables,
            STREAMS,
            env.root,
            env.numbers,
            env.seeds,
            env.n_seats,
            memory.rng,
            memory.workspaces,
            memory.rows,
            self._recalls,
            memory.piles,
            first,
            last,
            env.observations,
            env.mask,
            env.to_move,
            env.actions,
            env.rewards,
            env.done,
            env.outcome,
            env.sheets,
            env.facts,
            fresh,
        )
        return int(wrong)

    def choose_greedily(
        self,
        env: "VectorEnv",
        games: Any,
        seats: Any,
        seed: int,
        actions: Any,
        first: int,
        last: int,
    ) -> None:
        memory = self._memory
        stepping.choose_greedily(
            env.states,
            memory.trials,
            self.edition.tables,
            env.tastes,
            games,
            seats,
            first,
            last,
            np.uint64(seed),
            memory.rng,
            memory.workspaces,
            actions,
        )

    def sample(
        self,
        env: "VectorEnv",
        games: Any,
        seats: Any,
        seed: int,
        samples: Any,
        first: int,
        last: int,
    ) -> None:
        memory = self._memory
        resampling.sample_rows(
            env.states,
            memory.trials,
            self.edition.tables,
            games,
            seats,
            first,
            last,
            np.uint64(seed),
            memory.rng,
            memory.piles,
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
