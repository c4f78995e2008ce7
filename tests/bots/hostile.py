"""Misbehaving bots for tests; worker processes import them from this module."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from random import Random
from typing import Any

import heptapolis as hp


class Good:
    """Play at random and use every method of the view."""

    def choose(self, view: hp.View, rng: Random) -> hp.Move:
        assert view.seat is not None and view.events is not None and view.position()
        return rng.choice(view.sample(rng).legal_moves(view.seat))


class Forgetful:
    """Answer once, as text; the second question ends the process."""

    asked = 0

    def choose(self, view: hp.View, rng: Random) -> str:
        self.asked += 1
        if self.asked == 2:
            os._exit(3)
        return str(view.legal_moves()[0])


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Strange(str):
    def __str__(self) -> str:
        return "x" * 10**7


def fail(error: BaseException) -> Any:
    raise error


def flood(view: hp.View) -> hp.Move:
    for _ in range(10_000):
        print("x" * 200)
    return view.legal_moves()[0]


def die(view: hp.View) -> None:
    print("farewell", file=sys.stderr)
    os._exit(3)


def babble(view: hp.View) -> None:
    """Write into every open pipe."""
    for pipe in range(3, 20):
        with suppress(OSError):
            os.write(pipe, b"[" * 30_000 + b"\n")


MISDEEDS: dict[tuple[int, int], Any] = {
    (1, 1): lambda view: fail(ValueError("boom")),
    (1, 2): lambda view: fail(Unspeakable()),
    (1, 3): lambda view: None,
    (1, 4): lambda view: "do something clever",
    (1, 5): lambda view: "build palace",
    (1, 6): lambda view: "x" * 10**7,
    (2, 1): lambda view: fail(ValueError("\x1b[31m\n\ud800" + "y" * 10**6)),
    (2, 2): lambda view: hp.Move("build", card="\ud800\n"),
    (2, 3): lambda view: Strange(),
    (2, 4): flood,
    (2, 5): lambda view: sys.exit("enough"),
    (2, 6): lambda view: input(),
    (3, 1): die,
    (3, 2): lambda view: time.sleep(1000),
    (3, 3): babble,
    (3, 4): lambda view: os.closerange(3, 100),
}


class Wicked:
    """Commit the misdeed listed for the turn, if any."""

    def choose(self, view: hp.View, rng: Random) -> Any:
        misdeed = MISDEEDS.get((view.age, view.turn))
        return misdeed(view) if misdeed else rng.choice(view.legal_moves())


class Busy:
    """Open the pipe named in the environment, start a child that keeps it open too, and loop."""

    def choose(self, view: hp.View, rng: Random) -> None:
        pipe = open(os.environ["STRANGE_PIPE"], "w")  # noqa: SIM115
        print("busy", end="", file=pipe, flush=True)
        subprocess.Popen(["sleep", "1000"], stdout=pipe)
        while True:
            pass


class Helpless:
    """Not a bot: it lacks `choose`."""


def refuses() -> None:
    raise RuntimeError("no licence")


def vanishes() -> None:
    print("nobody home", file=sys.stderr)
    os._exit(4)


def sleeps() -> None:
    time.sleep(1000)
