"""Effects and prices, written in symbols. Decoration: the words stand in the card's label."""

from collections.abc import Callable, Iterator

from heptapolis.cards.model import (
    ClassicEffect,
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
    Event,
    ResourceClass,
    Side,
    Special,
    Target,
    Whose,
)
from heptapolis.i18n import translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.web.art.markup import picture, span
from heptapolis.web.art.symbols import glyph

MANY = 3  # more shields or units than this are a number beside one symbol
COUNTED = {
    Counted.LEADER: "card-white",
    Counted.WONDER_STAGE: "stage",
    Counted.VICTORY_TOKEN: "victory",
    Counted.DEFEAT_TOKEN: "defeat",
    Counted.COINS: "coin",
    Counted.WONDER: "wonder",
    Counted.PROGRESS_TOKEN: "token",
}
EVENTS = {
    Event.VICTORY_TOKEN_GAINED: "victory",
    Event.BUILD_YELLOW: "card-yellow",
    Event.BUILD_BY_CHAIN: "chain",
}
SLASH = '<span class="h-slash">/</span>'


def effect(effect: Effect, language: str = "en", *, label: str | None = None) -> str:
    """What an effect does, in symbols; read out in words."""
    if label is None:
        label = " ".join(explain(effect, translator(language)))
    return picture("effect", label, "".join(parts(effect)))


def price(cost: Cost, language: str = "en") -> str:
    """A price in symbols, read out in words; nothing for nothing."""
    return picture("price", words.cost(cost, translator(language)), units(cost))


def units(cost: Cost) -> str:
    """The symbols of a price, each unit by itself."""
    coin = glyph("coin", cost.coins) if cost.coins else ""
    return coin + "".join(glyph(r.slug) * n for r, n in cost.resources.items())


def parts(effect: Effect) -> Iterator[str]:
    """Each part of an effect as one unbreakable group of symbols."""
    if effect.produce:
        yield group(*(glyph(resource.slug) for resource in effect.produce))
    if effect.produce_choice:
        yield group(_choice(effect.produce_choice))
    if effect.shields:
        yield group(*_repeated("shield", effect.shields))
    if isinstance(effect, ClassicEffect):
        yield from _classic(effect)
    elif isinstance(effect, DuelEffect):
        yield from _duel(effect)
    if effect.coins:
        yield group(glyph("coin", effect.coins))
    per_coins, per_points = effect.coins_per, effect.points_per
    if per_coins and per_points and _thing(per_coins) == _thing(per_points):
        gains = glyph("coin", per_coins.amount), glyph("points", per_points.amount)
        yield group(*gains, _each(per_points))
    else:
        if per_coins:
            yield group(glyph("coin", per_coins.amount), _each(per_coins))
        if per_points:
            yield group(glyph("points", per_points.amount), _each(per_points))
    if effect.points:
        yield group(glyph("points", effect.points))


def group(*symbols: str) -> str:
    return span("group", "".join(symbols))


def _choice(codes: tuple[Code, ...]) -> str:
    return SLASH.join(glyph(code.slug) for code in codes)


def _repeated(name: str, n: int) -> Iterator[str]:
    if n > MANY:
        yield glyph("shield-plain" if name == "shield" else name, n)
    else:
        yield glyph(name) * n


def _thing(count: Count) -> tuple[object, ...]:
    return count.what, count.per, count.whose


def _each(count: Count) -> str:
    """ "for each brown card of the neighbours": what is counted, between the cities that count."""
    if count.what == (Counted.COINS,):
        counted = glyph("coin", count.per)
    else:
        counted = "".join(map(_counted, count.what))
    return '<span class="h-per">:</span>' + counted + whose(count.whose)


def _counted(what: Counted) -> str:
    if what is Counted.SCIENCE_SET:
        return span("set", "".join(glyph(name) for name in ("compass", "gear", "tablet")))
    return glyph(COUNTED.get(what, f"card-{what.slug}"))


def whose(cities: tuple[Whose, ...]) -> str:
    """Three houses, left, own and right: those that count are filled. The own alone needs none."""
    if set(cities) == {Whose.SELF}:
        return ""
    if Whose.LARGER_CITY in cities:
        return span("whose", f'{glyph("city")}<span class="h-more">&gt;</span>{glyph("city-off")}')
    row = (Whose.LEFT, Whose.SELF, Whose.RIGHT)
    return span("whose", "".join(glyph("city" if w in cities else "city-off") for w in row))


# ── classic and Leaders ──────────────────────────────────────────────────────────────────────────


def _classic(effect: ClassicEffect) -> Iterator[str]:
    if effect.science:
        yield group(glyph(effect.science.slug))
    if effect.science_choice:
        yield group(_choice(effect.science_choice))
    if effect.discount:
        yield _trade(effect.discount)
    if effect.resource_discount:
        yield _cheaper(effect.resource_discount.color, effect.resource_discount.amount)
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


def _cheaper(target: Target, amount: int) -> str:
    names = {Target.WONDER_STAGE: "stage", Target.WONDER: "wonder"}
    return group(
        glyph(names.get(target, f"card-{target.slug}")),
        '<span class="h-minus">−</span>',
        glyph("any") * amount,
    )


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
        whose((Whose.LEFT, Whose.RIGHT)),
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


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def _duel(effect: DuelEffect) -> Iterator[str]:
    if effect.science:
        yield group(glyph(effect.science.slug))
    for resource, fixed in effect.fixed_price.items():
        yield group(glyph(resource.slug), '<span class="h-per">=</span>', glyph("coin", fixed))
    if effect.opponent_lose_coins:
        yield group(glyph("right"), glyph("coin", f"−{effect.opponent_lose_coins}"))
    if effect.destroy:
        yield group(_struck(effect.destroy))
    if effect.build_from_discard:
        yield group(glyph("discard"), glyph("gives"), glyph("build"))
    if effect.removed_token:
        yield group(glyph("token") * effect.removed_token.draw, glyph("gives"), glyph("token"))
    if effect.discount:
        yield _cheaper(effect.discount.applies_to, effect.discount.resources)
    if effect.gain_opponent_trade:
        yield group(glyph("any"), glyph("coin", "↩"))
    if effect.bonus_shields:
        shields = "".join(_repeated("shield", effect.bonus_shields.amount))
        yield group(
            glyph(f"card-{effect.bonus_shields.applies_to.slug}"),
            '<span class="h-per">+</span>',
            shields,
        )
    if effect.wonders_extra_turn:
        yield group(glyph("wonder"), glyph("gives"), glyph("again"))
    if effect.coins_per_chain_build:
        yield group(glyph("chain"), glyph("gives"), glyph("coin", effect.coins_per_chain_build))
    if effect.extra_turn:
        yield group(glyph("again"))


def _struck(color: Color) -> str:
    """The opponent's card, struck out."""
    return span("struck", glyph(f"card-{color.slug}") + glyph("destroy"))
