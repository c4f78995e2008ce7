"""What the pages have for Duel."""

from heptapolis.web.board_parts import BoardPart
from heptapolis.web.duel.board import board, log
from heptapolis.web.duel.citations import OBSTACLES
from heptapolis.web.duel.drawings import drawings
from heptapolis.web.duel.sheets import DuelExplainer

PART = BoardPart(board, log, drawings, DuelExplainer, {"": "great_library:A"}, OBSTACLES)
