"""Solved endings: the exact chance of every move where the rest of a game is short."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from heptapolis.bots.strategy import strategy_for
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.slots import ENDING
from heptapolis.variants import ruleset_of

FIRST_STEP_POSITIONS = 4000  # before the speed of this machine is known


@dataclass(frozen=True)
class SolvedMove:
    """A move with its exact chance over everything that can still be hidden."""

    move: Move
    win: float  # a shared victory is a half


class Ending(ABC):
    """A decision near the end of a game that a solver works on."""

    positions = 0  # looked at so far

    @property
    @abstractmethod
    def is_solved(self) -> bool:
        """Return whether the value of every move is known."""

    @abstractmethod
    def solve(self, positions: int) -> None:
        """Look at up to a number of further positions."""

    @abstractmethod
    def moves(self) -> list[SolvedMove]:
        """Return the moves that are solved."""


def solved_moves(
    view: View,
    *,
    positions: int = 0,
    ms: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> list[SolvedMove] | None:
    """Return every move of an ending, the best first; None unless it is solved within the budget.

    The budget is a number of positions, or milliseconds of the clock. Of moves with equal chances
    the one that a greedy player prefers comes first.
    """
    rules = ruleset_of(view)
    ending = rules.part(ENDING)(view) if rules.has(ENDING) else None
    if ending is None:
        return None
    if ms is None:
        ending.solve(positions)
    else:
        _solve_within(ending, ms / 1000, clock)
    return _ranking(view, ending.moves()) if ending.is_solved else None


def _solve_within(ending: Ending, seconds: float, clock: Callable[[], float]) -> None:
    """Solve until the time is over: a first step measures the speed."""
    start = clock()
    deadline, step = start + seconds, FIRST_STEP_POSITIONS
    while not ending.is_solved and (now := clock()) < deadline:
        if ending.positions:
            speed = ending.positions / max(now - start, 1e-6)
            step = max(FIRST_STEP_POSITIONS, int(speed * (deadline - now)))
        ending.solve(step)


def _ranking(view: View, moves: list[SolvedMove]) -> list[SolvedMove]:
    legal = view.legal_moves()
    ratings = dict(zip(legal, strategy_for(view).rate(view), strict=True))
    return sorted(moves, key=lambda one: (round(one.win, 9), ratings[one.move]), reverse=True)
