"""The symbols: drawn in ``symbols.svg``, named and numbered here. Those of a game or expansion are
in ``web/symbols.svg`` of its folder.

Each has an outline of its own: raw materials are squares, manufactured goods discs, science
hexagons, and every card colour has its own cut and emblem.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from heptapolis.codes import Color, Resource
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.vocabulary import mark
from heptapolis.variants import all_symbols, folders, vocabularies
from heptapolis.vocabulary import Vocabulary
from heptapolis.web.art import motifs
from heptapolis.web.art.expansion import all_drawings
from heptapolis.web.art.markup import svg, tag, use

DRAWINGS = Path(__file__).with_name("symbols.svg")
RESOURCES = {one.slug: one for one in Resource}
COLORS = {f"card-{color.slug}": color for color in Color}

LABELS = {  # of what all games share; each game names its own symbols
    "age-1": mark("symbol", "age I"),
    "age-2": mark("symbol", "age II"),
    "age-3": mark("symbol", "age III"),
    "again": mark("symbol", "another turn"),
    "any": mark("symbol", "any resource"),
    "build": mark("symbol", "build"),
    "chain": mark("symbol", "chain"),
    "city": mark("symbol", "city"),
    "coin": mark("symbol", "coin"),
    "discard": mark("symbol", "discard"),
    "gives": mark("symbol", "gives"),
    "guild": mark("symbol", "guild"),
    "hand": mark("symbol", "hand"),
    "hourglass": mark("symbol", "waiting"),
    "left": mark("symbol", "left neighbour"),
    "manufactured": mark("symbol", "manufactured goods"),
    "points": mark("symbol", "victory points"),
    "raw": mark("symbol", "raw materials"),
    "right": mark("symbol", "right neighbour"),
    "shield": mark("symbol", "shield"),
    "wonder": mark("symbol", "wonder"),
}


def sprite() -> str:
    """Return all referenced drawings, hidden, for the body of a standalone page."""
    return tag("svg", _all(), class_="sprite", width="0", height="0", aria_hidden="true")


def symbol_file() -> str:
    """Return the sprite as a file for pages that refer to it.

    Custom properties of the referring page are inherited into it; its style sheets are not.
    """
    return tag("svg", _all(), xmlns="http://www.w3.org/2000/svg")


def _all() -> str:
    added = (one.sprite() for one in all_drawings())
    return "".join((*_drawings().values(), motifs.symbols(), *added))


def names() -> tuple[str, ...]:
    """Return the names that `symbol` accepts."""
    return tuple(_drawings())


def symbol(
    name: str, language: str = "en", *, number: int | str | None = None, label: str | None = None
) -> str:
    """Draw a symbol one em high, with a number on it if given; an empty label makes it
    decoration."""
    if name not in _drawings():
        raise KeyError(f"no symbol {name!r}: {', '.join(names())}")
    if label is None:
        label = _label(name, translator(language))
        label = label if number is None else f"{number} {label}"
    return glyph(name, number, label)


def coins(n: int, language: str = "en") -> str:
    """Draw a coin with its number."""
    return glyph("coin", n, words.coins(n, translator(language)))


def points(n: int, language: str = "en") -> str:
    """Draw a laurel wreath with its number."""
    return glyph("points", n, words.points(n, translator(language)))


def emblem(sign: int | str) -> str:
    """Draw the emblem of a seat, of the neutral city, or of a character.

    Its colours are those of the surrounding class ``seat-N``. The name beside it identifies the
    owner.
    """
    return glyph(f"emblem-{sign}")


@cache
def glyph(name: str, number: int | str | None = None, label: str = "") -> str:
    """Draw a symbol that is decoration unless it has a label."""
    drawing = use(f"s-{name}")
    if number is not None:
        text = str(number)
        drawing += f'<text class="h-n h-n{len(text)}" x="12" y="12">{escape(text)}</text>'
    return svg("0 0 24 24", drawing, label, class_=f"sym sym-{name}")


def _label(name: str, t: Translator) -> str:
    if name in LABELS:
        return t.pgettext(*LABELS[name])
    if name in COLORS:
        return words.word(COLORS[name], t)
    if name in RESOURCES:
        return words.word(RESOURCES[name], t)
    own = all_symbols().get(name)
    return t.pgettext(*own) if own else ""


def _drawings() -> Mapping[str, str]:
    """Return every ``symbol`` element of the files by its name."""
    return _read(vocabularies())


@lru_cache(maxsize=4)
def _read(words: tuple[Vocabulary, ...]) -> Mapping[str, str]:
    """Return the elements of all files, for the games and expansions with these vocabularies."""
    files = [DRAWINGS, *(home / DRAWINGS.name for home in folders("web").values())]
    text = "".join(file.read_text(encoding="utf-8") for file in files if file.exists())
    elements = re.findall(r"<symbol .*?</symbol>", text, re.DOTALL)
    return {re.sub(r'.*?id="s-(.*?)".*', r"\1", e, flags=re.DOTALL): e for e in elements}
