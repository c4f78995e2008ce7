"""Compile the rules when a server starts."""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

from heptapolis import warm_up as warm
from heptapolis.server.errors import RequestError

LOG = logging.getLogger("heptapolis.server")
# how long a thread may keep the interpreter while another waits
SWITCH_INTERVAL_SECONDS = 0.001


class WarmUp:
    """Compile the rules of one server and report the progress."""

    def __init__(self, *, is_wanted: bool) -> None:
        """Without ``is_wanted`` the rules count as compiled; each is compiled at its first use."""
        self.steps = 0 if is_wanted and warm.is_cold() else warm.N_STEPS  # finished steps

    @property
    def is_ready(self) -> bool:
        """Return whether the rules are compiled."""
        return self.steps >= warm.N_STEPS

    @property
    def progress(self) -> tuple[int, int] | None:
        """Return the finished and total steps, or None when done."""
        return None if self.is_ready else (self.steps, warm.N_STEPS)

    def check_ready(self) -> None:
        """Raise 503 while the rules are being compiled."""
        if not self.is_ready:
            done = f"{self.steps} of {warm.N_STEPS}"
            raise RequestError(
                503, "warming_up", f"the rules are being compiled: {done} steps done"
            )

    async def run(self) -> None:
        """Compile the rules, or load their cached machine code."""
        try:
            await _run_in_daemon_thread(lambda: warm.warm_up(self._note_step))
        except Exception:
            LOG.exception("not all rules could be compiled")
        _tune_interpreter()

    def finish(self) -> None:
        """Count the rules as compiled, even if some could not be compiled in advance."""
        self.steps = warm.N_STEPS

    def _note_step(self, done: int) -> None:
        self.steps = max(self.steps, done)


async def _run_in_daemon_thread(work: Callable[[], None]) -> None:
    """Run a function in a daemon thread, which does not delay a shutdown."""
    done: Future[None] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            work()
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    Thread(target=run, name="warm-up", daemon=True).start()
    await asyncio.wrap_future(done)


def _tune_interpreter() -> None:
    """Shorten the thread switch interval, and exempt loaded objects from collection."""
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    gc.collect()
    gc.freeze()
