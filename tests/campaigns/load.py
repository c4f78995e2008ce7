"""Measure response times and the cost of a move under load: ``python -m tests.campaigns.load --help``.

The command starts a server on SQLite and opens tables for three, each with two bots of the second
level and a simulated person who acts like the script of our pages: open the table, listen to its
stream, think, send the form of a move with the last seen version and text, and fetch the changes of
the board when the stream reports more than a hidden choice. Bots have no delay (`pause` is 0), so a
response contains everything that follows from a move. People arrive one by one, then spectators
(``--watchers`` of each table); the measurement begins when all have arrived. Server and clients run
on the same machine; the processor time of both is printed. The cost of a move is the processor time
of the server divided by the number of moves of people; it includes responses, bots, events, boards
and spectators. It is also told as on the reference machine, by the calibration of
`heptapolis/calibration.py` before and after. ``--store`` saves it for `hepta bench`.

``--count`` counts the instructions of a move instead, with valgrind, at one table. ``--all`` measures
everything in docs/server.md, and ``--store`` writes it there.

``--duels N`` plays N Duels against the top level instead: people think for three seconds, and the
measured time is from sending a move to the stored reply of the bot. ``--store`` writes it into
docs/server.md.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import socket
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import heptapolis
from heptapolis.bots.levels import LEVELS
from heptapolis.calibration import MachineFactors, mean_factors, measure_factors
from heptapolis.machine import machine
from tests.campaigns.browser import Browser
from tests.campaigns.load_server import COUNTED_ENVIRONMENT, MARK, LoadServer, load_server

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
DUEL_REPLY_SECONDS = 4.0  # target for 95 % of the replies in Duels
STORED_FIGURES = Path(heptapolis.__file__).parent / "terminal" / "stored_figures.json"
LEVEL = list(LEVELS)[1]
CLASSIC = {"variant": "classic", "seats": "3", "level": LEVEL}
DUEL = {"variant": "duel", "seats": "2", "level": list(LEVELS)[-1]}
DUEL_THINK_SECONDS = 3.0  # before a move of a Duel
DEBOUNCE_SECONDS = 0.06  # as in the script of the page
ARRIVALS_PER_SECOND = 10
COUNTED_MOVES = 36  # of two games, after as many to warm up
FILES_PER_TABLE = 4
CSRF = re.compile(r'name="csrf" value="([^"]+)"')
DECISION = re.compile(r'name="decision" value="(\d+)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')
FACT = re.compile(r'data-(version|moment|seat|turn)="(\w*)"')  # attributes of the board
STREAM = re.compile(r'data-stream="([^"]+)"')
TOTALS = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Load:
    """What a run simulates."""

    tables: int
    seconds: float  # that count
    thinking: float  # seconds before a move
    watchers: int = 0  # of each table
    game: dict[str, str] = field(default_factory=lambda: CLASSIC)

    @property
    def coming_seconds(self) -> float:
        """Return the time in which people and then spectators arrive, and games get under way."""
        return 2 * self.thinking + self.tables * (1 + self.watchers) / ARRIVALS_PER_SECOND


@dataclass
class Measurement:
    """Response times within the measured period, and what the server has used."""

    begins: float
    ends: float
    server: float = 0.0  # processor time in seconds
    moves: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)  # until a bot's choice was stored
    memory: dict[str, float] = field(default_factory=dict)  # MiB by moment
    received_bytes: int = 0  # of responses to moves

    def note(self, times: list[float], start: float) -> None:
        if self.begins <= start <= self.ends:
            times.append(time.monotonic() - start)


class Viewer:
    """A simulated browser that shows a table and listens to its stream."""

    def __init__(self, browser: Browser, measured: Measurement) -> None:
        self.browser, self.measured = browser, measured
        self.sent: float | None = None  # time of a move without a reply yet
        self.page = ""
        self.board: dict[str, str] = {}  # attributes of the board
        self.latest = 0  # the latest version to fetch, from the stream
        self.news = asyncio.Event()

    @property
    def is_over(self) -> bool:
        return 'data-state="over"' in self.page

    @property
    def is_timed_out(self) -> bool:
        return time.monotonic() >= self.measured.ends

    @property
    def is_behind(self) -> bool:
        return self.latest > int(self.board["version"])

    def see(self, page: str) -> None:
        self.page = page
        self.board = dict(reversed(FACT.findall(page)))  # keeps the first of each

    async def watch(self, person: "Person") -> None:
        """Watch the tables of a person, one after another."""
        while not self.is_timed_out:
            if not (path := person.path):
                await asyncio.sleep(1.0)
                continue
            self.see(await self.browser.text(await self.browser.get(path)))
            self.latest = 0
            async with self.listening():
                while path == person.path and not self.is_timed_out:
                    await self.wait_for_news(1.0)
                    await self.catch_up(path)

    async def wait_for_news(self, seconds: float) -> None:
        self.news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), seconds)

    async def catch_up(self, path: str) -> None:
        """Fetch the changes of the board if it is older than the stream."""
        if not self.is_behind:
            return
        await asyncio.sleep(DEBOUNCE_SECONDS)
        start = time.monotonic()
        since = f"{path}/live?since={self.board['version']}"
        self.see(await self.browser.text(await self.browser.get(since, self.browser.base())))
        self.measured.note(self.measured.boards, start)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.listen(STREAM.findall(self.page)[0]))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def listen(self, stream: str) -> None:
        async for data in self.browser.events(stream):
            self.hear(json.loads(data))

    def hear(self, told: dict[str, Any]) -> None:
        """Handle an event like the script of the page: a hidden choice causes no fetch."""
        if "kind" not in told:
            return
        is_reply = told["kind"] == "move" and str(told["seat"]) != self.board["seat"]
        if is_reply and self.sent is not None:
            self.measured.note(self.measured.replies, self.sent)
            self.sent = None
        if told["version"] <= int(self.board["version"]):
            return
        is_asked = self.board["turn"] == "mine"
        is_quiet = (
            told["kind"] == "move"
            and told["moment"] == int(self.board["moment"])
            and (int(self.board["seat"] or -1) in told["to_move"]) == is_asked
        )
        if not is_quiet:
            self.latest = max(self.latest, told["version"])
            self.news.set()


class Person(Viewer):
    """A simulated person who plays one game after another."""

    def __init__(self, browser: Browser, measured: Measurement, load: Load, seed: int) -> None:
        super().__init__(browser, measured)
        self.load, self.rng = load, Random(seed)
        self.path = ""  # of the table

    async def play(self) -> None:
        while not self.is_timed_out:
            await self.think()
            form = {**self.load.game, "csrf": self._csrf()}
            answer = await self.browser.post("/quick", form)
            self.see(await self.browser.text(answer))
            self.latest, self.path = 0, answer.path
            async with self.listening():
                await self.play_on(answer.path)

    async def play_on(self, path: str) -> None:
        while not self.is_over and not self.is_timed_out:
            if moves := MOVE.findall(self.page):
                await self.think()
                await self.move(path, self.rng.choice(moves))
            elif not self.is_behind:
                await self.wait_for_news(60)
            await self.catch_up(path)

    async def move(self, path: str, move: str) -> None:
        version = self.board["version"]
        form = {"move": move, "csrf": self._csrf(), "seen": version}
        form["decision"] = DECISION.findall(self.page)[0]
        start = self.sent = time.monotonic()
        seen = {"x-fragment": "1", "x-since": version, **self.browser.base()}
        received = self.browser.received_bytes
        answer = await self.browser.post(f"{path}/move", form, seen)
        self.measured.note(self.measured.moves, start)
        if self.measured.begins <= start <= self.measured.ends:
            self.measured.received_bytes += self.browser.received_bytes - received
        self.see(await self.browser.text(answer))

    async def think(self) -> None:
        await asyncio.sleep(self.load.thinking * (0.5 + self.rng.random()))

    def _csrf(self) -> str:
        field = CSRF.search(self.page)
        return field[1] if field else ""


class CountedPerson(Person):
    """A person whose moves are counted: those of the second half between two marks."""

    def __init__(self, browser: Browser, measured: Measurement, server: LoadServer) -> None:
        super().__init__(browser, measured, Load(1, 0.0, 0.0), seed=1)
        self._server, self._n_moves = server, 0

    async def move(self, path: str, move: str) -> None:
        if self._n_moves == COUNTED_MOVES:
            await self._mark()
        if self._n_moves == 2 * COUNTED_MOVES:
            await self._mark()
            self.measured.ends = 0.0
            return
        self._n_moves += 1
        await super().move(path, move)

    async def _mark(self) -> None:
        await asyncio.to_thread(self._server.ask, "mark")


async def wait_until_ready(port: int) -> None:
    while True:
        browser = Browser(port)
        with suppress(OSError, EOFError):
            if json.loads((await browser.get("/api/status")).body)["is_ready"]:
                browser.close()
                return
        browser.close()
        await asyncio.sleep(1.0)  # a counted server is slow


async def simulate(port: int, load: Load, server: LoadServer) -> Measurement:
    """Let people and spectators arrive and act until the time is over."""
    await wait_until_ready(port)
    now = time.monotonic()
    begins = now + load.coming_seconds
    measured = Measurement(begins, begins + load.seconds)
    browsers = [Browser(port) for _ in range(load.tables * (1 + load.watchers))]
    people = [
        Person(browser, measured, load, seed)
        for seed, browser in enumerate(browsers[: load.tables])
    ]
    watchers = [Viewer(browser, measured) for browser in browsers[load.tables :]]

    async def arrive(n: int, coming: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await asyncio.sleep(n / ARRIVALS_PER_SECOND)
        await coming()

    async def ask(question: str, moment: float) -> float:
        await asyncio.sleep(moment - time.monotonic())
        return await asyncio.to_thread(server.ask, question)

    async def watch_server() -> None:
        memory = measured.memory
        memory["empty"] = await ask("memory", now)
        arriving = load.tables / ARRIVALS_PER_SECOND
        memory["with half of the tables"] = await ask("memory", now + arriving / 2 + load.thinking)
        memory["with all tables"] = await ask("memory", now + arriving + load.thinking)
        memory["at the beginning"] = await ask("memory", begins)
        before = await ask("time", begins)
        memory["in the middle"] = await ask("memory", begins + load.seconds / 2)
        measured.server = await ask("time", measured.ends) - before
        memory["at the end"] = await ask("memory", measured.ends)

    comings = [person.play for person in people]
    for n, watcher in enumerate(watchers):
        comings.append(partial(watcher.watch, people[n % load.tables]))
    await asyncio.gather(watch_server(), *(arrive(n, one) for n, one in enumerate(comings)))
    for browser in browsers:
        browser.close()
    return measured


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def count_instructions() -> float:
    """Return the instructions of the server for a move, in millions."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counted"
        prefix = (
            *("valgrind", "-q", "--tool=callgrind", f"--dump-before={MARK}"),
            f"--callgrind-out-file={out}",
        )
        os.environ |= COUNTED_ENVIRONMENT
        with load_server(port, Path(folder)):  # compiles the rules
            asyncio.run(wait_until_ready(port))
        with load_server(port, Path(folder), prefix, is_counted=True) as server:

            async def play() -> None:
                await wait_until_ready(port)
                measured = Measurement(0.0, float("inf"))
                await CountedPerson(Browser(port), measured, server).play()

            asyncio.run(play())
            marked = out.with_suffix(".2").read_text("utf-8")  # between the first and the second
    totals = TOTALS.search(marked)
    assert totals, "callgrind has written no totals"
    return int(totals[1]) / COUNTED_MOVES / 1e6


