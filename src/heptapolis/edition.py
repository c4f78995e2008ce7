"""A catalogue made ready for the kernel: its tables, and both ways between ids and items."""

import pickle
import threading
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from heptapolis.cards import (
    Catalog,
    ClassicCatalog,
    DuelCatalog,
    fingerprint,
    load_classic,
    load_duel,
)
from heptapolis.cards.tables import (
    classic_index,
    classic_tables,
    duel_index,
    duel_tables,
)
from heptapolis.codes import DECK, FIRST_BOARD
from heptapolis.kernel import records
from heptapolis.kernel.classic.moves import MOVES, WORK
from heptapolis.kernel.classic.scoring import COLUMNS
from heptapolis.kernel.duel import state as duel_state

LOG_ROWS = 256


C = TypeVar("C", bound=Catalog)


class Prepared(Generic[C]):
    """A catalogue with its tables and numbers."""

    def __init__(self, catalog: C, tables: Any, item: dict[str, int]) -> None:
        self.catalog = catalog
        self.tables = records(tables)
        self.item = item
        self.id = {item: id for id, item in self.item.items()}

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.catalog)

    @cached_property
    def is_ours(self) -> bool:
        return self.fingerprint == _ours_of(self.catalog.game).fingerprint

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process ours go by name, a house catalogue with its data."""
        if self.is_ours:
            return _ours_of, (self.catalog.game,)
        return _house, (type(self), self._data)

    @cached_property
    def _data(self) -> bytes:
        return pickle.dumps(self.catalog)


class Edition(Prepared[ClassicCatalog]):
    """What a game of classic is played with."""

    def __init__(self, catalog: ClassicCatalog) -> None:
        super().__init__(catalog, classic_tables(catalog), classic_index(catalog))

    def board(self, id: object, leaders: bool) -> int:
        """The item of a board like "giza:A", 0 if there is none; some need the leaders."""
        item = self.item.get(id, 0) if isinstance(id, str) else 0
        is_board = item >= FIRST_BOARD and (leaders or not self.tables["expansion"][0][item])
        return item if is_board else 0


class DuelEdition(Prepared[DuelCatalog]):
    """What a Duel is played with."""

    def __init__(self, catalog: DuelCatalog) -> None:
        super().__init__(catalog, duel_tables(catalog), duel_index(catalog))


# What a caller may give as ``catalog``.
Source = Edition | DuelEdition | str | Path | Catalog | None


@cache
def ours(leaders: bool) -> Edition:
    """The printed game, alone or with the expansion."""
    return Edition(load_classic("leaders" if leaders else "classic"))


def edition_of(source: Source, leaders: bool = False) -> Edition:
    """The edition that is meant; None is ours."""
    if source is None or source == "classic":
        return ours(leaders)
    if isinstance(source, DuelEdition):
        raise ValueError("a catalogue of duel cannot be used for classic")
    if isinstance(source, Edition):
        edition = source
    elif isinstance(source, ClassicCatalog):
        edition = Edition(source)
    elif isinstance(source, Catalog):
        raise ValueError(f"a catalogue of {source.game} cannot be used for classic")
    else:  # a classic house rule serves a game with leaders too
        edition = Edition(load_classic(source, over="leaders" if leaders else None))
    if leaders and not edition.catalog.leaders:
        raise ValueError('this catalogue has no leaders; extend "leaders"')
    return edition


@cache
def our_duel() -> DuelEdition:
    """The printed Duel."""
    return DuelEdition(load_duel())


def duel_edition_of(source: Source) -> DuelEdition:
    """The edition of Duel that is meant; None is ours."""
    if source is None or source == "duel":
        return our_duel()
    if isinstance(source, DuelEdition):
        return source
    if isinstance(source, DuelCatalog):
        return DuelEdition(source)
    if isinstance(source, Catalog | Edition):
        raise ValueError("a catalogue of classic cannot be used for duel")
    return DuelEdition(load_duel(source))


def _ours_of(game: str) -> Edition | DuelEdition:
    """Our own edition of classic, leaders or duel."""
    return our_duel() if game == "duel" else ours(game == "leaders")


@lru_cache(maxsize=8)
def _house(kind: type[Any], data: bytes) -> Any:
    """An edition that came from another process; a game's is made ready once, not at every move."""
    return kind(pickle.loads(data))


class Scratch(threading.local):
    """Room for kernel calls to work in, one for each thread."""

    def __init__(self) -> None:
        self.work: Any = np.zeros(WORK, np.int64)
        self.moves: Any = np.zeros(MOVES, np.int64)
        self.values: Any = np.zeros(MOVES[0])  # of moves
        self.duel_moves: Any = np.zeros(duel_state.MOVES, np.int64)
        self.log: Any = np.zeros((LOG_ROWS, 6), np.int64)
        self.room: Any = np.zeros(DECK, np.int64)
        self.sheet: Any = np.zeros(COLUMNS, np.int64)


scratch = Scratch()
