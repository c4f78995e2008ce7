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
from heptapolis.games.classic.rules.refusals import new_shortage
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.hooks import Record


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
    """Memory of a thread for kernel calls: working memory, and arrays that take their results."""

    def __init__(self, workspace: Record = WORKSPACE) -> None:
        self.workspaces: Any = records(np.zeros(1, workspace))
        work = self.workspaces[0]
        self.moves, self.values = np.zeros_like(work["moves"]), np.zeros_like(work["values"])
        self.prices = np.zeros(len(self.moves), np.int64)
        self.sheet = np.zeros_like(work["sheet"])
        self.events = np.zeros_like(work["log"]["rows"])
        self.cards, self.shortage = np.zeros_like(work["cards"]), new_shortage()


scratch = Scratch()


@cache
def scratch_of(rules: GameRules) -> Scratch:
    """Return memory for calls of the kernel with these rules."""
    return Scratch(rules.workspace) if rules.has_added_rules else scratch
