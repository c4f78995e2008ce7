"""The pages of a variant without a board of its own."""

from heptapolis.web.board_parts import BoardPart
from heptapolis.web.plain.board import board, log
from heptapolis.web.sheets import Explainer

PART = BoardPart(board, log, lambda _language: {}, Explainer)
