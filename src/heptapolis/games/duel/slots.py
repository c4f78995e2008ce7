"""The slots of Duel for its expansions; `heptapolis.slots` has the slots of the layers."""

from typing import TYPE_CHECKING

from heptapolis.slots import Slot

if TYPE_CHECKING:
    from heptapolis.games.duel.expansion import DuelExpansion

RULES: "Slot[DuelExpansion]" = Slot("rules of an expansion of Duel")
