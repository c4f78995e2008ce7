"""A table on a television: every city at once, large, and nothing but what everybody may know."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.i18n import Translator, translator
from heptapolis.server.api import Anyone, TheRoom
from heptapolis.server.page_context import PageRoute, language_of, respond
from heptapolis.server.store import Guest
from heptapolis.server.table import Room
from heptapolis.server.table_page import (
    chosen_boards,
    names_of,
    urls_of,
    verdict,
)
from heptapolis.web import labels
from heptapolis.web.render import board_of, log_of, with_names

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@router.get("/tables/{table}/tv")
async def television(request: Request, room: TheRoom, guest: Anyone) -> Response:
    return await _television(request, room, guest, "tv.html")


@router.get("/tables/{table}/tv/live")
async def television_live(request: Request, room: TheRoom, guest: Anyone) -> Response:
    return await _television(request, room, guest, "tv_live.html")


async def _television(request: Request, room: Room, guest: Guest | None, template: str) -> Response:
    """Players too see what spectators see: others look at the same wall."""
    language = language_of(request)
    t = translator(language)
    async with room.steady():
        view = room.public_view(guest)
        names = names_of(room.chairs, t)
        seen = with_names(view, names) if view else None
        values: dict[str, Any] = {
            "state": room.state,
            "urls": urls_of(room, None, str(request.base_url)),
            "variant": labels.variant(room.options.game, room.options.leaders, t),
            "chairs": list(zip(names, _boards(room, t), strict=True)),
            "verdict": verdict(room, seen, language),
        }
    values["board"] = board_of(seen, language) if seen else None
    values["log"] = log_of(seen, language) if seen else []
    return respond(request, template, guest, **values)


def _boards(room: Room, t: Translator) -> list[str]:
    return chosen_boards(room.options, t) or [""] * len(room.chairs)
