"""The catalogue, tables and rules of a game of classic, and memory for calls of its kernel."""

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
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.games.classic.cards.tables import classic_tables
from heptapolis.games.classic.catalog import load_classic
from heptapolis.games.classic.codes import FIRST_BOARD
from heptapolis.games.classic.expansion import LEADERS, classic_rules
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.hooks import Record
from heptapolis.kernel.rows import LOG_ROWS


class ClassicEdition(Edition[ClassicCatalog]):
    """A catalogue of classic with its tables; the expansions determine the rules."""

    @staticmethod
    def make_tables(catalog: ClassicCatalog) -> Tables:
        return classic_tables(catalog)

    @cached_property
    def rules(self) -> GameRules:
        """Return the records and functions of the rules."""
        return classic_rules(self.expansions)

    @cached_property
    def scratch(self) -> "Scratch":
        """Return memory for calls of the kernel."""
        return scratch_of(self.rules)

    def board(self, id: object, expansions: Collection[str]) -> int:
        """Return the item of a board like "giza:A", 0 if there is none; some need Leaders."""
        item = self.item.get(id, 0) if isinstance(id, str) else 0
        needs_leaders = bool(self.tables["expansion"][0][item])
        is_board = item >= FIRST_BOARD and (LEADERS in expansions or not needs_leaders)
        return item if is_board else 0

    def boards(self, expansions: Collection[str]) -> list[str]:
        """Return every board by its id, like "giza:A"."""
        return [id for id in self.item if self.board(id, expansions)]


def ours(expansions: Collection[str] = ()) -> ClassicEdition:
    """Return the printed game, alone or with expansions."""
    return ClassicEdition.of(source_for("classic", expansions), expansions)


def edition_of(source: Source, expansions: Collection[str] = ()) -> ClassicEdition:
    """Return the edition for the given edition or expansions; None is the printed game."""
    if source is None or source == "classic":
        return ours(expansions)
    if isinstance(source, ClassicEdition):
        edition = source
    elif isinstance(source, ClassicCatalog):
        edition = ClassicEdition(source)
    elif isinstance(source, Catalog | Edition):
        other = source.catalog.game if isinstance(source, Edition) else source.game
        raise ValueError(f"a catalogue of {other} cannot be used for classic")
    else:  # a house rule of classic also serves games with leaders
        over = source_for("classic", expansions).name if expansions else None
        edition = ClassicEdition(load_classic(source, over))
    return edition.played_with(expansions)


class Scratch(threading.local):
    """Memory of a thread for kernel calls and their results."""

    def __init__(self, log_rows: int = 0, workspace: Record = WORKSPACE) -> None:
        """Allocate the memory; ``log_rows`` is the size of the log of a call."""
        self.workspaces: Any = records(np.zeros(1, workspace))
        self._log = self.workspaces["log"]
        self._log["limit"] = log_rows
        self.moves, self.values = self.workspaces["moves"][0], self.workspaces["values"][0]
        self.plans, self.cards = self.workspaces["plans"][0], self.workspaces["cards"][0]
        self.sheet, self.prices = self.workspaces["sheet"][0], np.zeros(len(self.moves), np.int64)

    @property
    def price(self) -> int:
        """Return the price from the last refusal."""
        return int(self.workspaces["price"][0])

    @property
    def missing(self) -> list[list[int]]:
        """Return the missing units of a construction, by resource: every smallest set."""
        n = int(self.workspaces["n_missing"][0])
        rows: list[list[int]] = self.workspaces["missing"][0][:n].tolist()
        return rows

    @property
    def log(self) -> list[list[int]]:
        """Return the log of the last call."""
        rows: list[list[int]] = self._log["rows"][0][: int(self._log["length"][0])].tolist()
        return rows


scratch = Scratch(LOG_ROWS)


@cache
def scratch_of(rules: GameRules) -> Scratch:
    """Return memory for calls of the kernel with these rules."""
    return Scratch(LOG_ROWS, rules.workspace) if rules.expansions else scratch
