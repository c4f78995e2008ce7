"""Limits on the number of connections and on slow clients. No test measures time: each checks that
a connection is closed or stays open."""

import logging
import socket
import time
from collections.abc import Callable, Iterable, Iterator
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


def listen(server: RunningServer, host: str, table: str) -> socket.socket:
    """A stream: a connection that is in use."""
    line = connect(server, host)
    line.sendall(f"GET /api/tables/{table}/events HTTP/1.1\r\nhost: test\r\n\r\n".encode())
    assert line.recv(65_536).startswith(b"HTTP/1.1 200 ")
    return line


def test_a_connection_beyond_the_limit_of_an_address_is_refused(
    tmp_path: Path, lines: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    server = start_server(tmp_path, max_connections_per_address=3)
    try:
        table = server.player().open()
        in_use = [lines.enter_context(listen(server, "127.0.0.2", table)) for _ in range(3)]
        with caplog.at_level(logging.WARNING):
            for _ in range(2):
                refused = answer(lines.enter_context(connect(server, "127.0.0.2")))
                assert refused.startswith(b"HTTP/1.1 503 ")
        words = [one.getMessage() for one in caplog.records if "connections" in one.getMessage()]
        assert len(words) == 1 and "127.0.0.2" in words[0], "one line, however many there are"
        assert status(lines.enter_context(connect(server, "127.0.0.3"))) == b"HTTP/1.1 200 OK"
        in_use.pop().close()

        def has_room() -> bool:
            with connect(server, "127.0.0.2") as line:
                return status(line) == b"HTTP/1.1 200 OK"

        wait_for(has_room)
    finally:
        server.stop()


def test_an_idle_connection_yields_to_a_new_one_of_its_address(
    tmp_path: Path, lines: ExitStack
) -> None:
    server = start_server(tmp_path, max_connections_per_address=3)
    try:
        idle = [lines.enter_context(connect(server, "127.0.0.2")) for _ in range(3)]
        assert status(idle[0]) == b"HTTP/1.1 200 OK"
        assert status(lines.enter_context(connect(server, "127.0.0.2"))) == b"HTTP/1.1 200 OK"
        assert answer(idle[1]) == b"", "it has waited for longest"
        assert status(idle[2]) == b"HTTP/1.1 200 OK"
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


class Line:
    """A connection from an address, which can be given up or not."""

    def __init__(self, host: str, is_yielding: bool = False, is_lasting: bool = False) -> None:
        self.host, self.is_yielding, self.is_lasting = host, is_yielding, is_lasting
        self.is_closed = False

    def yield_place(self) -> None:
        self.is_closed = True


def admitted(counted: Connections, hosts: Iterable[str]) -> list[bool]:
    return [counted.admit(Line(host)) for host in hosts]


def test_addresses_of_one_subscriber_count_as_one() -> None:
    counted = Connections(Settings(max_connections_per_address=2))
    first = Line("2001:db8::1")
    assert counted.admit(first)
    assert admitted(counted, ["2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]) == [
        True,
        False,
        True,
    ]
    counted.end(first)
    counted.end(first)
    assert admitted(counted, ["2001:db8::3", "2001:db8::3"]) == [True, False]


def test_wider_networks_of_ipv6_are_counted_too() -> None:
    counted = Connections(Settings(max_connections_per_address=2))
    n = sum(admitted(counted, (f"2001:db8:0:{k:x}::1" for k in range(9))))
    assert n == 4, "a /56 network has twice the limit"
    n += sum(admitted(counted, (f"2001:db8:0:{k:x}00::1" for k in range(1, 99))))
    assert n == 8, "a /48 network has four times the limit"
    assert counted.admit(Line("2001:db8:1::1"))


def test_at_its_limit_an_address_loses_the_connection_that_is_idle_for_longest() -> None:
    counted = Connections(Settings(max_connections_per_address=3))
    lines = [Line("192.0.2.1", is_yielding) for is_yielding in (False, True, True)]
    assert all(map(counted.admit, lines))
    counted.note_change(lines[1])
    assert counted.admit(Line("192.0.2.1"))
    assert [line.is_closed for line in lines] == [False, False, True]
    assert counted.admit(Line("192.0.2.1"))
    assert not counted.admit(Line("192.0.2.1")), "all are in use"


def test_when_there_is_no_room_the_largest_network_yields() -> None:
    counted = Connections(Settings(max_connections=8))
    crowds = [[Line(host, True) for _ in range(2)] for host in ("192.0.2.1", "192.0.2.2")]
    subnets = [Line(f"2001:db8:0:{k}::1", True) for k in range(2)]  # one /48 network
    singles = [Line("192.0.2.3"), Line("192.0.2.4")]
    lines = [*crowds[0], *crowds[1], *subnets, *singles]
    assert all(map(counted.admit, lines))
    assert admitted(counted, ["192.0.2.5", "2001:db8:1::1", "192.0.2.6"]) == [True] * 3
    assert [sum(one.is_closed for one in group) for group in (*crowds, subnets)] == [1, 1, 1]
    assert not counted.admit(Line("192.0.2.7")), "no address has more than the new one would have"
    counted.end(singles[0])
    assert counted.admit(Line("192.0.2.7"))


def test_a_stream_yields_if_no_idle_connection_can() -> None:
    counted = Connections(Settings(max_connections=8))
    crowd = [Line(f"192.0.2.{1 + n // 2}", is_lasting=n > 3) for n in range(8)]
    assert all(map(counted.admit, crowd))
    assert counted.admit(Line("192.0.2.9"))
    assert [n for n, line in enumerate(crowd) if line.is_closed] == [4]
    crowd[0].is_yielding = True
    assert counted.admit(Line("192.0.2.10"))
    assert [n for n, line in enumerate(crowd) if line.is_closed] == [0, 4]


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
        while counted.admit(Line("192.0.2.1")):
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
