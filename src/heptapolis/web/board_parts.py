"""The parts shared by the boards of all games, ready for a template: plain values and translated
texts."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from itertools import count
from typing import Any, ClassVar, Self, TypeVar

from markupsafe import Markup

from heptapolis.codes import Code, Color
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import price_text
from heptapolis.lru import Lru
from heptapolis.narration.card_wording import CardWording
from heptapolis.narration.denial import Denials
from heptapolis.variants import variant
from heptapolis.web.art.markup import CatalogKey
from heptapolis.web.assets import fingerprint
from heptapolis.web.keys import key_of
from heptapolis.web.news import News
from heptapolis.web.points import PointsSheet
from heptapolis.web.sheets import Explainer

COLORS = [color for color in Color if color is not Color.WHITE]
Deeds = Mapping[str, str]  # actions on things, by their ids
NO_DEEDS: Deeds = {}
Panel = TypeVar("Panel", bound=Any)  # the panel of a city
W = TypeVar("W", bound=CardWording)


@dataclass(frozen=True)
class Thing:
    """A card or another thing on the table, with everything a page shows of it."""

    id: str
    name: str
    color: str  # a card's colour; for anything else the kind of drawing
    effect: str
    cost: str
    catalog: Any  # the catalogue that contains it, for the drawing
    free_with: str = ""  # names of the cards that make it free
    makes_free: str = ""
    is_new: bool = False  # it arrived here after the viewer's last choice
    deed: str = ""  # the action on it in the displayed step of a replay
    kind: str = "card"  # the id of its `ThingKind`

    def __hash__(self) -> int:
        """Hash the distinguishing fields only: hashing a whole catalogue would be slow."""
        return hash((self.id, self.name, self.is_new))

    @property
    def sheet(self) -> str:
        """Return the id of the sheet that explains it."""
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True)
class Payment:
    """Coins, and the city that receives them; None is the bank."""

    coins: int
    banner: int | None = None
    sign: int | str = ""


@dataclass(frozen=True)
class MovePlan:
    """One way to make a move, and the cities that receive coins for it."""

    move: str
    price: str
    left: int = 0
    right: int = 0
    payments: tuple[Payment, ...] = ()  # the price in signs, if a city is paid


@dataclass(frozen=True)
class CardUse:
    """A use of a card: the ways to pay for it, cheapest first, or the refusal."""

    verb: str
    label: str  # empty where the refusal says enough
    plans: tuple[MovePlan, ...] = ()
    why_not: str = ""
    rule: str = ""  # the number of the rule behind the refusal
    things: tuple[Thing, ...] = ()  # things that are built with the card

    @property
    def key(self) -> str:
        """Return the keyboard key that presses its button."""
        return key_of(self.verb)


@dataclass(frozen=True)
class BoardOption:
    """A thing to choose, and its uses."""

    thing: Thing
    uses: tuple[CardUse, ...]
    copies: int = 1
    note: str = ""  # the main use in brief: "2 coins", "chain"
    is_possible: bool = True  # whether the main use is possible
    payments: tuple[Payment, ...] = field(default=(), kw_only=True)  # the note in signs


@dataclass(frozen=True)
class BoardQuestion:
    """The decision that a seat has to make."""

    text: str
    options: tuple[BoardOption, ...] = ()
    others: tuple[MovePlan, ...] = ()  # moves without a thing: pass, choose the starting player


@dataclass(frozen=True)
class LogText:
    """One line of the log."""

    who: Markup
    is_mine: bool
    text: Markup
    coins: tuple[Markup, ...] = ()
    mark: Markup = field(default_factory=Markup)  # after the game: who could have built it


@dataclass(frozen=True)
class Conflict:
    """A border after an age: both cities with their shields and the tokens they take."""

    cities: tuple[Markup, Markup]
    shields: tuple[int, int]
    tokens: tuple[Markup, Markup]


@dataclass(frozen=True)
class Turn:
    """The events of one turn."""

    heading: str
    lines: tuple[LogText, ...]
    conflicts_heading: str = ""
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str | Markup, ...] = ()
    is_played: bool = True  # a player acted in it


MAX_CACHED_ENTRIES = 5000
_turns: Lru[Hashable, tuple[int, Turn]] = Lru(MAX_CACHED_ENTRIES)
_numbers = count()


def tell_turns(
    turns: Iterable[list[Event]], who: Hashable, tell: Callable[[list[Event]], Turn]
) -> list[Turn]:
    """Return every turn as text, the latest first, from a cache of recent turns.

    The cache key is the turn itself and the number of what came before it. A turn's markup has
    the address of the symbols in it.
    """
    story: list[Turn] = []
    before: Hashable = (who, fingerprint())
    for turn in turns:
        before, told = _turns.get_or_make((before, *turn), partial(_tell_turn, turn, tell))
        story.append(told)
    return story[::-1]


def _tell_turn(turn: list[Event], tell: Callable[[list[Event]], Turn]) -> tuple[int, Turn]:
    return next(_numbers), tell(turn)


@dataclass(frozen=True)
class ResourceUnits:
    """Units of one resource, or of one of several; neighbours may buy them if ``is_sold``."""

    resources: tuple[str, ...]
    words: str
    n: int
    is_sold: bool


@dataclass(frozen=True)
class CardGroup:
    """The cards of one colour."""

    color: str
    word: str
    things: tuple[Thing, ...]


@dataclass(frozen=True, kw_only=True)
class GameBoard(ABC):
    """A table as one seat sees it: the part that the boards of all games share."""

    has_deeds: ClassVar[bool] = False  # every city shows its last action
    kind: ClassVar[str]  # the folder of the templates of its game and its CSS class
    arrow: ClassVar[str] = ""  # the thing whose sheet explains what follows

    game: str  # the id of its rules
    moment: str
    follows: str
    pile: str = ""  # the discard pile in words
    n_pile: int | None = None  # the size of the discard pile
    is_mine: bool  # the viewer has a seat; a spectator sees the table from the first one
    question: BoardQuestion | None
    waiting: str  # the players the table waits for, in words
    forecast: PointsSheet
    is_over: bool
    wars: int = 0  # changes after every conflict

    @property
    def template(self) -> str:
        """The template of the table. The board of an expansion may name one of its own."""
        return f"{self.kind}/board.html"

    @property
    def has_hands(self) -> bool:
        """Return whether seats hold hidden cards, which players at one device must not see."""
        return variant(self.game).has_hands

    @property
    @abstractmethod
    def cities(self) -> tuple[Any, ...]:
        """Return the panel of each city, in the order of the seats."""

    def without_question(self, deeds: Deeds = NO_DEEDS, own: Container[int] = ()) -> Self:
        """Return the board without a question and without waiting players.

        ``deeds`` are marked on the things that can be chosen; ``own`` are the viewer's seats.
        """
        return replace(self, question=None, waiting="")

    def with_ready(self, seats: Container[int]) -> Self:
        """Return the board with these seats shown as having chosen, where seats choose at once."""
        return self

    def as_finished(self) -> Self:
        """Return the board of a finished game, also for a table that ended early."""
        return self if self.is_over else replace(self.without_question(), is_over=True)


def cached_description(describe: Callable[[str, W], Thing]) -> Callable[[str, W], Thing]:
    """Cache the descriptions of things by catalogue and language.

    They must not depend on the viewer or on hidden information.
    """
    known: Lru[tuple[CatalogKey, str, str], Thing] = Lru(MAX_CACHED_ENTRIES)

    @wraps(describe)
    def thing(id: str, wording: W) -> Thing:
        key = CatalogKey(wording.catalog), wording.t.language, id
        return known.get_or_make(key, lambda: describe(id, wording))

    return thing


def card_thing(card: Any, wording: CardWording) -> Thing:
    """Describe a card with its price and chains in words."""
    t, cards = wording.t, wording.catalog.card
    targets = [other for other in cards.values() if card.id in other.chain_from]
    return Thing(
        card.id,
        name(card, t),
        card.color.slug,
        wording.effect(card.id),
        words.cost(card.cost, t),
        wording.catalog,
        ", ".join(name(cards[other], t) for other in card.chain_from),
        ", ".join(name(other, t) for other in targets),
    )


def added_thing(thing: Any, wording: CardWording) -> Thing:
    """Describe a thing of a kind that an expansion brings."""
    kind, cost = thing.kind, price_text(thing, wording.t)
    effect = wording.effect(thing.id)
    return Thing(thing.id, name(thing, wording.t), kind, effect, cost, wording.catalog, kind=kind)


def deeds_of(question: BoardQuestion | None, moves: Container[str]) -> dict[str, str]:
    """Return what the given moves do with the things of a question."""
    return {
        thing.id: use.label
        for option in (question.options if question else ())
        for use in option.uses
        if any(plan.move in moves for plan in use.plans)
        for thing in (option.thing, *use.things)
    }


def with_deeds(things: Iterable[Thing], deeds: Deeds) -> tuple[Thing, ...]:
    """Mark the things that have an action."""
    return tuple(replace(one, deed=deeds.get(one.id, "")) for one in things)


def idle_panel(panel: Panel, own: Container[int]) -> Panel:
    """Return a city panel without a pending choice; only ``own`` seats are "you"."""
    idle: Panel = replace(panel, status="", is_you=panel.seat in own)
    return idle


def mark_new(things: Iterable[Thing], seat: int, news: News) -> tuple[Thing, ...]:
    """Mark the things that are new in a city."""
    return tuple(
        replace(one, is_new=True) if (seat, one.id) in news.things else one for one in things
    )


def card_groups(
    ids: Sequence[str], wording: CardWording, things: Callable[[Sequence[str]], tuple[Thing, ...]]
) -> Iterator[CardGroup]:
    """Yield the cards of a city by colour."""
    for color in COLORS:
        of_color = [id for id in ids if wording.catalog.card[id].color is color]
        if of_color:
            yield CardGroup(color.slug, wording.word(color), things(of_color))


@dataclass(frozen=True)
class BoardPart:
    """The web pages of a game: its board, log, drawings and sheets."""

    board: Callable[
        [Any, Translator, News], GameBoard
    ]  # builds the board of a view, with news marked
    log: Callable[[Any, Translator, Denials], list[Turn]]
    drawings: Callable[
        [str], Mapping[str, Callable[..., str]]
    ]  # the template globals in a language
    explainer: type[Explainer]
    cover: str = ""  # the scene that represents the game: a wonder and its side
    # The number of the rule behind a refusal.
    citations: Mapping[Code, str] = field(default_factory=dict)