# ── results ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Result:
    """The figures of a run, and the machine at that time."""

    load: Load
    measured: Measurement
    factors: MachineFactors
    load_before: float  # of the machine
    client_seconds: float

    @property
    def move_ms(self) -> float:
        """Return the processor time of the server for a move."""
        return 1000 * self.measured.server / max(1, len(self.measured.moves))

    @property
    def scaled_ms(self) -> float:
        """Return the same on the reference machine."""
        return self.move_ms * self.factors.python

    @property
    def where(self) -> str:
        """Return machine, commit and date."""
        here = machine()
        return (
            f"{datetime.now(UTC):%Y-%m-%d}, {here['processor']}, {here['cores']} cores, "
            f"{self.factors}, load {self.load_before:.1f} before, commit {here['commit']}"
        )

    def memory_of_each(self) -> tuple[float, float | None]:
        """Return the memory in KiB for each table and for each spectator, if there are any."""
        memory, n_watchers = self.measured.memory, self.load.tables * self.load.watchers
        second_half = memory["with all tables"] - memory["with half of the tables"]
        table = 1024 * second_half / (self.load.tables / 2)
        grown = 1024 * (memory["at the beginning"] - memory["with all tables"])
        return table, grown / n_watchers if n_watchers else None


def run(load: Load) -> Result:
    """Start a server and simulate people."""
    load_before, factors, port = os.getloadavg()[0], measure_factors(), free_port()
    with tempfile.TemporaryDirectory() as folder, load_server(port, Path(folder)) as server:
        start = time.process_time()
        measured = asyncio.run(simulate(port, load, server))
        clients = time.process_time() - start
    return Result(load, measured, mean_factors(factors, measure_factors()), load_before, clients)


