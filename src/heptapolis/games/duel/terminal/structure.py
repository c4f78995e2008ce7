"""The card structure as a wall of bricks: a card hides the lower edge of the cards under it.

An uncovered brick shows its number there. Where names do not fit, covered bricks carry letters, and
a legend lists the names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.text import Text

from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.state import Place
from heptapolis.terminal.spans import COLORS, styled

MAX_HALF_COLUMNS, MIN_HALF_COLUMNS = 9, 5  # columns of half a brick with a name on it
LETTER_HALF_COLUMNS = 3  # ... and with a letter
BACK = "░"
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
EDGES = {
    LEFT | RIGHT: "─",
    UP | DOWN: "│",
    DOWN | RIGHT: "╭",
    DOWN | LEFT: "╮",
    UP | RIGHT: "╰",
    UP | LEFT: "╯",
    UP | DOWN | RIGHT: "├",
    UP | DOWN | LEFT: "┤",
    DOWN | LEFT | RIGHT: "┬",
    UP | LEFT | RIGHT: "┴",
    UP | DOWN | LEFT | RIGHT: "┼",
}
VOWELS = frozenset("aeiouyáéíóöőúüűаеєиіїоуюяэыё")


class Structure:
    """The structure of this age in its present state."""

    def __init__(self, places: list[Place], wording: DuelWording) -> None:
        self._places = [place for place in places if not place.is_taken]
        self._columns = [place.slot.col for place in places]
        self._wording = wording

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        halves = max(self._columns) - min(self._columns) + 2
        half = min(MAX_HALF_COLUMNS, (options.max_width - 1) // halves)
        has_names = half >= MIN_HALF_COLUMNS + 1
        half = half if has_names else LETTER_HALF_COLUMNS
        indent = (options.max_width - halves * half - 1) // 2
        labels = self._names(2 * half - 1) if has_names else self._letters()
        for line in self._wall(labels, half):
            yield Padding(line, (0, 0, 0, indent))
        if not has_names and (legend := self._legend()):
            yield legend

    # ── labels of the bricks ─────────────────────────────────────────────────────────────────────

    def _names(self, width: int) -> list[list[Text]]:
        """Return the name of each card in lines; a back where it lies face down."""
        return [self._name(place, width) for place in self._places]

    def _name(self, place: Place, width: int) -> list[Text]:
        if not place.card:
            return [self._back(place, width)]
        name = self._wording.card(place.card).plain
        style = f"bold {self._style(place)}" if place.is_accessible else self._style(place)
        return [Text(line.center(width), style=style) for line in break_name(name, width)]

    def _back(self, place: Place, width: int) -> Text:
        """Return the back of a slot; guilds have a back of their own (D: layout facts)."""
        if not place.is_guild:
            return Text(BACK * width, style="dim")
        word = self._wording.t.pgettext("card back", "guild")
        word = f" {word} " if len(word) + 4 <= width else word[:1].upper()
        return Text(word.center(width, BACK), style="magenta")

    def _letters(self) -> list[list[Text]]:
        width = 2 * LETTER_HALF_COLUMNS - 1
        letters = {place.slot.index: letter for place, letter in self._covered_cards()}
        return [
            [Text(letters.get(place.slot.index, "").center(width), style=self._style(place))]
            if place.card
            else [self._back(place, width)]
            for place in self._places
        ]

    def _style(self, place: Place) -> str:
        return COLORS[self._wording.catalog.card[place.card or ""].color]

    def _covered_cards(self) -> Iterator[tuple[Place, str]]:
        """Return the cards that lie face up and covered."""
        covered = [place for place in self._places if place.card and not place.is_accessible]
        return zip(covered, ascii_lowercase, strict=False)

    def _legend(self) -> Text:
        names = [
            Text.assemble((letter, "bold"), " ", styled(self._wording.card(place.card or "")))
            for place, letter in self._covered_cards()
        ]
        return Text("  ").join(names)

    # ── the wall ─────────────────────────────────────────────────────────────────────────────────

    def _wall(self, labels: list[list[Text]], half: int) -> list[Text]:
        """Return the lines of the picture."""
        left = min(self._columns)
        tops = self._tops(labels)
        canvas = Canvas()
        numbers = iter(range(1, len(self._places) + 1))
        for place, lines in zip(self._places, labels, strict=True):
            row, x = place.slot.row, (place.slot.col - left) * half
            canvas.box(x, tops[row], x + 2 * half, tops[row + 1])
            for k, line in enumerate(lines):
                canvas.write(x + 1, tops[row] + 1 + k, line)
            if place.is_accessible:
                number = Text(str(next(numbers)), style="bold cyan")
                canvas.write(x + half - len(number) // 2, tops[row + 1], number)
        return canvas.lines()

    def _tops(self, labels: list[list[Text]]) -> dict[int, int]:
        """Return the top of each row; rows that are gone take no space."""
        heights: dict[int, int] = {}
        for place, lines in zip(self._places, labels, strict=True):
            heights[place.slot.row] = max(heights.get(place.slot.row, 0), len(lines))
        tops, y = {}, 0
        for row in range(min(heights), max(heights) + 1):
            tops[row] = y
            y += 1 + heights.get(row, 0)
        return tops | {max(heights) + 1: y}


@dataclass
class Canvas:
    """Boxes that share their edges, and text in them."""

    edges: dict[tuple[int, int], int] = field(default_factory=dict)
    signs: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        for x in range(left, right + 1):
            ways = (LEFT if x > left else 0) | (RIGHT if x < right else 0)
            self._add(x, top, ways)
            self._add(x, bottom, ways)
        for y in range(top, bottom + 1):
            ways = (UP if y > top else 0) | (DOWN if y < bottom else 0)
            self._add(left, y, ways)
            self._add(right, y, ways)

    def _add(self, x: int, y: int, ways: int) -> None:
        self.edges[x, y] = self.edges.get((x, y), 0) | ways

    def write(self, x: int, y: int, text: Text) -> None:
        for k, sign in enumerate(text.plain):
            self.signs[x + k, y] = sign, str(text.style)

    def lines(self) -> list[Text]:
        width = max(x for x, _ in self.edges) + 1
        return [self._line(y, width) for y in range(max(y for _, y in self.edges) + 1)]

    def _line(self, y: int, width: int) -> Text:
        line = Text(no_wrap=True)
        for x in range(width):
            edge = EDGES.get(self.edges.get((x, y), 0), " ")
            line.append(*self.signs.get((x, y), (edge, "bright_black")))
        line.rstrip()
        return line


def break_name(name: str, width: int) -> list[str]:
    """Return a name in lines that fit; a word that is too long is broken after a vowel."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines += _syllables(word, width)
    return lines


def _syllables(word: str, width: int) -> list[str]:
    if len(word) <= width:
        return [word]
    hyphen = word.rfind("-", 0, width) + 1
    if hyphen:
        return [word[:hyphen], *_syllables(word[hyphen:], width)]
    ends = [k for k in range(2, width) if len(word) - k > 1 and _ends_syllable(word, k)]
    end = ends[-1] if ends else width - 1
    return [f"{word[:end]}-", *_syllables(word[end:], width)]


def _ends_syllable(word: str, end: int) -> bool:
    before, after, then = (letter.lower() for letter in word[end - 1 : end + 2].ljust(3))
    return before in VOWELS and after not in VOWELS and then in VOWELS
