"""Bots from other packages, modules and files, each in its own worker process.

A package registers a bot in the entry point group ``heptapolis.bots``: a name, and a class or
function that makes one. A file or module is named together with such a class or function. Every
failure of such a bot is raised as `BotFailure`.
"""

import json
import pickle
import subprocess
import time
import weakref
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from importlib import metadata
from io import BufferedReader
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import BinaryIO
from warnings import warn

from heptapolis.bots.confinement import Confinement
from heptapolis.bots.naming import UnknownBot, read_file, read_module
from heptapolis.bots.referee import (
    MAX_DETAIL_CHARS,
    MAX_REPORT_CHARS,
    BotFailure,
    printable_report,
    printable_text,
)
from heptapolis.bots.worker import GROUP, OUTPUT_END, Answer, BotMaker, kill
from heptapolis.contract import View
from heptapolis.errors import InvalidText
from heptapolis.move import Move
from heptapolis.spelling import suggest

MOVE_LIMIT_SECONDS = 10.0  # seconds per move, in addition to the bot's budget
BUDGET_TIME_FACTOR = (
    10  # budgets in ms may count CPU time: factor for the wall-clock limit on a busy machine
)
START_LIMIT_SECONDS = 60.0  # seconds until a worker is ready
MAX_FAILED_STARTS = 3  # failed starts in a row before the bot is given up
# bytes of an answer: JSON may need twelve per character
MAX_ANSWER_BYTES = 16 * (MAX_DETAIL_CHARS + MAX_REPORT_CHARS)
MAX_OUTPUT_BYTES = 10_000  # bytes kept of what the bot prints during a question
MAX_SHOWN_OUTPUT_CHARS = 1000  # characters and lines of it shown in a fault
MAX_SHOWN_OUTPUT_LINES = 5
OUTPUT_LIMIT_SECONDS = 1.0  # seconds until the output of a failing bot has arrived


def installed_bots(ours: Collection[str] = ()) -> dict[str, metadata.EntryPoint]:
    """Return outside bots by name. A built-in name cannot be taken; among packages the first one
    wins."""
    entries: dict[str, metadata.EntryPoint] = {}
    for entry in metadata.entry_points(group=GROUP):
        if entry.name in ours or entry.name in entries:
            warn(f"bot {entry.name!r}: the name is taken, {entry.value} is left out", stacklevel=2)
        else:
            entries[entry.name] = entry
    return entries


class OutsideBot:
    """A bot from another package. Its worker starts with the first question, and restarts after a
    crash.

    If the bot fails, ``choose`` raises `BotFailure`; `referee.ask` plays a fallback instead.
    """

    def __init__(
        self,
        name: str,
        *,
        limit: float = MOVE_LIMIT_SECONDS,
        start_limit: float = START_LIMIT_SECONDS,
        ours: Collection[str] = (),
    ) -> None:
        """Find the bot; ``ours`` are the built-in names, which outside bots cannot have."""
        self.name, self.limit, self.start_limit = name, limit, start_limit
        # a function of `time`: the clock of a budget in ms
        self.clock: Callable[[], float] = time.monotonic
        self.cpu_seconds = 0.0  # CPU time of the bot's thread for its answers
        self._maker = self._find(name, ours)
        self.limit += self._maker.budget.get("ms", 0) / 1000 * BUDGET_TIME_FACTOR
        self._worker: _Worker | None = None
        self._lock = Lock()  # one question at a time
        self._failed_starts = 0
        self._why, self._report = "", ""  # why the last start failed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @staticmethod
    def _find(name: str, ours: Collection[str]) -> BotMaker:
        known = installed_bots(ours)
        if not isinstance(name, str) or name not in known:
            names = [*ours, *known]
            raise UnknownBot(f"no bot {name!r}: {', '.join(names)}{suggest(name, names)}")
        return BotMaker(name, known[name].value)

    def prepare(self, view: View) -> None:
        """Start the worker."""
        with self._lock:
            self._running()

    def choose(self, view: View, rng: Random) -> Move:
        question = pickle.dumps((view, rng.getrandbits(64)))
        with self._lock:
            kind, text, seconds, report = self._running().ask(question, self.limit)
            self.cpu_seconds += seconds
        if kind != "move":
            raise BotFailure(kind, text, report)
        try:
            return Move.parse(text)
        except InvalidText as error:
            raise BotFailure("illegal", str(error)) from None

    def close(self) -> None:
        """End the worker; the next question starts a new one."""
        if self._worker:
            self._end()
            self._worker = None

    def __enter__(self) -> "OutsideBot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _running(self) -> "_Worker":
        if self._worker and self._worker.is_alive:
            return self._worker
        if self._failed_starts == MAX_FAILED_STARTS:
            reason = f"given up after {MAX_FAILED_STARTS} starts; {self._why}"
            raise BotFailure("start", reason, self._report)
        self.close()
        self._worker = worker = _Worker(replace(self._maker, clock=self.clock.__name__))
        self._end = weakref.finalize(self, worker.end)  # also if `close` is never called
        kind, self._why, _, self._report = worker.receive(("ready", "start"), self.start_limit)
        if kind != "ready":
            self.close()
            self._failed_starts += 1
            raise BotFailure("start", self._why, self._report)
        self._failed_starts = 0
        return worker


