"""The pieces of Duel: wonders, tokens, the military track, the cards of an age."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from heptapolis.cards.model import Catalog
from heptapolis.games.duel.cards.model import DuelCatalog, DuelWonder, ProgressToken
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import name
from heptapolis.web.art import effects, wonders
from heptapolis.web.art.cards import draw
from heptapolis.web.art.markup import CatalogKey, picture, span, svg, use

TOKENS = {
    "agriculture": "sign-wheat",
    "architecture": "sign-column",
    "economy": "sign-purse",
    "law": "sign-law",
    "masonry": "sign-trowel",
    "mathematics": "sign-triangle",
    "philosophy": "sign-owl",
    "strategy": "sign-helmet",
    "theology": "sign-sun",
    "urbanism": "capital",
}
MAX_LARGE_LETTERS = 12  # longer words are written smaller
Loot = Mapping[int, int]


def duel_wonder(catalog: Catalog, id: str, language: str = "en", *, built: bool = False) -> str:
    """Draw a wonder card."""
    return _duel_wonder(CatalogKey(catalog), id, language, built)


@lru_cache(maxsize=256)
def _duel_wonder(key: CatalogKey, id: str, language: str, built: bool) -> str:
    t = translator(language)
    wonder = key.catalog.find(id)
    cost = words.cost(wonder.cost, t)
    parts = [name(wonder, t) + ".", t.gettext("Cost: %(cost)s.", cost=cost)]
    parts += explain(wonder.effect, t)
    if built:
        parts.append(t.gettext("It is built."))
    body = (
        wonders.drawing(id, "A", float(built))
        + span("head", span("name", escape(name(wonder, t))))
        + span("cost", effects.units(wonder.cost))
        + span("does", "".join(effects.symbol_groups(wonder.effect)))
    )
    return picture("wonder built" if built else "wonder", " ".join(parts), body)


def token(catalog: Catalog, id: str, language: str = "en") -> str:
    """Draw a progress token: a medal with its pictogram, and its effect below."""
    t = translator(language)
    thing = catalog.find(id)
    sign = TOKENS.get(id, "token")
    body = use("s-medal") + use(f"s-{sign}", (6, 6, 12, 12) if sign != "token" else (2, 2, 20, 20))
    medal = svg("0 0 24 24", body, class_="medal")
    does = span("does", "".join(effects.symbol_groups(thing.effect)))
    called = name(thing, t)
    label = " ".join([f"{called}.", *explain(thing.effect, t)])
    size = "name long" if max(map(len, called.split())) > MAX_LARGE_LETTERS else "name"
    return picture("token", label, medal + span(size, escape(called)) + does)


def track(
    catalog: DuelCatalog,
    language: str = "en",
    *,
    marker: int = 0,
    me: int = 0,
    loot: tuple[Loot, Loot] | None = None,
    label: str | None = None,
) -> str:
    """Draw the military track with the own capital on the left.

    ``marker`` counts from the middle, positive in the second player's half; ``loot`` holds what
    each seat can still lose, coins by distance (`View.loot`), by default all of it. ``label``
    stands for the words that tell ``me`` who is ahead.
    """
    t = translator(language)
    capital = catalog.military.capital
    place = marker if me == 0 else -marker
    left = loot or (_full_loot(catalog), _full_loot(catalog))
    body = "".join(
        _space(catalog, p, left[me if p < 0 else 1 - me]) for p in range(-capital, capital + 1)
    )
    x = 20 * (place + capital)
    body += f'<g class="h-marker" transform="translate({x})">{use("s-marker", (0, 12, 20, 24))}</g>'
    return svg(
        f"-2 -15 {20 * (2 * capital + 1) + 4} 79", body, label or _lead(place, t), class_="track"
    )


def _lead(place: int, t: Translator) -> str:
    if place == 0:
        return t.gettext("The conflict marker is in the middle.")
    if place > 0:
        return t.ngettext("You are ahead by %(n)d space.", "You are ahead by %(n)d spaces.", place)
    return t.ngettext("You are behind by %(n)d space.", "You are behind by %(n)d spaces.", -place)


def _full_loot(catalog: DuelCatalog) -> Loot:
    return {zone.from_: zone.loot for zone in catalog.military.zones if zone.loot}


def _space(catalog: DuelCatalog, place: int, loot: Loot) -> str:
    """Draw one space of the track: its zone's shade, points and loot."""
    capital = catalog.military.capital
    distance, x = abs(place), 20 * (place + capital)
    zone = next((z for z in catalog.military.zones if z.from_ <= distance <= z.to), None)
    depth = catalog.military.zones.index(zone) + 1 if zone else 0
    if distance == capital:
        return use(
            "s-capital",
            (x + 1, 12, 18, 24),
            class_="capital mine" if place < 0 else "capital theirs",
            data_sheet="zone:capital",
        )
    told = f' data-sheet="zone:{depth}"' if depth else ""
    shape = f'<path class="h-space h-z{depth}"{told} d="M{x + 10} 13l9 5v12l-9 5-9-5V18Z"/>'
    coins = loot.get(distance, 0) if place else 0
    if coins:
        coin = use("s-coin", (x - 2, -13, 24, 24))
        shape += f'<g class="h-loot">{coin}<text x="{x + 10}" y="-0.5">−{coins}</text></g>'
    if zone and distance == zone.to - (zone.to - zone.from_) // 2:
        laurel = use("s-points", (x - 3, 36, 26, 26))
        shape += f'{laurel}<text class="h-worth" x="{x + 10}" y="49">{zone.points}</text>'
    return shape


@dataclass(frozen=True)
class LayoutPlace:
    """The place of a card of a layout, in percent of the area; ``z`` is the stacking order."""

    index: int
    row: int
    left: float
    top: float
    width: float
    z: int
    face_up: bool
    covered_by: tuple[int, ...]


@dataclass(frozen=True)
class LayoutArea:
    """A layout's places and the shape of the area they fill."""

    places: tuple[LayoutPlace, ...]
    aspect: float  # width / height


def layout(catalog: DuelCatalog, age: int, *, card: float = 1.5, step: float = 0.6) -> LayoutArea:
    """Return the places of the cards of an age.

    ``card`` is a card's height by its width, ``step`` the share that the next row leaves free.
    """
    shape = catalog.layout[str(age)]
    halves = max(slot.col for slot in shape.slots) + 1
    first = min(slot.col for slot in shape.slots)
    halves -= first - 1
    rows = len(shape.rows)
    height = card * (1 + step * (rows - 1))  # in widths of a card
    cell = 200 / halves  # percent of one card
    places = tuple(
        LayoutPlace(
            index=slot.index,
            row=slot.row,
            left=(slot.col - first) * cell / 2 + cell * 0.03,
            top=100 * card * step * (slot.row - 1) / height,
            width=cell * 0.94,
            z=slot.row,
            face_up=slot.face_up,
            covered_by=tuple(other.index for other in shape.covering(slot)),
        )
        for slot in shape.slots
    )
    return LayoutArea(places, halves / 2 / height)


@draw.register
def _(wonder: DuelWonder, catalog: Catalog, language: str) -> str:
    return duel_wonder(catalog, wonder.id, language)


@draw.register
def _(medal: ProgressToken, catalog: Catalog, language: str) -> str:
    return token(catalog, medal.id, language)
