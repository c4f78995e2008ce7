"""The catalogue types of classic; see `heptapolis.cards.model`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from heptapolis.cards.model import FREE, Catalog, CatalogThing, Cost
from heptapolis.codes import Color, Resource
from heptapolis.games.classic.cards.effects import ClassicEffect

if TYPE_CHECKING:  # the package of the expansion needs the checks of classic
    from heptapolis.games.classic.leaders.cards.model import Leader


@dataclass(frozen=True, kw_only=True)
class Card(CatalogThing):
    """An age card or guild. ``players`` holds the smallest table for each copy (C1.2)."""

    game: ClassVar[str] = "classic"
    kind: ClassVar[str] = "card"

    age: int
    color: Color
    cost: Cost = FREE
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
        """Return the number of copies in an age deck at this table; guilds are drawn instead."""
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
class Wonder(CatalogThing):
    """A double-sided board. ``name`` is the city, ``full_name`` the monument."""

    game: ClassVar[str] = "classic"
    kind: ClassVar[str] = "wonder"
    words: ClassVar[tuple[str, ...]] = ("name", "full_name", "board_name")
    translated: ClassVar[tuple[str, ...]] = ("name", "full_name")

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


@dataclass(frozen=True, kw_only=True)
class ClassicCatalog(Catalog):
    """The catalogue of classic, alone or with expansions."""

    constants: ClassicConstants
    card: Mapping[str, Card]
    wonder: Mapping[str, Wonder]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self.card.values())

    @property
    def wonders(self) -> tuple[Wonder, ...]:
        return tuple(self.wonder.values())

    @property
    def leader(self) -> "Mapping[str, Leader]":
        leaders: Mapping[str, Leader] = self.added.get("leader", {})
        return leaders

    @property
    def leaders(self) -> "tuple[Leader, ...]":
        return tuple(self.leader.values())

    def needs_leaders(self, thing: Card | Wonder) -> bool:
        """Return whether a thing is used only in games with leaders."""
        return thing.requires_leaders or self.origin[thing.id] == "leaders"

    def implied_facts(self, thing: Any) -> Mapping[str, Any]:
        """Return the facts of a thing, with ``needs_leaders`` where its file does not say it."""
        needs = isinstance(thing, Card | Wonder) and self.needs_leaders(thing)
        return {"requires_leaders": True} if needs else {}

    def deck(self, age: int, players: int) -> Counter[str]:
        """Return the copies of every card in an age's deck at this table, guilds aside (C1.2)."""
        cards = (card for card in self.cards if card.age == age and not card.is_guild)
        return Counter({card.id: n for card in cards if (n := card.copies_for(players))})
