"""Limit repeated lines in the log, which clients could cause without end."""

import logging
import time

from heptapolis.lru import Lru

MAX_REPEATS = 5  # lines of one kind within the interval
INTERVAL_SECONDS = 60.0
MAX_KINDS = 1000


class RepeatFilter(logging.Filter):
    """Let a few warnings of each kind pass per minute, then one that names how many followed.

    A kind is a logger, a message without its values, and the type of an exception.
    """

    def __init__(self) -> None:
        super().__init__()
        # By kind: the beginning of the interval, and the lines in it.
        self._seen: Lru[tuple[object, ...], tuple[float, int]] = Lru(MAX_KINDS)

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind = (record.name, record.msg, record.exc_info and record.exc_info[0])
        now = time.monotonic()
        since, n = self._seen.get(kind, (now, 0))
        if now - since >= INTERVAL_SECONDS:
            if n > MAX_REPEATS:
                more = f"(and {n - MAX_REPEATS} more like it)"
                record.msg, record.args = f"{record.getMessage()} {more}", None
            since, n = now, 0
        self._seen[kind] = since, n + 1
        return n < MAX_REPEATS
