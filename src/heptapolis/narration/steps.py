"""What happened as steps that a face can play: cards that go somewhere, coins that move, a war.

Steps are language-free, made from what a viewer knows and nothing else: a card that they may not
know is None, a back. Every variant puts the steps of a turn in the order in which they are shown.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal

from heptapolis.contract import View
from heptapolis.events import Event, Gained, Paid, Scored
from heptapolis.narration.log import turns

Moment = tuple[int, int]  # an age and a turn
Purse = int | Literal["bank"]  # a city's, or the bank's


@dataclass(frozen=True, kw_only=True)
class Step:
    """One thing that is seen to happen; ``seat`` is the city that it happens in, if in one."""

    kind: ClassVar[str]

    seat: int | None

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        """Things that came to cities: a seat and an id."""
        return ()

    @property
    def fighters(self) -> Iterable[int]:
        """Cities that took conflict tokens."""
        return ()

    @property
    def uncovered(self) -> str | None:
        """A card that lies open from now on."""
        return None

    def facts(self) -> dict[str, Any]:
        """The step as plain JSON."""
        own = {name.rstrip("_"): value for name, value in asdict(self).items()}
        return {"kind": self.kind, **own}


@dataclass(frozen=True, kw_only=True)
class PlayStep(Step):
    """A card leaves a hand or the structure; also anything else that joins a city.

    ``by`` is whose hand it was: cards of a city that no seat owns come from its controller.
    """

    kind = "play"

    seat: int
    by: int
    card: str | None
    to: Literal["city", "stage", "wonder", "discard", "leaders", "kept"]
    stage: int | None = None  # that is built over the card
    wonder: str | None = None  # that is built over the card, where a city has several

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        thing = {"city": self.card, "leaders": self.card, "wonder": self.wonder}.get(self.to)
        return ((self.seat, thing),) if thing else ()


@dataclass(frozen=True, kw_only=True)
class DigStep(Step):
    """A card comes out of the discard pile into a city."""

    kind = "dig"

    seat: int
    card: str

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        return ((self.seat, self.card),)


@dataclass(frozen=True, kw_only=True)
class CoinStep(Step):
    """Coins go from one purse to another."""

    kind = "coins"

    from_: Purse
    to: Purse
    n: int


@dataclass(frozen=True, kw_only=True)
class PassStep(Step):
    """All hands, or packs of a draft, go on."""

    kind = "pass"

    seat: None = None
    way: str  # left, right, swap


@dataclass(frozen=True, kw_only=True)
class RevealStep(Step):
    """A card of the structure is turned up; ``slot`` counts its places from 0."""

    kind = "reveal"

    card: str
    slot: int

    @property
    def uncovered(self) -> str:
        return self.card


@dataclass(frozen=True, kw_only=True)
class MarkerStep(Step):
    """The conflict marker moves; above 0 the first player is ahead."""

    kind = "marker"

    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class TokenStep(Step):
    """A progress token comes to a city, from the board or of those set ``aside``."""

    kind = "token"

    token: str
    aside: bool

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        return ((self.seat, self.token),) if self.seat is not None else ()


@dataclass(frozen=True, kw_only=True)
class DestroyStep(Step):
    """``seat`` puts a card of another city on the discard pile."""

    kind = "destroy"

    card: str
    from_: int


@dataclass(frozen=True, kw_only=True)
class WarStep(Step):
    """Two neighbours compare shields; ``tokens`` are the points that each side takes."""

    kind = "war"

    seat: int
    other: int
    shields: int
    other_shields: int
    tokens: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def fighters(self) -> Iterable[int]:
        sides = zip((self.seat, self.other), self.tokens, strict=True)
        return [seat for seat, tokens in sides if tokens]


@dataclass(frozen=True, kw_only=True)
class AgeStep(Step):
    """A new age begins."""

    kind = "age"

    seat: None = None
    age: int


@dataclass(frozen=True, kw_only=True)
class EndStep(Step):
    """The game is over."""

    kind = "end"

    seat: None = None


@dataclass(frozen=True)
class TurnSteps:
    """What was seen to happen in one turn, or in what of it is new."""

    age: int
    turn: int
    steps: tuple[Step, ...]

    def facts(self) -> dict[str, Any]:
        """The turn as plain JSON."""
        return {"age": self.age, "turn": self.turn, "steps": [one.facts() for one in self.steps]}


@dataclass(frozen=True)
class EventTeller:
    """Makes steps of one type of event, given the event and a view.

    Within a turn events are shown by rank; ``begins_round`` says that nothing else happens at the
    same time.
    """

    tell: Callable[[Any, Any], Iterable[Step]]
    rank: int = 0
    begins_round: bool = False


Tellers = Mapping[type[Event], EventTeller]


class StepTeller(ABC):
    """Makes steps of the events of a variant; ``tellers`` know those of each type of event."""

    def __init__(self, tellers: Tellers) -> None:
        self.tellers = tellers

    def tell_event(self, event: Event, view: Any) -> Iterable[Step]:
        """The steps of an event; none of a type that nothing is declared for."""
        teller = self.tellers.get(type(event))
        return teller.tell(event, view) if teller else ()

    def tell(self, view: View, after: int) -> list[TurnSteps]:
        """What happened after so many events, turn by turn; turns without a step are left out."""
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
        """The steps of a turn's events in the order in which they are shown; ``then`` is the turn
        that came next, the same one if it goes on."""


class PlainTeller(StepTeller):
    """Of a variant that brings no teller of its own, only its ages and its end are seen."""

    def steps(self, events: list[Event], moment: Moment, then: Moment, view: Any) -> Iterable[Step]:
        return ()


def payment(paid: Paid, *payees: tuple[Purse, int]) -> Iterator[CoinStep]:
    """Coins that leave a city, and who gets how many."""
    for payee, n in payees:
        if n:
            yield CoinStep(seat=paid.seat, from_=paid.seat, to=payee, n=n)


def income(gained: Gained) -> CoinStep:
    return CoinStep(seat=gained.seat, from_="bank", to=gained.seat, n=gained.coins)
