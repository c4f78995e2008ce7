"""The events of a game, turn by turn; each variant words them itself."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from heptapolis.events import Event, Scored


def turns(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Group events by turn, without the scoring at the end."""
    happened = [event for event in events if not isinstance(event, Scored)]
    for _, group in groupby(happened, key=lambda event: (event.age, event.turn)):
        yield list(group)
