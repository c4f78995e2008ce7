"""Events as animation steps: cards that move, coins that change hands, wars.

Steps are independent of the language and are made from the viewer's knowledge only: a card that the
viewer may not see is None, a back. Every variant orders the steps of a turn for display.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from heptapolis.contract import View
from heptapolis.events import Event, Gained, Paid, Scored
from heptapolis.narration.log import turns
from heptapolis.steps import AgeStep, CoinStep, EndStep, Purse, Step

Moment = tuple[int, int]  # an age and a turn


@dataclass(frozen=True)
class TurnSteps:
    """The visible events of one turn, or of its new part."""

    age: int
    turn: int
    steps: tuple[Step, ...]

    def facts(self) -> dict[str, Any]:
        """Return the turn as plain JSON."""
        return {"age": self.age, "turn": self.turn, "steps": [one.facts() for one in self.steps]}


@dataclass(frozen=True)
class EventTeller:
    """Makes the steps of one type of event from the event and a view.

    Within a turn events are ordered by rank; ``begins_round`` means that no other event is
    simultaneous.
    """

    tell: Callable[[Any, Any], Iterable[Step]]
    rank: int = 0
    begins_round: bool = False


Tellers = Mapping[type[Event], EventTeller]


class StepTeller(ABC):
    """Makes steps from the events of a variant; ``tellers`` are the event tellers by type."""

    def __init__(self, tellers: Tellers) -> None:
        self.tellers = tellers

    def tell_event(self, event: Event, view: Any) -> Iterable[Step]:
        """Return the steps of an event; none for an undeclared type."""
        teller = self.tellers.get(type(event))
        return teller.tell(event, view) if teller else ()

    def tell(self, view: View, after: int) -> list[TurnSteps]:
        """Return the steps after a number of events, turn by turn, without empty turns."""
        news = view.events[after:]
        groups = list(turns(news))
        moments = [(group[0].age, group[0].turn) for group in groups]
        told = []
        changes = pairwise([*moments, (view.age, view.turn)])
        for events, (moment, then) in zip(groups, changes, strict=True):
            steps = [*self.steps(events, moment, then, view)]
            if then[0] > moment[0]:
                steps.append(AgeStep(age=then[0]))
            if events is groups[-1] and isinstance(news[-1], Scored):
                steps.append(EndStep())
            if steps:
                told.append(TurnSteps(*moment, tuple(steps)))
        return told

    @abstractmethod
    def steps(self, events: list[Event], moment: Moment, then: Moment, view: Any) -> Iterable[Step]:
        """Return the steps of a turn's events in display order; ``then`` is the following
        moment, or the same one if the turn continues."""


class PlainStepTeller(StepTeller):
    """The teller of a variant without its own: only ages and the end are shown."""

    def steps(self, events: list[Event], moment: Moment, then: Moment, view: Any) -> Iterable[Step]:
        return ()


def payment(paid: Paid, *payees: tuple[Purse, int]) -> Iterator[CoinStep]:
    """Yield the coins that leave a city, by receiver."""
    for payee, n in payees:
        if n:
            yield CoinStep(seat=paid.seat, from_=paid.seat, to=payee, n=n)


def income(gained: Gained) -> CoinStep:
    return CoinStep(seat=gained.seat, from_="bank", to=gained.seat, n=gained.coins)
