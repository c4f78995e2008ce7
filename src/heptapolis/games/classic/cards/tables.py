"""Convert classic's catalogue to the dense arrays of its kernel."""

from typing import Any

import numpy as np

from heptapolis.cards.tables import (
    SOLD_COLORS,
    Tables,
    bits,
    fill_constants,
    fill_cost,
    fill_effect,
    fill_parts,
    index,
    item_columns,
    table_dtype,
)
from heptapolis.codes import (
    AGES,
    CARDS,
    CHAINS,
    COST_UNITS,
    RESOURCES,
)
from heptapolis.games.classic.cards.effects import ClassicEffect
from heptapolis.games.classic.cards.model import Card, ClassicCatalog
from heptapolis.games.classic.codes import (
    BOARDS,
    FIRST_BOARD,
    FIRST_STAGE,
    ITEMS,
    STAGES,
    Special,
)


def columns(items: int) -> list[Any]:
    """Return the columns of classic's tables, over so many items."""
    return [
        ("n_cards", "i2"),
        ("n_leaders", "i2"),
        ("n_boards", "i2"),
        ("starting_coins", "i2"),
        ("starting_coins_with_leaders", "i2"),
        ("discard_coins", "i2"),
        ("trade_price", "i2"),
        ("victory_points", "i2", (AGES,)),
        ("defeat_points", "i2"),
        ("coins_per_point", "i2"),
        ("science_set_points", "i2"),
        ("guilds_beyond_players", "i2"),
        ("leaders_dealt", "i2"),
        *item_columns(items),
        ("structure", "i2", (items,)),  # the item with its name: itself, or its twin
        ("copies", "i2", (items, 8)),  # in the deck at 0..7 players
        ("expansion", "i2", (items,)),  # 1: used only in games with leaders
        ("wild", "i2", (items,)),  # 1: a symbol of choice
        ("price", "i2", (items, 2, 2)),  # by side and class; 0 = no discount
        ("fewer_target", "i2", (items,)),  # resource discount: Target
        ("fewer_units", "i2", (items,)),
        ("set_amount", "i2", (items,)),
        ("set_colors", "i4", (items,)),  # bits by Color
        ("coins_on", "i2", (items, 3)),  # by Trigger
        ("special", "i2", (items,)),
        (
            "special_amount",
            "i2",
            (items,),
        ),  # price, rebate, own leader discount; free leaders 1 or always 2
        ("special_neighbours", "i2", (items,)),  # the neighbours' leader discount
        ("n_stages", "i2", (BOARDS,)),
        ("frees", "i2", (CARDS + 1, CHAINS)),  # cards made free by a structure, 0 = none
        # Cards of an age at 0..7 cities that cost more than so many units of a resource.
        ("demand", "i2", (8, AGES + 1, RESOURCES, COST_UNITS + 1)),
    ]


CLASSIC_TABLES = np.dtype(columns(ITEMS), align=True)


def classic_tables(catalog: ClassicCatalog) -> Tables:
    """Return the tables of a catalogue of classic and its expansions."""
    tables = np.zeros(1, table_dtype(catalog.source, columns))
    row = tables[0]
    fill_constants(row, catalog.constants)
    row["n_cards"] = len(catalog.cards)
    row["n_boards"] = 2 * len(catalog.wonders)
    items = index(catalog)
    for card in catalog.cards:  # before all others: a chain names structures
        row["structure"][items[card.id]] = items[card.same_structure_as or card.id]
    for card in catalog.cards:
        item = items[card.id]
        _card_row(row, item, card, items)
        row["expansion"][item] = catalog.needs_leaders(card)
    _foresight(row)
    for wonder in catalog.wonders:
        for side, board in wonder.sides.items():
            item = items[f"{wonder.id}:{side}"]
            number = item - FIRST_BOARD
            row["n_stages"][number] = len(board.stages)
            row["expansion"][item] = catalog.needs_leaders(wonder)
            if wonder.resource is not None:
                row["produce"][item, wonder.resource] = 1
                row["sold"][item] = 1
            if board.power:
                fill_classic_effect(row, item, board.power)
            for k, stage in enumerate(board.stages):
                stage_item = FIRST_STAGE + STAGES * number + k
                fill_cost(row, stage_item, stage.cost)
                fill_classic_effect(row, stage_item, stage.effect)
    fill_parts(row, catalog, items)
    return tables


def _card_row(row: Any, item: int, card: Card, items: dict[str, int]) -> None:
    row["color"][item], row["age"][item] = card.color, card.age
    row["sold"][item] = card.color in SOLD_COLORS
    for players in range(8):
        row["copies"][item, players] = card.copies_for(players)
    fill_cost(row, item, card.cost)
    for n, id in enumerate(card.chain_from):
        row["chain"][item, n] = row["structure"][items[id]]
    fill_classic_effect(row, item, card.effect)


def _foresight(row: Any) -> None:
    """Write the future uses of a card: the cards that it makes free, and those that need
    its goods."""
    for card in range(1, int(row["n_cards"]) + 1):
        for structure in {int(s) for s in row["chain"][card] if s}:
            freed = row["frees"][structure]
            freed[min(np.count_nonzero(freed), CHAINS - 1)] = card
        units = np.arange(COST_UNITS + 1)
        for cities in range(8):
            copies = max(1, int(row["copies"][card, cities]))
            more = row["cost"][card][:, None] > units
            row["demand"][cities, row["age"][card]] += copies * more


def fill_classic_effect(row: Any, item: int, effect: ClassicEffect) -> None:
    """Write the effect of an item."""
    fill_effect(row, item, effect)
    row["science"][item] = effect.science or 0
    row["wild"][item] = bool(effect.science_choice)
    if effect.discount:
        for side in effect.discount.from_:
            row["price"][item, side, effect.discount.class_] = effect.discount.price
    if effect.resource_discount:
        row["fewer_target"][item] = effect.resource_discount.color
        row["fewer_units"][item] = effect.resource_discount.amount
    if effect.points_per_set:
        row["set_amount"][item] = effect.points_per_set.amount
        row["set_colors"][item] = bits(effect.points_per_set.of)
    if effect.coins_on:
        row["coins_on"][item, effect.coins_on.event] = effect.coins_on.amount
    if effect.special:
        row["special"][item] = effect.special
        name = {Special.BANK_PURCHASE: "price", Special.LEADER_DISCOUNT: "self"}
        row["special_amount"][item] = effect.params.get(name.get(effect.special, "amount"), 0)
        if effect.special is Special.FREE_LEADERS:
            row["special_amount"][item] = 2 if effect.params.get("scope") == "always" else 1
        row["special_neighbours"][item] = effect.params.get("neighbours", 0)
