"""Plots of a report on Duel only."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from heptapolis.balance.estimate import Spread
from heptapolis.balance.plots import Frame, spread_bars
from heptapolis.plotting import BEHIND, EVEN, FAINT, drawing, new_figure


@drawing
def track(frame: Frame, spread: Spread, capital: int, ends: Sequence[str], head: str) -> Figure:
    """Plot where the conflict marker ends; a capital ends the game."""
    figure = new_figure(3.3, frame.title, frame.note)
    axes = figure.add_subplot()
    spread_bars(axes, spread, lambda space: BEHIND if abs(space) >= capital else EVEN)
    axes.set_xticks(range(-capital, capital + 1))
    axes.set_xlim(-capital - 0.8, capital + 0.8)
    axes.set_xlabel(head)
    for x, name, side in ((0.0, ends[0], "left"), (1.0, ends[1], "right")):
        axes.annotate(
            name,
            (x, 1),
            (0, 2),
            xycoords="axes fraction",
            textcoords="offset points",
            ha=side,
            color=FAINT,
            fontsize=9.5,
        )
    return figure
