"""A catalogue made ready for the kernel: its tables, and both ways between ids and items."""

from abc import abstractmethod
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from heptapolis.cards import Catalog, fingerprint, load, to_text
from heptapolis.kernel import records

C = TypeVar("C", bound=Catalog)


class Edition(Generic[C]):
    """What a game is played with: a catalogue with its tables and numbers."""

    def __init__(self, catalog: C, tables: Any, item: dict[str, int]) -> None:
        self.catalog = catalog
        self.tables = records(tables)
        self.item = item
        self.id = {item: id for id, item in self.item.items()}

    @classmethod
    @abstractmethod
    def printed(cls, game: str) -> "Edition[Any]":
        """Our own edition by the name of its catalogue."""

    @cached_property
    def fingerprint(self) -> str:
        """By what records and tables know it."""
        return fingerprint(self.catalog)

    @cached_property
    def text(self) -> str:
        """All of it, to be kept; whatever takes a catalogue takes this too."""
        return to_text(self.catalog)

    @cached_property
    def is_ours(self) -> bool:
        return self.fingerprint == self.printed(self.catalog.game).fingerprint

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process ours go by name, any other with its data."""
        if self.is_ours:
            return type(self).printed, (self.catalog.game,)
        return _arrive, (type(self), self.text)


# What a caller may give as ``catalog``.
Source = Edition[Any] | str | Path | Catalog | None


@lru_cache(maxsize=8)
def _arrive(kind: type[Any], text: str) -> Any:
    """An edition that came from another process; a game's is made ready once, not at every move."""
    return kind(load(text))
