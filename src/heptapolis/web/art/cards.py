"""Card faces, chips and backs."""

from functools import lru_cache
from html import escape

from heptapolis.cards.model import (
    Card,
    Catalog,
    ClassicCatalog,
    DuelCard,
    DuelCatalog,
    Leader,
)
from heptapolis.codes import Color
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import mark
from heptapolis.web.art import effects, motifs
from heptapolis.web.art.markup import (
    Same,
    picture,
    span,
    svg,
    use,
)
from heptapolis.web.art.shapes import n
from heptapolis.web.art.symbols import glyph, names

BACKS = {
    "1": mark("card back", "Age I"),
    "2": mark("card back", "Age II"),
    "3": mark("card back", "Age III"),
    "guild": mark("card back", "Guild"),
    "leader": mark("card back", "Leader"),
}
LETTERS = (11, 12, 13, 14, 15, 17, 19)  # in a line of a name, in the sizes .h-fit0 to .h-fit6
LINES = 2


def card(catalog: Catalog, id: str, language: str = "en", *, players: bool = False) -> str:
    """The face of a card or leader; ``players`` adds the table sizes of its copies."""
    return _face(Same(catalog), id, language, players)


def chip(catalog: Catalog, id: str, language: str = "en") -> str:
    """The same card one line high, for the columns of a city."""
    return _chip(Same(catalog), id, language)


@lru_cache(maxsize=32)
def back(kind: str, language: str = "en") -> str:
    """A card's back: ``"1"``, ``"2"``, ``"3"``, ``"guild"`` or ``"leader"``."""
    label = translator(language).pgettext(*BACKS[kind])
    sign = kind if kind in ("guild", "leader") else f"age-{kind}"
    rings = "".join(
        f'<path d="{_heptagon(r)}" fill="var(--h-back-plate)" stroke="var(--h-back-line)"/>'
        for r in (40, 33, 26)
    )
    knots = "".join(
        f'<path d="M50 75 {n(50 + 40 * x)} {n(75 + 40 * y)}" stroke="var(--h-back-line)"/>'
        f'<circle cx="{n(50 + 40 * x)}" cy="{n(75 + 40 * y)}" r="2.6" fill="var(--h-back-dot)"/>'
        for x, y in HEPTAGON
    )
    plate = f'<path d="{_heptagon(25)}" fill="var(--frame)"/>'
    body = knots + rings + plate + use(f"s-{sign}", (34, 59, 32, 32))
    return picture(f"card back back-{kind}", label, svg("0 0 100 150", body, class_="rosette"))


HEPTAGON = [
    (0, -1), (0.782, -0.623), (0.975, 0.223), (0.434, 0.901),
    (-0.434, 0.901), (-0.975, 0.223), (-0.782, -0.623),
]  # fmt: skip


def _heptagon(r: float) -> str:
    return "M" + " ".join(f"{n(50 + r * x)} {n(75 + r * y)}" for x, y in HEPTAGON) + "Z"


# ── faces ────────────────────────────────────────────────────────────────────────────────────────

Face = Card | DuelCard | Leader


@lru_cache(maxsize=4096)
def _face(same: Same, id: str, language: str, players: bool) -> str:
    catalog, t = same.catalog, translator(language)
    thing: Face = catalog.find(id)
    color = _color(thing)
    head = span("head", glyph(f"card-{color.slug}") + _name(name(thing, t)))
    view = span(
        "view", motifs.vignette(id, color, thing.effect) + _cost(thing) + _marks(thing, players)
    )
    does = span("does", "".join(effects.parts(thing.effect)))
    said = span("words", escape(" ".join(_sentences(thing, t))))
    body = head + view + does + said + _chains(catalog, thing, t)
    order = " top" if isinstance(thing, DuelCard) else ""  # what others lie on shows all at its top
    return picture(f"card {color.slug}{order}", label(catalog, thing, t), body)


