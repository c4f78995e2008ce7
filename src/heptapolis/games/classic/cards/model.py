"""The catalogue types of classic; see `heptapolis.cards.model`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from heptapolis.cards.model import FREE, Catalog, CatalogThing, Cost, Effect
from heptapolis.cards.reader import Where, read_value
from heptapolis.codes import (
    Color,
    Resource,
    Side,
    Symbol,
    Target,
    Whose,
)
from heptapolis.games.classic.codes import ResourceClass, Special, Trigger
from heptapolis.spelling import nearest

if TYPE_CHECKING:
    from heptapolis.games.classic.leaders.cards.model import Leader


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
    """Coins from the bank for each event of ``whose``."""

    amount: int
    event: Trigger
    whose: tuple[Whose, ...] = (Whose.SELF,)


# The values of a special's ``params``: int stands for a number chosen by the data file, a tuple for
# one of these words, any other value is fixed by the rules and may be omitted but not changed.
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
SPECIALS_WITH_PARAMS = {*PARAMS} - {Special.BUILD_FROM_DISCARD}  # a dig needs no parameters


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

    @classmethod
    def complete(cls, values: dict[str, Any], raw: Mapping[str, Any], where: Where) -> None:
        """Add the parameters of a special that the rules fix."""
        if "params" in raw or values.get("special") in SPECIALS_WITH_PARAMS:
            given = raw.get("params", {})
            values["params"] = _complete_params(values.get("special"), given, where / "params")

    def as_stored(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Return the stored form of an effect, without the parameters that the rules fix."""
        rules = PARAMS[self.special] if self.params and self.special else {}
        params = {
            key: value
            for key, value in self.params.items()
            if rules[key] is int or isinstance(rules[key], tuple)
        }
        others = {key: value for key, value in super().as_stored(entry).items() if key != "params"}
        return others | ({"params": params} if params else {})


def _complete_params(special: Special | None, raw: Any, where: Where) -> dict[str, Any]:
    """Return the parameters of a special with those that the rules fix."""
    if special is None or special not in PARAMS:
        raise where.error("this effect takes no params")
    rules = PARAMS[special]
    for key in raw:
        if key not in rules:
            raise (where / key).error(f"unknown key{nearest(key, rules)}")
    params = {}
    for key, rule in rules.items():
        if rule is int:
            if key not in raw:
                raise (where / key).error("is missing")
            params[key] = read_value(int, raw[key], where / key)
        elif isinstance(rule, tuple):
            if raw.get(key) not in rule:
                raise (where / key).error(f"expected one of {', '.join(rule)}")
            params[key] = raw[key]
        else:
            if key in raw and raw[key] != rule:
                raise (where / key).error(f"the rules know only {rule!r} here")
            params[key] = rule
    return params


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
