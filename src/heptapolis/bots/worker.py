"""What goes on in the process of an outside bot; `outside` is the other end of its pipes.

Questions come as pickles from the process that started this one. Answers go back as lines of JSON,
a kind and a text, so that nothing a stranger's code sends is more than text.
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
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, BinaryIO, NamedTuple

from heptapolis.bots.naming import ThinkingBudget
from heptapolis.bots.referee import described, readable
from heptapolis.move import LONGEST, Move

GROUP = "heptapolis.bots"
FILE_MODULE = "heptapolis_bot_file"  # the module of a file, whatever that is called
CALLS = 3  # of a traceback: where it went wrong


class Answer(NamedTuple):
    """What comes back for a question."""

    kind: str  # ready, move, or that of a fault
    text: str
    seconds: float = 0.0  # that a core has worked for the thread that was asked


@dataclass(frozen=True)
class BotMaker:
    """What makes a bot, and what it is told then."""

    name: str
    value: str  # of an entry point, "surveyor:Surveyor", or of a file, "rivals/uct.py:Uct"
    is_file: bool = False
    budget: ThinkingBudget = field(default_factory=ThinkingBudget)
    clock: str = "monotonic"  # of `time`: what ms are counted by
    folder: str = ""  # where its module is found, if that is not installed

    def make(self) -> Any:
        """What is named makes the bot, or is one already."""
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
        return _in_file(self.file, self.value.rpartition(":")[2])

    @property
    def file(self) -> Path:
        """That it is in, if it is."""
        return Path(self.value.rpartition(":")[0])


def _in_file(path: Path, name: str) -> Callable[..., Any]:
    """Something of a file, which may import its neighbours."""
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
        _say(answers, Answer("start", _story(error)))
        return
    _say(answers, Answer("ready", ""))
    while True:
        view, seed = questions.get()
        _say(answers, _answer(choose, view, Random(seed)))


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of questions and answers, out of the way of a bot that reads and prints."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return pipes


def _listen(asked: BinaryIO, questions: "SimpleQueue[Any]") -> None:
    """Hand on what is asked. Whoever asks is gone when the pipe closes: leave, whatever the bot
    is doing."""
    try:
        while True:
            questions.put(pickle.load(asked))
    finally:
        with suppress(ProcessLookupError):  # where bubblewrap leads its group, and ends with us
            kill(os.getpid())
        os._exit(1)


def kill(pid: int) -> None:
    """End a worker, and with it the processes that its bot may have started."""
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
            return Answer("move", str(chosen)[: LONGEST + 1], seconds)
        return Answer("illegal", f"{type(chosen).__name__} is not a move", seconds)
    except BaseException as error:
        return Answer("crash", _story(error), time.thread_time() - start)


def _story(error: BaseException) -> str:
    """An error, and where it came from."""
    calls = traceback.format_tb(error.__traceback__)[-CALLS:]
    return readable("\n".join([described(error), *calls]))


def _say(answers: BinaryIO, answer: Answer) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()
