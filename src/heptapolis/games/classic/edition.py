"""What a game of classic is played with, and memory for calls of its kernel."""

import threading
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from heptapolis.cards import Catalog, ClassicCatalog, load_classic
from heptapolis.cards.tables import classic_index, classic_tables
from heptapolis.codes import FIRST_BOARD
from heptapolis.edition import Edition, Source
from heptapolis.expansion import GameRules
from heptapolis.games.classic.expansion import LEADERS, classic_rules
from heptapolis.games.classic.rules.workspace import WORKSPACE
from heptapolis.kernel import records
from heptapolis.kernel.hooks import Record
from heptapolis.kernel.rows import LOG_ROWS


class ClassicEdition(Edition[ClassicCatalog]):
    """What a game of classic is played with, with the expansions of some names beside Leaders."""

    def __init__(self, catalog: ClassicCatalog, expansions: Iterable[str] = ()) -> None:
        self.expansions = frozenset(expansions)
        self.rules = classic_rules(self.expansions)
        tables = self.rules.extend_tables(classic_tables(catalog))
        super().__init__(catalog, tables, classic_index(catalog) | self.rules.items)

    @property
    def scratch(self) -> "Scratch":
        """Memory for calls of the kernel."""
        return scratch_of(self.rules)

    @classmethod
    def printed(cls, game: str) -> "ClassicEdition":
        return ours(game == "leaders")

    def board(self, id: object, leaders: bool) -> int:
        """The item of a board like "giza:A", 0 if there is none; some need the leaders."""
        item = self.item.get(id, 0) if isinstance(id, str) else 0
        is_board = item >= FIRST_BOARD and (leaders or not self.tables["expansion"][0][item])
        return item if is_board else 0

    def boards(self, leaders: bool) -> list[str]:
        """Every board by its id, like "giza:A"."""
        return [id for id in self.item if self.board(id, leaders)]

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.expansions:
            return super().__reduce__()
        has_leaders = self.is_ours and bool(self.catalog.leaders)
        return edition_of, (None if self.is_ours else self.text, has_leaders, self.expansions)


@cache
def ours(leaders: bool, expansions: frozenset[str] = frozenset()) -> ClassicEdition:
    """Return the printed game, alone, with Leaders, or with any expansions."""
    return ClassicEdition(load_classic("leaders" if leaders else "classic"), expansions)


def edition_of(
    source: Source, leaders: bool = False, expansions: frozenset[str] = frozenset()
) -> ClassicEdition:
    """Return the edition that is meant, for a game with these expansions; None is ours."""
    leaders, expansions = leaders or LEADERS in expansions, expansions - {LEADERS}
    if source is None or source == "classic":
        return ours(leaders, expansions)
    if isinstance(source, ClassicEdition):
        is_same = source.expansions == expansions
        edition = source if is_same else ClassicEdition(source.catalog, expansions)
    elif isinstance(source, ClassicCatalog):
        edition = ClassicEdition(source, expansions)
    elif isinstance(source, Catalog | Edition):
        other = source.catalog.game if isinstance(source, Edition) else source.game
        raise ValueError(f"a catalogue of {other} cannot be used for classic")
    else:  # a classic house rule serves a game with leaders too
        catalog = load_classic(source, over="leaders" if leaders else None)
        edition = ClassicEdition(catalog, expansions)
    if leaders and not edition.catalog.leaders:
        raise ValueError('this catalogue has no leaders; extend "leaders"')
    return edition


class Scratch(threading.local):
    """Memory for kernel calls to work in, one for each thread, and what they leave there."""

    def __init__(self, log_rows: int = 0, workspace: Record = WORKSPACE) -> None:
        """``log_rows``: of what happens in a call, for who wants to know it."""
        self.workspaces: Any = records(np.zeros(1, workspace))
        self._log = self.workspaces["log"]
        self._log["limit"] = log_rows
        self.moves, self.values = self.workspaces["moves"][0], self.workspaces["values"][0]
        self.plans, self.cards = self.workspaces["plans"][0], self.workspaces["cards"][0]
        self.sheet, self.prices = self.workspaces["sheet"][0], np.zeros(len(self.moves), np.int64)

    @property
    def price(self) -> int:
        """Of what cannot be paid."""
        return int(self.workspaces["price"][0])

    @property
    def missing(self) -> list[list[int]]:
        """Units that something lacks, by resource: every smallest set."""
        n = int(self.workspaces["n_missing"][0])
        rows: list[list[int]] = self.workspaces["missing"][0][:n].tolist()
        return rows

    @property
    def log(self) -> list[list[int]]:
        """What the last call has told of."""
        rows: list[list[int]] = self._log["rows"][0][: int(self._log["length"][0])].tolist()
        return rows


scratch = Scratch(LOG_ROWS)


@cache
def scratch_of(rules: GameRules) -> Scratch:
    """Return memory for calls of the kernel with these rules."""
    return Scratch(LOG_ROWS, rules.workspace) if rules.expansions else scratch
