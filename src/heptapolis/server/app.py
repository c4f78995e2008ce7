"""Create and run the web application."""

import asyncio
import errno
import multiprocessing
import os
import signal
import socket
import sys
import threading
import warnings
import webbrowser
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import RedirectResponse, Response

from heptapolis import __version__
from heptapolis import warm_up as warm
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.server import (
    admin_page,
    api,
    devices,
    encyclopaedia,
    front,
    help,
    learn,
    metrics,
    page_context,
    pages,
    replays,
    reports,
    rules,
    sheets,
    tv,
)
from heptapolis.server.admin import Admin
from heptapolis.server.admin_socket import admin_socket
from heptapolis.server.bounded_protocols import bounds
from heptapolis.server.connections import Connections, raise_file_limit
from heptapolis.server.errors import RequestError
from heptapolis.server.guard import AsciiResponse, Guard, refusal
from heptapolis.server.guests import Guests
from heptapolis.server.head_requests import HeadRequests
from heptapolis.server.health import HealthProbes
from heptapolis.server.house_rules import house_rules
from heptapolis.server.invitation import WILDCARD_HOSTS, network_address
from heptapolis.server.limits import Limits
from heptapolis.server.log_lines import set_up_logging
from heptapolis.server.metrics import Metrics, TimedDatabase
from heptapolis.server.observer import Observer
from heptapolis.server.page_updates import PageUpdates
from heptapolis.server.registry import TableRegistry
from heptapolis.server.render_pool import RenderPool
from heptapolis.server.retention import Retention
from heptapolis.server.settings import Settings
from heptapolis.server.static_files import PREFIX as STATIC_ROOT
from heptapolis.server.store import Store
from heptapolis.server.sub_path import SubPath, check_root

MIN_COMPRESSED_BYTES = 1000  # smaller responses are not compressed
COMPRESSION_LEVEL = 4  # of 9: 10% larger than at level 9, in a third of the time
SHUTDOWN_SECONDS = 3  # for requests in progress when the server stops
WORKER_TIMEOUT_SECONDS = 60  # a worker that does not answer for so long is replaced
WORKER_VARIABLE = "HEPTAPOLIS_WORKER"  # the settings of a worker process, as JSON


def create_app(settings: Settings | None = None) -> FastAPI:
    """Create the application. Its store opens at startup."""
    chosen = settings or Settings()
    limits, measured = Limits(chosen.limits), metrics.metrics_of(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Connections]]:
        with house_rules(chosen.house_rules):
            async with (
                _open_store(chosen, measured) as store,
                TableRegistry.open(store, chosen) as registry,
            ):
                app.state.registry = registry
                key, token = await store.key(), chosen.admin_token
                app.state.guests = Guests(store, chosen, key)
                app.state.admin_sessions = admin_page.Sessions(key, token) if token else None
                app.state.render_pool = RenderPool()
                app.state.page_updates = PageUpdates()
                app.state.moderation = moderation = registry.moderation
                await moderation.load()
                app.state.admin = admin = Admin(store, moderation, registry.tables)
                registry.tasks.spawn(Retention(chosen, store, admin).run())
                if measured:
                    measured.watch(registry, app.state.render_pool)
                with (
                    _close_streams_on_signal(registry),
                    closing(app.state.render_pool),
                    metrics.metrics_port(chosen, measured),
                ):
                    async with admin_socket(chosen, admin):
                        yield {"connections": Connections(chosen)}

    app = FastAPI(
        title="Heptapolis",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        servers=[{"url": chosen.root}] if chosen.root else None,
        root_path_in_servers=False,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # these redirects repeat the Host header
        default_response_class=AsciiResponse,
    )
    app.state.limits, app.state.metrics = limits, measured
    # Routes are matched in this order, the most frequent first.
    modules = (
        pages,
        sheets,
        replays,
        front,
        help,
        learn,
        encyclopaedia,
        rules,
        devices,
        tv,
        api,
        reports,
        metrics,
        admin_page,
    )
    for module in modules:
        app.include_router(module.router)
    app.add_middleware(  # it does not compress streams
        GZipMiddleware, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=COMPRESSION_LEVEL
    )
    app.add_middleware(Guard, settings=chosen, limits=limits)
    app.add_middleware(HeadRequests)
    app.add_middleware(Observer, has_access_log=chosen.access_log, metrics=measured)
    app.add_middleware(HealthProbes, settings=chosen)
    if root := chosen.root:
        routes = [route for module in modules for route in module.router.routes]
        check_root(root, [STATIC_ROOT, *(getattr(route, "path", "") for route in routes)])
        app.add_middleware(SubPath, root=root)
    _add_refusals(app)
    return app


