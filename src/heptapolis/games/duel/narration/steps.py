"""What happened in a Duel as steps: the card that was taken, what it did, what it uncovered."""

from collections.abc import Iterator

from heptapolis.events import (
    Built,
    Destroyed,
    Discarded,
    Drafted,
    Dug,
    Event,
    Gained,
    Looted,
    Marker,
    Paid,
    Revealed,
    Staged,
    Token,
)
from heptapolis.games.duel.narration.expansion import narrations
from heptapolis.games.duel.view import DuelView
from heptapolis.narration.steps import (
    CoinStep,
    DestroyStep,
    DigStep,
    MarkerStep,
    Moment,
    PlayStep,
    RevealStep,
    Step,
    StepTeller,
    TokenStep,
    income,
    payment,
)

ORDER = (
    Drafted | Built | Staged | Discarded,
    Paid | Gained,
    Marker,
    Looted,
    Dug | Destroyed,
    Token,
    Revealed,
)


class DuelStepTeller(StepTeller):
    """Every kind of thing in its place: the card, coins, the army, a token, what lies open now."""

    def steps(
        self, events: list[Event], moment: Moment, then: Moment, view: DuelView
    ) -> Iterator[Step]:
        for kind in ORDER:
            for event in events:
                if isinstance(event, kind):
                    yield from _steps(event)
        for one in narrations(view.edition.expansions):
            for event in events:
                if type(event) in one.steps:
                    yield one.steps[type(event)](event)


def _steps(event: Event) -> Iterator[Step]:
    seat, by = event.seat, event.by
    match event:
        case Drafted():
            yield PlayStep(seat=seat, by=by, card=event.wonder, to="city")
        case Built():
            yield PlayStep(seat=seat, by=by, card=event.card, to="city")
        case Staged():
            yield PlayStep(
                seat=seat, by=by, card=event.card, to="wonder", stage=event.stage,
                wonder=event.wonder,
            )  # fmt: skip
        case Discarded():
            yield PlayStep(seat=seat, by=by, card=event.card, to="discard")
        case Paid():
            yield from payment(event, ("bank", event.bank), (1 - seat, event.opponent))
        case Gained():
            yield income(event)
        case Marker():
            yield MarkerStep(seat=seat, before=event.before, after=event.after)
        case Looted():
            if event.coins:
                yield CoinStep(seat=seat, from_=seat, to="bank", n=event.coins)
        case Dug():
            yield DigStep(seat=seat, card=event.card)
        case Destroyed():
            yield DestroyStep(seat=seat, card=event.card, from_=1 - seat)
        case Token():
            yield TokenStep(seat=seat, token=event.token, aside=event.aside)
        case Revealed():
            yield RevealStep(seat=event.by, card=event.card, slot=event.slot)
