"""Connections: how many there may be, and how long each of them may keep the server waiting.

uvicorn waits without end for the rest of a header or a body, and takes connections until no file
can be opened any more. Its protocol is extended here by what it lacks; a stream, whose request is
complete, lives as long as its reader reads.
"""

import asyncio
import logging
import sys
import time
from collections import Counter
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol

from heptapolis.server.guard import network_of
from heptapolis.server.settings import Settings

if sys.platform != "win32":  # there is no such limit
    import resource

LOG = logging.getLogger("heptapolis.server")
BACKLOG = 256  # connections that can come at once, before any of them is counted
HEAD_ROOM = 128  # files for everything else: the database, static files, bots in processes
SHARE = 4  # no address gets more than this part of all connections
QUIET = 60.0  # seconds between two words about it in the log
NEVER = 86_400  # seconds: uvicorn's own limit is not needed
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


class Connections:
    """Those that one process has, by address; of proxies that are known only all together."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = {
            "header": settings.header_seconds, "body": settings.body_seconds,
            "idle": settings.idle_seconds, "answer": settings.answer_seconds,
        }  # fmt: skip
        files = descriptors()
        room = max(files - BACKLOG - HEAD_ROOM, files // SHARE)
        self._most = min(settings.most_connections, room)
        self._most_of_one = max(1, min(settings.most_connections_of_one, self._most // SHARE))
        self._proxies = _TrustedHosts(settings.proxies)
        self._open: Counter[str] = Counter()
        self._untold: Counter[str] = Counter()
        self._told = float("-inf")

    def admit(self, host: str) -> bool:
        """Count a connection, unless it is one too many."""
        who = self._who(host)
        if self._open.total() >= self._most:
            self.tell("refused, too many in all", host)
            return False
        if who and self._open[who] >= self._most_of_one:
            self.tell("refused, too many of one address", host)
            return False
        self._open[who] += 1
        return True

    def end(self, host: str) -> None:
        who = self._who(host)
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]

    def tell(self, what: str, host: str) -> None:
        """A word for the host, now and then: how often what happened since the last one."""
        self._untold[what] += 1
        now = time.monotonic()
        if now - self._told >= QUIET:
            self._told = now
            counts = "; ".join(f"{n} {one}" for one, n in self._untold.items())
            LOG.warning("connections: %s (the last of %s)", counts, network_of(host))
            self._untold.clear()

    def _who(self, host: str) -> str:
        """Whose a connection is; a proxy's may be anybody's."""
        return "" if host in self._proxies else network_of(host)


def descriptors() -> int:
    """How many files this process can have open."""
    if sys.platform == "win32":
        return NEVER
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return NEVER if soft == resource.RLIM_INFINITY else soft


def want_descriptors(settings: Settings) -> None:
    """Ask the system for as many files as all connections need; it may have less."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.most_connections + BACKLOG + HEAD_ROOM
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class BoundedProtocol(H11Protocol):
    """One connection. It is given up when what it is to send next does not come in time, or when
    nobody reads the answer."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self._all: Connections = self.app_state["connections"]
        self._is_admitted = False
        self._awaited = ""  # what is to come next: a header, the rest of a body, any byte at all
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_admitted = self._all.admit(self._host)
        if self._is_admitted:
            self._await("header")
        else:
            transport.write(BUSY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_admitted:
            self._is_admitted = False
            self._all.end(self._host)
        for timer in self._timers.values():
            timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look("header")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        begun, _ = self.conn.trailing_data
        self._look("header" if begun else "idle")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._start("answer")

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop("answer")

    def _look(self, between: str) -> None:
        """What is awaited now; ``between`` two requests."""
        awaited = {h11.IDLE: between, h11.SEND_BODY: "body"}
        self._await(awaited.get(self.conn.their_state, ""))

    def _await(self, what: str) -> None:
        """From now on until something else is awaited: more bytes of the same change nothing."""
        if what != self._awaited and not self.transport.is_closing():
            self._stop(self._awaited)
            self._awaited = what
            if what:
                self._start(what)

    def _start(self, what: str) -> None:
        self._stop(what)
        self._timers[what] = self.loop.call_later(self._all.seconds[what], self._give_up, what)

    def _stop(self, what: str) -> None:
        if timer := self._timers.pop(what, None):
            timer.cancel()

    def _give_up(self, what: str) -> None:
        if what != "idle":  # that is no fault
            self._all.tell(f"ended, {what} not in time", self._host)
        self.transport.abort()


def bounds(settings: Settings) -> dict[str, Any]:
    """How uvicorn is told all that."""
    return {
        "http": BoundedProtocol, "ws": "none", "backlog": BACKLOG, "timeout_keep_alive": NEVER,
        "forwarded_allow_ips": settings.proxies,
    }  # fmt: skip
