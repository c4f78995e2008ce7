"""A toy expansion of Duel, as a package from outside would bring it: its manifest. It has a
catalogue, and nothing that plays it."""

from heptapolis import slots
from heptapolis.cards.source import CatalogSource
from heptapolis.variants import Expansion

PARTS = slots.Parts()


@PARTS.extends(slots.CATALOG)
def _catalog(base: CatalogSource) -> CatalogSource:
    from tests.omens.cards import PART

    return base.extended(PART)


EXPANSION = Expansion(
    id="omens",
    game="duel",
    titles={"en": "Omens"},
    game_titles={"en": "Duel with omens"},
    package="tests.omens",
    parts=PARTS,
)
