"""Descriptions of the effects that only Duel has."""

from collections.abc import Iterator

from heptapolis.codes import Color
from heptapolis.games.duel.cards.model import DuelEffect
from heptapolis.i18n import Translator
from heptapolis.i18n.descriptions.shared import DISCOUNTS
from heptapolis.i18n.vocabulary import word


def sentences(effect: DuelEffect, t: Translator) -> Iterator[str]:
    if effect.science:
        yield t.gettext("Science symbol: %(symbol)s.", symbol=word(effect.science, t))
    for resource, price in effect.fixed_price.items():
        yield t.ngettext(
            "You can always buy this for %(n)d coin a unit: %(resource)s.",
            "You can always buy this for %(n)d coins a unit: %(resource)s.",
            price,
            resource=word(resource, t),
        )
    if effect.opponent_lose_coins:
        yield t.ngettext(
            "Your opponent loses %(n)d coin.",
            "Your opponent loses %(n)d coins.",
            effect.opponent_lose_coins,
        )
    if effect.destroy:
        if effect.destroy is Color.BROWN:
            yield t.gettext("Discard one of your opponent's brown cards.")
        else:
            yield t.gettext("Discard one of your opponent's grey cards.")
    if effect.build_from_discard:
        yield t.gettext("Build one card from the discard pile for free.")
    if effect.removed_token:
        yield t.ngettext(
            "Draw %(n)d of the progress tokens set aside and keep one.",
            "Draw %(n)d of the progress tokens set aside and keep one.",
            effect.removed_token.draw,
        )
    if effect.discount:
        yield t.ngettext(*DISCOUNTS[effect.discount.applies_to], effect.discount.resources)
    if effect.gain_opponent_trade:
        yield t.gettext("You get the coins that your opponent pays for resources.")
    if effect.bonus_shields:
        yield t.ngettext(
            "From now on, each red card gives %(n)d more shield.",
            "From now on, each red card gives %(n)d more shields.",
            effect.bonus_shields.amount,
        )
    if effect.wonders_extra_turn:
        yield t.gettext("From now on, each wonder you build gives you another turn.")
    if effect.coins_per_chain_build:
        yield t.ngettext(
            "Take %(n)d coin whenever a chain gives you a card for free.",
            "Take %(n)d coins whenever a chain gives you a card for free.",
            effect.coins_per_chain_build,
        )
    if effect.extra_turn:
        yield t.gettext("Take another turn immediately.")
