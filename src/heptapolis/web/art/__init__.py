"""The visual language of Heptapolis: our own symbols, cards, boards and scenes as SVG markup.

Every function returns well-formed, escaped markup made of ``span`` and ``svg`` only, so it may
stand inside a link or a button. All symbols are ``<use>`` references into a sprite
(``#s-coin``): a page that stands alone has it in its body, those of our site refer to it as a file.
Colours come from ``static/art.css``. Things are named by the ids of the catalogue, and a thing that
the art does not know is drawn by what it does.

Sizes come from CSS: a card is as wide as ``--card`` (default 9.5rem) and everything on it scales;
a symbol is 1em high; boards, scenes and the track fill their container's width. All classes and
properties start with ``h-``, and no markup has a ``style``, so that a strict CSP may forbid it.
"""

from collections.abc import Callable, Iterator

from heptapolis.slots import GALLERY
from heptapolis.variants import registered
from heptapolis.web.art.cards import back, card, chip, picture_of
from heptapolis.web.art.effects import effect, price
from heptapolis.web.art.logo import favicon, logo
from heptapolis.web.art.panorama import panorama
from heptapolis.web.art.symbols import (
    coins,
    emblem,
    points,
    sprite,
    symbol,
    symbol_file,
)
from heptapolis.web.art.wonders import scene

__all__ = [
    "back",
    "card",
    "chip",
    "coins",
    "effect",
    "emblem",
    "favicon",
    "galleries",
    "logo",
    "panorama",
    "picture_of",
    "points",
    "price",
    "scene",
    "sprite",
    "symbol",
    "symbol_file",
]

Sections = Callable[[str], Iterator[tuple[str, str]]]  # of the gallery, in a language


def galleries() -> list[Sections]:
    """All that can be drawn of each game."""
    return [one.part(GALLERY) for one in registered().values() if one.has(GALLERY)]


galleries()  # cards and effects register themselves by their class, so all are loaded here
