"""Drawings of leaders."""

from heptapolis.codes import Color
from heptapolis.games.classic.leaders.cards.model import Leader
from heptapolis.games.classic.leaders.web.portraits import portrait, sprite
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.web.art.cards import CardFace
from heptapolis.web.art.expansion import Drawings
from heptapolis.web.art.markup import span
from heptapolis.web.art.symbols import glyph


def leader_face(leader: Leader, t: Translator) -> CardFace:
    """Return the face of a leader: a portrait with its price."""
    return CardFace(
        color=Color.WHITE,
        price=words.coins(leader.cost, t),
        scene=portrait(leader.id),
        cost=span("cost", glyph("coin", leader.cost)),
    )


DRAWINGS = Drawings(faces={Leader: leader_face}, sprite=sprite)
