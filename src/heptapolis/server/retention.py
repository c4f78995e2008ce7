"""Delete old finished games and unused guests, if the settings say so."""

import asyncio
import logging
import time

from heptapolis.server.admin import Admin
from heptapolis.server.background import logging_failures
from heptapolis.server.errors import RequestError
from heptapolis.server.moderation import DAY_SECONDS
from heptapolis.server.settings import Settings
from heptapolis.server.store import Store

LOG = logging.getLogger("heptapolis.server")
INTERVAL_SECONDS = 3600.0
DELETIONS_PER_BATCH = 100  # between batches, requests of players are answered
ACTOR = "retention"  # in the audit log


class Retention:
    """Delete what is older than the settings allow: by default only guests' networks."""

    def __init__(self, settings: Settings, store: Store, admin: Admin) -> None:
        self._settings, self._store, self._admin = settings, store, admin

    async def run(self) -> None:
        while True:
            with logging_failures("cannot delete old games"):
                await self.delete_old(time.time())
            await asyncio.sleep(INTERVAL_SECONDS)

    async def delete_old(self, now: float) -> None:
        """Delete finished games and unused guests, and note their numbers."""
        await self._store.moderation.forget_networks(
            now - self._settings.keep_networks_days * DAY_SECONDS
        )
        deleted = {"tables": 0, "guests": 0}
        if days := self._settings.keep_finished_days:
            deleted["tables"] = await self._delete_tables(now - days * DAY_SECONDS)
        if days := self._settings.keep_unused_guests_days:
            deleted["guests"] = await self._delete_guests(now - days * DAY_SECONDS)
        if any(deleted.values()):
            await self._store.moderation.note(ACTOR, "delete", deleted)
            LOG.info("retention: %(tables)d tables and %(guests)d guests deleted", deleted)

    async def _delete_tables(self, since: float) -> int:
        number = 0
        while tables := await self._store.moderation.finished_before(since, DELETIONS_PER_BATCH):
            for table in tables:
                try:
                    await self._admin.delete_finished(table)
                    number += 1
                except RequestError as error:
                    if error.code != "not_found":  # another server was faster
                        raise
        return number

    async def _delete_guests(self, since: float) -> int:
        number = 0
        while guests := await self._store.moderation.unused_guests(since, DELETIONS_PER_BATCH):
            await self._store.moderation.remove_guests(guests)
            for guest in guests:
                self._store.forget_guest(guest)
            number += len(guests)
        return number
