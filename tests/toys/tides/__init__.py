"""Tides: an expansion of Duel without cards, to be played together with the omens."""

from typing import TYPE_CHECKING

from heptapolis import slots
from heptapolis.games.duel.slots import RULES
from heptapolis.variants import Expansion
from heptapolis.vocabulary import Column, Vocabulary

if TYPE_CHECKING:
    from heptapolis.games.duel.expansion import DuelExpansion

PARTS = slots.Parts()


@PARTS.fills(RULES)
def _rules() -> "DuelExpansion":
    from heptapolis.games.duel.expansion import DuelExpansion
    from tests.toys.tides.rules import COLUMN
    from tests.toys.tides.rules import RULES as PART

    return DuelExpansion(rules=PART, columns={"tides": COLUMN})


EXPANSION = Expansion(
    id="tides",
    game="duel",
    titles={"en": "Tides"},
    game_titles={"en": "Duel with tides"},
    package="tests.toys.tides",
    vocabulary=Vocabulary((Column("tides", ("tides", "Tides"), sign="coin", tint="sky"),)),
    parts=PARTS,
)
