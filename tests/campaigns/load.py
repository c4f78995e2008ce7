"""Measure response times and the cost of a move under load: ``python -m tests.campaigns.load --help``.

The command starts a server on SQLite and opens tables for three, each with two bots of the second
level and a simulated person who acts like the script of our pages: open the table, listen to its
stream, think, send the form of a move with the last seen version, and fetch the board when the
stream reports more than a hidden choice. Bots have no delay (`pause` is 0), so a response contains
everything that follows from a move. People arrive one by one; the measurement begins when all have
arrived. Server and clients run on the same machine; the processor time of both is printed. The cost
of a move is the processor time of the server divided by the number of moves of people; it includes
responses, bots, events and boards. ``--store`` saves it for `hepta bench`.

``--duels N`` plays N Duels against the top level instead: people think for three seconds, and the
measured time is from sending a move to the stored reply of the bot. ``--store`` writes it into
docs/server.md.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import socket
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvicorn

import heptapolis
from heptapolis.bots.levels import LEVELS
from heptapolis.calibration import MachineFactors, mean_factors, measure_factors
from heptapolis.machine import machine
from heptapolis.server.app import create_app
from heptapolis.server.connections import bounds
from heptapolis.server.settings import LIMITS, Settings

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
ROW = re.compile(r"(<!-- duels -->\n).*(<!-- /duels -->)", re.DOTALL)
DUEL_REPLY_SECONDS = 4.0  # target for 95 % of the replies in Duels
STORED_FIGURES = Path(heptapolis.__file__).parent / "terminal" / "stored_figures.json"
LEVEL = list(LEVELS)[1]
CLASSIC = {"variant": "classic", "seats": "3", "level": LEVEL}
DUEL = {"variant": "duel", "seats": "2", "level": list(LEVELS)[-1]}
DUEL_THINK_SECONDS = 3.0  # before a move of a Duel
DEBOUNCE_SECONDS = 0.06  # as in the script of the page
CSRF = re.compile(r'name="csrf" value="([^"]+)"')
DECISION = re.compile(r'name="decision" value="(\d+)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')
FACT = re.compile(r'data-(version|moment|seat|turn)="(\w*)"')  # attributes of the board
STREAM = re.compile(r'data-stream="([^"]+)"')


def run_server(port: int, folder: str, questions: Connection) -> None:
    """Run a server without limits, since all guests have one address; it reports its processor time."""
    threading.Thread(target=report_processor_time, args=(questions,), daemon=True).start()
    endless = {kind: (1e9, 1e9) for kind in LIMITS}
    settings = Settings(
        database=f"sqlite:///{folder}/games.sqlite", limits=endless, pause_seconds=0.0
    )
    config = uvicorn.Config(
        create_app(settings), port=port, log_level="error", access_log=False, **bounds(settings)
    )
    config.timeout_graceful_shutdown = 1
    uvicorn.Server(config).run()


def report_processor_time(questions: Connection) -> None:
    """Answer each question with the processor time of this process in seconds."""
    with suppress(EOFError):
        while questions.recv():
            questions.send(time.process_time())


@dataclass
class Measurement:
    """Response times within the measured period, and processor time of the server."""

    begins: float
    ends: float
    server: float = 0.0
    moves: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)  # until a bot's choice was stored

    def note(self, times: list[float], start: float) -> None:
        if self.begins <= start <= self.ends:
            times.append(time.monotonic() - start)


class Person:
    """A simulated person with a browser who plays one game after another."""

    def __init__(
        self, http: httpx.AsyncClient, thinking: float, measured: Measurement, game: dict[str, str]
    ) -> None:
        self.http, self.thinking, self.measured, self.game = http, thinking, measured, game
        self.sent: float | None = None  # time of a move without a reply yet
        self.rng = Random()
        self.page = ""
        self.board: dict[str, str] = {}  # attributes of the board
        self.latest = 0  # the latest version to fetch, from the stream
        self.news = asyncio.Event()

    def see(self, page: str) -> None:
        self.page = page
        self.board = dict(reversed(FACT.findall(page)))  # keeps the first of each

    async def play(self) -> None:
        while time.monotonic() < self.measured.ends:
            await self.think()
            form = {**self.game, "csrf": self._csrf()}
            answer = await self.http.post("/quick", data=form, follow_redirects=True)
            self.see(answer.raise_for_status().text)
            self.latest = 0
            listening = asyncio.create_task(self.listen(STREAM.findall(self.page)[0]))
            try:
                await self.play_on(answer.url.path)
            finally:
                listening.cancel()
                with suppress(asyncio.CancelledError):
                    await listening

    async def play_on(self, path: str) -> None:
        while 'data-state="over"' not in self.page and time.monotonic() < self.measured.ends:
            if moves := MOVE.findall(self.page):
                await self.think()
                form = {
                    "move": self.rng.choice(moves),
                    "csrf": self._csrf(),
                    "decision": DECISION.findall(self.page)[0],
                }
                start = self.sent = time.monotonic()
                seen = {"X-Fragment": "1", "X-Since": self.board["version"]}
                answer = await self.http.post(f"{path}/move", data=form, headers=seen)
                self.measured.note(self.measured.moves, start)
                self.see(answer.raise_for_status().text)
            elif not self.is_behind():
                self.news.clear()
                await asyncio.wait_for(self.news.wait(), 60)
            if self.is_behind():
                await asyncio.sleep(DEBOUNCE_SECONDS)
                start = time.monotonic()
                since = f"{path}/live?since={self.board['version']}"
                self.see((await self.http.get(since)).raise_for_status().text)
                self.measured.note(self.measured.boards, start)

    def is_behind(self) -> bool:
        return self.latest > int(self.board["version"])

    async def listen(self, stream: str) -> None:
        async with self.http.stream("GET", stream) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    self.hear(json.loads(line[6:]))

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
            and (int(self.board["seat"]) in told["to_move"]) == is_asked
        )
        if not is_quiet:
            self.latest = max(self.latest, told["version"])
            self.news.set()

    async def think(self) -> None:
        await asyncio.sleep(self.thinking * (0.5 + self.rng.random()))

    def _csrf(self) -> str:
        field = CSRF.search(self.page)
        return field[1] if field else ""


async def wait_until_ready(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        while True:
            with suppress(httpx.TransportError):
                if (await http.get("/api/status")).json()["is_ready"]:
                    return
            await asyncio.sleep(0.2)


async def load(
    url: str, tables: int, seconds: float, thinking: float, server: Connection, game: dict[str, str]
) -> Measurement:
    """Let people arrive and play until the time is over."""
    await wait_until_ready(url)
    coming = 2 * thinking + tables / 10
    now = time.monotonic()
    measured = Measurement(now + coming, now + coming + seconds)

    async def start_person(n: int) -> None:
        await asyncio.sleep(n / 10)
        headers = {"Accept": "text/html", "Origin": url}
        async with httpx.AsyncClient(base_url=url, timeout=60, headers=headers) as http:
            await Person(http, thinking, measured, game).play()

    async def server_time(moment: float) -> float:
        await asyncio.sleep(moment - time.monotonic())
        server.send(True)
        return float(await asyncio.to_thread(server.recv))

    async def watch_server() -> None:
        before = await server_time(measured.begins)
        measured.server = await server_time(measured.ends) - before

    await asyncio.gather(watch_server(), *(start_person(n) for n in range(tables)))
    return measured


def print_figures(measured: Measurement, seconds: float) -> None:
    times_of = {"move": measured.moves, "board": measured.boards, "reply": measured.replies}
    for what, times in times_of.items():
        if not times:
            continue
        middle, late, last = (1000 * time for time in percentiles(times))
        print(
            f"{what}: {len(times) / seconds:.1f} a second, median {middle:.0f} ms, "
            f"p95 {late:.0f} ms, slowest {last:.0f} ms"
        )


def percentiles(times: list[float]) -> tuple[float, float, float]:
    """Return the median, the 95th and the 99.9th percentile."""
    times = sorted(times)
    middle, late, last = (times[int(part * len(times))] for part in (0.5, 0.95, 0.999))
    return middle, late, last


def publish(
    replies: list[float], duels: int, seconds: float, load: float, factors: MachineFactors
) -> None:
    """Write the row of docs/server.md about Duels against the top level."""
    here, (middle, late, last) = machine(), percentiles(replies)
    heads = ("Duels", "replies", "median", "95 % are quicker than", "asked", "slowest", "measured")
    measured = (
        f"{datetime.now(UTC):%Y-%m-%d}, {here['processor']}, {here['cores']} cores, "
        f"{factors}, load {load:.1f} before, commit {here['commit']}"
    )
    cells = (
        str(duels),
        f"{len(replies)} in {seconds:g} s",
        f"{middle:.2f} s",
        f"{late:.2f} s",
        f"≤ {DUEL_REPLY_SECONDS:g} s",
        f"{last:.2f} s",
        measured,
    )
    lines = (heads, ["---:"] * (len(heads) - 1) + ["---"], cells)
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    text, found = ROW.subn(lambda match: match[1] + table + match[2], PAGE.read_text("utf-8"))
    assert found == 1, f"{PAGE.name} has no place for it"
    PAGE.write_text(text, "utf-8")
    print(f"stored in {PAGE.name}")


def store(measured: Measurement, tables: int, factors: MachineFactors) -> None:
    """Store the figures of the server that `hepta bench` shows."""
    facts = json.loads(STORED_FIGURES.read_text(encoding="utf-8"))
    facts["server_move"] = {
        "ms": round(1000 * measured.server / len(measured.moves), 2),
        "tables": tables,
        "moves": len(measured.moves),
        "machine": machine(),
        "factors": asdict(factors),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "load": round(os.getloadavg()[0], 1),
    }
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    STORED_FIGURES.write_text(text + "\n", encoding="utf-8")
    print(f"stored in {STORED_FIGURES.name}")


def main(
    tables: int, seconds: float, thinking: float, is_stored: bool, game: dict[str, str]
) -> None:
    load_before, factors = os.getloadavg()[0], measure_factors()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        server = context.Process(target=run_server, args=(port, str(Path(folder)), theirs))
        server.daemon = True
        server.start()
        try:
            start = time.process_time()
            url = f"http://127.0.0.1:{port}"
            measured = asyncio.run(load(url, tables, seconds, thinking, ours, game))
            clients = time.process_time() - start
        finally:
            server.terminate()
            server.join()
    here = machine()
    factors = mean_factors(factors, measure_factors())
    print(f"{here['processor']}, {here['cores']} cores, {factors}, commit {here['commit']}")
    told = f"{tables} tables of {game['variant']}, {game['seats']} seats, bots: {game['level']}"
    print(f"{told}, {seconds:g} s, {thinking:g} s between moves")
    print_figures(measured, seconds)
    print(
        f"processor time: server {measured.server:.1f} s while it counted, clients {clients:.1f} s in all"
    )
    if measured.moves:
        each = 1000 * measured.server / len(measured.moves)
        scaled = f"{each * factors.python:.1f} ms on the reference machine"
        print(f"a move takes {each:.1f} ms of the server's processor time, {scaled}")
    if is_stored and game is DUEL and measured.replies:
        publish(measured.replies, tables, seconds, load_before, factors)
    elif is_stored and measured.moves:
        store(measured, tables, factors)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How a server answers under load.")
    parser.add_argument("tables", type=int, nargs="?", default=50)
    parser.add_argument("seconds", type=float, nargs="?", default=30.0, help="that count")
    parser.add_argument(
        "thinking", type=float, nargs="?", default=2.0, help="seconds before a move"
    )
    parser.add_argument(
        "--store", action="store_true", help="keep it for `hepta bench`, or for the page"
    )
    parser.add_argument("--duels", type=int, help="so many Duels against the top level instead")
    return parser.parse_args()


if __name__ == "__main__":
    asked = arguments()
    if asked.duels:
        main(asked.duels, asked.seconds, DUEL_THINK_SECONDS, asked.store, DUEL)
    else:
        main(asked.tables, asked.seconds, asked.thinking, asked.store, CLASSIC)
