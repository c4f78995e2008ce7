"""Plots of a standing as inline SVG, in the colours and fonts of the surrounding page."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from heptapolis.arena.standing import (
    Entrant,
    Share,
    StandingRow,
    Tally,
)
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.vocabulary import number
from heptapolis.plotting import (
    AHEAD,
    BEHIND,
    FAINT,
    INK,
    PALETTE,
    STYLE,
    Drawing,
    readable_colour,
    sheet_colours,
)

WIDTH_INCHES = 7.2  # inches; the page scales them
CURVE_POINTS = 60  # points per curve
MAX_INTERVAL_BANDS = 3  # curves; with more of them, intervals are drawn at the ends only
LABEL_GAP = 0.055  # minimum between two labels, as a fraction of the axis

# share of games in which a bot finished ahead of another
AheadShares = Mapping[str, Mapping[str, Share]]


class ShareCurve(NamedTuple):
    """A bot's share of wins in a contest over time."""

    label: str
    bot: str
    tally: Tally


def ratings(entrants: Sequence[Entrant], t: Translator) -> str:
    """Draw OpenSkill ratings with their 95 % intervals, one line per bot."""
    with matplotlib.rc_context(STYLE):
        figure, axes = _rows([entrant.bot for entrant in entrants])
        for y, entrant in enumerate(entrants):
            rating = entrant.rating
            axes.plot(
                [rating.low, rating.high],
                [y, y],
                color=AHEAD,
                linewidth=6,
                alpha=0.3,
                solid_capstyle="round",
            )
            axes.plot(rating.mu, y, "o", color=AHEAD, markersize=7)
            axes.annotate(
                number(rating.mu, t),
                (rating.mu, y),
                (0, 7),
                fontsize=9.5,
                ha="center",
                textcoords="offset points",
            )
        return Drawing(figure).inline("ratings")


def shares(curves: Sequence[ShareCurve], goal: float, name: str, t: Translator) -> str:
    """Draw the share of games won after every deal, with its interval; the goal is dashed."""
    with matplotlib.rc_context(STYLE | {"axes.grid.axis": "y"}):
        figure = Figure((WIDTH_INCHES, 3.4), layout="constrained")
        axes = figure.add_subplot()
        axes.axhline(goal, color=FAINT, linewidth=1, linestyle=(0, (4, 3)))
        last = max(len(curve.tally.deals) for curve in curves)
        ends = {}
        for curve, colour in zip(curves, PALETTE * len(curves), strict=False):
            share = _share_curve(axes, curve, colour, has_band=len(curves) <= MAX_INTERVAL_BANDS)
            axes.plot([len(curve.tally.deals), last], [share, share], ":", color=colour)
            ends[curve.label] = share, colour
        axes.set(ylim=(-0.02, 1.02), xlabel=t.gettext("Deals"))
        axes.margins(x=0.01)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        _label_ends(axes, ends)
        return Drawing(figure).inline(name)


