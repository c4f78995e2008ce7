"""The score sheet (C8), and the command that scores a position."""

import json
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.classic.edition import edition_of
from heptapolis.classic.game import ClassicGame
from heptapolis.classic.position import build_state
from heptapolis.codes import Color
from heptapolis.contract import Game
from heptapolis.duel.edition import duel_edition_of
from heptapolis.duel.game import DuelGame
from heptapolis.duel.position import build_state as build_duel_state
from heptapolis.game import replay
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.narration import wording_of
from heptapolis.narration.score import columns, signed_cell, verdict
from heptapolis.narration.wording import STYLES, Wording
from heptapolis.position import Position
from heptapolis.terminal import console, read_text
from heptapolis.terminal.panels import MINE

RECORD = "heptapolis "  # a record begins with this
UNBOUNDED = 1000  # characters that no line needs
COLUMN_STYLES = {
    "military": STYLES[Color.RED], "treasury": STYLES[Color.YELLOW], "wonder": "bold",
    "civilian": STYLES[Color.BLUE], "science": STYLES[Color.GREEN],
    "commercial": STYLES[Color.YELLOW], "guilds": STYLES[Color.PURPLE],
    "leaders": STYLES[Color.WHITE], "wonders": "bold", "progress": STYLES[Color.GREEN],
    "coins": STYLES[Color.YELLOW], "total": "bold",
}  # fmt: skip


def show(path: Path, *, house: Path | None = None, language: str = "en", as_json: bool) -> None:
    """Print the score sheet of a position or a record in a file."""
    text = read_text(path)
    if text.startswith(RECORD):
        game: Game = replay(text, catalog=house)
    else:
        game = _standing(Position.parse(text), house)
    if as_json:
        print(json.dumps(sheet_json(game), ensure_ascii=False, indent=1))
    else:
        console().print(score_sheet(game, translator(language)))


def _standing(position: Position, house: Path | None) -> Game:
    """A game as a position leaves it; nothing more needs to be dealt."""
    if position.game == "duel":
        edition = duel_edition_of(house)
        return DuelGame(edition, build_duel_state(position, edition, deal=False))
    classic = edition_of(house, position.data.get("leaders") is True)
    states, _ = build_state(position, classic, hands=False)
    return ClassicGame(classic, states)


def score_sheet(game: Game, t: Translator, me: int | None = None) -> RenderableType:
    """The columns of every seat, best first, and who has won."""
    wording = wording_of(game, t)
    return Group(Sheet(game, wording, me), Text(verdict(game, wording), style="bold"))


class Sheet:
    """A line for each seat where that fits; else a column, as on a paper pad."""

    def __init__(self, game: Game, wording: Wording, me: int | None) -> None:
        self._shown, self._wording, self._me = columns(game), wording, me
        self._scores = {seat: game.score(seat) for place in game.ranking() for seat in place}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = self._lines()
        needed = Measurement.get(console, options.update(width=UNBOUNDED), lines).minimum
        yield lines if needed <= options.max_width else self._pad()

    def _lines(self) -> Grid:
        table = _plain_table()
        table.add_column("")
        for column in self._shown:
            table.add_column(heading(column, self._wording.t), justify="right", no_wrap=True)
        for seat in self._scores:
            name = Text(self._wording.title(seat), style=MINE if seat == self._me else "")
            table.add_row(name, *(self._cell(seat, column) for column in self._shown))
        return table

    def _pad(self) -> Grid:
        table = _plain_table()
        table.add_column("", no_wrap=True)
        for seat in self._scores:
            title = self._wording.title(seat).replace(" · ", "\n")
            style = MINE if seat == self._me else ""
            table.add_column(Text(title, style=style), justify="right")
        for column in self._shown:
            cells = [self._cell(seat, column) for seat in self._scores]
            table.add_row(heading(column, self._wording.t), *cells)
        return table

    def _cell(self, seat: int, column: str) -> Text:
        return Text(
            signed_cell(self._scores[seat][column]), style="bold" if column == "total" else ""
        )


def _plain_table() -> Grid:
    return Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=0)


def heading(column: str, t: Translator) -> Text:
    """A column's name in the colour of its cards."""
    return Text(words.column(column, t), style=COLUMN_STYLES[column])


def sheet_json(game: Game) -> dict[str, Any]:
    """The score sheet for a script."""
    facts: dict[str, Any] = {"game": game.game}
    seats = [{"seat": seat, "name": game.names[seat]} for seat in range(game.players)]
    if isinstance(game, ClassicGame):
        facts["leaders"] = game.leaders
        seats = [seat | {"board": game.city(k).board} for k, seat in enumerate(seats)]
    return facts | {
        "over": game.is_over,
        "outcome": game.outcome,
        "ranking": game.ranking(),
        "seats": [seat | score for seat, score in zip(seats, game.scores(), strict=True)],
    }
