"""The vocabulary of Duel: columns, kinds of things, verbs, and refusals."""

from collections.abc import Mapping

from heptapolis.codes import Code
from heptapolis.games.duel.cards.model import DuelCard, DuelWonder, ProgressToken
from heptapolis.games.duel.codes import DuelObstacle
from heptapolis.games.duel.events import EVENTS
from heptapolis.games.duel.steps import STEPS
from heptapolis.messages import mark
from heptapolis.vocabulary import (
    Clauses,
    Column,
    CountedThing,
    Environment,
    Key,
    Message,
    Outcome,
    Phase,
    SymbolHelp,
    ThingKind,
    Verb,
    Vocabulary,
)

COLUMNS = (
    Column(
        "civilian",
        mark("score", "Civilian"),
        sign="card-blue",
        tint="blue",
        about=mark("sheet", "Points from blue cards."),
    ),
    Column(
        "science",
        mark("score", "Science"),
        sign="card-green",
        tint="green",
        about=mark("sheet", "Points printed on green cards."),
    ),
    Column(
        "commercial",
        mark("score", "Trade"),
        sign="card-yellow",
        tint="yellow",
        about=mark("sheet", "Points from yellow cards."),
    ),
    Column(
        "guilds",
        mark("score", "Guilds"),
        sign="card-purple",
        tint="purple",
        about=mark("sheet", "Points from purple cards, the guilds."),
    ),
    Column(
        "wonders",
        mark("score", "Wonders"),
        sign="wonder",
        tint="stone",
        about=mark("sheet", "Points from the wonders that are built."),
    ),
    Column(
        "progress",
        mark("score", "Progress"),
        sign="token",
        tint="laurel",
        about=mark("sheet", "Points from progress tokens."),
    ),
    Column(
        "coins",
        mark("score", "Coins"),
        sign="coin",
        tint="gold",
        about=mark("sheet", "The coins divided by %(coins)d, rounded down."),
    ),
    Column(
        "military",
        mark("score", "Military"),
        sign="shield",
        tint="red",
        about=mark("sheet", "Points for the zone that the conflict marker is in."),
    ),
    Column(
        "total",
        mark("score", "Total"),
        tint="ink",
        about=mark("sheet", "All columns added up. The most points win; blue cards break a tie."),
    ),
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
        deed=mark("move", "choose a wonder"),
    ),
    Verb(
        "build",
        keys=(Key("b", mark("key", "build the card")),),
        question=mark("why not", "First choose a card to play"),
        deed=mark("move", "build"),
        place="city",
    ),
    Verb(
        "wonder",
        ("wonder", "card"),
        keys=(Key("w", mark("key", "build a stage or a wonder")),),
        deed=mark("move", "build a wonder"),
        place="wonder",
    ),
    Verb(
        "discard",
        keys=(Key("d", mark("key", "discard, draft or dig")),),
        deed=mark("move", "discard"),
        place="discard",
    ),
    Verb(
        "token",
        keys=(Key("t", mark("key", "take a token")),),
        question=mark("why not", "First choose a progress token"),
        deed=mark("move", "take a progress token"),
    ),
    Verb(
        "destroy",
        keys=(Key("d"),),
        question=mark("why not", "First choose a card of the other city to destroy"),
        deed=mark("move", "discard the opponent's card"),
    ),
    Verb(
        "revive",
        keys=(Key("r"),),
        question=mark("why not", "First choose a card from the discard pile"),
        deed=mark("move", "build from the discard pile"),
        place="city",
    ),
    Verb(
        "start",
        ("starter",),
        keys=(Key("s"),),
        question=mark("why not", "First choose who begins the age"),
        deed=mark("move", "the first turn goes to"),
    ),
)
PHASES = (
    Phase("draft", ("draft",), mark("question", "Choose a wonder for your city")),
    Phase("turn", ("build", "wonder", "discard"), mark("question", "Take a card")),
    Phase(
        "token", ("token",), mark("question", "A pair of science symbols: take a progress token")
    ),
    Phase(
        "library",
        ("token",),
        mark("question", "Keep one of these progress tokens; the others go back"),
    ),
    Phase("destroy", ("destroy",)),
    Phase("revive", ("revive",), mark("question", "The discard pile: build one card for free")),
    Phase("start", ("start",)),
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
SYMBOL_HELP = (
    SymbolHelp(
        ("wonder",), mark("help", "Your wonder: any card can be put under it as a building stone.")
    ),
)
GOOD_CARD_POINTS = 2.2  # a face-down card counts as 2.1
AGAIN = mark("reason", "gives another turn immediately (%(points)s)")
WINS, LOSES = mark("reason", "wins immediately"), mark("reason", "loses immediately")
REASONS = {
    "tokens": Clauses(
        mark("reason", "gains a progress token (%(points)s)"),
        mark("reason", "costs a progress token (%(points)s)"),
    ),
    "wonders": Clauses(
        mark("reason", "adds a promising wonder (%(points)s)"),
        mark("reason", "leaves one wonder fewer to build (%(points)s)"),
    ),
    "opponent": Clauses(
        mark("reason", "weakens the opponent (%(points)s)"),
        mark("reason", "strengthens the opponent (%(points)s)"),
    ),
    "reply": Clauses(
        mark("reason", "leaves little for the opponent"),
        mark("reason", "leaves the opponent a good card (%(points)s)"),
        floor=-GOOD_CARD_POINTS,
    ),
    "again": Clauses(AGAIN, AGAIN),
    "wins": Clauses(WINS, WINS),
    "loses": Clauses(LOSES, LOSES),
}
PRELUDE = "W"  # wonders are drafted
VOCABULARY = Vocabulary(
    COLUMNS,
    KINDS,
    VERBS,
    EVENTS,
    steps=STEPS,
    phases=PHASES,
    obstacles=OBSTACLES,
    outcomes=OUTCOMES,
    counted=COUNTED,
    symbols=SYMBOLS,
    symbol_help=SYMBOL_HELP,
    reasons=REASONS,
    environments=(Environment("Duel", "duel", encoding=1),),
    prelude=PRELUDE,
)
