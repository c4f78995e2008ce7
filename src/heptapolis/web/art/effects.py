"""Effects and prices as symbols. They are decoration: the card's label has the words."""

from collections.abc import Iterator
from functools import singledispatch

from heptapolis.cards.model import Cost, Count, Effect
from heptapolis.codes import Code, Counted, Target, Whose
from heptapolis.i18n import translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.variants import all_counted
from heptapolis.web.art.expansion import added_symbols
from heptapolis.web.art.markup import picture, span
from heptapolis.web.art.symbols import glyph

MAX_REPEATED = 3  # more shields or units than this are drawn as a number beside one symbol
SLASH = '<span class="h-slash">/</span>'


def effect(effect: Effect, language: str = "en", *, label: str | None = None) -> str:
    """Draw an effect in symbols, with a text for screen readers."""
    if label is None:
        label = " ".join(explain(effect, translator(language)))
    return picture("effect", label, "".join(symbol_groups(effect)))


def price(cost: Cost, language: str = "en") -> str:
    """Draw a price in symbols, with a text for screen readers; return "" for no price."""
    return picture("price", words.cost(cost, translator(language)), units(cost))


def units(cost: Cost) -> str:
    """Return the symbols of a price, one for each unit."""
    coin = glyph("coin", cost.coins) if cost.coins else ""
    return coin + "".join(glyph(r.slug) * n for r, n in cost.resources.items())


def symbol_groups(effect: Effect) -> Iterator[str]:
    """Yield the symbols of an effect in unbreakable groups."""
    if effect.produce:
        yield group(*(glyph(resource.slug) for resource in effect.produce))
    if effect.produce_choice:
        yield group(choice(effect.produce_choice))
    if effect.shields:
        yield group(*repeat_symbol("shield", effect.shields))
    yield from own_symbols(effect)
    yield from map(group, added_symbols(effect))
    if effect.coins:
        yield group(glyph("coin", effect.coins))
    per_coins, per_points = effect.coins_per, effect.points_per
    if per_coins and per_points and _thing(per_coins) == _thing(per_points):
        gains = glyph("coin", per_coins.amount), glyph("points", per_points.amount)
        yield group(*gains, _symbols_for_each(per_points))
    else:
        if per_coins:
            yield group(glyph("coin", per_coins.amount), _symbols_for_each(per_coins))
        if per_points:
            yield group(glyph("points", per_points.amount), _symbols_for_each(per_points))
    if effect.points:
        yield group(glyph("points", effect.points))


@singledispatch
def own_symbols(_effect: Effect) -> Iterator[str]:
    """Yield the symbols that exist in one game only; each game registers its own."""
    return iter(())


def group(*symbols: str) -> str:
    return span("group", "".join(symbols))


def choice(codes: tuple[Code, ...]) -> str:
    return SLASH.join(glyph(code.slug) for code in codes)


def repeat_symbol(name: str, n: int) -> Iterator[str]:
    if n > MAX_REPEATED:
        yield glyph("shield-plain" if name == "shield" else name, n)
    else:
        yield glyph(name) * n


def _thing(count: Count) -> tuple[object, ...]:
    return count.what, count.per, count.whose


def _symbols_for_each(count: Count) -> str:
    """Return the symbols of "for each brown card of the neighbours"."""
    if count.what == (Counted.COINS,):
        counted = glyph("coin", count.per)
    else:
        counted = "".join(map(_counted_symbol, count.what))
    return '<span class="h-per">:</span>' + counted + city_marks(count.whose)


def _counted_symbol(what: Code) -> str:
    if isinstance(what, Counted):
        return glyph("coin" if what is Counted.COINS else f"card-{what.slug}")
    symbols = all_counted()[what.slug].symbols
    drawn = "".join(map(glyph, symbols))
    return span("set", drawn) if len(symbols) > 1 else drawn


def city_marks(cities: tuple[Whose, ...]) -> str:
    """Return three houses, left, own and right, with those that count filled; nothing for the
    own city alone."""
    if set(cities) == {Whose.SELF}:
        return ""
    if Whose.LARGER_CITY in cities:
        return span("whose", f'{glyph("city")}<span class="h-more">&gt;</span>{glyph("city-off")}')
    row = (Whose.LEFT, Whose.SELF, Whose.RIGHT)
    return span("whose", "".join(glyph("city" if w in cities else "city-off") for w in row))


def discount(target: Target, amount: int) -> str:
    """Return the symbols of a discount on a kind of construction."""
    names = {Target.WONDER_STAGE: "stage", Target.WONDER: "wonder"}
    return group(
        glyph(names.get(target, f"card-{target.slug}")),
        '<span class="h-minus">−</span>',
        glyph("any") * amount,
    )
