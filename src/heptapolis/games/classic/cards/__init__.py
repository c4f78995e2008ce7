"""The cards of classic: data file, model, checks, JSON, tables."""

from pathlib import Path

from heptapolis.cards.source import CatalogSource, Kind
from heptapolis.codes import CARDS, FIRST_CARD
from heptapolis.games.classic.cards.check import check_classic
from heptapolis.games.classic.cards.export import card_json, catalog_json, wonder_json
from heptapolis.games.classic.cards.model import Card, ClassicCatalog, Wonder
from heptapolis.games.classic.codes import BOARDS, FIRST_BOARD, ITEMS

__all__ = ["SOURCE", "ClassicCatalog"]

SOURCE = CatalogSource(
    id="classic",
    model=ClassicCatalog,
    files=(Path(__file__).parent / "base.toml",),
    own_kinds=(
        Kind(
            record=Card,
            items=range(FIRST_CARD, FIRST_CARD + CARDS),
            plural="cards",
            export=card_json,
        ),
        Kind(
            record=Wonder,
            items=range(FIRST_BOARD, ITEMS),  # two boards each, then all stages
            room=BOARDS // 2,
            plural="wonders",
            ids=lambda wonders: [f"{id}:{side}" for id in wonders for side in "AB"],
            export=wonder_json,
        ),
    ),
    check=check_classic,
    export=catalog_json,
)
