"""Drawings of classic and its leaders."""

from heptapolis.games.classic.web.art import effects, faces
from heptapolis.games.classic.web.art.gallery import sections
from heptapolis.games.classic.web.art.wonder_boards import terrace, wonder_board

__all__ = ["effects", "faces", "sections", "terrace", "wonder_board"]
