"""Compile the rules once, so that no player has to wait during a game.

Numba compiles a function when it is first called and stores the result in `kernel.CACHE`. The steps
here call what playing and search need: for each variant with a slot for it, its rules, its bots and
networks, and search without them. Two processes share the work. Batch simulation, environments and
training are compiled on first use.
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
from heptapolis.variants import registered_variants, variant
from heptapolis.warm_up.pruning import prune

READY_FILE = compiling.ready_file(CACHE)  # exists when everything has been compiled
Report = Callable[[int], None]


class Compilation(NamedTuple):
    """The compilation steps of a variant."""

    rules: Callable[[], Iterator[None]]
    bots: Callable[[], Iterator[None]]
    search: Callable[[], Iterator[None]]


def compiled_games() -> list[str]:
    """Return the games that are compiled, by id."""
    return [
        one.id for one in registered_variants().values() if not one.house and one.has(COMPILATION)
    ]


def _compilation(game: str) -> Compilation:
    return variant(game).part(COMPILATION)


N_STEPS = 19  # of the built-in variants; a test counts them


def is_cold() -> bool:
    """Return whether anything is still to be compiled."""
    return JIT and not READY_FILE.exists()


def warm_up(report: Report) -> None:
    """Compile everything; ``report`` is called after each of `N_STEPS` with the number done."""
    first, *others = compiled_games()
    is_new = is_cold()
    helper = _start_helper(first, others)
    try:
        with _quiet_compiler():
            for done, _ in enumerate(_steps(first, others, helper), 1):
                report(done)
    finally:
        if helper:
            helper.kill()
            helper.wait()
            atexit.unregister(helper.kill)
    if JIT:
        READY_FILE.parent.mkdir(parents=True, exist_ok=True)
        READY_FILE.touch()
    if is_new:
        prune(CACHE, time())


def compile_rules(game: str) -> None:
    """Compile the rules of a game only; all other code finds them in the cache."""
    with _quiet_compiler():
        for _ in _compilation(game).rules():
            pass


def run_helper(first: str, others: Iterable[str]) -> None:
    """Run the helper's half of `warm_up`."""
    with _quiet_compiler():
        for _ in _steps_of_helper(first, others):
            pass


def _steps(
    first: str, others: list[str], helper: "subprocess.Popen[bytes] | None"
) -> Iterator[None]:
    """Yield after each step of this process's half; the other half comes from the helper's cache,
    or is compiled here too."""
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
def _quiet_compiler() -> Iterator[None]:
    """Pause the garbage collector, since the compiler makes millions of objects and almost no
    cycles, and the notices on compilation, since the caller reports progress itself."""
    gc.disable()
    try:
        with compiling.suppress_report():
            yield
    finally:
        gc.freeze()  # they stay; the next collection would take two seconds
        gc.enable()


def _start_helper(first: str, others: list[str]) -> "subprocess.Popen[bytes] | None":
    """Start a process for the other half, if there is a core for it."""
    if not is_cold() or (os.cpu_count() or 1) < 2:
        return None
    command = f"from heptapolis.warm_up import run_helper; run_helper({first!r}, {others!r})"
    null = subprocess.DEVNULL
    helper = subprocess.Popen([sys.executable, "-c", command], stdout=null, stderr=null)
    atexit.register(helper.kill)  # this process may be stopped while it compiles
    return helper
