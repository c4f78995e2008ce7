"""What a card does, in words: generated from its effect, in every language.

Sentences are whole messages wherever grammar could bend a part (genders, cases, plurals); only
numbers and lists after a colon are put in, and the words of a list stand in the nominative.
"""

from collections.abc import Iterable, Iterator

from heptapolis.cards.model import (
    ClassicEffect,
    CoinsOn,
    Cost,
    Count,
    DuelEffect,
    Effect,
    TradeDiscount,
)
from heptapolis.codes import (
    Code,
    Color,
    Counted,
    DuelSymbol,
    Event,
    Resource,
    ResourceClass,
    Side,
    Special,
    Symbol,
    Target,
    Whose,
)
from heptapolis.i18n import Translator


def mark(context: str, message: str) -> tuple[str, str]:
    """A message that is translated later; extraction finds it by this name."""
    return context, message


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """The same for a message with a number."""
    return one, many


WORDS: dict[type[Code], dict[str, tuple[str, str]]] = {
    Resource: {
        "clay": mark("resource", "clay"),
        "ore": mark("resource", "ore"),
        "stone": mark("resource", "stone"),
        "wood": mark("resource", "wood"),
        "glass": mark("resource", "glass"),
        "cloth": mark("resource", "cloth"),
        "papyrus": mark("resource", "papyrus"),
    },
    Color: {
        "brown": mark("colour", "brown"),
        "grey": mark("colour", "grey"),
        "blue": mark("colour", "blue"),
        "yellow": mark("colour", "yellow"),
        "red": mark("colour", "red"),
        "green": mark("colour", "green"),
        "purple": mark("colour", "purple"),
        "white": mark("colour", "white"),
    },
    Side: {
        "left": mark("neighbour", "the left neighbour"),
        "right": mark("neighbour", "the right neighbour"),
    },
    Symbol: {
        "compass": mark("science symbol", "compass"),
        "gear": mark("science symbol", "gear"),
        "tablet": mark("science symbol", "tablet"),
    },
    DuelSymbol: {
        "astrolabe": mark("science symbol", "astrolabe"),
        "scales": mark("science symbol", "scales"),
        "sundial": mark("science symbol", "sundial"),
        "mortar": mark("science symbol", "mortar"),
        "pendulum": mark("science symbol", "pendulum"),
        "quill": mark("science symbol", "quill"),
        "wheel": mark("science symbol", "wheel"),
    },
}

UNITS = {
    Resource.CLAY: mark_plural("%(n)d clay", "%(n)d clay"),
    Resource.ORE: mark_plural("%(n)d ore", "%(n)d ore"),
    Resource.STONE: mark_plural("%(n)d stone", "%(n)d stone"),
    Resource.WOOD: mark_plural("%(n)d wood", "%(n)d wood"),
    Resource.GLASS: mark_plural("%(n)d glass", "%(n)d glass"),
    Resource.CLOTH: mark_plural("%(n)d cloth", "%(n)d cloth"),
    Resource.PAPYRUS: mark_plural("%(n)d papyrus", "%(n)d papyrus"),
}

FEWER = {
    Target.BROWN: mark_plural(
        "Each brown card needs %(n)d resource less, of your choice.",
        "Each brown card needs %(n)d resources less, of your choice.",
    ),
    Target.GREY: mark_plural(
        "Each grey card needs %(n)d resource less, of your choice.",
        "Each grey card needs %(n)d resources less, of your choice.",
    ),
    Target.BLUE: mark_plural(
        "Each blue card needs %(n)d resource less, of your choice.",
        "Each blue card needs %(n)d resources less, of your choice.",
    ),
    Target.YELLOW: mark_plural(
        "Each yellow card needs %(n)d resource less, of your choice.",
        "Each yellow card needs %(n)d resources less, of your choice.",
    ),
    Target.RED: mark_plural(
        "Each red card needs %(n)d resource less, of your choice.",
        "Each red card needs %(n)d resources less, of your choice.",
    ),
    Target.GREEN: mark_plural(
        "Each green card needs %(n)d resource less, of your choice.",
        "Each green card needs %(n)d resources less, of your choice.",
    ),
    Target.PURPLE: mark_plural(
        "Each purple card needs %(n)d resource less, of your choice.",
        "Each purple card needs %(n)d resources less, of your choice.",
    ),
    Target.WONDER_STAGE: mark_plural(
        "Each stage of your wonder needs %(n)d resource less, of your choice.",
        "Each stage of your wonder needs %(n)d resources less, of your choice.",
    ),
    Target.WONDER: mark_plural(
        "Each of your wonders needs %(n)d resource less, of your choice.",
        "Each of your wonders needs %(n)d resources less, of your choice.",
    ),
}

