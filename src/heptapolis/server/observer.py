"""Give each request an id, and report it to the access log and the metrics.

Plain ASGI middleware around everything else, so that refused requests are seen too.
"""

import logging
import secrets
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from heptapolis.server.log_lines import FIELDS, REQUEST_ID, mask
from heptapolis.server.metrics import Metrics
from heptapolis.server.static_files import PREFIX

LOG = logging.getLogger("heptapolis.access")
ID_HEADER = "x-request-id"
ID_BYTES = 6
NO_ROUTE = "none"  # label of requests that no route has answered
CLIENT_CLOSED_STATUS = 499  # of a request whose client left before the response, as in nginx


class Observer:
    """Observe requests. A response counts when it begins: a stream lasts for hours."""

    def __init__(self, app: ASGIApp, has_access_log: bool, metrics: Metrics | None) -> None:
        self._app, self._has_access_log, self._metrics = app, has_access_log, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id, status = secrets.token_hex(ID_BYTES), CLIENT_CLOSED_STATUS
        began = time.perf_counter()
        REQUEST_ID.set(request_id)

        async def observed_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                header = (ID_HEADER.encode(), request_id.encode())
                message["headers"] = [*message.get("headers", ()), header]
                self._report(scope, status, time.perf_counter() - began)
            await send(message)

        try:
            await self._app(scope, receive, observed_send)
        finally:
            if status == CLIENT_CLOSED_STATUS:
                self._report(scope, status, time.perf_counter() - began)

    def _report(self, scope: Scope, status: int, seconds: float) -> None:
        if self._metrics:
            is_static = scope["path"].startswith(PREFIX)
            route = PREFIX if is_static else getattr(scope.get("route"), "path", NO_ROUTE)
            self._metrics.count_request(scope["method"], route, status, seconds)
        if self._has_access_log:
            _log_access(scope, status, seconds)


def _log_access(scope: Scope, status: int, seconds: float) -> None:
    """Log a request without its query, which can contain a code."""
    client = scope["client"][0] if scope.get("client") else "-"
    facts = {
        "method": scope["method"],
        "path": mask(scope["path"]),
        "status": status,
        "ms": round(1000 * seconds, 1),
        "client": client,
    }
    text = "%(method)s %(path)s %(status)s %(ms)s ms %(client)s"
    LOG.info(text, facts, extra={FIELDS: facts})
