"""The vocabulary of sentences: resources, colours, symbols, columns, numbers, prices."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from heptapolis.cards.model import Cost
from heptapolis.codes import Code, Color, Resource, Side
from heptapolis.i18n import Translator
from heptapolis.messages import mark as mark
from heptapolis.messages import mark_plural as mark_plural
from heptapolis.variants import all_kinds, all_symbols, column_of
from heptapolis.vocabulary import Column, Message, plain_words

WORDS: Mapping[type[Code], Mapping[str, Message]] = {
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


def word(code: Code, t: Translator) -> str:
    """Return the plain name of a resource, colour or neighbour, or of a symbol of a game."""
    return t.pgettext(*WORDS.get(type(code), all_symbols())[code.slug])


def words(codes: Iterable[Code], t: Translator, glue: str = ", ") -> str:
    return glue.join(word(code, t) for code in codes)


def column(column: Column | str, t: Translator) -> str:
    """Return the title of a column of the score sheet, or of the first with this id."""
    meant = column_of(column) if isinstance(column, str) else column
    return t.pgettext(*meant.title) if meant.title else plain_words(meant.id)


def number(value: float, t: Translator, digits: int = 1, *, sign: str = "-") -> str:
    """Format a decimal number in the language, with a minus as wide as a plus; ``sign="+"`` also
    writes the plus."""
    return _as_written(f"{value:{sign}.{digits}f}", t)


def percent(share: float, t: Translator, digits: int = 1) -> str:
    return _as_written(f"{share:.{digits}%}", t)


def _as_written(text: str, t: Translator) -> str:
    point = t.pgettext("decimal point", ".")
    return text.replace("-", "−").replace(".", point)


def name_list(names: Sequence[str], t: Translator) -> str:
    """Return "Ann, Bob and Eve"."""
    *first, last = names
    if not first:
        return last
    return t.pgettext("list", "%(first)s and %(last)s", first=", ".join(first), last=last)


def coins(n: int, t: Translator) -> str:
    return t.ngettext("%(n)d coin", "%(n)d coins", n)


def points(n: int, t: Translator) -> str:
    return t.ngettext("%(n)d victory point", "%(n)d victory points", n)


def units(resource: Resource, n: int, t: Translator) -> str:
    """Return a counted resource: "2 wood"."""
    return t.ngettext(*UNITS[resource], n)


def price_text(thing: Any, t: Translator) -> str:
    """Return the printed price of a thing: a `Cost` or a number of coins; "" if it has none."""
    price = getattr(thing, "cost", None)
    if isinstance(price, int):
        return coins(price, t)
    return cost(price, t) if isinstance(price, Cost) else ""


def kind_title(id: str, t: Translator) -> str:
    """Return the title of a kind of things, for a heading."""
    kind = next((kind for kind in all_kinds() if kind.id == id), None)
    title = t.pgettext(*kind.plural) if kind else plain_words(id)
    return title[:1].upper() + title[1:]


def cost(cost: Cost, t: Translator) -> str:
    """Return a price: "1 coin, 2 wood", or the word for a price of nothing."""
    if cost.is_free:
        return t.pgettext("price", "free")
    parts = [coins(cost.coins, t)] if cost.coins else []
    return ", ".join(parts + [units(r, n, t) for r, n in cost.resources.items()])
