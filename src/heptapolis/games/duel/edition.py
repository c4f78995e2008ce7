"""The catalogue, tables and rules of a Duel, and memory for calls of its kernel."""

import threading
from collections.abc import Collection
from functools import cache, cached_property
from typing import Any

import numpy as np

from heptapolis.cards import Catalog
from heptapolis.cards.tables import Tables
from heptapolis.catalogs import source_for
from heptapolis.edition import Edition, Source
from heptapolis.expansion import GameRules
from heptapolis.games.duel.cards.model import DuelCatalog
from heptapolis.games.duel.cards.tables import duel_tables
from heptapolis.games.duel.catalog import load_duel
from heptapolis.games.duel.expansion import duel_rules
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.hooks import Record
from heptapolis.kernel.rows import LOG_ROWS


class DuelEdition(Edition[DuelCatalog]):
    """A catalogue of Duel with its tables; the expansions determine the rules."""

    @staticmethod
    def make_tables(catalog: DuelCatalog) -> Tables:
        return duel_tables(catalog)

    @cached_property
    def rules(self) -> GameRules:
        """Return the records and functions of the rules."""
        return duel_rules(self.expansions)

    @cached_property
    def scratch(self) -> "DuelScratch":
        """Return memory for calls of the kernel."""
        return scratch_of(self.rules)


def our_duel(expansions: Collection[str] = ()) -> DuelEdition:
    """Return the printed Duel, alone or with expansions."""
    return DuelEdition.of(source_for("duel", expansions), expansions)


def duel_edition_of(source: Source, expansions: Collection[str] = ()) -> DuelEdition:
    """Return the edition of Duel for the given edition or expansions; None is the printed Duel."""
    if source is None or source == "duel":
        return our_duel(expansions)
    if isinstance(source, DuelEdition):
        edition = source
    elif isinstance(source, DuelCatalog):
        edition = DuelEdition(source)
    elif isinstance(source, Catalog | Edition):
        other = source.catalog.game if isinstance(source, Edition) else source.game
        raise ValueError(f"a catalogue of {other} cannot be used for duel")
    else:
        over = source_for("duel", expansions).name if expansions else None
        edition = DuelEdition(load_duel(source, over))
    return edition.played_with(expansions)


class DuelScratch(threading.local):
    """Memory of a thread for kernel calls and their results."""

    def __init__(self, log_rows: int = 0, workspace: Record = DUEL_WORKSPACE) -> None:
        """Allocate the memory; ``log_rows`` is the size of the log of a call."""
        self.workspaces: Any = records(np.zeros(1, workspace))
        self._log = self.workspaces["log"]
        self._log["limit"] = log_rows
        self.moves, self.values = self.workspaces["moves"][0], self.workspaces["values"][0]
        self.sheet, self.prices = self.workspaces["sheet"][0], np.zeros(len(self.moves), np.int64)

    @property
    def price(self) -> int:
        """Return the price from the last refusal."""
        return int(self.workspaces["price"][0])

    @property
    def log(self) -> list[list[int]]:
        """Return the log of the last call."""
        rows: list[list[int]] = self._log["rows"][0][: int(self._log["length"][0])].tolist()
        return rows


duel_scratch = DuelScratch(LOG_ROWS)


@cache
def scratch_of(rules: GameRules) -> DuelScratch:
    """Return memory for calls of the kernel with these rules."""
    return DuelScratch(LOG_ROWS, rules.workspace) if rules.expansions else duel_scratch
