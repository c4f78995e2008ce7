"""Provide what all pages share: the guest and language of a request, responses and refusals.

A refused form is shown again with the submitted values and a fresh token.
"""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.i18n.refusals import sentence
from heptapolis.server.dependencies import (
    guests_of,
    limits_of,
    loop_dependency,
    optional_guest,
    page_updates_of,
    render_pool_of,
)
from heptapolis.server.errors import RequestError, not_found
from heptapolis.server.guard import TOO_LARGE, address, log_failure
from heptapolis.server.moderation import check_may_write, note_network
from heptapolis.server.page_updates import BASE_HEADER, PAGE_HEADER, Update
from heptapolis.server.store import Guest
from heptapolis.server.sub_path import add_root
from heptapolis.web import labels
from heptapolis.web.render import render

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LANGUAGE = "hepta_language"
NO_STORE = "no-store"
# cached only by the guest's own browser, so that going back is instant
PRIVATE_CACHE_CONTROL = "private, no-cache"
MAX_FORM_FIELDS = 60
Form = dict[str, str]


# ── the guest and language of a request ──────────────────────────────────────────────────────────


def language_of(request: Request) -> str:
    """Return the chosen language, or the supported one that the browser prefers."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    preferred: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            preferred.append((-float(quality or 1), tag[:2].lower()))
        except ValueError:
            continue
    supported = [tag for _, tag in sorted(preferred, key=lambda item: item[0]) if tag in LANGUAGES]
    return supported[0] if supported else "en"


async def guest_or_new(request: Request) -> Guest:
    """Return the current guest, creating one if the request has none. Apply the rate limits."""
    guests = guests_of(request)
    guest = await guests.guest_of(request)
    if guest is None:
        limits_of(request).take("guest", address(request))
        check_may_write(request)
        guest = request.state.new_guest = await guests.new()
    limits_of(request).take("write", guest.id)
    check_may_write(request, guest.id)
    await note_network(request, guest.id)
    return guest


async def fields_of(request: Request) -> Form:
    """Return the fields of a form, and keep them for ``submitted_fields``."""
    text = (await request.body()).decode(errors="replace")
    try:
        fields = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_FORM_FIELDS))
    except ValueError:
        raise RequestError(413, "too_large", TOO_LARGE) from None
    request.state.fields = fields
    return fields


async def form_of(request: Request, guest: Annotated[Guest, Depends(guest_or_new)]) -> Form:
    """Return the fields of a form after checking its token."""
    fields = await fields_of(request)
    if not hasattr(request.state, "new_guest"):
        guests_of(request).check_form_token(guest, fields.get("csrf"))
    return fields


Language = Annotated[str, loop_dependency(language_of)]
GuestOrNew = Annotated[Guest, Depends(guest_or_new)]
TheForm = Annotated[Form, Depends(form_of)]


# ── responses ────────────────────────────────────────────────────────────────────────────────────


class PageRoute(APIRoute):
    """Handle page requests: show refusals as pages, and set the cookie of a new guest."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def respond_or_refuse(request: Request) -> Response:
            try:
                response = await handle(request)
            except (RequestError, IllegalMove, InvalidText) as error:
                response = await self._refuse(request, error)
            except RequestValidationError:  # the address cannot exist
                response = await self._refuse(request, not_found("page"))
            except (HTTPException, ClientDisconnect):
                raise
            except Exception:
                log_failure(request.scope)
                response = await error_page(request, 500, "failed")
            await _set_cookie(request, response)
            return response

        return respond_or_refuse

    async def _refuse(self, request: Request, error: ValueError) -> Response:
        try:
            return await self.complain(request, error)
        except RequestError as worse:  # the page for the refusal fails too
            return await PageRoute.complain(self, request, worse)

    async def complain(self, request: Request, error: ValueError) -> Response:
        """Return a page that explains the refusal. Subclasses show it on the page of the form."""
        status, code = reason(error)
        here = request.url.path if request.method == "GET" else "/"
        facts = error.facts if isinstance(error, RequestError) else {}
        return await error_page(request, status, code, here if code == "warming_up" else "", facts)


async def _set_cookie(request: Request, response: Response) -> None:
    """Store the identity of a new guest in the browser, and replace old cookies."""
    guests = guests_of(request)
    guest = getattr(request.state, "new_guest", None)
    if guest is None and guests.has_old_cookie(request) and not guests.is_set_by(response):
        guest = await guests.guest_of(request)
    if guest:
        guests.set_cookie(response, guest)


def reason(error: ValueError) -> tuple[int, str]:
    """Return the status and code of a refusal."""
    return (error.status, error.code) if isinstance(error, RequestError) else (409, "illegal_move")


def submitted_fields(request: Request) -> Form:
    """Return the fields of the refused form."""
    fields: Form = getattr(request.state, "fields", {})
    return fields


async def current_guest(request: Request) -> Guest | None:
    """Return the current guest, including one created during this request."""
    return getattr(request.state, "new_guest", None) or await optional_guest(request)


def message_of(request: Request, code: str, error: ValueError | None = None) -> str:
    """Return the message of a refusal in the reader's language; for a move also the reason."""
    t = translator(language_of(request))
    if isinstance(error, IllegalMove) and error.refusal:
        return sentence(error.refusal, t)
    return labels.refusal(code, t)


@dataclass(frozen=True)
class ErrorPage:
    message: str
    again: str  # the address of a page that loads by itself when it is ready


async def error_page(
    request: Request,
    status: int,
    code: str,
    again: str = "",
    facts: Mapping[str, object] | None = None,
) -> Response:
    """Return an error page."""
    message = labels.refusal(code, translator(language_of(request)), facts)
    return await respond(request, "error.html", None, ErrorPage(message, again), status=status)


async def respond(
    request: Request,
    template: str,
    guest: Guest | None,
    content: "DataclassInstance | Callable[[], DataclassInstance]",
    *,
    status: int = 200,
    is_kept: bool = True,
) -> HTMLResponse:
    """Render a template for a guest, whose forms get their token.

    The template reads the fields of ``content``. A function returns content that is expensive to
    compute; it runs in the render pool, not on the event loop. ``is_kept`` allows the browser to
    cache the page for going back. A script that names what it has (`X-Base`) gets the changes only.
    """
    token = guests_of(request).form_token(guest) if guest else ""
    field = Markup('<input type="hidden" name="csrf" value="{}">').format(token) if token else ""
    language, path = language_of(request), _return_path(request)
    notice = request.app.state.moderation.notice

    base, updates = request.headers.get(BASE_HEADER), page_updates_of(request)

    def make() -> Update:
        page = content() if callable(content) else content
        values = {"path": path, "guest": guest, "csrf_field": lambda: field}
        html = add_root(render(template, language, page, **values, notice=notice), request)
        if base is None:
            return Update("", html, False)
        return updates.update(html, guest.id if guest else "", base)

    made = await render_pool_of(request).render(make, address(request))
    cached = PRIVATE_CACHE_CONTROL if is_kept and status == 200 else NO_STORE
    headers = {"cache-control": cached} | ({PAGE_HEADER: made.id} if made.id else {})
    media_type = "application/json" if made.is_change else HTMLResponse.media_type
    return HTMLResponse(made.body, status_code=status, headers=headers, media_type=media_type)


def _return_path(request: Request) -> str:
    """Return the address to come back to. After a form that is the table's page."""
    if request.method == "GET":
        return request.url.path + (f"?{request.url.query}" if request.url.query else "")
    table = request.path_params.get("table")
    return f"/tables/{table}" if table else "/"


def redirect(path: str) -> RedirectResponse:
    return RedirectResponse(path, status_code=303)