def print_figures(result: Result) -> None:
    load, measured = result.load, result.measured
    game, seconds = load.game, load.seconds
    print(result.where)
    print(
        f"{load.tables} tables of {game['variant']}, {game['seats']} seats, bots: {game['level']}, "
        f"{load.watchers} spectators each, {seconds:g} s, {load.thinking:g} s between moves"
    )
    times_of = {"move": measured.moves, "board": measured.boards, "reply": measured.replies}
    for what, times in times_of.items():
        if not times:
            continue
        middle, late, last = (1000 * time for time in percentiles(times))
        print(
            f"{what}: {len(times) / seconds:.1f} a second, median {middle:.0f} ms, "
            f"p95 {late:.0f} ms, slowest {last:.0f} ms"
        )
    print(
        f"processor time: server {measured.server:.1f} s while it counted, "
        f"clients {result.client_seconds:.1f} s in all"
    )
    if measured.moves:
        size = measured.received_bytes / len(measured.moves) / 1024
        print(f"a response to a move has {size:.1f} KiB")
        scaled = f"{result.scaled_ms:.1f} ms on the reference machine"
        print(f"a move takes {result.move_ms:.1f} ms of the server's processor time, {scaled}")
    memory = ", ".join(f"{mib:.0f} {moment}" for moment, mib in measured.memory.items())
    table, watcher = result.memory_of_each()
    spectator = "" if watcher is None else f", {watcher:.0f} KiB for a spectator"
    print(f"memory in MiB: {memory}: {table:.0f} KiB for a table{spectator}")


