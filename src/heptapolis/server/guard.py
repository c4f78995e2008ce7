"""Check every request and complete every response: origin, size, rate and headers.

Plain ASGI middleware, so that streams pass through unchanged.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heptapolis.server.errors import RequestError
from heptapolis.server.limits import Limits, network_of
from heptapolis.server.log_lines import mask
from heptapolis.server.settings import Settings
from heptapolis.server.static_files import PREFIX, static_response

LOG = logging.getLogger("heptapolis.server")
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
CSP = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
REFUSAL_PAUSE_SECONDS = 2.0  # before a repeated refusal is sent
HTTPS_HEADERS = {"strict-transport-security": "max-age=15552000"}  # half a year
TOO_MANY_REQUESTS = 429
AMBIGUOUS_LENGTH = "ambiguous_length"
TOO_LARGE = "this request is too large"


class AsciiResponse(JSONResponse):
    """Encode JSON in ASCII, so that no text of a client can fail to encode."""

    def render(self, content: object) -> bytes:
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")


def refusal(error: RequestError) -> AsciiResponse:
    """Return the response for a refusal."""
    headers = {"retry-after": "1"} if error.status in (429, 503) else None
    content = {"error": {"code": error.code, "message": str(error), **error.facts}}
    return AsciiResponse(content, status_code=error.status, headers=headers)


def address(request: Request) -> str:
    """Return the address of a request for limits."""
    return network_of(request.client.host) if request.client else ""


def log_failure(scope: Scope) -> None:
    """Log an exception with method and path, without the contents of the request."""
    LOG.exception("%s %s failed", scope["method"], mask(scope["path"]))


class Guard:
    """Apply all checks as ASGI middleware, and serve static files."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app, self._settings, self._limits = app, settings, limits
        self._refusals = Refusals(limits, settings.max_connections_per_address)
        self._headers = HEADERS | (HTTPS_HEADERS if settings.has_secure_cookies else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = address(Request(scope))
        sent = _HeaderSender(send, scope["path"], client, self._refusals, self._headers)
        try:
            _check_length(scope)
            # a page loads a dozen static files at once
            is_static = scope["path"].startswith(PREFIX)
            if wait := self._limits.reserve("static" if is_static else "request", client):
                await asyncio.sleep(wait)
            _check_host(scope, self._settings)
            _check_origin(scope, self._settings.site_url)
            if is_static:
                await static_response(scope)(scope, receive, sent)
                return
            body = _LimitedBody(receive, scope, self._settings.max_body_bytes)
            await self._app(scope, body, sent)
        except RequestError as error:
            if not sent.has_begun:
                sent.ends_connection = error.code == AMBIGUOUS_LENGTH
                await refusal(error)(scope, receive, sent)
        except ClientDisconnect:
            pass  # the client is gone
        except Exception:
            log_failure(scope)
            if sent.has_begun:
                raise
            await refusal(RequestError(500, "failed", "something went wrong on the server"))(
                scope, receive, sent
            )


class Refusals:
    """Slow down clients that continue after being refused for sending too many requests.

    A refusal costs as much as a cheap page. After some of them, a client gets each further one
    after a pause, at the end of its connection.
    """

    def __init__(self, limits: Limits, most: int) -> None:
        """``most`` limits the pauses of one client, which keep connections open."""
        self._limits, self._most = limits, most
        self._paused: Counter[str] = Counter()

    async def pause(self, client: str) -> bool:
        """Wait if a client has been refused often. Return whether its connection has to end."""
        try:
            self._limits.take("refused", client)
        except RequestError:
            if self._paused[client] < self._most:
                self._paused[client] += 1
                try:
                    await asyncio.sleep(REFUSAL_PAUSE_SECONDS)
                finally:
                    self._paused[client] -= 1
                    if not self._paused[client]:
                        del self._paused[client]
            return True
        return False


class _LimitedBody:
    """Limit the size of a request body."""

    def __init__(self, receive: Receive, scope: Scope, most: int) -> None:
        self._receive, self._left = receive, most
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > most:
            raise RequestError(413, "too_large", TOO_LARGE)

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            # FastAPI passes this exception through while reading a body
            raise HTTPException(413, TOO_LARGE)
        return message


class _HeaderSender:
    """Add the common headers to a response. Delay refusals of clients that send too much."""

    def __init__(
        self, send: Send, path: str, client: str, refusals: Refusals, common: Mapping[str, str]
    ) -> None:
        self._send, self._path, self._client = send, path, client
        self._refusals, self._common = refusals, common
        self.has_begun, self.ends_connection = False, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in self._common.items():
                headers[name] = value
            if self._path.startswith("/api"):
                headers.setdefault("cache-control", "no-store")
            if message["status"] == TOO_MANY_REQUESTS and await self._refusals.pause(self._client):
                self.ends_connection = True
            if self.ends_connection:
                headers["connection"] = "close"
        await self._send(message)


def _check_length(scope: Scope) -> None:
    """Refuse two lengths of a body: a proxy may believe another one than this server."""
    headers = Headers(scope=scope)
    if "content-length" in headers and "transfer-encoding" in headers:
        raise RequestError(400, AMBIGUOUS_LENGTH, "a request has one length")


def _check_host(scope: Scope, settings: Settings) -> None:
    """Refuse requests for host names that are not this server's, if those are set."""
    if not settings.allows_host(Headers(scope=scope).get("host", "")):
        raise RequestError(400, "unknown_host", "this server does not answer to this host name")


def _check_origin(scope: Scope, site_url: str | None) -> None:
    """Refuse changes requested by pages of other sites.

    A browser names the origin of a request. A client with a bearer token needs no cookie.
    """
    headers = Headers(scope=scope)
    if scope["method"] in SAFE_METHODS or headers.get("authorization", "").lower().startswith(
        "bearer "
    ):
        return
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        ours = site == "same-origin"
    elif origin is not None:
        hosts = {headers.get("host"), origin_host(site_url or "")}
        ours = origin_host(origin) in hosts - {None}
    else:
        ours = "cookie" not in headers
    if not ours:
        raise RequestError(403, "cross_site", "changes must come from our own pages")


def origin_host(origin: str) -> str | None:
    """Return host and port of an origin, or None if it has none."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None
