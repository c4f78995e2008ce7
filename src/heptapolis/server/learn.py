"""Serve the page of lessons, with those that the guest has started."""

from collections.abc import Sequence
from dataclasses import dataclass

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
from heptapolis.web.lessons import PARTNER, SEAT, LessonTile, lesson_tiles, lessons


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


@dataclass(frozen=True)
class LearnPage:
    """All lessons, with those that the guest has started."""

    tiles: Sequence[LessonTile]
    compiling: tuple[int, int] | None  # finished and total steps


@router.get("/learn")
async def learn(
    request: Request, registry: TheRegistry, guest: OptionalGuest, language: Language
) -> Response:
    playing = await _lesson_tables(registry, guest, "playing")
    over = await _lesson_tables(registry, guest, "over")

    def content() -> LearnPage:
        return LearnPage(lesson_tiles(playing, over, language), registry.warm_up.progress)

    return await respond(request, "learn.html", guest, content, is_kept=False)


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
    """Start a lesson: a game with its deal, the guest and its bots."""
    chosen_lesson = lessons().get(lesson)
    if chosen_lesson is None:
        raise not_found("page")
    limits_of(request).take("table", guest.id)
    options = TableOptions(game=chosen_lesson.game, pause=0.0, **chosen_lesson.options)
    new = NewTable(
        guest,
        options,
        people=[(SEAT, guest.name)],
        bots=[(None, PARTNER)] * (options.players - 1),
        origin=origin_of(request),
        lesson=chosen_lesson,
    )
    table = await registry.factory.create(new)
    return redirect(f"/tables/{table.id}")
