"""The score sheet on a page: columns with their signs, cities in order, bars."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup

from heptapolis.contract import State
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Phrase
from heptapolis.narration.score import GameEnd, signed_cell
from heptapolis.narration.wording import Wording
from heptapolis.variants import ruleset_of
from heptapolis.web.spans import html


@dataclass(frozen=True)
class PointsColumn:
    """A column of the score sheet; a column without a sign shows its name."""

    id: str
    heading: str
    sign: str


@dataclass(frozen=True)
class PointsCell:
    """The points of a city in one column."""

    column: PointsColumn
    points: int

    @property
    def text(self) -> str:
        return signed_cell(self.points)


@dataclass(frozen=True)
class BarPart:
    """A column's part of a bar: its start and length in percent of the chart's width."""

    column: str
    start: float
    length: float
    is_minus: bool


@dataclass(frozen=True)
class PointsRow:
    """A city's line of the score sheet."""

    seat: int
    banner: int
    title: Markup
    is_mine: bool
    cells: tuple[PointsCell, ...]
    total: int
    place: int = 0  # 1 is the best; 0 without a ranking
    tie: Markup = field(default_factory=Markup)  # the tie-break value of this total

    @property
    def total_text(self) -> str:
        return signed_cell(self.total)

    @cached_property
    def points_gained(self) -> int:
        return sum(max(0, cell.points) for cell in self.cells)

    @cached_property
    def points_lost(self) -> int:
        return -sum(min(0, cell.points) for cell in self.cells)


@dataclass(frozen=True)
class PointsSheet:
    """The score sheet, ordered by the ranking or by the current points."""

    columns: tuple[PointsColumn, ...]
    rows: tuple[PointsRow, ...]
    is_ranked: bool = False

    @cached_property
    def folded(self) -> frozenset[int]:
        """Return the seats whose lines fold away after the game: in a long sheet with a line of the
        viewer, all but the winner, the viewer and the next place above."""
        mine = next((n for n, row in enumerate(self.rows) if row.is_mine), None)
        if mine is None or not self.is_ranked or len(self.rows) <= 3:
            return frozenset()
        kept = {0, mine, max(mine - 1, 1 if mine == 0 else 0)}
        return frozenset(row.seat for n, row in enumerate(self.rows) if n not in kept)

    @cached_property
    def zero(self) -> float:
        """Return the start of the bars in percent; lost points are drawn to the left of it."""
        return 100 * self._max_points_lost / self._width

    def bars(self, row: PointsRow) -> list[BarPart]:
        """Return a row as a bar, column by column: gains right of zero, losses left of it."""
        parts, right, left = [], self.zero, self.zero
        for cell in row.cells:
            length = 100 * abs(cell.points) / self._width
            if cell.points < 0:
                left -= length
            if cell.points:
                start = left if cell.points < 0 else right
                parts.append(BarPart(cell.column.id, start, length, cell.points < 0))
            if cell.points > 0:
                right += length
        return parts

    @cached_property
    def _max_points_lost(self) -> int:
        return max(row.points_lost for row in self.rows)

    @cached_property
    def _width(self) -> int:
        return max(row.points_gained for row in self.rows) + self._max_points_lost or 1


def sheet(
    table: State, wording: Wording, me: int | None, end: GameEnd | None = None
) -> PointsSheet:
    """Return every seat's points now, or at an end in the order of its ranking."""
    places: Mapping[int, int] = end.places if end else {}
    tied: Mapping[int, int] = end.tie_values if end else {}
    columns = tuple(
        PointsColumn(column.id, words.column(column, wording.t), column.sign)
        for column in map(ruleset_of(table).column, table.live_columns)
        if column.id != "total"
    )
    rows = []
    for seat in range(table.players):
        score = table.score(seat)
        tie = wording.tie_value(tied[seat]) if seat in tied else Phrase()
        rows.append(
            PointsRow(
                seat,
                wording.owner(seat).banner,
                html(wording.title(seat)),
                seat == me,
                tuple(PointsCell(column, score[column.id]) for column in columns),
                score["total"],
                places.get(seat, 0),
                html(tie),
            )
        )
    rows.sort(key=lambda row: row.place or -row.total)
    return PointsSheet(columns, tuple(rows), is_ranked=bool(places))
