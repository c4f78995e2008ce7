"""What the catalogue is made of: frozen records in the rulebook's words.

Field names are the keys of the data files and of the JSON export. Everything that follows from
other fields (copies, chain targets, the cover graph) is a property, so it cannot contradict them.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from heptapolis.codes import (
    Color,
    Counted,
    DuelSymbol,
    Resource,
    ResourceClass,
    Side,
    Special,
    Symbol,
    Target,
    Trigger,
    Whose,
)


@dataclass(frozen=True, kw_only=True)
class Cost:
    """Coins to the bank and units of resources."""

    coins: int = 0
    resources: Mapping[Resource, int] = field(default_factory=dict)

    @property
    def is_free(self) -> bool:
        return not self.coins and not self.resources


# ── effects ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class Count:
    """``amount`` for every ``per`` counted things in the cities of ``whose``."""

    amount: int
    what: tuple[Counted, ...]
    per: int = 1
    whose: tuple[Whose, ...]


@dataclass(frozen=True, kw_only=True)
class CountSet:
    """``amount`` for every full set with one card of each colour in the own city."""

    amount: int
    of: tuple[Color, ...]


@dataclass(frozen=True, kw_only=True)
class TradeDiscount:
    """From the turn after, units of one class cost ``price`` at these neighbours (C4.4)."""

    class_: ResourceClass
    from_: tuple[Side, ...]
    price: int


@dataclass(frozen=True, kw_only=True)
class ResourceDiscount:
    """Leaders: constructions of this kind need fewer units, of the builder's choice (L26)."""

    color: Target
    amount: int


@dataclass(frozen=True, kw_only=True)
class CoinsOn:
    """Coins from the bank each time something happens to ``whose``."""

    amount: int
    event: Trigger
    whose: tuple[Whose, ...] = (Whose.SELF,)


