"""Both protocols answer the same requests, refuse the same nonsense and wait as long for the rest."""

import asyncio
import runpy
import sys
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from heptapolis.server import bounded_protocols
from heptapolis.server.bounded_protocols import (
    MAX_HEADER_BYTES,
    MAX_PIPELINED_REQUESTS,
    BoundedH11Protocol,
    BoundedToolsProtocol,
)
from heptapolis.server.connections import Connections
from heptapolis.server.settings import Settings

PROTOCOLS = (BoundedH11Protocol, BoundedToolsProtocol)
SHORT = 0.01  # seconds
GET = b"GET /a?b HTTP/1.1\r\nhost: x\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the path, the names of the headers and the length of the body."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    names = ",".join(sorted(name.decode() for name, _ in scope["headers"]))
    body = f"{scope['path']} {names} {length};".encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Wire(asyncio.Transport):
    """The other end of a connection: what it got, and whether it is closed."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 5), "sockname": ("192.0.2.2", 80)})
        self.received, self.closed = b"", asyncio.Event()

    def write(self, data: Any) -> None:
        if not self.closed.is_set():
            self.received += bytes(data)

    def close(self) -> None:
        self.closed.set()

    abort = close

    def is_closing(self) -> bool:
        return self.closed.is_set()

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


def answers(protocol: type[Any], *chunks: bytes, n: int = 0, limit: str = "") -> bytes:
    """Return what comes for some chunks, until ``n`` answers are there or the connection ends.

    ``limit`` is short: one of the times for which a connection waits.
    """

    async def exchange() -> bytes:
        config = uvicorn.Config(application, log_config=None)
        state = {"connections": Connections(Settings())}
        state["connections"].seconds |= {limit: SHORT} if limit else {}
        line, wire = protocol(config, ServerState(), state), Wire()
        line.connection_made(wire)
        for chunk in chunks:
            if chunk and not wire.closed.is_set():
                line.data_received(chunk)
            await asyncio.sleep(0)
        while not wire.closed.is_set() and not (n and wire.received.count(b";") == n):
            await asyncio.sleep(0.001)
        line.connection_lost(None)
        return wire.received

    return asyncio.run(asyncio.wait_for(exchange(), 60))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_requests_are_answered_one_after_another(protocol: type[Any]) -> None:
    body = b"5\r\nhello\r\n0\r\nx-late: 1\r\n\r\n"
    got = answers(protocol, GET, GET[:9], GET[9:] + CHUNKED, body[:4], body[4:], n=3)
    assert got.count(b"HTTP/1.1 200") == 3
    assert got.count(b"/a host 0;") == 2
    assert got.endswith(b"/ host,transfer-encoding 5;"), "what follows a body is no header"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "sent",
    [
        b"NONSENSE\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nbad name: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nname: \x00\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n",
    ],
)
def test_malformed_requests_are_refused(protocol: type[Any], sent: bytes) -> None:
    got = answers(protocol, sent)
    assert got.startswith(b"HTTP/1.1 400 ") and got.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("rest", [b"x" * 1000, b"x: y\r\n" * 200], ids=["a line", "many lines"])
def test_a_header_has_a_limited_size(protocol: type[Any], rest: bytes) -> None:
    n_chunks = 2 * MAX_HEADER_BYTES // len(rest)
    got = answers(protocol, b"GET / HTTP/1.1\r\nhost: x\r\na: ", *[rest] * n_chunks)
    assert got.startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("limit", "sent", "n"),
    [
        ("header", b"", 0),
        ("header", GET[:-2], 0),
        ("header", GET + GET[:-2], 1),
        ("idle", GET, 1),
        ("body", CHUNKED + b"5\r\nhel", 0),
    ],
)
def test_late_input_ends_the_connection(
    protocol: type[Any], limit: str, sent: bytes, n: int
) -> None:
    assert answers(protocol, sent, limit=limit).count(b"HTTP/1.1 ") == n


def test_two_lengths_are_refused() -> None:
    sent = CHUNKED.replace(b"\r\n\r\n", b"\r\ncontent-length: 5\r\n\r\n")
    assert answers(BoundedToolsProtocol, sent + GET).startswith(b"HTTP/1.1 400 ")


def test_only_some_requests_wait_for_the_first_one() -> None:
    n = MAX_PIPELINED_REQUESTS + 1
    assert answers(BoundedToolsProtocol, GET * n, n=n).count(b"HTTP/1.1 200") == n
    assert not answers(BoundedToolsProtocol, GET * (n + 1))


def test_a_mistake_after_a_request_is_no_part_of_its_answer() -> None:
    assert not answers(BoundedToolsProtocol, GET + b"NONSENSE\r\n\r\n")


def test_an_upgrade_is_answered_and_ends_the_connection() -> None:
    upgrade = GET.replace(b"\r\n\r\n", b"\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n")
    got = answers(BoundedToolsProtocol, upgrade)
    assert got.startswith(b"HTTP/1.1 200") and b"connection: close" in got


def test_h11_is_used_without_httptools(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bounded_protocols.BoundedProtocol is BoundedToolsProtocol
    monkeypatch.setitem(sys.modules, "httptools", None)
    names = runpy.run_path(bounded_protocols.__file__)
    assert names["BoundedProtocol"].__name__ == "BoundedH11Protocol"
