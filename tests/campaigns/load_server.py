"""The server of a load test in a process of its own, which tells what it has used.

``python -m tests.campaigns.load_server PORT FOLDER [--counted]`` answers each line of its input:
"time" with its processor time in seconds, "memory" with its resident memory in MiB, and "mark" by
calling a function that callgrind knows (``--dump-before``). ``--counted`` makes runs alike: tables
get the same seeds, and bots are waited for however slow the machine is.
"""

import argparse
import ctypes
import random
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from heptapolis.server import bot_turns, table
from heptapolis.server.app import create_app
from heptapolis.server.bounded_protocols import bounds
from heptapolis.server.connections import raise_file_limit
from heptapolis.server.settings import LIMITS, Settings

MARK = "a64l"  # a function of the C library that is called for nothing else
SLOWDOWN = 100  # of a counted server, at most
SEEDS = random.Random(1)
COUNTED_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    # Valgrind does not know all instructions of the newest processors.
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "+sse2",
}


def answer_questions() -> None:
    """Answer each line of the input until it ends."""
    answers: dict[str, Callable[[], float]] = {
        "time": time.process_time,
        "memory": resident_mebibytes,
        "mark": lambda: float(getattr(ctypes.CDLL(None), MARK)(b"x")),
    }
    for line in sys.stdin:
        print(answers[line.strip()](), flush=True)


def resident_mebibytes() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * 4096 / 2**20


def make_runs_alike() -> None:
    secrets.randbits = same_bits
    bot_turns.QUICK_BOT_WAIT_SECONDS *= SLOWDOWN
    table.BATCH_SECONDS *= SLOWDOWN


def same_bits(k: int) -> int:
    return SEEDS.getrandbits(k)


def run(port: int, folder: str, is_counted: bool) -> None:
    """Run a server without limits, since all guests have one address."""
    threading.Thread(target=answer_questions, daemon=True).start()
    if is_counted:
        make_runs_alike()
    endless = {kind: (1e9, 1e9) for kind in LIMITS}
    settings = Settings(
        database=f"sqlite:///{folder}/games.sqlite",
        limits=endless,
        pause_seconds=0.0,
        header_seconds=1e6,
        idle_seconds=1e6,
        warm_up=not is_counted,
    )
    raise_file_limit(settings)
    config = uvicorn.Config(
        create_app(settings), port=port, log_level="error", access_log=False, **bounds(settings)
    )
    config.timeout_graceful_shutdown = 1
    uvicorn.Server(config).run()


class LoadServer:
    """The process of a server, and the answers to questions about it."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, question: str) -> float:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(question, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


@contextmanager
def load_server(
    port: int, folder: Path, prefix: tuple[str, ...] = (), *, is_counted: bool = False
) -> Iterator[LoadServer]:
    """Start a server; ``prefix`` is a command that runs it, such as valgrind."""
    options = ["--counted"] if is_counted else []
    command = [*prefix, sys.executable, "-m", __name__, str(port), str(folder), *options]
    process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield LoadServer(process)
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("folder")
    parser.add_argument("--counted", action="store_true")
    asked = parser.parse_args()
    run(asked.port, asked.folder, asked.counted)
