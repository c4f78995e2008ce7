"""The building blocks of screens: plain tables, labelled facts, panels side by side."""

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.i18n.spans import Phrase, Span, Tone, phrase
from heptapolis.narration.card_wording import CardWording
from heptapolis.terminal.spans import styled

Fact = tuple[Phrase, Phrase]  # a label and its text
OWN_STYLE = "bold cyan"
FAINT_STYLE = "bright_black"
ROOMY_COLUMNS = 110  # minimum columns for a card's effect beside its name
NARROW_COLUMNS = 76  # below so many columns, the price column is narrower


def plain_table(title: str) -> Grid:
    return Grid(
        title=Text(title, style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
    )


def tag(text: str) -> Phrase:
    """Return the label of a fact."""
    return phrase(Span(text, tone=Tone.FAINT))


def added_names(seat: int, wording: CardWording) -> Iterator[Fact]:
    """Yield the things of expansions that a seat has, by name."""
    for heading, ids in wording.shelves(seat):
        yield tag(heading), wording.cards(ids)


def added_lines(seat: int, wording: CardWording) -> Iterator[Fact]:
    """Yield the things of expansions that a seat has, each with what it does."""
    for heading, ids in wording.shelves(seat):
        for number, id in enumerate(ids):
            label = "" if number else heading
            yield tag(label), phrase(wording.card(id), ": ", wording.effect(id))


def fact_grid(facts: Iterable[Fact]) -> Grid:
    """Return facts one below the other, with labels in their own column."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, value in facts:
        grid.add_row(styled(name), styled(value))
    return grid


def inline_facts(facts: Iterable[Fact]) -> list[Text]:
    """Return facts for half a screen: labels precede their text, an empty label indents it."""
    return [styled(phrase(name, ": ", value) if name else value) for name, value in facts]


class SideBySide:
    """Two panels of equal height beside each other."""

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
