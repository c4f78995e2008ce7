"""Help as a page: keys, symbols, and what a table waits for now."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.i18n import translator
from heptapolis.server.api import Anyone, TheTable
from heptapolis.server.hot_seat import held_by, seat_in_address
from heptapolis.server.page_context import Language, PageRoute, respond
from heptapolis.server.table_page import names_of, urls_of
from heptapolis.web.boards import board_of, with_names

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@router.get("/help")
async def help_page(request: Request, guest: Anyone) -> Response:
    return await respond(request, "help.html", guest, table="", cards="")


@router.get("/tables/{table}/help")
async def help_at_table(
    request: Request, table: TheTable, guest: Anyone, language: Language
) -> Response:
    """What the viewer is asked, or who is waited for; with script that part alone."""
    async with table.steady():
        seat = held_by(table, guest, seat_in_address(request))
        view = table.public_view(guest) if seat is None else table.view(guest, seat)
        names = names_of(table.chairs, translator(language))
        urls = urls_of(table, seat, "", shared=len(table.seats_of(guest)) > 1)
        state, n_free = table.state, sum(chair.is_free for chair in table.chairs)

    def shown() -> dict[str, Any]:
        return {"board": board_of(with_names(view, names), language) if view else None}

    is_part = "x-fragment" in request.headers
    return await respond(
        request, "help_now.html" if is_part else "help.html", guest, shown, is_kept=False,
        state=state, n_free=n_free, table=urls["table"], cards=urls["cards"] if view else "",
    )  # fmt: skip
