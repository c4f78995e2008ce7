"""Checks across the fields of Duel's catalogue: chains, layouts and tracks that do not fit
together."""

from collections import Counter
from collections.abc import Iterable

from heptapolis.cards.check import (
    MAX_AMOUNT,
    check_card,
    check_cost,
    check_effect,
    check_ids,
    check_members,
    check_range,
    check_room,
    place_to_blame,
)
from heptapolis.cards.reader import NUMBER_LIMIT, Layers, Where
from heptapolis.codes import (
    AGES,
    COST_UNITS,
    Code,
    Color,
    Counted,
    Resource,
    Target,
    Whose,
)
from heptapolis.games.duel.cards.model import DuelCatalog, DuelEffect
from heptapolis.games.duel.codes import (
    GOODS,
    SET_SIZE,
    SLOTS,
    TOKENS,
    TRACK,
    DuelCounted,
)
from heptapolis.spelling import suggest

MAX_DISCOUNT_UNITS = 255  # units that all discounts together save on one kind of construction
DUEL_WONDERS_DRAFTED = 2 * SET_SIZE
DUEL_COUNTED: set[Code] = {*Counted, *DuelCounted} - {Counted.PURPLE}
DUEL_TARGETS = set(Target) - {Target.WONDER_STAGE}


def check_duel(catalog: DuelCatalog, layers: Layers) -> None:
    """Raise CatalogError for the first thing that cannot be played."""
    check_room(catalog, layers)
    check_ids(catalog, layers)
    for card in catalog.cards:
        check_card(card, catalog.card, layers)
        _check_goods(card.cost.resources, layers.where("card", card.id, "cost"))
    for wonder in catalog.wonders:
        check_cost(wonder.cost, layers.where("wonder", wonder.id, "cost"))
        _check_goods(wonder.cost.resources, layers.where("wonder", wonder.id, "cost"))
    _check_duel_effects(catalog, layers)
    if len(catalog.wonders) < DUEL_WONDERS_DRAFTED:
        raise layers.where("wonder").error(f"{DUEL_WONDERS_DRAFTED} wonders are needed")
    _check_duel_constants(catalog, layers)
    _check_layouts(catalog, layers)
    _check_military(catalog, layers)
    _check_first_game(catalog, layers)


def _check_duel_effects(catalog: DuelCatalog, layers: Layers) -> None:
    fewer: Counter[Target] = Counter()
    for section in ("card", "wonder", "token"):
        for id, thing in getattr(catalog, section).items():
            where = layers.where(section, id, "effect")
            check_effect(thing.effect, DUEL_COUNTED, {Whose.SELF, Whose.LARGER_CITY}, where)
            _check_duel_effect(thing.effect, where)
            discount = thing.effect.discount
            if discount is not None:
                fewer[discount.applies_to] += discount.resources
                if fewer[discount.applies_to] > MAX_DISCOUNT_UNITS:
                    where = where / "discount" / "resources"
                    raise where.error(f"all such discounts together are above {MAX_DISCOUNT_UNITS}")


def _check_duel_effect(effect: DuelEffect, where: Where) -> None:
    for key in ("produce", "produce_choice", "fixed_price"):
        _check_goods(getattr(effect, key), where / key)
    for resource, price in effect.fixed_price.items():
        check_range(price, 1, NUMBER_LIMIT, where / "fixed_price" / resource.slug)
    check_range(effect.opponent_lose_coins, 0, NUMBER_LIMIT, where / "opponent_lose_coins")
    check_range(effect.coins_per_chain_build, 0, MAX_AMOUNT, where / "coins_per_chain_build")
    if effect.destroy not in (None, Color.BROWN, Color.GREY):
        raise (where / "destroy").error("only brown or grey cards are destroyed")
    discount, bonus, drawn = effect.discount, effect.bonus_shields, effect.removed_token
    if discount is not None:
        check_members([discount.applies_to], DUEL_TARGETS, where / "discount" / "applies_to")
        check_range(discount.resources, 1, COST_UNITS, where / "discount" / "resources")
    if bonus is not None:
        if bonus.applies_to is not Color.RED:
            raise (where / "bonus_shields").error("only red cards give shields")
        check_range(bonus.amount, 1, MAX_AMOUNT, where / "bonus_shields" / "amount")
    if drawn is not None and (drawn.keep != 1 or not 1 <= drawn.draw <= TOKENS):
        raise (where / "removed_token").error(f"1 of 1 to {TOKENS} drawn is kept")


