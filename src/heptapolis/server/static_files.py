"""Serve static files: immutable under their hash, revalidated without it.

A request with an unknown hash comes from a page of another release, before or during an update.
It is redirected to the address without a hash, which exists in every release. A script loaded
from there also imports its modules from there, so that all of them match, and none is cached.
"""

from pathlib import PurePath

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from heptapolis.server.errors import not_found
from heptapolis.web.assets import ROOT, assets, fingerprint

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
REVALIDATE_CACHE_CONTROL = "no-cache"  # cached, but revalidated each time
READ_METHODS = ["GET", "HEAD"]

router = APIRouter(prefix=ROOT, include_in_schema=False)


@router.api_route("/{name}", methods=READ_METHODS)
async def current_file(request: Request, name: str) -> Response:
    """Return the current version of a file."""
    headers = {"cache-control": REVALIDATE_CACHE_CONTROL, "etag": f'"{fingerprint()}"'}
    if headers["etag"] in request.headers.get("if-none-match", "") and name in assets():
        return Response(status_code=304, headers=headers)
    return _file(name, headers)


@router.api_route("/{hash}/{name}", methods=READ_METHODS)
async def immutable_file(hash: str, name: str) -> Response:
    """Return a file under the hash of its contents."""
    if hash == fingerprint():
        return _file(name, {"cache-control": IMMUTABLE_CACHE_CONTROL})
    if name not in assets():
        raise not_found("file")
    return RedirectResponse(f"{ROOT}/{name}", headers={"cache-control": "no-store"})


def _file(name: str, headers: dict[str, str]) -> Response:
    if name not in assets():
        raise not_found("file")
    kind = TYPES[PurePath(name).suffix]
    return Response(assets()[name], media_type=kind, headers=headers)
