"""The couriers on a page."""

from heptapolis.codes import Side
from heptapolis.web.art.expansion import Drawings
from heptapolis.web.art.symbols import glyph
from tests.toys.couriers.cards import Courier


def draw_effect(courier: Courier) -> str:
    """Return a laurel for each card of the colour, and an arrow for each city visited."""
    left, right = (glyph(side.slug) if side in courier.visits else "" for side in Side)
    return left + glyph("points") + glyph(f"card-{courier.color.slug}") + right


DRAWINGS = Drawings(symbols={Courier: draw_effect})
