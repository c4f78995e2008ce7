"""Serve the admin page, if the settings have its token: the same actions as `hepta admin`.

The token is sent in the body of a form only. A session is a signed cookie that other sites' pages
cannot send; logging out ends it, and another token in the settings ends all sessions.
"""

import hashlib
import hmac
import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from itsdangerous import BadSignature, URLSafeTimedSerializer

from heptapolis.server.admin import ACTIONS, Admin
from heptapolis.server.admin_text import is_rows, readable
from heptapolis.server.dependencies import limits_of, registry_of
from heptapolis.server.errors import RequestError, not_found
from heptapolis.server.guard import address
from heptapolis.server.page_context import PageRoute, fields_of, redirect, respond

LOG = logging.getLogger("heptapolis.server")
COOKIE, PATH = "hepta_admin", "/admin"
SESSION_SECONDS = 8 * 3600
ACTOR = "admin page"
LISTS = ("tables", "reports", "guests", "bans", "audit")
router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


class Sessions:
    """Sign the sessions of the admin page with the site's key, for one token."""

    def __init__(self, key: str, token: str) -> None:
        self._token = token
        digest = hashlib.sha256(token.encode()).hexdigest()
        self._session = URLSafeTimedSerializer(key, salt=f"admin session {digest}")
        self._form = URLSafeTimedSerializer(key, salt=f"admin form {digest}")

    def begin(self, token: str) -> str | None:
        """Return the cookie of a new session, or None if the token is wrong."""
        if not hmac.compare_digest(token.encode(), self._token.encode()):
            return None
        return str(self._session.dumps(secrets.token_hex(8)))

    def session_of(self, request: Request) -> str | None:
        """Return the session of a request, or None. It may have been ended."""
        cookie = request.cookies.get(COOKIE, "")[:300]
        try:
            return str(self._session.loads(cookie, max_age=SESSION_SECONDS))
        except BadSignature:
            return None

    def form_token(self, session: str) -> str:
        return str(self._form.dumps(session))

    def check_form(self, session: str, token: str) -> None:
        """Raise 403 unless a form was made for this session."""
        try:
            is_ours = self._form.loads(token[:300], max_age=SESSION_SECONDS) == session
        except BadSignature:
            is_ours = False
        if not is_ours:
            raise RequestError(403, "csrf", "this form is out of date; load the page again")


@dataclass(frozen=True)
class Cell:
    text: str
    href: str = ""


@dataclass(frozen=True)
class Listing:
    """Facts or rows of one kind."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class ActionForm:
    name: str
    about: str
    fields: Sequence[tuple[str, bool]]  # name, and whether it is required


@dataclass(frozen=True)
class AdminPage:
    """The page of hosts; without a session it asks for the token."""

    is_open: bool
    message: str = ""
    csrf: str = ""
    shown: str = ""
    tabs: Sequence[str] = LISTS
    listings: Sequence[Listing] = ()
    forms: Sequence[ActionForm] = ()


@router.get(PATH)
async def admin_page(request: Request, show: str = "reports", table: str = "") -> Response:
    sessions = _sessions(request)
    session = await _session(request, sessions)
    if session is None:
        return await _page(request, AdminPage(is_open=False))
    return await _open_page(request, session, "table" if table else show, table)


@router.post(f"{PATH}/login")
async def log_in(request: Request) -> Response:
    """Begin a session. Attempts are limited like those with codes."""
    sessions = _sessions(request)
    limits_of(request).take("claim", address(request))
    cookie = sessions.begin((await fields_of(request)).get("token", ""))
    if cookie is None:
        LOG.warning("admin: a wrong token from %s", address(request))
        return await _page(request, AdminPage(is_open=False, message="wrong token"), 403)
    response = redirect(PATH)
    settings = registry_of(request).settings
    response.set_cookie(
        COOKIE,
        cookie,
        max_age=SESSION_SECONDS,
        path=PATH,
        httponly=True,
        samesite="strict",
        secure=settings.has_secure_cookies,
    )
    return response


@router.post(f"{PATH}/logout")
async def log_out(request: Request) -> Response:
    """End the session: its cookie opens nothing any more, on any server."""
    if session := _sessions(request).session_of(request):
        now = time.time()
        kept = registry_of(request).store.moderation
        await kept.end_session(session, now, now + SESSION_SECONDS)
    response = redirect(PATH)
    response.delete_cookie(COOKIE, path=PATH)
    return response


@router.post(f"{PATH}/do")
async def do_action(request: Request) -> Response:
    """Do an action and show its result, or why it was refused."""
    sessions = _sessions(request)
    session = await _session(request, sessions)
    if session is None:
        return await _page(request, AdminPage(is_open=False), 403)
    fields = await fields_of(request)
    sessions.check_form(session, fields.pop("csrf", ""))
    name = fields.pop("action", "")
    arguments = {field: value.strip() for field, value in fields.items() if value.strip()}
    try:
        await _admin(request).run(name, arguments, ACTOR)
        message, status = f"{name}: done", 200
    except RequestError as error:
        message, status = f"{name}: {error}", error.status
    shown = {"ban": "bans", "unban": "bans"}.get(name, "audit")
    return await _open_page(request, session, shown, message=message, status=status)


async def _open_page(
    request: Request,
    session: str,
    shown: str,
    table: str = "",
    *,
    message: str = "",
    status: int = 200,
) -> Response:
    if shown not in (*LISTS, "table"):
        raise not_found("page")
    result = await _admin(request).run(shown, {"table": table} if table else {}, ACTOR)
    page = AdminPage(
        is_open=True,
        message=message,
        csrf=_sessions(request).form_token(session),
        shown=shown,
        listings=_listings(result),
        forms=[
            ActionForm(name, action.about, [(one, one in action.required) for one in action.names])
            for name, action in ACTIONS.items()
            if action.is_change
        ],
    )
    return await _page(request, page, status)


async def _page(request: Request, page: AdminPage, status: int = 200) -> Response:
    return await respond(request, "admin.html", None, page, status=status, is_kept=False)


def _listings(result: Any) -> list[Listing]:
    """Return a result as tables: the facts, then each list among them."""
    if isinstance(result, list):
        return [_rows(result)]
    lists = [value for value in result.values() if is_rows(value)]
    facts = [
        [Cell(name), Cell(readable(name, value))]
        for name, value in result.items()
        if not is_rows(value)
    ]
    return [Listing(["", ""], facts), *map(_rows, lists)]


def _rows(rows: Sequence[Mapping[str, Any]]) -> Listing:
    if not rows:
        return Listing(["none"], [])
    is_table = "chairs" in rows[0]
    return Listing(
        list(rows[0]),
        [[_cell(name, value, is_table) for name, value in row.items()] for row in rows],
    )


def _cell(name: str, value: Any, is_table: bool) -> Cell:
    links = name == "table_id" or (is_table and name == "id")
    return Cell(readable(name, value), f"{PATH}?table={value}" if links else "")


def _sessions(request: Request) -> Sessions:
    """Return the sessions, or raise 404 if the page is off."""
    sessions: Sessions | None = request.app.state.admin_sessions
    if sessions is None:
        raise not_found("page")
    return sessions


async def _session(request: Request, sessions: Sessions) -> str | None:
    """Return the session of a request unless it has been ended, or None."""
    session = sessions.session_of(request)
    if session and await registry_of(request).store.moderation.has_ended(session):
        return None
    return session


def _admin(request: Request) -> Admin:
    admin: Admin = request.app.state.admin
    return admin
