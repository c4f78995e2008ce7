"""What a Duel is played with, and memory for calls of its kernel."""

import threading
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from heptapolis.cards import Catalog, DuelCatalog, load_duel
from heptapolis.cards.tables import duel_index, duel_tables
from heptapolis.edition import Edition, Source
from heptapolis.expansion import GameRules
from heptapolis.games.duel.expansion import duel_rules
from heptapolis.games.duel.rules.workspace import DUEL_WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.hooks import Record
from heptapolis.kernel.rows import LOG_ROWS


class DuelEdition(Edition[DuelCatalog]):
    """What a Duel is played with, with the expansions of some names."""

    def __init__(self, catalog: DuelCatalog, expansions: Iterable[str] = ()) -> None:
        self.expansions = frozenset(expansions)
        self.rules = duel_rules(self.expansions)
        tables = self.rules.extend_tables(duel_tables(catalog))
        super().__init__(catalog, tables, duel_index(catalog) | self.rules.items)

    @property
    def scratch(self) -> "DuelScratch":
        """Memory for calls of the kernel."""
        return scratch_of(self.rules)

    @classmethod
    def printed(cls, game: str) -> "DuelEdition":
        return our_duel()

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.expansions:
            return super().__reduce__()
        source = None if self.is_ours else self.text
        return duel_edition_of, (source, self.expansions)


@cache
def our_duel(expansions: frozenset[str] = frozenset()) -> DuelEdition:
    """Return the printed Duel."""
    return DuelEdition(load_duel(), expansions)


def duel_edition_of(source: Source, expansions: frozenset[str] = frozenset()) -> DuelEdition:
    """Return the edition of Duel that is meant; None is ours."""
    if source is None or source == "duel":
        return our_duel(expansions)
    if isinstance(source, DuelEdition):
        is_same = source.expansions == expansions
        return source if is_same else DuelEdition(source.catalog, expansions)
    if isinstance(source, DuelCatalog):
        return DuelEdition(source, expansions)
    if isinstance(source, Catalog | Edition):
        raise ValueError("a catalogue of classic cannot be used for duel")
    return DuelEdition(load_duel(source), expansions)


class DuelScratch(threading.local):
    """Memory for kernel calls to work in, one for each thread, and what they leave there."""

    def __init__(self, log_rows: int = 0, workspace: Record = DUEL_WORKSPACE) -> None:
        """``log_rows``: of what happens in a call, for who wants to know it."""
        self.workspaces: Any = records(np.zeros(1, workspace))
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


@cache
def scratch_of(rules: GameRules) -> DuelScratch:
    """Return memory for calls of the kernel with these rules."""
    return DuelScratch(LOG_ROWS, rules.workspace) if rules.expansions else duel_scratch
