"""How a game is spoken of at a terminal."""

from collections.abc import Callable
from typing import Any

from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.narration.wording import Wording
from heptapolis.variants import Parts

WORDINGS: Parts[Callable[[Any, Translator], Wording]] = Parts(
    "wording",
    plain="heptapolis.narration.wording:Wording",
    classic="heptapolis.terminal.classic.wording:PlaceWording",
    duel="heptapolis.narration.duel.wording:DuelWording",
)


def wording_of(table: State, t: Translator) -> Wording:
    """How a game, or a view of it, is spoken of here."""
    return WORDINGS.of(table.game)(table, t)
