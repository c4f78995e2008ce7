"""The gallery of Duel."""

from collections.abc import Iterator

from heptapolis.games.duel.cards.model import DuelCatalog
from heptapolis.games.duel.catalog import load_duel
from heptapolis.games.duel.web.art.pieces import duel_wonder, layout, token, track
from heptapolis.web import art
from heptapolis.web.art.markup import row


def sections(language: str) -> Iterator[tuple[str, str]]:
    """Return headings with their drawings."""
    catalog = load_duel()
    wonders = (
        duel_wonder(catalog, wonder.id, language, built=wonder.id == "sphinx")
        for wonder in catalog.wonders
    )
    yield "Duel wonders", row(wonders)
    yield "Progress tokens", row(token(catalog, one.id, language) for one in catalog.tokens)
    tracks = track(catalog, language, marker=4), track(catalog, language, marker=-9, me=1)
    yield "Track", "".join(tracks)
    yield "Duel cards", row(art.card(catalog, card.id, language) for card in catalog.cards)
    for age in (1, 2, 3):
        yield f"Layout {age}", _layout(catalog, age, language)


def _layout(catalog: DuelCatalog, age: int, language: str) -> str:
    area = layout(catalog, age)
    deck = [card.id for card in catalog.cards if card.age == age]
    cards = ""
    for place, id in zip(area.places, deck, strict=False):
        face = art.card(catalog, id, language) if place.face_up else art.back(str(age), language)
        where = f"left:{place.left}%;top:{place.top}%;width:{place.width}%;z-index:{place.z}"
        cards += f'<div style="{where}">{face}</div>'
    return f'<div class="area" style="aspect-ratio:{area.aspect}">{cards}</div>'
