"""Check every request and complete every response: origin, size, rate and headers.

Plain ASGI middleware, so that streams pass through unchanged.
"""

import json
import logging
import time
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heptapolis.lru import Lru
from heptapolis.server.errors import RequestError
from heptapolis.server.log_lines import mask
from heptapolis.server.settings import Settings

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
MAX_BUCKETS = 20_000
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


class Limits:
    """Hold token buckets by kind and client. The longest unused ones are dropped."""

    def __init__(self, limits: Mapping[str, tuple[float, float]]) -> None:
        self._limits = limits
        self._buckets: Lru[tuple[str, str], tuple[float, float]] = Lru(MAX_BUCKETS)

    def take(self, kind: str, client: str) -> None:
        """Count a request. Raise RequestError if the limit is exceeded."""
        most, rate = self._limits[kind]
        now = time.monotonic()
        left, since = self._buckets.get((kind, client), (most, now))
        left = min(most, left + (now - since) * rate)
        self._buckets[kind, client] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise RequestError(429, "too_fast", "too many requests; wait a moment")


def address(request: Request) -> str:
    """Return the address of a request for limits."""
    return network_of(request.client.host) if request.client else ""


@lru_cache(4096)
def network_of(host: str) -> str:
    """Return the address that limits count: for IPv6 the /64 network of a subscriber."""
    try:
        ip = ip_address(host)
    except ValueError:
        return host
    if isinstance(ip, IPv4Address):
        return str(ip)
    if ip.ipv4_mapped:
        return str(ip.ipv4_mapped)
    return str(IPv6Network((int(ip), 64), strict=False))


def log_failure(scope: Scope) -> None:
    """Log an exception with method and path, without the contents of the request."""
    LOG.exception("%s %s failed", scope["method"], mask(scope["path"]))


class Guard:
    """Apply all checks as ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app, self._settings, self._limits = app, settings, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = _HeaderSender(send, scope["path"])
        try:
            # a page loads a dozen static files at once
            if not scope["path"].startswith("/static/"):
                self._limits.take("request", address(Request(scope)))
            _check_host(scope, self._settings)
            _check_origin(scope, self._settings.site_url)
            body = _LimitedBody(receive, scope, self._settings.max_body_bytes)
            await self._app(scope, body, sent)
        except RequestError as error:
            if not sent.has_begun:
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
    """Add the common headers to a response."""

    def __init__(self, send: Send, path: str) -> None:
        self._send, self._path = send, path
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if self._path.startswith("/api"):
                headers.setdefault("cache-control", "no-store")
        await self._send(message)


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
