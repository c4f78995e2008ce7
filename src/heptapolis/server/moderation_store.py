"""Store what hosts decide: closed and deleted tables, bans, reports, notices and the audit log.

Nothing here replays a game, so it works beside running servers and for games that this release
cannot play. Every change of a table is an entry of its log, which servers read like each other's.
"""

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import sqlalchemy as sa

from heptapolis.server.database import Database, Transaction, announce
from heptapolis.server.errors import RequestError, not_found
from heptapolis.server.log_messages import (
    FORGET_KIND,
    MESSAGE_KINDS,
    NAMED_KINDS,
    blank_message,
)
from heptapolis.server.schema import (
    AUDIT,
    BANS,
    CODES,
    FACTS,
    GUESTS,
    JOBS,
    LOG,
    MUTES,
    REPORTS,
    SEATS,
    TABLES,
)

T = TypeVar("T")
DELETED_TABLE_VERSION = 0  # version that announces a deleted table
SITE = "-"  # stands for a table's id when hosts have changed something else
DELETED_NAME = "Guest 0"  # of a deleted guest, at the tables where they played
ENDED_SESSION = "ended "  # facts about sessions of the admin page begin with it
NOTICE, READ_ONLY = "notice", "read_only"  # names of facts
MAX_ROWS = 1000
REPORT_ENTRIES = 40  # last entries of the log, and last messages, that a report keeps
NO_NETWORK = {"network": None, "network_at": None}


@dataclass(frozen=True)
class Ban:
    """Describe a ban of a guest's id or of a network, until a time or for ever."""

    id: str
    target: str
    until: float | None
    reason: str
    created: float


