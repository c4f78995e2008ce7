"""Static files: for good under their hash, fresh without it.

Whoever asks with a hash that is not ours opened a page before an update, or got it from a server
that is updated already. They are sent to the address without a hash, which every release has: a
script found there imports its neighbours from there too, so that all of them fit each other, and
nothing of it is kept.
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
FOR_GOOD = "public, max-age=31536000, immutable"
FRESH = "no-cache"  # kept, but asked for again each time
READ = ["GET", "HEAD"]

router = APIRouter(prefix=ROOT, include_in_schema=False)


@router.api_route("/{name}", methods=READ)
async def fresh(request: Request, name: str) -> Response:
    """A file as it is now."""
    headers = {"cache-control": FRESH, "etag": f'"{fingerprint()}"'}
    if headers["etag"] in request.headers.get("if-none-match", "") and name in assets():
        return Response(status_code=304, headers=headers)
    return _file(name, headers)


@router.api_route("/{hash}/{name}", methods=READ)
async def for_good(hash: str, name: str) -> Response:
    """A file as it was when the page was made that asks for it."""
    if hash == fingerprint():
        return _file(name, {"cache-control": FOR_GOOD})
    if name not in assets():
        raise not_found("file")
    return RedirectResponse(f"{ROOT}/{name}", headers={"cache-control": "no-store"})


def _file(name: str, headers: dict[str, str]) -> Response:
    if name not in assets():
        raise not_found("file")
    kind = TYPES[PurePath(name).suffix]
    return Response(assets()[name], media_type=kind, headers=headers)
