"""The chances of all seats over a game, ready to be drawn; coordinates are in percent."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from heptapolis.bots.review import Moment, Review
from heptapolis.i18n.vocabulary import percent
from heptapolis.narration.wording import Wording
from heptapolis.web.spans import html

NARROW_AGE_PERCENT = 20.0  # percent; a narrower age has no room for its name on a small screen


@dataclass(frozen=True)
class ChanceLine:
    """The chance of a seat over time."""

    banner: int
    title: Markup
    is_chosen: bool  # it is the seat that the page is about
    points: str  # points of a polyline
    way: str  # "25% → 0%"


@dataclass(frozen=True)
class CurveAge:
    """The start of an age, and the position of its name."""

    start: float
    middle: float
    name: str
    is_narrow: bool


@dataclass(frozen=True)
class CurveMark:
    """A marked decision."""

    number: int
    x: float
    y: float
    label: str


@dataclass(frozen=True)
class ChanceCurve:
    """The chances as a picture, and as a table for screen readers."""

    lines: tuple[ChanceLine, ...]  # the chosen one is drawn last
    ages: tuple[CurveAge, ...]
    marks: tuple[CurveMark, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # the moment, the chance of every seat

    @property
    def legend(self) -> list[ChanceLine]:
        """Return the lines, the chosen one first."""
        return list(reversed(self.lines))


def chance_curve(
    review: Review, wording: Wording, seat: int, decisions: Sequence[tuple[int, int, str]]
) -> ChanceCurve | None:
    """Return the chances as the page of a seat shows them, or None if there is no line to draw.

    ``decisions`` are tuples of number, moment and text.
    """
    moments = review.curve
    if len(moments) < 2:
        return None
    players = range(review.game.players)
    order = [*(one for one in reversed(players) if one != seat), seat]
    return ChanceCurve(
        lines=tuple(_line(one, moments, wording, is_chosen=one == seat) for one in order),
        ages=tuple(_ages(moments, wording)),
        marks=tuple(
            CurveMark(number, _x(n, moments), _y(moments[n].wins[seat]), label)
            for number, n, label in decisions
        ),
        rows=tuple(_rows(review, wording)),
    )


def _x(moment: int, moments: Sequence[Moment]) -> float:
    return round(100 * moment / (len(moments) - 1), 2)


def _y(chance: float) -> float:
    return round(100 * (1 - chance), 2)


def _line(seat: int, moments: Sequence[Moment], wording: Wording, *, is_chosen: bool) -> ChanceLine:
    chances = [moment.wins[seat] for moment in moments]
    points = " ".join(f"{_x(n, moments)},{_y(chance)}" for n, chance in enumerate(chances))
    first, last = (percent(chance, wording.t, 0) for chance in (chances[0], chances[-1]))
    banner, title = wording.owner(seat).banner, html(wording.title(seat))
    return ChanceLine(banner, title, is_chosen, points, f"{first} → {last}")


def _ages(moments: Sequence[Moment], wording: Wording) -> Iterator[CurveAge]:
    """Yield the ages; each reaches to the start of the next, the last one to the end."""
    starts = [next(group) for _, group in groupby(range(len(moments)), lambda n: moments[n].age)]
    for start, end in zip(starts, [*starts[1:], len(moments) - 1], strict=True):
        left, right = _x(start, moments), _x(end, moments)
        name = wording.age(moments[start].age)
        yield CurveAge(left, (left + right) / 2, name, right - left < NARROW_AGE_PERCENT)


def _rows(review: Review, wording: Wording) -> Iterator[tuple[str, tuple[str, ...]]]:
    for n, moment in enumerate(review.curve):
        is_end = review.game.is_over and n == len(review.curve) - 1
        when = wording.t.gettext("End") if is_end else wording.moment(moment.age, moment.turn)
        yield when, tuple(percent(chance, wording.t, 0) for chance in moment.wins)