class ModerationStore:
    """Read and write what concerns hosts. `Store.moderation` is one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ── tables ───────────────────────────────────────────────────────────────────────────────────

    async def tables(
        self, *, state: str | None = None, guest: str | None = None, most: int = MAX_ROWS
    ) -> list[dict[str, Any]]:
        """Return tables in a state or of a guest, the latest first."""
        columns = (TABLES.c.id, TABLES.c.state, TABLES.c.options, TABLES.c.summary)
        query = sa.select(
            *columns, TABLES.c.version, TABLES.c.is_private, TABLES.c.created, TABLES.c.changed
        )
        if state:
            query = query.where(TABLES.c.state == state)
        if guest:
            own = sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
            query = query.where(TABLES.c.id.in_(own))
        query = query.order_by(TABLES.c.changed.desc(), TABLES.c.id).limit(most)
        return [_table_facts(row) for row in await self._all(query)]

    async def table(self, id: str) -> dict[str, Any]:
        """Return a table with its messages. Its seed and moves stay secret."""
        rows = await self._all(sa.select(TABLES).where(TABLES.c.id == id))
        if not rows:
            raise not_found("table")
        said = (LOG.c.table_id == id) & LOG.c.kind.in_(MESSAGE_KINDS)
        query = sa.select(LOG).where(said).order_by(LOG.c.number.desc()).limit(MAX_ROWS)
        messages = [_message_facts(row) for row in await self._all(query)]
        return {**_table_facts(rows[0]), "messages": messages[::-1]}

    async def close_table(self, id: str) -> int:
        """End a table that waits for players or is being played; return its new version."""

        def work(connection: sa.Connection) -> int:
            row = _locked_table(connection, id)
            if row.state == "over":
                raise RequestError(409, "over", "this game is over already")
            details = {**json.loads(row.summary), "end": "abandoned", "to_move": []}
            connection.execute(JOBS.delete().where(JOBS.c.table_id == id))
            changes = {"state": "over", "summary": json.dumps(details)}
            return self._append(connection, row, "expire", **changes)

        return await self._database.write(work)

    async def redact(self, id: str, number: int) -> int:
        """Blank a message in the log and append that; return the table's new version."""

        def work(connection: sa.Connection) -> int:
            row = _locked_table(connection, id)
            is_entry = (LOG.c.table_id == id) & (LOG.c.number == number)
            entry = connection.execute(sa.select(LOG).where(is_entry)).one_or_none()
            if entry is None or entry.kind not in MESSAGE_KINDS:
                raise not_found("message")
            connection.execute(LOG.update().where(is_entry).values(text=blank_message(entry.text)))
            return self._append(connection, row, "redact", str(number))

        return await self._erase(work)

    async def delete_table(self, id: str) -> None:
        """Delete a table with its log. Servers that have it open forget it."""

        def work(connection: sa.Connection) -> None:
            _locked_table(connection, id)
            for table in (LOG, JOBS, SEATS):
                connection.execute(table.delete().where(table.c.table_id == id))
            connection.execute(TABLES.delete().where(TABLES.c.id == id))
            self._announce(connection, id, DELETED_TABLE_VERSION)

        await self._erase(work)

    async def finished_before(self, since: float, most: int) -> list[str]:
        """Return finished tables without a change since a time."""
        is_old = (TABLES.c.state == "over") & (TABLES.c.changed < since)
        return [row.id for row in await self._all(sa.select(TABLES.c.id).where(is_old).limit(most))]

    def _append(
        self,
        connection: sa.Connection,
        row: Any,
        kind: str,
        text: str = "",
        guest: str | None = None,
        **changes: Any,
    ) -> int:
        """Append an entry to the log of a locked table, with changes of the table."""
        version, now = row.version + 1, time.time()
        entry = {"table_id": row.id, "number": version, "kind": kind, "guest": guest, "at": now}
        connection.execute(LOG.insert().values(text=text, **entry))
        update = TABLES.update().where(TABLES.c.id == row.id)
        connection.execute(update.values(version=version, changed=now, **changes))
        self._announce(connection, row.id, version)
        return int(version)

    def _announce(self, connection: sa.Connection, id: str, version: int) -> None:
        """Let the other servers follow, if there can be any."""
        if self._database.is_shared:
            announce(connection, f"{id} {version} 0")

    async def _erase(self, work: Transaction[T]) -> T:
        """Run a transaction that deletes texts, and leave no bytes of them behind."""
        result = await self._database.write(work)
        await self._database.scrub()
        return result

    # ── guests ───────────────────────────────────────────────────────────────────────────────────

    async def guests(self, name: str | None, most: int = MAX_ROWS) -> list[dict[str, Any]]:
        """Return guests with their number of seats, those with a name or id first seen last."""
        seats = sa.select(sa.func.count()).where(SEATS.c.guest == GUESTS.c.id).scalar_subquery()
        query = sa.select(
            GUESTS.c.id,
            GUESTS.c.name,
            GUESTS.c.created,
            seats.label("seats"),
            GUESTS.c.network,
            GUESTS.c.network_at,
        )
        query = query.where(GUESTS.c.deleted.is_(None))
        if name:
            is_named = GUESTS.c.name.icontains(name, autoescape=True) | (GUESTS.c.id == name)
            query = query.where(is_named)
        query = query.order_by(GUESTS.c.created.desc(), GUESTS.c.id).limit(most)
        return [dict(row._mapping) for row in await self._all(query)]

    async def delete_guest(self, id: str) -> dict[str, int]:
        """Delete a guest's name, messages, codes and mutes; return the new versions of their
        tables.

        Their seats stay, so that others' games can be replayed, under a neutral name. An entry
        in the log of each table lets servers that have it open read the whole log again.
        """

        def work(connection: sa.Connection) -> dict[str, int]:
            is_guest = (GUESTS.c.id == id) & GUESTS.c.deleted.is_(None)
            values = {"name": DELETED_NAME, "deleted": time.time(), **NO_NETWORK}
            if connection.execute(GUESTS.update().where(is_guest).values(values)).rowcount != 1:
                raise not_found("guest")
            connection.execute(CODES.delete().where(CODES.c.guest == id))
            connection.execute(MUTES.delete().where((MUTES.c.guest == id) | (MUTES.c.muted == id)))
            said = (LOG.c.guest == id) & LOG.c.kind.in_(MESSAGE_KINDS)
            blank = json.dumps([DELETED_NAME, ""])
            connection.execute(LOG.update().where(said).values(text=blank))
            sat = (LOG.c.guest == id) & (LOG.c.kind == "sit")
            connection.execute(LOG.update().where(sat).values(text=DELETED_NAME))
            traces = (LOG.c.guest == id) & LOG.c.kind.in_(NAMED_KINDS)
            tables = sa.union(
                sa.select(LOG.c.table_id).where(traces),
                sa.select(SEATS.c.table_id).where(SEATS.c.guest == id),
            )
            ids = sorted(connection.execute(tables).scalars())  # the same order prevents deadlocks
            return {table: self._forget(connection, table, id) for table in ids}

        return await self._erase(work)

    def _forget(self, connection: sa.Connection, table: str, guest: str) -> int:
        """Replace a guest's name in the summary of a table and in the entry that began its game.

        Return the table's new version.
        """
        row = _locked_table(connection, table)
        summary = json.loads(row.summary)
        seats = [n for n, one in enumerate(summary.get("chairs", [])) if one["guest"] == guest]
        for seat in seats:
            summary["chairs"][seat]["name"] = DELETED_NAME
        is_start = (LOG.c.table_id == table) & (LOG.c.kind == "start")
        for text in connection.execute(sa.select(LOG.c.text).where(is_start)).scalars().all():
            names = json.loads(text)
            names = [DELETED_NAME if n in seats else name for n, name in enumerate(names)]
            connection.execute(LOG.update().where(is_start).values(text=json.dumps(names)))
        changes = {"summary": json.dumps(summary)}
        return self._append(connection, row, FORGET_KIND, guest=guest, **changes)

    async def note_network(self, guest: str, network: str, now: float) -> None:
        """Store the network of a guest's last change, so that hosts can ban it."""
        values = {"network": network, "network_at": now}
        await self._execute(GUESTS.update().where(GUESTS.c.id == guest).values(values))

    async def forget_networks(self, before: float) -> None:
        """Remove the networks of guests who have changed nothing since a time."""
        is_old = GUESTS.c.network_at < before
        await self._execute(GUESTS.update().where(is_old).values(NO_NETWORK))

    async def unused_guests(self, since: float, most: int) -> list[str]:
        """Return guests created before a time who have left no trace at any table."""
        traces = (SEATS.c.guest, LOG.c.guest, MUTES.c.guest, MUTES.c.muted, CODES.c.guest)
        used = [sa.exists().where(column == GUESTS.c.id) for column in traces]
        query = sa.select(GUESTS.c.id).where(GUESTS.c.created < since, ~sa.or_(*used)).limit(most)
        return [row.id for row in await self._all(query)]

    async def remove_guests(self, ids: Sequence[str]) -> None:
        """Delete guests who have left no trace."""
        await self._execute(GUESTS.delete().where(GUESTS.c.id.in_(ids)))

    # ── bans, notices and read-only mode ─────────────────────────────────────────────────────────

    async def bans(self, now: float) -> list[Ban]:
        """Return the bans in force."""
        in_force = BANS.c.until.is_(None) | (BANS.c.until > now)
        query = sa.select(BANS).where(in_force).order_by(BANS.c.created.desc(), BANS.c.id)
        return [Ban(**row._mapping) for row in await self._all(query)]

    async def ban(self, target: str, until: float | None, reason: str) -> None:
        values = {"target": target, "until": until, "reason": reason}
        await self._execute(
            BANS.delete().where(BANS.c.target == target),
            BANS.insert().values(id=_new_id(), created=time.time(), **values),
        )

    async def unban(self, target: str) -> None:
        query = BANS.delete().where(BANS.c.target == target)
        if not await self._database.write(lambda c: c.execute(query).rowcount):
            raise not_found("ban")

    async def fact(self, name: str) -> str:
        """Return a fact, or an empty text."""
        rows = await self._all(sa.select(FACTS.c.value).where(FACTS.c.name == name))
        return str(rows[0].value) if rows else ""

    async def set_fact(self, name: str, value: str) -> None:
        await self._execute(
            FACTS.delete().where(FACTS.c.name == name),
            FACTS.insert().values(name=name, value=value),
        )

    async def end_session(self, session: str, now: float, until: float) -> None:
        """Note that a session of the admin page has ended, until it would have ended by itself."""
        is_past = FACTS.c.name.startswith(ENDED_SESSION) & (FACTS.c.value < f"{now:010.0f}")
        name, value = ENDED_SESSION + session, f"{until:010.0f}"
        await self._execute(
            FACTS.delete().where(is_past | (FACTS.c.name == name)),
            FACTS.insert().values(name=name, value=value),
        )

    async def has_ended(self, session: str) -> bool:
        return bool(await self.fact(ENDED_SESSION + session))

    # ── reports and the audit log ────────────────────────────────────────────────────────────────

    async def report(self, table: str, guest: str, text: str, reported: str | None = None) -> None:
        """Keep a report of a player with the last entries and messages of the table."""

        def work(connection: sa.Connection) -> None:
            own = LOG.c.table_id == table
            around: dict[int, dict[str, Any]] = {}
            for kind in (LOG.c.kind.in_(NAMED_KINDS), LOG.c.kind != "open"):
                query = sa.select(LOG).where(own, kind).order_by(LOG.c.number.desc())
                rows = connection.execute(query.limit(REPORT_ENTRIES))
                around |= {row.number: _entry_facts(row) for row in rows}
            values = {"table_id": table, "guest": guest, "text": text, "reported": reported}
            context = json.dumps([around[n] for n in sorted(around)], ensure_ascii=False)
            row = {"id": _new_id(), "context": context, "created": time.time(), **values}
            connection.execute(REPORTS.insert().values(row))

        await self._database.write(work)

    async def reports(self, *, all_too: bool = False) -> list[dict[str, Any]]:
        """Return the open reports, oldest first, or the closed ones too."""
        query = sa.select(REPORTS).order_by(REPORTS.c.created, REPORTS.c.id).limit(MAX_ROWS)
        if not all_too:
            query = query.where(REPORTS.c.closed.is_(None))
        return [
            {**row._mapping, "context": json.loads(row.context)} for row in await self._all(query)
        ]

    async def close_report(self, id: str) -> None:
        is_open = (REPORTS.c.id == id) & REPORTS.c.closed.is_(None)
        query = REPORTS.update().where(is_open).values(closed=time.time())
        if not await self._database.write(lambda c: c.execute(query).rowcount):
            raise not_found("report")

    async def note(self, actor: str, action: str, details: Mapping[str, object]) -> None:
        """Add a line to the audit log. Other servers then read bans, notice and mode again."""
        text = json.dumps(details, ensure_ascii=False)
        values = {"at": time.time(), "actor": actor[:64], "action": action, "details": text}

        def work(connection: sa.Connection) -> None:
            connection.execute(AUDIT.insert().values(id=_new_id(), **values))
            self._announce(connection, SITE, DELETED_TABLE_VERSION)

        await self._database.write(work)

    async def audit(self, most: int = MAX_ROWS) -> list[dict[str, Any]]:
        """Return the audit log, latest first."""
        query = sa.select(AUDIT).order_by(AUDIT.c.at.desc(), AUDIT.c.id).limit(most)
        rows = [dict(row._mapping) for row in await self._all(query)]
        return [{**row, "details": json.loads(row["details"])} for row in rows]

    async def _all(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await self._database.read(lambda connection: connection.execute(query).all())

    async def _execute(self, *changes: sa.Executable) -> None:
        def work(connection: sa.Connection) -> None:
            for change in changes:
                connection.execute(change)

        await self._database.write(work)


def _locked_table(connection: sa.Connection, id: str) -> Any:
    """Return a table's row, which no server can change before this transaction ends."""
    query = sa.select(TABLES).where(TABLES.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise not_found("table")
    return row


def _table_facts(row: Any) -> dict[str, Any]:
    options, summary = json.loads(row.options), json.loads(row.summary)
    names = ("host", "age", "turn", "end")
    return {
        "id": row.id,
        "state": row.state,
        "game": options.get("game"),
        "private": row.is_private,
        "version": row.version,
        "created": row.created,
        "changed": row.changed,
        **{name: summary.get(name) for name in names},
        "chairs": [
            {key: chair.get(key) for key in ("guest", "name", "bot")}
            for chair in summary.get("chairs", [])
        ],
    }


def _message_facts(row: Any) -> dict[str, Any]:
    name, text = json.loads(row.text)
    return {"number": row.number, "at": row.at, "guest": row.guest, "name": name, "text": text}


def _entry_facts(row: Any) -> dict[str, Any]:
    """Return an entry without what could reveal a card: only words and names have their text."""
    values = {"number": row.number, "kind": row.kind, "at": row.at}
    text = row.text if row.kind in NAMED_KINDS else ""
    return {**values, "seat": row.seat, "guest": row.guest, "text": text}


def _new_id() -> str:
    return secrets.token_hex(8)
