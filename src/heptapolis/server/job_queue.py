"""Share the jobs of bots between servers on one database.

Jobs are stored in the same transaction as the moves that cause them, and claimed by one server
at a time.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from heptapolis.server.database import Database
from heptapolis.server.errors import ChoiceDelay
from heptapolis.server.schema import JOBS, SEATS, TABLES

FOREVER_SECONDS = 1e9
# the database clock, the same for all servers
_NOW = sa.func.extract("epoch", sa.func.clock_timestamp())


@dataclass(frozen=True)
class Job:
    """Describe a decision that a bot has to make."""

    table: str
    seat: int
    decision: int
    bot: str
    wait: float = field(default=0.0, compare=False)  # seconds for which the choice is held back
    move: str = field(default="", compare=False)  # the move that the bot has chosen, if any


class JobQueue:
    """Queue the jobs of all tables. A server finishes or renews its claims, or they expire."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, jobs: Sequence[Job]) -> None:
        """Add jobs unless they exist."""
        await self._database.write(lambda connection: add(connection, jobs))

    async def claim(
        self,
        owner: str,
        most: int,
        lease: float,
        kind: sa.ColumnElement[bool] | None = None,
        watched: Collection[str] | None = None,
    ) -> list[Job]:
        """Claim free jobs, round-robin by host and then by table; busy hosts come later.

        ``kind`` filters jobs. ``watched`` lists the tables of bots alone that have a viewer on
        this server; those of other servers are left to them, and None means no restriction. Ties
        are ordered differently on each server, to avoid contention for one table.
        """
        allowed = JOBS.c.due <= _NOW if kind is None else (JOBS.c.due <= _NOW) & kind
        if watched is not None:
            has_people = sa.exists().where(SEATS.c.table_id == JOBS.c.table_id)
            allowed &= has_people | JOBS.c.table_id.in_(watched)
        return await self._assign(_next_jobs(allowed, owner, most), owner, lease)

    async def count(self, kind: sa.ColumnElement[bool]) -> int:
        """Return how many such jobs are due."""
        query = sa.select(sa.func.count()).select_from(JOBS).where(JOBS.c.due <= _NOW, kind)
        return await self._database.read(lambda c: int(c.execute(query).scalar_one()))

    async def keep(self, owner: str, lease: float, jobs: Collection[Job]) -> None:
        """Renew the lease of claimed jobs."""
        those = sa.or_(sa.false(), *map(_matches, jobs))
        await self._assign(sa.select(JOBS).where(JOBS.c.owner == owner, those), owner, lease)

    async def release(self, owner: str) -> None:
        """Release all jobs claimed by a server."""
        await self._assign(sa.select(JOBS).where(JOBS.c.owner == owner), None, 0.0)

    async def postpone(self, job: Job, pause: float) -> None:
        """Release a job after a pause."""
        await self._assign(sa.select(JOBS).where(_matches(job)), None, pause)

    async def hold(self, job: Job, held: ChoiceDelay) -> None:
        """Store a held-back choice with its job until it may be made.

        The table's row is locked: a later change of the table finds the job released, and after
        an earlier change the job is due at once.
        """

        def work(connection: sa.Connection) -> None:
            version = sa.select(TABLES.c.version).where(TABLES.c.id == job.table)
            now = connection.execute(version.with_for_update(read=True)).scalar_one_or_none()
            seconds = held.seconds if now == held.version else 0.0
            values = {"owner": None, "move": held.move, "due": _due_after(seconds)}
            connection.execute(JOBS.update().where(_matches(job)).values(values))

        await self._database.write(work)

    async def end(self, job: Job) -> None:
        await self._database.write(
            lambda connection: connection.execute(_delete_where(_matches(job)))
        )

    async def _assign(self, query: sa.Select[Any], owner: str | None, seconds: float) -> list[Job]:
        """Assign jobs to an owner for some seconds.

        Rows locked by another server are skipped: they are being claimed, or ended by a move.
        """

        def work(connection: sa.Connection) -> list[Job]:
            rows = connection.execute(query.with_for_update(skip_locked=True)).all()
            jobs = [
                Job(row.table_id, row.seat, row.decision, row.bot, move=row.move or "")
                for row in rows
            ]
            for job in jobs:
                update = (
                    JOBS.update().where(_matches(job)).values(owner=owner, due=_due_after(seconds))
                )
                connection.execute(update)
            return jobs

        return await self._database.write(work)


