"""Find things of a catalogue by typed names."""

from typing import Any

from heptapolis.cards import Catalog, CatalogError
from heptapolis.i18n import Translator
from heptapolis.i18n.names import name
from heptapolis.spelling import similar_words as nearest_words

_TYPED = str.maketrans({"’": "'", "ʼ": "'", "ё": "е"})


def find(text: str, catalog: Catalog, t: Translator) -> Any:
    """Return a thing by its id or by its name in the language or in English."""
    known = spellings(catalog, t)
    if fold_name(text) not in known:
        names = similar_names(text, known, t)
        hint = f"; did you mean {' or '.join(names)}?" if names else ""
        raise CatalogError(f"nothing called {text!r} in {catalog.game}{hint}")
    return known[fold_name(text)]


def spellings(catalog: Catalog, t: Translator) -> dict[str, Any]:
    """Return everything by id, by name, and by its English name, in lower case."""
    known: dict[str, Any] = {}
    for thing in catalog.things():
        for spelling in (thing.id, thing.name, name(thing, t)):
            known.setdefault(fold_name(spelling), thing)
    return known


def fold_name(text: str) -> str:
    """Fold a name: ignore case, forms of the apostrophe, and ё."""
    return text.casefold().translate(_TYPED)


def similar_names(text: str, known: dict[str, Any], t: Translator) -> list[str]:
    """Return the names most similar to a text."""
    near = nearest_words(fold_name(text), known, most=3, cutoff=0.5)
    return list(dict.fromkeys(name(known[key], t) for key in near))
