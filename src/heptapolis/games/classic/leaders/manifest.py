"""The manifest of Leaders: all that the layers need from it."""

from typing import TYPE_CHECKING

from heptapolis import slots
from heptapolis.variants import Expansion

if TYPE_CHECKING:
    from heptapolis.cards.source import CatalogSource

# Classic's own parts know the leaders.
PARTS = slots.Parts()
PARTS.keeps(
    slots.STRATEGY, slots.GUIDED_SEARCH, slots.QUICK_PLAYERS, slots.ENCODING, slots.STEPPER,
    slots.TRAINING, slots.DATASET, slots.SIMULATION, slots.BALANCE,
)  # fmt: skip


@PARTS.extends(slots.CATALOG)
def _catalog(base: "CatalogSource") -> "CatalogSource":
    from heptapolis.games.classic.leaders.cards import PART

    return base.extended(PART)


EXPANSION = Expansion(
    id="leaders",
    game="classic",
    titles={"en": "Leaders", "uk": "Лідери", "hu": "Vezetők", "ru": "Лидеры"},
    game_titles={
        "en": "Classic with leaders",
        "uk": "Класична з лідерами",
        "hu": "Klasszikus vezetőkkel",
        "ru": "Классическая с лидерами",
    },
    package="heptapolis.games.classic.leaders",
    parts=PARTS,
    has_flag=True,
)
