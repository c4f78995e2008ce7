"""The omens on a page: a drawing, and a board with a template of its own."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import partial
from html import escape
from typing import Any

from heptapolis.cards.model import Catalog
from heptapolis.games.duel.view import DuelView
from heptapolis.games.duel.web.board import DuelBoard
from heptapolis.i18n import Translator, translator
from heptapolis.i18n.names import name
from heptapolis.web.art.expansion import Drawings
from heptapolis.web.art.markup import picture, span, svg, use
from heptapolis.web.art.symbols import glyph
from heptapolis.web.board_parts import BoardPart, GameBoard
from heptapolis.web.news import News
from tests.toys.omens.cards import Omen
from tests.toys.omens.narration import describe


def draw_omen(omen: Omen, catalog: Catalog, language: str) -> str:
    t = translator(language)
    title, text = name(omen, t), describe(omen, t)
    sky = svg("0 0 24 24", use("s-sign-sun", (4, 4, 16, 16)))
    worth = glyph("points", f"−{omen.points}" if omen.is_dark else omen.points)
    body = span("head", span("name fit2", escape(title))) + span("view", sky) + span("does", worth)
    return picture("card omen", f"{title}. {text}", body)


DRAWINGS = Drawings(
    things={Omen: draw_omen},
    effects={"coins_per_omen": lambda n: glyph("coin", n) + glyph("token")},
)


@dataclass(frozen=True, kw_only=True)
class OmensBoard(DuelBoard):
    """The table of Duel with the number of omens that are left."""

    template = "omens/board.html"

    sky: str


def board(
    base: Callable[[Any, Translator, News], GameBoard], view: DuelView, t: Translator, news: News
) -> OmensBoard:
    own = base(view, t, news)
    assert isinstance(own, DuelBoard)
    left = len(view.edition.catalog.added["omen"]) - int(view._field("n_looks")) * 2
    values = {field.name: getattr(own, field.name) for field in fields(own)}
    return OmensBoard(**values, sky=f"omens left: {left}")


def extend(base: BoardPart) -> BoardPart:
    return replace(base, board=partial(board, base.board))
