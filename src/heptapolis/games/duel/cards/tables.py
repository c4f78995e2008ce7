"""Convert Duel's catalogue to the dense arrays of its kernel."""

from typing import Any

import numpy as np

from heptapolis.cards.tables import (
    SOLD_COLORS,
    Tables,
    fill_constants,
    fill_cost,
    fill_effect,
    fill_parts,
    index,
    item_columns,
    table_dtype,
)
from heptapolis.codes import AGES, CARDS, RESOURCES
from heptapolis.games.duel.cards.model import DuelCatalog, DuelEffect
from heptapolis.games.duel.codes import DUEL_ITEMS, SLOTS, TRACK


def columns(items: int) -> list[Any]:
    """Return the columns of Duel's tables, over so many items."""
    return [
        ("frees", "i8", (CARDS + 1, 2)),  # cards made free by a card, bits as in a city
        ("to_come", "i8", (AGES + 1, 2)),  # cards of later ages
        ("n_cards", "i2"),
        ("n_wonders", "i2"),
        ("n_tokens", "i2"),
        ("starting_coins", "i2"),
        ("discard_coins", "i2"),
        ("discard_coins_per_yellow", "i2"),
        ("trade_price", "i2"),
        ("wonders_in_play", "i2"),
        ("symbols_to_win", "i2"),
        ("coins_per_point", "i2"),
        ("cards_removed", "i2"),
        ("guilds_added", "i2"),
        ("tokens_on_board", "i2"),
        *item_columns(items),
        ("fixed_price", "i2", (items, RESOURCES)),  # 0 = none
        ("extra_turn", "i2", (items,)),
        ("opponent_lose_coins", "i2", (items,)),
        ("destroy", "i2", (items,)),  # a colour, 0 = none
        ("build_from_discard", "i2", (items,)),
        ("draw_tokens", "i2", (items,)),
        ("fewer_target", "i2", (items,)),
        ("fewer_units", "i2", (items,)),
        ("gain_opponent_trade", "i2", (items,)),
        ("bonus_shields", "i2", (items,)),  # on red cards
        ("wonders_extra_turn", "i2", (items,)),
        ("coins_per_chain_build", "i2", (items,)),
        ("face_up", "i2", (AGES, SLOTS)),
        ("covered_by", "i2", (AGES, SLOTS, 2)),  # slot + 1, 0 = none
        ("covers", "i2", (AGES, SLOTS, 2)),
        ("capital", "i2"),
        ("track_points", "i2", (TRACK,)),  # by distance from the middle
        ("track_loot", "i2", (TRACK,)),  # coins lost on first reaching that distance
        ("first_game_wonders", "i2", (2, 4)),
    ]


DUEL_TABLES = np.dtype(columns(DUEL_ITEMS), align=True)


def duel_tables(catalog: DuelCatalog) -> Tables:
    """Return the tables of a catalogue of Duel and its expansions."""
    tables = np.zeros(1, table_dtype(catalog.source, columns))
    row = tables[0]
    fill_constants(row, catalog.constants)
    row["n_cards"], row["n_wonders"] = len(catalog.cards), len(catalog.wonders)
    row["n_tokens"] = len(catalog.tokens)
    items = index(catalog)
    for card in catalog.cards:
        item = items[card.id]
        row["color"][item], row["age"][item] = card.color, card.age
        row["sold"][item] = card.color in SOLD_COLORS
        fill_cost(row, item, card.cost)
        for n, id in enumerate(card.chain_from):
            row["chain"][item, n] = items[id]
        fill_duel_effect(row, item, card.effect)
    _duel_foresight(row)
    for wonder in catalog.wonders:
        fill_cost(row, items[wonder.id], wonder.cost)
        fill_duel_effect(row, items[wonder.id], wonder.effect)
    for token in catalog.tokens:
        fill_duel_effect(row, items[token.id], token.effect)
    _layouts(row, catalog)
    row["capital"] = catalog.military.capital
    for zone in catalog.military.zones:
        row["track_points"][zone.from_ : zone.to + 1] = zone.points
        row["track_loot"][zone.from_] = zone.loot
    first = catalog.first_game_wonders
    for player, ids in enumerate((first.p1, first.p2)):
        row["first_game_wonders"][player] = [items[id] for id in ids]
    fill_parts(row, catalog, items)
    return tables


def fill_duel_effect(row: Any, item: int, effect: DuelEffect) -> None:
    """Write the effect of an item."""
    fill_effect(row, item, effect)
    row["science"][item] = effect.science or 0
    for resource, price in effect.fixed_price.items():
        row["fixed_price"][item, resource] = price
    for name in (
        "extra_turn",
        "opponent_lose_coins",
        "build_from_discard",
        "gain_opponent_trade",
        "wonders_extra_turn",
        "coins_per_chain_build",
    ):
        row[name][item] = getattr(effect, name)
    row["destroy"][item] = effect.destroy or 0
    row["draw_tokens"][item] = effect.removed_token.draw if effect.removed_token else 0
    row["bonus_shields"][item] = effect.bonus_shields.amount if effect.bonus_shields else 0
    if effect.discount:
        row["fewer_target"][item] = effect.discount.applies_to
        row["fewer_units"][item] = effect.discount.resources


def _duel_foresight(row: Any) -> None:
    """Return the cards that each card makes free, and the cards that come after an age."""
    for card in range(1, int(row["n_cards"]) + 1):
        word, bit = divmod(card - 1, 64)
        mask = np.array(1 << bit, np.uint64).astype(np.int64)
        for source in {int(item) for item in row["chain"][card] if item}:
            row["frees"][source, word] |= mask
        row["to_come"][: row["age"][card], word] |= mask


def _layouts(row: Any, catalog: DuelCatalog) -> None:
    for age in range(AGES):
        layout = catalog.layout[str(age + 1)]
        for slot in layout.slots:
            row["face_up"][age, slot.index] = slot.face_up
            for name, others in (
                ("covered_by", layout.covering(slot)),
                ("covers", layout.covered(slot)),
            ):
                for n, other in enumerate(others):
                    row[name][age, slot.index, n] = other.index + 1
