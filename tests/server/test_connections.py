"""Limits on the number of connections and on slow clients. No test measures time: each checks that
a connection is closed or stays open."""

import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from heptapolis.server import connections
from heptapolis.server.connections import (
    BACKLOG,
    RESERVED_FILES,
    Connections,
    ProxySet,
    raise_file_limit,
)
from heptapolis.server.guard import network_of
from heptapolis.server.settings import Settings
from tests.server.conftest import TIMEOUT_SECONDS, RunningServer, settings_for, wait_for

SHORT, EVER = 0.3, 1e6  # seconds
T = TypeVar("T")
STATUS = b"GET /api/status HTTP/1.1\r\nhost: test\r\n\r\n"
POST = b"POST /language HTTP/1.1\r\nhost: test\r\ncontent-length: 60\r\n\r\n"


def start_server(folder: Path, **changes: Any) -> RunningServer:
    limits = {f"{what}_seconds": EVER for what in ("header", "body", "idle", "answer")}
    return RunningServer(settings_for(folder, **limits | changes))


def connect(server: RunningServer, host: str = "127.0.0.1") -> socket.socket:
    port = httpx.URL(server.url).port
    made = socket.create_connection(
        ("127.0.0.1", port or 0), TIMEOUT_SECONDS, source_address=(host, 0)
    )
    made.settimeout(TIMEOUT_SECONDS)
    return made


def answer(line: socket.socket) -> bytes:
    """Return everything received until the server closes the connection."""
    parts = []
    try:
        while part := line.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def status(line: socket.socket) -> bytes:
    """Send a request and return the status line of the response."""
    line.sendall(STATUS)
    return line.recv(65_536).partition(b"\r\n")[0]


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_connection_beyond_the_limit_of_an_address_is_refused(
    tmp_path: Path, lines: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server(tmp_path, max_connections_per_address=3)
    try:
        silent = [lines.enter_context(connect(server, "127.0.0.2")) for _ in range(3)]
        assert status(silent[0]) == b"HTTP/1.1 200 OK"
        with caplog.at_level(logging.WARNING):
            assert answer(lines.enter_context(connect(server, "127.0.0.2"))).startswith(
                b"HTTP/1.1 503 "
            )
            assert answer(lines.enter_context(connect(server, "127.0.0.2"))).startswith(
                b"HTTP/1.1 503 "
            )
        words = [one.getMessage() for one in caplog.records if "connections" in one.getMessage()]
        assert len(words) == 1 and "127.0.0.2" in words[0], "one line, however many there are"
        assert status(lines.enter_context(connect(server, "127.0.0.3"))) == b"HTTP/1.1 200 OK"
        silent.pop().close()

        def has_room() -> bool:
            with connect(server, "127.0.0.2") as line:
                return status(line) == b"HTTP/1.1 200 OK"

        wait_for(has_room)
    finally:
        server.stop()


def test_a_connection_beyond_the_total_limit_is_refused(tmp_path: Path, lines: ExitStack) -> None:
    server = start_server(tmp_path, max_connections=8)
    try:
        for n in range(8):
            line = lines.enter_context(connect(server, f"127.0.1.{n + 1}"))
            assert status(line) == b"HTTP/1.1 200 OK"
        assert answer(lines.enter_context(connect(server, "127.0.2.1"))).startswith(
            b"HTTP/1.1 503 "
        )
    finally:
        server.stop()


def test_connections_of_a_trusted_proxy_have_no_limit_per_address(
    tmp_path: Path, lines: ExitStack
) -> None:
    server = start_server(tmp_path, max_connections_per_address=2, trusted_proxies=("127.0.0.7",))
    try:
        for _ in range(6):
            line = lines.enter_context(connect(server, "127.0.0.7"))
            assert status(line) == b"HTTP/1.1 200 OK"
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("limit", "sent"),
    [
        ("header_seconds", b""),
        ("header_seconds", STATUS[:-2]),
        ("header_seconds", STATUS + STATUS[:-2]),
        ("idle_seconds", STATUS),
    ],
    ids=["silent", "half a header", "half of the second header", "idle"],
)
def test_an_incomplete_request_times_out(
    limit: str, sent: bytes, tmp_path: Path, lines: ExitStack
) -> None:
    server = start_server(tmp_path, **{limit: SHORT})
    try:

        def is_answered() -> bool:
            """Each complete request gets a response, and no other does. A busy machine may be too
            slow for any, hence the retries."""
            line = lines.enter_context(connect(server))
            line.sendall(sent)
            return answer(line).count(b"HTTP/1.1 200 OK") == sent.count(b"\r\n\r\n")

        wait_for(is_answered)
    finally:
        server.stop()


