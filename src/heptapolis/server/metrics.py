"""Measure the server for Prometheus: requests, moves, queues, streams, database and memory."""

import errno
import hmac
import logging
import time
from collections import Counter as Count
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
    start_http_server,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from heptapolis import __version__
from heptapolis.server.database import Database, Transaction
from heptapolis.server.errors import RequestError, not_found
from heptapolis.server.registry import TableRegistry
from heptapolis.server.render_pool import RenderPool
from heptapolis.server.settings import Settings

T = TypeVar("T")
LOG = logging.getLogger("heptapolis.server")
PREFIX = "heptapolis"
REQUEST_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
DATABASE_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5)
router = APIRouter(include_in_schema=False)


class Metrics:
    """Hold the metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            f"{PREFIX}_requests",
            "Requests by route and status",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._request_seconds = Histogram(
            f"{PREFIX}_request_seconds",
            "Time until a response begins",
            ("route",),
            buckets=REQUEST_BUCKETS,
            registry=self.registry,
        )
        self._log_entries = Counter(
            f"{PREFIX}_log_entries",
            "Committed log entries by kind: move, undo, say …",
            ("kind",),
            registry=self.registry,
        )
        self._database_seconds = Histogram(
            f"{PREFIX}_database_seconds",
            "Time of a transaction with its wait for a connection",
            ("access",),
            buckets=DATABASE_BUCKETS,
            registry=self.registry,
        )

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def count_entries(self, kinds: Iterable[str]) -> None:
        """Count committed entries of logs by their kinds."""
        for kind, number in Count(kinds).items():
            self._log_entries.labels(kind).inc(number)

    @contextmanager
    def time_database(self, access: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self._database_seconds.labels(access).observe(time.perf_counter() - began)

    def watch(self, tables: TableRegistry, render_pool: RenderPool) -> None:
        """Read queues and streams at every scrape."""
        self.registry.register(ServerCollector(tables, render_pool))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class ServerCollector(Collector):
    """Read the current load of a server."""

    def __init__(self, tables: TableRegistry, render_pool: RenderPool) -> None:
        self._tables, self._render_pool = tables, render_pool

    def collect(self) -> Iterator[Metric]:
        loaded = list(self._tables.tables.loaded.values())
        yield _gauge("tables", "Tables in memory by state", "state", _by_state(loaded))
        streams = sum(table.presence.streams.total() for table in loaded)
        yield _gauge("streams", "Open event streams", None, {"": streams})
        waiting = self._tables.bots.queue_lengths()
        yield _gauge("bot_queue", "Waiting decisions and reviews of bots", "queue", waiting)
        pages = {"page": self._render_pool.n_waiting}
        yield _gauge("render_queue", "Pages that wait for their thread", "queue", pages)
        is_ready = {"": int(self._tables.warm_up.is_ready)}
        yield _gauge("ready", "Whether the rules are compiled", None, is_ready)
        yield _gauge("info", "Version of the server", "version", {__version__: 1})


def _by_state(tables: Iterable[Any]) -> dict[str, int]:
    return {"open": 0, "playing": 0, "over": 0} | Count(table.state for table in tables)


def _gauge(name: str, about: str, label: str | None, values: dict[str, int]) -> GaugeMetricFamily:
    gauge = GaugeMetricFamily(f"{PREFIX}_{name}", about, labels=[label] if label else [])
    for value, number in values.items():
        gauge.add_metric([value] if label else [], number)
    return gauge


class TimedDatabase:
    """Measure the time of all transactions of a database."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        self._database, self._metrics = database, metrics
        self.is_shared = database.is_shared

    async def read(self, work: Transaction[T]) -> T:
        with self._metrics.time_database("read"):
            return await self._database.read(work)

    async def write(self, work: Transaction[T]) -> T:
        with self._metrics.time_database("write"):
            return await self._database.write(work)

    async def scrub(self) -> None:
        await self._database.scrub()

    def news(self) -> AsyncGenerator[str | None, None]:
        return self._database.news()

    async def close(self) -> None:
        await self._database.close()

    async def abandon(self) -> None:
        await self._database.abandon()


@contextmanager
def metrics_port(settings: Settings, metrics: Metrics | None) -> Iterator[None]:
    """Serve the metrics at a port of their own, if the settings name one.

    Each of several workers takes the first free port of one more than there are workers: during a
    restart, a new worker begins before an old one ends.
    """
    if metrics is None or settings.metrics_port is None:
        yield
        return
    server, thread = _listen(settings, settings.metrics_port, metrics)
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _listen(settings: Settings, first: int, metrics: Metrics) -> tuple[Any, Any]:
    last = first + settings.workers if settings.workers > 1 else first
    for port in range(first, last + 1):
        try:
            return start_http_server(port, settings.metrics_host, metrics.registry)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == last:
                raise OSError(
                    f"cannot serve metrics at {settings.metrics_host}, port {port}:"
                    f" {error.strerror}"
                ) from None
    raise AssertionError("there is at least one worker")


@router.get("/metrics")
async def metrics_page(request: Request) -> Response:
    """Return the metrics to a client with the token of the settings."""
    settings: Settings = request.app.state.registry.settings
    metrics: Metrics | None = request.app.state.metrics
    if metrics is None or not settings.metrics_token:
        raise not_found("page")
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    is_bearer = scheme.lower() == "bearer"
    if not is_bearer or not hmac.compare_digest(token.encode(), settings.metrics_token.encode()):
        raise RequestError(401, "unauthorized", "metrics need their token")
    return Response(metrics.text(), headers={"content-type": CONTENT_TYPE_LATEST})


def metrics_of(settings: Settings) -> Metrics | None:
    """Return the metrics of a server, or None if they are off."""
    is_on = settings.metrics_port is not None or settings.metrics_token
    return Metrics() if is_on else None
