# ruff: noqa: E501 — a drawing is a table of coordinates; wrapped it cannot be read
"""The seven wonders in one landscape, 1360 x 300: from the desert over the hills to the sea.

A narrower frame shows the middle of it. It is drawn by day or by night, following the theme of the
page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from heptapolis.web.art.markup import span, svg
from heptapolis.web.art.shapes import (
    block,
    box,
    cypress,
    disc,
    hills,
    n,
    palm,
    path,
    ship,
    stars,
    tower,
    tree,
    waves,
)
from heptapolis.web.art.wonders import SCENES, Site

WIDTH, HEIGHT = 1360, 300
NIGHT = [(float((k * 197 + 31 * (k % 7)) % WIDTH), 8.0 + (k * 67) % 132) for k in range(64)]


@dataclass(frozen=True)
class Sketchbook(Site):
    """A `Site` that records the monument of a scene instead of drawing it."""

    bodies: list[str] = field(default_factory=list)

    def __call__(self, body: str, left: float, right: float, top: float, foot: float) -> str:
        self.bodies.append(body)
        return ""


def _monument(id: str, x: float, foot: float, size: float, ground: float = 138) -> str:
    """Draw a wonder without its scene, centred on ``x`` and standing on ``foot``."""
    book = Sketchbook(1)
    SCENES[id](book)
    place = f"translate({n(x - 200 * size)} {n(foot - ground * size)}) scale({size:g})"
    return f'<g class="h-p-{id}" transform="{place}">{"".join(book.bodies)}</g>'


@cache
def panorama() -> str:
    """Draw the landscape; it is decoration."""
    parts = (
        _sky(),
        _range((172, 150, 168, 138, 160, 120, 148, 112, 142, 108, 150, 124, 158, 134, 168), "far"),
        _range((196, 206, 190, 202, 186, 196, 178, 168, 172, 180, 170, 184, 198, 206, 212), "near"),
        _sea(),
        _desert(),
        _cape(),
        _meadow(),
        _harbour(),
        _groves(),
        _foreground(),
    )
    body = svg(f"0 0 {WIDTH} {HEIGHT}", "".join(parts), preserveAspectRatio="xMidYMax slice")
    return span("panorama", body)


def _sky() -> str:
    halos = "".join(disc(868, 66, r, "sun", f' opacity="{o}"') for r, o in ((92, 0.14), (54, 0.24)))
    clouds = "".join(
        path(
            f"M{x} {y}q{n(w * 0.1)}-{n(h)} {n(w * 0.3)}-{n(h * 0.7)} {n(w * 0.12)}-{n(h * 0.9)} {n(w * 0.34)}-{n(h * 0.2)} {n(w * 0.2)}-{n(h * 0.3)} {n(w * 0.36)} {n(h * 0.9)}Z",
            "cloud",
        )
        for x, y, w, h in (
            (150, 58, 150, 20),
            (470, 40, 180, 24),
            (1010, 58, 140, 18),
            (742, 92, 110, 13),
            (1150, 104, 90, 11),
            (330, 96, 80, 10),
        )
    )
    return stars(NIGHT, "star") + halos + disc(868, 66, 29, "sun") + clouds


def _range(heights: Sequence[float], fill: str) -> str:
    return hills([(-80 + 108 * k, y) for k, y in enumerate(heights)], 340, fill)


def _sea() -> str:
    shore = path("M860 340C900 262 890 246 968 236 1010 230 1040 224 1100 224H3200V340Z", "sea")
    crests = "".join(
        waves(x, y, 120, 3)
        for x, y in (
            (960, 254),
            (1060, 240),
            (1200, 236),
            (1290, 246),
            (1010, 276),
            (1150, 270),
            (1270, 282),
            (1420, 250),
        )
    )
    return shore + crests


def _desert() -> str:
    dunes = hills(
        [(-120, 228), (60, 212), (190, 232), (300, 222), (380, 250), (480, 340)], 340, "sand"
    )
    sand = path(
        "M-1600 244C-200 238 60 242 150 248 280 258 310 276 400 296L480 340H-1600Z", "sand-2"
    )
    return dunes + _monument("giza", 146, 246, 1.24) + sand


def _cape() -> str:
    rock = hills(
        [(850, 300), (905, 240), (960, 228), (1020, 234), (1070, 262), (1110, 300)], 340, "near"
    )
    return (
        rock
        + _monument("halicarnassus", 972, 236, 0.94)
        + cypress(1046, 252, 34)
        + cypress(1058, 258, 24)
    )


def _meadow() -> str:
    land = hills(
        [
            (290, 300),
            (380, 252),
            (500, 240),
            (620, 232),
            (740, 240),
            (840, 238),
            (920, 262),
            (980, 340),
        ],
        340,
        "front",
    )
    return (
        land
        + _monument("babylon", 388, 266, 1.0)
        + _monument("olympia", 606, 250, 1.14)
        + _monument("ephesus", 806, 252, 1.02, 140)
    )


def _harbour() -> str:
    """Draw the Colossus with a foot on each pier, and the lighthouse on its island."""
    piers = block(1064, 226, 46, 30) + block(1150, 226, 46, 30)
    caps = box(1058, 222, 58, 5) + box(1144, 222, 58, 5)
    island = path("M1176 266q24-22 60-22h86q40 0 62 22l10 10H1164Z", "near")
    return (
        piers
        + caps
        + ship(1112, 262, 38)
        + _monument("rhodes", 1130, 224, 1.12, 114)
        + island
        + _monument("alexandria", 1276, 252, 1.24, 130)
        + palm(1212, 254, 26)
        + palm(1346, 256, 30)
    )


def _groves() -> str:
    trees = "".join(
        draw(x, y, h)
        for draw, x, y, h in (
            (cypress, 484, 262, 54),
            (cypress, 500, 264, 40),
            (tree, 518, 264, 30),
            (cypress, 714, 262, 56),
            (cypress, 700, 264, 40),
            (tree, 912, 268, 38),
            (cypress, 926, 268, 56),
            (cypress, 940, 270, 40),
        )
    )
    return trees + tower(264, 268, 14, 34)


def _foreground() -> str:
    """Draw the nearest plants, and the edge of the page."""
    ground = path(
        "M-1600 276C60 266 160 288 290 282 420 276 490 266 670 272 790 276 850 278 910 294 950 304 970 320 1000 340H-1600Z",
        "ground",
    )
    palms = "".join(
        palm(x, y, h)
        for x, y, h in (
            (22, 284, 62),
            (46, 288, 46),
            (250, 292, 54),
            (270, 294, 40),
            (322, 290, 34),
        )
    )
    bushes = "".join(
        tree(x, y, h)
        for x, y, h in (
            (458, 284, 22),
            (570, 282, 26),
            (594, 284, 20),
            (756, 286, 24),
            (850, 292, 26),
        )
    )
    fleet = ship(1122, 290, 46) + ship(1226, 293, 38)
    page = path(
        "M-1600 300H3200V340H-1600ZM-1600 300V293C-200 299 160 285 480 293 800 301 1000 297 1360 288 2000 280 2600 296 3200 292V300Z",
        "page",
    )
    return ground + palms + bushes + fleet + page
