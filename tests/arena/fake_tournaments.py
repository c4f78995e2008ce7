"""Simulated tournaments: results are drawn from known strengths of the bots."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from random import Random

from heptapolis.arena.play import GameResult, PlayedGame
from heptapolis.arena.schedule import (
    Contest,
    Fixture,
    TournamentPlan,
    formats,
)
from heptapolis.arena.standing import Tally
from heptapolis.arena.workers import WorkerPool
from heptapolis.contract import Score
from heptapolis.variants import ruleset

EQUAL_STRENGTHS: Mapping[str, float] = {}


def make_plan(
    *bots: str, games: str = "classic", seats: str | None = None, **options: object
) -> TournamentPlan:
    rules = [ruleset(game) for game in games.split()]
    return TournamentPlan(bots, formats(rules, seats), **options)  # type: ignore[arg-type]


def places(line_up: tuple[str, ...], rng: Random, strength: Mapping[str, float]) -> tuple[int, ...]:
    """Draw places from the Plackett-Luce model; bots without a strength have 1."""
    arrival = [rng.expovariate(strength.get(bot, 1.0)) for bot in line_up]
    return tuple(1 + sorted(arrival).index(time) for time in arrival)


def score(fixture: Fixture, points: int) -> Score:
    """Return a score sheet with all points in its first column."""
    first, *others = fixture.format.ruleset.variant.columns
    return {first: points, **dict.fromkeys(others, 0), "total": points}


def make_result(fixture: Fixture, places: tuple[int, ...], **facts: object) -> GameResult:
    seats = len(fixture.line_up)
    defaults = {
        "scores": tuple(score(fixture, 40 - place) for place in places),
        "moves": (18,) * seats,
        "seconds": (0.018,) * seats,
        "wall_seconds": (0.036,) * seats,
        "faults": (),
    }
    return GameResult(fixture.id, fixture.line_up, "points", places, **defaults | facts)  # type: ignore[arg-type]


def draw(
    fixture: Fixture, strength: Mapping[str, float] = EQUAL_STRENGTHS, salt: int = 0
) -> GameResult:
    """Draw the result of a fixture, reproducibly."""
    rng = Random(f"{salt} {fixture.id} {fixture.seed}")
    return make_result(fixture, places(fixture.line_up, rng, strength))


def make_tally(
    contest: Contest, deals: int, strength: Mapping[str, float] = EQUAL_STRENGTHS, salt: int = 0
) -> Tally:
    """Return the tally of a contest after a number of deals."""
    fresh = Tally(contest)
    for number in range(deals):
        fresh.take([draw(fixture, strength, salt) for fixture in contest.deal(number)])
    return fresh


def instant_pool(play: Callable[[Fixture], PlayedGame], size: int = 1) -> WorkerPool:
    """Return a pool that plays each game immediately in this process."""

    def submit(fixture: Fixture) -> "Future[PlayedGame]":
        future: Future[PlayedGame] = Future()
        future.set_result(play(fixture))
        return future

    return WorkerPool(size, submit)


def draw_game(strength: Mapping[str, float] = EQUAL_STRENGTHS) -> Callable[[Fixture], PlayedGame]:
    """Return a function that draws a result instead of playing; the record names the line-up."""
    return lambda fixture: PlayedGame(
        draw(fixture, strength), f"{fixture.id} {fixture.line_up}\n", {}
    )
