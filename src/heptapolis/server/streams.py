"""Live streams: server-sent events that tell what has changed, never what is hidden.

An event carries the version, what kind of thing happened and at which seat, how far the game is and
whom it waits for. Whoever hears that it got further asks for their own view; that somebody has
chosen is told by the event alone. A stream reads the table's log, so catching up is reading on from
a version.
"""

import asyncio
import json
from collections.abc import AsyncIterator

from heptapolis.server.course import Milestone
from heptapolis.server.errors import Refused
from heptapolis.server.registry import TableRegistry
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, LogEntry
from heptapolis.server.table import Table

MOST_AT_ONCE = 200  # entries told one by one; who missed more gets the last of them


def event(entry: LogEntry, reached: Milestone) -> str:
    """An entry as an event of the stream, with what it reached."""
    facts = {
        "version": entry.number, "kind": entry.kind, "seat": entry.seat,
        "moment": reached.n_events, "to_move": reached.to_move,
    }  # fmt: skip
    return f"id: {entry.number}\nevent: change\ndata: {json.dumps(facts)}\n\n"


def sign_of_life(version: int) -> str:
    """Nothing new: who hears not even that has a dead line."""
    return f"event: still\ndata: {json.dumps({'version': version})}\n\n"


def check_streams(table: Table, guest: Guest | None, settings: Settings) -> None:
    """Refused if there are too many streams already. Those of spectators take nothing from players:
    each player has their own, however many watch."""
    if guest and table.seats_of(guest):
        is_full = table.presence.streams[guest.id] >= settings.most_own_streams
    else:
        players = table.guests
        watching = sum(n for who, n in table.presence.streams.items() if who not in players)
        is_full = watching >= settings.most_streams
    if is_full:
        raise Refused(429, "too_many", "too many streams of this table are open")


async def stream(
    registry: TableRegistry, table: Table, guest: Guest | None, after: int
) -> AsyncIterator[str]:
    """What happens at a table after a version, until the listener or the server goes."""
    who = guest.id if guest else None
    table.presence.streams[who] += 1
    try:
        yield "retry: 1000\n\n"
        while not registry.closing.is_set():
            news = table.entries[after : table.committed]
            if news:
                last = news[-MOST_AT_ONCE:]
                yield "".join(event(entry, table.milestone(entry.number)) for entry in last)
            after = max(after, table.committed)
            if not table.may_watch(guest):  # it has begun without them
                break
            if not await _more(registry, table, after):
                yield sign_of_life(after)
    finally:
        table.presence.streams[who] -= 1
        if guest:
            table.presence.touch(guest.id)


async def _more(registry: TableRegistry, table: Table, after: int) -> bool:
    """Wait for news; False if it is time for a sign of life."""
    try:
        async with asyncio.timeout(registry.settings.heartbeat):
            while table.committed <= after and not registry.closing.is_set():
                await table.sound()
    except TimeoutError:
        return False
    return True
