# ruff: noqa: E501 — a drawing is a table of coordinates; wrapped it cannot be read
"""Portraits of leaders: a bust with one of several heads before rays."""

from functools import cache
from zlib import crc32

from heptapolis.web.art.markup import svg, tag, use
from heptapolis.web.art.shapes import disc, line, n, path

BUST = path("M22 70c2-16 14-20 20-22v-8h16v8c6 2 18 6 20 22Z", "top") + path(
    "M40 42v10q10 8 20 0V42Z", "dim"
)
EYES = line("M42 31h4M54 31h4", "eye", 1.8) + line("M50 32v6l-2 1M46.5 43h6", "eye", 1)
FACE = (
    path("M36 22c0-10 28-10 28 0v12c0 8-6 16-14 16S36 42 36 34Z", "lit")
    + path("M54 14c7 1 10 4 10 8v12c0 8-4 14-10 16 4-10 4-26 0-36Z", "dim")
    + EYES
)
BEARD = path("M36 33c4 4 8 2 14 2s10 2 14-2c1 14-5 24-14 24S35 47 36 33Z", "ink")
DRESSES, HAIRS = 6, 4  # colours in art.css
HEADS: dict[str, str] = {
    "laurel": FACE + path("M34 26q0-18 16-18t16 18q-4-8-16-8t-16 8Z", "ink") + "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="5" ry="2.2" fill="var(--leaf)" transform="rotate({a} {x} {y})"/>' for x, y, a in ((34, 24, -70), (36, 17, -50), (42, 12, -25), (58, 12, 25), (64, 17, 50), (66, 24, 70))),
    "helmet": FACE + path("M33 36V24C33 2 67 2 67 24V36l-6 6-2-14H41l-2 14Z", "glow") + path("M48 26h4v14h-4Z", "glow") + path("M28 14C32-4 68-4 72 14l-6 2C62 4 38 4 34 16Z", "top"),
    "crown": FACE + path("M34 30q-4 20-2 26l6-8V24Zm32 0q4 20 2 26l-6-8V24Z", "ink") + path("M34 22V6l8 8 8-11 8 11 8-8V22Z", "glow") + disc(50, 16, 2.4, "top"),
    "nemes": path("M32 18q18-22 36 0l8 36q-6 4-12 2l-2-26H38l-2 26q-6 2-12-2Z", "glow") + FACE.replace("22c0-10 28-10 28 0", "22c0-4 28-4 28 0") + path("M34 20q16-8 32 0v4q-16-8-32 0Z", "top") + line("M33 30l-5 22M67 30l5 22", "top", 2) + disc(50, 12, 3, "top"),
    "beard": FACE + BEARD + path("M35 26q-2-20 15-20t15 20q-6-10-15-10t-15 10Z", "ink"),
    "veil": path("M28 64C24 30 30 4 50 4s26 26 22 60l-10-6 2-34q-14-12-28 0l2 34Z", "top") + FACE.replace("22c0-10 28-10 28 0", "24c0-8 28-8 28 0") + line("M36 20q14-8 28 0", "glow", 2.4) + disc(50, 17, 2.4, "glow"),
}  # fmt: skip

RAYS = "".join(
    path(f"M80 60 {n(80 + 150 * a)} {n(60 - 150 * b)} {n(80 + 150 * c)} {n(60 - 150 * d)}Z", "far")
    for a, b, c, d in (
        (-1, 0.1, -0.96, 0.34),
        (-0.88, 0.52, -0.72, 0.72),
        (-0.5, 0.88, -0.26, 0.98),
        (-0.1, 1, 0.1, 1),
        (0.26, 0.98, 0.5, 0.88),
        (0.72, 0.72, 0.88, 0.52),
        (0.96, 0.34, 1, 0.1),
    )
)

PORTRAITS = {
    "helmet": ("alexander", "caesar", "hannibal", "leonidas", "pericles", "xenophon"),
    "crown": ("croesus", "midas", "hiram", "solomon", "hammurabi", "nebuchadnezzar"),
    "nemes": ("ramses", "imhotep", "hatshepsut", "ptolemy"),
    "beard": ("archimedes", "aristotle", "euclid", "plato", "pythagoras", "phidias", "praxiteles"),
    "veil": (
        "amytis",
        "bilkis",
        "cleopatra",
        "hypatia",
        "nefertiti",
        "sappho",
        "tomyris",
        "zenobia",
    ),
    "laurel": ("justinian", "maecenas", "nero", "varro", "vitruvius"),
}
LEADERS = {id: head for head, ids in PORTRAITS.items() for id in ids}


@cache
def sprite() -> str:
    """Return the heads and the rays as elements of the sprite."""
    heads = [
        tag("symbol", BUST + head, id=f"h-{name}", viewBox="0 0 100 70")
        for name, head in HEADS.items()
    ]
    return "".join(heads) + tag("symbol", RAYS, id="l-rays", viewBox="0 0 160 100")


@cache
def portrait(id: str) -> str:
    """Draw a leader's bust before rays; an unknown leader gets one of the heads."""
    seed = crc32(id.encode())
    head = LEADERS.get(id) or list(HEADS)[seed % len(HEADS)]
    turned = {"transform": "matrix(-1 0 0 1 160 0)"} if seed >> 4 & 1 else {}
    skin = 2 if head == "nemes" else seed >> 16 & 1
    look = f"scene dress{(seed >> 6) % DRESSES} hair{(seed >> 12) % HAIRS} skin{skin}"
    body = use("l-rays", (0, 0, 160, 100)) + use(f"h-{head}", (16, 10, 128, 90), **turned)
    return svg("0 0 160 100", body, class_=look, preserveAspectRatio="xMidYMax slice")
