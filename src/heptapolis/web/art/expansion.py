"""The drawings that an expansion adds to those of its game.

It fills the slot `heptapolis.slots.DRAWINGS`. What it leaves out is drawn as a plain card.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from heptapolis.cards.model import Catalog, Effect
from heptapolis.i18n import Translator
from heptapolis.slots import DRAWINGS
from heptapolis.variants import expansion_parts, registered_variants, variant

if TYPE_CHECKING:
    from heptapolis.web.art.cards import CardFace


@dataclass(frozen=True, eq=False)
class Drawings:
    """The drawings of an expansion; all of them return markup, with escaped texts."""

    # Whole things by their class; they take the thing, its catalogue and a language.
    things: Mapping[type[Any], Callable[[Any, Catalog, str], str]] = field(default_factory=dict)
    # The plain card of a thing, by its class: its colour, its price; takes a translator.
    faces: "Mapping[type[Any], Callable[[Any, Translator], CardFace]]" = field(default_factory=dict)
    # What a thing does, in symbols for its plain card and its chip, by its class.
    symbols: Mapping[type[Any], Callable[[Any], str]] = field(default_factory=dict)
    # The same for its keys in effects of cards; they take the value.
    effects: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    # Elements that its drawings refer to, for the sprite of all drawings.
    sprite: Callable[[], str] = str


def all_drawings() -> tuple[Drawings, ...]:
    """Return the drawings of all expansions."""
    ids = [one.id for one in registered_variants().values() if not one.house]
    return tuple(drawings for id in ids for drawings in _all_drawings(id))


def drawing_of(thing: Any, catalog: Catalog, language: str) -> str | None:
    """Return the drawing that an expansion has for a thing."""
    for one in expansion_parts(catalog.source.id, catalog.expansions, DRAWINGS):
        if type(thing) in one.things:
            return one.things[type(thing)](thing, catalog, language)
    return None


def face_of_expansion(thing: Any, t: Translator) -> "CardFace | None":
    """Return the face that an expansion has for a thing."""
    for one in _all_drawings(thing.game):
        if type(thing) in one.faces:
            return one.faces[type(thing)](thing, t)
    return None


def symbols_of(thing: Any) -> Iterator[str]:
    """Yield what a thing of an expansion does, in symbols."""
    for one in _all_drawings(thing.game):
        if type(thing) in one.symbols:
            yield one.symbols[type(thing)](thing)


def added_symbols(effect: Effect) -> Iterator[str]:
    """Yield the symbols of the keys that expansions have added to an effect."""
    for one in _all_drawings(effect.game) if effect.added else ():
        for key in one.effects.keys() & effect.added.keys():
            yield one.effects[key](effect.added[key])


def _all_drawings(game: str) -> list[Drawings]:
    return expansion_parts(game, variant(game).expansions, DRAWINGS)
