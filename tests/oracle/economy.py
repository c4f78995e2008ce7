"""Payments for a construction: every split of its resources among the city and the sellers."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from heptapolis.cards.model import Cost
from heptapolis.codes import (
    Color,
    Resource,
    Side,
    Target,
)
from heptapolis.games.classic.cards.effects import ClassicEffect
from heptapolis.games.classic.codes import ResourceClass, Special

from .city import City

# Units of each resource, in the order of `Resource`.
Units = tuple[int, ...]
# A producer makes one unit of one of its resources.
Producer = tuple[Resource, ...]

ANY_RESOURCE: Producer = tuple(Resource)


@dataclass(frozen=True)
class Plan:
    """The coins of a purchase by seller, without the printed coin cost."""

    bank: int = 0
    left: int = 0
    right: int = 0

    @property
    def total(self) -> int:
        return self.bank + self.left + self.right

    @property
    def neighbours(self) -> int:
        """Return the number of selling neighbours; every seller is paid (C4.4)."""
        return (self.left > 0) + (self.right > 0)

    def rank(self) -> tuple[int, int, int]:
        # C4.6: fewest coins in total, then to neighbours, then to the left
        return (self.total, self.left + self.right, self.left)

    def words(self) -> list[str]:
        sent = {"left": self.left, "right": self.right, "bank": self.bank}
        return [f"{seller}={coins}" for seller, coins in sent.items() if coins]


NO_PURCHASE = Plan()


def purchase_plans(city: City, cost: Cost, target: Target) -> list[Plan]:
    """Return all legal payments in order, [] if the cost cannot be met (C4.6)."""
    need = tuple(cost.resources.get(resource, 0) for resource in Resource)
    own = possible_shares(own_producers(city) + saved_units(city, target), need)
    for bought in range(sum(need) + 1):
        made = [share for share in own if sum(share) == sum(need) - bought]
        found = {plan for share in made for plan in _purchases(city, _minus(need, share))}
        if found:  # the smallest number of bought units
            in_reach = [plan for plan in found if plan.total + cost.coins <= city.coins]  # C4.5
            return sorted(in_reach, key=Plan.rank)
    return []


def _purchases(city: City, missing: Units) -> list[Plan]:
    """Return every way to buy the units that the city does not produce."""
    return [
        Plan(bank=coins, left=left, right=right)
        for units, coins in bank_offers(city)
        for share in possible_shares((ANY_RESOURCE,) * units, missing)
        if sum(share) == units
        for left, right in _trades(city, _minus(missing, share))
    ]


def _trades(city: City, missing: Units) -> list[tuple[int, int]]:
    """Return every way to buy the units from neighbours, as coins to the left and to the right."""
    from_left = possible_shares(sold_producers(city.left), missing)
    from_right = possible_shares(sold_producers(city.right), missing)
    return [
        (price(city, Side.LEFT, share), price(city, Side.RIGHT, rest))
        for share in from_left
        if (rest := _minus(missing, share)) in from_right
    ]


@lru_cache(maxsize=100_000)
def possible_shares(producers: tuple[Producer, ...], need: Units) -> frozenset[Units]:
    """Return every part of the need that the producers can make, each used at most once (C4.2)."""
    shares = {(0,) * len(Resource)}
    for producer in producers:
        shares |= {_plus_one(share, resource) for share in shares for resource in producer}
        shares = {share for share in shares if min(_minus(need, share)) >= 0}
    return frozenset(shares)


def _minus(need: Units, share: Units) -> Units:
    return tuple(n - s for n, s in zip(need, share, strict=True))


def _plus_one(share: Units, resource: Resource) -> Units:
    return tuple(n + (index == resource) for index, n in enumerate(share))


def own_producers(city: City) -> tuple[Producer, ...]:
    # C4.2: the board, brown, grey and yellow cards, wonder stages
    return _board(city) + _producers(city.effects())


def saved_units(city: City, target: Target) -> tuple[Producer, ...]:
    # C4.6: a discount is a producer of any resource for that construction
    return (ANY_RESOURCE,) * city.units_saved(target)


def sold_producers(city: City) -> tuple[Producer, ...]:
    # C4.3: the board, brown and grey cards only
    return _board(city) + _producers(c.effect for c in city.cards(Color.BROWN, Color.GREY))


def _board(city: City) -> tuple[Producer, ...]:
    return ((city.wonder.resource,),) if city.wonder.resource is not None else ()


def _producers(effects: Iterable[ClassicEffect]) -> tuple[Producer, ...]:
    found: list[Producer] = []
    for effect in effects:
        found += [(resource,) for resource in effect.produce]
        found += [effect.produce_choice] if effect.produce_choice else []
    return tuple(found)


def bank_offers(city: City) -> list[tuple[int, int]]:
    """Return the offers of the bank as units and coins: none, or a unit for each such power (L20)."""
    prices: list[int] = [power["price"] for power in city.powers(Special.BANK_PURCHASE)]
    choices = [some for n in range(len(prices) + 1) for some in combinations(prices, n)]
    return [(len(some), sum(some)) for some in choices]


def price(city: City, side: Side, units: Units) -> int:
    """Return the coins for units of the neighbour on a side."""
    return sum(unit_price(city, side, r) * n for r, n in zip(Resource, units, strict=True) if n)


def unit_price(city: City, side: Side, resource: Resource) -> int:
    # C4.4: discounts never add up
    raw = resource < Resource.GLASS
    class_ = ResourceClass.RAW if raw else ResourceClass.MANUFACTURED
    discounts = [effect.discount for effect in city.effects() if effect.discount]
    prices = [d.price for d in discounts if d.class_ is class_ and side in d.from_]
    return min([city.catalog.constants.trade_price, *prices])


def rebate(city: City, plan: Plan) -> int:
    """Return the coins that the bank pays back, for every neighbour bought from (L21)."""
    amounts: list[int] = [power["amount"] for power in city.powers(Special.TRADE_REBATE)]
    return sum(amounts) * plan.neighbours
