"""Drawings of classic and its leaders."""

from heptapolis.games.classic.web.art import effects, faces
from heptapolis.games.classic.web.art.boards import board, terrace
from heptapolis.games.classic.web.art.gallery import sections

__all__ = ["board", "effects", "faces", "sections", "terrace"]
