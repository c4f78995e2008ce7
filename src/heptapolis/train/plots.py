"""Plots of a training's curves."""

from collections.abc import Iterable, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from heptapolis.plotting import INK, PALETTE, drawing, new_figure
from heptapolis.train.metrics import Line, Points, matches, series

MAX_CURVE_POINTS = 40  # maximum of points per curve: each is a mean over neighbours
LEGEND_CORNER = (0.0, -0.2)  # its upper left corner, as fractions of the axes
LINE_STYLES = ("-", ":", "-.")  # by number of seats
LOSS_NAMES = ("value", "entropy")
TIME_LABELS = {"rollout_seconds": "play", "update_seconds": "learn"}


@drawing
def curves(lines: Sequence[Line]) -> Figure:
    """Draw matches, results inside the population, endings, losses and times."""
    sizes = sorted({one["seats"] for line in lines for one in line.get("matches", ())})
    styles = dict(zip(sizes, LINE_STYLES * len(sizes), strict=False))
    dotted = "".join(f" Dotted: {n} seats." for n, style in styles.items() if style == ":")
    note = "Each point is a mean of iterations beside each other, or one evaluation. Dashed: par."
    figure = new_figure(10.5, "Training", note + dotted)
    axes: Any = figure.subplots(3, 2)
    _draw_matches(axes[0, 0], "wins against bots", matches(lines, bots=True), styles)
    _draw_matches(axes[0, 1], "wins against networks", matches(lines, bots=False), styles)
    _draw(axes[1, 0], "wins in training games", series(lines, "against"), series(lines, "par"))
    _draw(axes[1, 1], "how games end", series(lines, "outcomes"))
    losses = series(lines, "losses")
    _draw(axes[2, 0], "losses", {name: losses[name] for name in LOSS_NAMES if name in losses})
    _draw(axes[2, 1], "seconds of an iteration", _times(lines))
    for one in axes.flat:
        one.set_xlabel("million decisions")
    return figure


def _times(lines: Iterable[Line]) -> dict[str, Points]:
    found: dict[str, Points] = {}
    for line in lines:
        for name, label in TIME_LABELS.items():
            if name in line:
                found.setdefault(label, []).append((line["decisions"] / 1e6, line[name]))
    return found


def _draw_matches(
    axes: Axes,
    title: str,
    curves: dict[tuple[str, int], Points],
    styles: dict[int, str],
) -> None:
    """Draw one colour per rival and one style per number of seats, with par."""
    if not curves:  # a best response plays no matches against bots
        axes.set_visible(False)
        return
    axes.set_title(title, loc="left", fontsize=10.5, color=INK)
    rivals = list(dict.fromkeys(rival for rival, _ in curves))
    for (rival, seats), points in curves.items():
        x, y = zip(*points, strict=True)
        label = rival if styles[seats] == LINE_STYLES[0] else None
        axes.plot(
            x,
            y,
            color=_colour(rivals.index(rival)),
            label=label,
            marker="o",
            markersize=3,
            linestyle=styles[seats],
        )
    for seats in {seats for _, seats in curves}:
        _draw_par(axes, 1 / seats, INK)
    _add_legend(axes)


def _draw(
    axes: Axes, title: str, curves: dict[str, Points], pars: dict[str, Points] | None = None
) -> None:
    axes.set_title(title, loc="left", fontsize=10.5, color=INK)
    for number, (name, points) in enumerate(sorted(curves.items())):
        x, y = zip(*_smooth(points), strict=True)
        axes.plot(x, y, color=_colour(number), label=name)
        if pars and name in pars:
            values = [value for _, value in pars[name]]
            _draw_par(axes, sum(values) / len(values), _colour(number))
    _add_legend(axes)


def _draw_par(axes: Axes, par: float, colour: str) -> None:
    """Draw the share of equal players."""
    axes.axhline(par, color=colour, linewidth=0.8, linestyle="--", zorder=0)


def _add_legend(axes: Axes) -> None:
    """Add a legend below the axis, since curves may be anywhere inside."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(
            fontsize=7.5,
            frameon=False,
            ncols=4,
            loc="upper left",
            bbox_to_anchor=LEGEND_CORNER,
            borderaxespad=0,
            columnspacing=1.2,
            handlelength=1.4,
        )


def _colour(number: int) -> str:
    return PALETTE[number % len(PALETTE)]


def _smooth(points: Points) -> Points:
    size = max(1, len(points) // MAX_CURVE_POINTS)
    parts = [points[first : first + size] for first in range(0, len(points), size)]
    return [(part[-1][0], sum(y for _, y in part) / len(part)) for part in parts]
