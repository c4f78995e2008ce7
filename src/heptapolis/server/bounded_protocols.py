"""Close connections whose next data is late or whose client does not read.

uvicorn waits indefinitely for the rest of a header or a body. The protocols here extend its own
ones: that of httptools, a parser in C, or that of h11 where httptools is not installed. uvicorn's
``http`` option takes any protocol class, but its own ones are not documented for inheritance; hence
the upper bound of its version in pyproject.toml.
"""

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from heptapolis.server.connections import (
    BACKLOG,
    LASTING_SECONDS,
    UNIX_CLIENT,
    Connections,
    trusted_clients,
)
from heptapolis.server.settings import Settings

HAS_HTTPTOOLS = find_spec("httptools") is not None

if TYPE_CHECKING or HAS_HTTPTOOLS:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
else:
    HttpToolsProtocol = object

MAX_HEADER_BYTES = 65_536  # of a request, as in uvicorn's protocol of h11
MAX_PIPELINED_REQUESTS = 32  # that wait while another one is answered; browsers send none
UVICORN_TIMEOUT_SECONDS = 86_400  # replaces uvicorn's own limit
HTTP_VERSIONS = ("1.0", "1.1")
BUSY_RESPONSE = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


class Deadlines(asyncio.Protocol):
    """Limit the time of one connection, as an addition to a protocol of uvicorn."""

    app_state: dict[str, Any]
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    transport: Any

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._all: Connections = self.app_state["connections"]
        self._awaited = ""  # the expected input: a header, the rest of a body, or any byte
        self._since = self.loop.time()  # of what is expected
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def is_yielding(self) -> bool:
        return bool(self._awaited) or "answer" in self._timers

    @property
    def is_lasting(self) -> bool:
        return not self._awaited and self.loop.time() - self._since > LASTING_SECONDS

    def yield_place(self) -> None:
        self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.client is None:
            self.client = UNIX_CLIENT, 0
        if self._all.admit(self):
            self._expect("header")
        else:
            self.transport.write(BUSY_RESPONSE)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.end(self)
        for timer in self._timers.values():
            timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start("answer")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("answer")

    def _expect(self, input_kind: str) -> None:
        """Start the timer for an expected input. More bytes of the same input do not restart it."""
        if input_kind != self._awaited and not self.transport.is_closing():
            self._stop(self._awaited)
            self._awaited, self._since = input_kind, self.loop.time()
            self._all.note_change(self)
            if input_kind:
                self._start(input_kind)

    def _start(self, input_kind: str) -> None:
        self._stop(input_kind)
        self._timers[input_kind] = self.loop.call_later(
            self._all.seconds[input_kind], self._give_up, input_kind
        )

    def _stop(self, input_kind: str) -> None:
        if timer := self._timers.pop(input_kind, None):
            timer.cancel()

    def _give_up(self, input_kind: str) -> None:
        if input_kind != "idle":  # idle connections are normal
            self._all.log(f"ended, {input_kind} not in time", self.host)
        self.transport.abort()


class BoundedH11Protocol(Deadlines, H11Protocol):
    """Handle one connection with h11."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._update("header")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        begun, _ = self.conn.trailing_data
        self._update("header" if begun else "idle")

    def _update(self, between: str) -> None:
        """Update what is expected now; ``between`` applies between two requests."""
        awaited = {h11.IDLE: between, h11.SEND_BODY: "body"}
        self._expect(awaited.get(self.conn.their_state, ""))


class BoundedToolsProtocol(Deadlines, HttpToolsProtocol):
    """Handle one connection with httptools, as strictly as h11 does.

    httptools keeps a header of any size, requests without or with several hosts, and any number of
    requests that come before the first one is answered.
    """

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._part = ""  # of the request that is arriving: "header", "body", or none
        self._header_bytes = 0

    # ── callbacks of the parser: any exception refuses the request ───────────────────────────────

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._part, self._header_bytes = "header", 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_header(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count_header(len(name) + len(value))
        if self._part == "header":  # what follows a body is no header
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        version, headers = self.parser.get_http_version(), self.headers
        n_hosts = sum(name == b"host" for name, _ in headers)
        if version not in HTTP_VERSIONS or n_hosts > 1 or (n_hosts == 0 and version == "1.1"):
            raise ValueError("not a request with one host")
        codings = [value.lower() for name, value in headers if name == b"transfer-encoding"]
        if codings not in ([], [b"chunked"]):
            raise ValueError("a body in an unknown coding")
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise ValueError("too many requests at once")
        self._part = "body"
        super().on_headers_complete()
        if self.parser.should_upgrade():  # what follows is not HTTP
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        self._part = ""
        super().on_message_complete()

    # ── the connection ───────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        was_header = self._part == "header"
        super().data_received(data)
        if was_header and self._part == "header":  # the parser keeps an unfinished line
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES:
                self.send_400_response("Invalid HTTP request received.")
        self._update("header")

    def send_400_response(self, msg: str) -> None:
        if self._is_answering:  # it would be taken for a part of the response under way
            self.transport.abort()
        else:
            super().send_400_response(msg)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._update("header" if self._part else "idle")

    def _count_header(self, n: int) -> None:
        self._header_bytes += n
        if self._header_bytes > MAX_HEADER_BYTES:
            raise ValueError("a header that is too large")

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _update(self, between: str) -> None:
        """Update what is expected now; ``between`` applies between two requests."""
        if self.pipeline:
            self._expect("")
        elif self._part == "body":
            self._expect("body")
        else:
            self._expect("" if self._is_answering else between)


BoundedProtocol = BoundedToolsProtocol if HAS_HTTPTOOLS else BoundedH11Protocol


def bounds(settings: Settings) -> dict[str, Any]:
    """Return the corresponding options of uvicorn."""
    return {
        "http": BoundedProtocol,
        "ws": "none",
        "backlog": BACKLOG,
        "timeout_keep_alive": UVICORN_TIMEOUT_SECONDS,
        # the last forwarded address that no trusted proxy has; those before it can be invented
        "forwarded_allow_ips": trusted_clients(settings),
    }
