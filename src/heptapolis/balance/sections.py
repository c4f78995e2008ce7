"""The sections of a report: each answers one question with a plot and a table."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from heptapolis.balance import plots, wording
from heptapolis.balance.estimate import (
    ColumnPoints,
    Estimate,
    Performance,
    Spread,
)
from heptapolis.balance.plots import Bar, Frame, Par
from heptapolis.balance.wording import NamedPerformance, interval, percents
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.vocabulary import number, percent
from heptapolis.plotting import Drawing

MIN_GAMES = 30  # games: with fewer, an item is not ranked


class Section(NamedTuple):
    """A plot with its file name, its finding, and its numbers."""

    name: str
    heading: str
    frame: Frame
    drawing: Drawing
    heads: Sequence[str]
    lines: Sequence[Sequence[str]]


class Spreads(NamedTuple):
    """Distributions of points: all totals, winners' totals, and the winner's lead."""

    totals: Spread
    winners: Spread
    margins: Spread


class Sections(ABC):
    """The sections of a report on one game; here are those of every game with points."""

    def __init__(self, game: str, facts: Sequence[str], par: float, t: Translator) -> None:
        """Create the sections; ``facts`` identify the games for the reader."""
        self.game, self.t = game, t
        self.facts = f"{', '.join([game, *facts])}."
        self.par = Par(par, t.gettext("par %(share)s", share=percent(par, t)))
        self.won = t.gettext("Share of games won")
        self.interval = t.gettext("95%% interval")

    @abstractmethod
    def __iter__(self) -> Iterator[Section]:
        """Yield the sections in the order of the report."""

    def frame(self, finding: str, *notes: str) -> Frame:
        return Frame(finding, " ".join([*notes, self.facts]), self.t)

    # ── wins ────────────────────────────────────────────────────────────────────────────────────

    def ranking(
        self, file: str, heading: str, head: str, rows: Iterable[NamedPerformance], *notes: str
    ) -> Section:
        """Add a ranking of items of one kind, most wins first; items with too few games are only
        listed."""
        ordered = sorted(rows, key=lambda row: -row.performance.wins.value)
        ranked = [row for row in ordered if row.performance.games >= MIN_GAMES] or ordered
        if rare := ", ".join(row.name for row in ordered if row not in ranked):
            notes = *notes, self.t.gettext("Too rare to judge: %(names)s.", names=rare)
        frame = self.frame(
            wording.best_and_worst(ranked, self.par.share, self.t), *notes, self.wins_note
        )
        heads, lines = self.performance_heads(head), self.performance_lines(ranked)
        return Section(file, heading, frame, self.shares(frame, ranked), heads, lines)

    @property
    def wins_note(self) -> str:
        return self.t.gettext(
            "Share of games won with its 95%% interval, and mean points. Blue: clearly more wins "
            "than par; red: clearly fewer."
        )

    def shares(self, frame: Frame, rows: Sequence[NamedPerformance]) -> Drawing:
        bars = [
            Bar(label, own.wins, self.colour(own, len(rows)), own.points) for label, own in rows
        ]
        return plots.shares(frame, bars, [self.won, self.t.gettext("Mean points")], self.par)

    def colour(self, performance: Performance, comparisons: int) -> str:
        return plots.OFF_PAR_COLOURS[performance.off_par(self.par.share, comparisons)]

    def performance_heads(self, head: str) -> list[str]:
        t = self.t
        return [
            head,
            t.gettext("Games"),
            t.gettext("Wins"),
            self.interval,
            t.gettext("Points"),
            self.interval,
        ]

    def performance_lines(self, rows: Iterable[NamedPerformance]) -> list[Sequence[str]]:
        t = self.t
        return [
            (label, str(own.games), *share_cells(own.wins, t), *mean_cells(own.points, t))
            for label, own in rows
        ]

    # ── points ───────────────────────────────────────────────────────────────────────────────────

    def points(
        self, columns: Mapping[str, ColumnPoints], spreads: Spreads, *notes: str
    ) -> Iterator[Section]:
        """Add the sections on points: where they come from, their correlation with wins, totals,
        and leads."""
        yield self._columns(columns, *notes)
        yield self._correlation(columns, *notes)
        yield self._totals(spreads, *notes)
        yield self._margins(spreads.margins, *notes)

    def _columns(self, columns: Mapping[str, ColumnPoints], *notes: str) -> Section:
        t = self.t
        note = t.gettext(
            "Mean points by column of the score sheet: filled circles are winners, hollow ones "
            "the others."
        )
        frame = self.frame(wording.lead(columns, t), note, *notes)
        labels = [t.gettext("Winners"), t.gettext("Others")]
        sheet = {column: points for column, points in columns.items() if column != "total"}
        drawing = plots.columns(
            frame, sheet, lambda column: words.column(column, t), labels, t.gettext("Mean points")
        )
        heads = [
            t.gettext("Column"),
            labels[0],
            self.interval,
            labels[1],
            self.interval,
            t.gettext("Ahead"),
            self.interval,
        ]
        lines = [
            (
                words.column(column, t),
                *mean_cells(points.winners, t),
                *mean_cells(points.others, t),
                *mean_cells(points.gap, t),
            )
            for column, points in columns.items()
        ]
        return Section("columns", t.gettext("Where points come from"), frame, drawing, heads, lines)

    def _correlation(self, columns: Mapping[str, ColumnPoints], *notes: str) -> Section:
        t = self.t
        note = t.gettext(
            "Correlation of a column's points with winning, within each game, with its 95%% "
            "interval. 0 means they have nothing to do with each other."
        )
        frame = self.frame(wording.connection(columns, t), note, *notes)
        rows = [
            (column, words.column(column, t), points.correlation)
            for column, points in columns.items()
            if column != "total"
        ]
        rows.sort(key=lambda row: -row[2].value)
        drawing = plots.correlations(frame, rows, t.gettext("Correlation with winning"))
        heads = [t.gettext("Column"), t.gettext("Correlation"), self.interval]
        lines = [
            (label, wording.format_signed(r.value, t, 2), interval(r, t, 2)) for _, label, r in rows
        ]
        return Section(
            "correlation", t.gettext("Which points win games"), frame, drawing, heads, lines
        )

    def _totals(self, spreads: Spreads, *notes: str) -> Section:
        t = self.t
        totals, winners, _ = spreads
        note = t.gettext("Share of all seats, and of all winners, with this many points.")
        frame = self.frame(wording.usual_totals(totals, winners, t), note, *notes)
        labels = [t.gettext("Everyone"), t.gettext("Winners")]
        drawing = plots.totals(frame, totals, winners, labels, t.gettext("Points"))
        lines = [_spread_line(labels[0], totals, t), _spread_line(labels[1], winners, t)]
        return Section("totals", t.gettext("Totals"), frame, drawing, self._spread_heads, lines)

    def _margins(self, margins: Spread, *notes: str) -> Section:
        t = self.t
        note = t.gettext(
            "Points between the winner and second place. Blue: the closer half of all games."
        )
        frame = self.frame(wording.usual_margin(margins, t), note, *notes)
        ahead = t.gettext("Points ahead")
        drawing, lines = plots.margins(frame, margins, ahead), [_spread_line(ahead, margins, t)]
        heading = t.gettext("How close games are")
        return Section("margins", heading, frame, drawing, self._spread_heads, lines)

    @property
    def _spread_heads(self) -> list[str]:
        t = self.t
        return [
            "",
            t.gettext("Mean"),
            t.gettext("Lower quartile"),
            t.gettext("Median"),
            t.gettext("Upper quartile"),
        ]


def share_cells(share: Estimate, t: Translator) -> tuple[str, str]:
    return percent(share.value, t), percents(share, t)


def mean_cells(mean: Estimate, t: Translator) -> tuple[str, str]:
    return number(mean.value, t), interval(mean, t)


def _spread_line(label: str, spread: Spread, t: Translator) -> Sequence[str]:
    low, middle, high = spread.quartiles
    return label, number(spread.mean, t), f"{low:.0f}", f"{middle:.0f}", f"{high:.0f}"
