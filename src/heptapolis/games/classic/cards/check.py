"""Checks across the fields of classic's catalogue: chains, decks and boards that do not fit
together."""

from collections.abc import Iterator, Mapping
from typing import Any

from heptapolis.cards.check import (
    MAX_AMOUNT,
    check_card,
    check_cost,
    check_effect,
    check_ids,
    check_members,
    check_range,
    check_room,
)
from heptapolis.cards.model import Effect
from heptapolis.cards.reader import NUMBER_LIMIT, Layers, Where
from heptapolis.codes import AGES, COST_UNITS, DECK, Code, Color, Counted, Target, Whose
from heptapolis.games.classic.cards.effects import ClassicEffect
from heptapolis.games.classic.cards.model import Board, ClassicCatalog
from heptapolis.games.classic.codes import (
    CHOICES,
    HAND,
    STAGES,
    ClassicCounted,
    Special,
    Symbol,
)
from heptapolis.spelling import suggest

PLAYERS = range(3, 8)
MAX_COPIES = 8
CLASSIC_COUNTED: set[Code] = {*Counted, *ClassicCounted}
COLORS = {color for color in Color if color is not Color.WHITE}
CLASSIC_TARGETS = set(Target) - {Target.WONDER}
# The smallest and largest values of the numbers in a special's params.
PARAM_RANGES: Mapping[Special, Mapping[str, tuple[int, int]]] = {
    Special.BANK_PURCHASE: {"price": (1, NUMBER_LIMIT)},
    Special.TRADE_REBATE: {"amount": (1, MAX_AMOUNT)},
    Special.LEADER_DISCOUNT: {"self": (0, MAX_AMOUNT), "neighbours": (0, MAX_AMOUNT)},
}
# With one of these a card could bring more into a city than there is room for.
FORBIDDEN_CARD_SPECIALS = (
    Special.LEADER_DISCOUNT,
    Special.FREE_LEADERS,
    Special.BUILD_FROM_DISCARD,
)
NEIGHBOURHOOD = {Whose.SELF, Whose.LEFT, Whose.RIGHT}


def check_classic(catalog: ClassicCatalog, layers: Layers) -> None:
    """Raise CatalogError for the first thing that cannot be played."""
    check_room(catalog, layers)
    check_ids(catalog, layers)
    for card in catalog.cards:
        check_card(card, catalog.card, layers)
        where = layers.where("card", card.id)
        if card.is_guild and card.age != 3:
            raise (where / "age").error("guilds belong to age 3")
        if card.is_guild == bool(card.players):
            wanted = "guilds are drawn and have none" if card.is_guild else "name each copy"
            raise (where / "players").error(wanted)
        if any(least not in PLAYERS for least in card.players):
            raise (where / "players").error("a table has 3 to 7 players")
        if len(card.players) > MAX_COPIES:
            raise (where / "players").error(f"at most {MAX_COPIES} copies")
        twin = card.same_structure_as
        if twin is not None and (twin not in catalog.card or twin == card.id):
            hint = suggest(twin, catalog.card)
            raise (where / "same_structure_as").error(f"no other card {twin!r}{hint}")
        if twin is not None and catalog.card[twin].same_structure_as:
            raise (where / "same_structure_as").error(f"{twin!r} itself stands for another card")
    _check_boards(catalog, layers)
    _check_choices(catalog, layers)
    _check_constants(catalog, layers)
    for path, effect in _classic_effects(catalog):
        where = layers.where(*path)
        check_classic_effect(effect, path[0], where, has_leaders="leaders" in catalog.expansions)
    _check_decks(catalog, layers)


