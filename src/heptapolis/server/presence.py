"""Who is at a table, here or at another server, as far as is known."""

import time
from collections import Counter
from collections.abc import Collection, Mapping


class Presence:
    """Guests by id; None is whoever looks without being one."""

    def __init__(self) -> None:
        self.streams: Counter[str | None] = Counter()  # live streams of each guest
        self._last_seen: dict[str, float] = {}
        self._seen_elsewhere: dict[str, float] = {}  # at other servers
        self._shared: dict[str, float] = {}  # with other servers: who was last seen when

    def touch(self, guest: str) -> None:
        """Somebody is there."""
        self._last_seen[guest] = time.time()

    def last_sign(self, guest: str) -> float:
        return max(self._last_seen.get(guest, 0.0), self._seen_elsewhere.get(guest, 0.0))

    def is_there(self, guest: str, since: float) -> bool:
        """Somebody is at the table, or has been since then."""
        return bool(self.streams[guest]) or self.last_sign(guest) >= since

    def signs(self, guests: Collection[str], now: float, every: float) -> dict[str, float]:
        """Who of them was here, and when, if that is to be told to other servers again."""
        fresh = dict[str, float]()
        for guest in guests:
            at = now if self.streams[guest] else self._last_seen.get(guest, 0.0)
            if at > self._shared.get(guest, 0.0) + every:
                fresh[guest] = at
        self._shared |= fresh
        return fresh

    def learn(self, last_seen: Mapping[str, float]) -> None:
        """Who was seen at other servers."""
        self._seen_elsewhere |= last_seen
