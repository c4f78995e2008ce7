"""Bots in a file, as users bring them to a tournament; each behaves differently."""

import pickle
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import heptapolis as hp
from heptapolis.bots.chance import RandomBot

WORK = 0.005  # seconds of processor time


def work(seconds: float = WORK) -> None:
    """Keep a core busy."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Plain(RandomBot):
    """A bot without faults."""


class Idle(RandomBot):
    """Sleep before every move, which uses no processor time."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        time.sleep(10 * WORK)
        return super().choose(view, rng)


class Busy(RandomBot):
    """Use processor time before every move."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        work()
        return super().choose(view, rng)


class Crafty(RandomBot):
    """Use processor time in another thread."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        other = Thread(target=work, args=(10 * WORK,))
        other.start()
        other.join()
        return super().choose(view, rng)


class Hangs(RandomBot):
    """Hang at the third move; the others need only the state set up at the start."""

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
    """Print many lines, then fail in a nested call."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        for number in range(100):
            print(f"line {number}")
        return self.look(2)

    def look(self, depth: int) -> hp.Move:
        if depth == 0:
            raise RuntimeError("too deep")
        return self.look(depth - 1)


class Searcher(RandomBot):
    """Raise an error with the budget and clock that it received, so that a test can read them."""

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
    """Create a bot, but only once per folder."""
    mark = Path("made")
    if mark.exists():
        raise RuntimeError("only once")
    mark.touch()
    return RandomBot()
