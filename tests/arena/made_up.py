"""Tournaments without bots: results drawn from given strengths, so that the truth is known."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from random import Random

from heptapolis.arena.play import Played, Result
from heptapolis.arena.schedule import (
    Contest,
    Fixture,
    Plan,
    variants,
)
from heptapolis.arena.standing import Tally
from heptapolis.arena.workers import Crew

EQUAL: Mapping[str, float] = {}


def plan(*bots: str, games: str = "classic", seats: str | None = None, **options: object) -> Plan:
    return Plan(bots, variants(games.split(), seats), **options)  # type: ignore[arg-type]


def places(line_up: tuple[str, ...], rng: Random, strength: Mapping[str, float]) -> tuple[int, ...]:
    """Places after Plackett and Luce: each is taken in proportion to strength; 1 if not given."""
    arrival = [rng.expovariate(strength.get(bot, 1.0)) for bot in line_up]
    return tuple(1 + sorted(arrival).index(time) for time in arrival)


def result(fixture: Fixture, taken: tuple[int, ...], **facts: object) -> Result:
    seats = len(fixture.line_up)
    told = {
        "scores": tuple({"military": 40 - place, "leaders": 0, "total": 40 - place} for place in taken),
        "moves": (18,) * seats,
        "seconds": (0.018,) * seats,
        "faults": (),
    }  # fmt: skip
    return Result(fixture.id, fixture.line_up, "points", taken, **told | facts)  # type: ignore[arg-type]


def draw(fixture: Fixture, strength: Mapping[str, float] = EQUAL, salt: int = 0) -> Result:
    """The result of a fixture, always the same one."""
    rng = Random(f"{salt} {fixture.id} {fixture.seed}")
    return result(fixture, places(fixture.line_up, rng, strength))


def tally(
    contest: Contest, deals: int, strength: Mapping[str, float] = EQUAL, salt: int = 0
) -> Tally:
    """A contest after some deals."""
    counted = Tally(contest)
    for number in range(deals):
        counted.take([draw(fixture, strength, salt) for fixture in contest.deal(number)])
    return counted


def crew(play: Callable[[Fixture], Played], size: int = 1) -> Crew:
    """Somebody who plays at once, here."""

    def submit(fixture: Fixture) -> "Future[Played]":
        future: Future[Played] = Future()
        future.set_result(play(fixture))
        return future

    return Crew(size, submit)


def drawn(strength: Mapping[str, float] = EQUAL) -> Callable[[Fixture], Played]:
    """Instead of playing: a drawn result with a record that says whose it is."""
    return lambda fixture: Played(draw(fixture, strength), f"{fixture.id} {fixture.line_up}\n")
