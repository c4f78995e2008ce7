"""The style of our plots, and their output as files or parts of a page."""

import re
from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from io import BytesIO, StringIO
from itertools import cycle
from typing import Any, ParamSpec

import matplotlib
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.textpath import text_to_path

from heptapolis.variants import column_of

WIDTH_INCHES = 8.4  # inches; a page scales them
POINTS_PER_INCH = 72
DPI = 150
PAD_INCHES = 0.09  # inches around everything
EDGE_SHARE = 0.012  # of the width, left and right of lines

WHITE, BLACK = "#ffffff", "#1c1a17"
PAPER, INK, FAINT, LINE = "#fdfcfa", "#23211d", "#6f6a60", "#e4e0d7"
VARIABLES = {  # CSS variables of a page
    PAPER: "var(--card)",
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    LINE: "var(--line)",
}

# Okabe and Ito's colours for colour-blind readers, slightly muted.
BLUE, ORANGE, GREEN, RED = "#2f72b0", "#e3a02f", "#1f9a78", "#cf5f2a"
SKY, PURPLE, YELLOW, GREY, DARK = "#62b0e0", "#b9709f", "#ecd95b", "#a7a196", "#5d5850"
AHEAD, BEHIND, EVEN = BLUE, RED, "#b4aea3"
TINTS = {  # of score sheet columns, near the colours of their cards
    "red": RED,
    "gold": YELLOW,
    "stone": GREY,
    "blue": BLUE,
    "green": GREEN,
    "yellow": ORANGE,
    "purple": PURPLE,
    "dark": DARK,
    "laurel": SKY,
    "sky": SKY,
    "ink": INK,
}
PALETTE = ("#3b7dd8", "#e07b39", "#2a9d78", "#c94f7c", "#8a63d2", "#b08a1e", "#3aa0b5", "#8c6d5a")
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "heptapolis",
    "font.size": 10.5,
    "font.sans-serif": ["DejaVu Sans", "Verdana"],
    "text.color": INK,
    "axes.labelcolor": FAINT,
    "axes.edgecolor": LINE,
    "axes.linewidth": 0.8,
    "axes.labelsize": 9.5,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelsize": 9.5,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.facecolor": "none",
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
}

P = ParamSpec("P")


class Drawing:
    """A finished picture in several formats."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    @cached_property
    def svg(self) -> str:
        file = StringIO()
        with matplotlib.rc_context(STYLE):
            self._figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        self._figure.set_layout_engine("none")  # the layout is final
        text = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", file.getvalue(), flags=re.DOTALL)
        text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # two decimals are precise enough
        return re.sub(r"\n\s+", "\n", text)

    @cached_property
    def png(self) -> bytes:
        file = BytesIO()
        with matplotlib.rc_context(STYLE):
            self._figure.savefig(file, format="png", dpi=DPI, metadata={"Software": None})
        return file.getvalue()

    def inline(self, name: str) -> str:
        """Return an SVG element for a page, in its colours; a prefix makes the ids unique."""
        text = self.svg[self.svg.index("<svg") :]
        text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", text)
        for colour, variable in VARIABLES.items():
            text = text.replace(colour, variable)
        return text


def drawing(draw: Callable[P, Figure]) -> Callable[P, Drawing]:
    """Decorate a function that draws a figure: apply our style and return a `Drawing`."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Drawing:
        with matplotlib.rc_context(STYLE):
            return Drawing(draw(*args, **kwargs))

    return drawn


def new_figure(height: float, title: str, note: str) -> Figure:
    """Return a figure with the finding as its title, and a note on how to read it at the bottom."""
    figure = Figure(
        (WIDTH_INCHES, height), layout=ConstrainedLayoutEngine(h_pad=PAD_INCHES, w_pad=PAD_INCHES)
    )
    big, small = FontProperties(size=12.5, weight="bold"), FontProperties(size=8.5)
    figure.suptitle(_wrap(title, big), x=EDGE_SHARE, ha="left", fontproperties=big)
    figure.supxlabel(_wrap(note, small), x=EDGE_SHARE, ha="left", fontproperties=small, color=FAINT)
    return figure


def _wrap(text: str, font: FontProperties) -> str:
    """Wrap a text to the figure's width; letters of some alphabets are wider than others."""
    lines, line_width = [""], WIDTH_INCHES * POINTS_PER_INCH * (1 - 3 * EDGE_SHARE)
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        width, _, _ = text_to_path.get_text_width_height_descent(longer, font, ismath=False)
        if width > line_width:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def sheet_colours(columns: Iterable[str]) -> dict[str, str]:
    """Return a colour for each column of a score sheet; columns without a tint take turns."""
    spare, tints = cycle(PALETTE), {id: column_of(id).tint for id in columns}
    colours = {id: TINTS.get(tint, tint) for id, tint in tints.items()}
    return {id: colour if colour[:1] == "#" else next(spare) for id, colour in colours.items()}


def readable_colour(colour: str) -> str:
    """Return a colour for text on a background: white or black."""
    red, green, blue = to_rgb(colour)
    return WHITE if 0.299 * red + 0.587 * green + 0.114 * blue < 0.56 else BLACK
