"""What a Duel is played with, and memory for calls of its kernel."""

import threading
from functools import cache
from typing import Any

import numpy as np

from heptapolis.cards import Catalog, DuelCatalog, load_duel
from heptapolis.cards.tables import duel_index, duel_tables
from heptapolis.edition import Edition, Source
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.rows import LOG_ROWS


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
    """Memory for kernel calls to work in, one for each thread, and what they leave there."""

    def __init__(self, log_rows: int = 0) -> None:
        """``log_rows``: of what happens in a call, for who wants to know it."""
        self.workspaces: Any = records(np.zeros(1, DUEL_WORKSPACE))
        self._log = self.workspaces["log"]
        self._log["limit"] = log_rows
        self.moves, self.values = self.workspaces["moves"][0], self.workspaces["values"][0]
        self.sheet, self.prices = self.workspaces["sheet"][0], np.zeros(len(self.moves), np.int64)

    @property
    def price(self) -> int:
        """Of what cannot be paid."""
        return int(self.workspaces["price"][0])

    @property
    def log(self) -> list[list[int]]:
        """What the last call has told of."""
        rows: list[list[int]] = self._log["rows"][0][: int(self._log["length"][0])].tolist()
        return rows


duel_scratch = DuelScratch(LOG_ROWS)
