"""Serve the help page: keys, symbols and the current state of a table."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.i18n import translator
from heptapolis.server.dependencies import OptionalGuest, TheTable
from heptapolis.server.hot_seat import held_seat, seat_in_address
from heptapolis.server.page_context import Language, PageRoute, respond
from heptapolis.server.table_page import names_of, urls_of
from heptapolis.web.boards import board_of, with_names

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@router.get("/help")
async def help_page(request: Request, guest: OptionalGuest) -> Response:
    return await respond(request, "help.html", guest, table="", cards="")


@router.get("/tables/{table}/help")
async def help_at_table(
    request: Request, table: TheTable, guest: OptionalGuest, language: Language
) -> Response:
    """Show what the viewer must decide or whom the table waits for; scripts get that part only."""
    async with table.locked():
        seat = held_seat(table, guest, seat_in_address(request))
        view = table.public_view(guest) if seat is None else table.view(guest, seat)
        names = names_of(table.chairs, translator(language))
        urls = urls_of(table, seat, "", shared=len(table.seats_of(guest)) > 1)
        state, n_free = table.state, sum(chair.is_free for chair in table.chairs)

    def template_values() -> dict[str, Any]:
        return {"board": board_of(with_names(view, names), language) if view else None}

    is_part = "x-fragment" in request.headers
    return await respond(
        request,
        "help_now.html" if is_part else "help.html",
        guest,
        template_values,
        is_kept=False,
        state=state,
        n_free=n_free,
        table=urls["table"],
        cards=urls["cards"] if view else "",
    )
