"""Check an installed Heptapolis in environments without pytest: that of a wheel, and one with the
lowest supported versions.

    python tests/smoke.py core server arena data env
"""

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import heptapolis as hp

HEPTA = [sys.executable, "-m", "heptapolis"]
TIMEOUT_SECONDS = 600  # longer than any command takes


def hepta(*args: str) -> str:
    run = subprocess.run(
        [*HEPTA, *args],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIMEOUT_SECONDS,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def core() -> None:
    """Check a game of each kind, advice, languages and the command."""
    rng, player = random.Random(1), hp.bot("greedy")
    for game in (hp.new("classic", seats=3, seed=1, leaders=True), hp.new("duel", seed=1)):
        hp.advise(game.view(game.to_move[0]), simulations=20)
        while not game.is_over:
            seat = game.to_move[0]
            game.submit(seat, player.choose(game.view(seat), rng))
        assert hp.replay(str(game.record())).scores() == game.scores()
    for command in ("play", "simulate", "arena", "advise", "serve"):
        assert "--help" in hepta(command, "--help")
    assert len(json.loads(hepta("catalog", "duel", "--json"))["cards"]) == 73
    assert "Палац" in hepta("catalog", "classic", "--lang", "uk")
    assert json.loads(hepta("simulate", "duel", "--games", "20", "--json"))["games"] == 20


def server() -> None:
    """Check pages, and a table opened and played over the API."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    database = f"sqlite:///{Path.cwd() / 'games.sqlite'}"
    serve = [*HEPTA, "serve", "--port", str(port), "--database", database]
    process = subprocess.Popen(serve, stdout=subprocess.DEVNULL)
    try:
        _visit(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def _visit(home: str) -> None:
    until = time.monotonic() + TIMEOUT_SECONDS
    while True:
        try:
            if _ask(f"{home}/api/status")["is_ready"]:
                break
        except URLError:
            pass
        assert time.monotonic() < until
        time.sleep(0.2)
    token = _ask(f"{home}/api/guests", {"name": "Ada"})["token"]
    for path in ("/", "/rules", "/cards", "/help"):
        assert urlopen(home + path).status == 200
    table = _ask(f"{home}/api/tables", {"game": "duel", "bots": ["easy"]}, token)["id"]
    view = _ask(f"{home}/api/tables/{table}/view", token=token)
    chosen = {"move": view["legal_moves"][0]["text"], "decision": view["decision"]}
    _ask(f"{home}/api/tables/{table}/moves", chosen, token)
    assert urlopen(f"{home}/tables/{table}").status == 200


def _ask(address: str, body: object = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers)) as answer:
        return json.load(answer)


def arena() -> None:
    """Check a tournament with its report."""
    hepta("arena", "duel", "greedy", "random", "--deals", "2", "--out", "cup", "--html", "cup.html")
    assert "<svg" in Path("cup.html").read_text(encoding="utf-8")


PARTS: dict[str, Callable[[], None]] = {"core": core, "server": server, "arena": arena}


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = ""
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for part in sys.argv[1:]:
            PARTS[part]()
            print(f"{part}: works", flush=True)
        os.chdir("/")
