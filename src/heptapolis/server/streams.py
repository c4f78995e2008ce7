"""Live streams: server-sent events that tell what has changed, never what is hidden.

An event carries the version, what kind of thing happened and at which seat; whoever hears it asks
for their own view. A stream reads the room's log, so catching up is reading on from a version.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress

from heptapolis.server.registry import Hall
from heptapolis.server.store import Entry, Guest
from heptapolis.server.table import Room

MOST_AT_ONCE = 200  # entries told one by one; who missed more gets the last of them


def event(entry: Entry) -> str:
    """An entry as an event of the stream."""
    facts = {"version": entry.number, "kind": entry.kind, "seat": entry.seat}
    return f"id: {entry.number}\nevent: change\ndata: {json.dumps(facts)}\n\n"


def sign_of_life(version: int) -> str:
    """Nothing new: who hears not even that has a dead line."""
    return f"event: still\ndata: {json.dumps({'version': version})}\n\n"


async def stream(hall: Hall, room: Room, guest: Guest | None, after: int) -> AsyncIterator[str]:
    """What happens at a table after a version, until the listener or the server goes."""
    who = guest.id if guest else None
    room.streams[who] += 1
    try:
        yield "retry: 1000\n\n"
        while not hall.closing.is_set():
            news = room.entries[after : room.committed]
            for entry in news[-MOST_AT_ONCE:]:
                yield event(entry)
            after = max(after, room.committed)
            if not room.may_watch(guest):  # it has begun without them
                break
            if not await _more(hall, room, after):
                yield sign_of_life(after)
    finally:
        room.streams[who] -= 1
        if guest:
            room.touch(guest)


async def _more(hall: Hall, room: Room, after: int) -> bool:
    """Wait for news; False if it is time for a sign of life."""
    waiting = [asyncio.ensure_future(room.news(after)), asyncio.ensure_future(hall.closing.wait())]
    try:
        limit = hall.settings.heartbeat
        done, _ = await asyncio.wait(waiting, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        return bool(done)
    finally:
        for one in waiting:
            one.cancel()
            with suppress(asyncio.CancelledError):
                await one
