"""Jobs of bots as servers on one database share them: kept with the moves that they follow from,
and claimed by one server at a time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from heptapolis.server.database import Database
from heptapolis.server.errors import HeldBack
from heptapolis.server.schema import JOBS, SEATS, TABLES

FOREVER = 1e9  # seconds
_NOW = sa.func.extract("epoch", sa.func.clock_timestamp())  # one clock for all servers


@dataclass(frozen=True)
class Job:
    """A decision that a bot is to make."""

    table: str
    seat: int
    decision: int
    bot: str
    wait: float = field(default=0.0, compare=False)  # seconds that its choice is held back
    move: str = field(default="", compare=False)  # what the bot has chosen, if it has


class JobQueue:
    """Those of all tables. Whoever claims some either finishes or keeps them in time, or another
    server gets them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, jobs: Sequence[Job]) -> None:
        """Jobs that may be there already."""
        await self._database.write(lambda connection: add(connection, jobs))

    async def claim(
        self,
        owner: str,
        most: int,
        lease: float,
        kind: sa.ColumnElement[bool] | None = None,
        watched: Collection[str] | None = None,
    ) -> list[Job]:
        """Take jobs that nobody else has: of everybody who has opened tables one, then the next,
        and of each of their tables one; those who have jobs under way come later.

        ``kind``: only such jobs. ``watched``: tables of bots alone that are looked at here; others
        are left to the servers where they are, None is all. Where all is equal every server begins
        with other tables: at one table they would only be in each other's way."""
        allowed = JOBS.c.due <= _NOW if kind is None else (JOBS.c.due <= _NOW) & kind
        if watched is not None:
            has_people = sa.exists().where(SEATS.c.table_id == JOBS.c.table_id)
            allowed &= has_people | JOBS.c.table_id.in_(watched)
        return await self._book(_in_turn(allowed, owner, most), owner, lease)

    async def count(self, kind: sa.ColumnElement[bool]) -> int:
        """How many such jobs wait for any server."""
        query = sa.select(sa.func.count()).select_from(JOBS).where(JOBS.c.due <= _NOW, kind)
        return await self._database.read(lambda c: int(c.execute(query).scalar_one()))

    async def keep(self, owner: str, lease: float, jobs: Collection[Job]) -> None:
        """Go on with jobs that one has claimed."""
        those = sa.or_(sa.false(), *map(_is, jobs))
        await self._book(sa.select(JOBS).where(JOBS.c.owner == owner, those), owner, lease)

    async def free(self, owner: str) -> None:
        """Leave all that one has claimed to whoever comes."""
        await self._book(sa.select(JOBS).where(JOBS.c.owner == owner), None, 0.0)

    async def put_off(self, job: Job, pause: float) -> None:
        """Leave a job to whoever comes after a pause."""
        await self._book(sa.select(JOBS).where(_is(job)), None, pause)

    async def hold(self, job: Job, held: HeldBack) -> None:
        """Keep what a bot has chosen until it may be made. A change of the table waits for this,
        and finds the job free, or was before it: then whoever comes looks again at once."""

        def work(connection: sa.Connection) -> None:
            version = sa.select(TABLES.c.version).where(TABLES.c.id == job.table)
            now = connection.execute(version.with_for_update(read=True)).scalar_one_or_none()
            seconds = held.seconds if now == held.version else 0.0
            values = {"owner": None, "move": held.move, "due": _after(seconds)}
            connection.execute(JOBS.update().where(_is(job)).values(values))

        await self._database.write(work)

    async def end(self, job: Job) -> None:
        await self._database.write(lambda connection: connection.execute(_without(_is(job))))

    async def _book(self, query: sa.Select[Any], owner: str | None, seconds: float) -> list[Job]:
        """Whose jobs these are from now on, and how long. Nobody waits here: what another has
        locked is being claimed, or being ended by a move."""

        def work(connection: sa.Connection) -> list[Job]:
            rows = connection.execute(query.with_for_update(skip_locked=True)).all()
            jobs = [
                Job(row.table_id, row.seat, row.decision, row.bot, move=row.move or "")
                for row in rows
            ]
            for job in jobs:
                update = JOBS.update().where(_is(job)).values(owner=owner, due=_after(seconds))
                connection.execute(update)
            return jobs

        return await self._database.write(work)


def is_one_of(bots: Collection[str]) -> sa.ColumnElement[bool]:
    """Jobs of bots by these names."""
    return JOBS.c.bot.in_(bots)


def _in_turn(allowed: sa.ColumnElement[bool], owner: str, most: int) -> sa.Select[Any]:
    """The next jobs, by who opened the table and then by table."""
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
    """Jobs of decisions that are made end; those that are claimed go on; choices that are held
    back are due when the table says so now."""
    still = [(JOBS.c.seat == seat) & (JOBS.c.decision == n) for seat, n in decisions.items()]
    connection.execute(_without((JOBS.c.table_id == table) & ~sa.or_(sa.false(), *still)))
    is_held = JOBS.c.owner.is_(None) & JOBS.c.move.is_not(None)
    for job in jobs:
        connection.execute(JOBS.update().where(_is(job), is_held).values(due=_after(job.wait)))
    add(connection, jobs)


def add(connection: sa.Connection, jobs: Sequence[Job]) -> None:
    if jobs:
        rows = [
            {
                "table_id": job.table, "seat": job.seat, "decision": job.decision, "bot": job.bot,
                "due": _NOW,
            }
            for job in jobs
        ]  # fmt: skip
        connection.execute(insert(JOBS).values(rows).on_conflict_do_nothing())


def _after(seconds: float) -> sa.ColumnElement[Any]:
    return _NOW + min(seconds, FOREVER)


def _without(condition: sa.ColumnElement[bool]) -> sa.Delete:
    return JOBS.delete().where(condition)


def _is(job: Job) -> sa.ColumnElement[bool]:
    is_seat = (JOBS.c.table_id == job.table) & (JOBS.c.seat == job.seat)
    return is_seat & (JOBS.c.decision == job.decision)
