"""Compile the rules once, so that nobody waits in the middle of a game.

Numba compiles a function when it is first called and keeps the result in `kernel.CACHE`. Here is
called what playing and search need, a step after another: for each variant that has one, its rules,
its bots and networks, and search without them. Two processes share that, half the work each. Many
games at once, environments and training are compiled when somebody first asks for them.
"""

import atexit
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import time
from typing import NamedTuple

from heptapolis.kernel import CACHE, JIT, compiling
from heptapolis.slots import COMPILATION
from heptapolis.variants import registered, variant
from heptapolis.warm_up.pruning import prune

READY = compiling.ready_file(CACHE)  # stands when everything has been compiled
Report = Callable[[int], None]


class Compilation(NamedTuple):
    """What is to be compiled for a variant, step by step."""

    rules: Callable[[], Iterator[None]]
    bots: Callable[[], Iterator[None]]
    search: Callable[[], Iterator[None]]


def compiled_games() -> list[str]:
    """The games that are compiled, by id."""
    return [one.id for one in registered().values() if not one.house and one.has(COMPILATION)]


def _compilation(game: str) -> Compilation:
    return variant(game).part(COMPILATION)


STEPS = 18  # of the variants above; a test counts them


def is_cold() -> bool:
    """Something is still to be compiled."""
    return JIT and not READY.exists()


def warm_up(report: Report) -> None:
    """Compile all that; ``report`` hears after each step how many of `STEPS` are done."""
    first, *others = compiled_games()
    is_new = is_cold()
    helper = _start_helper(first, others)
    try:
        with _undisturbed():
            for done, _ in enumerate(_steps(first, others, helper), 1):
                report(done)
    finally:
        if helper:
            helper.kill()
            helper.wait()
            atexit.unregister(helper.kill)
    if JIT:
        READY.parent.mkdir(parents=True, exist_ok=True)
        READY.touch()
    if is_new:
        prune(CACHE, time())


def compile_rules(game: str) -> None:
    """The rules of a game alone; what this leaves in the cache is found by all."""
    with _undisturbed():
        for _ in _compilation(game).rules():
            pass


def help_out(first: str, others: Iterable[str]) -> None:
    """What `warm_up` leaves to its helper."""
    with _undisturbed():
        for _ in _steps_of_helper(first, others):
            pass


def _steps(
    first: str, others: list[str], helper: "subprocess.Popen[bytes] | None"
) -> Iterator[None]:
    """Half of the work here; the other half comes from the helper's cache, or is done here too."""
    compilation = _compilation(first)
    yield from compilation.rules()
    yield from compilation.bots()
    if helper:
        helper.wait()
    yield from _steps_of_helper(first, others)


def _steps_of_helper(first: str, others: Iterable[str]) -> Iterator[None]:
    for game in others:
        compilation = _compilation(game)
        yield from compilation.rules()
        yield from compilation.bots()
        yield from compilation.search()
    yield from _compilation(first).search()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """The compiler makes millions of objects and hardly a cycle: looking for cycles is in vain.
    Whoever compiles on purpose shows it in a way of their own."""
    gc.disable()
    try:
        with compiling.suppress_report():
            yield
    finally:
        gc.freeze()  # they stay; the next look for cycles would take two seconds for them
        gc.enable()


def _start_helper(first: str, others: list[str]) -> "subprocess.Popen[bytes] | None":
    """A second process does its half meanwhile, if there is a core for it."""
    if not is_cold() or (os.cpu_count() or 1) < 2:
        return None
    command = f"from heptapolis.warm_up import help_out; help_out({first!r}, {others!r})"
    null = subprocess.DEVNULL
    helper = subprocess.Popen([sys.executable, "-c", command], stdout=null, stderr=null)
    atexit.register(helper.kill)  # this process may be stopped while it compiles
    return helper
