"""The slots of classic for its expansions; `heptapolis.slots` has the slots of the layers."""

from typing import TYPE_CHECKING

from heptapolis.slots import Slot

if TYPE_CHECKING:
    from heptapolis.games.classic.expansion import ClassicExpansion

RULES: "Slot[ClassicExpansion]" = Slot("rules of an expansion of classic")
