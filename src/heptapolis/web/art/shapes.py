# ruff: noqa: E501 — a drawing is a table of coordinates; wrapped it cannot be read
"""Primitives of all scenes: flat shapes that take their colours from the scene's palette.

A palette is a set of CSS properties (``--lit``, ``--dim``, ``--top``, ``--ink``, ``--leaf``,
``--sea``, ``--glow``, ``--far``, ``--near``, ``--sky``), so one drawing serves day and night.
"""

from itertools import pairwise

OVERHANG = 400  # width that a wide frame may show beside a scene


def n(value: float) -> str:
    """Format a coordinate with at most one decimal."""
    return f"{round(value, 1):g}"


def path(d: str, fill: str = "lit", more: str = "") -> str:
    return f'<path d="{d}" fill="var(--{fill})"{more}/>'


def line(d: str, stroke: str = "ink", width: float = 1.5) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="var(--{stroke})" stroke-width="{n(width)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def box(x: float, y: float, w: float, h: float, fill: str = "lit") -> str:
    return f'<path d="M{n(x)} {n(y)}h{n(w)}v{n(h)}h{n(-w)}Z" fill="var(--{fill})"/>'


def disc(x: float, y: float, r: float, fill: str = "glow", more: str = "") -> str:
    return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="var(--{fill})"{more}/>'


def block(x: float, y: float, w: float, h: float) -> str:
    """Draw a body of stone with its right third in shade."""
    return box(x, y, w, h) + box(x + w * 0.68, y, w * 0.32, h, "dim")


def gable(x: float, y: float, w: float, h: float, fill: str = "top") -> str:
    """Draw a roof of two slopes whose eaves lie at ``y``, the right slope in shade."""
    top = path(f"M{n(x)} {n(y)} {n(x + w / 2)} {n(y - h)} {n(x + w)} {n(y)}Z", fill)
    shade = f"M{n(x + w / 2)} {n(y - h)} {n(x + w)} {n(y)}H{n(x + w * 0.6)}Z"
    return top + path(shade, "ink", ' opacity=".18"')


def pediment(x: float, y: float, w: float, h: float) -> str:
    """Draw a temple's gable with its field."""
    inner = f"M{n(x + w * 0.16)} {n(y - 1.2)} {n(x + w / 2)} {n(y - h * 0.8)} {n(x + w * 0.84)} {n(y - 1.2)}Z"
    outer = f"M{n(x)} {n(y)} {n(x + w / 2)} {n(y - h)} {n(x + w)} {n(y)}Z"
    return path(outer, "lit") + path(inner, "top")


def columns(x: float, y: float, w: float, h: float, count: int, thick: float = 0.42) -> str:
    """Draw columns before a dark hall, each lit on the left."""
    step = w / count
    width = step * thick
    lefts = [x + step * k + (step - width) / 2 for k in range(count)]
    lit = "".join(f"M{n(a)} {n(y)}h{n(width)}v{n(h)}h{n(-width)}Z" for a in lefts)
    dim = "".join(
        f"M{n(a + width * 0.6)} {n(y)}h{n(width * 0.4)}v{n(h)}h{n(-width * 0.4)}Z" for a in lefts
    )
    return box(x, y, w, h, "ink") + path(lit, "lit") + path(dim, "dim")


def temple(x: float, y: float, w: float, h: float, count: int) -> str:
    """Draw steps, columns, beam and pediment; ``y`` is the ground, ``h`` the total height."""
    step, beam = h * 0.07, h * 0.09
    roof = h * 0.26
    shaft = h - 2 * step - beam - roof
    top = y - 2 * step - shaft - beam
    return (
        box(x - 2, y - step, w + 4, step, "dim")
        + box(x, y - 2 * step, w, step, "lit")
        + columns(x + 2, y - 2 * step - shaft, w - 4, shaft, count)
        + box(x, top, w, beam, "lit")
        + box(x, top + beam * 0.65, w, beam * 0.35, "dim")
        + pediment(x - 1.5, top, w + 3, roof)
    )


def arch(x: float, y: float, w: float, h: float, fill: str = "ink") -> str:
    """Draw an opening with a round head that stands on ``y + h``."""
    r = w / 2
    return path(f"M{n(x)} {n(y + h)}V{n(y + r)}a{n(r)} {n(r)} 0 0 1 {n(w)} 0V{n(y + h)}Z", fill)


def arches(x: float, y: float, w: float, h: float, count: int, fill: str = "ink") -> str:
    step = w / count
    return "".join(arch(x + step * (k + 0.18), y, step * 0.64, h, fill) for k in range(count))


def dome(x: float, y: float, r: float, h: float, fill: str = "top") -> str:
    """Draw a dome over ``x`` that rises ``h`` from ``y``, its right side in shade."""
    whole = f"M{n(x - r)} {n(y)}a{n(r)} {n(h)} 0 0 1 {n(2 * r)} 0Z"
    shade = f"M{n(x)} {n(y - h)}a{n(r)} {n(h)} 0 0 1 {n(r)} {n(h)}h{n(-r * 0.5)}q0 {n(-h * 0.8)} {n(-r * 0.5)} {n(-h)}Z"
    return path(whole, fill) + path(shade, "ink", ' opacity=".18"')


