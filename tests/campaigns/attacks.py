"""Attacks of strangers on a server: ``python -m tests.campaigns.attacks --help``.

A server runs as `hepta serve` does, with its default limits. Every attack comes from loopback addresses
of its own. Meanwhile a visitor with another address asks for the status and for the front page. An
attack returns what it achieved, which should be nothing. `tests/campaigns/test_attacks.py` runs all of
them in a short form; the long form also compares the visitor's waiting times with those before.
"""

import argparse
import asyncio
import multiprocessing
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

import httpx

from heptapolis.machine import machine
from tests.campaigns.load import CSRF, DECISION, MOVE, STREAM

T = TypeVar("T")
VISITOR = "127.0.9.1"
VISITED = ("/api/status", "/")
PATIENCE_SECONDS = 120.0  # nothing here takes so long, however busy the machine
FILES = 12_000  # descriptors for all connections of the attackers
SLOWER = 2.0  # how many times as long a visitor may wait during an attack ...
TOLERANCE_SECONDS = 0.05  # ... and what the attackers' own work on this machine adds
QUIET_SECONDS = 5.0
BROWSER_CONNECTIONS = 6  # of one browser, for HTTP/1.1
MAX_LOG_LINES = 20  # that an attack may add to the log
MAX_CORE_SHARE = 0.5  # of a core, that refusals may cost
SHORT_ROOM = 480  # connections of the server in the short form
JUNK = (
    b"NONSENSE\r\n\r\n",
    b"GET /api/status HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n",
    b"POST /language HTTP/1.1\r\nhost: x\r\norigin: http://[\r\ncontent-length: 0\r\n\r\n",
)
SMUGGLED = (
    b"POST /language HTTP/1.1\r\nhost: x\r\ncontent-length: 6\r\ntransfer-encoding: chunked\r\n\r\n"
    b"0\r\n\r\nGET /api/status HTTP/1.1\r\nhost: x\r\n\r\n"
)


@dataclass(frozen=True)
class Size:
    """How large an attack is."""

    seconds: float
    connections: int  # of one address
    addresses: int
    idle: int  # idle connections of each address
    people: int  # of a club
    moves: int  # of each of them
    is_timed: bool  # compare waiting times: only on a machine that does nothing else


SHORT = Size(
    seconds=0.5,
    connections=40,
    addresses=16,
    idle=SHORT_ROOM // 16,
    people=15,
    moves=2,
    is_timed=False,
)
LONG = Size(
    seconds=15.0, connections=200, addresses=16, idle=250, people=100, moves=20, is_timed=True
)


@dataclass
class Target:
    """A server in a process of its own."""

    port: int
    process: subprocess.Popen[bytes]
    log: Path
    addresses: Iterator[str] = field(
        default_factory=lambda: (f"127.1.{n >> 8}.{n & 255}" for n in count(1))
    )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def log_lines(self) -> list[str]:
        return self.log.read_text("utf-8", "replace").splitlines()

    def processor_seconds(self) -> float:
        stat = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def client(self, address: str, connections: int | None = None) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_connections=connections)
        )
        return httpx.AsyncClient(transport=transport, base_url=self.url, timeout=PATIENCE_SECONDS)

    async def connect(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))

    async def ask(self, address: str, request: bytes) -> bytes:
        """Return the whole answer to a request, until the connection ends."""
        reader, writer = await self.connect(address)
        try:
            writer.write(request)
            writer.write_eof()
            return await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
        except ConnectionError:
            return b""
        finally:
            await _close(writer)


async def _close(line: asyncio.StreamWriter) -> None:
    line.close()
    with suppress(ConnectionError):
        await line.wait_closed()


