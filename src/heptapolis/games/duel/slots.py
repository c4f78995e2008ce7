"""The slots of Duel for its expansions; `heptapolis.slots` has the slots of the layers."""

from typing import TYPE_CHECKING

from heptapolis.slots import Slot

if TYPE_CHECKING:
    from heptapolis.games.duel.expansion import DuelExpansion
    from heptapolis.games.duel.narration.expansion import DuelNarration

RULES: "Slot[DuelExpansion]" = Slot("rules of an expansion of Duel")
NARRATION: "Slot[DuelNarration]" = Slot("narration of an expansion of Duel")
