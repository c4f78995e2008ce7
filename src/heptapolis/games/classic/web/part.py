"""The pages' part for classic."""

from heptapolis.games.classic.web.board import board, log
from heptapolis.games.classic.web.citations import OBSTACLES
from heptapolis.games.classic.web.drawings import drawings
from heptapolis.games.classic.web.sheets import ClassicExplainer
from heptapolis.web.board_parts import BoardPart

PART = BoardPart(board, log, drawings, ClassicExplainer, "giza:A", OBSTACLES)
