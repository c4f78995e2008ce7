"""The worker process of an outside bot; `outside` is the other end of its pipes.

Questions arrive as pickles from the parent process. Answers are lines of JSON with a kind and a
text, so that foreign code can never send anything but text.
"""

import json
import os
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from importlib.util import module_from_spec, spec_from_file_location
from io import TextIOWrapper
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, BinaryIO, NamedTuple

from heptapolis.bots.naming import ThinkingBudget
from heptapolis.bots.referee import describe_error, full_traceback, printable_text
from heptapolis.move import MAX_MOVE_CHARS, Move

GROUP = "heptapolis.bots"
FILE_MODULE = "heptapolis_bot_file"  # module name for a bot file, whatever the file is called
MAX_TRACEBACK_CALLS = 3  # traceback entries that an error shows
OUTPUT_END = b"\0end of output\0"  # follows what a failing bot has printed


class Answer(NamedTuple):
    """The answer to a question."""

    kind: str  # ready, move, or the kind of a fault
    text: str
    seconds: float = 0.0  # CPU time of the bot's thread
    report: str = ""  # the whole traceback of a crash


@dataclass(frozen=True)
class BotMaker:
    """How to make a bot, with the arguments for it."""

    name: str
    value: str  # an entry point, "surveyor:Surveyor", or a file, "rivals/uct.py:Uct"
    is_file: bool = False
    budget: ThinkingBudget = field(default_factory=ThinkingBudget)
    clock: str = "monotonic"  # a function of `time`: the clock of a budget in ms
    folder: str = ""  # the module's folder, empty if it is installed

    def make(self) -> Any:
        """Return the bot: the named object, or the result of calling it."""
        arguments: dict[str, Any] = dict(self.budget)
        if "ms" in arguments:
            arguments["clock"] = getattr(time, self.clock)
        maker = self._maker()
        is_bot = not isinstance(maker, type) and hasattr(maker, "choose")
        return maker if is_bot and not arguments else maker(**arguments)

    def _maker(self) -> Callable[..., Any]:
        if not self.is_file:
            if self.folder:
                sys.path.insert(0, self.folder)
            maker: Callable[..., Any] = EntryPoint(self.name, self.value, GROUP).load()
            return maker
        return _load_from_file(self.file, self.value.rpartition(":")[2])

    @property
    def file(self) -> Path:
        """The path of the file, if the bot is in one."""
        return Path(self.value.rpartition(":")[0])


def _load_from_file(path: Path, name: str) -> Callable[..., Any]:
    """Load a file and return an object from it; the file may import its neighbours."""
    sys.path.insert(0, str(path.parent))
    spec = spec_from_file_location(FILE_MODULE, path)
    assert spec and spec.loader
    module = sys.modules[FILE_MODULE] = module_from_spec(spec)
    spec.loader.exec_module(module)
    maker: Callable[..., Any] = getattr(module, name)
    return maker


def main() -> None:
    """Make the bot, then answer questions until the pipe closes."""
    maker = BotMaker(**json.loads(sys.argv[1]))
    asked, answers = _take_pipes()
    questions: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(asked, questions), daemon=True).start()
    try:
        choose = maker.make().choose
    except BaseException as error:
        _send(answers, Answer("start", _describe_crash(error), report=full_traceback(error)))
        return
    _send(answers, Answer("ready", ""))
    while True:
        view, seed = questions.get()
        _send(answers, _answer(choose, view, Random(seed)))


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes for questions and answers; replace stdin and stdout so that the bot cannot
    disturb them."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a bot that is killed has printed too
    return pipes


def _listen(asked: BinaryIO, questions: "SimpleQueue[Any]") -> None:
    """Put incoming questions into the queue. Exit when the pipe closes, even if the bot is busy."""
    try:
        while True:
            questions.put(pickle.load(asked))
    finally:
        # under bubblewrap another process leads the group; it ends with us
        with suppress(ProcessLookupError):
            kill(os.getpid())
        os._exit(1)


def kill(pid: int) -> None:
    """End a worker together with its child processes."""
    if hasattr(os, "killpg"):
        os.killpg(pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGTERM)


def _answer(choose: Any, view: Any, rng: Random) -> Answer:
    start = time.thread_time()
    try:
        chosen = choose(view, rng)
        seconds = time.thread_time() - start
        if isinstance(chosen, Move | str):
            return Answer("move", str(chosen)[: MAX_MOVE_CHARS + 1], seconds)
        return Answer("illegal", f"{type(chosen).__name__} is not a move", seconds)
    except BaseException as error:
        seconds = time.thread_time() - start
        return Answer("crash", _describe_crash(error), seconds, full_traceback(error))


def _describe_crash(error: BaseException) -> str:
    """Return an error with the end of its traceback."""
    calls = traceback.format_tb(error.__traceback__)[-MAX_TRACEBACK_CALLS:]
    return printable_text("\n".join([describe_error(error), *calls]))


def _send(answers: BinaryIO, answer: Answer) -> None:
    if answer.kind not in ("ready", "move"):
        with suppress(Exception):  # the bot may have replaced or closed both
            sys.stdout.flush()
            os.write(2, OUTPUT_END)
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()
