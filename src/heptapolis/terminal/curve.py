"""The chances of all seats over a game, drawn with characters.

With colours, the lines are made of braille dots; without, of each seat's number.
"""

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from heptapolis.bots.review import Moment
from heptapolis.narration.curve import Heading

STYLES = ("bright_cyan", "yellow", "magenta", "green", "red", "bright_blue", "white")
ROWS = 13  # a quarter is three rows
SCALE_INTERVALS = 4  # intervals of the scale
MAX_COLUMNS = 110
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # per cell, row by row
Place = tuple[int, int]  # column and row


def style_of(seat: int) -> str:
    """Return the style of a seat; there are more seats than styles in some games."""
    return STYLES[seat % len(STYLES)]


class Curve:
    """Lines from the first moment to the last; ``heading`` returns the name of an age."""

    def __init__(self, moments: Sequence[Moment], heading: Heading) -> None:
        self._moments, self._heading = moments, heading
        self._lines = list(zip(*(moment.wins for moment in moments), strict=True))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        ends = self._ends()
        margin = 2 + max(sum(len(f" {seat + 1}") for seat in seats) for seats in ends.values())
        columns = min(options.max_width, MAX_COLUMNS) - len("100% |") - margin
        is_plain = options.ascii_only or console.no_color or console.color_system is None
        wall, floor, tick, age = "|+-:" if options.ascii_only else "│└─┊"
        picture = self._numbers(columns) if is_plain else self._braille(columns)
        borders = self._borders(columns)
        for row in range(ROWS):
            line = Text.assemble((f"{self._scale(row):>4} {wall}", "dim"))
            for column in range(columns):
                blank = (age, "dim") if column in borders else (" ", "")
                line.append(*picture.get((column, row), blank))
            for seat in ends.get(row, []):
                line.append(f" {seat + 1}", style_of(seat))
            yield line
        yield Text(f"{'':5}{floor}{tick * columns}", style="dim")
        yield Text(f"{'':6}{self._ages(borders, columns + margin)}", style="dim")

    def _scale(self, row: int) -> str:
        """Return the label of a row; every quarter has one."""
        part, rest = divmod(SCALE_INTERVALS * row, ROWS - 1)
        return "" if rest else f"{1 - part / SCALE_INTERVALS:.0%}"

    def _ends(self) -> dict[int, list[int]]:
        """Return the seats whose lines end in each row."""
        ends: dict[int, list[int]] = {}
        for seat, line in enumerate(self._lines):
            ends.setdefault(_place(line[-1], ROWS), []).append(seat)
        return ends

    # ── ages ─────────────────────────────────────────────────────────────────────────────────────

    def _borders(self, columns: int) -> dict[int, int]:
        """Return the columns where an age begins, except the first age."""
        ages = [moment.age for moment in self._moments]
        last = max(len(ages) - 1, 1)
        return {
            round(k * (columns - 1) / last): ages[k]
            for k in range(1, len(ages))
            if ages[k] != ages[k - 1]
        }

    def _ages(self, borders: dict[int, int], width: int) -> str:
        """Return the line with the names of the ages; a name that does not fit is left out."""
        starts = {0: self._moments[0].age} | borders
        ends = [*list(starts)[1:], width]
        names = (
            (self._heading(age), end - start)
            for (start, age), end in zip(starts.items(), ends, strict=True)
        )
        return "".join((name if len(name) < space else "").ljust(space) for name, space in names)

    # ── lines ────────────────────────────────────────────────────────────────────────────────────

    def _numbers(self, columns: int) -> dict[Place, tuple[str, str]]:
        """Return lines of the last digits of seats; seats that share a place alternate."""
        cells: dict[Place, list[int]] = {}
        for seat, line in enumerate(self._lines):
            for column, value in enumerate(_interpolate(line, columns)):
                cells.setdefault((column, _place(value, ROWS)), []).append(seat)
        chosen = {place: seats[place[0] % len(seats)] for place, seats in cells.items()}
        return {place: (str(seat + 1)[-1], style_of(seat)) for place, seat in chosen.items()}

    def _braille(self, columns: int) -> dict[Place, tuple[str, str]]:
        """Return lines of dots, two in a column and four in a row; a place has the last line's
        colour."""
        dots: dict[Place, int] = {}
        owner: dict[Place, int] = {}
        for seat, line in enumerate(self._lines):
            for x, y in _connect_dots(_interpolate(line, 2 * columns), 4 * ROWS):
                place = x // 2, y // 4
                dots[place] = dots.get(place, 0) | DOTS[y % 4][x % 2]
                owner[place] = seat
        return {place: (chr(BRAILLE + dots[place]), style_of(owner[place])) for place in dots}


def _place(value: float, rows: int) -> int:
    """Return the row of a chance, counted from the top."""
    return round((1 - value) * (rows - 1))


def _interpolate(line: Sequence[float], columns: int) -> Iterator[float]:
    """Interpolate the values of a line for a number of places."""
    last = len(line) - 1
    for column in range(columns):
        at = column * last / max(columns - 1, 1)
        k = min(int(at), max(last - 1, 0))
        after = line[min(k + 1, last)]
        yield line[k] + (at - k) * (after - line[k])


def _connect_dots(values: Iterator[float], rows: int) -> Iterator[Place]:
    """Yield the dots of a line, with vertical runs where it is steep."""
    before: int | None = None
    for x, value in enumerate(values):
        y = _place(value, rows)
        low, high = sorted((y, y if before is None else before))
        yield from ((x, between) for between in range(low, high + 1))
        before = y
