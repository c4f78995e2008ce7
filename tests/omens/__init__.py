"""Omens: a small expansion of Duel that only tests have, in this folder and nowhere else."""

from heptapolis import slots
from heptapolis.variants import Expansion

PARTS = slots.Parts()


@PARTS.fills(slots.RULES)
def _rules() -> object:
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
