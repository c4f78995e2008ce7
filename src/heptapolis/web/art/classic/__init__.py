"""How classic and its leaders are drawn."""

from heptapolis.web.art.classic import effects, faces
from heptapolis.web.art.classic.boards import board, terrace
from heptapolis.web.art.classic.gallery import sections

__all__ = ["board", "effects", "faces", "sections", "terrace"]