@contextmanager
def target(folder: Path, **settings: str) -> Iterator[Target]:
    """Start a server for attacks; settings are those of the environment."""
    log, port = folder / "log.txt", _free_port()
    values = {"trusted_proxies": "", "warm_up": "false", **settings}
    environ = {f"HEPTAPOLIS_{name.upper()}": value for name, value in values.items()}
    database = f"sqlite:///{folder / 'games.sqlite'}"
    command = [sys.executable, "-m", "heptapolis", "serve", "--database", database]
    with log.open("wb") as lines:
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            env=os.environ | environ,
            stdout=subprocess.DEVNULL,
            stderr=lines,
        )
    try:
        made = Target(port, process, log)
        _wait_until_ready(made)
        yield made
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_until_ready(server: Target) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        assert server.process.poll() is None, server.log_lines()[-5:]
        with suppress(httpx.TransportError):
            httpx.get(f"{server.url}/api/status").raise_for_status()
            return
        time.sleep(0.1)
    raise TimeoutError("the server does not start")


# ── attacks ──────────────────────────────────────────────────────────────────────────────────────


async def flood_static_files(server: Target, size: Size) -> list[str]:
    """Fetch static files over many connections of one address."""
    request = b"GET /static/base.css HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n"
    statuses = await _flood(server, size, request)
    return [] if statuses[200] else [f"no file was served: {statuses}"]


async def flood_with_refusals(server: Target, size: Size) -> list[str]:
    """Continue at full speed after being refused, with a new connection if one ends."""
    request = b"GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n"
    before, began = server.processor_seconds(), time.monotonic()
    statuses = await _flood(server, size, request)
    share = (server.processor_seconds() - before) / (time.monotonic() - began)
    if size.is_timed and share > MAX_CORE_SHARE:
        return [f"answers cost {share:.0%} of a core: {statuses}"]
    return []


async def _flood(server: Target, size: Size, request: bytes) -> Counter[int]:
    """Repeat a request on all connections of an address; count the answers by status."""
    address, end, statuses = next(server.addresses), time.monotonic() + size.seconds, Counter[int]()

    async def repeat() -> None:
        while time.monotonic() < end:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                reader, writer = await server.connect(address)
                try:
                    while time.monotonic() < end:
                        writer.write(request)
                        statuses[await _read_answer(reader)] += 1
                finally:
                    await _close(writer)

    async with asyncio.TaskGroup() as group:
        for _ in range(size.connections):
            group.create_task(repeat())
    return statuses


