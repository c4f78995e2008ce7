"""What a construction costs in Duel: every use of the city's help is tried, the cheapest counts."""

from dataclasses import dataclass

from heptapolis.cards.model import Cost
from heptapolis.codes import Color, Resource, Target
from heptapolis.games.duel.cards.model import DuelCard, DuelWonder

from .duel_city import DuelCity

# The units still missing, one by one.
Units = tuple[Resource, ...]
# Something that takes one unit of one of its resources off a cost.
Helper = tuple[Resource, ...]


@dataclass(frozen=True)
class Price:
    """Printed coins, which go to the bank, and the coins for bought resources."""

    printed: int = 0
    trade: int = 0

    @property
    def total(self) -> int:
        return self.printed + self.trade


def card_price(city: DuelCity, card: DuelCard) -> Price:
    if city.has_chain_to(card):  # D15: always taken
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
    """All that may be left to buy: each helper is tried on each of its resources (D13, D14)."""
    rests = {need}
    for helper in helpers:
        rests = {_without(rest, resource) for rest in rests for resource in helper}
    return rests


def _without(units: Units, resource: Resource) -> Units:
    """One unit of this resource fewer, if there is one."""
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
    """What the bank asks for every unit of a resource (D11)."""
    prices = [effect.fixed_price for effect in city.effects()]
    fixed = [price[resource] for price in prices if resource in price]
    if fixed:  # D12: whatever the opponent makes
        return min(fixed)
    # Brown and grey cards only, choices aside
    sources = city.opponent.cards(Color.BROWN, Color.GREY)
    made = sum(card.effect.produce.count(resource) for card in sources)
    return city.catalog.constants.trade_price + made
