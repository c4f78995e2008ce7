"""What the omens add to the catalogue of Duel."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from heptapolis.cards.check import check_range
from heptapolis.cards.model import CatalogThing
from heptapolis.cards.reader import Layers
from heptapolis.cards.source import CatalogPart, Kind
from heptapolis.games.duel.cards.model import DuelCatalog
from tests.toys.omens.codes import FIRST_OMEN, OMENS


@dataclass(frozen=True, kw_only=True)
class Omen(CatalogThing):
    """Points for the city that keeps it; a dark one takes them away."""

    game: ClassVar[str] = "duel"
    kind: ClassVar[str] = "omen"

    points: int
    is_dark: bool = False


@dataclass(frozen=True, kw_only=True)
class OmenConstants:
    revealed: int


def check_omens(catalog: DuelCatalog, layers: Layers) -> None:
    """Raise CatalogError for an omen that cannot be seen."""
    omens = catalog.added["omen"]
    for omen in omens.values():
        check_range(omen.points, 0, 9, layers.where("omen", omen.id, "points"))
    revealed = catalog.added["omen_constants"].revealed
    check_range(revealed, 1, 2, layers.where("omen_constants", "revealed"))


def fill_omens(row: Any, catalog: DuelCatalog, items: Mapping[str, int]) -> None:
    """Write the omens, and what cards give for them."""
    row["n_omens"] = len(catalog.added["omen"])
    row["revealed"] = catalog.added["omen_constants"].revealed
    for omen in catalog.added["omen"].values():
        row["points"][items[omen.id]] = omen.points
        row["omen_is_dark"][items[omen.id] - FIRST_OMEN] = omen.is_dark
    for card in catalog.cards:
        row["coins_per_omen"][items[card.id]] = card.effect.added.get("coins_per_omen", 0)


PART = CatalogPart(
    id="omens",
    files=(Path(__file__).parent / "omens.toml",),
    kinds=(Kind(record=Omen, items=range(FIRST_OMEN, FIRST_OMEN + OMENS), plural="omens"),),
    records={"omen_constants": OmenConstants},
    effects={"coins_per_omen": int},
    check=check_omens,
    columns=(
        ("n_omens", "i2"),
        ("revealed", "i2"),
        ("omen_is_dark", "i2", (OMENS,)),
        ("coins_per_omen", "i2", (FIRST_OMEN + OMENS,)),
    ),
    fill=fill_omens,
)
