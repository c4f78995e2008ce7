"""The price of a construction in Duel: every use of producers and discounts is tried."""

from dataclasses import dataclass

from heptapolis.cards.model import Cost
from heptapolis.codes import Color, Resource, Target
from heptapolis.games.duel.cards.model import DuelCard, DuelWonder

from .duel_city import DuelCity

# The missing units, one by one.
Units = tuple[Resource, ...]
# A producer or discount covers one unit of one of its resources.
Helper = tuple[Resource, ...]


@dataclass(frozen=True)
class Price:
    """The printed coins, which go to the bank, and the coins for bought resources."""

    printed: int = 0
    trade: int = 0

    @property
    def total(self) -> int:
        return self.printed + self.trade


def card_price(city: DuelCity, card: DuelCard) -> Price:
    if city.has_chain_to(card):  # D15: always used
        return Price()
    return _price(city, card.cost, Target[card.color.name])


def wonder_price(city: DuelCity, wonder: DuelWonder) -> Price:
    return _price(city, wonder.cost, Target.WONDER)


def _price(city: DuelCity, cost: Cost, target: Target) -> Price:
    need = tuple(resource for resource, n in cost.resources.items() for _ in range(n))
    helpers = producers(city) + discounts(city, target)
    price = {resource: unit_price(city, resource) for resource in cost.resources}
    rests = possible_rests(need, helpers)
    return Price(cost.coins, min(sum(price[unit] for unit in rest) for rest in rests))  # D14


def possible_rests(need: Units, helpers: list[Helper]) -> set[Units]:
    """Return all sets of units that remain to buy: each helper covers any of its resources (D13, D14)."""
    rests = {need}
    for helper in helpers:
        rests = {_without(rest, resource) for rest in rests for resource in helper}
    return rests


def _without(units: Units, resource: Resource) -> Units:
    """Remove one unit of this resource, if there is one."""
    if resource not in units:
        return units
    at = units.index(resource)
    return units[:at] + units[at + 1 :]


def producers(city: DuelCity) -> list[Helper]:
    found: list[Helper] = []
    for effect in city.effects():
        found += [(resource,) for resource in effect.produce]
        found += [effect.produce_choice] if effect.produce_choice else []  # D13
    return found


def discounts(city: DuelCity, target: Target) -> list[Helper]:
    # D14: each unit of a discount may be any resource
    found = [effect.discount for effect in city.effects() if effect.discount]
    units = sum(discount.resources for discount in found if discount.applies_to is target)
    return [tuple(Resource)] * units


def unit_price(city: DuelCity, resource: Resource) -> int:
    """Return the price of the bank for a unit of a resource (D11)."""
    prices = [effect.fixed_price for effect in city.effects()]
    fixed = [price[resource] for price in prices if resource in price]
    if fixed:  # D12: regardless of the opponent
        return min(fixed)
    # brown and grey cards only, without choices
    sources = city.opponent.cards(Color.BROWN, Color.GREY)
    made = sum(card.effect.produce.count(resource) for card in sources)
    return city.catalog.constants.trade_price + made
