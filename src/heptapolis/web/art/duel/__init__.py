"""How Duel is drawn."""

from heptapolis.web.art.duel import effects, faces
from heptapolis.web.art.duel.pieces import (
    LayoutArea,
    LayoutPlace,
    duel_wonder,
    layout,
    token,
    track,
)

__all__ = [
    "LayoutArea",
    "LayoutPlace",
    "duel_wonder",
    "effects",
    "faces",
    "layout",
    "token",
    "track",
]
