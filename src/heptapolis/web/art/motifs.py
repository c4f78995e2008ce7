# ruff: noqa: E501 — a drawing is a table of coordinates; wrapped it cannot be read
"""The vignettes of the cards: some fifty small motifs, and which card shows which.

A motif is a sprite symbol of 100 x 70 that stands on the ground line y = 66. `vignette` puts one
into a landscape; sun, ridge and trees are derived from the card's id, so that every card always has
the same picture of its own.
"""

from functools import cache, singledispatch
from zlib import crc32

from heptapolis.cards.model import Effect
from heptapolis.codes import (
    Color,
    Counted,
    Resource,
)
from heptapolis.variants import all_counted
from heptapolis.web.art.markup import svg, tag, use
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
    ship,
    temple,
    tower,
    tree,
    waves,
)

GROUND = 66.0


def _logs(x: float, y: float, r: float, rows: int) -> str:
    """Draw a pile of logs seen from their ends."""
    spots = [
        (x + r + 2 * r * (k + row / 2), y - r - 1.74 * r * row)
        for row in range(rows)
        for k in range(rows - row)
    ]
    return "".join(
        disc(a, b, r, "dim") + disc(a, b, r * 0.72, "lit") + disc(a, b, r * 0.26, "dim")
        for a, b in spots
    )


def _bricks(x: float, y: float, rows: int) -> str:
    return "".join(
        box(x + 10 * k + 5 * row, y - 5 * (row + 1), 9, 4, "top" if (k + row) % 2 else "dim")
        for row in range(rows)
        for k in range(rows - row)
    )


def _house(x: float, w: float, h: float) -> str:
    """Draw a plain house with a gable and a door."""
    return (
        block(x, GROUND - h, w, h)
        + gable(x - 3, GROUND - h, w + 6, h * 0.5)
        + arch(x + w * 0.4, GROUND - h * 0.62, w * 0.22, h * 0.62)
    )


def _awning(x: float, y: float, w: float, fill: str) -> str:
    """Draw a market stall: striped cloth on two poles, goods on a board."""
    step = w / 6
    stripes = "".join(
        f"M{n(x + step * k)} {n(y)}h{n(step)}l1 9q{n(-step / 2)} 4 {n(-step)} 0Z" for k in (0, 2, 4)
    )
    return (
        line(f"M{n(x + 2)} {n(y)}V66M{n(x + w - 2)} {n(y)}V66", "ink", 1.6)
        + path(f"M{n(x)} {n(y)}h{n(w)}l3 9h{n(-w - 6)}Z", "lit")
        + path(stripes, fill)
        + box(x + 1, 56, w - 2, 10, "dim")
        + "".join(disc(x + w * f, 54, 3, "glow") for f in (0.2, 0.42, 0.64, 0.84))
    )


def _jar(x: float, y: float, h: float, fill: str = "top") -> str:
    """Draw an amphora standing on ``y``."""
    w = h * 0.3
    body = f"M{n(x - w * 0.5)} {n(y - h)}h{n(w)}l{n(-w * 0.2)} {n(h * 0.16)}q{n(w * 1.1)} {n(h * 0.3)} {n(-w * 0.05)} {n(h * 0.84)}h{n(-w * 0.5)}q{n(-w * 1.15)} {n(-h * 0.54)} {n(-w * 0.05)} {n(-h * 0.84)}Z"
    return path(body, fill) + line(f"M{n(x - w * 0.8)} {n(y - h * 0.55)}h{n(w * 1.6)}", "lit", 1.2)


def _spears(x: float, y: float, count: int, h: float) -> str:
    poles = "".join(f"M{n(x + 6 * k)} {n(y)}v{n(-h)}" for k in range(count))
    heads = "".join(f"M{n(x + 6 * k - 2)} {n(y - h)}l2 -7 2 7Z" for k in range(count))
    return line(poles, "ink", 1.4) + path(heads, "lit")


def _banner(x: float, y: float, h: float) -> str:
    return line(f"M{n(x)} 66V{n(y)}", "ink", 1.6) + path(
        f"M{n(x)} {n(y)}h14l-4 {n(h / 2)} 4 {n(h / 2)}h-14Z", "top"
    )


def _round_shield(x: float, y: float, r: float) -> str:
    return disc(x, y, r, "top") + disc(x, y, r * 0.68, "lit") + disc(x, y, r * 0.3, "top")