@lru_cache(maxsize=4096)
def _chip(same: Same, id: str, language: str) -> str:
    t = translator(language)
    thing: Face = same.catalog.find(id)
    color = _color(thing).slug
    title = span("name", escape(name(thing, t)))
    does = span("does", "".join(effects.parts(thing.effect)))
    return picture(
        f"chip {color}", label(same.catalog, thing, t), glyph(f"card-{color}") + title + does
    )


def label(catalog: Catalog, thing: Face, t: Translator) -> str:
    """The whole card in words."""
    parts = [
        name(thing, t) + ".",
        t.gettext("Colour: %(color)s.", color=words.word(_color(thing), t)),
    ]
    price = words.coins(thing.cost, t) if isinstance(thing, Leader) else words.cost(thing.cost, t)
    parts += [t.gettext("Cost: %(cost)s.", cost=price), *_sentences(thing, t)]
    before, after = _links(catalog, thing, t)
    if before:
        parts.append(t.gettext("Free after: %(cards)s.", cards=", ".join(before)))
    if after:
        parts.append(t.gettext("Makes free: %(cards)s.", cards=", ".join(after)))
    return " ".join(parts)


def _color(thing: Face) -> Color:
    return Color.WHITE if isinstance(thing, Leader) else thing.color


def _sentences(thing: Face, t: Translator) -> list[str]:
    sold = thing.color in (Color.BROWN, Color.GREY) if isinstance(thing, Card) else None
    return explain(thing.effect, t, sold=sold)


def _name(text: str) -> str:
    """A name in the largest type that fits in two lines."""
    fits = (k for k, letters in enumerate(LETTERS) if _lines(text, letters) <= LINES)
    return span(f"name fit{next(fits, len(LETTERS) - 1)}", escape(text))


def _lines(text: str, letters: int) -> int:
    """Lines that a text needs; many, if a word does not fit in one."""
    lines, used = 0, letters + 1
    for word in text.split():
        if len(word) > letters:
            return LINES + 1
        used += 1 + len(word)
        if used > letters:
            lines, used = lines + 1, len(word)
    return lines


def _cost(thing: Face) -> str:
    if isinstance(thing, Leader):
        return span("cost", glyph("coin", thing.cost))
    if thing.cost.is_free:
        return ""
    room = 3 if isinstance(thing, DuelCard) else 4
    many = sum(thing.cost.resources.values()) + bool(thing.cost.coins) > room
    return span("cost many" if many else "cost", effects.units(thing.cost))


def _marks(thing: Face, players: bool) -> str:
    """The age, and the table sizes from which each copy is used."""
    if isinstance(thing, Leader):
        return ""
    sizes = sorted(thing.players) if players and isinstance(thing, Card) else []
    listed = span("players", " ".join(f"{size}+" for size in sizes)) if sizes else ""
    return span("age", glyph(f"age-{thing.age}")) + listed


def _chains(catalog: Catalog, thing: Face, t: Translator) -> str:
    before, after = _links(catalog, thing, t)
    if not before and not after:
        return ""
    rows = ""
    if before:
        rows += span("from", _sign(catalog, thing) + span("names", escape(", ".join(before))))
    if after:
        rows += span("to", span("names", escape(", ".join(after))) + _given(thing))
    return span("chains", rows)


def _sign(catalog: Catalog, thing: Face) -> str:
    """The link that makes this card free: in Duel the sign of the card before it."""
    if isinstance(thing, DuelCard):
        return _given(catalog.find(thing.chain_from[0]))
    return glyph("chain")


def _given(thing: Face) -> str:
    sign = f"sign-{thing.chain_symbol}" if isinstance(thing, DuelCard) else ""
    return glyph(sign if sign in names() else "chain")


def _links(catalog: Catalog, thing: Face, t: Translator) -> tuple[list[str], list[str]]:
    """Names of the cards that make this one free, and of those that it makes free."""
    if isinstance(thing, Leader):
        return [], []
    assert isinstance(catalog, ClassicCatalog | DuelCatalog)
    before = [name(catalog.find(id), t) for id in thing.chain_from]
    after = [name(other, t) for other in catalog.cards if thing.id in other.chain_from]
    return before, after
