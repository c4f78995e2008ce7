"""Descriptions of the effects that only classic and Leaders have."""

from collections.abc import Iterator

from heptapolis.games.classic.cards.effects import ClassicEffect, CoinsOn, TradeDiscount
from heptapolis.games.classic.codes import ResourceClass, Special, Trigger
from heptapolis.i18n import Translator
from heptapolis.i18n.descriptions.shared import DISCOUNTS
from heptapolis.i18n.vocabulary import (
    coins,
    mark_plural,
    points,
    word,
    words,
)


def sentences(effect: ClassicEffect, t: Translator) -> Iterator[str]:
    if effect.science:
        yield t.gettext("Science symbol: %(symbol)s.", symbol=word(effect.science, t))
    if effect.science_choice:
        yield t.gettext(
            "One science symbol, chosen when points are counted: %(symbols)s.",
            symbols=words(effect.science_choice, t, " / "),
        )
    if effect.discount:
        yield _trade_discount(effect.discount, t)
    if effect.resource_discount:
        less = effect.resource_discount
        yield t.ngettext(*DISCOUNTS[less.color], less.amount)
    if effect.points_per_set:
        yield t.gettext(
            "%(gain)s for each set of cards with one of every colour: %(colors)s.",
            gain=points(effect.points_per_set.amount, t),
            colors=words(effect.points_per_set.of, t),
        )
    if effect.coins_on:
        yield _coins_on(effect.coins_on, t)
    if effect.special:
        yield _special(effect.special, dict(effect.params), t)


def _trade_discount(discount: TradeDiscount, t: Translator) -> str:
    sellers = words(discount.from_, t)
    if discount.class_ is ResourceClass.RAW:
        return t.ngettext(
            "Raw materials cost %(n)d coin a unit when bought from: %(sellers)s.",
            "Raw materials cost %(n)d coins a unit when bought from: %(sellers)s.",
            discount.price,
            sellers=sellers,
        )
    return t.ngettext(
        "Manufactured goods cost %(n)d coin a unit when bought from: %(sellers)s.",
        "Manufactured goods cost %(n)d coins a unit when bought from: %(sellers)s.",
        discount.price,
        sellers=sellers,
    )


def _coins_on(coins_on: CoinsOn, t: Translator) -> str:
    sentences = {
        Trigger.VICTORY_TOKEN_GAINED: mark_plural(
            "Take %(n)d coin whenever you gain a victory token.",
            "Take %(n)d coins whenever you gain a victory token.",
        ),
        Trigger.BUILD_YELLOW: mark_plural(
            "Take %(n)d coin whenever you build a yellow card.",
            "Take %(n)d coins whenever you build a yellow card.",
        ),
        Trigger.BUILD_BY_CHAIN: mark_plural(
            "Take %(n)d coin whenever a chain gives you a card for free.",
            "Take %(n)d coins whenever a chain gives you a card for free.",
        ),
    }
    return t.ngettext(*sentences[coins_on.event], coins_on.amount)


def _special(special: Special, params: dict[str, int], t: Translator) -> str:
    match special:
        case Special.FREE_BUILD_PER_AGE:
            return t.gettext("Once per age, build a card from your hand for free.")
        case Special.PLAY_LAST_CARD:
            return t.gettext(
                "In the last turn of each age, play your seventh card too: "
                "build it, use it for a stage or discard it for coins."
            )
        case Special.BUILD_FROM_DISCARD:
            return t.gettext("Look through the discard pile and build one card from it for free.")
        case Special.COPY_GUILD:
            return t.gettext("When points are counted, score one guild of a neighbour as yours.")
        case Special.BANK_PURCHASE:
            return t.ngettext(
                "Once a turn, buy one unit of any resource from the bank for %(n)d coin.",
                "Once a turn, buy one unit of any resource from the bank for %(n)d coins.",
                params["price"],
            )
        case Special.FREE_LEADERS:
            return t.gettext("In recruitment phases, leaders are free for you.")
        case Special.LEADER_DISCOUNT:
            return t.gettext(
                "Leaders cost you %(own)s less, and each neighbour %(neighbours)s less, but "
                "never below 0.",
                own=coins(params["self"], t),
                neighbours=coins(params["neighbours"], t),
            )
        case Special.FREE_GUILDS:
            return t.gettext("Build guilds for free.")
        case Special.REDIRECT_DEFEAT_TOKENS:
            return t.gettext("Your defeat tokens go to the neighbour who beat you.")
        case Special.TRADE_REBATE:
            return t.ngettext(
                "Once a turn for each neighbour you buy from, take %(n)d coin back.",
                "Once a turn for each neighbour you buy from, take %(n)d coins back.",
                params["amount"],
            )
        case Special.COPY_NEIGHBOUR_LEADER:
            return t.gettext("Choose a leader recruited by a neighbour: you get its effect too.")
        case Special.DRAW_LEADERS:
            return t.ngettext(
                "Draw %(n)d leader from the box into your hand.",
                "Draw %(n)d leaders from the box into your hand.",
                params["count"],
            )
        case Special.RECRUIT_EXTRA_LEADER:
            return t.gettext("You may immediately recruit one more leader from your hand.")
