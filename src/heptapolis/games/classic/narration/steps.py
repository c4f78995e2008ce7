"""What happened in classic as steps: everybody's card, the coins, what came after it, the war."""

from collections.abc import Iterator
from itertools import dropwhile, takewhile

from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Staged
from heptapolis.games.classic.events import Passed, War
from heptapolis.games.classic.leaders.events import Courted, Kept, Recruited
from heptapolis.games.classic.narration.question import passing
from heptapolis.games.classic.view import ClassicView
from heptapolis.narration.steps import (
    CoinStep,
    DigStep,
    Moment,
    PassStep,
    PlayStep,
    Step,
    StepTeller,
    WarStep,
    income,
    payment,
)

ALONE = Dug | Courted | Passed  # one city after another does that
Deed = Built | Staged | Discarded | Kept | Recruited | ALONE


class ClassicStepTeller(StepTeller):
    """The viewer's own card first, then the others' by seat."""

    def steps(
        self, events: list[Event], moment: Moment, then: Moment, view: ClassicView
    ) -> Iterator[Step]:
        for actions in _rounds(takewhile(_is_peaceful, events)):
            first = sorted(actions, key=lambda event: (event.seat != view.seat, event.seat))
            yield from (step for event in first if (step := _deed(event)))
            yield from (step for event in first for step in _coins(event, view))
        if then > moment and then[0] == moment[0] and (way := passing(view, moment)):
            yield PassStep(way=way)
        for event in dropwhile(_is_peaceful, events):
            yield from _coins(event, view)  # for a token won: Nero
            if isinstance(event, War):
                yield WarStep(
                    seat=event.seat, other=event.other, shields=event.shields,
                    other_shields=event.other_shields, tokens=view.tokens_of(event),
                )  # fmt: skip


def _is_peaceful(event: Event) -> bool:
    return not isinstance(event, War)


def _rounds(events: Iterator[Event]) -> Iterator[list[Event]]:
    """What cities do at the same time; whoever acts again, or alone, begins another round."""
    actions: list[Event] = []
    acted: set[int] = set()
    for event in events:
        is_again = event.seat in acted and isinstance(event, Deed | Paid)
        if is_again or isinstance(event, ALONE):
            yield actions
            actions, acted = [], set()
        actions.append(event)
        if isinstance(event, Deed):
            acted.add(event.seat)
    yield actions


def _deed(event: Event) -> Step | None:
    seat, by = event.seat, event.by
    match event:
        case Built():
            return PlayStep(seat=seat, by=by, card=event.card, to="city")
        case Staged():
            return PlayStep(seat=seat, by=by, card=event.card, to="stage", stage=event.stage)
        case Discarded():
            return PlayStep(seat=seat, by=by, card=event.card, to="discard")
        case Recruited() | Courted():
            return PlayStep(seat=seat, by=by, card=event.leader, to="leaders")
        case Kept():
            return PlayStep(seat=seat, by=by, card=event.leader, to="kept")
        case Dug():
            return DigStep(seat=seat, card=event.card)
    return None


def _coins(event: Event, view: ClassicView) -> Iterator[CoinStep]:
    if isinstance(event, Paid):
        left, right = view.neighbours(event.seat)
        yield from payment(event, ("bank", event.bank), (left, event.left), (right, event.right))
    elif isinstance(event, Gained):
        yield income(event)
