"""Tables are never cut, at any width of the terminal, and have full width in a pipe."""

import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.catalogs import load
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.terminal.fitting import FittedTable, print_untruncated, widths
from heptapolis.terminal.parts import terminal_part
from heptapolis.terminal.simulate import simulate
from heptapolis.variants import ruleset

GAMES = {"classic": "classic", "leaders": "classic", "duel": "duel"}  # catalogues, and their games
WIDTHS = [40, 80, 120]


def screen(width: int) -> Console:
    return Console(
        file=StringIO(),
        width=width,
        force_terminal=True,
        color_system=None,
        highlight=False,
        markup=False,
        emoji=False,
    )


def output_of(out: Console) -> str:
    assert isinstance(out.file, StringIO)
    return out.file.getvalue()


def tokens(out: Console) -> set[str]:
    """Return the words of the output, without box drawing."""
    return set(re.sub("[│╭╮╰╯─:]", " ", output_of(out)).split())


def words_of(cell: object) -> list[str]:
    return (cell.plain if isinstance(cell, Text) else str(cell)).split()


def tables(game: str, language: str) -> Iterator[Grid]:
    for table in terminal_part(ruleset(GAMES[game])).catalog_tables(
        load(game), translator(language)
    ):
        assert isinstance(table, Grid)
        yield table


def all_words(table: Grid) -> set[str]:
    """Return all words of a table. A row shown as a paragraph omits headings of empty cells."""
    cells = [cell for column in table.columns for cell in column.cells]
    return {word for cell in cells for word in words_of(cell)} | set(words_of(str(table.title)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_catalogue_is_printed(game: str, language: str, width: int) -> None:
    for table in tables(game, language):
        out = screen(width)
        print_untruncated(out, table)
        text = output_of(out)
        headings = {word for column in table.columns for word in words_of(column.header)}
        present = {token.strip(":") for token in text.split()} | set(text.split())
        assert all_words(table) <= present
        assert headings - {column.header for column in table.columns[:1]} <= present or width < 80
        assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("game", GAMES)
def test_every_word_goes_through_a_pipe_in_a_table(game: str) -> None:
    command = [sys.executable, "-m", "heptapolis", "catalog", game, "--lang", "uk"]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    tokens = set(run.stdout.split())
    for table in tables(game, "uk"):
        assert all_words(table) <= tokens
        assert {word for column in table.columns for word in words_of(column.header)} <= tokens


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_single_thing_is_printed_in_full(game: str, language: str, width: int) -> None:
    catalog, t = load(game), translator(language)
    for thing in catalog.things():
        sheet = terminal_part(ruleset(GAMES[game])).thing_sheet(thing, catalog, t)
        narrow, wide = screen(width), screen(400)
        narrow.print(sheet)
        wide.print(terminal_part(ruleset(GAMES[game])).thing_sheet(thing, catalog, t))
        missing = tokens(wide) - tokens(narrow) - {*words_of(t.gettext("Board"))}
        assert not missing, thing.id


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["classic", "duel"])
def test_results_of_simulated_games_are_printed_in_full(
    game: str, language: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heptapolis.terminal.simulate._speed_line", lambda *facts: "")
    narrow, wide = screen(width), screen(200)
    for out in (narrow, wide):
        simulate(game, games=50, seed=1, threads=1, language=language, out=out)
    t = translator(language)
    missing = tokens(wide) - tokens(narrow)
    assert missing <= {
        *words_of(t.gettext("Seat")),
        *words_of(t.gettext("Board")),
    }  # rows shown as paragraphs
    assert "…" not in output_of(narrow)


def test_free_width_goes_to_the_widest_columns() -> None:
    sizes = [Measurement(5, 5), Measurement(4, 40), Measurement(6, 20)]
    assert widths(sizes, 15) == [5, 4, 6]
    assert widths(sizes, 27) == [5, 15, 7]
    assert widths(sizes, 100) == [5, 40, 20]


def test_a_row_without_room_becomes_a_paragraph() -> None:
    table = Grid(title="Two")
    for heading in ("Name", "Size", "Colour"):
        table.add_column(heading)
    table.add_row("elephant", "enormous", "grey")
    table.add_row("", "small", "")
    out = screen(12)
    out.print(FittedTable(table))
    lines = [line.rstrip() for line in output_of(out).splitlines()]
    assert lines == [
        "Two",
        "",
        "elephant",
        "  Size:",
        "  enormous",
        "  Colour:",
        "  grey",
        "  Size:",
        "  small",
        "",
    ]
