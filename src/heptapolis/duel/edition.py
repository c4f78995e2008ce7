"""What a Duel is played with, and memory for calls of its kernel."""

import threading
from functools import cache
from typing import Any

import numpy as np

from heptapolis.cards import Catalog, DuelCatalog, load_duel
from heptapolis.cards.tables import duel_index, duel_tables
from heptapolis.codes import DECK
from heptapolis.edition import Edition, Source
from heptapolis.kernel.duel.scoring import COLUMNS
from heptapolis.kernel.duel.state import MOVES

LOG_ROWS = 256


class DuelEdition(Edition[DuelCatalog]):
    """What a Duel is played with."""

    def __init__(self, catalog: DuelCatalog) -> None:
        super().__init__(catalog, duel_tables(catalog), duel_index(catalog))

    @classmethod
    def printed(cls, game: str) -> "DuelEdition":
        return our_duel()


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


class DuelScratch(threading.local):
    """Memory for kernel calls to work in, one for each thread."""

    def __init__(self) -> None:
        self.moves: Any = np.zeros(MOVES, np.int64)
        self.values: Any = np.zeros(MOVES[0])  # of moves
        self.log: Any = np.zeros((LOG_ROWS, 6), np.int64)
        self.pool: Any = np.zeros(DECK, np.int64)  # of cards to deal from
        self.sheet: Any = np.zeros(COLUMNS, np.int64)


duel_scratch = DuelScratch()
