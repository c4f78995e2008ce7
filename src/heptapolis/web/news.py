"""Changes at a table since the viewer's last choice; boards mark it until the next one."""

from dataclasses import dataclass

from heptapolis.contract import View
from heptapolis.events import Event, Scored
from heptapolis.narration import steps_after
from heptapolis.steps import PlayStep


@dataclass(frozen=True)
class News:
    """New things, and their cities."""

    things: frozenset[tuple[int, str]] = frozenset()  # new things with their cities
    stages: frozenset[tuple[int, int]] = frozenset()
    fighters: frozenset[int] = frozenset()  # cities that have taken conflict tokens
    revealed: frozenset[str] = frozenset()  # newly uncovered cards of the structure


NO_NEWS = News()


def news_of(view: View, after: int | None = None) -> News:
    """Return what is new after so many events, from the start of a turn; by default the last
    turn."""
    happened = [event for event in view.events if not isinstance(event, Scored)]
    start = _beginning(happened, len(happened) - 1 if after is None else after)
    steps = [step for turn in steps_after(view, start) for step in turn.steps]
    return News(
        frozenset(place for step in steps for place in step.arrivals),
        frozenset((s.seat, s.stage) for s in steps if isinstance(s, PlayStep) and s.stage),
        frozenset(seat for step in steps for seat in step.fighters),
        frozenset(step.uncovered for step in steps if step.uncovered),
    )


def _beginning(events: list[Event], n: int) -> int:
    """Return the index of the event that starts the turn: later actions in one's own turn do not
    end its news."""
    while 0 < n < len(events) and _moment(events[n - 1]) == _moment(events[n]):
        n -= 1
    return max(n, 0)


def _moment(event: Event) -> tuple[int, int]:
    return event.age, event.turn
