"""What happens with omens."""

from dataclasses import dataclass

from heptapolis.events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen(Event):
    """A seat has kept an omen; only that seat knows which."""

    omen: str | None