# "1 coin | for each brown card | in your city": the middle part, by what is counted.
EACH = {
    Counted.BROWN: mark("count", "for each brown card"),
    Counted.GREY: mark("count", "for each grey card"),
    Counted.BLUE: mark("count", "for each blue card"),
    Counted.YELLOW: mark("count", "for each yellow card"),
    Counted.RED: mark("count", "for each red card"),
    Counted.GREEN: mark("count", "for each green card"),
    Counted.PURPLE: mark("count", "for each purple card"),
    Counted.LEADER: mark("count", "for each recruited leader"),
    Counted.WONDER_STAGE: mark("count", "for each wonder stage built"),
    Counted.VICTORY_TOKEN: mark("count", "for each victory token"),
    Counted.DEFEAT_TOKEN: mark("count", "for each defeat token"),
    Counted.SCIENCE_SET: mark("count", "for each set of three different science symbols"),
    Counted.COINS: mark("count", "for each coin"),
    Counted.WONDER: mark("count", "for each wonder built"),
    Counted.PROGRESS_TOKEN: mark("count", "for each progress token"),
}

# ... and the last part, by whose cities are looked at.
WHERE = {
    frozenset({Whose.SELF}): mark("count", "in your city"),
    frozenset({Whose.LEFT}): mark("count", "in the left neighbour's city"),
    frozenset({Whose.RIGHT}): mark("count", "in the right neighbour's city"),
    frozenset({Whose.LEFT, Whose.RIGHT}): mark("count", "in the two neighbouring cities"),
    frozenset({Whose.SELF, Whose.LEFT}): mark("count", "in your city and the left neighbour's"),
    frozenset({Whose.SELF, Whose.RIGHT}): mark("count", "in your city and the right neighbour's"),
    frozenset({Whose.SELF, Whose.LEFT, Whose.RIGHT}): mark(
        "count", "in your city and the two neighbouring ones"
    ),
    frozenset({Whose.LARGER_CITY}): mark("count", "in the city that has more of them"),
    frozenset({Whose.SELF, Whose.LARGER_CITY}): mark("count", "in your city and the larger one"),
}

COLUMNS = {  # of the score sheets
    "military": mark("score", "Military"),
    "treasury": mark("score", "Coins"),
    "wonder": mark("score", "Wonder"),
    "civilian": mark("score", "Civilian"),
    "science": mark("score", "Science"),
    "commercial": mark("score", "Trade"),
    "guilds": mark("score", "Guilds"),
    "leaders": mark("score", "Leaders"),
    "wonders": mark("score", "Wonders"),
    "progress": mark("score", "Progress"),
    "coins": mark("score", "Coins"),
    "total": mark("score", "Total"),
}


def word(code: Code, t: Translator) -> str:
    """The plain name of a resource, colour, symbol or neighbour."""
    return t.pgettext(*WORDS[type(code)][code.slug])


def words(codes: Iterable[Code], t: Translator, glue: str = ", ") -> str:
    return glue.join(word(code, t) for code in codes)


def column(name: str, t: Translator) -> str:
    """The name of a column of the score sheet."""
    return t.pgettext(*COLUMNS[name])


def percent(share: float) -> str:
    return f"{share:.1%}"


def number(value: float) -> str:
    """One decimal, and a minus that is as wide as a plus."""
    return f"{value:.1f}".replace("-", "−")


def coins(n: int, t: Translator) -> str:
    return t.ngettext("%(n)d coin", "%(n)d coins", n)


def points(n: int, t: Translator) -> str:
    return t.ngettext("%(n)d victory point", "%(n)d victory points", n)


def units(resource: Resource, n: int, t: Translator) -> str:
    """A counted resource: "2 wood"."""
    return t.ngettext(*UNITS[resource], n)


def cost(cost: Cost, t: Translator) -> str:
    """A price: "1 coin, 2 wood", or the word for nothing."""
    if cost.is_free:
        return t.pgettext("price", "free")
    parts = [coins(cost.coins, t)] if cost.coins else []
    return ", ".join(parts + [units(r, n, t) for r, n in cost.resources.items()])


def explain(effect: Effect, t: Translator, *, sold: bool | None = None) -> list[str]:
    """What an effect does, a sentence for each part. ``sold``: may neighbours buy what it makes?"""
    sentences = list(_shared(effect, t))
    if sold is False and (effect.produce or effect.produce_choice):
        sentences.append(t.gettext("Neighbours cannot buy it."))
    if isinstance(effect, ClassicEffect):
        sentences += _classic(effect, t)
    elif isinstance(effect, DuelEffect):
        sentences += _duel(effect, t)
    return sentences


def _shared(effect: Effect, t: Translator) -> Iterator[str]:
    if effect.produce:
        made = [units(r, effect.produce.count(r), t) for r in Resource if r in effect.produce]
        yield t.gettext("Produces %(units)s.", units=", ".join(made))
    if effect.produce_choice:
        choice = words(effect.produce_choice, t, " / ")
        yield t.gettext("Produces one unit of your choice: %(resources)s.", resources=choice)
    if effect.shields:
        yield t.ngettext("%(n)d shield.", "%(n)d shields.", effect.shields)
    if effect.coins:
        yield t.ngettext("Take %(n)d coin.", "Take %(n)d coins.", effect.coins)
    if effect.coins_per:
        yield _per(coins(effect.coins_per.amount, t), effect.coins_per, t)
    if effect.points:
        yield points(effect.points, t) + "."
    if effect.points_per:
        yield _per(points(effect.points_per.amount, t), effect.points_per, t)


