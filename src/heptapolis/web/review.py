"""The review of a finished game from one seat: its costliest decisions, and all chances."""

from collections.abc import Callable, Container, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from markupsafe import Markup

from heptapolis.bots.review import JudgedMove, Review
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.spans import Phrase
from heptapolis.i18n.vocabulary import percent
from heptapolis.move import Move
from heptapolis.narration import wording_of
from heptapolis.narration.review import (
    accounts,
    average_text,
    cost_text,
    decided_text,
    found_text,
    games_before,
    mistake,
    moment_of,
    points_text,
)
from heptapolis.narration.wording import Wording
from heptapolis.record import Record
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.boards import board_of
from heptapolis.web.chance_curve import ChanceCurve, chance_curve
from heptapolis.web.shown_move import ShownMove, shown_move
from heptapolis.web.spans import html

MAX_MISTAKES = 5


@dataclass(frozen=True)
class WeighedMove:
    """A move with its chance."""

    shown: ShownMove
    words: Markup
    win: float
    chance: str  # the move in words


@dataclass(frozen=True)
class CostlyDecision:
    """A decision that cost something."""

    number: int
    when: str
    way: str  # "53% → 41%"
    cost: str
    played: WeighedMove
    better: WeighedMove
    why: Markup
    step: int  # the step of the replay


@dataclass(frozen=True)
class ReviewSeat:
    """A seat whose decisions can be reviewed."""

    seat: int
    name: Markup
    is_mine: bool
    is_chosen: bool


@dataclass(frozen=True)
class ReviewPage:
    """A review from one seat."""

    seats: tuple[ReviewSeat, ...]  # the viewer's seats come first
    is_mine: bool  # the reviewed seat is one of the viewer's
    summary: tuple[Markup, ...]  # sentences
    lapses: tuple[CostlyDecision, ...]  # costliest first
    curve: ChanceCurve | None


def review_page(
    record: Record,
    review: Review,
    language: str,
    names: list[str],
    seat: int,
    own: Container[int],
    step_of: Callable[[int], int],
) -> ReviewPage:
    """Return a review in a language, with the table's names.

    ``own`` are the viewer's seats; ``step_of`` returns the replay step of a line of the record.
    """
    t, game = translator(language), copy(review.game)
    game.names = (*names, *game.names[len(names) :])
    wording = wording_of(game, t)
    worst = review.worst(MAX_MISTAKES, seat)
    lapses = sorted(
        _costly_decisions(record, review, worst, names, t, step_of), key=lambda lapse: lapse.number
    )
    decisions = [
        (lapse.number, moment, f"{lapse.when}: {lapse.cost}")
        for lapse, judged in zip(lapses, worst, strict=True)
        if (moment := moment_of(review, judged)) is not None
    ]
    is_alone = seat in own and sum(one in own for one in range(game.players)) == 1
    return ReviewPage(
        seats=tuple(_seats(wording, seat, own)),
        is_mine=seat in own,
        summary=tuple(_summary(review, wording, seat, lapses, is_mine=is_alone)),
        lapses=tuple(lapses),
        curve=chance_curve(review, wording, seat, decisions),
    )


def _seats(wording: Wording, chosen: int, own: Container[int]) -> Iterator[ReviewSeat]:
    for seat in sorted(range(wording.table.players), key=lambda seat: seat not in own):
        yield ReviewSeat(seat, html(wording.player(seat)), seat in own, seat == chosen)


def _summary(
    review: Review, wording: Wording, seat: int, lapses: Sequence[CostlyDecision], *, is_mine: bool
) -> Iterator[Markup]:
    t, account = wording.t, accounts(review)[seat]
    if not account.decisions:
        yield Markup("{}").format(t.gettext("There was nothing to decide."))
        return
    yield html(found_text(account, seat, wording, is_mine=is_mine))
    if lapses:
        costliest = t.gettext("The costliest choice: %(moment)s.", moment=lapses[0].when)
        yield Markup("{}").format(costliest)
    further = (
        average_text(account, t),
        decided_text(review, seat, wording),
        points_text(account, t),
    )
    yield from (Markup("{}").format(text) for text in further if text)


def _costly_decisions(
    record: Record,
    review: Review,
    worst: Sequence[JudgedMove],
    names: list[str],
    t: Translator,
    step_of: Callable[[int], int],
) -> Iterator[CostlyDecision]:
    """Return the mistakes in chronological order; their numbers are their ranks by cost."""
    ranks = {id(judged): n for n, judged in enumerate(worst, start=1)}
    for line, game, judged in games_before(record, review, worst, catalog=review.game.edition):
        game.names = (*names, *game.names[len(names) :])
        told, board = mistake(game, judged, t), board_of(game.view(judged.seat), t.language)
        played = _weigh(judged.move, told.played, judged.win, board, t)
        better = _weigh(judged.best, told.better, judged.best_win, board, t)
        yield CostlyDecision(
            ranks[id(judged)],
            told.when,
            f"{better.chance} → {played.chance}",
            cost_text(judged, t),
            played,
            better,
            html(told.why),
            step_of(line),
        )


def _weigh(move: Move, text: Phrase, win: float, board: GameBoard, t: Translator) -> WeighedMove:
    return WeighedMove(shown_move(board, move), html(text), win, percent(win, t, 0))
