"""What classic itself asks of its expansions; `heptapolis.slots` has what the layers ask."""

from typing import TYPE_CHECKING

from heptapolis.slots import Slot

if TYPE_CHECKING:
    from heptapolis.games.classic.expansion import ClassicExpansion

RULES: "Slot[ClassicExpansion]" = Slot("rules of an expansion of classic")
