"""Steps: what animations show of events. They are independent of the language.

This module has the kinds that several games use. Those of one game or expansion are in its own
`steps` module, and its vocabulary lists them.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from heptapolis.variants import all_backs, all_kinds, vocabularies

Purse = int | Literal["bank"]  # the coins of a city or of the bank
PLACES = ("city", "stage", "wonder", "discard")  # where the cards of all games go
CHOICES = "choices"  # metadata of a field: the function that returns its values


def all_places() -> tuple[str, ...]:
    """Return the places where cards go; a game names others with the back of its cards."""
    return (*PLACES, *(place for back in all_backs() for place in back.places))


def _open_places() -> set[str]:
    """Return the places in a city where things are open."""
    return {"city", "wonder", *(place for kind in all_kinds() for place in kind.places)}


@dataclass(frozen=True, kw_only=True)
class Step:
    """One visible event; ``seat`` is the city in which it happens, if any."""

    kind: ClassVar[str]

    seat: int | None

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        """Return the things that came to cities: a seat and an id."""
        return ()

    @property
    def fighters(self) -> Iterable[int]:
        """Return the cities that took conflict tokens."""
        return ()

    @property
    def uncovered(self) -> str | None:
        """Return the card that this step uncovers."""
        return None

    def facts(self) -> dict[str, Any]:
        """Return the step as plain JSON."""
        own = {name.rstrip("_"): value for name, value in asdict(self).items()}
        return {"kind": self.kind, **own}


@dataclass(frozen=True, kw_only=True)
class PlayStep(Step):
    """A card leaves a hand or the structure; also any other thing that joins a city.

    ``by`` is the seat of the hand: cards of a city without a player come from its controller.
    """

    kind = "play"

    seat: int
    by: int
    card: str | None
    to: str = field(metadata={CHOICES: all_places})
    stage: int | None = None  # the wonder built with the card
    wonder: str | None = None  # the wonder built with the card, where a city has several

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        thing = self.wonder if self.to == "wonder" else self.card
        return ((self.seat, thing),) if thing and self.to in _open_places() else ()


@dataclass(frozen=True, kw_only=True)
class DigStep(Step):
    """A card comes out of the discard pile into a city."""

    kind = "dig"

    seat: int
    card: str

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        return ((self.seat, self.card),)


@dataclass(frozen=True, kw_only=True)
class CoinStep(Step):
    """Coins move from one purse to another."""

    kind = "coins"

    from_: Purse
    to: Purse
    n: int


@dataclass(frozen=True, kw_only=True)
class AgeStep(Step):
    """A new age begins."""

    kind = "age"

    seat: None = None
    age: int


@dataclass(frozen=True, kw_only=True)
class EndStep(Step):
    """The game is over."""

    kind = "end"

    seat: None = None


def all_steps() -> tuple[type[Step], ...]:
    """Return all kinds of steps: those of several games, then those that games declare."""
    own = (step for words in vocabularies() for step in words.steps)
    return (PlayStep, DigStep, CoinStep, AgeStep, EndStep, *own)