def battlement(x: float, y: float, w: float, h: float, count: int) -> str:
    """Draw a wall with merlons."""
    step = w / (2 * count - 1)
    teeth = "".join(
        f"M{n(x + 2 * step * k)} {n(y - 4)}h{n(step)}v5h{n(-step)}Z" for k in range(count)
    )
    return path(teeth, "lit") + block(x, y, w, h)


def tower(x: float, y: float, w: float, h: float) -> str:
    """Draw a tower with merlons and a window; ``y`` is the ground."""
    head = battlement(x - 1.5, y - h, w + 3, 5, 3)
    return block(x, y - h, w, h) + head + arch(x + w * 0.34, y - h * 0.62, w * 0.32, h * 0.2)


def cypress(x: float, y: float, h: float) -> str:
    w = h * 0.17
    body = f"M{n(x)} {n(y - h)}q{n(w * 1.6)} {n(h * 0.6)} 0 {n(h * 0.95)}q{n(-w * 1.6)} {n(-h * 0.35)} 0 {n(-h * 0.95)}Z"
    return line(f"M{n(x)} {n(y)}v{n(-h * 0.2)}", "ink", 1.2) + path(body, "leaf")


def tree(x: float, y: float, h: float) -> str:
    r = h * 0.3
    trunk = line(f"M{n(x)} {n(y)}v{n(-h * 0.55)}", "ink", max(1.2, h * 0.07))
    crown = disc(x, y - h * 0.7, r, "leaf") + disc(x - r * 0.8, y - h * 0.55, r * 0.7, "leaf")
    return trunk + crown + disc(x + r * 0.8, y - h * 0.57, r * 0.75, "leaf")


def palm(x: float, y: float, h: float) -> str:
    top = y - h
    trunk = line(f"M{n(x)} {n(y)}q{n(h * 0.1)} {n(-h * 0.5)} 0 {n(-h)}", "ink", max(1.2, h * 0.07))
    reach = h * 0.4
    fronds = "".join(
        f"M{n(x)} {n(top)}q{n(dx * reach * 0.6)} {n(-reach * lift)} {n(dx * reach)} {n(reach * fall)}"
        for dx, lift, fall in (
            (-1, 0.6, 0.3),
            (1, 0.6, 0.3),
            (-0.75, 0.1, 0.75),
            (0.75, 0.1, 0.75),
            (0.3, 0.9, -0.5),
        )
    )
    return trunk + line(fronds, "leaf", max(1.6, h * 0.09))


def flame(x: float, y: float, h: float) -> str:
    w = h * 0.42
    outer = f"M{n(x)} {n(y - h)}q{n(w * 1.5)} {n(h * 0.6)} 0 {n(h)}q{n(-w * 1.5)} {n(-h * 0.4)} 0 {n(-h)}Z"
    return path(outer, "glow")


def waves(x: float, y: float, w: float, rows: int = 2) -> str:
    """Draw short crests on water."""
    crests = "".join(
        f"M{n(x + w * f)} {n(y + 3.2 * row)}q2.5 -2.2 5 0t5 0"
        for row in range(rows)
        for f in ((0.05, 0.55) if row % 2 else (0.25, 0.75))
    )
    return line(crests, "lit", 0.9)


def ship(x: float, y: float, w: float) -> str:
    """Draw a galley under sail; ``y`` is the waterline."""
    hull = f"M{n(x)} {n(y - w * 0.14)}h{n(w * 0.82)}q{n(w * 0.12)} {n(-w * 0.02)} {n(w * 0.16)} {n(-w * 0.14)}q0 {n(w * 0.22)} {n(-w * 0.2)} {n(w * 0.3)}h{n(-w * 0.62)}q{n(-w * 0.14)} 0 {n(-w * 0.16)} {n(-w * 0.16)}Z"
    mast = line(f"M{n(x + w * 0.45)} {n(y - w * 0.1)}v{n(-w * 0.72)}", "ink", 1.2)
    sail = f"M{n(x + w * 0.16)} {n(y - w * 0.74)}h{n(w * 0.58)}q{n(w * 0.1)} {n(w * 0.26)} 0 {n(w * 0.48)}h{n(-w * 0.58)}q{n(w * 0.1)} {n(-w * 0.24)} 0 {n(-w * 0.48)}Z"
    stripe = f"M{n(x + w * 0.2)} {n(y - w * 0.58)}h{n(w * 0.58)}l{n(w * 0.01)} {n(w * 0.12)}h{n(-w * 0.58)}Z"
    return mast + path(sail, "lit") + path(stripe, "top") + path(hull, "ink")


def hills(points: list[tuple[float, float]], bottom: float, fill: str) -> str:
    """Draw a soft ridge through points, filled down to ``bottom`` and level beyond both ends."""
    (x0, y0), *_ = points
    d = f"M{n(x0 - OVERHANG)} {n(bottom)}V{n(y0)}H{n(x0)}"
    for (ax, ay), (bx, by) in pairwise(points):
        middle = (ax + bx) / 2
        d += f"C{n(middle)} {n(ay)} {n(middle)} {n(by)} {n(bx)} {n(by)}"
    return path(d + f"H{n(points[-1][0] + OVERHANG)}V{n(bottom)}Z", fill)


def stars(places: list[tuple[float, float]], fill: str = "lit") -> str:
    return "".join(disc(x, y, 0.5 + (k % 3) * 0.3, fill) for k, (x, y) in enumerate(places))
