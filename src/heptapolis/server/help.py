"""Serve the help page: keys, symbols and the current state of a table."""

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.i18n import translator
from heptapolis.server.dependencies import OptionalGuest, TheTable
from heptapolis.server.hot_seat import held_seat, seat_in_address
from heptapolis.server.page_context import Language, PageRoute, respond
from heptapolis.server.player_names import names_of
from heptapolis.server.table_urls import table_urls
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.boards import board_of, with_names

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@dataclass(frozen=True)
class HelpPage:
    """The help, at a table with what that waits for."""

    table: str = ""  # addresses at a table
    cards: str = ""
    state: str = ""
    n_free: int = 0
    board: GameBoard | None = None


@router.get("/help")
async def help_page(request: Request, guest: OptionalGuest) -> Response:
    return await respond(request, "help.html", guest, HelpPage())


@router.get("/tables/{table}/help")
async def help_at_table(
    request: Request, table: TheTable, guest: OptionalGuest, language: Language
) -> Response:
    """Show what the viewer must decide or whom the table waits for; scripts get that part only."""
    async with table.locked():
        seat = held_seat(table, guest, seat_in_address(request))
        view = table.public_view(guest) if seat is None else table.view(guest, seat)
        names = names_of(table.chairs, translator(language))
        urls = table_urls(table, seat, is_shared=len(table.seats_of(guest)) > 1)
        state, n_free = table.state, table.n_free

    def content() -> HelpPage:
        if view is None:
            return HelpPage(urls.table, "", state, n_free)
        board = board_of(with_names(view, names), language)
        return HelpPage(urls.table, urls.cards, state, n_free, board)

    template = "help_now.html" if "x-fragment" in request.headers else "help.html"
    return await respond(request, template, guest, content, is_kept=False)
