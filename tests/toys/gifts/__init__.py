"""Gifts: the smallest expansion that has rules and no cards: every player of Duel begins with more
coins."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from heptapolis import slots
from heptapolis.games.duel.rules import hooks
from heptapolis.games.duel.slots import RULES
from heptapolis.kernel import jit
from heptapolis.kernel.hooks import RulesPart
from heptapolis.kernel.visibility import Fields
from heptapolis.variants import Expansion

if TYPE_CHECKING:
    from heptapolis.games.duel.expansion import DuelExpansion

COINS = 5


@jit
def set_up(s: Any, t: Any, log: Any) -> None:
    for seat in range(2):
        s.coins[seat] += COINS


PARTS = slots.Parts()


@PARTS.fills(RULES)
def _rules() -> "DuelExpansion":
    from heptapolis.games.duel.expansion import DuelExpansion

    part = RulesPart(
        id="gifts",
        folder=Path(__file__).parent,
        fields=Fields(),
        hooks={hooks.set_up: set_up},
    )
    return DuelExpansion(rules=part)


EXPANSION = Expansion(
    id="gifts",
    game="duel",
    titles={"en": "Gifts"},
    game_titles={"en": "Duel with gifts"},
    package="tests.toys.gifts",
    parts=PARTS,
)
