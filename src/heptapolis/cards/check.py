"""What no single field can show: chains, decks, boards, layouts that do not fit together."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from heptapolis.cards.model import (
    Card,
    ClassicCatalog,
    ClassicEffect,
    Cost,
    DuelCard,
    DuelCatalog,
    DuelEffect,
    Effect,
    Wonder,
)
from heptapolis.cards.reader import NUMBER_LIMIT, Layers, Where
from heptapolis.codes import (
    BOARDS,
    CARDS,
    CHAINS,
    CHOICES,
    COST_UNITS,
    DECK,
    DRAFT,
    GOODS,
    HAND,
    LEADERS,
    SET_SIZE,
    SLOTS,
    STAGES,
    TOKENS,
    TRACK,
    Code,
    Color,
    Counted,
    Resource,
    Special,
    Symbol,
    Target,
    Whose,
)
from heptapolis.spelling import nearest

PLAYERS = range(3, 8)
AGES = (1, 2, 3)

# The kernels keep room for house cards; these are the limits of that room.
MOST = {"card": CARDS, "leader": LEADERS, "wonder": BOARDS // 2, "token": TOKENS}
MOST_COPIES = 8
MOST_AMOUNT = 100  # of what a city adds up in small integers: shields, rebates, coins on an event
MOST_FEWER = 255  # units that all discounts of a Duel catalogue spare one kind of construction
DUEL_WONDERS_DRAFTED = 2 * SET_SIZE
CLASSIC_COUNTED: set[Counted] = {
    c for c in Counted if c not in (Counted.WONDER, Counted.PROGRESS_TOKEN)
}
DUEL_COUNTED: set[Counted] = {
    *(c for c in Counted if c <= Counted.GREEN),
    Counted.WONDER,
    Counted.PROGRESS_TOKEN,
    Counted.COINS,
}
COLORS = {color for color in Color if color is not Color.WHITE}
CLASSIC_TARGETS = set(Target) - {Target.WONDER}
DUEL_TARGETS = set(Target) - {Target.WONDER_STAGE}
# The least and the most of the numbers that a special's params hold.
PARAM_RANGES: Mapping[Special, Mapping[str, tuple[int, int]]] = {
    Special.BANK_PURCHASE: {"price": (1, NUMBER_LIMIT)},
    Special.TRADE_REBATE: {"amount": (1, MOST_AMOUNT)},
    Special.LEADER_DISCOUNT: {"self": (0, MOST_AMOUNT), "neighbours": (0, MOST_AMOUNT)},
}
# A card with one of these could bring more into a city than there is room for.
NOT_ON_CARDS = (Special.LEADER_DISCOUNT, Special.FREE_LEADERS, Special.BUILD_FROM_DISCARD)
NEIGHBOURHOOD = {Whose.SELF, Whose.LEFT, Whose.RIGHT}


def check_classic(catalog: ClassicCatalog, layers: Layers) -> None:
    """Raise CatalogError for the first thing that cannot be played."""
    _check_room(catalog, layers, "card", "leader", "wonder")
    _check_ids(catalog, layers)
    for card in catalog.cards:
        _check_card(card, catalog.card, layers)
        where = layers.where("card", card.id)
        if card.is_guild and card.age != 3:
            raise (where / "age").error("guilds belong to age 3")
        if card.is_guild == bool(card.players):
            wanted = "guilds are drawn and have none" if card.is_guild else "name each copy"
            raise (where / "players").error(wanted)
        if any(least not in PLAYERS for least in card.players):
            raise (where / "players").error("a table has 3 to 7 players")
        if len(card.players) > MOST_COPIES:
            raise (where / "players").error(f"at most {MOST_COPIES} copies")
        twin = card.same_structure_as
        if twin is not None and (twin not in catalog.card or twin == card.id):
            hint = nearest(twin, catalog.card)
            raise (where / "same_structure_as").error(f"no other card {twin!r}{hint}")
        if twin is not None and catalog.card[twin].same_structure_as:
            raise (where / "same_structure_as").error(f"{twin!r} itself stands for another card")
    for leader in catalog.leaders:
        if leader.cost < 0:
            raise (layers.where("leader", leader.id) / "cost").error("is below 0")
    _check_boards(catalog, layers)
    _check_choices(catalog, layers)
    _check_constants(catalog, layers)
    for path, effect in _classic_effects(catalog):
        where = layers.where(*path)
        _check_effect(effect, CLASSIC_COUNTED, NEIGHBOURHOOD, where)
        _check_classic_effect(effect, path[0], catalog.game, where)
    _check_decks(catalog, layers)


def _check_classic_effect(effect: ClassicEffect, kind: str, game: str, where: Where) -> None:
    if kind == "card" and effect.special in NOT_ON_CARDS:
        raise (where / "special").error("belongs to a leader or a board")
    if effect.science_choice and set(effect.science_choice) != set(Symbol):
        raise (where / "science_choice").error("a choice is among all three symbols")
    if effect.discount is not None and effect.discount.price < 1:
        raise (where / "discount" / "price").error("is below 1")
    fewer = effect.resource_discount
    if fewer is not None:
        _check_members([fewer.color], CLASSIC_TARGETS, where / "resource_discount" / "color")
        _check_range(fewer.amount, 1, COST_UNITS, where / "resource_discount" / "amount")
    if effect.points_per_set is not None:
        _check_members(effect.points_per_set.of, COLORS, where / "points_per_set" / "of")
    if effect.coins_on is not None:
        _check_range(effect.coins_on.amount, 1, MOST_AMOUNT, where / "coins_on" / "amount")
        if effect.coins_on.whose != (Whose.SELF,):
            raise (where / "coins_on" / "whose").error('only "self": what happens in the own city')
    if effect.special is not None:
        for key, (least, most) in PARAM_RANGES.get(effect.special, {}).items():
            _check_range(effect.params[key], least, most, where / "params" / key)
    count = effect.points_per
    if count is not None and Counted.SCIENCE_SET in count.what:
        if kind != "leader" and game != "classic":
            raise (where / "points_per" / "what").error("science sets are counted by leaders only")
        if count.whose != (Whose.SELF,):
            raise (where / "points_per" / "whose").error('science sets are counted for "self" only')
    if game == "classic":
        for key in ("points_per_set", "coins_on", "resource_discount"):
            if getattr(effect, key) is not None:
                raise (where / key).error('is a leader\'s; extend "leaders"')
        if effect.special is not None and effect.special > Special.COPY_GUILD:
            raise (where / "special").error('is a leader\'s; extend "leaders"')
        if effect.points_per is not None and Counted.SCIENCE_SET in effect.points_per.what:
            raise (where / "points_per" / "what").error('sets are a leader\'s; extend "leaders"')


def _check_choices(catalog: ClassicCatalog, layers: Layers) -> None:
    """A city has room for so many producers of choice: all cards and leaders, one board."""
    effects = [thing.effect for thing in catalog.things() if not isinstance(thing, Wonder)]
    cards = sum(bool(effect.produce_choice) for effect in effects)
    for wonder in catalog.wonders:
        for side, board in wonder.sides.items():
            effects = [stage.effect for stage in board.stages] + [board.power or ClassicEffect()]
            own = sum(bool(effect.produce_choice) for effect in effects)
            if cards + own > CHOICES:
                where = layers.where("wonder", wonder.id) / side
                raise where.error(f"{cards + own} things with produce_choice, room for {CHOICES}")


def _check_constants(catalog: ClassicCatalog, layers: Layers) -> None:
    """Numbers that the rules need to be at least something."""
    constants = catalog.constants
    least = {"trade_price": 1, "coins_per_point": 1}
    for name, value in vars(constants).items():
        free = name in ("victory_points", "defeat_points", "guilds_beyond_players")
        if not free and value < least.get(name, 0):
            raise layers.where("constants", name).error(f"is below {least.get(name, 0)}")


def _classic_effects(catalog: ClassicCatalog) -> Iterator[tuple[tuple[str, ...], Any]]:
    for card in catalog.cards:
        yield ("card", card.id, "effect"), card.effect
    for leader in catalog.leaders:
        yield ("leader", leader.id, "effect"), leader.effect
    for wonder in catalog.wonders:
        for side, board in wonder.sides.items():
            if board.power:
                yield ("wonder", wonder.id, side, "power"), board.power
            for number, stage in enumerate(board.stages, 1):
                yield ("wonder", wonder.id, side, f"stage {number}"), stage.effect


def _check_boards(catalog: ClassicCatalog, layers: Layers) -> None:
    for wonder in catalog.wonders:
        for side, board in wonder.sides.items():
            if not 1 <= len(board.stages) <= STAGES:
                where = layers.where("wonder", wonder.id) / side / "stages"
                raise where.error(f"a board has 1 to {STAGES} stages")
            for number, stage in enumerate(board.stages, 1):
                where = layers.where("wonder", wonder.id) / side / f"stage {number}"
                _check_cost(stage.cost, where / "cost")


def _check_decks(catalog: ClassicCatalog, layers: Layers) -> None:
    """Every table must find at least 7 cards a seat in every age (C1.2)."""
    constants = catalog.constants
    if len(constants.victory_points) != len(AGES):
        raise (layers.where("constants", "victory_points")).error("one number for each age")
    guilds = sum(card.is_guild and not catalog.needs_leaders(card) for card in catalog.cards)
    for players in PLAYERS:
        drawn = players + constants.guilds_beyond_players
        if not 0 <= drawn <= guilds:
            where = layers.where("constants", "guilds_beyond_players")
            raise where.error(f"{players} players need {drawn} guilds, there are {guilds}")
        for age in AGES:
            size = catalog.deck(age, players).total() + (drawn if age == 3 else 0)
            if size + len(catalog.cards) > DECK:
                raise layers.where("card").error(f"age {age} has {size} cards: too many to shuffle")
            if size < HAND * players:
                raise layers.where("card").error(
                    f"age {age} has {size} cards at {players} players, {HAND * players} are needed"
                )
    if sum(not catalog.needs_leaders(wonder) for wonder in catalog.wonders) < max(PLAYERS):
        raise layers.where("wonder").error(f"{max(PLAYERS)} boards are needed")
    if catalog.leader and constants.leaders_dealt != DRAFT:
        where = layers.where("constants", "leaders_dealt")
        raise where.error(f"{DRAFT} leaders are dealt and drafted")
    needed = constants.leaders_dealt * max(PLAYERS)
    if catalog.leader and len(catalog.leaders) < needed + 4:
        raise layers.where("leader").error(f"{needed + 4} leaders are needed")


def check_duel(catalog: DuelCatalog, layers: Layers) -> None:
    """Raise CatalogError for the first thing that cannot be played."""
    _check_room(catalog, layers, "card", "wonder", "token")
    _check_ids(catalog, layers)
    for card in catalog.cards:
        _check_card(card, catalog.card, layers)
        _check_goods(card.cost.resources, layers.where("card", card.id, "cost"))
    for wonder in catalog.wonders:
        _check_cost(wonder.cost, layers.where("wonder", wonder.id, "cost"))
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
            _check_effect(thing.effect, DUEL_COUNTED, {Whose.SELF, Whose.LARGER_CITY}, where)
            _check_duel_effect(thing.effect, where)
            discount = thing.effect.discount
            if discount is not None:
                fewer[discount.applies_to] += discount.resources
                if fewer[discount.applies_to] > MOST_FEWER:
                    where = where / "discount" / "resources"
                    raise where.error(f"all such discounts together are above {MOST_FEWER}")


def _check_duel_effect(effect: DuelEffect, where: Where) -> None:
    for key in ("produce", "produce_choice", "fixed_price"):
        _check_goods(getattr(effect, key), where / key)
    for resource, price in effect.fixed_price.items():
        _check_range(price, 1, NUMBER_LIMIT, where / "fixed_price" / resource.slug)
    _check_range(effect.opponent_lose_coins, 0, NUMBER_LIMIT, where / "opponent_lose_coins")
    _check_range(effect.coins_per_chain_build, 0, MOST_AMOUNT, where / "coins_per_chain_build")
    if effect.destroy not in (None, Color.BROWN, Color.GREY):
        raise (where / "destroy").error("only brown or grey cards are destroyed")
    discount, bonus, drawn = effect.discount, effect.bonus_shields, effect.removed_token
    if discount is not None:
        _check_members([discount.applies_to], DUEL_TARGETS, where / "discount" / "applies_to")
        _check_range(discount.resources, 1, COST_UNITS, where / "discount" / "resources")
    if bonus is not None:
        if bonus.applies_to is not Color.RED:
            raise (where / "bonus_shields").error("only red cards give shields")
        _check_range(bonus.amount, 1, MOST_AMOUNT, where / "bonus_shields" / "amount")
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
        _check_range(value, least.get(name, 0), most.get(name, NUMBER_LIMIT), where)
    guilds, added = sum(card.is_guild for card in catalog.cards), catalog.constants.guilds_added
    if guilds < added:
        where = _told(layers, ("constants", "guilds_added"), ("card",))
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
            told = _told(layers, ("military", "zones"), ("military", "capital"))
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
                raise where.error(f"no wonder {id!r}{nearest(id, catalog.wonder)}")
        if len(ids) != SET_SIZE:
            raise where.error(f"{len(ids)} wonders, {SET_SIZE} are needed")
        if len(set(ids)) < len(ids):
            raise where.error("names a wonder twice")
    for id in set(first.p1) & set(first.p2):
        where = _told(layers, ("first_game_wonders", "p2"), ("first_game_wonders", "p1"))
        raise where.error(f"{id!r} belongs to the other player")


def _check_layouts(catalog: DuelCatalog, layers: Layers) -> None:
    if set(catalog.layout) != {str(age) for age in AGES}:
        raise layers.where("layout").error("one layout for each of the ages 1, 2, 3")
    constants = catalog.constants
    left: dict[int, int] = {}  # cards of each age that stay unseen
    for age in AGES:
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
    # What is dealt decides; the constant only tells it. A house that adds cards need not retell.
    age = min(left, key=lambda age: left[age])
    said = constants.cards_removed
    retold = layers.where("constants", "cards_removed").file != layers.files["game"]
    if said > left[age] or (retold and said < left[age]):
        names = ("cards_removed", "guilds_added")
        where = _told(layers, *(("constants", name) for name in names), ("card",))
        raise where.error(f"age {age} leaves {left[age]} cards undealt, cards_removed says {said}")


def _check_room(catalog: Any, layers: Layers, *sections: str) -> None:
    for section in sections:
        n, most = len(getattr(catalog, section)), MOST[section]
        if n > most:
            raise layers.where(section).error(f"{n} entries, there is room for {most}")


def _check_ids(catalog: ClassicCatalog | DuelCatalog, layers: Layers) -> None:
    """Ids are unique over all kinds; the entry laid last is to blame."""
    seen: dict[str, str] = {}
    order = list(layers.files)
    for thing in catalog.things():
        kind = re.sub("duel|progress", "", type(thing).__name__.lower())  # as its table is called
        if thing.id in seen:
            kinds = sorted((kind, seen[thing.id]), key=lambda k: order.index(f"{k}.{thing.id}"))
            raise layers.where(kinds[1], thing.id).error(f"the id is taken by a {kinds[0]}")
        seen[thing.id] = kind


def _check_card(card: Card | DuelCard, known: Iterable[str], layers: Layers) -> None:
    where = layers.where("card", card.id)
    if card.age not in AGES:
        raise (where / "age").error(f"{card.age} is not 1, 2 or 3")
    if card.color is Color.WHITE:
        raise (where / "color").error("white cards are leaders")
    _check_cost(card.cost, where / "cost")
    if len(card.chain_from) > CHAINS:
        raise (where / "chain_from").error(f"at most {CHAINS} cards")
    for id in card.chain_from:
        if id not in known or id == card.id:
            raise (where / "chain_from").error(f"no other card {id!r}{nearest(id, known)}")


def _check_cost(cost: Cost, where: Where) -> None:
    if sum(cost.resources.values()) > COST_UNITS:
        raise where.error(f"more than {COST_UNITS} units")


def _check_goods(resources: Iterable[Resource], where: Where) -> None:
    for resource in resources:
        if resource not in GOODS:
            raise where.error(f"Duel knows no {resource.slug}")


def _check_effect(effect: Effect, counted: set[Counted], whose: set[Whose], where: Where) -> None:
    for key in ("coins_per", "points_per"):
        count = getattr(effect, key)
        if count is None:
            continue
        _check_members(count.what, counted, where / key / "what")
        _check_members(count.whose, whose, where / key / "whose")
        if count.per < 1:
            raise (where / key / "per").error("is below 1")
        if count.per > 1 and count.what != (Counted.COINS,):
            raise (where / key / "per").error("only coins are counted in groups")
        if key == "coins_per":
            _check_range(count.amount, 1, NUMBER_LIMIT, where / key / "amount")
        if key == "coins_per" and Counted.SCIENCE_SET in count.what:
            raise (where / key / "what").error("science sets are counted in scoring only")
    if len(set(effect.produce_choice)) < len(effect.produce_choice):
        raise (where / "produce_choice").error("names a resource twice")
    if len(effect.produce) > COST_UNITS:
        raise (where / "produce").error(f"more than {COST_UNITS} units")
    _check_range(effect.coins, 0, NUMBER_LIMIT, where / "coins")
    _check_range(effect.shields, 0, MOST_AMOUNT, where / "shields")


def _check_range(value: int, least: int, most: int, where: Where) -> None:
    if value < least:
        raise where.error(f"is below {least}")
    if value > most:
        raise where.error(f"is above {most}")


def _told(layers: Layers, *paths: tuple[str, ...]) -> Where:
    """The first of these places that a house speaks of: of two that clash, the one to blame."""
    places = [layers.where(*path) for path in paths]
    return next((place for place in places if place.file != layers.files["game"]), places[0])


def _check_members(given: Iterable[Code], allowed: Iterable[Code], where: Where) -> None:
    given = list(given)
    if not given:
        raise where.error("is empty")
    for code in given:
        if code not in allowed:
            raise where.error(f"{code.slug!r} does not occur in this game")
    if len(set(given)) < len(given):
        raise where.error("names a thing twice")
