"""Bots of other packages, of modules and of files, each in a worker process of its own.

A package registers a bot in the group ``heptapolis.bots``: a name, and a class or function that
makes one; a file or module is named together with what makes a bot in it. Whatever such a bot does
wrong comes out as `BotFailure`.
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
from threading import Lock, Thread
from typing import BinaryIO
from warnings import warn

from heptapolis.bots.confinement import Confinement
from heptapolis.bots.naming import UnknownBot, read_file, read_module
from heptapolis.bots.referee import LONGEST, BotFailure, readable
from heptapolis.bots.worker import GROUP, Answer, BotMaker, kill
from heptapolis.contract import View
from heptapolis.errors import InvalidText
from heptapolis.move import Move
from heptapolis.spelling import nearest

LIMIT = 10.0  # seconds for a move, besides what its budget allows
BUSY = 10  # times as long may a core take on a machine where many work
START_LIMIT = 60.0  # seconds until a worker is ready
STARTS = 3  # that may fail in a row; then the bot is given up
LINE = 16 * LONGEST  # bytes of an answer: JSON may need twelve for a character
TAIL = 1000  # bytes kept of what a bot prints, and lines of them that a fault tells
LINES = 5


def installed(ours: Collection[str] = ()) -> dict[str, metadata.EntryPoint]:
    """Outside bots by name. Nobody takes a name of ours; any other goes to the first who comes."""
    entries: dict[str, metadata.EntryPoint] = {}
    for entry in metadata.entry_points(group=GROUP):
        if entry.name in ours or entry.name in entries:
            warn(f"bot {entry.name!r}: the name is taken, {entry.value} is left out", stacklevel=2)
        else:
            entries[entry.name] = entry
    return entries


class OutsideBot:
    """A bot of another package. Its worker starts when it is first asked, and anew when it died.

    Where the bot fails, ``choose`` raises `BotFailure`; `referee.ask` plays a fallback instead.
    """

    def __init__(
        self, name: str, *, limit: float = LIMIT, start_limit: float = START_LIMIT,
        ours: Collection[str] = (),
    ) -> None:  # fmt: skip
        """``ours`` are the names that no outside bot can have."""
        self.name, self.limit, self.start_limit = name, limit, start_limit
        self.clock: Callable[[], float] = time.monotonic  # of `time`: what a budget in ms means
        self.cpu_seconds = 0.0  # that its thread has worked for its answers
        self._maker = self._find(name, ours)
        self.limit += self._maker.budget.get("ms", 0) / 1000 * BUSY
        self._worker: _Worker | None = None
        self._lock = Lock()  # one question at a time
        self._failed_starts = 0
        self._why = ""  # the last start failed

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @staticmethod
    def _find(name: str, ours: Collection[str]) -> BotMaker:
        known = installed(ours)
        if not isinstance(name, str) or name not in known:
            names = [*ours, *known]
            raise UnknownBot(f"no bot {name!r}: {', '.join(names)}{nearest(name, names)}")
        return BotMaker(name, known[name].value)

    def prepare(self, view: View) -> None:
        """Start the worker."""
        with self._lock:
            self._running()

    def choose(self, view: View, rng: Random) -> Move:
        question = pickle.dumps((view, rng.getrandbits(64)))
        with self._lock:
            kind, text, seconds = self._running().ask(question, self.limit)
            self.cpu_seconds += seconds
        if kind != "move":
            raise BotFailure(kind, text)
        try:
            return Move.parse(text)
        except InvalidText as error:
            raise BotFailure("illegal", str(error)) from None

    def close(self) -> None:
        """End the worker; asked again, the bot would start another."""
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
        if self._failed_starts == STARTS:
            raise BotFailure("start", f"given up after {STARTS} starts; {self._why}")
        self.close()
        self._worker = worker = _Worker(replace(self._maker, clock=self.clock.__name__))
        self._end = weakref.finalize(self, worker.end)  # also when nobody closes the bot
        kind, self._why, _ = worker.hear(("ready", "start"), self.start_limit)
        if kind != "ready":
            self.close()
            self._failed_starts += 1
            raise BotFailure("start", self._why)
        self._failed_starts = 0
        return worker


class FileBot(OutsideBot):
    """A bot in a file: "rivals/uct.py:Uct", or with a budget "rivals/uct.py:Uct:50ms".

    The budget reaches what makes the bot as ``simulations`` or as ``ms``, together with the
    ``clock`` that these are counted by.
    """

    @staticmethod
    def _find(name: str, ours: Collection[str]) -> BotMaker:
        file = read_file(name)
        if file is None:
            raise UnknownBot(f"{name!r}: not a file of Python")
        return BotMaker(name, f"{file.path.resolve()}:{file.object}", True, file.budget)


class ModuleBot(OutsideBot):
    """A bot in a module, of the folder where we are or installed: "mymodule:MyBot"; a budget is
    as a `FileBot` has it."""

    @staticmethod
    def _find(name: str, ours: Collection[str]) -> BotMaker:
        found = read_module(name)
        if found is None:
            raise UnknownBot(f"{name!r}: not a module and what makes a bot in it")
        value = f"{found.module}:{found.object}"
        return BotMaker(name, value, budget=found.budget, folder=found.folder)


class _Worker:
    """A process with a bot in it. Two threads keep its pipes flowing, so that nobody here ever
    waits longer than they want, whatever the bot does."""

    def __init__(self, maker: BotMaker) -> None:
        self._confinement = Confinement(maker)
        self._process = subprocess.Popen(
            self._confinement.command, env=self._confinement.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is not for it, and it dies with all it has started
        )  # fmt: skip
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._printed = bytearray()
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
        self._questions.put(question)
        return self.hear(("move", "illegal", "crash"), limit)

    def hear(self, kinds: Collection[str], limit: float) -> Answer:
        """Its next answer, of one of these kinds; if that is not in time, the worker ends."""
        try:
            line = self._answers.get(timeout=limit)
        except Empty:
            self.end()
            return Answer("timeout", self._told(f"no answer within {limit:g} s"))
        except BaseException:  # an interrupt: the next question must not get this one's answer
            self.end()
            raise
        kind, text, seconds = _read(line)
        if kind in kinds:
            return Answer(kind, text if kind in ("ready", "move") else self._told(text), seconds)
        self.end()
        ended = f"its process ended with status {self._process.returncode}"
        return Answer("crash", self._told("its answer cannot be read" if line else ended))

    def end(self) -> None:
        """Kill it, with whatever it has started; no harm if that has been done."""
        if not self.is_alive:
            return
        with suppress(ProcessLookupError, PermissionError):
            kill(self._process.pid)
        self._process.wait()
        self._confinement.close()
        self._questions.put(None)
        for thread in self._threads:
            thread.join(timeout=1)

    def _told(self, what: str) -> str:
        """What happened, then the last lines that the bot printed."""
        printed = self._printed.decode(errors="replace").splitlines()
        return readable("\n".join([what, *printed[-LINES:]]))

    def _converse(self, questions: BinaryIO, answers: BinaryIO) -> None:
        """It speaks first, then every question gets one line; an empty one says that it ended."""
        with suppress(OSError), questions, answers:
            while line := answers.readline(LINE):
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
                del self._printed[:-TAIL]


def _read(line: bytes) -> Answer:
    """What it says; nothing at all if a stranger wrote something else."""
    try:
        kind, text, seconds = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return Answer("", "")
    are_right = isinstance(kind, str), isinstance(text, str), isinstance(seconds, int | float)
    if not all(are_right) or not 0 <= seconds < float("inf"):
        return Answer("", "")
    return Answer(kind, readable(text), float(seconds))
