"""The vocabulary of Duel: columns, kinds of things, verbs, and refusals."""

from collections.abc import Mapping

from heptapolis.codes import Code
from heptapolis.games.duel.cards.model import DuelCard, DuelWonder, ProgressToken
from heptapolis.games.duel.codes import DuelObstacle
from heptapolis.games.duel.events import EVENTS
from heptapolis.messages import mark
from heptapolis.vocabulary import (
    Column,
    CountedThing,
    Environment,
    Key,
    Message,
    Outcome,
    ThingKind,
    Verb,
    Vocabulary,
)

COLUMNS = (
    Column("civilian", mark("score", "Civilian"), sign="card-blue", tint="blue"),
    Column("science", mark("score", "Science"), sign="card-green", tint="green"),
    Column("commercial", mark("score", "Trade"), sign="card-yellow", tint="yellow"),
    Column("guilds", mark("score", "Guilds"), sign="card-purple", tint="purple"),
    Column("wonders", mark("score", "Wonders"), sign="wonder", tint="stone"),
    Column("progress", mark("score", "Progress"), sign="token", tint="laurel"),
    Column("coins", mark("score", "Coins"), sign="coin", tint="gold"),
    Column("military", mark("score", "Military"), sign="shield", tint="red"),
    Column("total", mark("score", "Total"), tint="ink"),
)
KINDS = (
    ThingKind(
        "card", mark("things", "Cards"), DuelCard, "duel card", places=("buildings",), has_chip=True
    ),
    ThingKind("wonder", mark("score", "Wonders"), DuelWonder, "duel wonder", places=("built",)),
    ThingKind(
        "token", mark("board", "progress tokens"), ProgressToken, "duel token", places=("tokens",)
    ),
)
VERBS = (
    Verb(
        "draft",
        ("wonder",),
        keys=(Key("d", mark("key", "discard, draft or dig")),),
        question=mark("why not", "First choose a wonder"),
    ),
    Verb(
        "build",
        keys=(Key("b", mark("key", "build the card")),),
        question=mark("why not", "First choose a card to play"),
    ),
    Verb("wonder", ("wonder", "card"), keys=(Key("w", mark("key", "build a stage or a wonder")),)),
    Verb("discard", keys=(Key("d", mark("key", "discard, draft or dig")),)),
    Verb(
        "token",
        keys=(Key("t", mark("key", "take a token")),),
        question=mark("why not", "First choose a progress token"),
    ),
    Verb(
        "destroy",
        keys=(Key("d"),),
        question=mark("why not", "First choose a card of the other city to destroy"),
    ),
    Verb(
        "revive",
        keys=(Key("r"),),
        question=mark("why not", "First choose a card from the discard pile"),
    ),
    Verb(
        "start",
        ("starter",),
        keys=(Key("s"),),
        question=mark("why not", "First choose who begins the age"),
    ),
)
OBSTACLES: Mapping[Code, Message] = {
    DuelObstacle.NOT_ACCESSIBLE: mark("why not", "This card cannot be taken now"),
    DuelObstacle.NOT_YOURS: mark("why not", "Not one of your wonders"),
    DuelObstacle.ALL_WONDERS_STAND: mark("why not", "No more wonders can be built in this game"),
}
OUTCOMES = (
    Outcome(
        "military",
        mark("end", "Military victory"),
        mark("how a game ends", "military victory"),
        verdict=mark("end", "Military victory: %(names)s"),
        has_points=False,
    ),
    Outcome(
        "science",
        mark("end", "Scientific victory"),
        mark("how a game ends", "scientific victory"),
        verdict=mark("end", "Scientific victory: %(names)s"),
        has_points=False,
    ),
)
COUNTED = (
    CountedThing("wonder", mark("count", "for each wonder built"), ("wonder",), banner="wonder"),
    CountedThing("progress_token", mark("count", "for each progress token"), ("token",)),
)
SYMBOLS = {
    "astrolabe": mark("science symbol", "astrolabe"),
    "scales": mark("science symbol", "scales"),
    "sundial": mark("science symbol", "sundial"),
    "mortar": mark("science symbol", "mortar"),
    "pendulum": mark("science symbol", "pendulum"),
    "quill": mark("science symbol", "quill"),
    "wheel": mark("science symbol", "wheel"),
    "capital": mark("symbol", "capital"),
    "destroy": mark("symbol", "destroy"),
    "marker": mark("symbol", "conflict marker"),
    "token": mark("symbol", "progress token"),
}
PRELUDE = "W"  # wonders are drafted
VOCABULARY = Vocabulary(
    COLUMNS,
    KINDS,
    VERBS,
    EVENTS,
    obstacles=OBSTACLES,
    outcomes=OUTCOMES,
    counted=COUNTED,
    symbols=SYMBOLS,
    environments=(Environment("Duel", "duel", encoding=1),),
    prelude=PRELUDE,
)
