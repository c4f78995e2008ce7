"""What happened, as typed values. A card that the reader may not know is None."""

from dataclasses import dataclass, replace

from heptapolis.codes import Happening, How

Seat = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something in a city. ``by`` is the seat that decided it: the Free City (city 2 of a
    two-player game) is played by its controller."""

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
    stage: int
    card: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    card: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid(Event):
    """Coins that left the treasury, and where they went."""

    bank: int
    left: int
    right: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(Event):
    """Coins from the bank; ``source`` is a card, a stage as "giza:A 2", or "discard"."""

    coins: int
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dug(Event):
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class War(Event):
    """One border at the end of an age, seen from ``seat`` towards its left neighbour."""

    other: Seat
    shields: int
    other_shields: int

    @property
    def winner(self) -> Seat | None:
        if self.shields == self.other_shields:
            return None
        return self.seat if self.shields > self.other_shields else self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    total: int


def redact(event: Event) -> Event:
    """The event as everybody but the seat that decided it may know it (C10)."""
    if isinstance(event, Staged | Discarded):
        return replace(event, card=None)
    return event


HOW = {int(how): how.slug for how in How}
LOGGED = {int(kind): kind for kind in Happening}
