"""Show a table on a television: all cities, enlarged, with public information only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.narration.score import GameEnd
from heptapolis.server.dependencies import OptionalGuest, TheTable
from heptapolis.server.invitation import site_of
from heptapolis.server.lobby import seat_notes
from heptapolis.server.page_context import PageRoute, language_of, respond
from heptapolis.server.player_names import names_of
from heptapolis.server.steps import events_before, step_facts
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_page import end_of
from heptapolis.server.table_urls import TableUrls, table_urls
from heptapolis.web.board_parts import GameBoard, Turn
from heptapolis.web.boards import board_of, log_of, with_names
from heptapolis.web.ending import EndPage, ending_of

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@router.get("/tables/{table}/tv")
async def television(request: Request, table: TheTable, guest: OptionalGuest) -> Response:
    return await _television(request, table, guest, "tv.html")


@router.get("/tables/{table}/tv/live")
async def television_live(request: Request, table: TheTable, guest: OptionalGuest) -> Response:
    return await _television(request, table, guest, "tv_live.html")


@dataclass(frozen=True)
class TelevisionPage:
    """A table as everyone in the room may see it."""

    state: str
    version: int
    moment: int  # the number of events so far
    variant: str
    urls: TableUrls
    chairs: Sequence[tuple[str, str]]  # names, and notes on their seats before the game
    board: GameBoard | None = None
    log: Sequence[Turn] = ()
    steps: Sequence[Mapping[str, Any]] = ()  # what happened since the version on the screen
    ending: EndPage | None = None


async def _television(
    request: Request, table: Table, guest: Guest | None, template: str
) -> Response:
    """Return the spectators' page even for players, since others see the same screen."""
    language = language_of(request)
    t = translator(language)
    async with table.locked():
        view = table.public_view(guest)
        names = names_of(table.chairs, t)
        page = TelevisionPage(
            state=table.state,
            version=table.version,
            moment=table.log.milestone(table.version).n_events,
            variant=table.options.title(language),
            urls=table_urls(table, None, site_of(request).url),
            chairs=list(zip(names, seat_notes(table, t), strict=True)),
        )
        end, events = end_of(table), events_before(request, table)

    def content() -> TelevisionPage:
        return add_game(page, with_names(view, names), end, events, language) if view else page

    return await respond(request, template, guest, content, is_kept=template == "tv.html")


def add_game(
    page: TelevisionPage, view: View, end: GameEnd | None, events: int | None, language: str
) -> TelevisionPage:
    """Return the page with its game."""
    board = board_of(view, language)
    board = board.as_finished() if end else board
    return replace(
        page,
        board=board,
        log=log_of(view, language),
        steps=[] if events is None else step_facts(view, events),
        ending=ending_of(end, view, board, language, None) if end else None,
    )
