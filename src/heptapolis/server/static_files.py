"""Serve static files: immutable under their hash, revalidated without it.

Files are compressed once per release and sent without the routing of pages. A request with an
unknown hash comes from a page of another release, before or during an update. It is redirected to
the address without a hash, which exists in every release. A script loaded from there also imports
its modules from there, so that all of them match, and none is cached.
"""

from pathlib import PurePath

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from heptapolis.server.errors import RequestError, not_found
from heptapolis.web.assets import ROOT, assets, compressed_assets, fingerprint

PREFIX = f"{ROOT}/"
PATHS = (f"{PREFIX}{{name}}", f"{PREFIX}{{hash}}/{{name}}")
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
REVALIDATE_CACHE_CONTROL = "no-cache"  # cached, but revalidated each time
READ_METHODS = ("GET", "HEAD")


def static_response(scope: Scope) -> Response:
    """Return the response to a request below the root of static files, or raise 404 or 405."""
    if scope["method"] not in READ_METHODS:
        raise RequestError(405, "http", "Method Not Allowed")
    first, _, rest = str(scope["path"]).removeprefix(PREFIX).partition("/")
    name = rest or first
    if name not in assets():
        raise not_found("file")
    headers = Headers(scope=scope)
    if first == fingerprint():
        return _file(name, headers, {"cache-control": IMMUTABLE_CACHE_CONTROL})
    if rest:
        return RedirectResponse(PREFIX + name, headers={"cache-control": "no-store"})
    current = {"cache-control": REVALIDATE_CACHE_CONTROL, "etag": f'"{fingerprint()}"'}
    if current["etag"] in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=current)
    return _file(name, headers, current)


def _file(name: str, asked: Headers, headers: dict[str, str]) -> Response:
    compressed = compressed_assets().get(name)
    headers |= {"content-type": TYPES[PurePath(name).suffix]}
    if compressed is None:
        return Response(assets()[name], headers=headers)
    headers["vary"] = "accept-encoding"
    if "gzip" not in asked.get("accept-encoding", ""):
        return Response(assets()[name], headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(compressed, headers=headers)
