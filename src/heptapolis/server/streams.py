"""Stream server-sent events that announce changes without revealing hidden information.

An event contains the version, the kind and seat of the change, the progress of the game and the
seats to move. When the game has progressed, the client requests its own view. A choice that is
still hidden is announced by the event alone. Streams read the table's log, so a client can
resume after any version.
"""

import asyncio
import json
from collections.abc import AsyncIterator

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


def check_streams(table: Table, guest: Guest | None, settings: Settings) -> None:
    """Raise 429 if there are too many streams.

    Spectators have a limit for the whole table, players one each: they cannot displace each
    other.
    """
    if guest and table.seats_of(guest):
        is_full = table.presence.streams[guest.id] >= settings.max_player_streams
    else:
        players = table.log.guests
        watching = sum(n for viewer, n in table.presence.streams.items() if viewer not in players)
        is_full = watching >= settings.max_spectator_streams
    if is_full:
        raise RequestError(429, "too_many", "too many streams of this table are open")


async def stream(
    registry: TableRegistry, table: Table, guest: Guest | None, after: int
) -> AsyncIterator[str]:
    """Yield events after a version until the client or the server closes the stream."""
    viewer = guest.id if guest else None
    table.presence.streams[viewer] += 1
    try:
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
    finally:
        table.presence.streams[viewer] -= 1
        if guest:
            table.presence.touch(guest.id)


async def _more(registry: TableRegistry, table: Table, after: int) -> bool:
    """Wait for new entries. Return False if a heartbeat is due."""
    try:
        async with asyncio.timeout(registry.settings.heartbeat_seconds):
            while table.committed <= after and not registry.closing.is_set():
                await table.wait_for_change()
    except TimeoutError:
        return False
    return True
