"""The vocabulary of Leaders."""

from collections.abc import Mapping

from heptapolis.codes import Code
from heptapolis.games.classic.codes import ClassicObstacle
from heptapolis.games.classic.leaders.cards.model import Leader
from heptapolis.games.classic.leaders.events import EVENTS
from heptapolis.games.classic.vocabulary import LEADERS_COLUMN
from heptapolis.messages import mark
from heptapolis.vocabulary import (
    CardBack,
    CountedThing,
    Environment,
    Key,
    Message,
    Phase,
    ThingKind,
    Verb,
    Vocabulary,
)

LEADER = ThingKind(
    "leader",
    mark("score", "Leaders"),
    Leader,
    "classic leader",
    places=("leaders",),
    has_chip=True,
)
VERBS = (
    Verb(
        "keep",
        keys=(Key("k", mark("key", "keep, recruit or copy a leader")),),
        question=mark("why not", "First choose a leader to keep"),
        deed=mark("move", "keep"),
        place="kept",
    ),
    Verb(
        "recruit",
        keys=(Key("r", mark("key", "keep, recruit or copy a leader")),),
        question=mark("why not", "First choose one of your leaders"),
        deed=mark("move", "recruit"),
        place="leaders",
    ),
    Verb(
        "court",
        keys=(Key("c", mark("key", "keep, recruit or copy a leader")),),
        question=mark("why not", "First choose a leader to copy"),
        deed=mark("move", "copy a neighbour's leader"),
    ),
)
PHASES = (
    Phase("draft", ("keep",)),
    Phase("recruit", ("recruit", "stage", "discard")),
    Phase("extra_leader", ("recruit",)),
    Phase("court", ("court",)),
)
OBSTACLES: Mapping[Code, Message] = {
    ClassicObstacle.NOT_IN_PACK: mark("why not", "Not one of these leaders"),
    ClassicObstacle.NOT_RECRUITED: mark("why not", "No neighbour has recruited this leader"),
    ClassicObstacle.COPIED: mark("why not", "Already copied"),
    ClassicObstacle.NO_ROOM: mark("why not", "No room for another leader"),
}
BACK = CardBack(
    "leader",
    mark("card back", "Leader"),
    sign="leader",
    frame="#7c6a45",
    places=("leaders", "kept"),
)
COUNTED = CountedThing(
    "leader", mark("count", "for each recruited leader"), ("card-white",), banner="leader"
)
SERVER_ERRORS = {
    "needs_leaders": mark(
        "refusal",
        "One of these wonders belongs to Leaders. Choose another one, or play with Leaders.",
    ),
}
VOCABULARY = Vocabulary(
    (LEADERS_COLUMN,),
    (LEADER,),
    VERBS,
    EVENTS,
    phases=PHASES,
    obstacles=OBSTACLES,
    counted=(COUNTED,),
    backs=(BACK,),
    symbols={"leader": mark("symbol", "leader")},
    server_errors=SERVER_ERRORS,
    environments=(Environment("Leaders", "classic+leaders", encoding=2),),
    prelude="L",
)
