"""Many games of classic side by side, of one number of seats or of several."""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from heptapolis.classic.engine import BOARDS_STREAM, empty_states
from heptapolis.classic.options import SIDES
from heptapolis.classic.position import LEADERS_STREAM
from heptapolis.codes import SEATS
from heptapolis.kernel import records
from heptapolis.kernel.classic import stepping
from heptapolis.kernel.classic.recall import RECALL, new_piles
from heptapolis.kernel.classic.state import CLASSIC
from heptapolis.kernel.classic.workspace import WORKSPACE
from heptapolis.variants import Ruleset

if TYPE_CHECKING:
    from heptapolis.vector import VectorEnv

STREAMS = np.array([BOARDS_STREAM, LEADERS_STREAM], np.uint64)


class ClassicMemory(threading.local):
    """What a thread works in."""

    def __init__(self, city_width: int) -> None:
        self.workspaces: Any = records(np.zeros(1, WORKSPACE))
        self.rng: Any = np.zeros(4, np.uint64)
        self.rows: Any = np.zeros((SEATS, city_width), np.int8)
        self.piles: Any = new_piles()


class ClassicStepper:
    """Games with one edition; boards are drawn."""

    dtype = CLASSIC
    fact_names = stepping.FACTS

    def __init__(
        self, ruleset: Ruleset, seats: int | Sequence[int] | None, options: Mapping[str, Any]
    ) -> None:
        variant = ruleset.variant
        if "seats" in options:
            raise TypeError("seats: an argument of its own, not one of the options")
        if options.get("wonders") is not None:
            raise ValueError("wonders: boards are drawn here")
        sizes = [seats] if isinstance(seats, int) else sorted(set(seats or [3]))
        choices = [ruleset.read_options({**options, "seats": size}) for size in sizes]
        self.columns, self.seats = variant.columns, max(sizes)
        self.lanes = self.seats
        self.edition = variant.engine.edition(variant.house, choices[0])
        self._sides = SIDES.index(choices[0].sides)
        self._empty = records(
            np.concatenate([empty_states(one.seats, one.leaders) for one in choices])
        )
        self._memory: ClassicMemory | None = None

    def step(self, env: "VectorEnv", first: int, last: int, fresh: bool) -> int:
        results = env.rewards, env.done, env.outcome, env.sheets, env.facts
        own = self._arguments(env, first, last)
        return int(stepping.step(*(*own, env.actions, *results, fresh)))

    def allocate(self, env: "VectorEnv") -> None:
        """What depends on the encoding."""
        self._memory = ClassicMemory(env.encoding.city.width)
        self._recalls = records(np.zeros(env.games, RECALL))
        env.seat[:] = np.arange(self.lanes)

    def _arguments(self, env: "VectorEnv", first: int, last: int) -> tuple[Any, ...]:
        memory = self._memory
        assert memory is not None
        return (
            env.states, self._empty, self.edition.tables, STREAMS, self._sides, env.root,
            env.numbers, env.seeds, env.n_seats, memory.rng, memory.workspaces, memory.rows,
            self._recalls, memory.piles, first, last, env.observations, env.mask, env.to_move,
        )  # fmt: skip
