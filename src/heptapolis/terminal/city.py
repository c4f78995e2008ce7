"""Cities as panels: what stands on the table in front of a seat."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.catalog.model import Stage
from heptapolis.codes import Color, Resource, Symbol
from heptapolis.i18n import words
from heptapolis.terminal.catalog import SOLD, STYLES
from heptapolis.terminal.wording import Wording
from heptapolis.view import City

Row = tuple[Text, Text]
MINE = "bold cyan"
CARD_COLORS = [color for color in Color if color is not Color.WHITE]


def neighbours(seat: int, cities: int) -> tuple[int, int]:
    """The cities to the left and to the right (C1.1)."""
    return (seat + 1) % cities, (seat - 1) % cities


def city_panel(city: City, wording: Wording, *, mine: bool = False) -> Panel:
    """One city in full, facts in a column."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for label, value in [*_state(city, wording), *_stages(city, wording, every=not mine)]:
        grid.add_row(label, value)
    for color, cards in _buildings(city, wording):
        grid.add_row(color, cards)
    style = MINE if mine else ""
    title = Text(wording.title(city.seat), style="bold")
    body = Group(_purse(city, wording, points=mine), grid)
    return Panel(body, title=title, title_align="left", border_style=style)


def neighbour_panels(left: City, right: City, wording: Wording) -> RenderableType:
    """The two neighbours side by side, the left one on the left."""
    grid = Grid.grid(expand=True)
    grid.add_column(ratio=1)
    grid.add_column(ratio=1)
    titles = (f"◀ {wording.title(left.seat)}", f"{wording.title(right.seat)} ▶")
    panels = [
        Panel(
            _narrow(city, wording),
            title=Text(title, style="bold"),
            title_align=side,
            border_style="bright_black",
        )
        for city, title, side in zip((left, right), titles, ("left", "right"), strict=True)
    ]
    grid.add_row(*panels)
    return grid


def other_cities(cities: Iterable[City], wording: Wording) -> RenderableType:
    """Cities further away: two lines each."""
    return Group(*(Group(_far(city, wording), _counts(city, wording)) for city in cities))
