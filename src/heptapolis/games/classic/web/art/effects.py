"""Effects of classic and of the leaders, written in symbols."""

from collections.abc import Callable, Iterator

from heptapolis.codes import Side, Whose
from heptapolis.games.classic.cards.effects import ClassicEffect, TradeDiscount
from heptapolis.games.classic.codes import ResourceClass, Special, Trigger
from heptapolis.web.art.effects import choice, city_marks, discount, group, own_symbols
from heptapolis.web.art.markup import span
from heptapolis.web.art.motifs import banner, counted_sign
from heptapolis.web.art.symbols import glyph

EVENTS = {
    Trigger.VICTORY_TOKEN_GAINED: "victory",
    Trigger.BUILD_YELLOW: "card-yellow",
    Trigger.BUILD_BY_CHAIN: "chain",
}


@own_symbols.register
def _(effect: ClassicEffect) -> Iterator[str]:
    if effect.science:
        yield group(glyph(effect.science.slug))
    if effect.science_choice:
        yield group(choice(effect.science_choice))
    if effect.discount:
        yield _trade(effect.discount)
    if effect.resource_discount:
        yield discount(effect.resource_discount.color, effect.resource_discount.amount)
    if effect.points_per_set:
        cards = "".join(glyph(f"card-{color.slug}") for color in effect.points_per_set.of)
        laurel = glyph("points", effect.points_per_set.amount)
        yield group(laurel, '<span class="h-per">:</span>', span("set", cards))
    if effect.coins_on:
        yield group(
            glyph(EVENTS[effect.coins_on.event]),
            glyph("gives"),
            glyph("coin", effect.coins_on.amount),
        )
    if effect.special:
        yield group(*SPECIALS[effect.special](dict(effect.params)))


def _trade(discount: TradeDiscount) -> str:
    goods = glyph("raw" if discount.class_ is ResourceClass.RAW else "manufactured")
    left = glyph("left") if Side.LEFT in discount.from_ else ""
    right = glyph("right") if Side.RIGHT in discount.from_ else ""
    return group(left, goods, glyph("coin", discount.price), right)


SPECIALS: dict[Special, Callable[[dict[str, int]], tuple[str, ...]]] = {
    Special.FREE_BUILD_PER_AGE: lambda _: (
        *(glyph(f"age-{age}") for age in (1, 2, 3)),
        glyph("hand"),
        glyph("coin", 0),
    ),
    Special.PLAY_LAST_CARD: lambda _: (glyph("seventh"),),
    Special.BUILD_FROM_DISCARD: lambda _: (glyph("discard"), glyph("gives"), glyph("build")),
    Special.COPY_GUILD: lambda _: (
        glyph("left"),
        glyph("copy"),
        glyph("card-purple"),
        glyph("right"),
    ),
    Special.BANK_PURCHASE: lambda p: (glyph("coin", p["price"]), glyph("gives"), glyph("any")),
    Special.FREE_LEADERS: lambda _: (glyph("card-white"), glyph("coin", 0)),
    Special.LEADER_DISCOUNT: lambda p: (
        glyph("card-white"),
        glyph("coin", f"−{p['self']}"),
        city_marks((Whose.LEFT, Whose.RIGHT)),
        glyph("coin", f"−{p['neighbours']}"),
    ),
    Special.FREE_GUILDS: lambda _: (glyph("card-purple"), glyph("coin", 0)),
    Special.REDIRECT_DEFEAT_TOKENS: lambda _: (glyph("left"), glyph("defeat"), glyph("right")),
    Special.TRADE_REBATE: lambda p: (glyph("both"), glyph("coin", f"+{p['amount']}")),
    Special.COPY_NEIGHBOUR_LEADER: lambda _: (
        glyph("left"),
        glyph("copy"),
        glyph("card-white"),
        glyph("right"),
    ),
    Special.DRAW_LEADERS: lambda p: (glyph("hand", f"+{p['count']}"), glyph("card-white")),
    Special.RECRUIT_EXTRA_LEADER: lambda _: (glyph("again"), glyph("card-white")),
}


@banner.register
def _(effect: ClassicEffect) -> str:
    if effect.science_choice:
        return "gear"
    if effect.special is Special.COPY_NEIGHBOUR_LEADER:
        return "leader"
    return counted_sign(effect)
