"""Card faces, chips and backs."""

from dataclasses import dataclass
from functools import lru_cache, singledispatch
from html import escape
from typing import Any

from heptapolis.cards.model import Catalog, Cost
from heptapolis.codes import Color
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import describe
from heptapolis.i18n.names import name
from heptapolis.i18n.vocabulary import mark
from heptapolis.variants import all_backs
from heptapolis.web.art import effects, motifs
from heptapolis.web.art.expansion import drawing_of, face_of_expansion, symbols_of
from heptapolis.web.art.markup import (
    CatalogKey,
    picture,
    span,
    svg,
    use,
)
from heptapolis.web.art.shapes import n
from heptapolis.web.art.symbols import glyph

BACKS = {
    "1": mark("card back", "Age I"),
    "2": mark("card back", "Age II"),
    "3": mark("card back", "Age III"),
    "guild": mark("card back", "Guild"),
}


def back_kinds() -> tuple[str, ...]:
    """Return the kinds of card backs: the shared ones and those that games add."""
    return (*BACKS, *(one.id for one in all_backs()))


LINE_CHARS = (11, 12, 13, 14, 15, 17, 19)  # per line of a name, in the sizes .h-fit0 to .h-fit6
MAX_LINES = 2


def card(catalog: Catalog, id: str, language: str = "en", *, players: bool = False) -> str:
    """Draw the face of a card; ``players`` adds the table sizes of its copies."""
    return _card(CatalogKey(catalog), id, language, players)


def chip(catalog: Catalog, id: str, language: str = "en") -> str:
    """Draw a card one line high, for the columns of a city."""
    return _chip(CatalogKey(catalog), id, language)


@lru_cache(maxsize=32)
def back(kind: str, language: str = "en") -> str:
    """Draw a card's back: ``"1"``, ``"2"``, ``"3"``, ``"guild"``, or one that a game adds."""
    added = {one.id: one for one in all_backs()}
    sign = added[kind].sign if kind in added else kind if kind == "guild" else f"age-{kind}"
    label = translator(language).pgettext(*(added[kind].title if kind in added else BACKS[kind]))
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
    (0, -1),
    (0.782, -0.623),
    (0.975, 0.223),
    (0.434, 0.901),
    (-0.434, 0.901),
    (-0.975, 0.223),
    (-0.782, -0.623),
]


def _heptagon(r: float) -> str:
    return "M" + " ".join(f"{n(50 + r * x)} {n(75 + r * y)}" for x, y in HEPTAGON) + "Z"


# ── faces ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, kw_only=True)
class CardFace:
    """The content of a card face, independent of the game."""

    color: Color
    price: str  # in words
    cost: str  # in symbols
    is_sold: bool | None = None  # may neighbours buy the production? None: nothing to buy
    age: int = 0
    table_sizes: tuple[int, ...] = ()  # table sizes from which each copy is used
    before: tuple[str, ...] = ()  # names of the cards that make this one free
    before_sign: str = "chain"
    after: tuple[str, ...] = ()  # names of the cards that this one makes free
    after_sign: str = "chain"
    scene: str = ""  # its picture; "" is one that follows from its id, colour and effect
    shows_top: bool = False  # other cards overlap it, so the top edge shows everything


@singledispatch
def face_of(card: Any, catalog: Catalog, t: Translator) -> CardFace:
    """Return the face of a card; each game registers its own implementation. Things of expansions
    without a face have a plain one."""
    color, price = getattr(card, "color", Color.WHITE), words.price_text(card, t)
    return face_of_expansion(card, t) or CardFace(color=color, price=price, cost="")


@singledispatch
def draw(thing: Any, catalog: Catalog, language: str) -> str:
    """Draw a thing of a catalogue: a card, unless its game or expansion has another drawing."""
    drawing = drawing_of(thing, catalog, language)
    return card(catalog, thing.id, language) if drawing is None else drawing


def picture_of(catalog: Catalog, id: str, language: str = "en") -> str:
    """Draw the thing with this id."""
    return draw(catalog.find(id), catalog, language)


