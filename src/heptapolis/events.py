"""Typed events of a game. A card that the reader may not know is None.

This module has the events of all games. Those of one game or expansion are in its own `events`
module, and its vocabulary lists them: ``from heptapolis.events import X`` finds them too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from heptapolis.variants import vocabularies

Seat = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened in a city. ``by`` is the seat with the decision: the seat that
    controls a city plays for it."""

    age: int
    turn: int
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Built(Event):
    card: str
    how: str  # paid, chain, free


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged(Event):
    """A stage of the wonder was built; in cities with several wonders it is ``stage`` of the named
    one."""

    stage: int
    card: str | None
    wonder: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    card: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """Coins that left the treasury, and their recipients: the bank, neighbours, or the opponent in
    a two-player game."""

    bank: int
    left: int = 0
    right: int = 0
    opponent: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(Event):
    """Coins from the bank; ``source`` is a thing, a stage as "giza:A 2", or "discard"."""

    coins: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dug(Event):
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    total: int


# ── rows of the kernel's log ─────────────────────────────────────────────────────────────────────

Row = tuple[int, ...]  # age, turn, by, then from the kernel: kind, city, item, and three numbers


def __getattr__(name: str) -> Any:
    if name.startswith("__"):  # imports ask for __path__ while the vocabularies are still loading
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for words in vocabularies():
        for kind in words.events:
            if kind.__name__ == name:
                return kind
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


EventReader = Callable[[Row, Mapping[int, str]], Event]  # takes a row, and the ids of items
