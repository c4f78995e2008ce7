"""The events of leaders."""

from dataclasses import dataclass

from heptapolis.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """A leader of the draft; only its seat knows which."""

    leader: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruited(Event):
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Courted(Event):
    """A neighbour's leader that Courtesans Guild copies."""

    leader: str


EVENTS = (Kept, Recruited, Courted)