def _share_curve(axes: Axes, curve: ShareCurve, colour: str, has_band: bool) -> float:
    """Draw a curve with its interval, at its end or all along; return the end point."""
    values, most = curve.tally.shares[curve.bot], curve.tally.most[curve.bot]
    steps = sorted({1 + k * (len(values) - 1) // CURVE_POINTS for k in range(CURVE_POINTS + 1)})
    path = [Share.of(values[:n], most) for n in steps]
    low, high, end = [s.low for s in path], [s.high for s in path], path[-1].share
    if has_band:
        axes.fill_between(steps, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.plot(steps, [s.share for s in path], color=colour, linewidth=2)
    axes.plot([steps[-1]] * 2, [low[-1], high[-1]], color=colour, linewidth=4, alpha=0.35)
    axes.plot(steps[-1], end, "o", color=colour, markersize=5)
    return end


def _label_ends(axes: Axes, ends: Mapping[str, tuple[float, str]]) -> None:
    """Label the curves at their ends, without overlaps."""
    height = -LABEL_GAP
    for label, (share, colour) in sorted(ends.items(), key=lambda item: item[1][0]):
        height = max(share, height + LABEL_GAP)
        axes.annotate(
            label,
            (1.015, height),
            color=colour,
            va="center",
            fontweight="bold",
            xycoords=("axes fraction", "data"),
            annotation_clip=False,
        )


def points(rows: Sequence[tuple[str, StandingRow]], name: str, t: Translator) -> str:
    """Draw mean points by column of the score sheet, stacked; negative points are left of zero."""
    with matplotlib.rc_context(STYLE):
        figure, axes = _rows([label for label, _ in rows])
        widest = max(row.points for _, row in rows)
        colours = sheet_colours(rows[0][1].columns)
        for y, (_, row) in enumerate(rows):
            left, lost = 0.0, 0.0
            for column, mean in row.columns.items():
                start = left if mean > 0 else lost
                label = words.column(column, t) if y == 0 else None
                axes.barh(y, mean, 0.62, start, color=colours[column], label=label)
                left, lost = left + max(mean, 0), lost + min(mean, 0)
                if abs(mean) > 0.04 * widest:
                    axes.text(
                        start + mean / 2,
                        y,
                        number(mean, t),
                        fontsize=9,
                        ha="center",
                        va="center",
                        color=readable_colour(colours[column]),
                    )
            axes.annotate(
                number(row.points, t),
                (left, y),
                (5, 0),
                va="center",
                fontweight="bold",
                textcoords="offset points",
            )
        axes.set_xlabel(t.gettext("Mean points"))
        figure.legend(
            loc="outside upper left",
            ncols=8,
            frameon=False,
            fontsize=9.5,
            handlelength=0.8,
            handleheight=0.8,
            columnspacing=1.1,
        )
        return Drawing(figure).inline(name)


def matrix(ahead: AheadShares, name: str) -> str:
    """Draw how often the bot of a row finished ahead of the bot of a column."""
    rows = list(ahead)
    columns = [bot for bot in rows if len(rows) > 1] or list(ahead[rows[0]])
    with matplotlib.rc_context(STYLE | {"axes.grid": False, "axes.spines.bottom": False}):
        figure = Figure((WIDTH_INCHES, 0.7 + 0.5 * len(rows)), layout="constrained")
        axes = figure.add_subplot()
        for y, bot in enumerate(rows):
            for x, rival in enumerate(columns):
                if rival in ahead[bot]:
                    _cell(axes, x, y, ahead[bot][rival])
        axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(rows) - 0.5, -0.5))
        axes.set_xticks(range(len(columns)), columns, color=INK)
        axes.set_yticks(range(len(rows)), rows, color=INK)
        axes.xaxis.tick_top()
        return Drawing(figure).inline(name)


def _cell(axes: Axes, x: int, y: int, share: Share) -> None:
    """Draw a share; the colour is stronger the further it is from one half."""
    colour = AHEAD if share.share > 0.5 else BEHIND
    strength = 0.08 + 0.62 * abs(2 * share.share - 1)
    axes.add_patch(
        Rectangle((x - 0.47, y - 0.45), 0.94, 0.9, color=colour, alpha=strength, linewidth=0)
    )
    axes.text(x, y - 0.12, f"{share.share:.0%}", ha="center", va="center", fontweight="bold")
    bounds = f"{share.low:.0%} – {share.high:.0%}"
    axes.text(x, y + 0.23, bounds, ha="center", va="center", fontsize=8)


def _rows(labels: Sequence[str]) -> tuple[Figure, Axes]:
    """Return a plot with one labelled line per bot, the first on top."""
    figure = Figure((WIDTH_INCHES, 0.9 + 0.46 * len(labels)), layout="constrained")
    axes = figure.add_subplot()
    axes.set_yticks(range(len(labels)), labels, color=INK)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    return figure, axes
