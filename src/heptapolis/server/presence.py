"""Track the presence of guests at tables, on this server and on others."""

import time
from collections import Counter
from collections.abc import Collection, Mapping


class Presence:
    """Track guests by id; None stands for visitors without an identity."""

    def __init__(self) -> None:
        self.streams: Counter[str | None] = Counter()  # live streams of each guest
        self.stream_origins: Counter[tuple[str | None, str]] = Counter()  # ... and address
        self._last_seen: dict[str, float] = {}
        self._seen_elsewhere: dict[str, float] = {}  # when guests were last seen by other servers
        self._shared: dict[str, float] = {}  # the times last stored for other servers

    def touch(self, guest: str) -> None:
        """Note that a guest is present."""
        self._last_seen[guest] = time.time()

    def last_sign(self, guest: str) -> float:
        return max(self._last_seen.get(guest, 0.0), self._seen_elsewhere.get(guest, 0.0))

    def is_there(self, guest: str, since: float) -> bool:
        """Return whether a guest is at the table or has been since the given time."""
        return bool(self.streams[guest]) or self.last_sign(guest) >= since

    def signs(self, guests: Collection[str], now: float, every: float) -> dict[str, float]:
        """Return when these guests were last seen here, if it is due to be stored again."""
        fresh = dict[str, float]()
        for guest in guests:
            at = now if self.streams[guest] else self._last_seen.get(guest, 0.0)
            if at > self._shared.get(guest, 0.0) + every:
                fresh[guest] = at
        self._shared |= fresh
        return fresh

    def learn(self, last_seen: Mapping[str, float]) -> None:
        """Note when guests were seen by other servers."""
        self._seen_elsewhere |= last_seen
