"""Track since when servers of a database have been up. Players' clocks do not run before."""

import logging
import time

from heptapolis.server.store import Store

LOG = logging.getLogger("heptapolis.server")
MAX_GAP_SECONDS = 15.0  # three sweeps of `cluster`; after a longer gap no server was up
CLOCK_JUMP_SECONDS = 5.0  # larger differences mean that the clock was set


class Uptime:
    """Tell since when at least one server of the database has been up."""

    def __init__(self, store: Store) -> None:
        self.since = time.time()
        self._store = store
        # difference between wall clock and monotonic clock
        self._ahead = time.time() - time.monotonic()

    async def note(self) -> None:
        """Note in the database that this server is up."""
        self.since = await self._store.note_up(time.time(), MAX_GAP_SECONDS)

    def detect_clock_jump(self) -> None:
        """Restart all players' time if the system clock was set."""
        ahead = time.time() - time.monotonic()
        if abs(ahead - self._ahead) > CLOCK_JUMP_SECONDS:
            self.since = time.time()
            LOG.warning("the clock was set by %+.0f seconds", ahead - self._ahead)
        self._ahead = ahead
