"""A bot plays for an absent player only while another player waits; votes need the absent too."""

import asyncio
import time
from pathlib import Path

import pytest

from heptapolis.server import table_log
from heptapolis.server.store import LogEntry
from heptapolis.server.table import Table
from tests.server.conftest import settings_for
from tests.server.inside import local_server

MINUTE = 60.0


def log_absence(table: Table, *seats: int) -> None:
    for seat in seats:
        table.log.apply(LogEntry(table.version + 1, "away", time.time(), seat))


def test_absence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test with several cases, because a server takes long to start."""

    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(name) for name in ("Ann", "Bob")]
            await check_that_bots_replace_only_players_others_wait_for(
                await server.table(guests, **OPTIONS)
            )
            table = await server.table(guests, **OPTIONS)
            await table.send_away(0)
            for is_long, state in ((False, "playing"), (True, "over")):
                if is_long:
                    monkeypatch.setattr(table_log, "LONG_ABSENCE_SECONDS", 0.0)
                await server.post(f"/tables/{table.id}/abandon", guests[1], agree=False)
                await server.post(f"/tables/{table.id}/abandon", guests[1])
                assert table.state == state
            monkeypatch.undo()
            former = await server.table(guests, **OPTIONS)  # with a log of an earlier release
            log_absence(former, 0)
            former.log.apply(LogEntry(former.version + 1, "agree", time.time(), 2, None, "yes"))
            assert former.log.end == "abandoned"

    asyncio.run(run())


OPTIONS = {"seats": 3, "absent": "bot", "bots": ["random"]}


async def check_that_bots_replace_only_players_others_wait_for(table: Table) -> None:
    later = time.time() + 100 * MINUTE
    people = [n for n, chair in enumerate(table.chairs) if chair.guest]
    async with table.locked():
        assert list(table.overdue_seats(later, MINUTE)) == []  # both are absent: the game waits
        table.presence.streams[table.chairs[people[1]].guest] += 1
        assert list(table.overdue_seats(later, MINUTE)) == people[:1]
        log_absence(table, people[0])
        assert [job.seat for job in table.jobs() if job.bot != "random"] == people[:1]
        log_absence(table, people[1])
        assert [job.seat for job in table.jobs() if job.bot != "random"] == []