def test_a_slow_body_ends_its_connection_without_a_response(
    tmp_path: Path, lines: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server(tmp_path, body_seconds=SHORT)
    try:
        line = lines.enter_context(connect(server))
        line.sendall(POST)
        line.settimeout(SHORT / 10)
        with caplog.at_level(logging.WARNING), pytest.raises(OSError, match=r"reset|pipe"):
            while True:  # one byte at a time, without end
                line.sendall(b"x")
                try:
                    assert line.recv(1) == b"", "an incomplete request must get no response"
                    raise ConnectionResetError("reset")
                except TimeoutError:
                    pass
        words = [one.getMessage() for one in caplog.records]
        assert len(words) == 1 and "body not in time" in words[0]
    finally:
        server.stop()


def test_a_client_that_reads_no_responses_is_disconnected(tmp_path: Path, lines: ExitStack) -> None:
    server = start_server(tmp_path, answer_seconds=SHORT)
    try:
        line = lines.enter_context(connect(server))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page = b"GET / HTTP/1.1\r\nhost: test\r\n\r\n"
        with pytest.raises(OSError, match=r"reset|pipe"):
            while True:  # requests pages and reads none of them
                line.sendall(page)
    finally:
        server.stop()


def retry_until_in_time(ask: Callable[[], T]) -> T:
    """Repeat a request until the client is quick enough for the short limits of the server."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            return ask()
        except httpx.TransportError:
            assert time.monotonic() < end, "timed out"


def test_a_stream_outlives_all_limits(tmp_path: Path) -> None:
    settings = {f"{what}_seconds": SHORT for what in ("header", "body", "idle", "answer")}
    server = RunningServer(settings_for(tmp_path, heartbeat_seconds=SHORT, **settings))
    try:
        table = retry_until_in_time(lambda: server.player().open())
        events, still = f"{server.url}/api/tables/{table}/events", 0
        with ExitStack() as stack:
            begin = partial(httpx.stream, "GET", events, timeout=TIMEOUT_SECONDS)
            for line in retry_until_in_time(lambda: stack.enter_context(begin())).iter_lines():
                still += line == "event: still"
                if still == 5:  # each heartbeat takes as long as every limit
                    break
        assert still == 5
    finally:
        server.stop()


def test_addresses_of_one_subscriber_count_as_one() -> None:
    assert (
        network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    )
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("192.0.2.2") != network_of("192.0.2.1")
    assert network_of("fe80::1%lo") == "fe80::/64" and network_of("a name") == "a name"
    counted = Connections(Settings(max_connections_per_address=2))
    here = ["2001:db8::1", "2001:db8::2", "2001:db8::3"]
    assert [counted.admit(host) for host in here] == [True, True, False]
    assert counted.admit("2001:db8:0:1::1")
    counted.end("2001:db8::1")
    assert counted.admit("2001:db8::3")


@pytest.mark.parametrize(
    ("names", "trusted", "others"),
    [
        (["127.0.0.1"], ["127.0.0.1"], ["127.0.0.2", "", "proxy"]),
        (["10.1.0.0/16", "2001:db8::/32"], ["10.1.9.9", "2001:db8:7::1"], ["10.2.0.1", "::1"]),
        (["2001:DB8::0001"], ["2001:db8::1"], ["2001:db8::2"]),
        (["unix:proxy"], ["unix:proxy"], ["unix:other", "127.0.0.1"]),
        (["10.1.2.3/16"], [], ["10.1.2.3"]),
        (["*"], ["192.0.2.1", "::1", ""], []),
        (["*", "10.0.0.1"], ["10.0.0.1"], ["192.0.2.1"]),
        ([], [], ["127.0.0.1", ""]),
    ],
)
def test_proxies_are_addresses_networks_or_all(
    names: list[str], trusted: list[str], others: list[str]
) -> None:
    proxies = ProxySet(names)
    assert [host in proxies for host in (*trusted, *others)] == (
        [True] * len(trusted) + [False] * len(others)
    )


def test_connections_leave_file_descriptors_for_everything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for files in (64, 1024, 4096):
        monkeypatch.setattr(connections, "descriptors", lambda n=files: n)
        counted, n = Connections(Settings(trusted_proxies=("*",))), 0
        while counted.admit("192.0.2.1"):
            n += 1
        assert 0 < n < files
        if files > 1000:
            assert n + BACKLOG + RESERVED_FILES <= files, "the backlog must fit as well"


def test_the_limit_of_open_files_is_raised_to_what_connections_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda _: (1024, 4096))
    monkeypatch.setattr("resource.setrlimit", lambda _, limits: given.append(limits))
    raise_file_limit(Settings(max_connections=2000))
    raise_file_limit(Settings(max_connections=100_000))
    raise_file_limit(Settings(max_connections=100))
    assert given == [(2000 + BACKLOG + RESERVED_FILES, 4096), (4096, 4096)]
