"""What the couriers add to the catalogue of classic."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from heptapolis.cards.model import CatalogThing
from heptapolis.cards.source import CatalogPart, Kind
from heptapolis.codes import Color, Side
from heptapolis.games.classic.cards.model import ClassicCatalog
from tests.toys.couriers.codes import COURIERS, FIRST_COURIER


@dataclass(frozen=True, kw_only=True)
class Courier(CatalogThing):
    """Once sent it brings a point for each card of its colour in the cities that it visits."""

    game: ClassVar[str] = "classic"
    kind: ClassVar[str] = "courier"

    color: Color
    visits: tuple[Side, ...]


def fill_couriers(row: Any, catalog: ClassicCatalog, items: Mapping[str, int]) -> None:
    for courier in catalog.added["courier"].values():
        row["color"][items[courier.id]] = courier.color
        for side in courier.visits:
            row["courier_visits"][items[courier.id] - FIRST_COURIER, side] = 1


PART = CatalogPart(
    id="couriers",
    files=(Path(__file__).parent / "couriers.toml",),
    kinds=(
        Kind(
            record=Courier,
            items=range(FIRST_COURIER, FIRST_COURIER + COURIERS),
            plural="couriers",
        ),
    ),
    columns=(("courier_visits", "i2", (COURIERS, 2)),),  # 1: the left, the right neighbour
    fill=fill_couriers,
)
