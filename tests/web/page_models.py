"""Pages of a table rendered from a view, without a server."""

from collections.abc import Sequence

from heptapolis.bots.advice import Advice
from heptapolis.contract import View
from heptapolis.narration.denial import Denial
from heptapolis.narration.score import GameEnd
from heptapolis.server.chat import Chat
from heptapolis.server.table_page import Agreement, Scene, TablePage, draw_game
from heptapolis.server.table_urls import TableUrls
from heptapolis.server.tv import TelevisionPage, add_game
from heptapolis.web.render import render

URLS = TableUrls(**dict.fromkeys(TableUrls.__dataclass_fields__, "/x"))
SILENT_CHAT = Chat(
    messages=[],
    older="",
    people=[],
    silence="",
    needs_name=False,
    is_open=True,
    reactions={},
)


def table_page(
    view: View,
    language: str = "en",
    *,
    end: GameEnd | None = None,
    me: int | None = None,
    advice: Sequence[Advice] = (),
    denied: Sequence[Denial] = (),
    urls: TableUrls = URLS,
) -> TablePage:
    """Return the page of a table at a view, after the game if that has ended."""
    page = TablePage(
        state="over" if end or view.is_over else "playing",
        version=1,
        moment=0,
        variant="",
        next_table=None,
        urls=urls,
        site="/",
        is_local=False,
        is_crowded=False,
        seat=view.seat,
        decision=0,
        is_host=False,
        may_go_on=False,
        may_end_alone=False,
        is_lesson=False,
        clock=None,
        curtain=None,
        holder="",
        agreement=Agreement([], has_agreed=False, has_resigned=False),
        typed={},
        error=None,
        lobby=None,
        chat=SILENT_CHAT,
    )
    scene = Scene(view=view, end=end, me=me, advice=advice, denied=denied)
    return draw_game(page, scene, language)


def television_page(view: View, language: str = "en", end: GameEnd | None = None) -> TelevisionPage:
    """Return the page for a television at a view, after the game if that has ended."""
    state = "over" if end or view.is_over else "playing"
    page = TelevisionPage(state=state, version=1, moment=0, variant="", urls=URLS, chairs=[])
    return add_game(page, view, end, None, language)


def render_page(template: str, language: str, page: TablePage | TelevisionPage) -> str:
    """Return the markup of a page for a visitor without an identity."""
    return render(template, language, page, path="/x", guest=None, csrf_field=str)
