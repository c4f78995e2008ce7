"""Lessons: prepared deals with explanations for given situations.

An explanation belongs to a situation in the learner's own view, not to a move number: it appears
when the situation does, after any moves. The explanations already shown follow from the log, so a
lesson can be left and continued anywhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
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
from heptapolis.variants import Ruleset, Variant, combinations_of, registered_variants, ruleset
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.boards import with_names
from heptapolis.web.shown_move import ShownMove, shown_move

SEAT = 0  # the learner's seat
PARTNER = "partner"
MAX_TIP_WORDS = 30  # in English
MAX_TIPS = 39  # per game, not counting its final message
SLACK_POINTS = 4.0  # an advised move may be this many points worse than the best one

Message = tuple[str, str]
Step = tuple[View, str]  # what the learner saw, and the move they made then


@dataclass(frozen=True)
class Tip:
    """One explanation.

    ``about`` returns the legal moves that it is about, of which the best is advised; none if the
    situation does not match.
    """

    topic: str
    words: Message | Callable[[Any], Message]
    about: Callable[[Any], Sequence[Move]]
    rule: str  # the rule with more details
    # Other things to highlight, by sheet; may depend on the advised move.
    shows: tuple[str, ...] | Callable[[Any, Move], Sequence[str]] = ()
    slack: float = SLACK_POINTS
    is_promised: bool = True  # shown to a learner who follows all advice

    def text(self, view: View, t: Translator) -> str:
        words = self.words(view) if callable(self.words) else self.words
        return t.pgettext(*words)

    def lit(self, view: View, advised: Move) -> Sequence[str]:
        return self.shows(view, advised) if callable(self.shows) else self.shows


@dataclass(frozen=True)
class Lesson:
    """A game to learn from: its deal and all explanations in it."""

    id: str
    game: str  # the spelling of a ruleset
    seed: int
    minutes: int
    cover: str  # the scene that represents it
    title: Message
    about: Message  # what the lesson teaches
    tips: Sequence[Tip]
    last_words: Message
    last_rule: str
    following: str  # the next lesson
    options: Mapping[str, Any] = field(default_factory=dict)
    last_age: int = 0  # the coach takes leave after it; 0: at the end of the game

    @property
    def ruleset(self) -> Ruleset:
        return ruleset(self.game)


def _no_lessons() -> Sequence[Lesson]:
    return ()


def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by id: first the first lesson of each game, then the later ones."""
    return _lessons(tuple(registered_variants().values()))


@lru_cache(1)
def _lessons(games: tuple[Variant, ...]) -> Mapping[str, Lesson]:
    in_order = sorted(chain(*map(enumerate, map(_course, games))), key=itemgetter(0))
    return {lesson.id: lesson for _, lesson in in_order}


def _course(game: Variant) -> list[Lesson]:
    """Return the lessons of a game, then those of its expansions."""
    found = dict[str, Lesson]()
    for rules in combinations_of(game):
        found |= {lesson.id: lesson for lesson in rules.part(LESSONS, plain=_no_lessons)}
    return [*found.values()]


# ── messages ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Word:
    """The coach's message before a choice: an optional explanation, and advice."""

    tip: Tip | None
    advised: Move


def words_of(lesson: Lesson, views: Sequence[View]) -> Iterator[Word]:
    """Yield the message before each choice, from the first to the current one."""
    left = list(lesson.tips)
    for view in views:
        word = _word(left, view)
        if word.tip:
            left.remove(word.tip)
        yield word


def _word(tips: Sequence[Tip], view: View) -> Word:
    """Return the first explanation whose situation matches, with the best of its moves."""
    values = dict(rate(view))
    best = max(values, key=values.__getitem__)
    for tip in tips:
        moves = [move for move in tip.about(view) if move in values]
        if moves:
            advised = max(moves, key=values.__getitem__)
            if values[advised] >= values[best] - tip.slack:
                return Word(tip, advised)
    return Word(None, best)


# ── page ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Coach:
    """The coach at the table before a choice."""

    title: str
    happened: str  # the move made instead of the advised one
    words: str
    rule: str
    shows: str  # ids of sheets
    advised: ShownMove
    advice: str  # the advice in words


@dataclass(frozen=True)
class Farewell:
    """The coach at the end of a lesson: the final message, and the next lesson."""

    title: str
    words: str
    rule: str
    game: str
    seats: int
    following: str  # the id of the next lesson
    following_title: str


OTHER_MOVE_MESSAGE = mark("lesson", "You chose something else (%(move)s).")


def coach(
    id: str, story: Sequence[Step], view: View, board: GameBoard, language: str
) -> Coach | Farewell | None:
    """Return the coach's message to the learner; ``story`` is what they have seen and done so far.

    Return None while the learner has nothing to decide, after a farewell, and for an unknown
    lesson.
    """
    lesson, t = lessons().get(id), translator(language)
    if lesson is None:
        return None
    if board.is_over:
        return _farewell(lesson, t)
    if not board.question:
        return None
    if lesson.last_age and view.age > lesson.last_age:
        is_next = (view.age, view.turn) == (lesson.last_age + 1, 1)
        return _farewell(lesson, t) if is_next else None
    messages = list(words_of(lesson, [*(seen for seen, _ in story), view]))
    now = messages[-1]
    happened = _other_move(story[-1], messages[-2].advised, list(view.names), t) if story else ""
    return Coach(
        t.pgettext(*lesson.title),
        happened,
        now.tip.text(view, t) if now.tip else "",
        now.tip.rule if now.tip else "",
        " ".join(now.tip.lit(view, now.advised)) if now.tip else "",
        shown_move(board, now.advised),
        wording_of(view, t).move(now.advised, SEAT).plain,
    )


def _other_move(step: Step, advised: Move, names: list[str], t: Translator) -> str:
    """Describe the move made instead of the advised one; another way to pay counts as the same."""
    view, text = with_names(step[0], names), step[1]
    done = next(move for move in view.legal_moves() if str(move) == text)
    if done.without_payment() == advised.without_payment():
        return ""
    return t.pgettext(*OTHER_MOVE_MESSAGE, move=wording_of(view, t).move(done, SEAT).plain)


def _farewell(lesson: Lesson, t: Translator) -> Farewell:
    following = lessons()[lesson.following]
    seats = lesson.ruleset.variant.seats_of(lesson.ruleset.read_options(lesson.options))
    return Farewell(
        t.pgettext(*lesson.title),
        t.pgettext(*lesson.last_words),
        lesson.last_rule,
        lesson.game,
        seats,
        following.id,
        t.pgettext(*following.title),
    )


# ── list of lessons ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class LessonTile:
    """A lesson to choose."""

    id: str
    title: str
    game: str
    cover: str
    about: str
    minutes: int
    table: str  # the table where it is in progress
    is_done: bool


def lesson_tiles(
    playing: Mapping[str, str], over: Mapping[str, str], language: str
) -> list[LessonTile]:
    """Return all lessons for a guest; ``playing`` and ``over`` have the tables of lessons in
    progress and finished."""
    t = translator(language)
    return [
        LessonTile(
            one.id,
            t.pgettext(*one.title),
            one.ruleset.title(language),
            one.cover,
            t.pgettext(*one.about),
            one.minutes,
            playing.get(one.id, ""),
            one.id in over,
        )
        for one in lessons().values()
    ]
