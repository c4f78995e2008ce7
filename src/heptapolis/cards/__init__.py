"""Cards as data: every card, wonder, token and layout, checked.

This package has what all games share: records (`model`), the reader of data files (`reader`), the
sources of a catalogue (`source`), its text and fingerprint (`storage`), its JSON (`export`), the
arrays of the kernel (`tables`). The cards themselves are in the games; `heptapolis.catalogs` finds
them by name.
"""

from importlib import import_module
from typing import Any

from heptapolis.cards.export import to_json
from heptapolis.cards.house import HouseHeader, house_header
from heptapolis.cards.model import Catalog
from heptapolis.cards.reader import CatalogError
from heptapolis.cards.source import CatalogPart, CatalogSource, Kind
from heptapolis.cards.storage import fingerprint, to_text
from heptapolis.deprecated import warn

__all__ = [
    "Catalog",
    "CatalogError",
    "CatalogPart",
    "CatalogSource",
    "HouseHeader",
    "Kind",
    "fingerprint",
    "house_header",
    "to_json",
    "to_text",
]


def __getattr__(name: str) -> Any:
    if name == "load":
        warn("heptapolis.cards.load", "use heptapolis.catalog")
        return import_module("heptapolis.catalogs").load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
