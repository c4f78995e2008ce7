"""How Duel is drawn."""

from heptapolis.web.art.duel import effects, faces
from heptapolis.web.art.duel.gallery import sections
from heptapolis.web.art.duel.pieces import duel_wonder, layout, token, track

__all__ = ["duel_wonder", "effects", "faces", "layout", "sections", "token", "track"]