async def _read_answer(reader: asyncio.StreamReader) -> int:
    """Return the status of an answer after reading all of it."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
    await reader.readexactly(int(length or 0))
    return int(head.split(b" ", 2)[1])


async def occupy_connections(server: Target, size: Size) -> list[str]:
    """Open idle connections from several addresses until there is no room."""
    lines: list[asyncio.StreamWriter] = []
    try:
        for _ in range(size.addresses):
            address = next(server.addresses)
            for _ in range(size.idle):
                with suppress(ConnectionError):
                    lines.append((await server.connect(address))[1])
        statuses = Counter[int]()
        for n in range(20):
            async with server.client(f"127.0.8.{n + 1}") as http:
                with suppress(httpx.TransportError):
                    statuses[(await http.get("/api/status")).status_code] += 1
        return [] if statuses == {200: 20} else [f"of 20 visitors: {dict(statuses)}"]
    finally:
        for line in lines:
            await _close(line)


async def open_streams_at_once(server: Target, size: Size) -> list[str]:
    """Open more streams of a table than spectators have, from many addresses at the same moment."""
    table = await _open_table(server)
    hosts = [next(server.addresses) for _ in range(12)]
    return await _open_streams(server, table, [host for host in hosts for _ in range(25)], 200)


async def keep_all_streams(server: Target, size: Size) -> list[str]:
    """Open all streams of a table from one address."""
    table, address = await _open_table(server), next(server.addresses)
    return await _open_streams(server, table, [address] * 100, 50)


async def _open_streams(server: Target, table: str, hosts: list[str], limit: int) -> list[str]:
    async with AsyncExitStack() as stack:
        clients = {
            host: await stack.enter_async_context(server.client(host)) for host in set(hosts)
        }

        async def begin(host: str) -> int:
            stream = clients[host].stream("GET", f"/api/tables/{table}/events")
            return (await stack.enter_async_context(stream)).status_code

        statuses = Counter(await asyncio.gather(*map(begin, hosts)))
    right = {200: limit, 429: len(hosts) - limit}
    return [] if statuses == right else [f"streams by status: {dict(statuses)}"]


async def open_tables_at_once(server: Target, size: Size) -> list[str]:
    """Open public tables of several guests of one address at the same moment."""
    async with server.client(next(server.addresses)) as http:
        guests = [await _guest(http, f"Eve {n}") for n in range(8)]
        bodies = {"game": "duel", "private": False}
        asked = [http.post("/api/tables", json=bodies, headers=guests[n % 8]) for n in range(32)]
        statuses = Counter(one.status_code for one in await asyncio.gather(*asked))
    return [] if statuses == {201: 10, 409: 22} else [f"tables by status: {dict(statuses)}"]


async def _open_table(server: Target) -> str:
    async with server.client(next(server.addresses)) as http:
        ann = await _guest(http, "Bob")
        made = await http.post("/api/tables", json={"seats": 3}, headers=ann)
        return str(made.raise_for_status().json()["id"])


async def _guest(http: httpx.AsyncClient, name: str) -> dict[str, str]:
    """Return the headers of a new guest."""
    answer = await http.post("/api/guests", json={"name": name})
    http.cookies.clear()
    return {"Authorization": f"Bearer {answer.raise_for_status().json()['token']}"}


async def flood_the_log(server: Target, size: Size) -> list[str]:
    """Send what is not HTTP, upgrades that do not exist, and an origin that is no address."""
    before, n = len(server.log_lines()), 4 * size.connections
    answers = Counter[bytes]()
    for k in range(n):
        answers[(await server.ask(next(server.addresses), JUNK[k % len(JUNK)]))[9:12]] += 1
    complaints = []
    if (lines := len(server.log_lines()) - before) > MAX_LOG_LINES:
        complaints.append(f"{lines} lines for {n} requests: {server.log_lines()[-1]}")
    if answers[b"500"] or answers[b""]:
        complaints.append(f"answers by status: {dict(answers)}")
    return complaints


async def smuggle_a_request(server: Target, size: Size) -> list[str]:
    """Hide a request in the body of another one: two lengths mean two readings."""
    answer = await server.ask(next(server.addresses), SMUGGLED)
    is_right = answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1 ") == 1
    return [] if is_right else [f"answered: {answer[:300]!r}"]


async def reflect_a_host(server: Target, size: Size) -> list[str]:
    """Make redirects lead to another host."""
    complaints = []
    for path in ("/learn/", "//evil.example/", "/api/status/", "/help//"):
        request = f"GET {path} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n"
        answer = await server.ask(next(server.addresses), request.encode())
        head = answer.partition(b"\r\n\r\n")[0].lower()
        place = head.partition(b"\r\nlocation:")[2].split(b"\r\n")[0].strip()
        if place.startswith(b"//") or b"://" in place or b"\\" in place:
            complaints.append(f"{path} leads to {place!r}")
    return complaints


async def speak_under_a_players_name(server: Target, size: Size) -> list[str]:
    """Speak as a spectator with names that look like a player's."""
    table, complaints = await _open_table(server), []
    async with server.client(next(server.addresses)) as http:
        for name in (
            "Вob",
            "B0b",
            "Βob",
            "bоb",
            "B\u043eЬ",
            "B\u1d0fb",
            "BOB",
            "B o b",
            "Böb",
            "ᏴoᏏ",
            "Bօb",
            "ᗷob",
            "8ob",
        ):
            eve = await _guest(http, name)
            message = {"text": "hello"}
            said = await http.post(f"/api/tables/{table}/messages", json=message, headers=eve)
            if said.status_code != 409:
                complaints.append(f"{name} ({name!a}) may speak: {said.status_code}")
    return complaints


