"""Let players report a table to the host of the site."""

from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from heptapolis.server.api import REFUSALS, RequestBody
from heptapolis.server.dependencies import TheRegistry, TheTable, WritingGuest, limits_of
from heptapolis.server.errors import RequestError, not_found
from heptapolis.server.page_context import GuestOrNew, PageRoute, TheForm, respond
from heptapolis.server.registry import TableRegistry
from heptapolis.server.sanitizer import clean
from heptapolis.server.store import Guest
from heptapolis.server.table import Table

MAX_REPORT_CHARS = 500
api_router = APIRouter(prefix="/api", responses=REFUSALS)
page_router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)
router = APIRouter()


class ReportRequest(RequestBody):
    text: str = Field(max_length=4 * MAX_REPORT_CHARS, description="What is wrong.")
    guest: str | None = Field(
        None, max_length=32, description="The player or spectator whom the report is about."
    )


@dataclass(frozen=True)
class ReportedPage:
    table: str


@api_router.post("/tables/{table}/report", status_code=204, tags=["tables"])
async def report(
    request: Request,
    registry: TheRegistry,
    table: TheTable,
    guest: WritingGuest,
    body: ReportRequest,
) -> None:
    """Report a problem with people at a table to the host of the site.

    The host reads it with the last messages of the table, and who moved when.
    """
    await _report(request, registry, table, guest, body)


@page_router.post("/tables/{table}/report")
async def report_form(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    text, about = form.get("text", "")[: 4 * MAX_REPORT_CHARS], form.get("guest", "")[:32]
    body = ReportRequest(text=text, guest=about or None)
    await _report(request, registry, table, guest, body)
    return await respond(
        request, "reported.html", guest, ReportedPage(f"/tables/{table.id}"), is_kept=False
    )


async def _report(
    request: Request, registry: TableRegistry, table: Table, guest: Guest, body: ReportRequest
) -> None:
    table.check_may_watch(guest)
    limits_of(request).take("report", guest.id)
    words = clean(body.text, MAX_REPORT_CHARS)
    if not words:
        raise RequestError(422, "empty", "the report is empty")
    if body.guest and not any(entry.guest == body.guest for entry in table.log.entries):
        raise not_found("guest at this table")
    await registry.store.moderation.report(table.id, guest.id, words, body.guest)


router.include_router(page_router)
router.include_router(api_router)