def check_classic_effect(
    effect: ClassicEffect, kind: str, where: Where, *, has_leaders: bool
) -> None:
    """Raise CatalogError for an effect that a thing of this kind cannot have."""
    check_effect(effect, CLASSIC_COUNTED, NEIGHBOURHOOD, where)
    if kind == "card" and effect.special in FORBIDDEN_CARD_SPECIALS:
        raise (where / "special").error("belongs to a leader or a board")
    if effect.science_choice and set(effect.science_choice) != set(Symbol):
        raise (where / "science_choice").error("a choice is among all three symbols")
    if effect.discount is not None and effect.discount.price < 1:
        raise (where / "discount" / "price").error("is below 1")
    fewer = effect.resource_discount
    if fewer is not None:
        check_members([fewer.color], CLASSIC_TARGETS, where / "resource_discount" / "color")
        check_range(fewer.amount, 1, COST_UNITS, where / "resource_discount" / "amount")
    if effect.points_per_set is not None:
        check_members(effect.points_per_set.of, COLORS, where / "points_per_set" / "of")
    if effect.coins_on is not None:
        check_range(effect.coins_on.amount, 1, MAX_AMOUNT, where / "coins_on" / "amount")
        if effect.coins_on.whose != (Whose.SELF,):
            raise (where / "coins_on" / "whose").error('only "self": what happens in the own city')
    if effect.special is not None:
        for key, (least, most) in PARAM_RANGES.get(effect.special, {}).items():
            check_range(effect.params[key], least, most, where / "params" / key)
    if effect.coins_per is not None and ClassicCounted.SCIENCE_SET in effect.coins_per.what:
        raise (where / "coins_per" / "what").error("science sets are counted in scoring only")
    count = effect.points_per
    if count is not None and ClassicCounted.SCIENCE_SET in count.what:
        if kind != "leader" and has_leaders:
            raise (where / "points_per" / "what").error("science sets are counted by leaders only")
        if count.whose != (Whose.SELF,):
            raise (where / "points_per" / "whose").error('science sets are counted for "self" only')
    if not has_leaders:
        for key in ("points_per_set", "coins_on", "resource_discount"):
            if getattr(effect, key) is not None:
                raise (where / key).error('is a leader\'s; extend "leaders"')
        if effect.special is not None and effect.special > Special.COPY_GUILD:
            raise (where / "special").error('is a leader\'s; extend "leaders"')
        if effect.points_per is not None and ClassicCounted.SCIENCE_SET in effect.points_per.what:
            raise (where / "points_per" / "what").error('sets are a leader\'s; extend "leaders"')


def _check_choices(catalog: ClassicCatalog, layers: Layers) -> None:
    """Check the number of producers of choice of a city: all cards and leaders, one board."""
    effects = [getattr(thing, "effect", None) for thing in catalog.things()]
    cards = sum(bool(effect.produce_choice) for effect in effects if isinstance(effect, Effect))
    for wonder in catalog.wonders:
        for side, board in wonder.sides.items():
            own = sum(bool(effect.produce_choice) for effect in _board_effects(board))
            if cards + own > CHOICES:
                where = layers.where("wonder", wonder.id) / side
                raise where.error(f"{cards + own} things with produce_choice, room for {CHOICES}")


def _board_effects(board: Board) -> list[ClassicEffect]:
    return [stage.effect for stage in board.stages] + [board.power or ClassicEffect()]


def _check_constants(catalog: ClassicCatalog, layers: Layers) -> None:
    """Check the numbers for which the rules need a minimum."""
    constants = catalog.constants
    least = {"trade_price": 1, "coins_per_point": 1}
    for name, value in vars(constants).items():
        free = name in ("victory_points", "defeat_points", "guilds_beyond_players")
        if not free and value < least.get(name, 0):
            raise layers.where("constants", name).error(f"is below {least.get(name, 0)}")


def _classic_effects(catalog: ClassicCatalog) -> Iterator[tuple[tuple[str, ...], Any]]:
    for card in catalog.cards:
        yield ("card", card.id, "effect"), card.effect
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
                check_cost(stage.cost, where / "cost")


def _check_decks(catalog: ClassicCatalog, layers: Layers) -> None:
    """Check that every table finds at least 7 cards a seat in every age (C1.2)."""
    constants = catalog.constants
    if len(constants.victory_points) != AGES:
        raise (layers.where("constants", "victory_points")).error("one number for each age")
    guilds = sum(card.is_guild and not catalog.needs_leaders(card) for card in catalog.cards)
    for players in PLAYERS:
        drawn = players + constants.guilds_beyond_players
        if not 0 <= drawn <= guilds:
            where = layers.where("constants", "guilds_beyond_players")
            raise where.error(f"{players} players need {drawn} guilds, there are {guilds}")
        for age in range(1, AGES + 1):
            size = catalog.deck(age, players).total() + (drawn if age == 3 else 0)
            if size + len(catalog.cards) > DECK:
                raise layers.where("card").error(f"age {age} has {size} cards: too many to shuffle")
            if size < HAND * players:
                raise layers.where("card").error(
                    f"age {age} has {size} cards at {players} players, {HAND * players} are needed"
                )
    if sum(not catalog.needs_leaders(wonder) for wonder in catalog.wonders) < max(PLAYERS):
        raise layers.where("wonder").error(f"{max(PLAYERS)} boards are needed")
