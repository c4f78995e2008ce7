"""Serve the page of guided games, with those that the guest has started."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.server.dependencies import OptionalGuest, TheRegistry, limits_of, origin_of
from heptapolis.server.errors import not_found
from heptapolis.server.new_tables import NewTable
from heptapolis.server.page_context import (
    GuestOrNew,
    Language,
    PageRoute,
    TheForm,
    error_page,
    reason,
    redirect,
    respond,
)
from heptapolis.server.registry import TableRegistry
from heptapolis.server.store import Guest
from heptapolis.server.table_options import TableOptions
from heptapolis.web.lessons import PARTNER, SEAT, lesson_tiles, lessons


class LearnRoute(PageRoute):
    """Return to this page if the rules are still being compiled."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        if code == "warming_up":
            return await error_page(request, status, code, "/learn")
        return await super().complain(request, error)


router = APIRouter(
    include_in_schema=False, route_class=LearnRoute, default_response_class=HTMLResponse
)


@router.get("/learn")
async def learn(
    request: Request, registry: TheRegistry, guest: OptionalGuest, language: Language
) -> Response:
    playing = await _lesson_tables(registry, guest, "playing")
    over = await _lesson_tables(registry, guest, "over")

    def tiles() -> dict[str, Any]:
        return {"tiles": lesson_tiles(playing, over, language)}

    return await respond(
        request, "learn.html", guest, tiles, is_kept=False, compiling=registry.warm_up.progress
    )


async def _lesson_tables(
    registry: TableRegistry, guest: Guest | None, state: str
) -> dict[str, str]:
    """Return the guest's latest table for each lesson in this state."""
    own = await registry.store.tables((state,), guest=guest.id) if guest else []
    return {stored.summary.get("lesson") or "": stored.id for stored in reversed(own)}


@router.post("/learn/{lesson}")
async def begin(
    request: Request, registry: TheRegistry, guest: GuestOrNew, form: TheForm, lesson: str
) -> Response:
    """Start a guided game with its deal, the guest and its bots."""
    guided_game = lessons().get(lesson)
    if guided_game is None:
        raise not_found("page")
    limits_of(request).take("table", guest.id)
    options = TableOptions(game=guided_game.game, pause=0.0, **guided_game.options)
    new = NewTable(
        guest,
        options,
        people=[(SEAT, guest.name)],
        bots=[(None, PARTNER)] * (options.players - 1),
        origin=origin_of(request),
        lesson=guided_game,
    )
    table = await registry.factory.create(new)
    return redirect(f"/tables/{table.id}")
