"""The web application and its server."""

import logging
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from heptapolis import __version__
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.server import pages
from heptapolis.server.api import router
from heptapolis.server.errors import Refused
from heptapolis.server.guard import Answer, Guard, Limits, refusal
from heptapolis.server.guests import Guests
from heptapolis.server.hall import Hall
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store

SMALL = 1000  # bytes that are not worth compressing
GRACE = 3  # seconds that requests get when the server stops


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application; its store opens when it starts."""
    given = settings or Settings()
    limits = Limits(given.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with Store.open(given.database_url) as store, Hall.open(store, given) as hall:
            app.state.hall = hall
            app.state.guests = Guests(store, given, await store.key())
            yield

    app = FastAPI(
        title="Heptapolis", version=__version__, lifespan=lifespan, openapi_url="/api/openapi.json",
        docs_url=None, redoc_url=None, default_response_class=Answer,
    )  # fmt: skip
    app.state.limits = limits
    app.include_router(router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(packages=[("heptapolis.web", "static")]), "static")
    app.add_middleware(Guard, settings=given, limits=limits)
    app.add_middleware(GZipMiddleware, minimum_size=SMALL)  # it leaves streams alone
    _add_refusals(app)
    return app


def _add_refusals(app: FastAPI) -> None:
    """Whatever is wrong with a request is told in one form."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Answer:
        return refusal(error)

    @app.exception_handler(IllegalMove)
    async def illegal(request: Request, error: IllegalMove) -> Answer:
        return refusal(Refused(409, "illegal_move", str(error)))

    @app.exception_handler(InvalidText)
    async def unreadable(request: Request, error: InvalidText) -> Answer:
        return refusal(Refused(422, "invalid_move", str(error)))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Answer:
        told = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:5]]
        return refusal(Refused(422, "invalid", "; ".join(told)))

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        is_page = "text/html" in request.headers.get("accept", "")
        is_unknown = error.status_code in (404, 405)
        if is_unknown and is_page and not request.url.path.startswith("/api"):
            return pages.sorry(request, error.status_code, "not_found")
        answer = refusal(Refused(error.status_code, "http", str(error.detail)))
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer


class _Server(uvicorn.Server):
    """Streams never end by themselves: when the server is to stop, they are told."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app = self.config.app
        hall = getattr(app.state, "hall", None) if isinstance(app, FastAPI) else None
        if hall:
            hall.closing.set()
        super().handle_exit(sig, frame)


def serve(host: str, port: int, settings: Settings, *, open_browser: bool = False) -> None:
    """Run until somebody stops it."""
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = uvicorn.Config(
        create_app(settings), host=host, port=port, log_level="warning", access_log=False,
        timeout_graceful_shutdown=GRACE, lifespan="on",
    )  # fmt: skip
    shown = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}/"
    print(f"Heptapolis is at {shown} (Ctrl-C stops it)", flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [shown]).start()
    _Server(config).run()