def _check_duel_constants(catalog: DuelCatalog, layers: Layers) -> None:
    least = {"trade_price": 1, "coins_per_point": 1, "symbols_to_win": 1, "wonders_in_play": 1}
    most = {
        "wonders_in_play": DUEL_WONDERS_DRAFTED,
        "tokens_on_board": len(catalog.tokens),
        "guilds_added": SLOTS,
    }
    for name, value in vars(catalog.constants).items():
        where = layers.where("constants", name)
        check_range(value, least.get(name, 0), most.get(name, NUMBER_LIMIT), where)
    guilds, added = sum(card.is_guild for card in catalog.cards), catalog.constants.guilds_added
    if guilds < added:
        where = place_to_blame(layers, ("constants", "guilds_added"), ("card",))
        raise where.error(f"{added} guilds are added, there are {guilds}")


def _check_military(catalog: DuelCatalog, layers: Layers) -> None:
    capital = catalog.military.capital
    if not 1 <= capital < TRACK:
        where = layers.where("military", "capital")
        raise where.error(f"1 to {TRACK - 1} spaces from the middle")
    where = layers.where("military", "zones")
    end = 0
    for number, zone in enumerate(catalog.military.zones, 1):
        if zone.to < zone.from_:
            raise where.error(f"zone {number} ends at {zone.to}, before it begins at {zone.from_}")
        if zone.from_ <= end:
            span = f"zone {number} spans {zone.from_} to {zone.to}"
            raise where.error(f"{span}, it must begin after {end}")
        if zone.to > capital:
            told = place_to_blame(layers, ("military", "zones"), ("military", "capital"))
            raise told.error(f"zone {number} ends at {zone.to}, the capital lies at {capital}")
        for key in ("points", "loot"):
            if getattr(zone, key) < 0:
                raise where.error(f"zone {number}: {key} is below 0")
        end = zone.to


def _check_first_game(catalog: DuelCatalog, layers: Layers) -> None:
    first = catalog.first_game_wonders
    for player, ids in (("p1", first.p1), ("p2", first.p2)):
        where = layers.where("first_game_wonders", player)
        for id in ids:
            if id not in catalog.wonder:
                raise where.error(f"no wonder {id!r}{suggest(id, catalog.wonder)}")
        if len(ids) != SET_SIZE:
            raise where.error(f"{len(ids)} wonders, {SET_SIZE} are needed")
        if len(set(ids)) < len(ids):
            raise where.error("names a wonder twice")
    for id in set(first.p1) & set(first.p2):
        where = place_to_blame(layers, ("first_game_wonders", "p2"), ("first_game_wonders", "p1"))
        raise where.error(f"{id!r} belongs to the other player")


def _check_layouts(catalog: DuelCatalog, layers: Layers) -> None:
    if set(catalog.layout) != {str(age) for age in range(1, AGES + 1)}:
        raise layers.where("layout").error("one layout for each of the ages 1, 2, 3")
    constants = catalog.constants
    left: dict[int, int] = {}  # cards of each age that stay hidden
    for age in range(1, AGES + 1):
        where = layers.where("layout", str(age), "rows")
        layout = catalog.layout[str(age)]
        if set("".join(layout.rows)) - {" ", "#", "?"}:
            raise where.error('"#" is face up, "?" face down, a blank nothing')
        if len(layout.slots) != SLOTS:
            raise where.error(f"{len(layout.slots)} slots, {SLOTS} are needed")
        deck = sum(card.age == age and not card.is_guild for card in catalog.cards)
        dealt = SLOTS - (constants.guilds_added if age == 3 else 0)
        if deck < dealt:
            raise layers.where("card").error(f"age {age} has {deck} cards, {dealt} are needed")
        left[age] = deck - dealt
    # The constant must match the deal. A house that adds cards need not repeat it.
    age = min(left, key=lambda age: left[age])
    said = constants.cards_removed
    retold = layers.where("constants", "cards_removed").file == layers.house
    if said > left[age] or (retold and said < left[age]):
        names = ("cards_removed", "guilds_added")
        where = place_to_blame(layers, *(("constants", name) for name in names), ("card",))
        raise where.error(f"age {age} leaves {left[age]} cards undealt, cards_removed says {said}")


def _check_goods(resources: Iterable[Resource], where: Where) -> None:
    for resource in resources:
        if resource not in GOODS:
            raise where.error(f"Duel knows no {resource.slug}")
