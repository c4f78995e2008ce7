"""What no single field can show: chains, decks, boards, layouts that do not fit together."""

from collections.abc import Iterable, Iterator
from typing import Any

from heptapolis.catalog.model import (
    Card,
    ClassicCatalog,
    ClassicEffect,
    DuelCard,
    DuelCatalog,
    Effect,
    Wonder,
)
from heptapolis.catalog.reader import Layers, Where, nearest
from heptapolis.codes import (
    BOARDS,
    CARDS,
    CHAINS,
    CHOICES,
    COST_UNITS,
    DECK,
    DRAFT,
    HAND,
    LEADERS,
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
    Whose,
)

PLAYERS = range(3, 8)
AGES = (1, 2, 3)

# The kernels keep room for house cards; these are the limits of that room.
MOST = {"card": CARDS, "leader": LEADERS, "wonder": BOARDS // 2, "token": TOKENS}
MOST_COPIES = 8
DUEL_RESOURCES = {Resource.CLAY, Resource.STONE, Resource.WOOD, Resource.GLASS, Resource.PAPYRUS}
CLASSIC_COUNTED: set[Counted] = {
    c for c in Counted if c not in (Counted.WONDER, Counted.PROGRESS_TOKEN)
}
DUEL_COUNTED: set[Counted] = {
    *(c for c in Counted if c <= Counted.GREEN),
    Counted.WONDER,
    Counted.PROGRESS_TOKEN,
    Counted.COINS,
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
            hint = nearest(twin, list(catalog.card))
            raise (where / "same_structure_as").error(f"no other card {twin!r}{hint}")
        if twin is not None and catalog.card[twin].same_structure_as:
            raise (where / "same_structure_as").error(f"{twin!r} itself stands for another card")
    for leader in catalog.leaders:
        if leader.cost < 0:
            raise (layers.where("leader", leader.id) / "cost").error("is below 0")
    for card in catalog.cards:
        if sum(card.cost.resources.values()) > COST_UNITS:
            raise (layers.where("card", card.id) / "cost").error(f"more than {COST_UNITS} units")
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
    if effect.science_choice and len(effect.science_choice) < len(Symbol):
        raise (where / "science_choice").error("a choice is among all three symbols")
    if effect.discount is not None and effect.discount.price < 1:
        raise (where / "discount" / "price").error("is below 1")
    if effect.coins_on is not None and effect.coins_on.whose != (Whose.SELF,):
        raise (where / "coins_on" / "whose").error('only "self": what happens in the own city')
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
                if sum(stage.cost.resources.values()) > COST_UNITS:
                    where = layers.where("wonder", wonder.id) / side / f"stage {number}"
                    raise where.error(f"more than {COST_UNITS} units")


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
    for section in ("card", "wonder", "token"):
        for id, thing in getattr(catalog, section).items():
            where = layers.where(section, id, "effect")
            _check_effect(thing.effect, DUEL_COUNTED, {Whose.SELF, Whose.LARGER_CITY}, where)
            if thing.effect.destroy not in (None, Color.BROWN, Color.GREY):
                raise (where / "destroy").error("only brown or grey cards are destroyed")
            bonus = thing.effect.bonus_shields
            if bonus is not None and bonus.applies_to is not Color.RED:
                raise (where / "bonus_shields").error("only red cards give shields")
            drawn = thing.effect.removed_token
            if drawn is not None and (drawn.keep != 1 or not 1 <= drawn.draw <= TOKENS):
                raise (where / "removed_token").error(f"1 of 1 to {TOKENS} drawn is kept")
            used = {*thing.effect.produce, *thing.effect.produce_choice}
            if section != "token":
                used |= set(thing.cost.resources)
            for resource in used - DUEL_RESOURCES:
                raise layers.where(section, id).error(f"Duel knows no {resource.slug}")
    _check_layouts(catalog, layers)
    if not 1 <= catalog.military.capital < TRACK:
        where = layers.where("military", "capital")
        raise where.error(f"1 to {TRACK - 1} spaces from the middle")
    if len(catalog.wonders) < 8:
        raise layers.where("wonder").error("8 wonders are needed")
    for player in ("p1", "p2"):
        for id in getattr(catalog.first_game_wonders, player):
            if id not in catalog.wonder:
                hint = nearest(id, list(catalog.wonder))
                raise layers.where("first_game_wonders", player).error(f"no wonder {id!r}{hint}")


def _check_layouts(catalog: DuelCatalog, layers: Layers) -> None:
    if set(catalog.layout) != {str(age) for age in AGES}:
        raise layers.where("layout").error("one layout for each of the ages 1, 2, 3")
    constants = catalog.constants
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
    guilds = sum(card.is_guild for card in catalog.cards)
    if guilds < constants.guilds_added:
        raise layers.where("card").error(f"{guilds} guilds, {constants.guilds_added} are needed")


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
        kind = type(thing).__name__.lower().removeprefix("duel")
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
    if len(card.chain_from) > CHAINS:
        raise (where / "chain_from").error(f"at most {CHAINS} cards")
    for id in card.chain_from:
        if id not in known or id == card.id:
            raise (where / "chain_from").error(f"no other card {id!r}{nearest(id, list(known))}")


def _check_effect(effect: Effect, counted: set[Counted], whose: set[Whose], where: Any) -> None:
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
        if key == "coins_per" and Counted.SCIENCE_SET in count.what:
            raise (where / key / "what").error("science sets are counted in scoring only")
    if len(set(effect.produce_choice)) < len(effect.produce_choice):
        raise (where / "produce_choice").error("names a resource twice")
    for key in ("coins", "shields"):
        if getattr(effect, key) < 0:
            raise (where / key).error("is below 0")


def _check_members(given: Iterable[Code], allowed: Iterable[Code], where: Any) -> None:
    given = list(given)
    if not given:
        raise where.error("is empty")
    for code in given:
        if code not in allowed:
            raise where.error(f"{code.slug!r} does not occur in this game")
    if len(set(given)) < len(given):
        raise where.error("names a thing twice")
