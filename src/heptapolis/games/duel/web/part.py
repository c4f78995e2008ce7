"""The pages' part for Duel."""

from heptapolis.games.duel.web.board import board, log
from heptapolis.games.duel.web.citations import OBSTACLES
from heptapolis.games.duel.web.drawings import drawings
from heptapolis.games.duel.web.sheets import DuelExplainer
from heptapolis.web.board_parts import BoardPart

PART = BoardPart(board, log, drawings, DuelExplainer, "great_library:A", OBSTACLES)
