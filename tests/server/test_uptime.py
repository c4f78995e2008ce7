"""A change of the system clock costs no player time and stops no game."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from threading import get_ident

import pytest

from heptapolis.server.settings import Settings
from heptapolis.server.store import Store
from heptapolis.server.uptime import MAX_GAP_SECONDS
from tests.server.conftest import settings_for
from tests.server.inside import local_server

HOUR = 3600.0


class Clock:
    """A system clock that tests can set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._real, self.offset = time.time, 0.0
        monkeypatch.setattr(time, "time", lambda: self._real() + self.offset)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(
        "heptapolis.server.clocks.CLOCK_TICK_SECONDS", 1e9
    )  # tests look at the clocks
    return Clock(monkeypatch)


def test_a_clock_set_back_does_not_lengthen_the_delay(tmp_path: Path, clock: Clock) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            ann = await server.guest("Ann")
            table = await server.table([ann], seats=3, bots=["random"] * 2, pause=60.0)
            assert table.game is not None
            move = {"move": str(table.game.legal_moves(0)[0]), "decision": 0}
            await server.post(f"/tables/{table.id}/moves", ann, **move)
            while len(table.to_move) != 1:
                await asyncio.sleep(0.01)
            (bot,) = table.to_move
            assert 0 < table.hold(bot) <= 60
            clock.offset = -HOUR
            assert table.hold(bot) == 0

    asyncio.run(run())


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_clock_change_restarts_the_time_of_all_players(
    tmp_path: Path, clock: Clock, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(name) for name in ("Ann", "Bob")]
            table = await server.table(guests, game="duel", clock=100)
            clock.offset = jump
            server.registry.uptime.detect_clock_jump()
            now = time.time()
            (seat,) = table.to_move
            assert now + 90 < (table.deadline(seat) or 0) <= now + 100
            assert not list(table.overdue_seats(now, 60.0)) and list(
                table.overdue_seats(now + 101, 60.0)
            )
            server.registry.uptime.detect_clock_jump()

    asyncio.run(run())
    here = [
        one for one in caplog.records if one.thread == get_ident()
    ]  # ignores servers of other tests
    told = [one.getMessage() for one in here if "clock was set" in one.getMessage()]
    assert told == [f"the clock was set by {jump:+.0f} seconds"]


def test_a_player_last_seen_by_a_fast_clock_can_be_absent(tmp_path: Path, clock: Clock) -> None:
    async def run() -> None:
        async with local_server(settings_for(tmp_path)) as server:
            guests = [await server.guest(name) for name in ("Ann", "Bob")]
            clock.offset = HOUR
            table = await server.table(guests, game="duel", absent="bot")
            first, other = (table.chairs[n].guest for n in (table.to_move[0], 1 - table.to_move[0]))
            assert first and other
            table.presence.touch(first)
            clock.offset = 0.0
            server.registry.uptime.detect_clock_jump()
            now = time.time() + 61
            table.presence.learn({other: now})
            assert list(table.overdue_seats(now, 60.0)) == table.to_move

    asyncio.run(run())


def test_a_fast_clock_of_one_server_stops_the_common_clock_only_briefly(shared: Settings) -> None:
    async def run() -> None:
        async with Store.open(replace(shared).database_url) as store:
            assert await store.note_up(1000.0, MAX_GAP_SECONDS) == 1000.0
            assert await store.note_up(1010.0, MAX_GAP_SECONDS) == 1000.0
            assert (
                await store.note_up(1009.0, MAX_GAP_SECONDS) == 1000.0
            )  # another server, slightly behind
            assert (
                await store.note_up(1000.0 + HOUR, MAX_GAP_SECONDS) == 1000.0 + HOUR
            )  # a server whose clock is ahead
            assert await store.note_up(1020.0, MAX_GAP_SECONDS) == 1020.0  # the clock is corrected
            assert await store.note_up(1025.0, MAX_GAP_SECONDS) == 1020.0

    asyncio.run(run())
