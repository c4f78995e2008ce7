"""Editions: a catalogue with the tables of the kernel, and the mapping between ids and items.

Each set of expansions has an edition of its own.
"""

from abc import abstractmethod
from collections.abc import Collection
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from heptapolis.cards import Catalog, fingerprint, to_text
from heptapolis.cards.source import CatalogSource, printed_catalog
from heptapolis.cards.tables import index
from heptapolis.catalogs import load, source_for, source_named
from heptapolis.kernel import records

C = TypeVar("C", bound=Catalog)


class Edition(Generic[C]):
    """The cards that a game is played with: a catalogue with its tables and numbers."""

    def __init__(self, catalog: C) -> None:
        self.catalog = catalog
        self.tables = records(self.make_tables(catalog))
        self.item = index(catalog)
        self.id = {item: id for id, item in self.item.items()}

    @staticmethod
    @abstractmethod
    def make_tables(catalog: Any) -> Any:
        """Return the tables of a catalogue, including those of its expansions."""

    @classmethod
    def printed(cls, name: str) -> Self:
        """Return the built-in edition of a catalogue's name."""
        return cls.of(source_named(name))

    @classmethod
    def of(cls, source: CatalogSource) -> Self:
        """Return the built-in edition of a game with some expansions."""
        kind: Any = cls
        edition: Self = printed_edition(kind, source)
        return edition

    @property
    def expansions(self) -> frozenset[str]:
        """The expansions whose cards it includes."""
        return self.catalog.expansions

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint of its cards in records and tables."""
        return fingerprint(self.catalog)

    @cached_property
    def text(self) -> str:
        """The complete catalogue as text; every ``catalog`` argument accepts it."""
        return to_text(self.catalog)

    @cached_property
    def is_ours(self) -> bool:
        return self.fingerprint == self.printed(self.catalog.game).fingerprint

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a built-in edition by name, any other with its data."""
        if self.is_ours:
            return type(self).printed, (self.catalog.game,)
        return unpickle_edition, (type(self), self.text)


@cache
def printed_edition(kind: Any, source: CatalogSource) -> Any:
    """Return the built-in edition of a source, from a cache."""
    return kind(printed_catalog(source))


# Types of a ``catalog`` argument.
Source = Edition[Any] | str | Path | Catalog | None


def check_expansions(catalog: Catalog, expansions: Collection[str]) -> None:
    """Raise ValueError if a game with these expansions cannot be played with a catalogue.

    A catalogue may cover more expansions, unless its tables have another record: compiled rules
    depend on the record of their own expansions.
    """
    if catalog.expansions == frozenset(expansions):
        return
    source = source_for(catalog.source.id, expansions)
    for name in sorted({part.id for part in source.parts} - catalog.expansions):
        raise ValueError(f'this catalogue has no {name}; extend "{name}"')
    if catalog.source.layout != source.layout:
        raise ValueError(f"a catalogue of {catalog.game} cannot be used for {source.name}")


@lru_cache(maxsize=8)
def unpickle_edition(kind: type[Any], text: str) -> Any:
    """Return an edition from a pickle; the cache avoids making it anew at every move."""
    return kind(load(text))
