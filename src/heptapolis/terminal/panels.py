"""What screens are made of: plain tables, facts with their labels, panels side by side."""

from collections.abc import Iterable

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.i18n.spans import Phrase, Span, Tone, phrase
from heptapolis.terminal.spans import styled

Fact = tuple[Phrase, Phrase]  # a label and what it says
MINE = "bold cyan"
QUIET = "bright_black"
ROOMY = 110  # columns from which a card's effect stands beside its name
TIGHT = 76  # columns under which prices make room for it


def plain_table(title: str) -> Grid:
    return Grid(
        title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD,
        show_edge=False, pad_edge=False,
    )  # fmt: skip


def tag(text: str) -> Phrase:
    """What stands before a fact."""
    return phrase(Span(text, tone=Tone.FAINT))


def labelled(facts: Iterable[Fact]) -> Grid:
    """Facts under each other, labels in a column of their own."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, value in facts:
        grid.add_row(styled(name), styled(value))
    return grid


def run_in(facts: Iterable[Fact]) -> list[Text]:
    """Facts for half a screen: labels run in with their text, an empty one indents it."""
    return [styled(phrase(name, ": ", value) if name else value) for name, value in facts]


class SideBySide:
    """Two panels beside each other, equally high."""

    def __init__(self, left: Panel, right: Panel) -> None:
        self._panels = (left, right)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        half = options.update(width=options.max_width // 2)
        height = max(len(console.render_lines(panel, half)) for panel in self._panels)
        grid = Grid.grid(expand=True)
        for panel in self._panels:
            panel.height = height
            grid.add_column(ratio=1)
        grid.add_row(*self._panels)
        yield grid
