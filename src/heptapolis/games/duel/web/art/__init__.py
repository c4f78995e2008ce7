"""Drawings of Duel."""

from heptapolis.games.duel.web.art import effects, faces
from heptapolis.games.duel.web.art.gallery import sections
from heptapolis.games.duel.web.art.pieces import duel_wonder, layout, token, track

__all__ = ["duel_wonder", "effects", "faces", "layout", "sections", "token", "track"]
