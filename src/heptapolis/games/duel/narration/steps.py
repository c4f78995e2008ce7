"""The events of a Duel as steps: the card taken, its effects, the cards uncovered."""

from collections.abc import Iterator

from heptapolis.events import Built, Discarded, Dug, Event, Gained, Paid, Staged
from heptapolis.games.duel.events import Destroyed, Drafted, Looted, Marker, Revealed, Token
from heptapolis.games.duel.steps import DestroyStep, MarkerStep, RevealStep, TokenStep
from heptapolis.games.duel.view import DuelView
from heptapolis.narration.steps import EventTeller, Moment, StepTeller, Tellers, income, payment
from heptapolis.steps import CoinStep, DigStep, PlayStep, Step

CARD, COINS, ARMY, LOOT, PILE, TOKEN, STRUCTURE = range(7)  # ranks


def _take(event: Drafted | Built | Staged | Discarded, view: DuelView) -> Iterator[Step]:
    seat, by = event.seat, event.by
    match event:
        case Drafted():
            yield PlayStep(seat=seat, by=by, card=event.wonder, to="city")
        case Built():
            yield PlayStep(seat=seat, by=by, card=event.card, to="city")
        case Staged():
            yield PlayStep(
                seat=seat,
                by=by,
                card=event.card,
                to="wonder",
                stage=event.stage,
                wonder=event.wonder,
            )
        case Discarded():
            yield PlayStep(seat=seat, by=by, card=event.card, to="discard")


def _pay(event: Paid, view: DuelView) -> Iterator[Step]:
    yield from payment(event, ("bank", event.bank), (1 - event.seat, event.opponent))


def _gain(event: Gained, view: DuelView) -> Iterator[Step]:
    yield income(event)


def _march(event: Marker, view: DuelView) -> Iterator[Step]:
    yield MarkerStep(seat=event.seat, before=event.before, after=event.after)


def _lose(event: Looted, view: DuelView) -> Iterator[Step]:
    if event.coins:
        yield CoinStep(seat=event.seat, from_=event.seat, to="bank", n=event.coins)


def _dig(event: Dug, view: DuelView) -> Iterator[Step]:
    yield DigStep(seat=event.seat, card=event.card)


def _destroy(event: Destroyed, view: DuelView) -> Iterator[Step]:
    yield DestroyStep(seat=event.seat, card=event.card, from_=1 - event.seat)


def _choose(event: Token, view: DuelView) -> Iterator[Step]:
    yield TokenStep(seat=event.seat, token=event.token, aside=event.aside)


def _uncover(event: Revealed, view: DuelView) -> Iterator[Step]:
    yield RevealStep(seat=event.by, card=event.card, slot=event.slot)


TELLERS: Tellers = {
    Drafted: EventTeller(_take, CARD),
    Built: EventTeller(_take, CARD),
    Staged: EventTeller(_take, CARD),
    Discarded: EventTeller(_take, CARD),
    Paid: EventTeller(_pay, COINS),
    Gained: EventTeller(_gain, COINS),
    Marker: EventTeller(_march, ARMY),
    Looted: EventTeller(_lose, LOOT),
    Dug: EventTeller(_dig, PILE),
    Destroyed: EventTeller(_destroy, PILE),
    Token: EventTeller(_choose, TOKEN),
    Revealed: EventTeller(_uncover, STRUCTURE),
}


class DuelStepTeller(StepTeller):
    """Tells every kind of event at its place: the card, coins, the army, a token, the cards
    uncovered."""

    def steps(
        self, events: list[Event], moment: Moment, then: Moment, view: DuelView
    ) -> Iterator[Step]:
        told = [event for event in events if type(event) in self.tellers]
        for event in sorted(told, key=lambda event: self.tellers[type(event)].rank):
            yield from self.tell_event(event, view)
