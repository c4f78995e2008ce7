"""The slots of classic for its expansions; `heptapolis.slots` has the slots of the layers."""

from typing import TYPE_CHECKING

from heptapolis.slots import Slot

if TYPE_CHECKING:
    from heptapolis.games.classic.expansion import ClassicExpansion
    from heptapolis.games.classic.position import PositionPart
    from heptapolis.games.classic.terminal.expansion import TerminalExpansion

RULES: "Slot[ClassicExpansion]" = Slot("rules of an expansion of classic")
POSITION: "Slot[PositionPart]" = Slot("fields of an expansion in positions of classic")
TERMINAL: "Slot[TerminalExpansion]" = Slot("terminal part of an expansion of classic")
