"""The cards of Duel: data file, model, checks, JSON, tables."""

from pathlib import Path

from heptapolis.cards.source import CatalogSource, Kind
from heptapolis.codes import CARDS, FIRST_CARD
from heptapolis.games.duel.cards.check import check_duel
from heptapolis.games.duel.cards.export import card_json, catalog_json
from heptapolis.games.duel.cards.model import DuelCard, DuelCatalog, DuelWonder, ProgressToken
from heptapolis.games.duel.codes import DUEL_ITEMS, FIRST_TOKEN, FIRST_WONDER

__all__ = ["SOURCE", "DuelCatalog"]

SOURCE = CatalogSource(
    id="duel",
    model=DuelCatalog,
    files=(Path(__file__).parent / "duel.toml",),
    own_kinds=(
        Kind(
            record=DuelCard,
            items=range(FIRST_CARD, FIRST_CARD + CARDS),
            plural="cards",
            export=card_json,
        ),
        Kind(record=DuelWonder, items=range(FIRST_WONDER, FIRST_TOKEN), plural="wonders"),
        Kind(record=ProgressToken, items=range(FIRST_TOKEN, DUEL_ITEMS), plural="progress_tokens"),
    ),
    check=check_duel,
    export=catalog_json,
)
