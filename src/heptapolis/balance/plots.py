"""The plots of a balance report. Shares are bars from zero with their 95 % intervals; the colour
shows a significant difference from par."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from heptapolis.balance.estimate import ColumnPoints, Estimate, Spread
from heptapolis.balance.wording import format_signed
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import number, percent
from heptapolis.plotting import (
    AHEAD,
    BEHIND,
    BLUE,
    EVEN,
    FAINT,
    INK,
    ORANGE,
    PAPER,
    WHITE,
    drawing,
    new_figure,
    readable_colour,
    sheet_colours,
)

ROW_INCHES = 0.3  # inches per line
OFF_PAR_COLOURS = {1: AHEAD, 0: EVEN, -1: BEHIND}  # significantly above par, about par, below
MIN_AXIS_POINTS = 6.0  # minimum range of an axis in points
DASH_PATTERN = (0, (4, 3))
MAX_BINS = 60  # maximum of a distribution


class Frame(NamedTuple):
    """The finding as a title, the note on how to read the plot, and the language of its numbers."""

    title: str
    note: str
    t: Translator


class Bar(NamedTuple):
    """A line of a plot."""

    label: str
    share: Estimate
    colour: str = EVEN
    points: Estimate | None = None


class Pair(NamedTuple):
    """A line with two shares."""

    label: str
    one: Estimate
    other: Estimate | None


class Par(NamedTuple):
    """The average share of wins, and its label."""

    share: float
    label: str


# ── shares ───────────────────────────────────────────────────────────────────────────────────────


@drawing
def shares(frame: Frame, bars: Sequence[Bar], heads: Sequence[str], par: Par | None) -> Figure:
    """Draw shares, with mean points beside them if there are any."""
    figure = new_figure(1.5 + ROW_INCHES * len(bars), frame.title, frame.note)
    widths = [2.2, 1] if bars[0].points else [1]
    left, *right = figure.subplots(1, len(widths), sharey=True, squeeze=False, width_ratios=widths)[
        0
    ]
    _rows(left, [bar.label for bar in bars])
    most = max(bar.share.high for bar in bars)
    left.barh(
        range(len(bars)),
        [bar.share.value for bar in bars],
        0.66,
        color=[bar.colour for bar in bars],
    )
    _whiskers(left, [bar.share for bar in bars])
    for y, bar in enumerate(bars):  # inside the bar, if the interval leaves room, else to the right
        is_inside = par is not None and bar.share.low > 0.12 * most
        x, colour = (0.0, readable_colour(bar.colour)) if is_inside else (bar.share.high, INK)
        _label_value(left, percent(bar.share.value, frame.t), x, y, colour)
    left.set_xlim(0, 1.02 * most if par else 1.15 * most)
    left.set_xlabel(heads[0])
    left.xaxis.set_major_formatter(_percents)
    if par:
        _mark_par(left, par)
    for axes in right:
        _dots(axes, {y: bar.points for y, bar in enumerate(bars) if bar.points}, bars, frame.t)
        axes.set_xlabel(heads[1])
    return figure


def _dots(axes: Axes, points: Mapping[int, Estimate], bars: Sequence[Bar], t: Translator) -> None:
    """Draw mean points. The axis need not start at zero, but small differences must look small."""
    axes.scatter(
        [mean.value for mean in points.values()], list(points), 26, [bars[y].colour for y in points]
    )
    _whiskers(axes, list(points.values()))
    for y, mean in points.items():
        _label_value(axes, number(mean.value, t), mean.high, y)
    low, high = min(mean.low for mean in points.values()), max(m.high for m in points.values())
    spare = max(0.0, MIN_AXIS_POINTS - (high - low)) / 2
    padding = 0.15 * (high - low + 2 * spare)
    axes.set_xlim(low - spare - padding, high + spare + 2 * padding)
    axes.tick_params(labelleft=False)


@drawing
def pairs(frame: Frame, rows: Sequence[Pair], names: Sequence[str], head: str, par: Par) -> Figure:
    """Draw two connected shares per line: which is larger, and by how much."""
    figure = new_figure(1.6 + ROW_INCHES * len(rows), frame.title, frame.note)
    axes = figure.add_subplot()
    _rows(axes, [row.label for row in rows])
    for y, row in enumerate(rows):
        if row.other:
            ends = row.one.value, row.other.value
            axes.plot(ends, [y, y], color=EVEN, linewidth=5, alpha=0.45)
    _marks(axes, {y: row.one for y, row in enumerate(rows)}, BLUE)
    _marks(axes, {y: row.other for y, row in enumerate(rows) if row.other}, ORANGE)
    for y, row in enumerate(rows):
        if row.other:
            is_less = row.one.value < row.other.value
            _name(axes, names[0], row.one.value, y, BLUE, is_left=is_less)
            _name(axes, names[1], row.other.value, y, ORANGE, is_left=not is_less)
            break
    axes.set_ylim(len(rows) - 0.45, -1.1)
    axes.set_xlabel(head)
    axes.xaxis.set_major_formatter(_percents)
    _mark_par(axes, par)
    return figure


def _marks(axes: Axes, shares: Mapping[int, Estimate], colour: str) -> None:
    """Draw points with their intervals, by line."""
    lows, highs = [share.low for share in shares.values()], [s.high for s in shares.values()]
    axes.hlines(list(shares), lows, highs, color=colour, linewidth=1.4)
    axes.scatter([share.value for share in shares.values()], list(shares), 62, colour, zorder=3)


def _name(axes: Axes, name: str, x: float, y: int, colour: str, *, is_left: bool) -> None:
    """Draw a label above a point, to the left or to the right of it."""
    axes.annotate(
        name,
        (x, y),
        (-3 if is_left else 3, 9),
        textcoords="offset points",
        color=colour,
        fontweight="bold",
        fontsize=9.5,
        zorder=4,
        ha="right" if is_left else "left",
        bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
    )


# ── columns of points ────────────────────────────────────────────────────────────────────────────


@drawing
def columns(
    frame: Frame,
    sheet: Mapping[str, ColumnPoints],
    name: Callable[[str], str],
    labels: Sequence[str],
    head: str,
) -> Figure:
    """Draw winners and others: their score sheets as bars, then each column."""
    figure = new_figure(2.9 + ROW_INCHES * len(sheet), frame.title, frame.note)
    upper, lower = figure.subplots(2, height_ratios=[2.1, len(sheet) + 0.5])
    rows = {"winners": labels[0], "others": labels[1]}
    _rows(upper, list(rows.values()))
    for y, group in enumerate(rows):
        means = {column: getattr(points, group).value for column, points in sheet.items()}
        _stack(upper, y, means, frame.t)
    upper.margins(x=0.06)
    colours = sheet_colours(sheet)
    _rows(lower, [name(column) for column in sheet])
    for y, (column, points) in enumerate(sheet.items()):
        _winners_and_others(lower, y, points, colours[column], frame.t)
    lower.margins(x=0.07)
    if all(min(points.winners.value, points.others.value) >= 0 for points in sheet.values()):
        lower.set_xlim(left=0)
    lower.set_xlabel(head)
    return figure


def _winners_and_others(
    axes: Axes, y: int, points: ColumnPoints, colour: str, t: Translator
) -> None:
    """Draw a full and a hollow circle, with the distance between them."""
    one, other = points.winners.value, points.others.value
    axes.plot([one, other], [y, y], color=colour, linewidth=5, alpha=0.3)
    axes.plot(other, y, "o", color=colour, markerfacecolor=PAPER, markersize=8, markeredgewidth=1.8)
    axes.plot(one, y, "o", color=colour, markersize=9)
    _label_value(axes, f" {format_signed(points.gap.value, t)}", max(one, other), y)


def _stack(axes: Axes, y: int, means: Mapping[str, float], t: Translator) -> None:
    """Draw a score sheet as a bar; negative points are left of zero."""
    right, left = 0.0, 0.0
    widest, colours = sum(abs(mean) for mean in means.values()), sheet_colours(means)
    for column, mean in means.items():
        start = right if mean > 0 else left
        axes.barh(y, mean, 0.7, start, color=colours[column], edgecolor=WHITE, linewidth=0.8)
        right, left = right + max(mean, 0), left + min(mean, 0)
        if abs(mean) > 0.035 * widest:
            axes.text(
                start + mean / 2,
                y,
                number(mean, t),
                ha="center",
                va="center",
                fontsize=9.5,
                color=readable_colour(colours[column]),
            )
    axes.annotate(
        number(right + left, t),
        (right, y),
        (6, 0),
        textcoords="offset points",
        va="center",
        fontweight="bold",
    )


@drawing
def correlations(frame: Frame, rows: Sequence[tuple[str, str, Estimate]], head: str) -> Figure:
    """Draw the correlation of each column with winning."""
    figure = new_figure(1.5 + ROW_INCHES * len(rows), frame.title, frame.note)
    axes = figure.add_subplot()
    _rows(axes, [label for _, label, _ in rows])
    axes.barh(
        range(len(rows)),
        [r.value for *_, r in rows],
        0.66,
        color=list(sheet_colours(column for column, *_ in rows).values()),
    )
    _whiskers(axes, [r for *_, r in rows])
    for y, (*_, r) in enumerate(rows):
        _label_value(axes, format_signed(r.value, frame.t, 2), max(r.high, 0), y)
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.xaxis.set_major_formatter(lambda r, _: number(r, frame.t, 2))
    axes.margins(x=0.12)
    axes.set_xlabel(head)
    return figure


# ── distributions ────────────────────────────────────────────────────────────────────────────────


@drawing
def totals(
    frame: Frame, all_totals: Spread, winners: Spread, labels: Sequence[str], head: str
) -> Figure:
    """Draw two overlapping distributions, each of 100 %."""
    figure = new_figure(3.6, frame.title, frame.note)
    axes = figure.add_subplot()
    low, high = min(all_totals.counts), max(all_totals.counts)
    width = 1 + (high - low) // MAX_BINS
    edges = list(range(low, high + width + 1, width))
    for spread, colour, name, quarter, side in (
        (all_totals, EVEN, labels[0], 0, "right"),
        (winners, BLUE, labels[1], 2, "left"),
    ):
        heights, x = _heights(spread, edges), spread.quartiles[quarter]
        axes.stairs(heights, [edge - 0.5 for edge in edges], fill=True, color=colour, alpha=0.6)
        axes.annotate(
            name,
            (x, heights[(int(x) - low) // width]),
            textcoords="offset points",
            xytext=(-14 if side == "right" else 14, 4),
            ha=side,
            fontweight="bold",
        )
    _percent_grid(axes)
    axes.set_xlabel(head)
    return figure


def _heights(spread: Spread, edges: Sequence[int]) -> list[float]:
    """Return the share of each bin."""
    games, width = sum(spread.counts.values()), edges[1] - edges[0]
    heights = [0.0] * (len(edges) - 1)
    for value, n in spread.counts.items():
        heights[(value - edges[0]) // width] += n / games
    return heights


@drawing
def margins(frame: Frame, spread: Spread, head: str) -> Figure:
    """Draw the distribution of leads; the closer half of the games is dark."""
    figure = new_figure(3.3, frame.title, frame.note)
    axes = figure.add_subplot()
    spread_bars(axes, spread, lambda margin: BLUE if margin <= spread.quartiles[1] else EVEN)
    axes.set_xlabel(head)
    return figure


def spread_bars(axes: Axes, spread: Spread, colour: Callable[[int], str]) -> None:
    """Draw a bar per value; its height is the share of the games."""
    games = sum(spread.counts.values())
    axes.bar(
        list(spread.counts),
        [n / games for n in spread.counts.values()],
        0.8,
        color=[colour(value) for value in spread.counts],
    )
    _percent_grid(axes)


# ── parts ────────────────────────────────────────────────────────────────────────────────────────


def _rows(axes: Axes, labels: Sequence[str]) -> None:
    """Return axes with labelled lines, the first on top."""
    axes.set_yticks(range(len(labels)), labels, color=INK)
    axes.set_ylim(len(labels) - 0.45, -0.6)


def _whiskers(axes: Axes, estimates: Sequence[Estimate]) -> None:
    """Draw the intervals, line by line."""
    ends = [estimate.low for estimate in estimates], [estimate.high for estimate in estimates]
    axes.hlines(range(len(estimates)), *ends, color=INK, linewidth=1.2)


def _label_value(axes: Axes, text: str, x: float, y: float, colour: str = INK) -> None:
    """Draw a number to the right of a point."""
    axes.annotate(
        text, (x, y), (6, 0), textcoords="offset points", va="center", fontsize=9.5, color=colour
    )


def _mark_par(axes: Axes, par: Par) -> None:
    axes.axvline(par.share, color=INK, linewidth=1, linestyle=DASH_PATTERN)
    axes.annotate(
        par.label,
        (par.share, 1),
        (0, 3),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        ha="center",
        color=FAINT,
        fontsize=9,
    )


def _percent_grid(axes: Axes) -> None:
    """Format the vertical axis as shares of all games."""
    axes.yaxis.set_major_formatter(_percents)
    axes.grid(True, axis="y")
    axes.grid(False, axis="x")
    axes.margins(x=0.01)


def _percents(share: float, _: object) -> str:
    return f"{100 * share:.3g}%"
