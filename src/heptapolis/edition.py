"""A catalogue made ready for the kernel: its tables, and both ways between ids and items."""

import threading
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from heptapolis.catalog import Catalog, ClassicCatalog, fingerprint, load_classic
from heptapolis.catalog.tables import classic_index, classic_tables
from heptapolis.kernel import records
from heptapolis.kernel.classic import DECK, MOVES, WORK
from heptapolis.kernel.scoring import COLUMNS

LOG_ROWS = 256


class Edition:
    """What a game is played with."""

    def __init__(self, catalog: ClassicCatalog) -> None:
        self.catalog = catalog
        self.tables = records(classic_tables(catalog))
        self.item = classic_index(catalog)
        self.id = {item: id for id, item in self.item.items()}

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.catalog)

    @cached_property
    def is_ours(self) -> bool:
        return self is edition("classic")


@lru_cache(maxsize=32)
def edition(source: str | Path) -> Edition:
    """The edition of a catalogue by name or path."""
    return Edition(load_classic(source))


def edition_of(source: "str | Path | Catalog | None") -> Edition:
    """An edition from what a caller may give as ``catalog``."""
    if source is None:
        return edition("classic")
    if isinstance(source, ClassicCatalog):
        return Edition(source)
    if isinstance(source, Catalog):
        raise ValueError(f"a catalogue of {source.game} cannot be used for classic")
    return edition(source)


class Scratch(threading.local):
    """Room for kernel calls to work in, one for each thread."""

    def __init__(self) -> None:
        self.work: Any = np.zeros(WORK, np.int64)
        self.moves: Any = np.zeros(MOVES, np.int64)
        self.log: Any = np.zeros((LOG_ROWS, 6), np.int64)
        self.room: Any = np.zeros(DECK, np.int64)
        self.sheet: Any = np.zeros(COLUMNS, np.int64)


scratch = Scratch()
