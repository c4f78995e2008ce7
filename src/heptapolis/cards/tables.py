"""From catalogue to the dense arrays that the kernels take.

One record holds a whole game's data; its fields are columns over *items* (see `codes`): cards,
leaders, boards and stages alike, so that one function can apply any of them. The room is fixed,
which lets a house catalogue run on kernels compiled for ours.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heptapolis.cards.model import (
    Card,
    ClassicCatalog,
    ClassicEffect,
    Cost,
    Count,
    DuelCatalog,
    DuelEffect,
    Effect,
)
from heptapolis.codes import (
    AGES,
    BOARDS,
    CARDS,
    CHAINS,
    COST_UNITS,
    DUEL_ITEMS,
    FIRST_BOARD,
    FIRST_CARD,
    FIRST_LEADER,
    FIRST_STAGE,
    FIRST_TOKEN,
    FIRST_WONDER,
    ITEMS,
    RESOURCES,
    SLOTS,
    STAGES,
    TRACK,
    Code,
    Color,
    Special,
)

Tables = NDArray[np.void]
SOLD = (Color.BROWN, Color.GREY)


def _item_columns(n: int) -> list[Any]:
    """Columns that both games have."""
    return [
        ("color", "i2", (n,)),
        ("age", "i2", (n,)),
        ("cost_coins", "i2", (n,)),
        ("cost", "i2", (n, RESOURCES)),
        ("cost_units", "i2", (n,)),  # resource units in all
        ("chain", "i2", (n, CHAINS)),  # structures that make it free, 0 = none
        ("produce", "i2", (n, RESOURCES)),
        ("choice", "i2", (n,)),  # bits of the resources it makes one of
        ("sold", "i2", (n,)),  # 1: neighbours may buy what it makes
        ("coins", "i2", (n,)),
        ("coins_per_amount", "i2", (n,)),
        ("coins_per_what", "i4", (n,)),  # bits by Counted
        ("coins_per_whose", "i2", (n,)),  # bits by Whose
        ("coins_per_per", "i2", (n,)),
        ("points", "i2", (n,)),
        ("points_per_amount", "i2", (n,)),
        ("points_per_what", "i4", (n,)),
        ("points_per_whose", "i2", (n,)),
        ("points_per_per", "i2", (n,)),
        ("shields", "i2", (n,)),
        ("science", "i2", (n,)),  # symbol, 0 = none
    ]


CLASSIC_TABLES = np.dtype(
    [
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
        *_item_columns(ITEMS),
        ("structure", "i2", (ITEMS,)),  # the item whose name it bears: itself, or its twin
        ("copies", "i2", (ITEMS, 8)),  # in the deck at 0..7 players
        ("expansion", "i2", (ITEMS,)),  # 1: used only in games with leaders
        ("wild", "i2", (ITEMS,)),  # 1: a symbol of choice
        ("price", "i2", (ITEMS, 2, 2)),  # by side and class; 0 = no discount
        ("fewer_target", "i2", (ITEMS,)),  # resource discount: Target
        ("fewer_units", "i2", (ITEMS,)),
        ("set_amount", "i2", (ITEMS,)),
        ("set_colors", "i4", (ITEMS,)),  # bits by Color
        ("coins_on", "i2", (ITEMS, 3)),  # by Trigger
        ("special", "i2", (ITEMS,)),
        (
            "special_amount",
            "i2",
            (ITEMS,),
        ),  # price, rebate, own leader discount; free leaders 1 or always 2
        ("special_neighbours", "i2", (ITEMS,)),  # the neighbours' leader discount
        ("n_stages", "i2", (BOARDS,)),
        ("frees", "i2", (CARDS + 1, CHAINS)),  # cards that a structure makes free, 0 = none
        # Cards of an age at 0..7 cities that cost more than so many units of a resource.
        ("demand", "i2", (8, AGES + 1, RESOURCES, COST_UNITS + 1)),
    ],
    align=True,
)

DUEL_TABLES = np.dtype(
    [
        ("frees", "i8", (CARDS + 1, 2)),  # cards that a card makes free, bits as in a city
        ("to_come", "i8", (AGES + 1, 2)),  # cards of later ages than this one
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
        *_item_columns(DUEL_ITEMS),
        ("fixed_price", "i2", (DUEL_ITEMS, RESOURCES)),  # 0 = none
        ("extra_turn", "i2", (DUEL_ITEMS,)),
        ("opponent_lose_coins", "i2", (DUEL_ITEMS,)),
        ("destroy", "i2", (DUEL_ITEMS,)),  # a colour, 0 = none
        ("build_from_discard", "i2", (DUEL_ITEMS,)),
        ("draw_tokens", "i2", (DUEL_ITEMS,)),
        ("fewer_target", "i2", (DUEL_ITEMS,)),
        ("fewer_units", "i2", (DUEL_ITEMS,)),
        ("gain_opponent_trade", "i2", (DUEL_ITEMS,)),
        ("bonus_shields", "i2", (DUEL_ITEMS,)),  # on red cards
        ("wonders_extra_turn", "i2", (DUEL_ITEMS,)),
        ("coins_per_chain_build", "i2", (DUEL_ITEMS,)),
        ("face_up", "i2", (AGES, SLOTS)),
        ("covered_by", "i2", (AGES, SLOTS, 2)),  # slot + 1, 0 = none
        ("covers", "i2", (AGES, SLOTS, 2)),
        ("capital", "i2"),
        ("track_points", "i2", (TRACK,)),  # by distance from the middle
        ("track_loot", "i2", (TRACK,)),  # coins lost on first reaching that distance
        ("first_game_wonders", "i2", (2, 4)),
    ],
    align=True,
)


def classic_tables(catalog: ClassicCatalog) -> Tables:
    """The tables of a classic catalogue, with or without leaders."""
    tables = np.zeros(1, CLASSIC_TABLES)
    row = tables[0]
    _constants(row, catalog.constants)
    row["n_cards"], row["n_leaders"] = len(catalog.cards), len(catalog.leaders)
    row["n_boards"] = 2 * len(catalog.wonders)
    index = classic_index(catalog)
    for card in catalog.cards:  # first of all: a chain names structures
        row["structure"][index[card.id]] = index[card.same_structure_as or card.id]
    for card in catalog.cards:
        item = index[card.id]
        _card_row(row, item, card, index)
        row["expansion"][item] = catalog.needs_leaders(card)
    _foresight(row)
    for leader in catalog.leaders:
        item = index[leader.id]
        row["color"][item] = Color.WHITE
        row["structure"][item] = item
        row["cost_coins"][item] = leader.cost
        _classic_effect(row, item, leader.effect)
    for wonder in catalog.wonders:
        for side, board in wonder.sides.items():
            item = index[f"{wonder.id}:{side}"]
            number = item - FIRST_BOARD
            row["n_stages"][number] = len(board.stages)
            row["expansion"][item] = catalog.needs_leaders(wonder)
            if wonder.resource is not None:
                row["produce"][item, wonder.resource] = 1
                row["sold"][item] = 1
            if board.power:
                _classic_effect(row, item, board.power)
            for k, stage in enumerate(board.stages):
                stage_item = FIRST_STAGE + STAGES * number + k
                _cost(row, stage_item, stage.cost)
                _classic_effect(row, stage_item, stage.effect)
    return tables


def classic_index(catalog: ClassicCatalog) -> dict[str, int]:
    """The item of every card and leader by id, and of every board as "giza:A"."""
    index = {card.id: FIRST_CARD + n for n, card in enumerate(catalog.cards)}
    index |= {leader.id: FIRST_LEADER + n for n, leader in enumerate(catalog.leaders)}
    boards = (f"{wonder.id}:{side}" for wonder in catalog.wonders for side in wonder.sides)
    return index | {board: FIRST_BOARD + n for n, board in enumerate(boards)}


def _card_row(row: Any, item: int, card: Card, index: dict[str, int]) -> None:
    row["color"][item], row["age"][item] = card.color, card.age
    row["sold"][item] = card.color in SOLD
    for players in range(8):
        row["copies"][item, players] = card.copies_for(players)
    _cost(row, item, card.cost)
    for n, id in enumerate(card.chain_from):
        row["chain"][item, n] = row["structure"][index[id]]
    _classic_effect(row, item, card.effect)


def _foresight(row: Any) -> None:
    """What a card is good for later: the cards it makes free, and those that need its goods."""
    for card in range(1, int(row["n_cards"]) + 1):
        for structure in {int(s) for s in row["chain"][card] if s}:
            freed = row["frees"][structure]
            freed[min(np.count_nonzero(freed), CHAINS - 1)] = card
        units = np.arange(COST_UNITS + 1)
        for cities in range(8):
            copies = max(1, int(row["copies"][card, cities]))
            more = row["cost"][card][:, None] > units
            row["demand"][cities, row["age"][card]] += copies * more


def _classic_effect(row: Any, item: int, effect: ClassicEffect) -> None:
    _effect(row, item, effect)
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
        row["set_colors"][item] = _bits(effect.points_per_set.of)
    if effect.coins_on:
        row["coins_on"][item, effect.coins_on.event] = effect.coins_on.amount
    if effect.special:
        row["special"][item] = effect.special
        name = {Special.BANK_PURCHASE: "price", Special.LEADER_DISCOUNT: "self"}
        row["special_amount"][item] = effect.params.get(name.get(effect.special, "amount"), 0)
        if effect.special is Special.FREE_LEADERS:
            row["special_amount"][item] = 2 if effect.params.get("scope") == "always" else 1
        row["special_neighbours"][item] = effect.params.get("neighbours", 0)


def duel_tables(catalog: DuelCatalog) -> Tables:
    """The tables of a Duel catalogue."""
    tables = np.zeros(1, DUEL_TABLES)
    row = tables[0]
    _constants(row, catalog.constants)
    row["n_cards"], row["n_wonders"] = len(catalog.cards), len(catalog.wonders)
    row["n_tokens"] = len(catalog.tokens)
    index = duel_index(catalog)
    for card in catalog.cards:
        item = index[card.id]
        row["color"][item], row["age"][item] = card.color, card.age
        row["sold"][item] = card.color in SOLD
        _cost(row, item, card.cost)
        for n, id in enumerate(card.chain_from):
            row["chain"][item, n] = index[id]
        _duel_effect(row, item, card.effect)
    _duel_foresight(row)
    for wonder in catalog.wonders:
        _cost(row, index[wonder.id], wonder.cost)
        _duel_effect(row, index[wonder.id], wonder.effect)
    for token in catalog.tokens:
        _duel_effect(row, index[token.id], token.effect)
    _layouts(row, catalog)
    row["capital"] = catalog.military.capital
    for zone in catalog.military.zones:
        row["track_points"][zone.from_ : zone.to + 1] = zone.points
        row["track_loot"][zone.from_] = zone.loot
    first = catalog.first_game_wonders
    for player, ids in enumerate((first.p1, first.p2)):
        row["first_game_wonders"][player] = [index[id] for id in ids]
    return tables


def duel_index(catalog: DuelCatalog) -> dict[str, int]:
    """The item of every card, wonder and token by id."""
    index = {card.id: FIRST_CARD + n for n, card in enumerate(catalog.cards)}
    index |= {wonder.id: FIRST_WONDER + n for n, wonder in enumerate(catalog.wonders)}
    return index | {token.id: FIRST_TOKEN + n for n, token in enumerate(catalog.tokens)}


def _duel_effect(row: Any, item: int, effect: DuelEffect) -> None:
    _effect(row, item, effect)
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
    """The cards that each card makes free, and those that come after an age."""
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


# ── shared ───────────────────────────────────────────────────────────────────────────────────────


def _constants(row: Any, constants: Any) -> None:
    for name, value in vars(constants).items():
        row[name] = value


def _cost(row: Any, item: int, cost: Cost) -> None:
    row["cost_coins"][item] = cost.coins
    for resource, units in cost.resources.items():
        row["cost"][item, resource] = units
    row["cost_units"][item] = sum(cost.resources.values())


def _effect(row: Any, item: int, effect: Effect) -> None:
    for resource in effect.produce:
        row["produce"][item, resource] += 1
    row["choice"][item] = _bits(effect.produce_choice)
    for name in ("coins", "points", "shields"):
        row[name][item] = getattr(effect, name)
    for name in ("coins_per", "points_per"):
        count: Count | None = getattr(effect, name)
        if count:
            row[f"{name}_amount"][item] = count.amount
            row[f"{name}_what"][item] = _bits(count.what)
            row[f"{name}_whose"][item] = sum(count.whose)
            row[f"{name}_per"][item] = count.per


def _bits(codes: tuple[Code, ...]) -> int:
    return sum({1 << code for code in codes})
