"""Guided games: a lesson is a prepared deal, and explanations that wait for their moment.

An explanation belongs to a situation that a newcomer's own view shows, never to a number of a
move: whatever they do, the next one comes when it fits. What has been said follows from the log, so
a lesson can be left and taken up again anywhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

from heptapolis.bots.greedy import rate
from heptapolis.contract import View
from heptapolis.i18n import Translator, translator
from heptapolis.messages import mark
from heptapolis.move import Move
from heptapolis.narration import wording_of
from heptapolis.slots import LESSONS
from heptapolis.variants import Ruleset, registered, ruleset
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.boards import with_names
from heptapolis.web.shown_move import ShownMove, shown_move

SEAT = 0  # where a newcomer sits
PARTNER = "partner"  # the bot at the other seats
MOST_WORDS, MOST_TIPS = 30, 39  # of an explanation in English; of a game, before its last words
SLACK = 4.0  # points that a move may be worse than the best one and still be advised

Message = tuple[str, str]
Step = tuple[View, str]  # what a newcomer saw, and the move that they made then


@dataclass(frozen=True)
class Tip:
    """One explanation. ``about`` finds its situation: the legal moves that it speaks of, of which
    the best is advised; none if this is not the moment."""

    topic: str
    words: Message | Callable[[Any], Message]
    about: Callable[[Any], Sequence[Move]]
    rule: str  # that says more
    # What else is lit, by its sheet; perhaps with the move that is advised.
    shows: tuple[str, ...] | Callable[[Any, Move], Sequence[str]] = ()
    slack: float = SLACK
    is_promised: bool = True  # whoever follows all advice hears it

    def text(self, view: View, t: Translator) -> str:
        words = self.words(view) if callable(self.words) else self.words
        return t.pgettext(*words)

    def lit(self, view: View, advised: Move) -> Sequence[str]:
        return self.shows(view, advised) if callable(self.shows) else self.shows


@dataclass(frozen=True)
class Lesson:
    """A guided game: its deal, and all that is explained in it."""

    id: str
    game: str  # a ruleset, as it is written
    seed: int
    minutes: int
    cover: str  # the scene that stands for it
    title: Message
    about: Message  # what one learns
    tips: Sequence[Tip]
    last_words: Message
    last_rule: str
    following: str  # the lesson after it
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        return ruleset(self.game)


def _no_lessons() -> Sequence[Lesson]:
    return ()


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by their ids: of each game the first, and then those that go further."""
    courses = [one.part(LESSONS, plain=_no_lessons) for one in registered().values()]
    in_order = sorted(chain(*map(enumerate, courses)), key=itemgetter(0))
    return {lesson.id: lesson for _, lesson in in_order}


# ── what is said when ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Word:
    """What the coach says before a choice: perhaps an explanation, and what to do."""

    tip: Tip | None
    advised: Move


def words_of(lesson: Lesson, views: Sequence[View]) -> Iterator[Word]:
    """What is said before each choice, from the first to the one that is to be made now."""
    left = list(lesson.tips)
    for view in views:
        word = _word(left, view)
        if word.tip:
            left.remove(word.tip)
        yield word


def _word(tips: Sequence[Tip], view: View) -> Word:
    """The first explanation whose moment has come, with the best of the moves that it is about."""
    values = dict(rate(view))
    best = max(values, key=values.__getitem__)
    for tip in tips:
        moves = [move for move in tip.about(view) if move in values]
        if moves:
            advised = max(moves, key=values.__getitem__)
            if values[advised] >= values[best] - tip.slack:
                return Word(tip, advised)
    return Word(None, best)


# ── what the page shows ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Coach:
    """The coach at the table before a choice."""

    title: str
    happened: str  # where something else was done than advised: what that was
    words: str
    rule: str
    shows: str  # names of sheets
    advised: ShownMove
    advice: str  # the same in words


@dataclass(frozen=True)
class Farewell:
    """The coach at the end: the last words, and where to go from here."""

    title: str
    words: str
    rule: str
    game: str
    seats: int
    following: str  # the id of the next lesson
    following_title: str


OTHERWISE = mark("lesson", "You chose something else (%(move)s).")


def coach(
    id: str, story: Sequence[Step], view: View, board: GameBoard, language: str
) -> Coach | Farewell | None:
    """What a lesson says to a newcomer now; ``story`` is what they have seen and done so far. None
    while nothing is asked of them, and where nobody knows the lesson."""
    lesson, t = lessons().get(id), translator(language)
    if lesson is None:
        return None
    if board.is_over:
        return _farewell(lesson, t)
    if not board.question:
        return None
    said = list(words_of(lesson, [*(seen for seen, _ in story), view]))
    now = said[-1]
    happened = _happened(story[-1], said[-2].advised, list(view.names), t) if story else ""
    return Coach(
        t.pgettext(*lesson.title), happened,
        now.tip.text(view, t) if now.tip else "", now.tip.rule if now.tip else "",
        " ".join(now.tip.lit(view, now.advised)) if now.tip else "",
        shown_move(board, now.advised), wording_of(view, t).move(now.advised, SEAT).plain,
    )  # fmt: skip


def _happened(step: Step, advised: Move, names: list[str], t: Translator) -> str:
    """What was done instead of what was advised; another way to pay is the same."""
    view, text = with_names(step[0], names), step[1]
    done = next(move for move in view.legal_moves() if str(move) == text)
    if done.without_payment() == advised.without_payment():
        return ""
    return t.pgettext(*OTHERWISE, move=wording_of(view, t).move(done, SEAT).plain)


def _farewell(lesson: Lesson, t: Translator) -> Farewell:
    following = lessons()[lesson.following]
    seats = lesson.ruleset.variant.seats_of(lesson.ruleset.read_options(lesson.options))
    return Farewell(
        t.pgettext(*lesson.title), t.pgettext(*lesson.last_words), lesson.last_rule, lesson.game,
        seats, following.id, t.pgettext(*following.title),
    )  # fmt: skip


# ── all of them ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class LessonTile:
    """A lesson to choose."""

    id: str
    title: str
    game: str
    cover: str
    about: str
    minutes: int
    table: str  # where it is under way
    is_done: bool


def lesson_tiles(
    playing: Mapping[str, str], over: Mapping[str, str], language: str
) -> list[LessonTile]:
    """All lessons for somebody who has begun and finished some, by their tables."""
    t = translator(language)
    return [
        LessonTile(
            one.id, t.pgettext(*one.title), one.ruleset.title(language), one.cover,
            t.pgettext(*one.about), one.minutes, playing.get(one.id, ""), one.id in over,
        )
        for one in lessons().values()
    ]  # fmt: skip