@asynccontextmanager
async def _open_store(settings: Settings, measured: Metrics | None) -> AsyncIterator[Store]:
    """Yield the store, observed by the metrics if they are on."""
    if measured is None:
        async with Store.open(settings.database_url) as store:
            yield store
        return
    async with Store.open(
        settings.database_url, lambda database: TimedDatabase(database, measured)
    ) as store:
        store.on_commit = measured.count_entries
        yield store


def _add_refusals(app: FastAPI) -> None:
    """Return all errors in the same format."""

    @app.exception_handler(RequestError)
    async def refuse_request(_request: Request, error: RequestError) -> AsciiResponse:
        return refusal(error)

    @app.exception_handler(IllegalMove)
    async def refuse_move(_request: Request, error: IllegalMove) -> AsciiResponse:
        facts = {"refusal": error.refusal.facts()} if error.refusal else {}
        legal = [str(move) for move in error.legal]
        return refusal(RequestError(409, "illegal_move", error.reason, **facts, legal=legal))

    @app.exception_handler(InvalidText)
    async def refuse_text(_request: Request, error: InvalidText) -> AsciiResponse:
        return refusal(RequestError(422, "invalid_move", str(error)))

    @app.exception_handler(RequestValidationError)
    async def refuse_fields(_request: Request, error: RequestValidationError) -> AsciiResponse:
        lines = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:5]]
        return refusal(RequestError(422, "invalid", "; ".join(lines)))

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, error: HTTPException) -> Response:
        is_page = "text/html" in request.headers.get("accept", "")
        is_unknown = error.status_code in (404, 405)
        if is_unknown and request.url.path.endswith("/"):
            return _redirect_without_slash(request)
        if is_unknown and is_page and not request.url.path.startswith("/api"):
            return await page_context.error_page(request, error.status_code, "not_found")
        answer = refusal(RequestError(error.status_code, "http", str(error.detail)))
        for name, value in (error.headers or {}).items():
            answer.headers[name] = value
        return answer


def _redirect_without_slash(request: Request) -> Response:
    """Redirect to the address without slashes at its end, on whatever host the client uses."""
    path = "/" + request.url.path.strip("/")
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(path + query)


