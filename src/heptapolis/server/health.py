"""Answer the probes of load balancers and orchestrators: ``/healthz`` and ``/readyz``.

ASGI middleware outside of limits, host names and the log: a probe comes from any address every few
seconds.
"""

import asyncio
import shutil
import time
from pathlib import Path

import sqlalchemy as sa
from fastapi import FastAPI
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from heptapolis.server.errors import StorageError
from heptapolis.server.guard import AsciiResponse
from heptapolis.server.registry import TableRegistry
from heptapolis.server.settings import Settings

ALIVE_PATH, READY_PATH = "/healthz", "/readyz"
OK = "ok"
DATABASE_SECONDS = 5.0  # for the database to answer
CACHE_SECONDS = 1.0  # for which an answer is repeated: probes are unlimited
MIB = 2**20


class HealthProbes:
    """Answer probes before any other part of the application sees them."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._lock = asyncio.Lock()
        self._problems: dict[str, str] = {}
        self._checked = float("-inf")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_probe = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if is_probe and scope["path"] == ALIVE_PATH:
            await _not_cached(PlainTextResponse(f"{OK}\n"))(scope, receive, send)
        elif is_probe and scope["path"] == READY_PATH:
            states = await self._states(scope["app"])
            status = 200 if all(state == OK for state in states.values()) else 503
            response = AsciiResponse(states, status_code=status)
            await _not_cached(response)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _states(self, app: FastAPI) -> dict[str, str]:
        """Return "ok" or a problem for each part that requests need."""
        async with self._lock:
            if time.monotonic() - self._checked >= CACHE_SECONDS:
                self._problems = await _states(app.state.registry, self._settings)
                self._checked = time.monotonic()
        return self._problems


async def _states(registry: TableRegistry, settings: Settings) -> dict[str, str]:
    states = {"database": await _database_state(registry), "compiled": OK}
    if progress := registry.warm_up.progress:
        states["compiled"] = f"{progress[0]} of {progress[1]} steps"
    if not settings.is_shared:
        states["disk"] = disk_state(settings)
    if registry.closing.is_set():
        states["server"] = "stopping"
    return states


async def _database_state(registry: TableRegistry) -> str:
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await registry.store.ping()
    except (StorageError, TimeoutError):
        return "no answer"
    return OK


def disk_state(settings: Settings) -> str:
    """Return whether the disk of the SQLite file has the required free space."""
    file = sa.make_url(settings.database_url).database
    if not file or file == ":memory:":
        return OK
    free = shutil.disk_usage(Path(file).resolve().parent).free // MIB
    return OK if free >= settings.min_free_mib else f"{free} MiB free"


def _not_cached(response: Response) -> Response:
    response.headers["cache-control"] = "no-store"
    return response
