"""The omens on a page and in the API."""

from html import escape
from typing import Any

from heptapolis.cards.model import Catalog
from heptapolis.games.duel.server import DuelPart, DuelViewResponse
from heptapolis.games.duel.view import DuelView
from heptapolis.i18n import translator
from heptapolis.i18n.names import name
from heptapolis.web.art.expansion import Drawings
from heptapolis.web.art.markup import picture
from heptapolis.web.art.symbols import glyph
from tests.toys.omens.cards import Omen
from tests.toys.omens.game import write_position
from tests.toys.omens.narration import describe


def draw_omen(omen: Omen, catalog: Catalog, language: str) -> str:
    t = translator(language)
    words = f"{name(omen, t)}. {describe(omen, t)}"
    return picture("card omen", words, f'<b class="omen-name">{escape(name(omen, t))}</b>')


DRAWINGS = Drawings(
    things={Omen: draw_omen},
    effects={"coins_per_omen": lambda n: glyph("coin", n) + glyph("token")},
)


class OmensViewResponse(DuelViewResponse):
    omens: dict[str, Any]  # as a position tells of them


class OmensPart(DuelPart):
    view_model = OmensViewResponse

    def view_facts(self, view: DuelView) -> dict[str, Any]:
        return {**super().view_facts(view), "omens": write_position(view)}


PART = OmensPart()
