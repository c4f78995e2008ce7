"""What boards of all games are made of, ready for a template: plain values and finished words."""

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import count
from typing import Any, ClassVar, Self, TypeVar

from markupsafe import Markup

from heptapolis.codes import Color, Obstacle
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.narration.card_wording import CardWording
from heptapolis.narration.denial import Denials
from heptapolis.variants import variant
from heptapolis.web.art.markup import CatalogKey
from heptapolis.web.keys import key_of
from heptapolis.web.news import News
from heptapolis.web.points import PointsSheet
from heptapolis.web.sheets import Explainer

COLORS = [color for color in Color if color is not Color.WHITE]
Deeds = Mapping[str, str]  # what is done with things, by their ids
NO_DEEDS: Deeds = {}
Panel = TypeVar("Panel", bound=Any)  # of a city: it says whose, whether that is "you", what they do
W = TypeVar("W", bound=CardWording)


@dataclass(frozen=True)
class Thing:
    """A card, or what else can be chosen or lies open, with all that can be said of it."""

    id: str
    name: str
    color: str  # a card's colour; what it is drawn as of anything else
    effect: str
    cost: str
    catalog: Any  # that knows it, for whoever draws it
    free_with: str = ""  # names of cards that make it free
    makes_free: str = ""
    is_new: bool = False  # it came to where it lies after the viewer's last choice
    deed: str = ""  # what is done with it in the step of a replay that is shown
    kind: str = "card"  # the id of its `ThingKind`

    def __hash__(self) -> int:
        """Of what tells most of them apart: a whole catalogue would take long."""
        return hash((self.id, self.name, self.is_new))

    @property
    def sheet(self) -> str:
        """What explains it."""
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True)
class MovePlan:
    """One way to make a move, and who gets coins for it."""

    move: str
    price: str
    left: int = 0
    right: int = 0


@dataclass(frozen=True)
class CardUse:
    """Something to do with a card: the ways to do it, cheapest first, or why it cannot be done."""

    verb: str
    label: str  # nothing where the reason against it says all
    plans: tuple[MovePlan, ...] = ()
    why_not: str = ""
    rule: str = ""  # the number of the rule that says so
    things: tuple[Thing, ...] = ()  # that are built with the card

    @property
    def key(self) -> str:
        """The key that presses its button."""
        return key_of(self.verb)


@dataclass(frozen=True)
class BoardOption:
    """A thing to choose, and its uses."""

    thing: Thing
    uses: tuple[CardUse, ...]
    copies: int = 1
    note: str = ""  # the main use in short: "2 coins", "chain"
    is_possible: bool = True  # the main use is


@dataclass(frozen=True)
class BoardQuestion:
    """What a seat is asked now."""

    text: str
    options: tuple[BoardOption, ...] = ()
    others: tuple[MovePlan, ...] = ()  # moves without a thing: to pass, who begins


@dataclass(frozen=True)
class LogText:
    """One line of the log."""

    who: Markup
    is_mine: bool
    text: Markup
    coins: tuple[Markup, ...] = ()
    mark: Markup = field(default_factory=Markup)  # in the end: who could have built the card


@dataclass(frozen=True)
class Conflict:
    """A border after an age: both cities with shields, and the tokens that they take."""

    cities: tuple[Markup, Markup]
    shields: tuple[int, int]
    tokens: tuple[Markup, Markup]


@dataclass(frozen=True)
class Turn:
    """What happened in one turn."""

    heading: str
    lines: tuple[LogText, ...]
    conflicts_heading: str = ""
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str | Markup, ...] = ()
    is_played: bool = True  # somebody did something in it


MOST_REMEMBERED = 5000
_remembered: OrderedDict[Hashable, tuple[int, Turn]] = OrderedDict()
_numbers = count()


def chronicle(
    turns: Iterable[list[Event]], who: Hashable, tell: Callable[[list[Event]], Turn]
) -> list[Turn]:
    """Every turn told, the latest first; what was told to somebody is remembered for a while.

    A turn is known by itself and the number of what came before it.
    """
    story, before = [], who
    for turn in turns:
        key = (before, *turn)
        known = _remembered.get(key) or (next(_numbers), tell(turn))
        _remembered[key] = known
        _remembered.move_to_end(key)
        before = known[0]
        story.append(known[1])
    while len(_remembered) > MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return story[::-1]


@dataclass(frozen=True)
class ResourceUnits:
    """Units of one resource, or of one of several; ``is_sold``: neighbours may buy them."""

    resources: tuple[str, ...]
    words: str
    n: int
    is_sold: bool


@dataclass(frozen=True)
class CardGroup:
    """Cards of a colour."""

    color: str
    word: str
    things: tuple[Thing, ...]


