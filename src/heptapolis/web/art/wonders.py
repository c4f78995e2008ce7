# ruff: noqa: E501 — a drawing is a table of coordinates; wrapped it cannot be read
"""The scenes of the wonders: 400 x 160, the monument in the middle on the ground line y = 136.

Only the palette (a CSS class on the scene) sets the time of day. The monument is in the middle and
the land continues beyond both sides, so that a scene fits a frame of any shape.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from heptapolis.web.art.markup import picture, span, svg
from heptapolis.web.art.shapes import (
    arch,
    arches,
    battlement,
    block,
    box,
    columns,
    cypress,
    disc,
    dome,
    flame,
    gable,
    hills,
    line,
    n,
    palm,
    path,
    pediment,
    ship,
    stars,
    temple,
    tower,
    tree,
    waves,
)

GROUND = 136.0
NIGHT: list[tuple[float, float]] = [
    (24, 18),
    (58, 40),
    (86, 12),
    (120, 30),
    (148, 10),
    (236, 14),
    (262, 34),
    (296, 12),
    (322, 44),
    (352, 20),
    (384, 36),
    (10, 54),
    (176, 42),
    (372, 62),
]


@dataclass(frozen=True)
class Site:
    """The building site of a wonder: the finished part stands, the rest is a plan with a scaffold."""

    done: float

    def __call__(self, body: str, left: float, right: float, top: float, foot: float) -> str:
        """Draw a monument within these edges up to its current height; the foundation is always
        drawn."""
        if self.done >= 1:
            return body
        level = foot - (foot - top) * max(0.07, self.done)
        plan = _clip(f'<g class="h-plan">{body}</g>', top - 60, level)
        return plan + _clip(body, level, foot + 40) + _scaffold(left, right, level)


def _clip(body: str, top: float, bottom: float) -> str:
    """Clip a drawing between two heights; a nested ``svg`` clips without an id."""
    y, h = n(top), n(bottom - top)
    return (
        f'<svg x="-400" y="{y}" width="1200" height="{h}" viewBox="-400 {y} 1200 {h}">{body}</svg>'
    )


def _scaffold(left: float, right: float, level: float) -> str:
    """Draw posts, planks and braces at the level of work, and a crane at the right end."""
    count = max(2, round((right - left) / 26))
    step = (right - left) / count
    posts = [left + step * k for k in range(count + 1)]
    low, high = level + 7, level - 11
    poles = "".join(f"M{n(x)} {n(low)}V{n(high)}" for x in posts)
    braces = "".join(f"M{n(x)} {n(level)}L{n(x + step)} {n(high + 2)}" for x in posts[:-1:2])
    planks = f"M{n(left - 3)} {n(level)}H{n(right + 3)}M{n(left - 3)} {n(high + 2)}H{n(right + 3)}"
    mast, arm = f"M{n(right)} {n(high)}v-13", f"M{n(right + 8)} {n(high - 8)}l-26 -10"
    rope = f"M{n(right - 18)} {n(high - 18)}v12"
    load = box(right - 21, high - 6, 6, 5, "lit")
    wood = line(poles + mast + arm, "wood", 1.6) + line(planks, "wood", 2.2)
    return wood + line(braces + rope, "wood", 0.8) + load


def _sky(x: float, y: float, r: float = 15) -> str:
    """Draw the sun or moon with its halo; stars at night."""
    halo = disc(x, y, r * 1.7, "sun", ' opacity=".25"')
    return f'<g class="h-stars">{stars(NIGHT)}</g>' + halo + disc(x, y, r, "sun")


def _sea(y: float = 128) -> str:
    return box(-400, y, 1200, 170 - y, "sea") + "".join(
        waves(x, y + 6 + x % 7, 90, 3) for x in (0, 95, 200, 305)
    )


def _ridge(fill: str = "far", lift: float = 0) -> str:
    heights = (96, 84, 104, 88, 104, 88, 106, 84, 102, 82, 100, 86, 102, 90, 104, 86, 98)
    return hills([(-250 + 56 * k, y - lift) for k, y in enumerate(heights)], 170, fill)


def _meadow(y: float = 132) -> str:
    return hills([(0, y + 2), (90, y - 3), (200, y + 2), (310, y - 3), (400, y + 2)], 170, "front")


def _town(x: float, y: float, seed: int) -> str:
    """Draw a few distant houses."""
    out = ""
    for k in range(5):
        w, h = 11 + (seed * (k + 3)) % 7, 9 + (seed * (k + 2)) % 11
        out += block(x + 14 * k, y - h, w, h) + (
            gable(x + 14 * k - 1, y - h, w + 2, 6) if k % 2 else ""
        )
    return out


# ── monuments of boards ──────────────────────────────────────────────────────────────


def _pyramid(x: float, half: float, h: float, y: float, courses: int) -> str:
    """Draw a pyramid whose courses are each a shade deeper."""
    lit = path(f"M{n(x)} {n(y - h)} {n(x - half)} {n(y)}H{n(x + half * 0.28)}Z")
    dim = path(f"M{n(x)} {n(y - h)} {n(x + half)} {n(y)}H{n(x + half * 0.28)}Z", "dim")
    rows = "".join(
        f"M{n(x - half * k / courses)} {n(y - h + h * k / courses)}H{n(x + half * k / courses)}"
        for k in range(2, courses)
    )
    cap = path(
        f"M{n(x)} {n(y - h)} {n(x - half * 0.13)} {n(y - h * 0.87)}H{n(x + half * 0.13)}Z", "glow"
    )
    return lit + dim + f'<g opacity=".28">{line(rows, "ink", 0.8)}</g>' + cap


def _giza(rise: Site) -> str:
    dunes = hills([(0, 112), (70, 98), (150, 114), (250, 100), (330, 112), (400, 98)], 170, "far")
    river = box(-400, 146, 1200, 24, "sea") + waves(20, 151, 360, 2) + ship(64, 156, 34)
    return (
        _sky(292, 40)
        + dunes
        + rise(_pyramid(88, 62, 62, 134, 9), 26, 150, 72, 134)
        + rise(_pyramid(318, 50, 50, 134, 8), 268, 368, 84, 134)
        + hills([(0, 130), (120, 126), (260, 132), (400, 126)], 170, "near")
        + rise(_pyramid(200, 106, 112, 138, 14) + arch(192, 126, 10, 12), 94, 306, 26, 138)
        + _meadow(142)
        + river
        + palm(24, 148, 40)
        + palm(42, 148, 30)
        + palm(362, 148, 44)
        + palm(382, 148, 30)
    )


def _rhodes(rise: Site) -> str:
    body = (
        path("M166 114 180 66 176 40q24-10 48 0l-4 26 14 48h-17l-16-40-2 0-16 40Z")
        + path("M206 37q12 0 18 3l-4 26 14 48h-17l-14-36Z", "dim")
        + path("M177 66h46l5 22q-28-10-56 0Z", "top")
        + line("M220 44 240 32 245 20", "lit", 7)
        + line("M180 46 164 62 172 76", "lit", 7)
        + path("M193 22h14v14h-14Z", "dim")
        + disc(200, 20, 8.5, "lit")
        + line("M200 12V2M192 14l-5-9M208 14l5-9M188 20l-9-4M212 20l9-4", "glow", 2)
        + flame(246, 19, 17)
    )
    piers = block(140, 114, 44, 24) + block(216, 114, 44, 24)
    return (
        _sky(330, 40)
        + _ridge()
        + _town(16, 118, 3)
        + _town(318, 116, 5)
        + _sea(120)
        + piers
        + box(134, 110, 56, 5, "lit")
        + box(210, 110, 56, 5, "lit")
        + ship(184, 136, 32)
        + rise(body, 162, 250, 2, 114)
        + box(-400, 118, 486, 20, "near")
        + box(320, 116, 480, 22, "near")
        + ship(96, 150, 40)
        + ship(282, 146, 34)
        + tower(300, 118, 12, 26)
        + tower(92, 120, 10, 22)
    )


def _alexandria(rise: Site) -> str:
    island = path("M110 140q20-14 50-14h84q34 0 52 14l8 30H100Z", "near")
    light = (
        path("M204 21-400-47V95Z", "glow", ' opacity=".28"')
        + path("M204 21 800-55V103Z", "glow", ' opacity=".28"')
        + path("M172 130 178 78h52l6 52Z")
        + path("M212 78h18l6 52h-20Z", "dim")
        + box(172, 74, 64, 5, "lit")
        + block(186, 46, 36, 28)
        + box(182, 43, 44, 4, "lit")
        + block(194, 26, 20, 17)
        + box(191, 23, 26, 4, "lit")
        + flame(204, 24, 20)
        + arch(198, 110, 14, 20)
        + arches(184, 84, 42, 12, 3)
        + arches(190, 54, 28, 10, 2)
    )
    wall = battlement(134, 126, 40, 12, 6) + battlement(234, 126, 40, 12, 6)
    return (
        _sky(330, 36, 12)
        + _ridge("far", -12)
        + _town(322, 126, 4)
        + _sea(126)
        + island
        + rise(light, 168, 240, 4, 130)
        + wall
        + ship(30, 146, 52)
        + ship(314, 152, 40)
    )


def _babylon(rise: Site) -> str:
    terraces = ""
    for k, (half, top) in enumerate(((128, 112), (100, 88), (72, 64), (46, 40))):
        terraces += block(200 - half, top, 2 * half, 26) + arches(
            200 - half + 4, top + 8, 2 * half - 8, 18, 12 - 2 * k
        )
        terraces += box(200 - half - 3, top - 3, 2 * half + 6, 4, "top")
    green = "".join(
        tree(x, y, h)
        for x, y, h in (
            (82, 110, 26),
            (106, 110, 22),
            (296, 110, 26),
            (318, 110, 24),
            (110, 86, 22),
            (132, 86, 20),
            (270, 86, 22),
            (292, 86, 20),
            (140, 62, 22),
            (160, 62, 16),
            (246, 62, 18),
            (262, 62, 22),
        )
    )
    vines = "".join(
        line(f"M{x} {y}q3 8 0 16", "leaf", 3)
        for x, y in (
            (90, 112),
            (122, 112),
            (278, 112),
            (306, 112),
            (118, 88),
            (148, 88),
            (252, 88),
            (284, 88),
            (150, 64),
            (250, 64),
            (172, 40),
            (228, 40),
        )
    )
    crown = palm(176, 38, 28) + palm(200, 38, 34) + palm(224, 38, 28)
    water = line("M200 40V62M200 66V86M200 90V110M200 114V138", "sea", 7) + line(
        "M199 42V136", "lit", 1
    )
    return (
        _sky(338, 40)
        + _ridge()
        + rise(terraces + green + vines + crown + water, 69, 331, 8, 138)
        + _meadow(138)
        + box(-400, 152, 1200, 18, "sea")
        + waves(20, 156, 350, 1)
        + palm(30, 148, 40)
        + palm(52, 148, 28)
        + palm(372, 148, 42)
        + tower(348, 142, 14, 30)
    )


def _ephesus(rise: Site) -> str:
    front = temple(96, 140, 208, 104, 10)
    deer = path("M58 142v-12q-4-2-3-7l-3-7 5 3 4-3-2 7q6 4 14 4v15h-2v-9h-9v9Z", "top")
    return (
        _sky(318, 34)
        + _ridge()
        + cypress(70, 140, 58)
        + cypress(84, 140, 44)
        + rise(front + disc(200, 53, 7, "glow"), 94, 306, 36, 140)
        + cypress(322, 140, 60)
        + cypress(338, 140, 46)
        + _meadow(139)
        + deer
        + tree(20, 142, 34)
        + tree(378, 142, 36)
    )


def _olympia(rise: Site) -> str:
    zeus = (
        block(160, 118, 80, 20)
        + box(152, 112, 96, 7, "lit")
        + path("M172 112V62h56v50Z", "top")
        + path("M184 62q16-8 32 0l6 26h14v24h-12V98h-38l-4-10Z")
        + path("M206 60q8 0 10 2l6 26h14v24h-8V94h-18Z", "dim")
        + disc(200, 48, 10, "lit")
        + path("M190 50q10 18 20 0 2 14-10 16-12-2-10-16Z", "dim")
        + line("M190 42q10-9 20 0", "leaf", 3)
        + line("M184 66 166 84", "lit", 6)
        + line("M164 112V34", "glow", 2.6)
        + disc(164, 32, 4)
        + line("M216 68l18 10", "lit", 6)
        + disc(238, 76, 5)
    )
    hall = box(108, 22, 184, 116, "ink") + "".join(
        columns(x, 34, 22, 104, 1, 0.7) for x in (108, 130, 248, 270)
    )
    roof = box(100, 24, 200, 10) + box(100, 31, 200, 3, "dim") + pediment(96, 24, 208, 24)
    return (
        _sky(348, 42)
        + _ridge()
        + rise(hall + zeus + roof, 98, 302, 0, 138)
        + box(92, 136, 216, 5, "dim")
        + _meadow(140)
        + tree(60, 142, 50)
        + tree(344, 142, 52)
        + cypress(82, 142, 40)
        + cypress(320, 142, 40)
        + tree(18, 144, 38)
        + tree(384, 144, 36)
    )


def _halicarnassus(rise: Site) -> str:
    steps = "".join(
        box(146 + 5.4 * k, 62 - 4 * k, 108 - 10.8 * k, 4.4, "dim" if k % 2 else "lit")
        for k in range(8)
    )
    horses = path("M186 30q2-10 8-10l-2-6 5 4q6 0 7 8h10v-6h6v10Z", "glow") + disc(
        214, 31, 4, "glow"
    )
    tomb = (
        block(136, 100, 128, 40)
        + box(130, 96, 140, 5)
        + columns(140, 70, 120, 26, 10)
        + box(134, 65, 132, 6)
        + box(134, 69, 132, 2, "dim")
        + line("M140 112h120M140 126h120", "dim", 1.4)
        + arch(192, 116, 16, 24)
    )
    return (
        _sky(316, 40)
        + _ridge()
        + rise(tomb + steps + horses, 130, 270, 14, 140)
        + _meadow(138)
        + cypress(112, 142, 52)
        + cypress(98, 142, 38)
        + cypress(288, 142, 52)
        + cypress(304, 142, 38)
        + _town(8, 138, 4)
        + _town(326, 138, 3)
        + box(-400, 154, 1200, 16, "sea")
        + waves(20, 158, 350, 1)
    )


def _rome(rise: Site) -> str:
    wall = path("M96 140V62q104-22 208 0l-10 14 12 14v50Z") + path(
        "M236 49q42 3 68 13l-10 14 12 14v50H248Z", "dim"
    )
    inner = path("M108 62q92-18 184 0-92 14-184 0Z", "ink")
    rows = "".join(
        arches(100, y, 200, 20, 13) + line(f"M97 {y - 4}q103-{bend} 206 0", "dim", 1.6)
        for y, bend in ((70, 3), (94, 2), (118, 0))
    )
    flags = "".join(
        line(f"M{x} {y}v-16", "ink", 1.4) + path(f"M{x} {y - 16}h10l-3 3 3 3h-10Z", "top")
        for x, y in ((124, 57), (162, 53), (200, 51), (238, 53), (276, 57))
    )
    return (
        _sky(334, 38)
        + _ridge()
        + rise(flags + wall + inner + rows, 94, 306, 36, 140)
        + _meadow(138)
        + cypress(70, 142, 46)
        + tree(46, 142, 40)
        + cypress(330, 142, 44)
        + tree(356, 142, 42)
        + _town(2, 138, 5)
        + line("M160 170 190 140M240 170 210 140", "lit", 2)
    )


# ── monuments of cards ──────────────────────────────────────────────────────────────────────


def _appian_way(rise: Site) -> str:
    road = path("M196 92h8l62 78H134Z", "lit") + path("M200 92h4l62 78h-60Z", "dim")
    slabs = line(
        "M192 100h16M188 108h24M181 118h38M172 130h56M160 146h80M200 92v8M196 108v10M206 118v12M192 130v16M208 146v24",
        "ink",
        0.8,
    )
    trees = "".join(
        cypress(200 - d, y, h) + cypress(200 + d, y, h)
        for d, y, h in ((14, 96, 18), (26, 106, 30), (44, 120, 44), (72, 142, 66))
    )
    tombs = (
        block(92, 112, 24, 18)
        + gable(90, 112, 28, 9)
        + block(286, 110, 26, 20)
        + dome(299, 110, 13, 10)
        + columns(276, 116, 8, 16, 1)
    )
    return (
        _sky(200, 66, 20)
        + _ridge()
        + hills([(0, 104), (120, 94), (200, 92), (290, 96), (400, 102)], 170, "near")
        + rise(road + f'<g opacity=".4">{slabs}</g>' + tombs, 90, 312, 92, 168)
        + trees
    )


def _circus_maximus(rise: Site) -> str:
    stands = (
        path("M70 140C70 84 120 66 200 66s130 18 130 74Z")
        + path("M250 70c52 8 80 28 80 70h-38Z", "dim")
        + path("M100 140c4-42 40-54 100-54s96 12 100 54Z", "ink", ' opacity=".25"')
    )
    track = path("M112 142c4-34 36-44 88-44s84 10 88 44Z", "front") + path(
        "M140 134q60-14 120 0l-4 6H144Z", "lit"
    )
    spina = (
        path("M196 130 198 76l2-6 2 6 2 54Z", "lit")
        + path("M200 70l2 6 2 54h-4Z", "dim")
        + disc(168, 126, 4)
        + disc(232, 126, 4)
    )
    horse = "M6 40V24q-2-8 6-10 6-1 10-6l4-8 3 5q5 4 6 8l-5 2-5-1q-1 8-1 10v16h-3V28H11v12Z"
    car = path("M-26 14h16v12h18v3h-34Z", "lit") + disc(-14, 33, 7, "ink") + disc(-14, 33, 4, "lit")
    chariot = f'<g transform="translate(196 132) scale(.6)">{path(horse, "top")}{car}</g>'
    flags = "".join(
        line(f"M{x} {y}v-18", "ink", 1.4) + path(f"M{x} {y - 18}h11l-3 3 3 3h-11Z", "top")
        for x, y in ((110, 88), (150, 74), (250, 74), (290, 88))
    )
    return (
        _sky(330, 38)
        + _ridge()
        + rise(flags + stands + track + spina, 70, 330, 52, 142)
        + _meadow(146)
        + chariot
    )


def _great_library(rise: Site) -> str:
    facade = (
        block(104, 50, 192, 90)
        + box(98, 44, 204, 7)
        + "".join(
            box(112 + 36 * k, 60, 28, 70, "ink")
            + "".join(
                disc(119 + 36 * k + 7 * j, 70 + 15 * r, 3, ("lit", "glow", "top")[(j + r + k) % 3])
                for j in range(3)
                for r in range(4)
            )
            for k in (0, 1, 3, 4)
        )
    )
    door = (
        columns(180, 62, 40, 74, 2, 0.3) + arch(190, 84, 20, 56, "glow") + pediment(172, 60, 56, 18)
    )
    pillars = "".join(columns(x, 52, 10, 88, 1, 0.8) for x in (102, 140, 250, 288))
    return (
        _sky(336, 40)
        + _ridge()
        + rise(dome(200, 44, 34, 26) + facade + pillars + door, 98, 302, 18, 140)
        + box(92, 136, 216, 5, "dim")
        + _meadow(140)
        + palm(74, 142, 46)
        + palm(330, 142, 48)
        + tree(30, 144, 36)
    )


def _piraeus(rise: Site) -> str:
    sheds = "".join(
        gable(110 + 45 * k, 92, 45, 16)
        + box(112 + 45 * k, 92, 41, 28, "lit")
        + arch(120 + 45 * k, 96, 25, 24)
        for k in range(4)
    )
    moles = (
        battlement(60, 128, 84, 12, 9)
        + battlement(256, 128, 84, 12, 9)
        + tower(136, 142, 16, 34)
        + tower(248, 142, 16, 34)
    )
    return (
        _sky(320, 36)
        + _ridge()
        + _town(20, 116, 5)
        + _town(316, 114, 3)
        + hills([(0, 112), (100, 104), (300, 106), (400, 110)], 130, "near")
        + rise(sheds, 110, 290, 76, 120)
        + _sea(120)
        + ship(184, 140, 38)
        + moles
        + ship(20, 154, 46)
        + ship(300, 158, 50)
    )


def _sphinx(rise: Site) -> str:
    body = (
        path("M104 142q-8-48 36-56 40-5 74-3l34 8 8 35h56q9 0 9 9v7Z")
        + path("M214 83l34 8 8 35h56q9 0 9 9v7h-92q10-28-15-59Z", "dim")
        + line("M150 140q30-4 22-30-10-14-30-8M116 142q-14-2-14-20", "dim", 2.4)
        + line("M296 142v-7M308 142v-7", "ink", 1)
    )
    head = (
        path("M214 98q-2-42 14-56 18-14 36 0 16 14 14 56l-14 4h-36Z", "glow")
        + path("M252 36q8 2 12 6 16 14 14 56l-14 4h-10q8-30-2-66Z", "top", ' opacity=".35"')
        + line("M224 56l-5 40M268 56l5 40M231 46h30", "top", 2.2)
        + path("M231 56q15-8 30 0v18q0 18-15 20-15-2-15-20Z")
        + path("M248 52q8 0 13 4v18q0 16-12 20 4-20-1-42Z", "dim")
        + line("M236 66h6M250 66h6M246 68v9M241 84h10", "ink", 1.6)
    )
    far = path("M40 138 112 52 184 138Z", "far") + path("M112 52 184 138H134Z", "near")
    far += path("M276 138 330 76 384 138Z", "far") + path("M330 76 384 138H346Z", "near")
    dunes = hills([(0, 126), (90, 120), (210, 128), (320, 120), (400, 126)], 170, "near")
    palms = palm(50, 146, 40) + palm(66, 148, 28) + palm(366, 146, 42)
    return _sky(330, 36) + far + dunes + rise(body + head, 104, 320, 34, 142) + _meadow(140) + palms


def _city_of_wonders(rise: Site) -> str:
    """Draw an unknown wonder: a temple on a rock above a town."""
    rock = path("M110 140q6-50 40-56h100q40 8 44 56Z", "dim")
    return (
        _sky(318, 38)
        + _ridge()
        + rock
        + rise(temple(146, 88, 108, 58, 7), 144, 256, 30, 88)
        + _town(60, 138, 4)
        + _town(280, 138, 6)
        + _meadow(138)
        + cypress(130, 142, 42)
        + cypress(276, 142, 40)
    )


SCENES: dict[str, Callable[[Site], str]] = {
    "giza": _giza,
    "rhodes": _rhodes,
    "alexandria": _alexandria,
    "babylon": _babylon,
    "ephesus": _ephesus,
    "olympia": _olympia,
    "halicarnassus": _halicarnassus,
    "rome": _rome,
    "pyramids": _giza,
    "colossus": _rhodes,
    "great_lighthouse": _alexandria,
    "hanging_gardens": _babylon,
    "temple_of_artemis": _ephesus,
    "statue_of_zeus": _olympia,
    "mausoleum": _halicarnassus,
    "appian_way": _appian_way,
    "circus_maximus": _circus_maximus,
    "great_library": _great_library,
    "piraeus": _piraeus,
    "sphinx": _sphinx,
}


@cache
def drawing(id: str, side: str, done: float = 1) -> str:
    """Draw a wonder's scene by day (side A) or night (side B), built up to ``done``; decoration."""
    body = svg("0 0 400 160", SCENES.get(id, _city_of_wonders)(Site(done)))
    return span(f"scene wide side-{side.lower()} w-{id}", body)


def scene(id: str, side: str = "A", label: str = "", done: float = 1) -> str:
    """Draw a wonder's landscape, by day for side A and by night for B, built up to ``done``;
    with a label it is read out."""
    body = drawing(id, side, done)
    return picture("landscape", label, body) if label else span("landscape", body)
