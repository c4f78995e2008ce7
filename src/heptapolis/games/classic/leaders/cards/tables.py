"""Write Leaders into the tables of classic, which have room for leaders."""

from collections.abc import Mapping
from typing import Any

from heptapolis.codes import Color
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.games.classic.cards.tables import fill_classic_effect


def fill_leaders(row: Any, catalog: ClassicCatalog, items: Mapping[str, int]) -> None:
    """Write the leaders."""
    row["n_leaders"] = len(catalog.leaders)
    for leader in catalog.leaders:
        item = items[leader.id]
        row["color"][item] = Color.WHITE
        row["structure"][item] = item
        row["cost_coins"][item] = leader.cost
        fill_classic_effect(row, item, leader.effect)