def _per(gain: str, count: Count, t: Translator) -> str:
    """ "1 coin for each brown card in your city." """
    if count.per > 1 and count.what == (Counted.COINS,):
        each = t.ngettext("for every %(n)d coin", "for every %(n)d coins", count.per)
    elif len(count.what) == 1:
        each = t.pgettext(*EACH[count.what[0]])
    elif all(what <= Color.PURPLE for what in count.what):
        colors = words([Color(what) for what in count.what], t)
        each = t.gettext("for each card of these colours (%(colors)s)", colors=colors)
    else:
        each = ", ".join(t.pgettext(*EACH[what]) for what in count.what)
    where = t.pgettext(*WHERE[frozenset(count.whose)])
    return t.gettext("%(gain)s %(each)s %(where)s.", gain=gain, each=each, where=where)


# ── classic and Leaders ──────────────────────────────────────────────────────────────────────────


def _classic(effect: ClassicEffect, t: Translator) -> Iterator[str]:
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
        yield t.ngettext(*FEWER[less.color], less.amount)
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
        Event.VICTORY_TOKEN_GAINED: mark_plural(
            "Take %(n)d coin whenever you gain a victory token.",
            "Take %(n)d coins whenever you gain a victory token.",
        ),
        Event.BUILD_YELLOW: mark_plural(
            "Take %(n)d coin whenever you build a yellow card.",
            "Take %(n)d coins whenever you build a yellow card.",
        ),
        Event.BUILD_BY_CHAIN: mark_plural(
            "Take %(n)d coin whenever a chain gives you a card for free.",
            "Take %(n)d coins whenever a chain gives you a card for free.",
        ),
    }
    return t.ngettext(*sentences[coins_on.event], coins_on.amount)


def _special(special: Special, params: dict[str, int], t: Translator) -> str:
    match special:
        case Special.FREE_BUILD_PER_AGE:
            return t.gettext("Once in each age, build a card from your hand for free.")
        case Special.PLAY_LAST_CARD:
            return t.gettext("In the last turn of each age, play your seventh card too.")
        case Special.BUILD_FROM_DISCARD:
            return t.gettext("Look through the discard pile and build one card of it for free.")
        case Special.COPY_GUILD:
            return t.gettext("When points are counted, score one guild of a neighbour as yours.")
        case Special.BANK_PURCHASE:
            return t.ngettext(
                "Once a turn, buy one unit of any resource from the bank for %(n)d coin.",
                "Once a turn, buy one unit of any resource from the bank for %(n)d coins.",
                params["price"],
            )
        case Special.FREE_LEADERS:
            return t.gettext("Recruit leaders for free.")
        case Special.LEADER_DISCOUNT:
            return t.gettext(
                "Leaders cost less, never below 0. You: %(own)s less. "
                "Each neighbour: %(neighbours)s less.",
                own=coins(params["self"], t),
                neighbours=coins(params["neighbours"], t),
            )
        case Special.FREE_GUILDS:
            return t.gettext("Build guilds for free.")
        case Special.REDIRECT_DEFEAT_TOKENS:
            return t.gettext("Your defeat tokens go to the neighbour who beat you.")
        case Special.TRADE_REBATE:
            return t.ngettext(
                "Take %(n)d coin back for each neighbour you buy from, once a turn each.",
                "Take %(n)d coins back for each neighbour you buy from, once a turn each.",
                params["amount"],
            )
        case Special.COPY_NEIGHBOUR_LEADER:
            return t.gettext("Choose a leader recruited by a neighbour: its effect is yours too.")
        case Special.DRAW_LEADERS:
            return t.ngettext(
                "Draw %(n)d leader from the box into your hand.",
                "Draw %(n)d leaders from the box into your hand.",
                params["count"],
            )
        case Special.RECRUIT_EXTRA_LEADER:
            return t.gettext("You may recruit one more leader from your hand at once.")


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def _duel(effect: DuelEffect, t: Translator) -> Iterator[str]:
    if effect.science:
        yield t.gettext("Science symbol: %(symbol)s.", symbol=word(effect.science, t))
    for resource, price in effect.fixed_price.items():
        yield t.ngettext(
            "You always buy this at %(n)d coin a unit: %(resource)s.",
            "You always buy this at %(n)d coins a unit: %(resource)s.",
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
        yield t.gettext("Build one card of the discard pile for free.")
    if effect.removed_token:
        yield t.ngettext(
            "Draw %(n)d of the progress tokens set aside and keep one.",
            "Draw %(n)d of the progress tokens set aside and keep one.",
            effect.removed_token.draw,
        )
    if effect.discount:
        yield t.ngettext(*FEWER[effect.discount.applies_to], effect.discount.resources)
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
        yield t.gettext("Take another turn at once.")