@contextmanager
def _close_streams_on_signal(registry: TableRegistry) -> Iterator[None]:
    """Close streams on a stop signal, then pass the signal on. They would not end otherwise."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop, before = asyncio.get_running_loop(), dict[int, Any]()

    def stop(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(registry.close_streams)
        before[number](number, frame)

    for number in (signal.SIGINT, signal.SIGTERM):
        if callable(signal.getsignal(number)):
            before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for handled, handler in before.items():
            signal.signal(handled, handler)


def serve(settings: Settings, *, open_browser: bool = False) -> None:
    """Run the server until it is stopped, in one or several processes."""
    _set_up_logging(settings)
    if settings.socket is None:
        _check_port(settings.host, settings.port)
        where: dict[str, Any] = {"host": settings.host, "port": settings.port}
    else:
        _check_socket(settings.socket)
        where = {"uds": str(settings.socket)}
    if settings.metrics_port is not None:
        _check_port(settings.metrics_host, settings.metrics_port, "metrics_port names another one")
    how: dict[str, Any] = {
        **where,
        "log_config": None,  # its lines are formatted like ours
        "log_level": "warning",
        "access_log": False,
        "timeout_graceful_shutdown": SHUTDOWN_SECONDS,
        "lifespan": "on",
        **bounds(settings),
    }
    raise_file_limit(settings)
    _prepare(settings)
    url = _print_address(settings)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [url]).start()
    if settings.workers == 1:
        _ignore_hangup()
        uvicorn.run(create_app(settings), workers=1, **how)
        return
    os.environ[WORKER_VARIABLE] = settings.for_worker().to_json()
    worker = f"{__name__}:{create_worker.__name__}"
    uvicorn.run(
        worker,
        factory=True,
        workers=settings.workers,
        timeout_worker_healthcheck=WORKER_TIMEOUT_SECONDS,
        **how,
    )


def _ignore_hangup() -> None:
    """Let SIGHUP, with which services are reloaded, not end a single process.

    The end of its terminal still does.
    """
    is_in_terminal = sys.stdin is not None and sys.stdin.isatty()
    if hasattr(signal, "SIGHUP") and not is_in_terminal:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _print_address(settings: Settings) -> str:
    """Print and return the address at which the host finds the server."""
    host, port = settings.host, settings.port
    is_local = host in ("127.0.0.1", *WILDCARD_HOSTS)
    if settings.site_url:
        url = settings.site_url
    elif settings.socket:
        url = f"unix:{settings.socket}"
    else:
        url = f"http://{'localhost' if is_local else host}:{port}{settings.root}/"
    print(f"Heptapolis is at {url} (Ctrl-C stops it)", flush=True)
    is_open = host in WILDCARD_HOSTS and not settings.site_url and not settings.socket
    if is_open and (there := network_address()):
        print(
            f"Others in your network find it at http://{there}:{port}{settings.root}/", flush=True
        )
    return url


def _check_socket(path: Path) -> None:
    """Raise OSError if a Unix socket cannot be created or another server listens at it."""
    if not hasattr(socket, "AF_UNIX"):
        raise OSError(f"{path}: this system has no Unix sockets")
    if not path.parent.is_dir():
        raise OSError(f"{path}: no folder {path.parent}")
    if not path.exists():
        return
    if not path.is_socket():
        raise OSError(f"{path}: exists and is not a socket")
    with socket.socket(socket.AF_UNIX) as probe:
        if probe.connect_ex(str(path)) == 0:
            raise OSError(f"{path}: another server listens there")


def _check_port(
    host: str, port: int, hint: str = "is Heptapolis running already? --port names another one"
) -> None:
    """Raise OSError if another program listens at this port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        why = hint if error.errno == errno.EADDRINUSE else str(error.strerror)
        raise OSError(f"cannot listen at {host}, port {port}: {why}") from None


def _prepare(settings: Settings) -> None:
    """Check the configuration before start. With several workers, compile the rules once here."""

    async def bring_up_to_date() -> None:
        async with Store.open(settings.database_url):
            pass

    with house_rules(
        settings.house_rules
    ):  # reports an error in a file once, before the workers start
        asyncio.run(bring_up_to_date())
    if settings.workers > 1 and settings.warm_up and warm.is_cold():
        print("Compiling the rules first (only once; it takes a minute or two)", flush=True)
        warm.warm_up(lambda _: None)


def create_worker() -> FastAPI:
    """Create the application of a worker process with settings from the environment."""
    settings = Settings.from_json(os.environ[WORKER_VARIABLE])
    _set_up_logging(settings)
    if parent := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=[parent], daemon=True).start()
    return create_app(settings)


def _end_with(parent: BaseProcess) -> None:
    """Stop this worker when its parent process is gone."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _set_up_logging(settings: Settings) -> None:
    set_up_logging(settings.log_format)
    # FastAPI suppresses this warning, but Numba restores the previous filters when another thread
    # compiles. It is of no use to the host.
    warnings.filterwarnings("ignore", "The 'alias' attribute with value 'body'")
