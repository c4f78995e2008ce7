"""Descriptions of the effects that all games share."""

from collections.abc import Iterator, Mapping

from heptapolis.cards.model import Count, Effect
from heptapolis.codes import (
    Code,
    Color,
    Counted,
    Resource,
    Target,
    Whose,
)
from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import (
    coins,
    mark,
    mark_plural,
    points,
    units,
    words,
)
from heptapolis.variants import all_counted
from heptapolis.vocabulary import Message

DISCOUNTS = {
    Target.BROWN: mark_plural(
        "Each brown card costs %(n)d resource less (your choice).",
        "Each brown card costs %(n)d resources less (your choice).",
    ),
    Target.GREY: mark_plural(
        "Each grey card costs %(n)d resource less (your choice).",
        "Each grey card costs %(n)d resources less (your choice).",
    ),
    Target.BLUE: mark_plural(
        "Each blue card costs %(n)d resource less (your choice).",
        "Each blue card costs %(n)d resources less (your choice).",
    ),
    Target.YELLOW: mark_plural(
        "Each yellow card costs %(n)d resource less (your choice).",
        "Each yellow card costs %(n)d resources less (your choice).",
    ),
    Target.RED: mark_plural(
        "Each red card costs %(n)d resource less (your choice).",
        "Each red card costs %(n)d resources less (your choice).",
    ),
    Target.GREEN: mark_plural(
        "Each green card costs %(n)d resource less (your choice).",
        "Each green card costs %(n)d resources less (your choice).",
    ),
    Target.PURPLE: mark_plural(
        "Each purple card costs %(n)d resource less (your choice).",
        "Each purple card costs %(n)d resources less (your choice).",
    ),
    Target.WONDER_STAGE: mark_plural(
        "Each stage of your wonder costs %(n)d resource less (your choice).",
        "Each stage of your wonder costs %(n)d resources less (your choice).",
    ),
    Target.WONDER: mark_plural(
        "Each of your wonders costs %(n)d resource less (your choice).",
        "Each of your wonders costs %(n)d resources less (your choice).",
    ),
}

# "1 coin | for each brown card | in your city": the middle part, by what all games count.
COUNTED_THINGS: Mapping[Code, Message] = {
    Counted.BROWN: mark("count", "for each brown card"),
    Counted.GREY: mark("count", "for each grey card"),
    Counted.BLUE: mark("count", "for each blue card"),
    Counted.YELLOW: mark("count", "for each yellow card"),
    Counted.RED: mark("count", "for each red card"),
    Counted.GREEN: mark("count", "for each green card"),
    Counted.PURPLE: mark("count", "for each purple card"),
    Counted.COINS: mark("count", "for each coin"),
}

# ... and the last part, by the cities.
COUNTED_CITIES = {
    frozenset({Whose.SELF}): mark("count", "in your city"),
    frozenset({Whose.LEFT}): mark("count", "in the left neighbour's city"),
    frozenset({Whose.RIGHT}): mark("count", "in the right neighbour's city"),
    frozenset({Whose.LEFT, Whose.RIGHT}): mark("count", "in the two neighbouring cities"),
    frozenset({Whose.SELF, Whose.LEFT}): mark("count", "in your city and the left neighbour's"),
    frozenset({Whose.SELF, Whose.RIGHT}): mark("count", "in your city and the right neighbour's"),
    frozenset({Whose.SELF, Whose.LEFT, Whose.RIGHT}): mark(
        "count", "in your city and the two neighbouring ones"
    ),
    frozenset({Whose.LARGER_CITY}): mark("count", "in the city with more of them"),
    frozenset({Whose.SELF, Whose.LARGER_CITY}): mark(
        "count", "in your city and the one with more of them"
    ),
}


def shared_sentences(effect: Effect, t: Translator) -> Iterator[str]:
    if effect.produce:
        goods = [units(r, effect.produce.count(r), t) for r in Resource if r in effect.produce]
        yield t.gettext("Produces %(units)s.", units=", ".join(goods))
    if effect.produce_choice:
        choice = words(effect.produce_choice, t, " / ")
        yield t.gettext("Produces one unit of your choice: %(resources)s.", resources=choice)
    if effect.shields:
        yield t.ngettext("%(n)d shield.", "%(n)d shields.", effect.shields)
    if effect.coins:
        yield t.ngettext("Take %(n)d coin.", "Take %(n)d coins.", effect.coins)
    if effect.coins_per:
        yield _gain_for_each(coins(effect.coins_per.amount, t), effect.coins_per, t)
    if effect.points:
        yield points(effect.points, t) + "."
    if effect.points_per:
        yield _gain_for_each(points(effect.points_per.amount, t), effect.points_per, t)


def _for_each(what: Code) -> Message:
    """Return "for each brown card"."""
    return COUNTED_THINGS[what] if isinstance(what, Counted) else all_counted()[what.slug].each


def _gain_for_each(gain: str, count: Count, t: Translator) -> str:
    """Return "1 coin for each brown card in your city." """
    if count.per > 1 and count.what == (Counted.COINS,):
        each = t.ngettext("for every %(n)d coin", "for every %(n)d coins", count.per)
    elif len(count.what) == 1:
        each = t.pgettext(*_for_each(count.what[0]))
    elif all(what <= Color.PURPLE for what in count.what):
        colors = words([Color(what) for what in count.what], t)
        each = t.gettext("for each card of these colours (%(colors)s)", colors=colors)
    else:
        each = ", ".join(t.pgettext(*_for_each(what)) for what in count.what)
    where = t.pgettext(*COUNTED_CITIES[frozenset(count.whose)])
    if count.what == (Counted.COINS,) and count.whose == (Whose.SELF,):
        where = t.pgettext("count", "in your treasury")
    return t.gettext("%(gain)s %(each)s %(where)s.", gain=gain, each=each, where=where)