# What a special's ``params`` may say: int stands for a number of the data file's choice, a tuple
# for one of these words, anything else for what the rules fix: it may be left out, not changed.
PARAMS: Mapping[Special, Mapping[str, Any]] = {
    Special.BUILD_FROM_DISCARD: {"count": 1, "optional": True},
    Special.BANK_PURCHASE: {
        "price": int,
        "units_per_turn": 1,
        "resources": [resource.slug for resource in Resource],
    },
    Special.FREE_LEADERS: {"scope": ("always", "recruitment_phases_after_entering_play")},
    Special.LEADER_DISCOUNT: {"self": int, "neighbours": int, "minimum_cost": 0},
    Special.FREE_GUILDS: {"color": "purple", "limit": None},
    Special.REDIRECT_DEFEAT_TOKENS: {"to": "victorious_neighbour"},
    Special.TRADE_REBATE: {"amount": int, "per": "neighbour", "limit_per_neighbour_per_turn": 1},
    Special.COPY_NEIGHBOUR_LEADER: {
        "count": 1,
        "whose": ["left", "right"],
        "when": "on_build",
        "mandatory_if_possible": True,
    },
    Special.DRAW_LEADERS: {"count": 4, "source": "leader cards in the box"},
    Special.RECRUIT_EXTRA_LEADER: {
        "count": 1,
        "optional": True,
        "cost_reduction_total": 2,
        "source": "own unplayed leader cards",
    },
}


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What all games know. Several keys in one effect all apply."""

    game: ClassVar[str]  # the variant whose effect it is

    produce: tuple[Resource, ...] = ()
    produce_choice: tuple[Resource, ...] = ()
    coins: int = 0
    coins_per: Count | None = None
    shields: int = 0
    points: int = 0
    points_per: Count | None = None


@dataclass(frozen=True, kw_only=True)
class ClassicEffect(Effect):
    """Effects of classic and of the leaders."""

    game: ClassVar[str] = "classic"

    science: Symbol | None = None
    science_choice: tuple[Symbol, ...] = ()
    discount: TradeDiscount | None = None
    resource_discount: ResourceDiscount | None = None
    points_per_set: CountSet | None = None
    coins_on: CoinsOn | None = None
    special: Special | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


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
class DuelEffect(Effect):
    """Effects of Duel."""

    game: ClassVar[str] = "duel"

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


# ── classic and Leaders ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class Card:
    """An age card or guild. ``players`` holds the smallest table for each copy (C1.2)."""

    id: str
    name: str
    age: int
    color: Color
    cost: Cost = Cost()
    chain_from: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    same_structure_as: str | None = None
    requires_leaders: bool = False
    effect: ClassicEffect

    @property
    def is_guild(self) -> bool:
        return self.color is Color.PURPLE

    @property
    def copies(self) -> int:
        return 1 if self.is_guild else len(self.players)

    def copies_for(self, players: int) -> int:
        """How many copies an age deck gets at this table; guilds are drawn instead."""
        return sum(least <= players for least in self.players)


@dataclass(frozen=True, kw_only=True)
class Stage:
    cost: Cost
    effect: ClassicEffect


@dataclass(frozen=True, kw_only=True)
class Board:
    """One side of a wonder; ``power`` works from the start of the game."""

    power: ClassicEffect | None = None
    stages: tuple[Stage, ...]


@dataclass(frozen=True, kw_only=True)
class Wonder:
    """A double-sided board. ``name`` is the city, ``full_name`` what is built there."""

    id: str
    name: str
    full_name: str
    board_name: str
    resource: Resource | None = None
    requires_leaders: bool = False
    A: Board
    B: Board

    @property
    def sides(self) -> dict[str, Board]:
        return {"A": self.A, "B": self.B}


@dataclass(frozen=True, kw_only=True)
class Leader:
    """A white card, recruited for coins."""

    id: str
    name: str
    cost: int
    effect: ClassicEffect

    @property
    def when(self) -> str:
        """When the effect matters: at once, from then on, or in scoring only."""
        effect = self.effect
        if effect.coins or effect.special is Special.BUILD_FROM_DISCARD:
            return "immediate"
        if effect.points or effect.points_per or effect.points_per_set or effect.science:
            return "end_of_game"
        return "ongoing"


@dataclass(frozen=True, kw_only=True)
class ClassicConstants:
    starting_coins: int
    discard_coins: int
    trade_price: int
    victory_points: tuple[int, ...]
    defeat_points: int
    coins_per_point: int
    science_set_points: int
    guilds_beyond_players: int
    starting_coins_with_leaders: int = 0
    leaders_dealt: int = 0


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class DuelCard:
    """A card of Duel; every card exists once."""

    id: str
    name: str
    age: int
    color: Color
    cost: Cost = Cost()
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
class DuelWonder:
    id: str
    name: str
    cost: Cost
    effect: DuelEffect


@dataclass(frozen=True, kw_only=True)
class ProgressToken:
    """A progress token."""

    id: str
    name: str
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
        """The slots of the next row that lie on this one."""
        return self._touching(slot, slot.row + 1)

    def covered(self, slot: Slot) -> tuple[Slot, ...]:
        """The slots of the row above that this one lies on."""
        return self._touching(slot, slot.row - 1)

    def _touching(self, slot: Slot, row: int) -> tuple[Slot, ...]:
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


# ── the catalogues ───────────────────────────────────────────────────────────────────────────────


class Catalog(ABC):
    """All that one game is played with; `ClassicCatalog` and `DuelCatalog` say of what."""

    game: str

    @abstractmethod
    def things(self) -> Iterator[Any]:
        """Everything that has an id, in catalogue order."""

    def find(self, id: str) -> Any:
        """The card, wonder, leader or token with this id; KeyError if there is none."""
        return self._by_id[id]

    @cached_property
    def _by_id(self) -> dict[str, Any]:
        return {thing.id: thing for thing in self.things()}


@dataclass(frozen=True, kw_only=True)
class ClassicCatalog(Catalog):
    """Classic, alone or with Leaders. ``origin`` names the file that brought each thing."""

    game: str
    constants: ClassicConstants
    card: Mapping[str, Card]
    wonder: Mapping[str, Wonder]
    leader: Mapping[str, Leader] = field(default_factory=dict)
    origin: Mapping[str, str] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self.card.values())

    @property
    def wonders(self) -> tuple[Wonder, ...]:
        return tuple(self.wonder.values())

    @property
    def leaders(self) -> tuple[Leader, ...]:
        return tuple(self.leader.values())

    def needs_leaders(self, thing: Card | Wonder) -> bool:
        """Used only in games with leaders."""
        return thing.requires_leaders or self.origin[thing.id] == "leaders"

    def deck(self, age: int, players: int) -> Counter[str]:
        """Copies of every card in an age's deck at this table, guilds aside (C1.2)."""
        cards = (card for card in self.cards if card.age == age and not card.is_guild)
        return Counter({card.id: n for card in cards if (n := card.copies_for(players))})

    def things(self) -> Iterator[Card | Wonder | Leader]:
        yield from self.cards
        yield from self.wonders
        yield from self.leaders


@dataclass(frozen=True, kw_only=True)
class DuelCatalog(Catalog):
    """Duel. ``origin`` names the file that brought each thing."""

    game: str
    constants: DuelConstants
    card: Mapping[str, DuelCard]
    wonder: Mapping[str, DuelWonder]
    token: Mapping[str, ProgressToken]
    layout: Mapping[str, Layout]
    military: Military
    first_game_wonders: FirstGameWonders
    origin: Mapping[str, str] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[DuelCard, ...]:
        return tuple(self.card.values())

    @property
    def wonders(self) -> tuple[DuelWonder, ...]:
        return tuple(self.wonder.values())

    @property
    def tokens(self) -> tuple[ProgressToken, ...]:
        return tuple(self.token.values())

    def things(self) -> Iterator[DuelCard | DuelWonder | ProgressToken]:
        yield from self.cards
        yield from self.wonders
        yield from self.tokens