@dataclass(frozen=True, kw_only=True)
class GameBoard(ABC):
    """A table from one seat: what every board has, of whichever game."""

    has_deeds: ClassVar[bool] = False  # every city says what it did last
    kind: ClassVar[str]  # the folder of its templates, and its class in the style sheet
    arrow: ClassVar[str] = ""  # the thing that explains what follows

    game: str  # the id of its rules
    moment: str
    follows: str
    pile: str = ""  # the discard pile in words
    n_pile: int | None = None  # the same as a number
    is_mine: bool  # the viewer has a seat; a spectator looks from the first one
    question: BoardQuestion | None
    waiting: str  # whom the table waits for, in words
    forecast: PointsSheet
    is_over: bool
    wars: int = 0  # another number whenever armies have met

    @property
    def has_hands(self) -> bool:
        """Seats hold cards that others must not see, even at the same device."""
        return variant(self.game).has_hands

    @property
    @abstractmethod
    def cities(self) -> tuple[Any, ...]:
        """What lies in front of each seat, in the order of the seats."""

    def still(self, deeds: Deeds = NO_DEEDS, own: Container[int] = ()) -> Self:
        """The board to look at again: nothing is asked, nobody is waited for. ``deeds`` are marked
        on what can be chosen; ``own`` are the seats of whoever looks."""
        return replace(self, question=None, waiting="")

    def ended(self) -> Self:
        """The board of a game that is over, also if its table ended it before its time."""
        return self if self.is_over else replace(self.still(), is_over=True)


def remember(describe: Callable[[str, W], Thing]) -> Callable[[str, W], Thing]:
    """A description of things that is made once: at every table with the same cards it is the same
    in a language. Who looks, and what they may know, plays no part in it."""
    known: dict[tuple[CatalogKey, str, str], Thing] = {}

    @wraps(describe)
    def thing(id: str, wording: W) -> Thing:
        key = CatalogKey(wording.catalog), wording.t.language, id
        found = known.get(key)
        if found is None:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found = known[key] = describe(id, wording)
        return found

    return thing


def card_thing(card: Any, wording: CardWording) -> Thing:
    """A card with a price and chains in words."""
    t, cards = wording.t, wording.catalog.card
    targets = [other for other in cards.values() if card.id in other.chain_from]
    return Thing(
        card.id, name(card, t), card.color.slug, wording.effect(card.id),
        words.cost(card.cost, t), wording.catalog,
        ", ".join(name(cards[other], t) for other in card.chain_from),
        ", ".join(name(other, t) for other in targets),
    )  # fmt: skip


def deeds_of(question: BoardQuestion | None, moves: Container[str]) -> dict[str, str]:
    """What some moves do with the things that a question is about."""
    return {
        thing.id: use.label
        for option in (question.options if question else ())
        for use in option.uses
        if any(plan.move in moves for plan in use.plans)
        for thing in (option.thing, *use.things)
    }


def with_deeds(things: Iterable[Thing], deeds: Deeds) -> tuple[Thing, ...]:
    """Things, with a mark on those with which something is done."""
    return tuple(replace(one, deed=deeds.get(one.id, "")) for one in things)


def at_rest(panel: Panel, own: Container[int]) -> Panel:
    """A city that is looked at again: nobody chooses, and "you" is only who sat there."""
    at_rest: Panel = replace(panel, status="", is_you=panel.seat in own)
    return at_rest


def marked(things: Iterable[Thing], seat: int, news: News) -> tuple[Thing, ...]:
    """Things of a city, with a mark on those that are new in it."""
    return tuple(
        replace(one, is_new=True) if (seat, one.id) in news.things else one for one in things
    )


def card_groups(
    ids: Sequence[str], wording: CardWording, things: Callable[[Sequence[str]], tuple[Thing, ...]]
) -> Iterator[CardGroup]:
    """The cards of a city by colour."""
    for color in COLORS:
        of_color = [id for id in ids if wording.catalog.card[id].color is color]
        if of_color:
            yield CardGroup(color.slug, wording.word(color), things(of_color))


@dataclass(frozen=True)
class BoardPart:
    """How the pages show a game: its table, what happened, what its templates draw, its sheets."""

    board: Callable[[Any, Translator, News], GameBoard]  # of a view, its news marked
    log: Callable[[Any, Translator, Denials], list[Turn]]
    drawings: Callable[[str], Mapping[str, Callable[..., str]]]  # in a language
    explainer: type[Explainer]
    # Scenes that stand for the game, each a wonder and its side: by its expansions, "" without any.
    covers: Mapping[str, str] = field(default_factory=dict)
    # The number of the rule behind what is refused.
    citations: Mapping[Obstacle, str] = field(default_factory=dict)
