"""The tutorial game of Leaders, for those who know the first lesson of classic."""

from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.web import situations
from heptapolis.games.classic.web.lessons import ALL_NEW, FINAL_CHOICE
from heptapolis.games.classic.web.situations import LAST_AGE
from heptapolis.messages import mark
from heptapolis.move import Move
from heptapolis.web.lessons import Lesson, Tip


def _leaders_in_play(view: ClassicView, move: Move) -> list[str]:
    return [f"leader:{id}" for id in view.city(view.seat or 0).leaders]


LEADER_TIPS = (
    Tip(
        "draft",
        mark(
            "lesson",
            "Leaders are famous people with powers of their own. Keep one of these and pass on "
            "the others, until you have four.",
        ),
        situations.phase_moves("draft", 0, 1),
        "L1",
    ),
    Tip(
        "prices",
        mark(
            "lesson",
            "The coin on a leader is its price, and each player begins with 6 coins. Look for "
            "leaders that fit together and that you can afford.",
        ),
        situations.phase_moves("draft", 0, 2),
        "L3",
        ("symbol:coin",),
    ),
    Tip(
        "recruit",
        mark(
            "lesson",
            "Each age begins with a recruitment: each player plays one leader. "
            "Pay its price, and its power is yours until the end.",
        ),
        lambda view: situations.verb_moves("recruit")(view) if view.age == 1 else [],
        "L3",
        slack=99.0,
    ),
    Tip(
        "power",
        mark(
            "lesson",
            "A recruited leader stands in your city and works from now on; point at it, or hold "
            "it, to read how. The turns go on as you know them.",
        ),
        situations.moves_at(1, 1),
        "L2",
        _leaders_in_play,
    ),
    Tip(
        "secret",
        mark(
            "lesson",
            "Leaders that you have not played stay secret. Build what they will reward: you "
            "already know your next leaders.",
        ),
        situations.moves_at(1, 3),
        "L1",
    ),
    Tip(
        "instead",
        mark(
            "lesson",
            "Another leader. You may also discard one for 3 coins, or put it under your wonder "
            "to build a stage, like any card.",
        ),
        situations.phase_moves("recruit", 2),
        "L3",
    ),
    Tip(
        "others",
        mark(
            "lesson",
            "Look at your neighbours' leaders, the white cards: they show what these cities "
            "collect, and which cards you should not leave them.",
        ),
        situations.moves_at(2, 2),
        "L9",
    ),
    Tip("all", ALL_NEW, situations.moves_from(2, 4), "L3"),
    Tip(
        "last leader",
        mark(
            "lesson",
            "The last recruitment: you hold two leaders and play one. Now the best are those "
            "that bring points for what you have built.",
        ),
        lambda view: situations.verb_moves("recruit")(view) if view.age == LAST_AGE else [],
        "L4",
        slack=8.0,
    ),
    FINAL_CHOICE,
)

LESSON = Lesson(
    "leaders",
    "classic+leaders",
    8,
    10,
    "rome:A",
    mark("lesson", "Leaders"),
    mark(
        "lesson",
        "Draft four leaders, recruit three of them, and let their powers shape your city. "
        "For those who know the first lesson.",
    ),
    LEADER_TIPS,
    mark(
        "lesson",
        "That was Leaders. Their own points stand in a column of the sheet; some may have "
        "helped elsewhere, with coins, shields, symbols or lower costs.",
    ),
    "L3",
    "free-city",
    {"seats": 3, "wonders": ["giza:A", "ephesus:A", "babylon:A"]},
)
