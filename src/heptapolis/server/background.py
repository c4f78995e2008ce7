"""Run the server's background tasks, and log their failures."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from heptapolis.server.errors import StorageError

LOG = logging.getLogger("heptapolis.server")


class BackgroundTasks:
    """Hold the tasks of one server until they end."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all tasks and wait for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class OnceLog:
    """Log each message only once."""

    def __init__(self) -> None:
        self._logged: set[str] = set()

    def warn(self, message: str) -> None:
        if message not in self._logged:
            self._logged.add(message)
            LOG.warning(message)


@contextmanager
def logging_failures(failure: str) -> Iterator[None]:
    """Log failures of background work that is retried. The database logs its own outages."""
    try:
        yield
    except StorageError:
        pass
    except Exception:
        LOG.exception(failure)
