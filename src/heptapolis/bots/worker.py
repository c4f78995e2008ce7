"""What goes on in the process of an outside bot; `outside` is the other end of its pipes.

Questions come as pickles from the process that started this one. Answers go back as lines of JSON,
a kind and a text, so that nothing a stranger's code sends is more than text.
"""

import json
import os
import pickle
import signal
import sys
import traceback
from importlib.metadata import EntryPoint
from queue import SimpleQueue
from random import Random
from threading import Thread
from typing import Any, BinaryIO

from heptapolis.bots.referee import described, readable
from heptapolis.move import LONGEST, Move

GROUP = "heptapolis.bots"
CALLS = 3  # of a traceback: where it went wrong

Answer = tuple[str, str]  # kind: ready, move, or that of a fault


def main() -> None:
    """Load the bot, then answer questions until the pipe closes."""
    name, value = sys.argv[1:]
    asked, answers = _take_pipes()
    questions: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(asked, questions), daemon=True).start()
    try:
        player = EntryPoint(name, value, GROUP).load()()
        choose = player.choose
    except BaseException as error:
        _say(answers, ("start", _story(error)))
        return
    _say(answers, ("ready", ""))
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
        kill(os.getpid())


def kill(pid: int) -> None:
    """End a worker, and with it the processes that its bot may have started."""
    if hasattr(os, "killpg"):
        os.killpg(pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGTERM)


def _answer(choose: Any, view: Any, rng: Random) -> Answer:
    try:
        chosen = choose(view, rng)
        if isinstance(chosen, Move | str):
            return "move", str(chosen)[: LONGEST + 1]
        return "illegal", f"{type(chosen).__name__} is not a move"
    except BaseException as error:
        return "crash", _story(error)


def _story(error: BaseException) -> str:
    """An error, and where it came from."""
    calls = traceback.format_tb(error.__traceback__)[-CALLS:]
    return readable("\n".join([described(error), *calls]))


def _say(answers: BinaryIO, answer: Answer) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()
