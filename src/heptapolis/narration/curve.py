"""The chances of all seats over a game as a standalone SVG picture."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from heptapolis.bots.review import Moment
from heptapolis.i18n.spans import banner_of

Heading = Callable[[int], str]  # returns the name of an age
WIDTH, HEIGHT = 960, 440
LEFT, RIGHT, TOP, BOTTOM = 58, 224, 64, 48  # margins around the lines
NAME_HEIGHT = 19  # height of a name at the end of a line
MAX_NAME_CHARS = 26
SEATS = {  # colours of the seats on light and on dark backgrounds, as on the pages
    0: ("#0b57d8", "#85b1fd"),
    1: ("#b0431a", "#fb784f"),
    2: ("#0a3d1c", "#a0e69e"),
    3: ("#7a0f4c", "#e08aa8"),
    4: ("#5c4300", "#ecbe24"),
    5: ("#14606f", "#5feeee"),
    6: ("#4a0d85", "#b594dc"),
}
STYLE = """
text { font: 13px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
text:not(.name) { fill: #6f6a60; }
text.title { font-size: 17px; font-weight: 600; fill: #23211d; }
.name { font-weight: 600; fill: var(--seat); }
.paper, .mark { fill: #fbfaf7; }
.rule { stroke: #e4e0d7; }
.age { stroke: #9b968b; stroke-dasharray: 2 5; }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round; stroke-linecap: round; }
.line, .mark { stroke: var(--seat); }
.mark { stroke-width: 2.5; }
@media (prefers-color-scheme: dark) {
  text:not(.name) { fill: #9b968b; }
  text.title { fill: #e9e6df; }
  .paper, .mark { fill: #16171a; }
  .rule { stroke: #34363c; }
}
"""


class Mark(NamedTuple):
    """A marked decision."""

    moment: int
    seat: int
    note: str


def draw(
    moments: Sequence[Moment],
    names: Sequence[str],
    heading: Heading,
    marks: Sequence[Mark] = (),
    title: str = "",
) -> str:
    """Return a self-contained SVG document for light and dark screens."""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">
<title>{escape(title)}</title>
<style>{_palette(0)}{STYLE}@media (prefers-color-scheme: dark) {{{_palette(1)}}}</style>
<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="12"/>
<text class="title" x="{LEFT}" y="34">{escape(title)}</text>
{_body(moments, names, heading, marks)}
</svg>
"""


def _palette(dark: int) -> str:
    """Return the colours of the seats as classes, for a light or a dark background."""
    return " ".join(f".seat-{seat} {{ --seat: {pair[dark]} }}" for seat, pair in SEATS.items())


def _body(
    moments: Sequence[Moment], names: Sequence[str], heading: Heading, marks: Sequence[Mark]
) -> str:
    return "\n".join([*_scale(), *_ages(moments, heading), *_lines(moments, names, marks)])


def _x(moment: int, moments: Sequence[Moment]) -> float:
    return LEFT + moment * (WIDTH - LEFT - RIGHT) / max(len(moments) - 1, 1)


def _y(chance: float) -> float:
    return TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM)


def _scale() -> Iterator[str]:
    for quarter in range(5):
        y = _y(quarter / 4)
        yield f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        label = f"{quarter / 4:.0%}"
        yield f'<text x="{LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'


def _ages(moments: Sequence[Moment], heading: Heading) -> Iterator[str]:
    """Draw a name at the start of each age, and a line before all but the first."""
    before = None
    for n, moment in enumerate(moments):
        if moment.age != before:
            x = _x(n, moments)
            if n:
                low, high = _y(0), _y(1)
                yield f'<line class="age" x1="{x:.1f}" x2="{x:.1f}" y1="{high}" y2="{low}"/>'
            yield f'<text x="{x:.1f}" y="{_y(0) + 24:.1f}">{escape(heading(moment.age))}</text>'
            before = moment.age


def _lines(moments: Sequence[Moment], names: Sequence[str], marks: Sequence[Mark]) -> Iterator[str]:
    """Draw every seat's line with its name at the end, then the marked decisions."""
    for seat in range(len(names)):
        points = " ".join(
            f"{_x(n, moments):.1f},{_y(moment.wins[seat]):.1f}" for n, moment in enumerate(moments)
        )
        yield f'<polyline class="line seat-{banner_of(seat)}" points="{points}"/>'
    ends = _spread([_y(chance) for chance in moments[-1].wins]) if moments else []
    for seat, (name, y) in enumerate(zip(names, ends, strict=False)):
        short = name if len(name) <= MAX_NAME_CHARS else name[: MAX_NAME_CHARS - 1] + "…"
        place = f'x="{WIDTH - RIGHT + 12}" y="{y + 4:.1f}"'
        yield f'<text class="name seat-{banner_of(seat)}" {place}>{escape(short)}</text>'
    for mark in marks:
        x, y = _x(mark.moment, moments), _y(moments[mark.moment].wins[mark.seat])
        ring = f'class="mark seat-{banner_of(mark.seat)}" cx="{x:.1f}" cy="{y:.1f}" r="5"'
        yield f"<circle {ring}><title>{escape(mark.note)}</title></circle>"


def _spread(ends: Sequence[float]) -> list[float]:
    """Spread the names at the ends of lines so that none overlap or leave the scale."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    places = list(ends)
    for above, seat in pairwise(order):
        places[seat] = max(places[seat], places[above] + NAME_HEIGHT)
    limit = _y(0)
    for seat in reversed(order):
        places[seat] = limit = min(places[seat], limit)
        limit -= NAME_HEIGHT
    return places