def percentiles(times: list[float]) -> tuple[float, float, float]:
    """Return the median, the 95th and the 99.9th percentile."""
    times = sorted(times)
    middle, late, last = (times[int(part * len(times))] for part in (0.5, 0.95, 0.999))
    return middle, late, last


def publish(name: str, rows: Sequence[Sequence[str]]) -> None:
    """Write a table with a head into docs/server.md, between the comments of its name."""
    lines = (rows[0], ["---:"] * (len(rows[0]) - 1) + ["---"], *rows[1:])
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    place = re.compile(rf"(<!-- {name} -->\n).*(<!-- /{name} -->)", re.DOTALL)
    text, found = place.subn(lambda match: match[1] + table + match[2], PAGE.read_text("utf-8"))
    assert found == 1, f"{PAGE.name} has no place for it"
    PAGE.write_text(text, "utf-8")
    print(f"stored in {PAGE.name}")


def publish_duels(result: Result) -> None:
    """Write the row of docs/server.md about Duels against the top level."""
    heads = ("Duels", "replies", "median", "95 % are quicker than", "target", "slowest", "measured")
    replies = result.measured.replies
    middle, late, last = percentiles(replies)
    cells = (
        str(result.load.tables),
        f"{len(replies)} in {result.load.seconds:g} s",
        f"{middle:.2f} s",
        f"{late:.2f} s",
        f"≤ {DUEL_REPLY_SECONDS:g} s",
        f"{last:.2f} s",
        result.where,
    )
    publish("duels", (heads, cells))