class FileBot(OutsideBot):
    """A bot in a file: "rivals/uct.py:Uct", or with a budget "rivals/uct.py:Uct:50ms".

    The class or function receives the budget as ``simulations``, or as ``ms`` with the ``clock``
    that counts it.
    """

    @staticmethod
    def _find(name: str, ours: Collection[str]) -> BotMaker:
        file = read_file(name)
        if file is None:
            raise UnknownBot(f"{name!r}: not a file of Python")
        return BotMaker(name, f"{file.path.resolve()}:{file.object}", True, file.budget)


class ModuleBot(OutsideBot):
    """A bot in a module of the current folder, or in an installed one: "mymodule:MyBot"; budgets
    as in `FileBot`."""

    @staticmethod
    def _find(name: str, ours: Collection[str]) -> BotMaker:
        found = read_module(name)
        if found is None:
            raise UnknownBot(f"{name!r}: not a module and what makes a bot in it")
        value = f"{found.module}:{found.object}"
        return BotMaker(name, value, budget=found.budget, folder=found.folder)


class _Worker:
    """A process with a bot in it. Two threads read and write its pipes, so a caller never waits
    longer than its timeout."""

    def __init__(self, maker: BotMaker) -> None:
        self._confinement = Confinement(maker)
        self._process = subprocess.Popen(
            self._confinement.command,
            env=self._confinement.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C does not reach it, and the whole process group can be killed
            start_new_session=True,
        )
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._printed, self._has_printed_all = bytearray(), Event()
        self._threads = [
            Thread(target=self._converse, args=(self._process.stdin, self._process.stdout)),
            Thread(target=self._keep_tail, args=(self._process.stderr,)),
        ]
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    def ask(self, question: bytes, limit: float) -> Answer:
        self._printed.clear()
        self._has_printed_all.clear()
        self._questions.put(question)
        return self.receive(("move", "illegal", "crash"), limit)

    def receive(self, kinds: Collection[str], limit: float) -> Answer:
        """Return the next answer, which must be of one of these kinds; end the worker on a
        timeout."""
        try:
            line = self._answers.get(timeout=limit)
        except Empty:
            self.end()
            return self._fault("timeout", f"no answer within {limit:g} s")
        except BaseException:  # interrupted: the next question must not read this answer
            self.end()
            raise
        answer = _read(line)
        if answer.kind in kinds:
            if answer.kind in ("ready", "move"):
                return answer
            self._has_printed_all.wait(OUTPUT_LIMIT_SECONDS)
            return self._fault(*answer)
        self.end()
        ended = f"its process ended with status {self._process.returncode}"
        return self._fault("crash", "its answer cannot be read" if line else ended)

    def end(self) -> None:
        """Kill the worker and its children; do nothing if it has ended."""
        if not self.is_alive:
            return
        with suppress(ProcessLookupError, PermissionError):
            kill(self._process.pid)
        self._process.wait()
        self._confinement.close()
        self._questions.put(None)
        for thread in self._threads:
            thread.join(timeout=1)

    def _fault(self, kind: str, text: str, seconds: float = 0.0, report: str = "") -> Answer:
        """Return a fault; the last lines of the bot's output follow its text, all that is kept of
        the output follows its report."""
        printed = self._printed.replace(OUTPUT_END, b"").decode(errors="replace")
        shown = printed[-MAX_SHOWN_OUTPUT_CHARS:].splitlines()[-MAX_SHOWN_OUTPUT_LINES:]
        output = ["", "Printed:", printed] if printed else []
        return Answer(
            kind,
            printable_text("\n".join([text, *shown])),
            seconds,
            printable_report("\n".join([report or text, *output])),
        )

    def _converse(self, questions: BinaryIO, answers: BinaryIO) -> None:
        """Read the greeting, then one line per question; an empty line means that the worker
        ended."""
        with suppress(OSError), questions, answers:
            while line := answers.readline(MAX_ANSWER_BYTES):
                self._answers.put(line)
                question = self._questions.get()
                if question is None:
                    break
                questions.write(question)
                questions.flush()
        self._answers.put(b"")

    def _keep_tail(self, printed: BufferedReader) -> None:
        with printed:
            while chunk := printed.read1(1 << 16):
                self._printed += chunk
                del self._printed[:-MAX_OUTPUT_BYTES]
                if OUTPUT_END in self._printed:
                    self._has_printed_all.set()


def _read(line: bytes) -> Answer:
    """Parse an answer; return an empty one if it is malformed."""
    try:
        kind, text, seconds, report = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return Answer("", "")
    are_texts = all(isinstance(one, str) for one in (kind, text, report))
    if not are_texts or not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
        return Answer("", "")
    return Answer(kind, printable_text(text), float(seconds), printable_report(report))
