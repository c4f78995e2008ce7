"""Curves of a training as a picture."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from heptapolis.plotting import INK, PALETTE, drawing, new_figure
from heptapolis.train.metrics import Line, matches, series

SMOOTH = 40  # points of a curve at most: each is the mean of its neighbours
Points = list[tuple[float, float]]


@drawing
def curves(lines: Sequence[Line]) -> Figure:
    """Matches, results inside the population, how games end, losses."""
    note = (
        "Each point is a mean of iterations beside each other; matches are of single evaluations. "
        "Dashed: par."
    )
    figure = new_figure(7.5, "Training", note)
    axes: Any = figure.subplots(2, 2)
    _draw(axes[0, 0], "matches: share of wins", matches(lines), marks=True)
    _draw(axes[0, 1], "training games: share of wins", series(lines, "against"))
    _draw_par(axes[0, 1], series(lines, "par"))
    _draw(axes[1, 0], "how games end", series(lines, "outcomes"))
    losses = series(lines, "losses")
    _draw(
        axes[1, 1],
        "losses",
        {name: losses[name] for name in ("value", "entropy") if name in losses},
    )
    for row in axes:
        for one in row:
            one.set_xlabel("million decisions")
    return figure


def _draw(axes: Axes, title: str, curves: dict[str, Points], *, marks: bool = False) -> None:
    axes.set_title(title, loc="left", fontsize=10.5, color=INK)
    for number, (name, points) in enumerate(sorted(curves.items())):
        thin = points if marks else _smooth(points)
        x, y = zip(*thin, strict=True)
        colour = PALETTE[number % len(PALETTE)]
        axes.plot(x, y, color=colour, label=name, marker="o" if marks else None, markersize=3)
    if curves:
        axes.legend(fontsize=8, frameon=False)


def _draw_par(axes: Axes, pars: dict[str, Points]) -> None:
    """What equals would win, on the whole."""
    values = [value for points in pars.values() for _, value in points]
    if values:
        par = sum(values) / len(values)
        axes.axhline(par, color=INK, linewidth=0.8, linestyle="--", zorder=0)


def _smooth(points: Points) -> Points:
    size = max(1, len(points) // SMOOTH)
    parts = [points[first : first + size] for first in range(0, len(points), size)]
    return [(part[-1][0], sum(y for _, y in part) / len(part)) for part in parts]
