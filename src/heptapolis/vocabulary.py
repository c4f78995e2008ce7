"""The vocabulary of a game as values: columns of the score sheet, kinds of things, verbs, events.

A game or an expansion declares each of them once, in its own folder, and lists them in its
manifest; score sheets, pages, plots, the terminal and the API loop over them. Texts are marked for
translation where they are declared.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from heptapolis.messages import mark

if TYPE_CHECKING:
    from heptapolis.codes import Code
    from heptapolis.events import Event
    from heptapolis.steps import Step

Message = tuple[str, str]  # a context and English text; see `heptapolis.messages.mark`


@dataclass(frozen=True)
class Column:
    """A column of the score sheet; without a title, its id is shown.

    ``tint`` is a colour word, of which each user interface has its own shade: red, gold, stone,
    blue, green, yellow, purple, dark, sky or laurel; or one colour for all of them as "#rrggbb".
    """

    id: str
    title: Message | None = None
    sign: str = ""  # the symbol of its heading on a page
    tint: str = ""
    about: Message | None = None  # where its points come from; may name constants: "%(coins)d"


@dataclass(frozen=True)
class ThingKind:
    """A kind of things in a catalogue: cards, wonders.

    Its id names its section in data files, the attribute of a catalogue that finds one by its id,
    and stands in addresses: "/cards/GAME/KIND/ID".
    """

    id: str
    plural: Message  # the heading of a list
    model: type[Any]  # of its records
    context: str  # of its names for translators
    places: tuple[str, ...] = ()  # fields of a city, in a position, where such things are open
    has_chip: bool = False  # a one-line drawing exists


@dataclass(frozen=True)
class CardBack:
    """The back of a kind of cards, other than those of the ages."""

    id: str
    title: Message
    sign: str  # a symbol
    frame: str  # a colour: "#rrggbb"
    places: tuple[str, ...] = ()  # where such cards go, as named by steps


@dataclass(frozen=True)
class Key:
    """A key that makes a move on a page. Keys with the same help share a line of the list."""

    key: str
    help: Message | None = None  # None: not in the list of keys
    use: str = ""  # the use of a card that it selects, if it differs from the verb


@dataclass(frozen=True)
class Phase:
    """A kind of decision, and the verbs of its moves with a thing, the usual one first.

    ``question`` is what the seat is asked; without one, the narration of the game asks.
    """

    id: str
    verbs: tuple[str, ...]
    question: Message | None = None

    @property
    def answer(self) -> str:
        """The usual verb."""
        return self.verbs[0]


@dataclass(frozen=True)
class Verb:
    """The first word of a move, and the arguments that follow.

    Arguments are fields of a `Move` in the order of its text: "wonder", "card" or "starter".
    ``payees`` are the possible recipients of coins ("left=2"). ``question`` asks for such a move
    if another one was tried.
    """

    word: str
    arguments: tuple[str, ...] = ("card",)
    payees: tuple[str, ...] = ()
    has_free_form: bool = False  # "free" may replace a payment
    keys: tuple[Key, ...] = ()
    question: Message | None = None
    deed: Message | None = None  # what such a move does: "build a wonder"
    place: str = ""  # where its card goes: a place of `heptapolis.steps`, such as "city"


@dataclass(frozen=True)
class CountedThing:
    """Something that effects count in a city.

    ``each`` is the middle of a sentence, "1 coin | for each wonder stage built | in your city".
    ``symbols`` draw it, ``banner`` is its symbol on the banner of a guild.
    """

    id: str
    each: Message
    symbols: tuple[str, ...]
    banner: str = "guild"


@dataclass(frozen=True)
class Outcome:
    """A kind of end of a game.

    ``verdict`` names the winners, "Military victory: %(names)s"; without one, their points are
    told. ``label`` is the kind in a table of all of them.
    """

    id: str
    title: Message
    label: Message
    verdict: Message | None = None
    has_points: bool = True  # points were compared


@dataclass(frozen=True)
class Clauses:
    """A reason of advice in words: a clause for a move and one against it, without a subject.

    They may name the points, and a player: "%(points)s", "%(name)s". A reason with more points
    than ``floor`` speaks for the move.
    """

    good: Message
    bad: Message
    floor: float = 0.0


@dataclass(frozen=True)
class SymbolHelp:
    """The meaning of symbols that new players ask about first."""

    symbols: tuple[str, ...]
    meaning: Message


BY_POINTS = Outcome("points", mark("end", "Victory by points"), mark("how a game ends", "points"))
SHARED = Outcome("shared", mark("end", "Shared victory"), mark("how a game ends", "shared victory"))


@dataclass(frozen=True)
class Environment:
    """A ruleset as an environment for learning. Its version increases with the encoding's, or when
    rewards, agents or their order change: an agent can always be used with the version of its
    training."""

    name: str  # "Chess": Gymnasium's heptapolis/Chess-v0, PettingZoo's chess_v0
    game: str  # a ruleset
    encoding: int = 0  # the version of its encoding, if the game declares the environment
    version: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def gymnasium_id(self) -> str:
        return f"heptapolis/{self.name}-v{self.version}"


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The vocabulary that a game or an expansion adds."""

    columns: tuple[Column, ...] = ()  # those of an expansion precede the total
    kinds: tuple[ThingKind, ...] = ()
    verbs: tuple[Verb, ...] = ()
    events: "tuple[type[Event], ...]" = ()
    steps: "tuple[type[Step], ...]" = ()  # what animations show of events
    phases: tuple[Phase, ...] = ()
    # Sentences for refusals that only this game has.
    obstacles: "Mapping[Code, Message]" = field(default_factory=dict)
    counted: tuple[CountedThing, ...] = ()  # beside colours and coins
    outcomes: tuple[Outcome, ...] = ()  # beside victories by points, and shared ones
    backs: tuple[CardBack, ...] = ()
    # Names of its symbols, by id: those of science, and drawings that others do not use.
    symbols: Mapping[str, Message] = field(default_factory=dict)
    symbol_help: tuple[SymbolHelp, ...] = ()
    # Reasons of advice by key, beside those of `heptapolis.i18n.reasons`.
    reasons: Mapping[str, Clauses] = field(default_factory=dict)
    # by the server's error codes
    server_errors: Mapping[str, Message] = field(default_factory=dict)
    environments: tuple[Environment, ...] = ()
    prelude: str = ""  # how a record writes the phase before the first age: "L.1"


def plain_words(id: str) -> str:
    """Return the default title of an id."""
    return id.replace("_", " ").capitalize()
