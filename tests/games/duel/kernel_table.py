"""A table of Duel for tests: the functions of the kernel with ids and texts."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from heptapolis.cards.tables import index
from heptapolis.catalogs import load
from heptapolis.codes import AGES
from heptapolis.games.duel.cards.model import DuelCatalog
from heptapolis.games.duel.cards.tables import duel_tables
from heptapolis.games.duel.codes import (
    FIRST_TOKEN,
    FIRST_WONDER,
    SLOTS,
    DuelHappening,
    DuelMoveKind,
    DuelOutcome,
    DuelPhase,
)
from heptapolis.games.duel.edition import DuelScratch
from heptapolis.games.duel.rules import entries, sight
from heptapolis.games.duel.rules.constants import NO_SEAT
from heptapolis.games.duel.rules.state import DUEL
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator

COLUMNS = (
    "civilian",
    "science",
    "commercial",
    "guilds",
    "wonders",
    "progress",
    "coins",
    "military",
    "total",
)
NO_SETS = np.zeros((2, 4), np.int64)
FIRST = ("mausoleum", "great_library", "temple_of_artemis", "statue_of_zeus")  # wonders for tests
SECOND = ("circus_maximus", "piraeus", "appian_way", "colossus")
VERBS = {kind: kind.slug for kind in DuelMoveKind}


def printed_item() -> DuelCatalog:
    catalog = load("duel")
    assert isinstance(catalog, DuelCatalog)
    return catalog


class DuelState:
    """One game; with ``wonders`` each seat has these four, without a draft."""

    def __init__(
        self,
        seed: int = 0,
        *,
        wonders: Iterable[Iterable[str]] | None = None,
        neutral_start: str = "last",
        catalog: DuelCatalog | None = None,
    ) -> None:
        self.catalog = catalog or printed_item()
        self.tables = records(duel_tables(self.catalog))
        self.item = index(self.catalog)
        self.id = {item: id for id, item in self.item.items()}
        self.states: Any = records(np.zeros(1, DUEL))
        self.scratch, self.n_events = DuelScratch(), 0
        self.moves = self.scratch.moves
        self.states["neutral_start"][0] = neutral_start == "choose"
        sets = NO_SETS
        if wonders is not None:
            sets = np.array([[self.item[id] for id in own] for own in wonders], np.int64)
        entries.deal(self.states, 0, self.tables, generator(seed), self.scratch.workspaces)
        workspaces, events = self.scratch.workspaces, self.scratch.events
        self.n_events = entries.open_game(self.states, 0, sets, self.tables, workspaces, events)

    # Moves as texts

    def legal(self) -> list[str]:
        n = entries.legal(self.states, 0, self.tables, self.moves)
        return [self.text(*row) for row in self.moves[:n].tolist()]

    def text(self, kind: int, card: int, wonder: int) -> str:
        verb = VERBS[DuelMoveKind(kind)]
        if kind == DuelMoveKind.START:
            return f"start {card}"
        return " ".join([verb, *(self.id[item] for item in (wonder, card) if item)])

    def play(self, *texts: str) -> None:
        for text in texts:
            kind, card, wonder = self.moves[self.legal().index(text)].tolist()
            workspaces, events = self.scratch.workspaces, self.scratch.events
            self.n_events = entries.play(
                self.states, 0, kind, card, wonder, self.tables, workspaces, events
            )

    # Contents

    def __getitem__(self, field: str) -> Any:
        return self.states[field][0]

    def __setitem__(self, field: str, value: Any) -> None:
        self.states[field][0] = value

    @property
    def phase(self) -> DuelPhase:
        return DuelPhase(self["phase"])

    @property
    def to_move(self) -> list[int]:
        seat = int(entries.seat_to_move(self.states, 0))
        return [] if seat == NO_SEAT else [seat]

    @property
    def outcome(self) -> str | None:
        return DuelOutcome(self["outcome"]).slug if self["outcome"] else None

    @property
    def winner(self) -> int | None:
        return int(self["winner"]) if self["outcome"] and self["winner"] < 2 else None

    @property
    def coins(self) -> list[int]:
        return [int(coins) for coins in self["coins"]]

    def cards_of(self, words: Any) -> list[str]:
        bits = (int(words[0]) & (2**64 - 1)) | ((int(words[1]) & (2**64 - 1)) << 64)
        return [id for k, id in enumerate(self.catalog.card) if bits >> k & 1]

    def buildings(self, seat: int) -> list[str]:
        return self.cards_of(self["built"][seat])

    @property
    def discard(self) -> list[str]:
        return self.cards_of(self["discard"])

    def wonders(self, field: str, seat: int) -> list[str]:
        """Return wonders of a seat; the field is ``wonders``, ``raised`` or ``unbuilt``."""
        return [id for k, id in enumerate(self.catalog.wonder) if int(self[field][seat]) >> k & 1]

    def tokens(self, seat: int) -> list[str]:
        return self.tokens_of(self["tokens"][seat])

    def tokens_of(self, bits: Any) -> list[str]:
        return [id for k, id in enumerate(self.catalog.token) if int(bits) >> k & 1]

    def layout(self, age: int) -> list[str]:
        return [self.id[int(card)] for card in self["layout"][age - 1]]

    @property
    def library(self) -> list[str]:
        """Return the tokens set aside, in the order of drawing."""
        return [self.id[int(token)] for token in self["aside"][: self["n_aside"]]]

    def score(self, seat: int) -> dict[str, int]:
        entries.score(self.states, 0, seat, self.tables, self.scratch.sheet)
        return dict(zip(COLUMNS, self.scratch.sheet.tolist(), strict=True))

    def events_of(self, kind: DuelHappening) -> list[tuple[int, ...]]:
        """Return rows (seat, item, a, b, c) of one kind from the log of the last move."""
        events = self.scratch.events[: self.n_events].tolist()
        return [tuple(rest) for logged, *rest in events if logged == kind]

    def view(self, seat: int) -> Any:
        views = records(np.zeros(1, DUEL))
        sight.see(self.states, 0, seat, views, 0)
        return views

    # Setting up positions

    def give(self, seat: int, *ids: str) -> None:
        """Add cards, wonders and tokens to a city, without their immediate effects."""
        for id in ids:
            item = self.item[id]
            if item >= FIRST_TOKEN:
                self["tokens"][seat] |= 1 << (item - FIRST_TOKEN)
                self["board"] &= ~(1 << (item - FIRST_TOKEN))
            elif item >= FIRST_WONDER:
                bit = 1 << (item - FIRST_WONDER)
                self["wonders"][seat] |= bit
                self["raised"][seat] |= bit
                self["unbuilt"][seat] &= ~bit
            else:
                self._mark(self["built"][seat], item)
        for each in (0, 1):
            entries.recount(self.states, 0, each, self.tables)

    def throw_away(self, *ids: str) -> None:
        """Put cards on the discard pile."""
        for id in ids:
            self._mark(self["discard"], self.item[id])

    @staticmethod
    def _mark(words: Any, item: int) -> None:
        words[(item - 1) >> 6] |= np.int64(1) << np.int64((item - 1) & 63)

    def lay(self, *ids: str) -> None:
        """Replace accessible cards by these."""
        age = int(self["age"])
        cards = self["layout"][age - 1]
        slots = [slot for slot in range(SLOTS) if int(self["open"]) >> slot & 1]
        for slot, id in zip(slots, ids, strict=False):
            held = cards.tolist()
            if self.item[id] in held:
                cards[held.index(self.item[id])] = cards[slot]
            cards[slot] = self.item[id]

    def set_tokens(self, *ids: str) -> None:
        """Set the tokens on the board; the others are set aside in catalogue order."""
        others = [id for id in self.catalog.token if id not in ids]
        self["board"] = sum(1 << (self.item[id] - FIRST_TOKEN) for id in ids)
        self["aside"] = 0
        self["aside"][: len(others)] = [self.item[id] for id in others]
        self["n_aside"] = len(others)

    def leave(self, *slots: int) -> None:
        """Remove all cards of the age except some slots, which become accessible."""
        bits = sum(1 << slot for slot in slots)
        self["left"] = self["open"] = bits
        self["faces"] |= bits

    def to_age(self, age: int) -> None:
        """Lay out an age as if the earlier ones were over."""
        assert 1 <= age <= AGES
        entries.lay_out(self.states, 0, age, self.tables)
        self["turn"] = 1
