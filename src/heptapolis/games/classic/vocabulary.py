"""The vocabulary of classic: columns, kinds of things, verbs, and refusals."""

from collections.abc import Mapping

from heptapolis.codes import Code
from heptapolis.games.classic.cards.model import Card, Wonder
from heptapolis.games.classic.codes import ClassicObstacle
from heptapolis.games.classic.events import EVENTS
from heptapolis.games.classic.steps import STEPS
from heptapolis.messages import mark
from heptapolis.vocabulary import (
    Clauses,
    Column,
    CountedThing,
    Environment,
    Key,
    Message,
    Phase,
    SymbolHelp,
    ThingKind,
    Verb,
    Vocabulary,
)

# The rules of Leaders are part of the kernel's: sheets have its column in every game.
LEADERS_COLUMN = Column(
    "leaders",
    mark("score", "Leaders"),
    sign="leader",
    tint="dark",
    about=mark("sheet", "Points from recruited leaders."),
)
COLUMNS = (
    Column(
        "military",
        mark("score", "Military"),
        sign="shield",
        tint="red",
        about=mark("sheet", "Points from conflict tokens; defeat tokens take points away."),
    ),
    Column(
        "treasury",
        mark("score", "Coins"),
        sign="coin",
        tint="gold",
        about=mark("sheet", "The coins divided by %(coins)d, rounded down."),
    ),
    Column(
        "wonder",
        mark("score", "Wonder"),
        sign="stage",
        tint="stone",
        about=mark("sheet", "Points from the stages of the wonder that are built."),
    ),
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
        about=mark(
            "sheet",
            "Each kind of science symbol scores the square of how many you have. Each set of "
            "three different symbols scores %(set)d more.",
        ),
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
    LEADERS_COLUMN,
    Column(
        "total",
        mark("score", "Total"),
        tint="ink",
        about=mark("sheet", "All columns added up. The most points win; coins break a tie."),
    ),
)
KINDS = (
    ThingKind(
        "card", mark("things", "Cards"), Card, "classic card", places=("buildings",), has_chip=True
    ),
    ThingKind("wonder", mark("score", "Wonders"), Wonder, "classic wonder"),
)
PAYEES = ("left", "right", "bank")
VERBS = (
    Verb(
        "build",
        payees=PAYEES,
        has_free_form=True,
        keys=(
            Key("b", mark("key", "build the card")),
            Key("f", mark("key", "build it with the wonder's power"), use="free"),
        ),
        question=mark("why not", "First choose a card to play"),
        deed=mark("move", "build"),
        place="city",
    ),
    Verb(
        "stage",
        payees=PAYEES,
        keys=(Key("s", mark("key", "build a stage or a wonder")),),
        place="stage",
    ),
    Verb(
        "discard",
        keys=(Key("d", mark("key", "discard, draft or dig")),),
        deed=mark("move", "discard"),
        place="discard",
    ),
    Verb(
        "dig",
        keys=(Key("d", mark("key", "discard, draft or dig")),),
        question=mark("why not", "First choose a card from the discard pile"),
        deed=mark("move", "build from the discard pile"),
        place="city",
    ),
    Verb("pass", arguments=(), keys=(Key("p", mark("key", "pass")),), deed=mark("move", "pass")),
)
PHASES = (
    Phase("turn", ("build", "stage", "discard")),
    Phase("seventh", ("build", "stage", "discard")),
    Phase("dig", ("dig",)),
)
OBSTACLES: Mapping[Code, Message] = {
    ClassicObstacle.OWN_CARD_FIRST: mark(
        "why not", "Your own card comes first, then the Free City's"
    ),
    ClassicObstacle.FREE_CITY_NOW: mark("why not", "Now choose a card for the Free City"),
    ClassicObstacle.CHAIN_FORBIDS: mark(
        "why not", "Free by chain, so the Free City has to build it"
    ),
    ClassicObstacle.MUST_PLAY: mark("why not", "The Free City has to play a card if it can"),
    ClassicObstacle.POWER_ABSENT: mark("why not", "This wonder cannot build for free"),
    ClassicObstacle.POWER_SPENT: mark(
        "why not", "This wonder has already built for free in this age"
    ),
    ClassicObstacle.POWER_IDLE: mark("why not", "It costs nothing anyway"),
    ClassicObstacle.ALL_STAGES_STAND: mark("why not", "All stages are built"),
}
COUNTED = (
    CountedThing(
        "wonder_stage", mark("count", "for each wonder stage built"), ("stage",), banner="stage"
    ),
    CountedThing(
        "victory_token", mark("count", "for each victory token"), ("victory",), banner="victory"
    ),
    CountedThing(
        "defeat_token", mark("count", "for each defeat token"), ("defeat",), banner="defeat"
    ),
    CountedThing(
        "science_set",
        mark("count", "for each set of three different science symbols"),
        ("compass", "gear", "tablet"),
    ),
)
SYMBOLS = {
    "compass": mark("science symbol", "compass"),
    "gear": mark("science symbol", "gear"),
    "tablet": mark("science symbol", "tablet"),
    "both": mark("symbol", "both neighbours"),
    "copy": mark("symbol", "copy"),
    "defeat": mark("symbol", "defeat token"),
    "seventh": mark("symbol", "seventh card"),
    "stage": mark("symbol", "wonder stage"),
    "victory": mark("symbol", "victory token"),
}
SYMBOL_HELP = (
    SymbolHelp(
        ("compass", "gear", "tablet"),
        mark("help", "Science: collect equal ones, and different ones."),
    ),
    SymbolHelp(
        ("stage",), mark("help", "Your wonder: any card can be put under it as a building stone.")
    ),
    SymbolHelp(
        ("left", "right"), mark("help", "Your neighbours: you trade with them and fight them.")
    ),
)
DENIES = mark("reason", "keeps the card from the next player (%(name)s, %(points)s)")
SPENT = mark("reason", "uses up something that could be worth more later (%(points)s)")
REASONS = {
    "power": Clauses(
        mark("reason", "gives a useful power (%(points)s)"),
        mark("reason", "gives away a useful power (%(points)s)"),
    ),
    "denies": Clauses(DENIES, DENIES),
    "spent": Clauses(SPENT, SPENT),
}
ENVIRONMENTS = (
    Environment("Classic", "classic", encoding=2),
    Environment("FreeCity", "classic", encoding=2, options={"seats": 2}),
)
VOCABULARY = Vocabulary(
    COLUMNS,
    KINDS,
    VERBS,
    EVENTS,
    steps=STEPS,
    phases=PHASES,
    obstacles=OBSTACLES,
    counted=COUNTED,
    symbols=SYMBOLS,
    symbol_help=SYMBOL_HELP,
    reasons=REASONS,
    environments=ENVIRONMENTS,
)
