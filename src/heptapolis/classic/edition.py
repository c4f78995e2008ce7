"""What a game of classic is played with, and memory for calls of its kernel."""

import threading
from functools import cache
from typing import Any

import numpy as np

from heptapolis.cards import Catalog, ClassicCatalog, load_classic
from heptapolis.cards.tables import classic_index, classic_tables
from heptapolis.codes import DECK, FIRST_BOARD
from heptapolis.edition import Edition, Source
from heptapolis.kernel.classic.moves import MOVES, WORK
from heptapolis.kernel.classic.scoring import COLUMNS

LOG_ROWS = 256


class ClassicEdition(Edition[ClassicCatalog]):
    """What a game of classic is played with."""

    def __init__(self, catalog: ClassicCatalog) -> None:
        super().__init__(catalog, classic_tables(catalog), classic_index(catalog))

    @classmethod
    def printed(cls, game: str) -> "ClassicEdition":
        return ours(game == "leaders")

    def board(self, id: object, leaders: bool) -> int:
        """The item of a board like "giza:A", 0 if there is none; some need the leaders."""
        item = self.item.get(id, 0) if isinstance(id, str) else 0
        is_board = item >= FIRST_BOARD and (leaders or not self.tables["expansion"][0][item])
        return item if is_board else 0


@cache
def ours(leaders: bool) -> ClassicEdition:
    """The printed game, alone or with the expansion."""
    return ClassicEdition(load_classic("leaders" if leaders else "classic"))


def edition_of(source: Source, leaders: bool = False) -> ClassicEdition:
    """The edition that is meant; None is ours."""
    if source is None or source == "classic":
        return ours(leaders)
    if isinstance(source, ClassicEdition):
        edition = source
    elif isinstance(source, ClassicCatalog):
        edition = ClassicEdition(source)
    elif isinstance(source, Catalog | Edition):
        other = source.catalog.game if isinstance(source, Edition) else source.game
        raise ValueError(f"a catalogue of {other} cannot be used for classic")
    else:  # a classic house rule serves a game with leaders too
        edition = ClassicEdition(load_classic(source, over="leaders" if leaders else None))
    if leaders and not edition.catalog.leaders:
        raise ValueError('this catalogue has no leaders; extend "leaders"')
    return edition


class Scratch(threading.local):
    """Memory for kernel calls to work in, one for each thread."""

    def __init__(self) -> None:
        self.work: Any = np.zeros(WORK, np.int64)
        self.moves: Any = np.zeros(MOVES, np.int64)
        self.values: Any = np.zeros(MOVES[0])  # of moves
        self.log: Any = np.zeros((LOG_ROWS, 6), np.int64)
        self.pool: Any = np.zeros(DECK, np.int64)  # of cards to deal from
        self.sheet: Any = np.zeros(COLUMNS, np.int64)


scratch = Scratch()
