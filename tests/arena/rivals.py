"""Bots in a file, as somebody might bring them to a tournament; each has a way of its own."""

import pickle
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import heptapolis as hp
from heptapolis.bots.chance import RandomBot

WORK = 0.005  # seconds of a core


def work(seconds: float = WORK) -> None:
    """Keep a core busy."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Plain(RandomBot):
    """Does nothing wrong."""


class Idle(RandomBot):
    """Waits, which costs it nothing."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        time.sleep(10 * WORK)
        return super().choose(view, rng)


class Busy(RandomBot):
    """Works before every move."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        work()
        return super().choose(view, rng)


class Crafty(RandomBot):
    """Lets another thread do the work."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        other = Thread(target=work, args=(10 * WORK,))
        other.start()
        other.join()
        return super().choose(view, rng)


class Hangs(RandomBot):
    """Its third move never comes; for the others it has all it needs when it is made."""

    asked = 0

    def __init__(self) -> None:
        for game in ("classic", "duel"):
            view = hp.new(game, seed=1).view(0)
            pickle.loads(pickle.dumps(view))
            super().choose(view, Random(1))

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        self.asked += 1
        if self.asked == 3:
            time.sleep(1000)
        return super().choose(view, rng)


class Crashes(RandomBot):
    """Prints much, and fails deep in its own calls."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        for number in range(100):
            print(f"line {number}")
        return self.look(2)

    def look(self, depth: int) -> hp.Move:
        if depth == 0:
            raise RuntimeError("too deep")
        return self.look(depth - 1)


class Searcher(RandomBot):
    """Has a budget, and answers with what it was told: no legal move, so that it can be read."""

    def __init__(
        self,
        simulations: int | None = None,
        ms: int | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.told = f"{simulations} {ms} {clock.__name__ if clock else None}"

    def choose(self, view: hp.View, rng: Random) -> Any:
        raise RuntimeError(self.told)


def refuses() -> None:
    raise RuntimeError("no licence\nand more")


def once() -> RandomBot:
    """Can be made one time in a folder."""
    mark = Path("made")
    if mark.exists():
        raise RuntimeError("only once")
    mark.touch()
    return RandomBot()
