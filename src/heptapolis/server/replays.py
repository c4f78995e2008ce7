"""Serve finished games step by step from any seat. They never change and may be cached."""

import secrets
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from heptapolis.i18n import translator
from heptapolis.server.dependencies import OptionalGuest, TheTable, render_pool_of
from heptapolis.server.guard import address
from heptapolis.server.invitation import site_of
from heptapolis.server.page_context import PRIVATE_CACHE_CONTROL, PageRoute, language_of, respond
from heptapolis.server.player_names import names_of
from heptapolis.server.store import Guest
from heptapolis.server.sub_path import add_root
from heptapolis.server.table import Table
from heptapolis.server.table_urls import TableUrls, table_urls
from heptapolis.web.board_parts import GameBoard, Turn
from heptapolis.web.hints import Hint
from heptapolis.web.render import render
from heptapolis.web.replay import AgeMark, Film, ReplayStep, film_of

PART_TEMPLATE = "replay_step.html"
RUN_ID = secrets.token_hex(4)  # another release may render the same step differently

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


@dataclass(frozen=True, kw_only=True)
class ReplayPage:
    """The controls of a replay around one of its steps."""

    step: Markup
    number: int
    last: int  # number of the last step
    seat: int
    urls: TableUrls
    positions: Sequence[tuple[str, str]]
    ages: Sequence[AgeMark]


@dataclass(frozen=True, kw_only=True)
class StepPart:
    """A step of a finished game: a board without anything to choose."""

    replay: ReplayStep
    board: GameBoard
    log: Sequence[Turn]
    urls: TableUrls
    n_seats: int
    moment: str
    decision: int = 0
    hints: Sequence[Hint] = ()
    may_go_on: bool = False


@router.get("/tables/{table}/replay")
async def replay(
    request: Request, table: TheTable, guest: OptionalGuest, step: int = 0, seat: int | None = None
) -> Response:
    return await _replay(request, table, guest, step, seat, "replay.html")


@router.get("/tables/{table}/replay/step")
async def replay_step(
    request: Request, table: TheTable, guest: OptionalGuest, step: int = 0, seat: int | None = None
) -> Response:
    return await _replay(request, table, guest, step, seat, PART_TEMPLATE)


async def _replay(
    request: Request, table: Table, guest: Guest | None, step: int, seat: int | None, template: str
) -> Response:
    """Return the whole page or only the part for a step.

    That part is rendered once per seat for all viewers, and included in the whole page.
    """
    language, client = language_of(request), address(request)
    t, pool = translator(language), render_pool_of(request)
    async with table.locked():
        game, own = table.finished_game(guest), table.seats_of(guest)
        names, ranking = names_of(table.chairs, t), table.log.ranking()
        urls, paths = table_urls(table, None, site_of(request).url), table_urls(table, None)
    version = zlib.crc32(repr(names).encode())  # the host may delete a player
    cache_headers = {
        "etag": f'"{RUN_ID}-{version:x}-{language}-{own}-{template}"',
        "cache-control": PRIVATE_CACHE_CONTROL,
    }
    if cache_headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=cache_headers)
    if seat is None:
        seat = own[0] if own else ranking[0][0] if ranking else 0
    seat = max(0, min(seat, len(names) - 1))
    film = await pool.replay(lambda: film_of(game), client)
    number, looks_from = film.number(step), seat

    def make() -> str:
        shown = film.step(number, looks_from, language, names, own)
        return step_part(shown, film, language, len(names), paths)

    key = ("replay", table.id, number, seat, language, version, *own)
    part = await pool.render_once(key, make, client)
    if template == PART_TEMPLATE:
        return HTMLResponse(add_root(part, request), headers=cache_headers)

    def content() -> ReplayPage:
        return ReplayPage(
            step=Markup(part),
            number=number,
            last=film.last_step,
            seat=looks_from,
            urls=urls,
            positions=film.positions(t),
            ages=film.ages(),
        )

    answer = await respond(request, template, guest, content)
    answer.headers["etag"] = cache_headers["etag"]
    return answer


def step_part(shown: ReplayStep, film: Film, language: str, n_seats: int, urls: TableUrls) -> str:
    """Render the part for a step. It contains nothing specific to a viewer but their seats."""
    content = StepPart(
        replay=shown,
        board=shown.board,
        log=shown.log,
        urls=urls,
        n_seats=n_seats,
        moment=film.positions(translator(language))[shown.number][0],
    )
    return render(PART_TEMPLATE, language, content, csrf_field=str)