def _scroll(x: float, y: float, w: float, h: float) -> str:
    lines = "".join(f"M{n(x + 4)} {n(y + h * f)}h{n(w - 8)}" for f in (0.25, 0.45, 0.65))
    return (
        box(x, y, w, h)
        + box(x - 2, y - 2, w + 4, 4, "top")
        + box(x - 2, y + h - 2, w + 4, 4, "top")
        + line(lines, "dim", 1.4)
    )


def _man(x: float, y: float, h: float) -> str:
    """Draw a standing figure in a robe."""
    robe = f"M{n(x - h * 0.1)} {n(y - h * 0.78)}h{n(h * 0.2)}q{n(h * 0.12)} {n(h * 0.1)} {n(h * 0.08)} {n(h * 0.78)}h{n(-h * 0.36)}q{n(-h * 0.04)} {n(-h * 0.68)} {n(h * 0.08)} {n(-h * 0.78)}Z"
    return path(robe, "lit") + disc(x, y - h * 0.89, h * 0.1, "lit")


# ── the motifs ───────────────────────────────────────────────────────────────────────────────────

MOTIFS: dict[str, str] = {
    # raw materials
    "logs": _logs(20, 66, 8, 3) + line("M76 66 92 34M70 58l24 4", "ink", 2) + tree(82, 66, 30),
    "grove": tree(24, 66, 44) + tree(50, 66, 56) + tree(76, 66, 46) + cypress(92, 66, 34),
    "sawmill": _house(8, 34, 24) + _logs(46, 66, 7, 3) + path("M74 44h20l-2 6H74Zm0 0-4 3 4 3Z", "ink"),
    "cliff": path("M6 66V34l14-12 16 4 10-10 20 2 8 14 18 6V66Z", "lit")
    + path("M46 16l20 2 8 14 18 6V66H58l4-26Z", "dim")
    + line("M6 46h26M20 22v24M36 26l-4 40M62 40H40", "ink", 1)
    + box(10, 56, 14, 10, "top") + box(28, 58, 12, 8, "dim"),
    "quarry": path("M2 66V22h22v12h20v12h20v12h34v8Z", "lit") + path("M24 22v12h20v12h20v12h34v8H70V62H50V50H32V38H16V22Z", "dim")
    + line("M78 52V20H56M56 20v14", "ink", 2) + box(50, 34, 12, 8, "top"),
    "pool": path("M4 66c4-18 88-18 92 0Z", "top") + path("M16 64c6-10 62-10 68 0Z", "sea") + waves(24, 60, 44, 1)
    + _jar(14, 60, 18) + line("M82 58c0-10 2-16 4-22M88 58c0-8 2-12 6-16", "leaf", 2),
    "pit": path("M2 66V44h18v7h14v7h30v-7h14v-7h20V66Z", "top") + path("M20 44v7h14v7h30v-7h14v-7l-6 22H28Z", "ink", ' opacity=".3"')
    + line("M44 58 58 26M52 26h14M50 22l18 8", "ink", 2) + _bricks(76, 44, 2),
    "peak": path("M4 66 36 14 52 40 64 24 96 66Z", "dim") + path("M36 14 52 40 46 66H4Z", "lit")
    + line("M30 34l6 8-8 8 6 10M62 36l6 10-4 8", "glow", 2.4),
    "mine": path("M4 66C8 34 28 18 50 18s42 16 46 48Z", "dim") + path("M34 66V42h32v24Z", "ink") + path("M30 42h40v-6H30Zm2 0h5v24h-5Zm31 0h5v24h-5Z", "top")
    + path("M42 56h18l-3 8H45Z", "lit") + disc(47, 66, 2.4, "lit") + disc(56, 66, 2.4, "lit") + disc(48, 54, 3) + disc(54, 54, 3),
    "cave": tree(14, 66, 40) + tree(86, 66, 44) + path("M22 66C24 38 38 28 52 28s26 12 28 38Z", "dim") + arch(38, 42, 26, 24) + disc(51, 60, 3),
    "kiln": path("M26 66V46C26 28 70 28 70 46V66Z", "top") + path("M58 33c8 2 12 7 12 13V66H58Z", "ink", ' opacity=".18"') + arch(40, 46, 16, 20) + flame(48, 64, 13)
    + box(42, 22, 12, 12, "top") + _bricks(74, 66, 2) + _bricks(2, 66, 2),
    "forge": block(18, 32, 40, 34) + box(44, 10, 12, 24, "dim") + arch(26, 42, 22, 24) + flame(37, 64, 18) + path("M64 50h28l-8 6h-4v10h-8V56h-8Z", "ink"),
    # manufactured goods
    "loom": line("M26 66V16M74 66V16M20 18h60M24 58h52", "ink", 3) + "".join(line(f"M{32 + 6 * k} 20v38", "dim", 1) for k in range(7))
    + box(30, 24, 40, 18, "top") + line("M30 30l5 5 5-5 5 5 5-5 5 5 5-5 5 5 5-5", "lit", 2),
    "glass": block(10, 30, 40, 36) + dome(30, 30, 20, 14) + arch(20, 44, 20, 22) + flame(30, 64, 14)
    + path("M62 66V52c0-6 4-6 4-14h6c0 8 4 8 4 14V66Z", "sea") + path("M82 66V56c0-4 2-5 2-10h5c0 5 2 6 2 10V66Z", "glow"),
    "press": line("M10 66C14 44 8 36 14 20M20 66c2-18-4-26 2-40M84 66c0-22 8-28 2-44M92 66c0-16 6-20 2-34", "leaf", 2.4)
    + disc(14, 18, 5, "leaf") + disc(22, 24, 5, "leaf") + disc(86, 20, 5, "leaf") + disc(94, 30, 4, "leaf") + _scroll(34, 24, 32, 40),
    # civilian structures
    "house": _house(28, 44, 30) + box(16, 46, 12, 20, "dim") + line("M72 40h10v4", "ink", 1.4) + disc(82, 48, 4),
    "baths": block(18, 40, 64, 26) + dome(50, 40, 24, 20) + arches(20, 46, 60, 14, 5, "sea") + box(8, 60, 84, 6, "lit") + box(12, 62, 76, 4, "sea")
    + line("M36 14q-4-4 0-8M50 10q-4-4 0-8M64 14q-4-4 0-8", "lit", 1.6),
    "altar": box(26, 60, 48, 6, "dim") + box(32, 54, 36, 6) + block(38, 38, 24, 16) + box(34, 34, 32, 5) + flame(50, 34, 24) + cypress(14, 66, 40) + cypress(86, 66, 40),
    "theater": "".join(
        f'<path d="M{n(50 - r)} 62a{r} {n(r * 0.86)} 0 0 1 {2 * r} 0Z" fill="var(--{c})"/>'
        for r, c in ((44, "dim"), (37, "lit"), (30, "dim"), (23, "lit"), (16, "top"))
    ) + box(24, 58, 52, 8, "lit") + columns(26, 48, 48, 12, 7, 0.3),
    "aqueduct": box(0, 24, 100, 6, "lit") + box(0, 22, 100, 2.5, "sea") + box(0, 30, 100, 36, "dim") + arches(0, 32, 100, 14, 8, "sky")
    + box(0, 46, 100, 2.5, "lit") + arches(0, 49, 100, 17, 4, "sky"),
    "temple": temple(16, GROUND, 68, 52, 6),
    "statue": box(34, 58, 32, 8, "dim") + box(38, 50, 24, 8) + _man(50, 50, 38) + line("M54 22l10-12", "lit", 3) + _spears(66, 50, 1, 38) + cypress(18, 66, 36) + cypress(84, 66, 30),
    "courthouse": block(10, 36, 80, 30) + gable(6, 36, 88, 14) + columns(20, 42, 60, 18, 7) + box(8, 60, 84, 6, "lit") + disc(50, 29, 3.4),
    "pantheon": block(22, 30, 60, 36) + dome(52, 30, 28, 22) + disc(52, 9.5, 2.4) + temple(20, GROUND, 50, 36, 6),
    "gardens": box(6, 54, 88, 12, "dim") + box(18, 42, 64, 12, "lit") + box(32, 30, 36, 12, "dim") + arches(18, 46, 64, 8, 6) + arches(6, 57, 88, 9, 8)
    + tree(12, 54, 20) + tree(90, 54, 18) + tree(26, 42, 18) + tree(75, 42, 18) + palm(42, 30, 22) + palm(58, 30, 26) + line("M50 30v24", "sea", 3),
    "town_hall": block(10, 40, 80, 26) + gable(6, 40, 88, 10) + block(42, 16, 16, 26) + gable(39, 16, 22, 12) + disc(50, 24, 4, "lit") + arches(14, 48, 72, 18, 6),
    "palace": block(18, 32, 64, 34) + tower(6, GROUND, 16, 46) + tower(78, GROUND, 16, 46) + block(36, 20, 28, 14) + dome(50, 20, 15, 14) + arches(26, 40, 48, 12, 5) + arch(43, 50, 14, 16),
    "senate": temple(8, GROUND, 84, 42, 9) + "".join(box(20 + 2 * k, 62 + 1.4 * k, 60 - 4 * k, 1.2, "ink") for k in range(3)) + _banner(50, 8, 10),
    "rostrum": block(20, 46, 60, 20) + line("M28 54h10M44 54h10M60 54h10", "top", 4) + box(16, 42, 68, 5) + _man(50, 42, 28) + line("M54 22l9-6", "lit", 2.6) + columns(4, 24, 8, 42, 1) + columns(88, 24, 8, 42, 1),
    "obelisk": path("M44 60 46 14l4-8 4 8 2 46Z", "lit") + path("M50 6l4 8 2 46h-6Z", "dim") + box(36, 60, 28, 6, "dim") + line("M48 24h3M48 32h3M48 40h3M48 48h3", "ink", 1.2) + palm(22, 66, 34) + palm(80, 66, 40),
    # commercial structures
    "tavern": _house(20, 46, 30) + line("M66 40h14", "ink", 1.6) + path("M74 41h12v10H74Z", "top") + _jar(80, 66, 18) + _jar(12, 66, 16) + _jar(92, 66, 14),
    "tents": path("M2 66 26 26 50 66Z", "lit") + path("M26 26 50 66H34Z", "dim") + path("M18 66 26 44 34 66Z", "ink") + path("M48 66 74 20 100 66Z", "top")
    + path("M74 20 100 66H84Z", "ink", ' opacity=".2"') + path("M66 66 74 42 82 66Z", "ink") + line("M26 26V18M74 20V10", "ink", 1.4) + path("M74 10h10l-3 3 3 3H74Z", "glow"),
    "market": _awning(6, 30, 38, "top") + _awning(54, 26, 38, "leaf"),
    "forum": columns(2, 26, 96, 36, 12, 0.34) + box(0, 20, 100, 6) + box(0, 62, 100, 4, "dim") + _awning(32, 40, 36, "top"),
    "inn": battlement(10, 34, 80, 32, 9) + arch(40, 40, 20, 26) + tower(4, GROUND, 12, 40) + tower(84, GROUND, 12, 40)
    + path("M22 66v-9q2-6 6-2 3-5 6 0 3-3 4-9l4-1-1 3-3 2-1 9v7h-2v-6h-9v6Z", "top"),
    "vineyard": hills([(0, 44), (30, 34), (70, 46), (100, 36)], 66, "near")
    + "".join(disc(10 + 13 * k + (row % 2) * 6, 46 + 8 * row, 4.4, "leaf") + disc(11 + 13 * k + (row % 2) * 6, 49 + 8 * row, 1.6, "top") for row in range(3) for k in range(7))
   ,
    "harbour": box(0, 54, 100, 16, "sea") + ship(14, 60, 50) + waves(0, 58, 100, 3) + block(76, 40, 24, 18) + line("M82 40V18h-14v6", "ink", 2),
    "lighthouse": box(0, 56, 100, 14, "sea") + waves(0, 60, 100, 2) + path("M28 60q22-10 44 0v8H28Z", "dim") + block(38, 40, 24, 18) + block(42, 22, 16, 18) + block(45, 12, 10, 10) + flame(50, 12, 11)
    + path("M50 7 98-2V16Z", "glow", ' opacity=".35"'),
    "chamber": block(12, 34, 76, 32) + gable(8, 34, 84, 16) + arches(16, 46, 68, 20, 5) + line("M50 20v12M42 23h16M39 30l3-7 3 7ZM55 30l3-7 3 7Z", "lit", 1.4),
    "arena": path("M6 66V34c0-10 88-10 88 0V66Z", "lit") + path("M66 27c16 1 28 3 28 7V66H70Z", "dim") + arches(8, 36, 84, 12, 8) + arches(8, 52, 84, 14, 8) + line("M6 50h88", "dim", 2)
    + _banner(30, 12, 8) + _banner(66, 12, 8),
    "barrels": "".join(path(f"M{x} {y}h16q4 9 0 18h-16q-4-9 0-18Z", "top") + line(f"M{x - 1} {y + 5}h18M{x - 1} {y + 13}h18", "ink", 1.4) for x, y in ((18, 48), (42, 48), (66, 48), (30, 29), (54, 29), (42, 10))),
    "store": block(14, 36, 72, 30) + gable(8, 36, 84, 20) + box(38, 44, 24, 22, "ink") + _jar(24, 66, 16) + _jar(76, 66, 16) + box(42, 56, 8, 10, "top") + box(51, 52, 9, 14, "dim"),
    "customs": box(0, 58, 100, 12, "sea") + waves(0, 61, 100, 2) + block(30, 30, 40, 30) + gable(26, 30, 48, 14) + arch(43, 42, 14, 18) + ship(70, 62, 28) + ship(2, 62, 26),
    # military structures
    "palisade": "".join(path(f"M{x} 66V30l4-8 4 8V66Z", "top" if (x // 9) % 2 else "dim") for x in range(2, 98, 9)) + line("M0 40h100M0 54h100", "ink", 2),
    "barracks": _house(10, 50, 26) + _round_shield(22, 52, 6) + _round_shield(48, 52, 6) + _spears(70, 66, 4, 34),
    "tower": battlement(0, 50, 100, 16, 10) + tower(36, GROUND, 28, 52) + _banner(50, 0, 9),
    "walls": battlement(0, 38, 100, 28, 12) + arch(40, 44, 20, 22) + tower(12, GROUND, 18, 46) + tower(70, GROUND, 18, 46) + line("M40 56h20M46 46v20M54 46v20", "dim", 1.2),
    "training": line("M30 66V26M16 38h28", "ink", 3.5) + disc(30, 24, 7, "dim") + _round_shield(44, 42, 8) + _spears(62, 66, 5, 34) + path("M12 66h36l-4-4H16Z", "dim"),
    "stables": block(30, 34, 62, 32) + gable(26, 34, 70, 16) + arches(32, 44, 58, 22, 3)
    + path("M6 66V50q-2-8 6-10 6-1 10-6l4-8 3 5q5 4 6 8l-5 2-5-1q-1 8-1 10v16h-3V54H11V66Z", "top"),
    "target": "".join(disc(42, 40, r, c) for r, c in ((24, "dim"), (19, "top"), (14, "lit"), (9, "top"), (4, "glow"))) + line("M42 40 84 24M84 24l4-5M84 24l6 2M26 58l-6 8M58 58l6 8", "ink", 2.2),
    "fortress": battlement(4, 46, 92, 20, 11) + tower(4, GROUND, 14, 36) + tower(82, GROUND, 14, 36) + tower(22, GROUND, 16, 48) + tower(62, GROUND, 16, 48) + battlement(38, 34, 24, 32, 3) + arch(43, 46, 14, 20) + _banner(30, 2, 8),
    "circus": path("M0 66C0 40 20 34 50 34s50 6 50 32Z", "lit") + path("M12 66C14 50 26 46 50 46s36 4 38 20Z", "dim") + path("M26 66c2-8 10-12 24-12s22 4 24 12Z", "top") + box(38, 60, 24, 3, "lit") + path("M48 60 49 44l1-3 1 3 1 16Z", "lit")
    + _banner(14, 22, 9) + _banner(78, 22, 9),
    "arsenal": block(8, 22, 84, 44) + gable(4, 22, 92, 14) + box(14, 30, 72, 32, "ink") + _spears(20, 62, 3, 22) + _round_shield(50, 46, 12) + line("M68 60V36M62 42h12M80 60V36M74 42h12", "lit", 2.4),
    "catapult": disc(26, 58, 8, "top") + disc(66, 58, 8, "top") + disc(26, 58, 3, "lit") + disc(66, 58, 3, "lit") + path("M14 52h64v-6H14Z", "top") + line("M34 46 48 22 60 46M22 44 78 14", "ink", 3.4) + disc(80, 12, 6, "dim") + disc(94, 62, 4, "dim") + disc(88, 62, 4, "dim"),
    "parade": _banner(20, 14, 14) + _banner(44, 8, 14) + _banner(68, 14, 14) + "".join(disc(12 + 11 * k, 52, 4, "lit") + box(8 + 11 * k, 56, 8, 10, "dim") for k in range(8)),
    "camp": path("M16 66 50 22 84 66Z", "lit") + path("M50 22 84 66H60Z", "dim") + path("M40 66 50 40 60 66Z", "ink") + _banner(50, 4, 10) + _spears(4, 66, 2, 32) + _spears(88, 66, 2, 32),
    # scientific structures
    "jars": box(8, 62, 84, 4, "dim") + box(8, 38, 84, 3, "dim") + box(8, 12, 4, 54, "dim") + box(88, 12, 4, 54, "dim")
    + "".join(_jar(x, 62, h, c) for x, h, c in ((22, 18, "top"), (38, 14, "sea"), (54, 19, "lit"), (70, 15, "leaf"), (82, 17, "top")))
    + "".join(_jar(x, 38, h, c) for x, h, c in ((24, 14, "leaf"), (42, 18, "top"), (60, 14, "sea"), (76, 18, "lit"))),
    "workshop": _house(10, 42, 28) + disc(72, 48, 17, "top") + "".join(f'<rect x="69" y="27" width="6" height="8" fill="var(--top)" transform="rotate({45 * k} 72 48)"/>' for k in range(8)) + disc(72, 48, 7, "sky"),
    "desk": path("M22 40h56l8 12H14Z", "top") + line("M22 52v14M78 52v14", "ink", 4) + path("M32 38h34l3 9H29Z", "lit") + line("M40 42h20", "dim", 1.2) + line("M66 40C70 28 76 20 86 12", "lit", 3) + _jar(88, 52, 12) + box(8, 62, 84, 4, "dim"),
    "lab": line("M30 66V36M22 66h16", "ink", 2.4) + path("M20 36c0-12 24-12 24 0 0 8-6 10-12 10s-12-2-12-10Z", "sea") + line("M42 28C56 12 66 22 70 44", "lit", 3) + path("M62 44h16v8c0 8 4 8 4 14H58c0-6 4-6 4-14Z", "glow") + flame(30, 62, 14) + box(8, 64, 84, 3, "dim"),
    "library": block(6, 14, 88, 52) + "".join(
        box(10, 18 + 16 * row, 80, 13, "ink") + "".join(disc(15 + 8.6 * k, 27 + 16 * row, 3.6, ("lit", "top", "glow")[(k + row) % 3]) for k in range(9)) for row in range(3)),
    "school": columns(6, 34, 88, 28, 9, 0.36) + gable(2, 34, 96, 16) + box(4, 62, 92, 4, "lit") + _man(36, 62, 20) + _man(60, 62, 17) + _man(68, 62, 15),
    "observatory": block(26, 38, 48, 28) + dome(50, 38, 24, 24) + path("M47 14 66 2l4 5-18 14Z", "ink") + arch(43, 48, 14, 18) + disc(84, 12, 2, "glow") + disc(16, 18, 1.6, "glow") + disc(28, 8, 1.2, "glow") + disc(92, 26, 1.4, "glow"),
    "university": temple(28, GROUND, 44, 46, 5) + columns(0, 44, 28, 22, 4) + columns(72, 44, 28, 22, 4) + box(0, 40, 28, 4) + box(72, 40, 28, 4) + dome(50, 20, 10, 9),
    "academy": tree(12, 66, 44) + tree(88, 66, 44) + columns(24, 36, 52, 26, 6, 0.34) + box(20, 30, 60, 6) + box(20, 62, 60, 4, "dim") + _man(50, 62, 22) + gable(20, 30, 60, 8),
    "study": box(16, 46, 68, 5, "top") + line("M24 51v15M76 51v15", "ink", 4) + box(24, 40, 18, 3) + box(26, 37, 16, 3, "top") + box(25, 34, 16, 3, "leaf") + path("M54 46q-2-6 6-6h12q4 0 4 4l-6 2Z", "glow") + flame(74, 40, 12) + disc(62, 22, 11, "lit") + line("M62 16v7h5", "ink", 1.6),
    "lodge": block(24, 30, 52, 36) + gable(20, 30, 60, 22) + arch(42, 42, 16, 24) + line("M50 14 42 26M50 14l8 12M43 22q7 5 14 0", "lit", 1.8) + columns(14, 30, 8, 36, 1) + columns(78, 30, 8, 36, 1),
    # guilds
    "hall": box(0, 8, 100, 58, "dim") + box(0, 4, 100, 6, "top") + columns(17, 10, 11, 56, 1, 0.8) + columns(72, 10, 11, 56, 1, 0.8) + box(0, 62, 100, 8, "ink") + path("M33 10h34v36l-17 11-17-11Z", "top") + path("M35.5 10h29v34.5L50 54 35.5 44.5Z", "lit"),
}  # fmt: skip

RIDGES: dict[str, str] = {
    "hills": hills([(0, 62), (34, 46), (70, 60), (112, 42), (160, 58)], 100, "far")
    + hills([(0, 76), (44, 70), (96, 78), (160, 68)], 100, "near"),
    "mounts": path("M0 72 26 40 44 58 74 28 104 62 126 44 160 70V100H0Z", "far")
    + hills([(0, 78), (60, 72), (110, 80), (160, 74)], 100, "near"),
    "coast": hills([(0, 50), (30, 44), (60, 58), (84, 62)], 64, "far")
    + box(0, 62, 160, 16, "sea")
    + waves(84, 67, 70, 2)
    + hills([(0, 76), (70, 78), (160, 72)], 100, "near"),
    "plain": hills([(0, 66), (50, 60), (110, 64), (160, 56)], 100, "far")
    + cypress(18, 66, 16)
    + cypress(26, 66, 20)
    + cypress(140, 64, 18)
    + hills([(0, 76), (80, 72), (160, 78)], 100, "near"),
}  # fmt: skip

PROPS: dict[str, str] = {
    "cypress": cypress(10, 40, 36),
    "tree": tree(10, 40, 32),
    "palm": palm(10, 40, 34),
    "rock": path("M0 40 5 30 13 32 20 40Z", "dim"),
    "bush": disc(6, 38, 5, "leaf") + disc(13, 37, 6, "leaf"),
    "jar": _jar(10, 40, 20),
}

# Motifs by card; the games share ids for the same kind of building.
CARDS = {
    "lumber_yard": "logs", "logging_camp": "grove", "tree_farm": "grove", "timber_yard": "logs",
    "forest_cave": "cave", "sawmill": "sawmill", "stone_pit": "cliff", "quarry": "quarry",
    "shelf_quarry": "quarry", "excavation": "pit", "clay_pool": "pool", "clay_pit": "pit",
    "brickyard": "kiln", "ore_vein": "peak", "mine": "mine", "foundry": "forge",
    "loom": "loom", "glassworks": "glass", "glass_blower": "glass", "press": "press",
    "drying_room": "press",
    "pawnshop": "house", "baths": "baths", "altar": "altar", "theater": "theater",
    "aqueduct": "aqueduct", "temple": "temple", "statue": "statue", "courthouse": "courthouse",
    "pantheon": "pantheon", "gardens": "gardens", "town_hall": "town_hall", "palace": "palace",
    "senate": "senate", "rostrum": "rostrum", "obelisk": "obelisk",
    "tavern": "tavern", "east_trading_post": "tents", "west_trading_post": "tents",
    "marketplace": "market", "forum": "forum", "caravansery": "inn", "vineyard": "vineyard",
    "bazaar": "market", "haven": "harbour", "port": "harbour", "lighthouse": "lighthouse",
    "chamber_of_commerce": "chamber", "arena": "arena", "brewery": "barrels",
    "stone_reserve": "store", "clay_reserve": "store", "wood_reserve": "store",
    "customs_house": "customs", "armory": "arsenal",
    "stockade": "palisade", "palisade": "palisade", "barracks": "barracks", "garrison": "barracks",
    "guard_tower": "tower", "walls": "walls", "training_ground": "training", "stables": "stables",
    "stable": "stables", "horse_breeders": "stables", "archery_range": "target",
    "fortifications": "fortress", "circus": "circus", "arsenal": "arsenal",
    "siege_workshop": "catapult", "parade_ground": "parade", "pretorium": "camp",
    "apothecary": "jars", "dispensary": "jars", "pharmacist": "jars", "workshop": "workshop",
    "scriptorium": "desk", "laboratory": "lab", "library": "library", "school": "school",
    "lodge": "lodge", "observatory": "observatory", "university": "university",
    "academy": "academy", "study": "study",
}  # fmt: skip

PRODUCERS = {
    Resource.WOOD: "logs", Resource.STONE: "cliff", Resource.CLAY: "pool", Resource.ORE: "peak",
    Resource.GLASS: "glass", Resource.CLOTH: "loom", Resource.PAPYRUS: "press",
}  # fmt: skip
BY_COLOR = {
    Color.BROWN: ("cliff", "logs", "pit"),
    Color.GREY: ("loom", "glass", "press"),
    Color.BLUE: ("temple", "courthouse", "town_hall", "senate"),
    Color.YELLOW: ("market", "forum", "store", "tents"),
    Color.RED: ("tower", "walls", "fortress", "camp"),
    Color.GREEN: ("school", "library", "workshop", "lodge"),
    Color.PURPLE: ("hall",),
}


@cache
def symbols() -> str:
    """Return all motifs, ridges and props as elements of the sprite."""
    sized = [(f"m-{name}", "0 0 100 70", body) for name, body in MOTIFS.items()]
    sized += [(f"l-{name}", "0 0 160 100", body) for name, body in RIDGES.items()]
    sized += [(f"p-{name}", "0 0 20 40", body) for name, body in PROPS.items()]
    return "".join(tag("symbol", body, id=id, viewBox=view) for id, view, body in sized)


def motif(id: str, color: Color, effect: Effect) -> str:
    """Return the motif of a card; an unknown card is drawn by its colour and effect."""
    known = CARDS.get(id) or CARDS.get(id.removesuffix("_age2"))
    if color is Color.PURPLE:
        return "hall"
    if known:
        return known
    produced = effect.produce or effect.produce_choice
    if produced and color in (Color.BROWN, Color.GREY):
        return PRODUCERS[produced[0]]
    return motif_of_color(id, color)


def motif_of_color(id: str, color: Color) -> str:
    """Return one of the motifs of a colour; other colours have those of blue cards."""
    choice = BY_COLOR.get(color, BY_COLOR[Color.BLUE])
    return choice[crc32(id.encode()) % len(choice)]


@cache
def landscape(id: str, name: str) -> str:
    """Place a motif in a landscape derived from the card's id."""
    seed = crc32(id.encode())
    ridge = list(RIDGES)[seed % 4]
    turned = {"transform": "matrix(-1 0 0 1 160 0)"} if seed >> 3 & 1 else {}
    props = list(PROPS)
    left, right = props[(seed >> 5) % len(props)], props[(seed >> 9) % len(props)]
    sun_x, sun_y = 56 + (seed >> 12) % 62, 16 + (seed >> 18) % 16
    body = (
        disc(sun_x, sun_y, 9 + (seed >> 22) % 4, "sun")
        + use(f"l-{ridge}", (0, 0, 160, 100), **turned)
        + use(f"p-{left}", (2 + (seed >> 7) % 10, 46, 20, 40))
        + use(f"p-{right}", (138 - (seed >> 15) % 10, 46, 20, 40))
        + use(f"m-{name}", (36, 25.6, 94, 65.8))
        + box(0, 87.5, 160, 13, "front")
    )
    return svg("0 0 160 100", body, class_="scene", preserveAspectRatio="xMidYMax slice")


@cache
def guildhall(sign: str) -> str:
    """Draw a hall with a banner of what the guild counts."""
    body = use("m-hall", (0, 0, 160, 104)) + use(f"s-{sign}", (64, 29, 32, 32))
    return svg("0 0 160 100", body, class_="scene", preserveAspectRatio="xMidYMid slice")


def vignette(id: str, color: Color, effect: Effect) -> str:
    """Draw the picture of a card."""
    if color is Color.PURPLE:
        return guildhall(banner(effect))
    return landscape(id, motif(id, color, effect))


@singledispatch
def banner(effect: Effect) -> str:
    """Return the sign on a guild's banner; games register further effects of guilds."""
    return counted_sign(effect)


def counted_sign(effect: Effect) -> str:
    """Return the sign of what an effect counts."""
    count = effect.points_per or effect.coins_per
    if not count:
        return "guild"
    what = count.what[-1]
    if isinstance(what, Counted):
        return "coin" if what is Counted.COINS else f"card-{what.slug}"
    return all_counted()[what.slug].banner
