"""The pages' part for classic."""

from heptapolis.games.classic.web.board import board, log
from heptapolis.games.classic.web.citations import OBSTACLES
from heptapolis.games.classic.web.drawings import drawings
from heptapolis.games.classic.web.sheets import ClassicExplainer
from heptapolis.web.board_parts import BoardPart

COVERS = {"": "giza:A", "leaders": "rome:A"}
PART = BoardPart(board, log, drawings, ClassicExplainer, COVERS, OBSTACLES)
