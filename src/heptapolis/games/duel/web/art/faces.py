"""Faces of the cards of Duel."""

from heptapolis.games.duel.cards.model import DuelCard, DuelCatalog
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.names import name
from heptapolis.web.art.cards import CardFace, cost_symbols, face_of
from heptapolis.web.art.symbols import names

MAX_SHOWN_UNITS = 3  # of a price in full size


@face_of.register
def _(card: DuelCard, catalog: DuelCatalog, t: Translator) -> CardFace:
    return CardFace(
        color=card.color,
        price=words.cost(card.cost, t),
        cost=cost_symbols(card.cost, MAX_SHOWN_UNITS),
        age=card.age,
        before=tuple(name(catalog.find(id), t) for id in card.chain_from),
        before_sign=_sign(catalog.card[card.chain_from[0]]) if card.chain_from else "",
        after=tuple(name(other, t) for other in catalog.cards if card.id in other.chain_from),
        after_sign=_sign(card),
        shows_top=True,
    )


def _sign(card: DuelCard) -> str:
    """Return the link that a card gives to others."""
    sign = f"sign-{card.chain_symbol}"
    return sign if sign in names() else "chain"
