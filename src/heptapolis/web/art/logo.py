"""The logo of Heptapolis: seven towers inside a heptagon."""

from functools import cache

from heptapolis.web.art.markup import svg
from heptapolis.web.art.shapes import n

HEPTAGON_PATH = "M24 1.5 42 10.2 46.4 29.6 34 45.2H14L1.6 29.6 6 10.2Z"
TOWERS = ((8.5, 27), (12.9, 22), (17.3, 25), (21.7, 12), (26.1, 25), (30.5, 22), (34.9, 27))


def _city(fill: str, gate: str) -> str:
    """Draw seven towers, the middle one the highest, and a gate."""
    d = "".join(
        f"M{n(x)} {n(y)}h1.3v1.5h2v-1.5h1.3V38h-4.6Z"
        if k != 3
        else f"M{n(x)} {y + 3}l2.3-5 2.3 5V38h-4.6Z"
        for k, (x, y) in enumerate(TOWERS)
    )
    wall = f'<path d="{d}M8.5 33h31v5h-31Z" fill="{fill}"/>'
    return wall + f'<path d="M21.5 38v-4a2.5 2.5 0 0 1 5 0v4Z" fill="{gate}"/>'


@cache
def favicon() -> str:
    """Return a complete SVG file with its own colours."""
    body = f'<path d="{HEPTAGON_PATH}" fill="#8c2f24"/>' + _city("#f6e7c1", "#8c2f24")
    return svg("0 0 48 48", body, xmlns="http://www.w3.org/2000/svg")


@cache
def logo(label: str = "Heptapolis") -> str:
    """Return the mark and the wordmark in the colours of the page."""
    mark = f'<path d="{HEPTAGON_PATH}" fill="var(--h-brand)"/>' + _city(
        "var(--h-brand-ink)", "var(--h-brand)"
    )
    fit = 'textLength="186" lengthAdjust="spacingAndGlyphs"'
    word = f'<text x="56" y="33" class="h-wordmark" {fit}>Heptapolis</text>'
    return svg("0 0 250 48", mark + word, label, class_="logo")
