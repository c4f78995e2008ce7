"""Omens: a small expansion of Duel that only tests have, in this folder and nowhere else.

It is what a package from outside would bring: the folder has its manifest, its cards, its rules,
and what it adds to the words and pages of Duel.
"""

from heptapolis import slots
from heptapolis.cards.source import CatalogSource
from heptapolis.games.duel.expansion import DuelExpansion
from heptapolis.variants import Expansion

PARTS = slots.Parts()


@PARTS.extends(slots.CATALOG)
def _catalog(base: CatalogSource) -> CatalogSource:
    from tests.omens.cards import PART

    return base.extended(PART)


@PARTS.fills(slots.RULES)
def _rules() -> DuelExpansion:
    from tests.omens.game import OMENS_OF_DUEL

    return OMENS_OF_DUEL


EXPANSION = Expansion(
    id="omens",
    game="duel",
    titles={"en": "Omens"},
    game_titles={"en": "Duel with omens"},
    package="tests.omens",
    columns=("omens",),
    parts=PARTS,
)
