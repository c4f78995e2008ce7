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
    """Memory of a thread for kernel calls: working memory, and arrays that take their results."""

    def __init__(self, workspace: Record = DUEL_WORKSPACE) -> None:
        self.workspaces: Any = records(np.zeros(1, workspace))
        work = self.workspaces[0]
        self.moves, self.values = np.zeros_like(work["moves"]), np.zeros_like(work["values"])
        self.prices = np.zeros(len(self.moves), np.int64)
        self.sheet = np.zeros_like(work["sheet"])
        self.events = np.zeros_like(work["log"]["rows"])


duel_scratch = DuelScratch()


@cache
def scratch_of(rules: GameRules) -> DuelScratch:
    """Return memory for calls of the kernel with these rules."""
    return DuelScratch(rules.workspace) if rules.has_added_rules else duel_scratch
