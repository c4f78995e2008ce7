"""Repeated lines of the log."""

import logging

import pytest

from heptapolis.server import log_repeats
from heptapolis.server.log_repeats import INTERVAL_SECONDS, MAX_REPEATS, RepeatFilter


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def record(message: str, level: int = logging.WARNING, *values: object) -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", level, "", 1, message, values, None)


def test_a_few_lines_of_a_kind_pass_and_then_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, repeats = Clock(), RepeatFilter()
    monkeypatch.setattr(log_repeats, "time", clock)
    passed = [repeats.filter(record("%s is no HTTP", logging.WARNING, n)) for n in range(20)]
    assert passed == [True] * MAX_REPEATS + [False] * (20 - MAX_REPEATS)
    assert repeats.filter(record("another kind"))
    clock.now += INTERVAL_SECONDS
    following = record("%s is no HTTP", logging.WARNING, 21)
    assert repeats.filter(following)
    assert following.getMessage() == "21 is no HTTP (and 15 more like it)"


def test_lines_that_are_no_warnings_are_not_limited() -> None:
    repeats = RepeatFilter()
    assert all(repeats.filter(record("a request", logging.INFO)) for _ in range(100))
