"""How a server answers under load: ``python benchmarks/load.py [TABLES] [SECONDS] [THINKING]``.

A server of its own on SQLite, so many tables of three with two bots of the second level each, and at
every table a person who thinks so many seconds, looks at the page and moves. Everything runs on this
machine, the clients too. Told is how long the answer to a move takes, and the page after it.
"""

import asyncio
import multiprocessing
import socket
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import httpx
import uvicorn

from heptapolis.bots.levels import LEVELS
from heptapolis.machine import machine
from heptapolis.server.app import create_app
from heptapolis.server.settings import LIMITS, Settings

LEVEL = list(LEVELS)[1]


def run_server(port: int, folder: str) -> None:
    """A server without limits, since one address plays all guests."""
    endless = {kind: (1e9, 1e9) for kind in LIMITS}
    settings = Settings(database=f"sqlite:///{folder}/games.sqlite", limits=endless)
    uvicorn.run(create_app(settings), port=port, log_level="error", access_log=False)


async def person(
    url: str, end: float, thinking: float, moves: list[float], pages: list[float]
) -> None:
    """One game after another at a table of one's own."""
    rng = Random(len(moves) + id(moves))
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        guest = (await http.post("/api/guests", json={"name": "Ann"})).raise_for_status().json()
        http.headers["Authorization"] = f"Bearer {guest['token']}"
        table = ""
        while time.monotonic() < end:
            await asyncio.sleep(thinking * (0.5 + rng.random()))
            if not table:
                options = {"seats": 3, "bots": [LEVEL, LEVEL]}
                made = (await http.post("/api/tables", json=options)).raise_for_status().json()
                table = made["id"]
            start = time.perf_counter()
            (await http.get(f"/tables/{table}")).raise_for_status()
            pages.append(time.perf_counter() - start)
            view = (await http.get(f"/api/tables/{table}/view")).raise_for_status().json()
            if view["is_over"]:
                table = ""
            elif view["seat"] in view["to_move"]:
                move = {
                    "move": rng.choice(view["legal_moves"])["text"],
                    "decision": view["decision"],
                }
                start = time.perf_counter()
                (await http.post(f"/api/tables/{table}/moves", json=move)).raise_for_status()
                moves.append(time.perf_counter() - start)


async def load(url: str, tables: int, seconds: float, thinking: float) -> None:
    """Wait for the server, play, tell."""
    async with httpx.AsyncClient(base_url=url) as http:
        while True:
            try:
                if (await http.get("/api/status")).json()["is_ready"]:
                    break
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.2)
    moves: list[float] = []
    pages: list[float] = []
    end = time.monotonic() + seconds
    await asyncio.gather(*(person(url, end, thinking, moves, pages) for _ in range(tables)))
    here = machine()
    print(f"{here['processor']}, {here['cores']} cores, commit {here['commit']}")
    print(f"{tables} tables of three, bots: {LEVEL}, {seconds:g} s, {thinking:g} s between moves")
    for what, times in (("move", moves), ("page", pages)):
        times.sort()
        middle, late = (1000 * times[int(part * len(times))] for part in (0.5, 0.95))
        print(
            f"{what}: {len(times) / seconds:.1f} a second, median {middle:.0f} ms, p95 {late:.0f} ms"
        )


def main(tables: int = 50, seconds: float = 30.0, thinking: float = 2.0) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        server = context.Process(target=run_server, args=(port, str(Path(folder))), daemon=True)
        server.start()
        try:
            asyncio.run(load(f"http://127.0.0.1:{port}", tables, seconds, thinking))
        finally:
            server.terminate()
            server.join()


if __name__ == "__main__":
    arguments = sys.argv[1:]
    main(
        int(arguments[0]) if arguments else 50,
        *(float(one) for one in arguments[1:3]),
    )
