"""The effects of cards, boards and leaders of classic; see `heptapolis.cards.model`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from heptapolis.cards.model import Count, Effect
from heptapolis.cards.reader import Where, read_value
from heptapolis.codes import Color, Counted, Resource, Side, Target, Whose
from heptapolis.games.classic.codes import ClassicCounted, ResourceClass, Special, Symbol, Trigger
from heptapolis.spelling import suggest


@dataclass(frozen=True, kw_only=True)
class ClassicCount(Count):
    what: tuple[Counted | ClassicCounted, ...]


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

    coins_per: ClassicCount | None = None
    points_per: ClassicCount | None = None
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
            raise (where / key).error(f"unknown key{suggest(key, rules)}")
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
