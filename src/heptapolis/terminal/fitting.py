"""Tables that are never truncated: on a narrow screen, columns wrap or become lines."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.terminal.panels import FAINT_STYLE

UNLIMITED_COLUMNS = 100_000  # columns of an unlimited width
INDENT = (0, 0, 0, 2)


@dataclass
class FittedTable:
    """A table that fits the available width.

    Every column has room for its longest word, and the remaining width goes to the most cramped
    columns. If the words do not fit, each row becomes a paragraph.
    """

    table: Grid

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        sizes = self._sizes(console, options)
        room = options.max_width - self._frame(console, options, sizes)
        if sum(size.minimum for size in sizes) > room:
            yield from self._paragraphs()
            return
        for column, width in zip(self.table.columns, widths(sizes, room), strict=True):
            column.width = width
        yield self.table

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        whole = Measurement.get(
            console, options.update(width=UNLIMITED_COLUMNS), self.table
        ).maximum
        return Measurement(1, max(1, min(whole, options.max_width)))

    def least(self, console: Console) -> int:
        """Return the columns that it needs as a table."""
        sizes = self._sizes(console, console.options)
        frame = self._frame(console, console.options, sizes)
        return frame + sum(size.minimum for size in sizes)

    def _sizes(self, console: Console, options: ConsoleOptions) -> list[Measurement]:
        """Return the longest word and the longest line of every column."""
        return [_size(column, console, options) for column in self.table.columns]

    def _frame(self, console: Console, options: ConsoleOptions, sizes: list[Measurement]) -> int:
        """Return the columns between the table's columns."""
        whole = Measurement.get(
            console, options.update(width=UNLIMITED_COLUMNS), self.table
        ).maximum
        return whole - sum(size.maximum for size in sizes)

    def _paragraphs(self) -> Iterator[RenderableType]:
        """Yield rows as paragraphs; the first cell is the heading, and a row without one
        continues the last."""
        title = self.table.title
        if title:
            yield Text(title, style="bold") if isinstance(title, str) else title
        columns = self.table.columns
        for row in zip(*(column.cells for column in columns), strict=True):
            is_named = not _is_picture(row[0])
            if is_named and _is_filled(row[0]):
                yield ""
                yield _bold(row[0])
            for column, cell in list(zip(columns, row, strict=True))[is_named:]:
                if _is_filled(cell):
                    yield from _fact(column.header, cell)
        yield ""


def print_untruncated(out: Console, table: RenderableType) -> None:
    """Print a table without truncation; in a file or a pipe, as wide as it needs."""
    if isinstance(table, Grid):
        fitted = FittedTable(table)
        if not out.is_terminal:
            out.width = max(out.width, fitted.least(out))
        out.print(fitted)
    else:
        out.print(table)


def widths(sizes: list[Measurement], room: int) -> list[int]:
    """Return a width for every column.

    Each spare column goes to the column whose longest line would be broken most often, until every
    line fits or the width is used up.
    """
    given = [size.minimum for size in sizes]
    for _ in range(room - sum(given)):
        cramped = [k for k, size in enumerate(sizes) if given[k] < size.maximum]
        if not cramped:
            break
        given[max(cramped, key=lambda k: sizes[k].maximum / given[k])] += 1
    return given


def _size(column: Column, console: Console, options: ConsoleOptions) -> Measurement:
    endless = options.update(width=UNLIMITED_COLUMNS)
    cells = [Measurement.get(console, endless, cell) for cell in (column.header, *column.cells)]
    longest = max(cell.maximum for cell in cells)
    least = longest if column.no_wrap else max(cell.minimum for cell in cells)
    wanted = min(longest, column.max_width or longest)
    return Measurement(max(1, least, min(column.min_width or 0, longest)), max(1, least, wanted))


def _plain_text(cell: RenderableType) -> str:
    return cell.plain if isinstance(cell, Text) else str(cell)


def _is_filled(cell: RenderableType) -> bool:
    return bool(_plain_text(cell).strip())


def _is_picture(cell: RenderableType) -> bool:
    return "\n" in _plain_text(cell)


def _bold(cell: RenderableType) -> RenderableType:
    return Text(cell, style="bold") if isinstance(cell, str) else cell


def _fact(header: RenderableType, cell: RenderableType) -> Iterator[RenderableType]:
    """Yield a fact after its heading; a picture goes below it."""
    label = _plain_text(header)
    if _is_picture(cell):
        yield Padding(label, INDENT)
        yield Padding(cell, INDENT)
    else:
        text = cell if isinstance(cell, Text) else _plain_text(cell)
        yield Padding(Text.assemble((f"{label}: " if label else "", FAINT_STYLE), text), INDENT)
