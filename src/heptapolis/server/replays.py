"""Finished games step by step, from any seat. They stay as they were, so browsers may keep them."""

import asyncio
import secrets

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.i18n import translator
from heptapolis.server.api import Anyone, TheTable
from heptapolis.server.invitation import site_of
from heptapolis.server.page_context import KEPT, PageRoute, language_of, respond
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_page import names_of, urls_of
from heptapolis.web.replay import film_of

THIS_RUN = secrets.token_hex(4)  # another release may show the same step otherwise

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@router.get("/tables/{table}/replay")
async def replay(
    request: Request, table: TheTable, guest: Anyone, step: int = 0, seat: int | None = None
) -> Response:
    return await _replay(request, table, guest, step, seat, "replay.html")


@router.get("/tables/{table}/replay/step")
async def replay_step(
    request: Request, table: TheTable, guest: Anyone, step: int = 0, seat: int | None = None
) -> Response:
    return await _replay(request, table, guest, step, seat, "replay_step.html")


async def _replay(
    request: Request, table: Table, guest: Guest | None, step: int, seat: int | None, template: str
) -> Response:
    """A whole page, or what of it changes from step to step."""
    language = language_of(request)
    t = translator(language)
    async with table.steady():
        game, own = table.finished_game(guest), table.seats_of(guest)
        names, ranking = names_of(table.chairs, t), table.ranking()
        urls = urls_of(table, None, site_of(request).url)
    known = {"etag": f'"{THIS_RUN}-{language}-{own}-{template}"', "cache-control": KEPT}
    if known["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=known)
    if seat is None:
        seat = own[0] if own else ranking[0][0] if ranking else 0
    seat = max(0, min(seat, len(names) - 1))
    film = await asyncio.to_thread(film_of, game)
    number = film.number(step)
    shown = film.step(number, seat, language, names, own)
    answer = respond(
        request, template, guest, replay=shown, board=shown.board, log=shown.log, urls=urls,
        decision=0, hints=[], n_seats=len(names), last=film.last, positions=film.positions(t),
        ages=film.ages(),
    )  # fmt: skip
    answer.headers["etag"] = known["etag"]
    return answer
