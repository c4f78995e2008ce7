"""Couriers: a small expansion of classic that only tests have, in this folder and nowhere else."""

from typing import TYPE_CHECKING

from heptapolis import slots
from heptapolis.cards.source import CatalogSource
from heptapolis.games.classic.slots import RULES
from heptapolis.variants import Expansion
from tests.toys.couriers.vocabulary import VOCABULARY

if TYPE_CHECKING:
    from heptapolis.games.classic.expansion import ClassicExpansion
    from heptapolis.narration.expansion import Narration
    from heptapolis.web.art.expansion import Drawings

PARTS = slots.Parts()


@PARTS.extends(slots.CATALOG)
def _catalog(base: CatalogSource) -> CatalogSource:
    from tests.toys.couriers.cards import PART

    return base.extended(PART)


@PARTS.fills(slots.NARRATION)
def _narration() -> "Narration":
    from tests.toys.couriers.narration import NARRATION

    return NARRATION


@PARTS.fills(slots.DRAWINGS)
def _drawings() -> "Drawings":
    from tests.toys.couriers.web import DRAWINGS

    return DRAWINGS


@PARTS.fills(RULES)
def _rules() -> "ClassicExpansion":
    from tests.toys.couriers.game import COURIERS_OF_CLASSIC

    return COURIERS_OF_CLASSIC


EXPANSION = Expansion(
    id="couriers",
    game="classic",
    titles={"en": "Couriers", "uk": "Кур’єри", "hu": "Futárok", "ru": "Курьеры"},
    game_titles={
        "en": "Classic with couriers",
        "uk": "Класична з кур’єрами",
        "hu": "Klasszikus futárokkal",
        "ru": "Классическая с курьерами",
    },
    about=("couriers", "Couriers visit your neighbours and score for their cards."),
    package="tests.toys.couriers",
    vocabulary=VOCABULARY,
    parts=PARTS,
)
