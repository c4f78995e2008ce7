"""Show a table on a television: all cities, enlarged, with public information only."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.i18n import Translator, translator
from heptapolis.server.dependencies import OptionalGuest, TheTable
from heptapolis.server.invitation import site_of
from heptapolis.server.page_context import PageRoute, language_of, respond
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_page import (
    end_of,
    ending_values,
    events_before,
    names_of,
    seat_notes,
    steps_of,
    urls_of,
)
from heptapolis.web.boards import board_of, log_of, with_names

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@router.get("/tables/{table}/tv")
async def television(request: Request, table: TheTable, guest: OptionalGuest) -> Response:
    return await _television(request, table, guest, "tv.html")


@router.get("/tables/{table}/tv/live")
async def television_live(request: Request, table: TheTable, guest: OptionalGuest) -> Response:
    return await _television(request, table, guest, "tv_live.html")


async def _television(
    request: Request, table: Table, guest: Guest | None, template: str
) -> Response:
    """Return the spectators' page even for players, since others see the same screen."""
    language = language_of(request)
    t = translator(language)
    async with table.locked():
        view = table.public_view(guest)
        names = names_of(table.chairs, t)
        view = with_names(view, names) if view else None
        values: dict[str, Any] = {
            "state": table.state,
            "version": table.version,
            "moment": table.log.milestone(table.version).n_events,
            "urls": urls_of(table, None, site_of(request).url),
            "variant": table.options.title(t.language),
            "chairs": list(zip(names, _boards(table, t), strict=True)),
        }
        end, since = end_of(table), events_before(request, table)

    def template_values() -> dict[str, Any]:
        board = board_of(view, language) if view else None
        board = board.as_finished() if board and end else board
        return {
            "board": board,
            "log": log_of(view, language) if view else [],
            "steps": steps_of(view, since),
            **ending_values(end, view, board, language, None),
        }

    return await respond(
        request, template, guest, template_values, is_kept=template == "tv.html", **values
    )


def _boards(table: Table, t: Translator) -> list[str]:
    return seat_notes(table.options, t) or [""] * len(table.chairs)
