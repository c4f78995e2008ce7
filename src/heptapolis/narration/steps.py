"""Events as animation steps: cards that move, coins that change hands, wars.

Steps are independent of the language and are made from the viewer's knowledge only: a card that the
viewer may not see is None, a back. Every variant orders the steps of a turn for display.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any, ClassVar, Literal

from heptapolis.contract import View
from heptapolis.events import Event, Gained, Paid, Scored
from heptapolis.narration.log import turns
from heptapolis.variants import all_backs, all_kinds

Moment = tuple[int, int]  # an age and a turn
Purse = int | Literal["bank"]  # the coins of a city or of the bank
PLACES = ("city", "stage", "wonder", "discard")  # where the cards of all games go
CHOICES = "choices"  # metadata of a field: the function that returns its values


def all_places() -> tuple[str, ...]:
    """Return the places where cards go; a game names others with the back of its cards."""
    return (*PLACES, *(place for back in all_backs() for place in back.places))


def _open_places() -> set[str]:
    """Return the places in a city where things are open."""
    return {"city", "wonder", *(place for kind in all_kinds() for place in kind.places)}


@dataclass(frozen=True, kw_only=True)
class Step:
    """One visible event; ``seat`` is the city in which it happens, if any."""

    kind: ClassVar[str]

    seat: int | None

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        """Return the things that came to cities: a seat and an id."""
        return ()

    @property
    def fighters(self) -> Iterable[int]:
        """Return the cities that took conflict tokens."""
        return ()

    @property
    def uncovered(self) -> str | None:
        """Return the card that this step uncovers."""
        return None

    def facts(self) -> dict[str, Any]:
        """Return the step as plain JSON."""
        own = {name.rstrip("_"): value for name, value in asdict(self).items()}
        return {"kind": self.kind, **own}


@dataclass(frozen=True, kw_only=True)
class PlayStep(Step):
    """A card leaves a hand or the structure; also any other thing that joins a city.

    ``by`` is the seat of the hand: cards of a city without a player come from its controller.
    """

    kind = "play"

    seat: int
    by: int
    card: str | None
    to: str = field(metadata={CHOICES: all_places})
    stage: int | None = None  # the wonder built with the card
    wonder: str | None = None  # the wonder built with the card, where a city has several

    @property
    def arrivals(self) -> Iterable[tuple[int, str]]:
        thing = self.wonder if self.to == "wonder" else self.card
        return ((self.seat, thing),) if thing and self.to in _open_places() else ()


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
    """Coins move from one purse to another."""

    kind = "coins"

    from_: Purse
    to: Purse
    n: int


@dataclass(frozen=True, kw_only=True)
class PassStep(Step):
    """Hands, or packs of a draft, are passed on."""

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
    """A city receives a progress token, from the board or from those set ``aside``."""

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
        """Return the steps after so many events, turn by turn, without empty turns."""
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
