"""The events of classic as steps: every city's card, the coins, the consequences, the war."""

from collections.abc import Iterable, Iterator
from itertools import dropwhile, takewhile

from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Staged
from heptapolis.games.classic.events import Passed, War
from heptapolis.games.classic.narration.question import pass_direction
from heptapolis.games.classic.steps import PassStep, WarStep
from heptapolis.games.classic.view import ClassicView
from heptapolis.narration.steps import EventTeller, Moment, StepTeller, Tellers, income, payment
from heptapolis.steps import DigStep, PlayStep, Step

DEED, COINS = 0, 1  # ranks


def _play(event: Built | Staged | Discarded, view: ClassicView) -> Iterator[Step]:
    seat, by, card = event.seat, event.by, event.card
    match event:
        case Built():
            yield PlayStep(seat=seat, by=by, card=card, to="city")
        case Staged():
            yield PlayStep(seat=seat, by=by, card=card, to="stage", stage=event.stage)
        case Discarded():
            yield PlayStep(seat=seat, by=by, card=card, to="discard")


def _dig(event: Dug, view: ClassicView) -> Iterator[Step]:
    yield DigStep(seat=event.seat, card=event.card)


def _decline(event: Passed, view: ClassicView) -> Iterable[Step]:
    return ()


def _pay(event: Paid, view: ClassicView) -> Iterator[Step]:
    left, right = view.neighbours(event.seat)
    yield from payment(event, ("bank", event.bank), (left, event.left), (right, event.right))


def _gain(event: Gained, view: ClassicView) -> Iterator[Step]:
    yield income(event)


TELLERS: Tellers = {
    Built: EventTeller(_play, DEED),
    Staged: EventTeller(_play, DEED),
    Discarded: EventTeller(_play, DEED),
    Dug: EventTeller(_dig, DEED, begins_round=True),
    Passed: EventTeller(_decline, DEED, begins_round=True),
    Paid: EventTeller(_pay, COINS),
    Gained: EventTeller(_gain, COINS),
}


class ClassicStepTeller(StepTeller):
    """Tells the viewer's own card first, then the others' by seat."""

    def steps(
        self, events: list[Event], moment: Moment, then: Moment, view: ClassicView
    ) -> Iterator[Step]:
        for actions in self._rounds(takewhile(_is_peaceful, events)):
            first = sorted(actions, key=lambda event: (event.seat != view.seat, event.seat))
            for event in sorted(first, key=self._rank):
                yield from self.tell_event(event, view)
        if then > moment and then[0] == moment[0] and (way := pass_direction(view, moment)):
            yield PassStep(way=way)
        for event in dropwhile(_is_peaceful, events):
            yield from self.tell_event(event, view)  # coins for a token won: Nero
            if isinstance(event, War):
                yield WarStep(
                    seat=event.seat,
                    other=event.other,
                    shields=event.shields,
                    other_shields=event.other_shields,
                    tokens=view.tokens_of(event),
                )

    def _rank(self, event: Event) -> int:
        teller = self.tellers.get(type(event))
        return teller.rank if teller else DEED

    def _rounds(self, events: Iterator[Event]) -> Iterator[list[Event]]:
        """Split events into rounds of simultaneous actions; a city that acts again begins another
        round."""
        actions: list[Event] = []
        acted: set[int] = set()
        for event in events:
            teller = self.tellers.get(type(event))
            is_deed = teller is not None and teller.rank == DEED
            is_again = event.seat in acted and (is_deed or isinstance(event, Paid))
            if is_again or (teller and teller.begins_round):
                yield actions
                actions, acted = [], set()
            actions.append(event)
            if is_deed:
                acted.add(event.seat)
        yield actions


def _is_peaceful(event: Event) -> bool:
    return not isinstance(event, War)
