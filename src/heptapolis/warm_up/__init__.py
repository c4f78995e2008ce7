"""Compile the rules once, so that nobody waits in the middle of a game.

Numba compiles a function when it is first called and keeps the result in `kernel.CACHE`. Here every
way into the kernel is called, a step after another: for each variant that has one, first its rules,
then what plays it.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time
from typing import NamedTuple

from heptapolis.kernel import CACHE, JIT, compiling
from heptapolis.variants import Parts
from heptapolis.warm_up.pruning import prune

READY = CACHE / compiling.READY  # stands when everything has been compiled
Report = Callable[[int], None]


class Compilation(NamedTuple):
    """What is to be compiled for a variant, step by step."""

    rules: Callable[[], Iterator[None]]
    bots: Callable[[], Iterator[None]]


COMPILATIONS: Parts[Compilation] = Parts(
    "compilation",
    classic="heptapolis.warm_up.classic:COMPILATION",
    duel="heptapolis.warm_up.duel:COMPILATION",
)
STEPS = 21  # of the variants above; a test counts them


def is_cold() -> bool:
    """Something is still to be compiled."""
    return JIT and not READY.exists()


def warm_up(report: Report) -> None:
    """Compile everything; ``report`` hears after each step how many of `STEPS` are done."""
    first, *others = COMPILATIONS.ids()
    is_new = is_cold()
    helper = _start_helper(others)
    try:
        with _undisturbed():
            for done, _ in enumerate(_steps(first, others, helper), 1):
                report(done)
    finally:
        if helper:
            helper.kill()
            helper.wait()
    if JIT:
        READY.parent.mkdir(parents=True, exist_ok=True)
        READY.touch()
    if is_new:
        prune(CACHE, time())


def compile_rules(variant: str) -> None:
    """The rules of a variant alone; what this leaves in the cache is found by all."""
    with _undisturbed():
        for _ in COMPILATIONS.of(variant).rules():
            pass


def compile_all(*variants: str) -> None:
    """Some variants with what plays them."""
    with _undisturbed():
        for variant in variants:
            for _ in _steps_of(variant):
                pass


def _steps(
    first: str, others: list[str], helper: "subprocess.Popen[bytes] | None"
) -> Iterator[None]:
    """The first variant here; the others come from the helper's cache, or are compiled too."""
    yield from _steps_of(first)
    if helper:
        helper.wait()
    for variant in others:
        yield from _steps_of(variant)


def _steps_of(variant: str) -> Iterator[None]:
    compilation = COMPILATIONS.of(variant)
    yield from compilation.rules()
    yield from compilation.bots()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """The compiler makes millions of objects and hardly a cycle: looking for cycles is in vain.
    Whoever compiles on purpose shows it in a way of their own."""
    gc.disable()
    try:
        with compiling.quiet():
            yield
    finally:
        gc.enable()


def _start_helper(variants: list[str]) -> "subprocess.Popen[bytes] | None":
    """A second process compiles some variants meanwhile, if there is a core for it."""
    if not is_cold() or (os.cpu_count() or 1) < 2:
        return None
    command = f"from heptapolis.warm_up import compile_all; compile_all(*{variants!r})"
    null = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", command], stdout=null, stderr=null)
