"""The score sheet (C8)."""

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.codes import Color
from heptapolis.contract import Game
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.narration.score import signed_cell, verdict
from heptapolis.narration.wording import Wording
from heptapolis.terminal.panels import OWN_STYLE
from heptapolis.terminal.spans import COLORS, styled
from heptapolis.terminal.wordings import wording_of
from heptapolis.variants import ruleset_of
from heptapolis.vocabulary import Column

UNLIMITED_CHARS = 1000  # more characters than any line needs
TINTS = {
    "red": COLORS[Color.RED],
    "gold": COLORS[Color.YELLOW],
    "yellow": COLORS[Color.YELLOW],
    "blue": COLORS[Color.BLUE],
    "green": COLORS[Color.GREEN],
    "laurel": COLORS[Color.GREEN],
    "purple": COLORS[Color.PURPLE],
    "dark": COLORS[Color.WHITE],
    "stone": "bold",
    "ink": "bold",
    "sky": "cyan",
}


def score_sheet(game: Game, t: Translator, me: int | None = None) -> RenderableType:
    """Return the columns of every seat, best first, and the winner."""
    wording = wording_of(game, t)
    return Group(ScoreSheet(game, wording, me), styled(verdict(game, wording), "bold"))


class ScoreSheet:
    """A score sheet with a line for each seat where that fits, otherwise a column, as on paper."""

    def __init__(self, game: Game, wording: Wording, me: int | None) -> None:
        self._columns = list(map(ruleset_of(game).column, game.live_columns))
        self._wording, self._me = wording, me
        self._scores = {seat: game.score(seat) for place in game.ranking() for seat in place}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = self._lines()
        needed = Measurement.get(console, options.update(width=UNLIMITED_CHARS), lines).minimum
        yield lines if needed <= options.max_width else self._pad()

    def _lines(self) -> Grid:
        table = _plain_table()
        table.add_column("")
        for column in self._columns:
            table.add_column(heading(column, self._wording.t), justify="right", no_wrap=True)
        for seat in self._scores:
            name = styled(self._wording.title(seat), OWN_STYLE if seat == self._me else "")
            table.add_row(name, *(self._cell(seat, column.id) for column in self._columns))
        return table

    def _pad(self) -> Grid:
        table = _plain_table()
        table.add_column("", no_wrap=True)
        for seat in self._scores:
            title = self._wording.title(seat).plain.replace(" · ", "\n")
            style = OWN_STYLE if seat == self._me else ""
            table.add_column(Text(title, style=style), justify="right")
        for column in self._columns:
            cells = [self._cell(seat, column.id) for seat in self._scores]
            table.add_row(heading(column, self._wording.t), *cells)
        return table

    def _cell(self, seat: int, column: str) -> Text:
        return Text(
            signed_cell(self._scores[seat][column]), style="bold" if column == "total" else ""
        )


def _plain_table() -> Grid:
    return Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)


def heading(column: Column, t: Translator) -> Text:
    """Return a column's name in the colour of its cards."""
    tint = column.tint
    return Text(words.column(column, t), TINTS.get(tint, tint if tint.startswith("#") else ""))
