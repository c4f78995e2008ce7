"""The dense arrays of the kernels: the part that the tables of all games share.

One record holds the data of a game; its fields are columns over *items* (see `codes`): cards,
boards, stages and tokens alike, so one function can apply any of them. The size is fixed, so a
house catalogue runs on the kernels compiled for ours.

An expansion with its own columns or items gets a longer record: its columns first, then those of
the game. The record of the game is never a prefix of another one, since Numba would take such a
record for the game's.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heptapolis.cards.model import Catalog, Cost, Count, Effect
from heptapolis.cards.source import CatalogSource
from heptapolis.codes import CHAINS, RESOURCES, Code, Color

Tables = NDArray[np.void]
SOLD_COLORS = (Color.BROWN, Color.GREY)


def item_columns(n: int) -> list[Any]:
    """Return the columns that all games have, for a number of items."""
    return [
        ("color", "i2", (n,)),
        ("age", "i2", (n,)),
        ("cost_coins", "i2", (n,)),
        ("cost", "i2", (n, RESOURCES)),
        ("cost_units", "i2", (n,)),  # resource units in all
        ("chain", "i2", (n, CHAINS)),  # structures that make it free, 0 = none
        ("produce", "i2", (n, RESOURCES)),
        ("choice", "i2", (n,)),  # bits of the resources of which it makes one
        ("sold", "i2", (n,)),  # 1: neighbours may buy its resources
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


def table_dtype(source: CatalogSource, columns: Callable[[int], list[Any]]) -> np.dtype[Any]:
    """Return the record of a game's tables, played with the expansions of a source.

    ``columns`` are those of the game, over a number of items.
    """
    added, n_items = source.layout
    return np.dtype([*added, *columns(n_items)], align=True)


def index(catalog: Catalog) -> dict[str, int]:
    """Return the items of all things by id, as the ranges of their kinds number them."""
    numbered = [
        (kind.items[n], id)
        for kind in catalog.source.kinds
        for n, id in enumerate(kind.ids(catalog.section(kind.section)))
    ]
    return {id: item for item, id in sorted(numbered)}


def fill_parts(row: Any, catalog: Catalog, index: dict[str, int]) -> None:
    """Write the columns of the expansions."""
    for part in catalog.source.parts:
        part.fill(row, catalog, index)


def fill_constants(row: Any, constants: Any) -> None:
    """Write a record of numbers into columns of their names."""
    for name, value in vars(constants).items():
        row[name] = value


def fill_cost(row: Any, item: int, cost: Cost) -> None:
    """Write the cost of an item."""
    row["cost_coins"][item] = cost.coins
    for resource, units in cost.resources.items():
        row["cost"][item, resource] = units
    row["cost_units"][item] = sum(cost.resources.values())


def fill_effect(row: Any, item: int, effect: Effect) -> None:
    """Write the common part of an item's effect."""
    for resource in effect.produce:
        row["produce"][item, resource] += 1
    row["choice"][item] = bits(effect.produce_choice)
    for name in ("coins", "points", "shields"):
        row[name][item] = getattr(effect, name)
    for name in ("coins_per", "points_per"):
        count: Count | None = getattr(effect, name)
        if count:
            row[f"{name}_amount"][item] = count.amount
            row[f"{name}_what"][item] = bits(count.what)
            row[f"{name}_whose"][item] = sum(count.whose)
            row[f"{name}_per"][item] = count.per


def bits(codes: tuple[Code, ...]) -> int:
    """Return a mask with one bit for each code."""
    return sum({1 << code for code in codes})
