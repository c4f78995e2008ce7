"""Faces of the cards and leaders of classic."""

from heptapolis.codes import Color
from heptapolis.games.classic.cards.model import Card, ClassicCatalog
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.web.art.cards import CardFace, cost_symbols, face_of

MAX_SHOWN_UNITS = 4  # of a price in full size


@face_of.register
def _(card: Card, catalog: ClassicCatalog, t: Translator) -> CardFace:
    return CardFace(
        color=card.color,
        price=words.cost(card.cost, t),
        cost=cost_symbols(card.cost, MAX_SHOWN_UNITS),
        is_sold=card.color in (Color.BROWN, Color.GREY),
        age=card.age,
        table_sizes=card.players,
        before=tuple(name(catalog.find(id), t) for id in card.chain_from),
        after=tuple(name(other, t) for other in catalog.cards if card.id in other.chain_from),
    )
