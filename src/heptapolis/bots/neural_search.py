"""A search guided by a network."""

import time
from collections.abc import Callable
from random import Random

from heptapolis.bots.endings import SolvedMove, solved_moves
from heptapolis.bots.guided import GuidedSearch
from heptapolis.bots.mcts import MctsBot, check_budget, format_budget
from heptapolis.bots.neural import guide_for
from heptapolis.contract import View
from heptapolis.move import Move
from heptapolis.slots import GUIDED_SEARCH
from heptapolis.variants import part_of

NAME = "neural-search"
POSITIONS_PER_SIMULATION = 250  # of an ending that is solved instead
SOLVING_SHARE = 0.5  # of a time limit: for the solver, before the search


class NeuralSearchBot:
    """Searches with a network, by simulations or by milliseconds, on one thread.

    ``clock`` returns the seconds that a limit in milliseconds counts; ``least`` is the minimum of
    simulations within any time. Without a network for the ruleset and its cards it searches as
    `MctsBot` does. An ending that it can solve within the budget it plays exactly.
    """

    threads = 1

    def __init__(
        self,
        simulations: int = 800,
        *,
        ms: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        least: int = 0,
    ) -> None:
        check_budget(simulations, ms)
        self.simulations, self.ms, self.clock, self.least = simulations, ms, clock, least

    def __repr__(self) -> str:
        return f"NeuralSearchBot({format_budget(self.simulations, self.ms)})"

    def prepare(self, view: View) -> None:
        """Read the weights, and compile the search."""
        if guide := guide_for(view, NAME):
            search = part_of(view, GUIDED_SEARCH)(view, *guide, 0)
            if search.facts():
                search.grow(1)
                search.finish()

    def choose(self, view: View, rng: Random) -> Move:
        start, guide = self.clock(), guide_for(view, NAME)
        if not guide:
            return self._plain_search().choose(view, rng)
        encoding, network = guide
        search = part_of(view, GUIDED_SEARCH)(view, encoding, network, rng.getrandbits(64))
        facts = search.facts()
        if not facts:
            raise ValueError("the view's seat is not to move")
        if len(facts) > 1:
            if solved := self._solve(view):
                return solved[0].move
            self._grow(search, start)
        return encoding.move(view, search.facts()[0].action)

    def _solve(self, view: View) -> list[SolvedMove] | None:
        """Return the moves of an ending that is solved within a part of the budget."""
        positions = self.simulations * POSITIONS_PER_SIMULATION
        ms = None if self.ms is None else self.ms * SOLVING_SHARE
        return solved_moves(view, positions=positions, ms=ms, clock=self.clock)

    def _grow(self, search: GuidedSearch, start: float) -> None:
        """Grow the search by the budget, or until its memory is full."""
        if self.ms is not None:
            while not search.is_full and (
                search.simulations < self.least or self.clock() - start < self.ms / 1000
            ):
                search.grow(self.simulations)
            return
        while (left := self.simulations - search.simulations) and not search.is_full:
            search.grow(left)
        search.finish()

    def _plain_search(self) -> MctsBot:
        return MctsBot(
            self.simulations, ms=self.ms, threads=self.threads, clock=self.clock, least=self.least
        )
