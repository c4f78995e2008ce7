"""What the couriers add to the events of classic."""

from dataclasses import dataclass

from heptapolis.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent(Event):
    """A courier leaves, face down: only its seat knows which one."""

    courier: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stayed(Event):
    """A seat sends no courier."""
