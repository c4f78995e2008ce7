"""A tournament from its plan to its end: counts deals in order until the question is answered.

Games may end in any order, but deals are counted in the order of the plan, so results depend
neither on the number of workers nor on interruptions.
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
    """Storage of played games; its ``results`` are shared with the tournament."""

    def add(self, game: PlayedGame) -> None: ...


GAMES_PER_WORKER = 2  # games in progress or waiting per worker, so that no worker is idle


class Tournament:
    """The state of a tournament: counted games and games to play."""

    def __init__(
        self, plan: TournamentPlan, budget: Budget, results: dict[str, GameResult]
    ) -> None:
        """Create from the stored ``results`` by id; the caller that adds a result calls `count`."""
        self.plan, self.budget, self.results = plan, budget, results
        self.tallies = [Tally(contest) for contest in plan.contests]
        self.count()

    @property
    def open_tallies(self) -> list[Tally]:
        """The contests that continue: not answered, and within the budget."""
        return [tally for tally in self.tallies if not self._is_done(tally)]

    @property
    def games(self) -> int:
        """The number of games counted, or to be counted once their deal is complete."""
        return sum(
            tally.games + sum(fixture.id in self.results for fixture in tally.next_deal)
            for tally in self.tallies
        )

    @property
    def most_games(self) -> int:
        """The largest possible number of games at the end."""
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
        """Yield the games to play, in the order of deals, ahead of the count."""
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
    """Play until every question is answered or the budget is used up; yield after each game whether
    a deal was counted."""
    minutes = tournament.budget.minutes
    end = monotonic() + 60 * minutes if minutes else float("inf")
    fixtures, running = tournament.fixtures_to_play(), set[Future[PlayedGame]]()
    while tournament.open_tallies and (left := end - monotonic()) > 0:
        while len(running) < GAMES_PER_WORKER * workers.size and (fixture := next(fixtures, None)):
            running.add(workers.submit(fixture))
        done, running = wait(running, left if minutes else None, FIRST_COMPLETED)
        for future in done:
            folder.add(future.result())
            deals_before = sum(len(tally.deals) for tally in tournament.tallies)
            tournament.count()
            yield sum(len(tally.deals) for tally in tournament.tallies) > deals_before