def publish_load(results: Sequence[Result]) -> None:
    """Write the rows of docs/server.md about load."""
    heads = (
        *("tables", "spectators", "seconds between moves", "moves a second", "median"),
        *("95 % are quicker than", "processor time of a move", "on the reference machine"),
        *("memory at the end", "of a table", "of a spectator", "measured"),
    )
    publish("load", (heads, *map(load_row, results)))


def load_row(result: Result) -> Sequence[str]:
    load, measured = result.load, result.measured
    middle, late, _ = percentiles(measured.moves)
    table, watcher = result.memory_of_each()
    return (
        f"{load.tables:,}",
        f"{load.tables * load.watchers:,}",
        f"{load.thinking:g}",
        f"{len(measured.moves) / load.seconds:.1f} for {load.seconds:g} s",
        f"{1000 * middle:.0f} ms",
        f"{1000 * late:.0f} ms",
        f"{result.move_ms:.1f} ms",
        f"{result.scaled_ms:.1f} ms",
        f"{measured.memory['at the end']:.0f} MiB",
        f"{table:.0f} KiB",
        "" if watcher is None else f"{watcher:.0f} KiB",
        result.where,
    )


def publish_instructions(millions: float) -> None:
    """Write the row of docs/server.md about instructions."""
    heads = ("instructions of a move", "moves", "measured")
    where = f"{datetime.now(UTC):%Y-%m-%d}, commit {machine()['commit']}"
    publish("instructions", (heads, (f"{millions:.1f} million", str(COUNTED_MOVES), where)))


def store(result: Result) -> None:
    """Store the figures of the server that `hepta bench` shows."""
    facts = json.loads(STORED_FIGURES.read_text(encoding="utf-8"))
    facts["server_move"] = {
        "ms": round(result.move_ms, 2),
        "tables": result.load.tables,
        "moves": len(result.measured.moves),
        "machine": machine(),
        "factors": asdict(result.factors),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "load": round(result.load_before, 1),
    }
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    STORED_FIGURES.write_text(text + "\n", encoding="utf-8")
    print(f"stored in {STORED_FIGURES.name}")


def raise_own_file_limit() -> None:
    """Allow this process as many connections as the clients need."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How a server answers under load.")
    parser.add_argument("tables", type=int, nargs="?", default=50)
    parser.add_argument("seconds", type=float, nargs="?", default=30.0, help="that count")
    parser.add_argument(
        "thinking", type=float, nargs="?", default=2.0, help="seconds before a move"
    )
    parser.add_argument("--watchers", type=int, default=0, help="spectators of each table")
    parser.add_argument("--count", action="store_true", help="count the instructions of a move")
    parser.add_argument("--all", action="store_true", help="everything that docs/server.md shows")
    parser.add_argument("--soak", type=float, default=300.0, help="seconds of the soak of --all")
    parser.add_argument(
        "--store", action="store_true", help="keep it for `hepta bench`, or for the page"
    )
    parser.add_argument("--duels", type=int, help="so many Duels against the top level instead")
    return parser.parse_args()


def main(asked: argparse.Namespace) -> None:
    raise_own_file_limit()
    if asked.count or asked.all:
        millions = count_instructions()
        print(f"a move takes {millions:.1f} million instructions of the server")
        if asked.store:
            publish_instructions(millions)
    if asked.count:
        return
    if asked.duels:
        loads = [Load(asked.duels, asked.seconds, DUEL_THINK_SECONDS, game=DUEL)]
    elif asked.all:
        loads = [
            Load(50, 30.0, 2.0),
            Load(160, 30.0, 1.0),
            Load(1000, 60.0, 20.0),
            Load(50, asked.soak, 2.0, watchers=4),
        ]
    else:
        loads = [Load(asked.tables, asked.seconds, asked.thinking, asked.watchers)]
    results = []
    for load in loads:
        results.append(run(load))
        print_figures(results[-1])
    if asked.store and asked.duels:
        publish_duels(results[0])
    elif asked.store:
        store(results[0])
        if asked.all:
            publish_load(results)


if __name__ == "__main__":
    main(arguments())
