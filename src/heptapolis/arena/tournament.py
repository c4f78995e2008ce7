"""A tournament from its plan to its end: deals counted in order until the question is answered.

Games may end in any order, but deals are counted in the plan's: what a tournament says does not
depend on how many workers played it, nor on how often it was interrupted.
"""

from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from time import monotonic
from typing import Protocol

from heptapolis.arena.folder import Budget
from heptapolis.arena.play import GameResult, PlayedGame
from heptapolis.arena.schedule import Fixture, TournamentPlan
from heptapolis.arena.standing import Tally
from heptapolis.arena.workers import WorkerPool


class GameKeeper(Protocol):
    """Where games go when they have been played; its results are the tournament's."""

    def add(self, game: PlayedGame) -> None: ...


QUEUE = 2  # games a worker has before it, so that it never waits for us


class Tournament:
    """What has been counted, and what is still to be played."""

    def __init__(
        self, plan: TournamentPlan, budget: Budget, results: dict[str, GameResult]
    ) -> None:
        """``results`` are those there are, by id; whoever adds one calls `count`."""
        self.plan, self.budget, self.results = plan, budget, results
        self.tallies = [Tally(contest) for contest in plan.contests]
        self.count()

    @property
    def open_tallies(self) -> list[Tally]:
        """Contests that go on: neither answered nor at the end of the budget."""
        return [tally for tally in self.tallies if not self._is_done(tally)]

    @property
    def games(self) -> int:
        """How many have been counted, or will be once their deal is complete."""
        return sum(
            tally.games + sum(fixture.id in self.results for fixture in tally.next_deal)
            for tally in self.tallies
        )

    @property
    def most_games(self) -> int:
        """How many there can be in the end."""
        return sum(
            tally.games if self._is_done(tally) else self.budget.deals * len(tally.next_deal)
            for tally in self.tallies
        )

    def _is_done(self, tally: Tally) -> bool:
        is_settled = self.budget.stop and tally.is_answered
        return is_settled or len(tally.deals) >= self.budget.deals

    def count(self) -> None:
        """Count every deal that is complete and next in its contest."""
        for tally in self.tallies:
            while not self._is_done(tally):
                if any(fixture.id not in self.results for fixture in tally.next_deal):
                    break
                tally.take([self.results[fixture.id] for fixture in tally.next_deal])

    def fixtures_to_play(self) -> Iterator[Fixture]:
        """What is to be played, first things first; ahead of the count, as long as it is asked."""
        for number in range(self.budget.deals):
            for tally in self.tallies:
                if len(tally.deals) > number or self._is_done(tally):
                    continue
                for fixture in tally.contest.deal(number):
                    if fixture.id not in self.results:
                        yield fixture


def run(
    tournament: Tournament, folder: GameKeeper, workers: WorkerPool
) -> Generator[bool, None, None]:
    """Play until everything is answered or the budget is out; says after each game whether a deal
    was counted."""
    minutes = tournament.budget.minutes
    end = monotonic() + 60 * minutes if minutes else float("inf")
    fixtures, running = tournament.fixtures_to_play(), set[Future[PlayedGame]]()
    while tournament.open_tallies and (left := end - monotonic()) > 0:
        while len(running) < QUEUE * workers.size and (fixture := next(fixtures, None)):
            running.add(workers.submit(fixture))
        done, running = wait(running, left if minutes else None, FIRST_COMPLETED)
        for future in done:
            folder.add(future.result())
            deals_before = sum(len(tally.deals) for tally in tournament.tallies)
            tournament.count()
            yield sum(len(tally.deals) for tally in tournament.tallies) > deals_before