@lru_cache(maxsize=4096)
def _card(key: CatalogKey, id: str, language: str, players: bool) -> str:
    catalog, t = key.catalog, translator(language)
    thing = catalog.find(id)
    face = face_of(thing, catalog, t)
    color = face.color
    head = span("head", glyph(f"card-{color.slug}") + _name(name(thing, t)))
    view = span("view", _scene(thing, face) + face.cost + _marks(face, players))
    does = span("does", _symbols(thing))
    sentences = span("words", escape(" ".join(_sentences(thing, face, t))))
    body = head + view + does + sentences + _chains(face)
    order = " top" if face.shows_top else ""
    return picture(f"card {color.slug}{order}", label(thing, face, t), body)


@lru_cache(maxsize=4096)
def _chip(key: CatalogKey, id: str, language: str) -> str:
    t = translator(language)
    thing = key.catalog.find(id)
    face = face_of(thing, key.catalog, t)
    color = face.color.slug
    title = span("name", escape(name(thing, t)))
    does = span("does", _symbols(thing))
    return picture(f"chip {color}", label(thing, face, t), glyph(f"card-{color}") + title + does)


def _scene(thing: Any, face: CardFace) -> str:
    if face.scene:
        return face.scene
    if hasattr(thing, "effect"):
        return motifs.vignette(thing.id, face.color, thing.effect)
    return motifs.landscape(thing.id, motifs.motif_of_color(thing.id, face.color))


def _symbols(thing: Any) -> str:
    """Return what a thing does, in symbols."""
    return "".join(
        effects.symbol_groups(thing.effect) if hasattr(thing, "effect") else symbols_of(thing)
    )


def label(thing: Any, face: CardFace, t: Translator) -> str:
    """Describe the whole card in words."""
    parts = [
        name(thing, t) + ".",
        t.gettext("Colour: %(color)s.", color=words.word(face.color, t)),
        *([t.gettext("Cost: %(cost)s.", cost=face.price)] if face.price else []),
        *_sentences(thing, face, t),
    ]
    if face.before:
        parts.append(t.gettext("Free with: %(cards)s.", cards=", ".join(face.before)))
    if face.after:
        parts.append(t.gettext("Makes free: %(cards)s.", cards=", ".join(face.after)))
    return " ".join(parts)


def _sentences(thing: Any, face: CardFace, t: Translator) -> list[str]:
    return describe(thing, t, sold=face.is_sold)


def _name(text: str) -> str:
    """Return the name in the largest type that fits in two lines."""
    fits = (k for k, letters in enumerate(LINE_CHARS) if _lines(text, letters) <= MAX_LINES)
    return span(f"name fit{next(fits, len(LINE_CHARS) - 1)}", escape(text))


def _lines(text: str, letters: int) -> int:
    """Return the number of lines a text needs; a large number if a word does not fit in one."""
    lines, used = 0, letters + 1
    for word in text.split():
        if len(word) > letters:
            return MAX_LINES + 1
        used += 1 + len(word)
        if used > letters:
            lines, used = lines + 1, len(word)
    return lines


def cost_symbols(cost: Cost, most: int) -> str:
    """Return a price for the edge of a card; more than ``most`` symbols are drawn smaller."""
    if cost.is_free:
        return ""
    many = sum(cost.resources.values()) + bool(cost.coins) > most
    return span("cost many" if many else "cost", effects.units(cost))


def _marks(face: CardFace, players: bool) -> str:
    """Return the age, and the table sizes from which each copy is used."""
    if not face.age:
        return ""
    sizes = sorted(face.table_sizes) if players else []
    listed = span("players", " ".join(f"{size}+" for size in sizes)) if sizes else ""
    return span("age", glyph(f"age-{face.age}")) + listed


def _chains(face: CardFace) -> str:
    rows = ""
    if face.before:
        names = span("names", escape(", ".join(face.before)))
        rows += span("from", glyph(face.before_sign) + names)
    if face.after:
        names = span("names", escape(", ".join(face.after)))
        rows += span("to", names + glyph(face.after_sign))
    return span("chains", rows) if rows else ""
