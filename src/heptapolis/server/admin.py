"""Do what a host asks: tables, guests, messages, notices, reports; and note it in the audit log."""

import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from heptapolis.server.errors import RequestError, UnplayableTable, not_found
from heptapolis.server.log_lines import shorten_table_id
from heptapolis.server.moderation import DAY_SECONDS, Moderation, network_in
from heptapolis.server.moderation_store import NOTICE, READ_ONLY
from heptapolis.server.open_tables import OpenTables
from heptapolis.server.sanitizer import clean, name_in
from heptapolis.server.store import Store
from heptapolis.spelling import suggest

LOG = logging.getLogger("heptapolis.server")
MAX_NOTICE_CHARS = 300
STATES = ("open", "playing", "over")


@dataclass(frozen=True)
class Action:
    """Describe an action: its arguments, of which those in brackets may be missing."""

    usage: str
    about: str
    is_change: bool = True

    @property
    def names(self) -> list[str]:
        return [word.strip("[]").lower() for word in self.usage.split()]

    @property
    def required(self) -> list[str]:
        return [word.lower() for word in self.usage.split() if not word.startswith("[")]


ACTIONS: Mapping[str, Action] = {
    "tables": Action("[STATE] [GUEST]", "list tables: open, playing, over; of a guest", False),
    "table": Action("TABLE", "show a table with its messages", False),
    "close": Action("TABLE", "end a table without a winner"),
    "delete": Action("TABLE", "delete a table with its log and messages"),
    "guests": Action("[NAME]", "list guests, or those with a name or id", False),
    "rename": Action("GUEST NAME", "give a guest another name"),
    "delete-guest": Action("GUEST", "delete a guest's identity, name and messages"),
    "ban": Action("TARGET [DAYS] [REASON]", "ban a guest or a network, such as 192.0.2.0/24"),
    "unban": Action("TARGET", "lift a ban"),
    "bans": Action("", "list the bans in force", False),
    "delete-message": Action("TABLE NUMBER", "blank a message in the log of a table"),
    "announce": Action("[TEXT]", "show a notice on all pages; without a text, remove it"),
    "read-only": Action("STATE", "on: games can be watched but not changed; off"),
    "reports": Action("[STATE]", "list open reports of players; all: the closed ones too", False),
    "close-report": Action("REPORT", "close a report"),
    "audit": Action("", "list what admins have done", False),
}


class Admin:
    """Do the actions of hosts on a database, and on the tables that this server has open."""

    def __init__(
        self, store: Store, moderation: Moderation, tables: OpenTables | None = None
    ) -> None:
        self._store, self._kept = store, store.moderation
        self._moderation, self._tables = moderation, tables

    async def run(self, name: str, arguments: Mapping[str, str], actor: str) -> Any:
        """Do an action and return its result as JSON. Raise RequestError if it is refused."""
        check_arguments(name, arguments)
        method = f"do_{name.replace('-', '_')}"
        do: Callable[..., Coroutine[Any, Any, Any]] = getattr(self, method)
        result = await do(**arguments)
        if ACTIONS[name].is_change:
            await self._kept.note(actor, name, arguments)
            words = (_in_log(*argument) for argument in arguments.items())
            LOG.info("admin: %s did %s %s", actor, name, " ".join(words))
            await self._moderation.load()
        return result

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    async def do_tables(self, state: str | None = None, guest: str | None = None) -> Any:
        if state not in (None, *STATES):
            raise RequestError(422, "invalid", f"state: {', '.join(STATES)}, got {state!r}")
        return await self._kept.tables(state=state, guest=guest)

    async def do_table(self, table: str) -> Any:
        return await self._kept.table(table)

    async def do_close(self, table: str) -> None:
        await self._refresh(table, await self._kept.close_table(table))

    async def do_delete(self, table: str) -> None:
        with suppress(RequestError):  # it is over already
            await self.do_close(table)  # so that its players' pages end
        await self.delete_finished(table)

    async def delete_finished(self, table: str) -> None:
        """Delete a table that is over, without a line in the audit log."""
        await self._kept.delete_table(table)
        if self._tables and (loaded := self._tables.loaded.get(table)):
            self._tables.unload(loaded)

    async def do_delete_message(self, table: str, number: str) -> None:
        if not number.isdecimal():
            raise RequestError(422, "invalid", f"number: of a message, got {number!r}")
        await self._refresh(table, await self._kept.redact(table, int(number)))

    async def _refresh(self, table: str, version: int) -> None:
        """Let a table that is open here read what was appended."""
        if self._tables and (loaded := self._tables.loaded.get(table)):
            try:
                await loaded.catch_up(version)
            except UnplayableTable:
                self._tables.unload(loaded)

    # ── guests ───────────────────────────────────────────────────────────────────────────────────

    async def do_guests(self, name: str | None = None) -> Any:
        return await self._kept.guests(name)

    async def do_rename(self, guest: str, name: str) -> None:
        await self._check_guest(guest)
        await self._store.rename(guest, name_in(name))

    async def do_delete_guest(self, guest: str) -> None:
        versions = await self._kept.delete_guest(guest)
        self._store.forget_guest(guest)
        for table, version in versions.items():
            await self._refresh(table, version)

    async def do_ban(self, target: str, days: str | None = None, reason: str = "") -> None:
        try:
            seconds = float(days) * DAY_SECONDS if days else None
        except ValueError:
            raise RequestError(422, "invalid", f"days: a number, got {days!r}") from None
        network = network_in(target)
        if network is None:
            await self._check_guest(target)
        until = None if seconds is None else time.time() + seconds
        await self._kept.ban(str(network or target), until, clean(reason, MAX_NOTICE_CHARS))

    async def do_unban(self, target: str) -> None:
        await self._kept.unban(str(network_in(target) or target))

    async def do_bans(self) -> Any:
        return [vars(ban) for ban in await self._kept.bans(time.time())]

    async def _check_guest(self, guest: str) -> None:
        if await self._store.guest(guest) is None:
            raise not_found("guest")

    # ── the site ─────────────────────────────────────────────────────────────────────────────────

    async def do_announce(self, text: str = "") -> None:
        await self._kept.set_fact(NOTICE, clean(text, MAX_NOTICE_CHARS))

    async def do_read_only(self, state: str) -> None:
        if state not in ("on", "off"):
            raise RequestError(422, "invalid", f"state: on or off, got {state!r}")
        await self._kept.set_fact(READ_ONLY, "on" if state == "on" else "")

    async def do_reports(self, state: str = "open") -> Any:
        if state not in ("open", "all"):
            raise RequestError(422, "invalid", f"state: open or all, got {state!r}")
        return await self._kept.reports(all_too=state == "all")

    async def do_close_report(self, report: str) -> None:
        await self._kept.close_report(report)

    async def do_audit(self) -> Any:
        return await self._kept.audit()


def _in_log(name: str, value: str) -> str:
    """Return an argument for the log: a table's id is an invitation."""
    return shorten_table_id(value) if name == "table" else value


def check_arguments(name: str, arguments: Mapping[str, str]) -> None:
    """Raise RequestError unless an action has these arguments."""
    action = ACTIONS.get(name)
    if action is None:
        raise RequestError(422, "invalid", f"no action {name!r}{suggest(name, ACTIONS)}")
    is_complete = set(action.required) <= arguments.keys() <= set(action.names)
    if not is_complete or not all(isinstance(value, str) for value in arguments.values()):
        raise RequestError(422, "invalid", f"usage: {name} {action.usage}")
