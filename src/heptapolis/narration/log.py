"""What happened, turn by turn; how it is told, each variant says itself."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from heptapolis.events import Event, Scored


def turns(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events of one turn after another; the points in the end are no turn."""
    happened = [event for event in events if not isinstance(event, Scored)]
    for _, group in groupby(happened, key=lambda event: (event.age, event.turn)):
        yield list(group)
