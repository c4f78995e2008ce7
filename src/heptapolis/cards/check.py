"""Checks that the catalogues of several games need, beyond single fields."""

from collections.abc import Iterable
from typing import Any

from heptapolis.cards.model import Catalog, Cost, Effect
from heptapolis.cards.reader import NUMBER_LIMIT, Layers, Where
from heptapolis.codes import AGES, CHAINS, COST_UNITS, Code, Color, Counted, Whose
from heptapolis.spelling import suggest

# limit of what a city adds up in small integers: shields, rebates, coins on an event
MAX_AMOUNT = 100


def check_room(catalog: Catalog, layers: Layers) -> None:
    """Raise CatalogError if there are more things of a kind than the tables have room for."""
    for kind in catalog.source.kinds:
        n = len(catalog.section(kind.section))
        if n > kind.capacity:
            raise layers.where(kind.section).error(
                f"{n} entries, there is room for {kind.capacity}"
            )


def check_ids(catalog: Catalog, layers: Layers) -> None:
    """Raise CatalogError if two kinds of things share an id; the entry laid last is to blame."""
    seen: dict[str, str] = {}
    order = list(layers.files)
    for thing in catalog.things():
        if thing.id in seen:
            kinds = sorted(
                (thing.kind, seen[thing.id]), key=lambda k: order.index(f"{k}.{thing.id}")
            )
            raise layers.where(kinds[1], thing.id).error(f"the id is taken by a {kinds[0]}")
        seen[thing.id] = thing.kind


def check_card(card: Any, known: Iterable[str], layers: Layers) -> None:
    """Raise CatalogError for an age card that cannot be built; ``known`` are the ids of cards."""
    where = layers.where("card", card.id)
    if card.age not in range(1, AGES + 1):
        raise (where / "age").error(f"{card.age} is not 1, 2 or 3")
    if card.color is Color.WHITE:
        raise (where / "color").error("no card of an age is white")
    check_cost(card.cost, where / "cost")
    if len(card.chain_from) > CHAINS:
        raise (where / "chain_from").error(f"at most {CHAINS} cards")
    for id in card.chain_from:
        if id not in known or id == card.id:
            raise (where / "chain_from").error(f"no other card {id!r}{suggest(id, known)}")


def check_cost(cost: Cost, where: Where) -> None:
    """Raise CatalogError if a cost has more units than the tables have room for."""
    if sum(cost.resources.values()) > COST_UNITS:
        raise where.error(f"more than {COST_UNITS} units")


def check_effect(effect: Effect, counted: set[Code], whose: set[Whose], where: Where) -> None:
    """Raise CatalogError for combinations of the common effect keys that no game can execute.

    ``counted`` and ``whose`` are what the effects of this game may count, and in whose cities.
    """
    for key in ("coins_per", "points_per"):
        count = getattr(effect, key)
        if count is None:
            continue
        check_members(count.what, counted, where / key / "what")
        check_members(count.whose, whose, where / key / "whose")
        if count.per < 1:
            raise (where / key / "per").error("is below 1")
        if count.per > 1 and count.what != (Counted.COINS,):
            raise (where / key / "per").error("only coins are counted in groups")
        if key == "coins_per":
            check_range(count.amount, 1, NUMBER_LIMIT, where / key / "amount")
    if len(set(effect.produce_choice)) < len(effect.produce_choice):
        raise (where / "produce_choice").error("names a resource twice")
    if len(effect.produce) > COST_UNITS:
        raise (where / "produce").error(f"more than {COST_UNITS} units")
    check_range(effect.coins, 0, NUMBER_LIMIT, where / "coins")
    check_range(effect.shields, 0, MAX_AMOUNT, where / "shields")


def check_range(value: int, least: int, most: int, where: Where) -> None:
    """Raise CatalogError unless a number lies between two others."""
    if value < least:
        raise where.error(f"is below {least}")
    if value > most:
        raise where.error(f"is above {most}")


def check_members(given: Iterable[Code], allowed: Iterable[Code], where: Where) -> None:
    """Raise CatalogError unless the codes are some of those that a game knows, each once."""
    given = list(given)
    if not given:
        raise where.error("is empty")
    for code in given:
        if code not in allowed:
            raise where.error(f"{code.slug!r} does not occur in this game")
    if len(set(given)) < len(given):
        raise where.error("names a thing twice")


def place_to_blame(layers: Layers, *paths: tuple[str, ...]) -> Where:
    """Return the first of these places that a house file names: where two clash, that one is the
    mistake."""
    places = [layers.where(*path) for path in paths]
    return next((place for place in places if place.file == layers.house), places[0])
