"""Old games and unused guests that a server deletes."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from heptapolis.server.admin import Admin
from heptapolis.server.moderation import DAY_SECONDS
from heptapolis.server.retention import Retention
from heptapolis.server.settings import Settings
from tests.server.conftest import settings_for
from tests.server.inside import LocalServer, local_server


def retention_of(server: LocalServer, settings: Settings) -> Retention:
    store = server.registry.store
    admin = Admin(store, server.app.state.moderation, server.registry.tables)
    return Retention(settings, store, admin)


def left(settings: Settings, days: float) -> tuple[list[str], list[str], list[object]]:
    """Return tables, guests and the audit log after some days."""

    async def work() -> tuple[list[str], list[str], list[object]]:
        async with local_server(settings) as server:
            ann, _ = await server.guest("Ann"), await server.guest("Passer-by")
            finished = await server.table([ann], seats=3, bots=["random", "random"])
            await server.post(f"/tables/{finished.id}/abandon", ann)
            assert finished.state == "over"
            await server.table([ann], seats=3)
            retention = retention_of(server, settings)
            await retention.delete_old(time.time() + days * DAY_SECONDS)
            kept = server.registry.store.moderation
            tables = [str(one["state"]) for one in await kept.tables()]
            guests = [str(one["name"]) for one in await kept.guests(None)]
            if "over" not in tables:
                assert finished.id not in server.registry.tables.loaded
                assert (await server.http.get(f"/api/tables/{finished.id}")).status_code == 404
            return tables, sorted(guests), [one["details"] for one in await kept.audit()]

    return asyncio.run(work())


@pytest.mark.parametrize(
    ("changes", "days", "tables", "guests", "noted"),
    [
        ({}, 9999, ["open", "over"], ["Ann", "Passer-by"], []),
        ({"keep_finished_days": 30}, 29, ["open", "over"], ["Ann", "Passer-by"], []),
        (
            {"keep_finished_days": 30},
            31,
            ["open"],
            ["Ann", "Passer-by"],
            [{"tables": 1, "guests": 0}],
        ),
        (
            {"keep_unused_guests_days": 7},
            8,
            ["open", "over"],
            ["Ann"],
            [{"tables": 0, "guests": 1}],
        ),
    ],
)
def test_only_what_the_settings_name_is_deleted(
    tmp_path: Path,
    changes: dict[str, float],
    days: float,
    tables: list[str],
    guests: list[str],
    noted: list[object],
) -> None:
    found = left(settings_for(tmp_path, **changes), days)
    assert (sorted(found[0]), found[1], found[2]) == (tables, guests, noted)


def test_a_server_deletes_by_itself_and_two_do_not_disturb_each_other(shared: Settings) -> None:
    settings = replace(shared, keep_finished_days=1.0)

    async def work() -> None:
        async with local_server(settings) as first, local_server(settings) as second:
            ann = await first.guest("Ann")
            table = await first.table([ann], seats=3, bots=["random", "random"])
            await first.post(f"/tables/{table.id}/abandon", ann)
            later = time.time() + 2 * DAY_SECONDS
            both = (retention_of(one, settings).delete_old(later) for one in (first, second))
            await asyncio.gather(*both)
            assert await first.registry.store.moderation.tables() == []

    asyncio.run(work())


@pytest.mark.parametrize(("days", "stored"), [(14.0, "127.0.0.0/24"), (0.0, None)])
def test_networks_of_guests_are_stored_for_some_days(
    tmp_path: Path, days: float, stored: str | None
) -> None:
    settings = settings_for(tmp_path, keep_networks_days=days)

    async def work() -> None:
        async with local_server(settings) as server:
            ann = await server.guest("Ann")
            kept, retention = server.registry.store.moderation, retention_of(server, settings)

            async def networks() -> list[str | None]:
                return [one["network"] for one in await kept.guests(None)]

            assert await networks() == [None], "a guest who has changed nothing"
            await server.table([ann], seats=3)
            assert await networks() == [stored]
            await retention.delete_old(time.time() + (days - 1) * DAY_SECONDS)
            assert await networks() == [stored]
            await retention.delete_old(time.time() + (days + 1) * DAY_SECONDS)
            assert await networks() == [None]

    asyncio.run(work())


def test_the_default_is_to_keep_networks_for_two_weeks() -> None:
    assert Settings().keep_networks_days == 14.0
    with pytest.raises(ValueError, match="keep_networks_days"):
        Settings(keep_networks_days=-1.0)
