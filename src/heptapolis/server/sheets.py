"""Serve the sheets of a table, which explain everything that lies on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.server.dependencies import OptionalGuest, TheTable, render_pool_of
from heptapolis.server.errors import not_found
from heptapolis.server.guard import address
from heptapolis.server.hot_seat import held_seat, seat_in_address
from heptapolis.server.page_context import Language, PageRoute, respond
from heptapolis.server.player_names import names_of
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_urls import table_urls
from heptapolis.web.boards import explainer_of, with_names
from heptapolis.web.replay import film_of
from heptapolis.web.sheets import SheetGroup, ThingSheet

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)
MAX_THING_CHARS = 60  # maximum length of a thing's name


@dataclass(frozen=True)
class SheetsPage:
    """The explanation of a thing, or a list of all things on the table."""

    table: str  # addresses
    query: str
    sheet: ThingSheet | None
    groups: Sequence[SheetGroup]
    own_page: str = ""


@router.get("/tables/{table}/sheets")
async def sheets(
    request: Request,
    table: TheTable,
    guest: OptionalGuest,
    language: Language,
    thing: str = "",
    step: int | None = None,
) -> Response:
    """Explain a thing as the viewer may know it, or list all things.

    For a finished game also at an earlier step and from any seat.
    """
    seat = seat_in_address(request)
    view = await view_of(request, table, guest, seat, step, language)
    parameters = {"seat": seat, "step": step}
    query = urlencode({key: value for key, value in parameters.items() if value is not None})
    query += "&" if query else ""

    back = table_urls(table, None).table

    def content() -> SheetsPage:
        explainer = explainer_of(view, language, f"?{query}thing={{}}".format)
        sheet = explainer.sheet(thing) if len(thing) <= MAX_THING_CHARS else None
        if thing and sheet is None:
            raise not_found("thing")
        return SheetsPage(back, query, sheet, [] if sheet else explainer.groups())

    is_part = "x-fragment" in request.headers
    template = "sheet.html" if is_part else "sheets.html"
    return await respond(request, template, guest, content, is_kept=not is_part)


async def view_of(
    request: Request,
    table: Table,
    guest: Guest | None,
    seat: int | None,
    step: int | None,
    language: str,
) -> View:
    """Return the view that the page shows."""
    names = names_of(table.chairs, translator(language))
    async with table.locked():
        if step is not None:
            game = table.finished_game(guest)
        else:
            held = held_seat(table, guest, seat)
            view = table.public_view(guest) if held is None else table.view(guest, held)
    if step is not None:
        pool, client = render_pool_of(request), address(request)
        film = await pool.replay(lambda: film_of(game), client)
        view = film.view(film.number(step), max(0, min(seat or 0, len(names) - 1)))
    if view is None:
        raise not_found("thing")
    return with_names(view, names)