async def come_as_a_club(server: Target, size: Size) -> list[str]:
    """Let a club behind one router play at once: no client is refused. This is not an attack."""
    address, statuses = next(server.addresses), Counter[int | str]()

    async def come(n: int) -> None:
        async with server.client(address, BROWSER_CONNECTIONS) as http:
            http.headers.update({"Accept": "text/html", "Sec-Fetch-Site": "same-origin"})
            try:
                page = await http.get("/")
                names = {one for one in page.text.split('"') if one.startswith("/static/")}
                files = [http.get(name) for name in sorted(names) if "#" not in name]
                for answer in [page, *await asyncio.gather(*files)]:
                    statuses[answer.status_code] += 1
                form = {"variant": "duel", "level": "easy", "name": f"Member {n}"}
                begun = await http.post("/quick", data=form, follow_redirects=True)
                statuses[begun.status_code] += 1
                async with http.stream("GET", STREAM.findall(begun.text)[0]) as events:
                    statuses[events.status_code] += 1
                    for _ in range(size.moves):
                        statuses[await _play(http, begun.url.path)] += 1
            except httpx.TransportError as error:
                statuses[type(error).__name__] += 1

    await asyncio.gather(*map(come, range(size.people)))
    return [] if set(statuses) == {200} else [f"answers by status: {dict(statuses)}"]


async def _play(http: httpx.AsyncClient, path: str) -> int:
    """Make the first move of a table as soon as it is the client's turn; return the status."""
    page = await http.get(path)
    while not (moves := MOVE.findall(page.text)):
        if page.status_code != 200 or 'data-state="over"' in page.text:
            return page.status_code
        await asyncio.sleep(0.1)
        page = await http.get(path)
    form = {"move": moves[0], "csrf": CSRF.findall(page.text)[0]}
    form["decision"] = DECISION.findall(page.text)[0]
    headers = {"X-Fragment": "1", "X-Base": ""}
    return (await http.post(f"{path}/move", data=form, headers=headers)).status_code


async def stop_under_load(server: Target, size: Size) -> list[str]:
    """Stop the server while many read: it ends soon and prints no traceback."""
    table, before = await _open_table(server), len(server.log_lines())
    load = asyncio.create_task(_load_until_it_ends(server, table, size))
    await asyncio.sleep(max(1.0, size.seconds / 5))
    server.process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(server.process.wait, PATIENCE_SECONDS)
    load.cancel()
    await asyncio.gather(load, return_exceptions=True)
    lines = server.log_lines()[before:]
    if any("Traceback" in line for line in lines) or len(lines) > MAX_LOG_LINES:
        return [f"{len(lines)} lines at the end: {lines[-20:]}"]
    return []


