"""What the pages have for classic."""

from heptapolis.web.board_parts import BoardPart
from heptapolis.web.classic.board import board, log
from heptapolis.web.classic.citations import OBSTACLES
from heptapolis.web.classic.drawings import drawings
from heptapolis.web.classic.sheets import ClassicExplainer

COVERS = {"": "giza:A", "leaders": "rome:A"}
PART = BoardPart(board, log, drawings, ClassicExplainer, COVERS, OBSTACLES)
