"""The omens on a page and in the API."""

from html import escape
from typing import Any

from heptapolis.cards.model import Catalog
from heptapolis.games.duel.server import DuelPart, DuelViewResponse
from heptapolis.games.duel.view import DuelView
from heptapolis.i18n import translator
from heptapolis.i18n.names import name
from heptapolis.web.art.cards import draw
from heptapolis.web.art.markup import picture
from heptapolis.web.board_parts import BoardPart
from tests.toys.omens.cards import Omen
from tests.toys.omens.game import write_position
from tests.toys.omens.narration import describe


@draw.register
def _(omen: Omen, catalog: Catalog, language: str) -> str:
    t = translator(language)
    words = f"{name(omen, t)}. {describe(omen, t)}"
    return picture("card omen", words, f'<b class="omen-name">{escape(name(omen, t))}</b>')


class OmensViewResponse(DuelViewResponse):
    omens: dict[str, Any]  # as a position tells of them


class OmensPart(DuelPart):
    view_model = OmensViewResponse

    def view_facts(self, view: DuelView) -> dict[str, Any]:
        return {**super().view_facts(view), "omens": write_position(view)}


PART = OmensPart()


def drawn(base: BoardPart) -> BoardPart:
    """Return the board of Duel; omens are drawn on it since this module is loaded."""
    return base