async def _load_until_it_ends(server: Target, table: str, size: Size) -> None:
    async def read(path: str, address: str) -> None:
        async with server.client(address) as http:
            with suppress(httpx.TransportError):
                while True:
                    await http.get(path)

    async def listen(address: str) -> None:
        async with server.client(address) as http:
            with suppress(httpx.TransportError):
                async with http.stream("GET", f"/api/tables/{table}/events") as lines:
                    async for _ in lines.aiter_lines():
                        pass

    async with asyncio.TaskGroup() as group:
        for _ in range(size.connections // 4):
            address = next(server.addresses)
            group.create_task(read("/", address))
            group.create_task(read(f"/tables/{table}", address))
            group.create_task(listen(address))


Attack = Callable[[Target, Size], Coroutine[Any, Any, list[str]]]
ATTACKS: tuple[Attack, ...] = (
    flood_static_files,
    flood_with_refusals,
    occupy_connections,
    open_streams_at_once,
    keep_all_streams,
    open_tables_at_once,
    flood_the_log,
    smuggle_a_request,
    reflect_a_host,
    speak_under_a_players_name,
    come_as_a_club,
    stop_under_load,  # the last one
)
# Those that last for as long as a visitor can feel; the others are over in a moment.
LASTING = (flood_static_files, flood_with_refusals, flood_the_log)


# ── the visitor ──────────────────────────────────────────────────────────────────────────────────


def visit(url: str, line: Connection) -> None:
    """Ask for the pages until a word comes; then tell how long each took."""
    transport = httpx.HTTPTransport(local_address=VISITOR)
    with httpx.Client(transport=transport, base_url=url, timeout=PATIENCE_SECONDS) as http:
        line.send("ready")
        waits: dict[str, list[float]] = {path: [] for path in VISITED}
        while line.recv() == "begin":
            for times in waits.values():
                times.clear()
            while not line.poll(0.1):
                for path, times in waits.items():
                    began = time.monotonic()
                    http.get(path).raise_for_status()
                    times.append(time.monotonic() - began)
            line.recv()
            line.send(waits)


class Visitor:
    """A visitor in a process of its own, whom the attackers' work does not delay."""

    def __init__(self, server: Target) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        self._process = spawn.Process(target=visit, args=(server.url, theirs), daemon=True)

    async def __aenter__(self) -> "Visitor":
        self._process.start()
        await asyncio.to_thread(self._line.recv)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._line.send("end")
        await asyncio.to_thread(self._process.join)

    async def waits_during(self, work: Coroutine[Any, Any, T]) -> tuple[T, dict[str, list[float]]]:
        """Return the result of some work, and how long the visitor waited for each page."""
        self._line.send("begin")
        result = await work
        self._line.send("enough")
        return result, await asyncio.to_thread(self._line.recv)


def late(times: list[float]) -> float:
    """Return what 95 % of the times are below."""
    return sorted(times)[int(0.95 * len(times))] if times else 0.0


async def measure(server: Target, attack: Attack, size: Size) -> list[str]:
    """Run an attack while a visitor comes; return what it achieved."""
    async with Visitor(server) as visitor:
        _, quiet = await visitor.waits_during(asyncio.sleep(QUIET_SECONDS))
        complaints, meanwhile = await visitor.waits_during(attack(server, size))
    told = []
    for path, times in meanwhile.items():
        before, now = late(quiet[path]), late(times)
        told.append(f"{path} {1000 * before:.0f} -> {1000 * now:.0f} ms")
        if now > SLOWER * before + TOLERANCE_SECONDS:
            complaints.append(f"a visitor waits for {path}: {now:.2f} s, {before:.2f} s before")
    print(f"{attack.__name__}: p95 of a visitor: {', '.join(told)}", flush=True)
    return complaints


async def attack_all(folder: Path, names: list[str], size: Size) -> int:
    """Run attacks, each on a server of its own; return how many achieved something."""
    n = 0
    for attack in ATTACKS:
        if names and attack.__name__ not in names:
            continue
        place = folder / attack.__name__
        place.mkdir()
        with target(place) as server:
            is_measured = size.is_timed and attack in LASTING
            complaints = await (
                measure(server, attack, size) if is_measured else attack(server, size)
            )
        print(f"{attack.__name__}: {'; '.join(complaints) or 'nothing achieved'}", flush=True)
        n += bool(complaints)
    return n


def raise_own_file_limit() -> None:
    """Allow this process as many connections as the attacks need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def main() -> None:
    parser = argparse.ArgumentParser(description="Attacks of strangers on a server.")
    parser.add_argument("attacks", nargs="*", help=", ".join(one.__name__ for one in ATTACKS))
    parser.add_argument("--short", action="store_true", help="as in `make test`")
    asked = parser.parse_args()
    raise_own_file_limit()
    here = machine()
    print(f"{here['processor']}, {here['cores']} cores, commit {here['commit']}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        size = SHORT if asked.short else LONG
        sys.exit(bool(asyncio.run(attack_all(Path(folder), asked.attacks, size))))


if __name__ == "__main__":
    main()
