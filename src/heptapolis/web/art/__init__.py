"""The visual language of Heptapolis: symbols, cards, boards and scenes as SVG markup.

Every function returns well-formed, escaped markup of ``span`` and ``svg`` elements only, so it can
be placed inside a link or a button. All symbols are ``<use>`` references into a sprite
(``#s-coin``): a standalone page embeds the sprite in its body, the pages of the site refer to it as
a file. Colours come from ``static/art.css``. Things are named by their catalogue ids; a thing
without a drawing of its own is drawn by its effect.

Sizes come from CSS: a card is as wide as ``--card`` (default 9.5rem) and its content scales with
it; a symbol is 1em high; boards, scenes and the track fill the width of their container. All
classes and properties start with ``h-``, and no markup has a ``style`` attribute, so that a strict
CSP may forbid it.
"""

from collections.abc import Callable, Iterator

from heptapolis.slots import GALLERY
from heptapolis.variants import registered_variants
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

Sections = Callable[[str], Iterator[tuple[str, str]]]  # yields the gallery entries in a language


def galleries() -> list[Sections]:
    """Return the gallery sections of each game."""
    return [one.part(GALLERY) for one in registered_variants().values() if one.has(GALLERY)]


galleries()  # importing a module registers its cards and effects by class
