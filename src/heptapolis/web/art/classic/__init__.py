"""How classic and its leaders are drawn."""

from heptapolis.web.art.classic import effects, faces
from heptapolis.web.art.classic.boards import board

__all__ = ["board", "effects", "faces"]
