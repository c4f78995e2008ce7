"""A catalogue made ready for the kernel: its tables, and both ways between ids and items."""

import pickle
from abc import abstractmethod
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

from heptapolis.cards import Catalog, fingerprint
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
        return fingerprint(self.catalog)

    @cached_property
    def is_ours(self) -> bool:
        return self.fingerprint == self.printed(self.catalog.game).fingerprint

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process ours go by name, a house catalogue with its data."""
        if self.is_ours:
            return type(self).printed, (self.catalog.game,)
        return _house, (type(self), self._data)

    @cached_property
    def _data(self) -> bytes:
        return pickle.dumps(self.catalog)


# What a caller may give as ``catalog``.
Source = Edition[Any] | str | Path | Catalog | None


@lru_cache(maxsize=8)
def _house(kind: type[Any], data: bytes) -> Any:
    """An edition that came from another process; a game's is made ready once, not at every move."""
    return kind(pickle.loads(data))