def is_one_of(bots: Collection[str]) -> sa.ColumnElement[bool]:
    """Return the condition for jobs of these bots."""
    return JOBS.c.bot.in_(bots)


def _next_jobs(allowed: sa.ColumnElement[bool], owner: str, most: int) -> sa.Select[Any]:
    """Return the query for the next jobs, by host and then by table."""
    host = sa.cast(TABLES.c.summary, sa.JSON)["host"].as_string()
    at_table = sa.func.row_number().over(partition_by=JOBS.c.table_id, order_by=JOBS.c.due)
    columns = (JOBS.c.table_id, JOBS.c.seat, JOBS.c.decision, JOBS.c.due)
    by_table = (
        sa.select(*columns, host.label("host"), at_table.label("at_table"))
        .join(TABLES, TABLES.c.id == JOBS.c.table_id)
        .where(allowed)
        .subquery()
    )
    busy = (
        sa.select(host.label("host"), sa.func.count().label("n"))
        .select_from(JOBS.join(TABLES, TABLES.c.id == JOBS.c.table_id))
        .where(JOBS.c.owner.is_not(None), JOBS.c.due > _NOW)
        .group_by(host)
        .subquery()
    )
    place = sa.func.row_number().over(
        partition_by=by_table.c.host, order_by=(by_table.c.at_table, by_table.c.due)
    )
    turn = place + sa.func.coalesce(busy.c.n, 0)
    keys = (
        sa.select(by_table.c.table_id, by_table.c.seat, by_table.c.decision)
        .outerjoin(busy, busy.c.host == by_table.c.host)
        .order_by(turn, sa.func.md5(by_table.c.table_id + owner), by_table.c.due)
        .limit(most)
    )
    return sa.select(JOBS).where(
        sa.tuple_(JOBS.c.table_id, JOBS.c.seat, JOBS.c.decision).in_(keys), allowed
    )


def replace(
    connection: sa.Connection, table: str, decisions: Mapping[int, int], jobs: Sequence[Job]
) -> None:
    """Replace the jobs of a table after a change.

    Jobs of closed decisions are deleted, claimed ones stay, and held-back choices get a new due
    time.
    """
    open_decisions = [
        (JOBS.c.seat == seat) & (JOBS.c.decision == n) for seat, n in decisions.items()
    ]
    connection.execute(
        _delete_where((JOBS.c.table_id == table) & ~sa.or_(sa.false(), *open_decisions))
    )
    is_held = JOBS.c.owner.is_(None) & JOBS.c.move.is_not(None)
    for job in jobs:
        connection.execute(
            JOBS.update().where(_matches(job), is_held).values(due=_due_after(job.wait))
        )
    add(connection, jobs)


def add(connection: sa.Connection, jobs: Sequence[Job]) -> None:
    if jobs:
        rows = [
            {
                "table_id": job.table,
                "seat": job.seat,
                "decision": job.decision,
                "bot": job.bot,
                "due": _NOW,
            }
            for job in jobs
        ]
        connection.execute(insert(JOBS).values(rows).on_conflict_do_nothing())


def _due_after(seconds: float) -> sa.ColumnElement[Any]:
    return _NOW + min(seconds, FOREVER_SECONDS)


def _delete_where(condition: sa.ColumnElement[bool]) -> sa.Delete:
    return JOBS.delete().where(condition)


def _matches(job: Job) -> sa.ColumnElement[bool]:
    is_seat = (JOBS.c.table_id == job.table) & (JOBS.c.seat == job.seat)
    return is_seat & (JOBS.c.decision == job.decision)
