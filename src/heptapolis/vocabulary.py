"""The vocabulary of a game as values: columns of the score sheet, kinds of things, verbs, events.

A game or an expansion declares each of them once, in its own folder, and names them in its
manifest; sheets, pages, plots, the terminal and the API loop over them. Words are marked for
translation where they are declared.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heptapolis.codes import Obstacle
    from heptapolis.events import Event

Message = tuple[str, str]  # a context and English words; see `heptapolis.messages.mark`


@dataclass(frozen=True)
class Column:
    """A column of the score sheet; its id serves as the title of one that has none.

    ``tint`` is a word for a colour that each face has in a shade of its own: red, gold, stone,
    blue, green, yellow, purple, dark, sky or laurel; or one colour for all of them as "#rrggbb".
    """

    id: str
    title: Message | None = None
    sign: str = ""  # the symbol of its heading on a page
    tint: str = ""


@dataclass(frozen=True)
class ThingKind:
    """A kind of things that a catalogue holds: cards, wonders.

    Its id names its section in data files, the attribute of a catalogue that finds one by its id,
    and stands in addresses: "/cards/GAME/KIND/ID".
    """

    id: str
    plural: Message  # the heading over all of them
    model: type[Any]  # of its records
    context: str  # of its names for translators
    places: tuple[str, ...] = ()  # fields of a city, in a position, where such things lie open
    has_chip: bool = False  # there is a drawing of one line


@dataclass(frozen=True)
class CardBack:
    """The back of a kind of cards that is not that of an age."""

    id: str
    title: Message
    sign: str  # a symbol
    frame: str  # a colour: "#rrggbb"
    places: tuple[str, ...] = ()  # where such cards go, as steps name it


@dataclass(frozen=True)
class Key:
    """A key that makes a move on a page. Keys with the same help share a line of the list."""

    key: str
    help: Message | None = None  # None: the list of keys does not mention it
    use: str = ""  # the use of a card that it presses, where that is not the verb itself


@dataclass(frozen=True)
class Verb:
    """The word that a move begins with, and what follows it.

    Arguments are fields of a `Move` in the order of its text: "wonder", "card" or "starter".
    ``payees`` are those who may get coins ("left=2"). ``question`` asks for such a move where
    another one was tried.
    """

    word: str
    arguments: tuple[str, ...] = ("card",)
    payees: tuple[str, ...] = ()
    has_free_form: bool = False  # "free" may take the place of a payment
    keys: tuple[Key, ...] = ()
    question: Message | None = None


@dataclass(frozen=True)
class Environment:
    """A ruleset as an environment for learning. Its version rises with its encoding's, or when
    rewards, agents or their order change: what was trained with a version plays with it for ever.
    """

    name: str  # "Chess": Gymnasium's heptapolis/Chess-v0, PettingZoo's chess_v0
    game: str  # a ruleset
    encoding: int  # its version
    version: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def gymnasium_id(self) -> str:
        return f"heptapolis/{self.name}-v{self.version}"


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words that a game or an expansion adds to those of all others."""

    columns: tuple[Column, ...] = ()  # those of an expansion come before the total
    kinds: tuple[ThingKind, ...] = ()
    verbs: tuple[Verb, ...] = ()
    events: "tuple[type[Event], ...]" = ()
    # Sentences for the reasons against a move that only this game gives.
    obstacles: "Mapping[Obstacle, Message]" = field(default_factory=dict)
    backs: tuple[CardBack, ...] = ()
    server_errors: Mapping[str, Message] = field(default_factory=dict)  # by codes of the server
    environments: tuple[Environment, ...] = ()
    prelude: str = ""  # how a record writes the time before the first age: "L.1"


def plain_words(id: str) -> str:
    """Return an id as the title of something that was given none."""
    return id.replace("_", " ").capitalize()
