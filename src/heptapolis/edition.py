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
    """The cards that a game is played with: a catalogue with its tables and numbers.

    ``expansions`` are those of the game. An expansion without cards is in no catalogue, and a
    catalogue may cover more than the game is played with.
    """

    def __init__(self, catalog: C, expansions: Collection[str] | None = None) -> None:
        """Make the tables of a catalogue; ``expansions=None`` are those that it covers."""
        self.catalog = catalog
        self.expansions = catalog.expansions if expansions is None else frozenset(expansions)
        self.tables = records(self.make_tables(catalog))
        self.item = index(catalog)
        self.id = {item: id for id, item in self.item.items()}

    @staticmethod
    @abstractmethod
    def make_tables(catalog: Any) -> Any:
        """Return the tables of a catalogue, including those of its expansions."""

    @classmethod
    def printed(cls, name: str, expansions: Collection[str] | None = None) -> Self:
        """Return the built-in edition of a catalogue's name."""
        return cls.of(source_named(name), expansions)

    @classmethod
    def of(cls, source: CatalogSource, expansions: Collection[str] | None = None) -> Self:
        """Return the built-in edition of a game with some expansions."""
        kind: Any = cls
        names = (part.id for part in source.parts) if expansions is None else expansions
        edition: Self = printed_edition(kind, source, frozenset(names))
        return edition

    def played_with(self, expansions: Collection[str]) -> Self:
        """Return the edition of a game with these expansions and the same cards; raise ValueError
        if the cards do not serve it."""
        chosen = frozenset(expansions)
        if chosen == self.expansions:
            return self
        check_expansions(self.catalog, chosen)
        edition: Self = _with_expansions(self, chosen)
        return edition

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
        is_complete = self.expansions == self.catalog.expansions
        chosen = () if is_complete else (tuple(sorted(self.expansions)),)
        if self.is_ours:
            return type(self).printed, (self.catalog.game, *chosen)
        return unpickle_edition, (type(self), self.text, *chosen)


@cache
def printed_edition(kind: Any, source: CatalogSource, expansions: frozenset[str]) -> Any:
    """Return the built-in edition of a source, from a cache."""
    return kind(printed_catalog(source), expansions)


@lru_cache(maxsize=8)
def _with_expansions(edition: Edition[Any], expansions: frozenset[str]) -> Any:
    """Return the edition of a game with the same cards and other expansions, from a cache."""
    return type(edition)(edition.catalog, expansions)


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
def unpickle_edition(kind: type[Any], text: str, expansions: tuple[str, ...] | None = None) -> Any:
    """Return an edition from a pickle; the cache avoids making it again at every move."""
    return kind(load(text), expansions)
