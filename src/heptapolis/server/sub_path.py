"""Serve the site below a path of its host, such as https://example.org/hepta/.

All other modules write addresses as if the site had the host for itself: "/tables/…". They get the
prefix here, at the border: `SubPath` removes it from requests and adds it to redirects and cookies,
and `add_root` adds it to the addresses of finished pages. Scripts read addresses from the page.
"""

import re
from collections.abc import Iterable

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Attributes with addresses of this server. `value` has the address to come back to after a form:
# the redirect gets the prefix.
ADDRESS_ATTRIBUTES = (
    "action",
    "data-fragment",
    "data-here",
    "data-now",
    "data-sheets",
    "data-status",
    "data-stream",
    "formaction",
    "href",
    "src",
)
_ADDRESS = re.compile(rf'(?<![\w-])((?:{"|".join(ADDRESS_ATTRIBUTES)})=")(?=/)')
_COOKIE_PATH = re.compile(r"(?i)(;\s*path=)(/[^;]*)")


class SubPath:
    """Remove the prefix of requests as ASGI middleware, and add it to redirects and cookies.

    A proxy may have removed the prefix already.
    """

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app, self._root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path, root = scope["path"], self._root
        if path == root or path.startswith(f"{root}/"):
            path = path[len(root) :] or "/"

        async def send_prefixed(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._prefix(MutableHeaders(scope=message))
            await send(message)

        await self._app({**scope, "path": path, "root_path": root}, receive, send_prefixed)

    def _prefix(self, headers: MutableHeaders) -> None:
        if headers.get("location", "").startswith("/"):
            headers["location"] = self._root + headers["location"]
        if cookies := headers.getlist("set-cookie"):
            del headers["set-cookie"]
            for cookie in cookies:
                headers.append("set-cookie", _COOKIE_PATH.sub(self._cookie_path, cookie))

    def _cookie_path(self, found: re.Match[str]) -> str:
        return f"{found[1]}{self._root}{found[2].rstrip('/')}"


def add_root(html: str, request: Request) -> str:
    """Return a finished page, or a part of one, with the prefix in its addresses."""
    root = request.scope.get("root_path", "")
    return _ADDRESS.sub(rf"\1{root}", html) if root else html


def check_root(root: str, paths: Iterable[str]) -> None:
    """Raise ValueError if a prefix is an address of the site itself."""
    first = root.split("/")[1]
    if first in {path.split("/")[1] for path in paths if path.startswith("/")}:
        raise ValueError(f"root_path: /{first} is an address of the game; take another one")
