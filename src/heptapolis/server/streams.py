"""Stream server-sent events that announce changes without revealing hidden information.

An event contains the version, the kind and seat of the change, the progress of the game and the
seats to move. When the game has progressed, the client requests its own view. A choice that is
still hidden is announced by the event alone. Streams read the table's log, so a client can
resume after any version.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from heptapolis.server.errors import RequestError
from heptapolis.server.registry import TableRegistry
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, LogEntry
from heptapolis.server.table import Table
from heptapolis.server.table_log import Milestone

MAX_EVENTS_PER_READ = 200  # a client that missed more gets only the latest


def event(entry: LogEntry, reached: Milestone) -> str:
    """Format a log entry and the progress after it as an event."""
    facts = {
        "version": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "moment": reached.n_events,
        "to_move": reached.to_move,
    }
    return f"id: {entry.number}\nevent: change\ndata: {json.dumps(facts)}\n\n"


def heartbeat_event(version: int) -> str:
    """Return a heartbeat, so that clients can detect a dead connection."""
    return f"event: still\ndata: {json.dumps({'version': version})}\n\n"


class EventStream(StreamingResponse):
    """Respond with a stream, which counts at its table from the first byte to the last."""

    def __init__(self, lines: AsyncIterator[str], spot: "StreamSpot", settings: Settings) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(lines, media_type="text/event-stream", headers=headers)
        self._spot, self._settings = spot, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream, or raise RequestError if there are too many."""
        with self._spot.hold(self._settings):
            await super().__call__(scope, receive, send)


@dataclass(frozen=True)
class StreamSpot:
    """Describe who opens a stream of a table, and from where."""

    table: Table
    guest: Guest | None
    origin: str  # identifies the address

    @contextmanager
    def hold(self, settings: Settings) -> Iterator[None]:
        """Count the stream. Checking and counting are one step, so no limit is ever exceeded."""
        self.check(settings)
        presence, viewer = self.table.presence, self.guest.id if self.guest else None
        presence.streams[viewer] += 1
        presence.stream_origins[viewer, self.origin] += 1
        try:
            yield
        finally:
            presence.streams[viewer] -= 1
            presence.stream_origins[viewer, self.origin] -= 1
            if not presence.stream_origins[viewer, self.origin]:
                del presence.stream_origins[viewer, self.origin]
            if viewer:
                presence.touch(viewer)

    def check(self, settings: Settings) -> None:
        """Raise 429 if there are too many streams.

        Spectators have a limit for the whole table and one for each address, players one each:
        they cannot displace each other.
        """
        presence, players = self.table.presence, self.table.log.guests
        if self.guest and self.table.seats_of(self.guest):
            is_full = presence.streams[self.guest.id] >= settings.max_player_streams
        else:
            watching = sum(n for viewer, n in presence.streams.items() if viewer not in players)
            from_there = sum(
                n
                for (viewer, origin), n in presence.stream_origins.items()
                if origin == self.origin and viewer not in players
            )
            is_full = (
                watching >= settings.max_spectator_streams
                or from_there >= settings.max_spectator_streams_per_address
            )
        if is_full:
            raise RequestError(429, "too_many", "too many streams of this table are open")


async def stream(
    registry: TableRegistry, table: Table, guest: Guest | None, after: int
) -> AsyncIterator[str]:
    """Yield events after a version until the client or the server closes the stream."""
    yield "retry: 1000\n\n"
    while not registry.closing.is_set():
        news = table.log.entries[after : table.committed]
        if news:
            last = news[-MAX_EVENTS_PER_READ:]
            yield "".join(event(entry, table.log.milestone(entry.number)) for entry in last)
        after = max(after, table.committed)
        if not table.may_watch(guest):  # the game has begun and spectators are not allowed
            break
        if not await _more(registry, table, after):
            yield heartbeat_event(after)


async def _more(registry: TableRegistry, table: Table, after: int) -> bool:
    """Wait for new entries. Return False if a heartbeat is due."""
    try:
        async with asyncio.timeout(registry.settings.heartbeat_seconds):
            while table.committed <= after and not registry.closing.is_set():
                await table.wait_for_change()
    except TimeoutError:
        return False
    return True
