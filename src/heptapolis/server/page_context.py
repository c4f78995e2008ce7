"""What every page needs: who asks and in which language, its answer, and how a refusal is told.

A refused form loses nothing: its page comes back with what was typed and a fresh token.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any
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
from heptapolis.server.api import anyone, at_once, guests_of, limits_of, workshop_of
from heptapolis.server.errors import Refused, not_found
from heptapolis.server.guard import TOO_LARGE, address, log_failure
from heptapolis.server.store import Guest
from heptapolis.web import labels
from heptapolis.web.render import page

LANGUAGE = "hepta_language"
NO_STORE = "no-store"
KEPT = "private, no-cache"  # by the browser it is made for, so that going back is instant
MOST_FIELDS = 60
Form = dict[str, str]


# ── who asks, in which language ──────────────────────────────────────────────────────────────────


def language_of(request: Request) -> str:
    """The language chosen, or the one that the browser likes best of ours."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    liked: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            liked.append((-float(quality or 1), tag[:2].lower()))
        except ValueError:
            continue
    known = [code for _, code in sorted(liked, key=lambda one: one[0]) if code in LANGUAGES]
    return known[0] if known else "en"


async def entrant(request: Request) -> Guest:
    """Who changes something; whoever comes for the first time becomes a guest."""
    guests = guests_of(request)
    guest = await guests.of(request)
    if guest is None:
        limits_of(request).take("guest", address(request))
        guest = request.state.new_guest = await guests.new()
    limits_of(request).take("write", guest.id)
    return guest


async def fields_of(request: Request) -> Form:
    """The fields of a form; a refusal finds them again."""
    text = (await request.body()).decode(errors="replace")
    try:
        fields = dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise Refused(413, "too_large", TOO_LARGE) from None
    request.state.fields = fields
    return fields


async def form_of(request: Request, guest: Annotated[Guest, Depends(entrant)]) -> Form:
    """The fields of a form of ours."""
    fields = await fields_of(request)
    if not hasattr(request.state, "new_guest"):
        guests_of(request).check_form_token(guest, fields.get("csrf"))
    return fields


Language = Annotated[str, at_once(language_of)]
Entrant = Annotated[Guest, Depends(entrant)]
TheForm = Annotated[Form, Depends(form_of)]


# ── answers ──────────────────────────────────────────────────────────────────────────────────────


class PageRoute(APIRoute):
    """What is refused is told on a page; new guests get their cookie."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def respond_or_refuse(request: Request) -> Response:
            try:
                response = await handle(request)
            except (Refused, IllegalMove, InvalidText) as error:
                response = await self._refuse(request, error)
            except RequestValidationError:  # no such address can be
                response = await self._refuse(request, not_found("page"))
            except (HTTPException, ClientDisconnect):
                raise
            except Exception:
                log_failure(request.scope)
                response = await sorry(request, 500, "failed")
            if hasattr(request.state, "new_guest"):
                guests_of(request).set_cookie(response, request.state.new_guest)
            return response

        return respond_or_refuse

    async def _refuse(self, request: Request, error: ValueError) -> Response:
        try:
            return await self.complain(request, error)
        except Refused as worse:  # the page that would tell it cannot be shown either
            return await PageRoute.complain(self, request, worse)

    async def complain(self, request: Request, error: ValueError) -> Response:
        """A page that says what is wrong; other routes have better ones."""
        status, code = reason(error)
        here = request.url.path if request.method == "GET" else "/"
        facts = error.facts if isinstance(error, Refused) else {}
        return await sorry(request, status, code, here if code == "warming_up" else "", facts)


def reason(error: ValueError) -> tuple[int, str]:
    """The status and the code of what was refused."""
    return (error.status, error.code) if isinstance(error, Refused) else (409, "illegal_move")


def typed(request: Request) -> Form:
    """What the refused form said."""
    fields: Form = getattr(request.state, "fields", {})
    return fields


async def whoever(request: Request) -> Guest | None:
    """Who asked, even if they are a guest only since then."""
    return getattr(request.state, "new_guest", None) or await anyone(request)


def message_of(request: Request, code: str, error: ValueError | None = None) -> str:
    """What was refused, in the reader's language; of a move also why."""
    t = translator(language_of(request))
    if isinstance(error, IllegalMove) and error.refusal:
        return sentence(error.refusal, t)
    return labels.refusal(code, t)


async def sorry(
    request: Request,
    status: int,
    code: str,
    again: str = "",
    facts: Mapping[str, object] | None = None,
) -> Response:
    """A page that says why there is no other."""
    message = labels.refusal(code, translator(language_of(request)), facts)
    return await respond(request, "error.html", None, status=status, message=message, again=again)


async def respond(
    request: Request,
    template: str,
    guest: Guest | None,
    more: Callable[[], Mapping[str, Any]] = dict,
    *,
    status: int = 200,
    is_kept: bool = True,
    **values: Any,
) -> HTMLResponse:
    """A template filled in for somebody, whose forms carry their token. ``is_kept``: whoever holds
    the device later may come back to it. ``more`` makes the values that cost something: where the
    page is made, not on the event loop."""
    token = guests_of(request).form_token(guest) if guest else ""
    field = Markup('<input type="hidden" name="csrf" value="{}">').format(token) if token else ""
    language, path = language_of(request), _here(request)

    def make() -> str:
        return page(
            template, language, path=path, guest=guest, csrf_field=lambda: field,
            **values, **more(),
        )  # fmt: skip

    html = await workshop_of(request).make(make, address(request))
    cached = KEPT if is_kept and status == 200 else NO_STORE
    return HTMLResponse(html, status_code=status, headers={"cache-control": cached})


def _here(request: Request) -> str:
    """Where one can come back to: what a form was sent to is no page."""
    if request.method == "GET":
        return request.url.path + (f"?{request.url.query}" if request.url.query else "")
    table = request.path_params.get("table")
    return f"/tables/{table}" if table else "/"


def to(path: str) -> RedirectResponse:
    return RedirectResponse(path, status_code=303)
