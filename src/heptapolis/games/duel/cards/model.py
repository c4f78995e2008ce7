"""The catalogue types of Duel; see `heptapolis.cards.model`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from heptapolis.cards.model import FREE, Catalog, CatalogThing, Cost, Count, Effect
from heptapolis.codes import Color, Counted, Resource, Target
from heptapolis.games.duel.codes import DuelCounted, DuelSymbol


@dataclass(frozen=True, kw_only=True)
class ConstructionDiscount:
    """Duel: constructions of this kind need this many fewer units (D14)."""

    applies_to: Target
    resources: int


@dataclass(frozen=True, kw_only=True)
class BonusShields:
    """Extra shields on each card of a colour built from now on (D8)."""

    applies_to: Color
    amount: int


@dataclass(frozen=True, kw_only=True)
class RemovedToken:
    """Draw from the tokens set aside, keep some of them (D25)."""

    draw: int
    keep: int


@dataclass(frozen=True, kw_only=True)
class DuelCount(Count):
    what: tuple[Counted | DuelCounted, ...]


@dataclass(frozen=True, kw_only=True)
class DuelEffect(Effect):
    """Effects of Duel."""

    game: ClassVar[str] = "duel"

    coins_per: DuelCount | None = None
    points_per: DuelCount | None = None
    science: DuelSymbol | None = None
    fixed_price: Mapping[Resource, int] = field(default_factory=dict)
    extra_turn: bool = False
    opponent_lose_coins: int = 0
    destroy: Color | None = None
    build_from_discard: bool = False
    removed_token: RemovedToken | None = None
    discount: ConstructionDiscount | None = None
    gain_opponent_trade: bool = False
    bonus_shields: BonusShields | None = None
    wonders_extra_turn: bool = False
    coins_per_chain_build: int = 0


@dataclass(frozen=True, kw_only=True)
class DuelCard(CatalogThing):
    """A card of Duel; every card exists once."""

    game: ClassVar[str] = "duel"
    kind: ClassVar[str] = "card"
    words: ClassVar[tuple[str, ...]] = ("name", "chain_symbol")

    age: int
    color: Color
    cost: Cost = FREE
    chain_from: tuple[str, ...] = ()
    chain_symbol: str | None = None
    effect: DuelEffect

    @property
    def is_guild(self) -> bool:
        return self.color is Color.PURPLE

    @property
    def deck(self) -> str:
        return "guild" if self.is_guild else f"age{self.age}"


@dataclass(frozen=True, kw_only=True)
class DuelWonder(CatalogThing):
    """A wonder of Duel."""

    game: ClassVar[str] = "duel"
    kind: ClassVar[str] = "wonder"

    cost: Cost
    effect: DuelEffect


@dataclass(frozen=True, kw_only=True)
class ProgressToken(CatalogThing):
    """A progress token."""

    game: ClassVar[str] = "duel"
    kind: ClassVar[str] = "token"

    effect: DuelEffect


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A place of a layout; rows count from the far end, columns in half cards from 1."""

    index: int
    row: int
    col: int
    face_up: bool

    @property
    def id(self) -> str:
        return f"r{self.row}c{self.col}"


@dataclass(frozen=True, kw_only=True)
class Layout:
    """One age's card structure, drawn as text: ``#`` face up, ``?`` face down."""

    rows: tuple[str, ...]

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        places = [
            (row, col, mark)
            for row, line in enumerate(self.rows, 1)
            for col, mark in enumerate(line, 1)
            if mark != " "
        ]
        return tuple(
            Slot(index=index, row=row, col=col, face_up=mark == "#")
            for index, (row, col, mark) in enumerate(places)
        )

    def covering(self, slot: Slot) -> tuple[Slot, ...]:
        """Return the slots of the next row that lie on this one."""
        return self._slots_touching(slot, slot.row + 1)

    def covered(self, slot: Slot) -> tuple[Slot, ...]:
        """Return the slots of the row above that this one lies on."""
        return self._slots_touching(slot, slot.row - 1)

    def _slots_touching(self, slot: Slot, row: int) -> tuple[Slot, ...]:
        return tuple(s for s in self.slots if s.row == row and abs(s.col - slot.col) == 1)


@dataclass(frozen=True, kw_only=True)
class Zone:
    """Spaces of the military track at one distance from the middle."""

    from_: int
    to: int
    points: int
    loot: int


@dataclass(frozen=True, kw_only=True)
class Military:
    """One half of the track; the other half mirrors it."""

    capital: int
    zones: tuple[Zone, ...]


@dataclass(frozen=True, kw_only=True)
class FirstGameWonders:
    """The fixed wonders of a first game, by player."""

    p1: tuple[str, ...]
    p2: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class DuelConstants:
    starting_coins: int
    discard_coins: int
    discard_coins_per_yellow: int
    trade_price: int
    wonders_in_play: int
    symbols_to_win: int
    coins_per_point: int
    cards_removed: int
    guilds_added: int
    tokens_on_board: int


@dataclass(frozen=True, kw_only=True)
class DuelCatalog(Catalog):
    """The catalogue of Duel, alone or with expansions."""

    constants: DuelConstants
    card: Mapping[str, DuelCard]
    wonder: Mapping[str, DuelWonder]
    token: Mapping[str, ProgressToken]
    layout: Mapping[str, Layout]
    military: Military
    first_game_wonders: FirstGameWonders

    @property
    def cards(self) -> tuple[DuelCard, ...]:
        return tuple(self.card.values())

    @property
    def wonders(self) -> tuple[DuelWonder, ...]:
        return tuple(self.wonder.values())

    @property
    def tokens(self) -> tuple[ProgressToken, ...]:
        return tuple(self.token.values())
