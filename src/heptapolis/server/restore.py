"""Restore a backup into an empty database of either kind."""

import asyncio
from pathlib import Path

import sqlalchemy as sa

from heptapolis.server.backup import Backup, Header, Report, check_backup, open_backup
from heptapolis.server.database import database_at, location, one_line_failures
from heptapolis.server.schema import GUESTS, TABLES, VERSION_TABLE, schema_version, upgrade

PROTECTED_TABLES = (GUESTS, TABLES)  # a database with rows in these is not overwritten


class OccupiedDatabase(ValueError):
    """Report a database that a backup would change."""


def restore_backup(
    path: Path,
    url: str,
    report_check: Report = lambda _done, _total: None,
    report: Report = lambda _done, _total: None,
) -> Header:
    """Restore a backup in one transaction. Raise ValueError or OSError in one line.

    The file is checked first, and a database with games is left as it is.
    """
    check_backup(path, report_check)
    with open_backup(path) as backup:
        asyncio.run(_restore(backup, url, report))
        return backup.header


async def _restore(backup: Backup, url: str, report: Report) -> None:
    database = database_at(url)
    try:
        with one_line_failures(sa.make_url(url)):
            await database.write(lambda connection: _fill(connection, backup, report))
    except OccupiedDatabase as error:
        await database.abandon()
        raise OSError(f"{location(sa.make_url(url))}: {error}") from None
    except BaseException:
        await database.abandon()
        raise
    await database.close()


def _fill(connection: sa.Connection, backup: Backup, report: Report) -> None:
    """Create the schema of the backup, insert its rows, and upgrade them."""
    names = sa.inspect(connection).get_table_names()
    if VERSION_TABLE not in names:
        upgrade(connection, backup.header.schema)
    elif schema_version(connection) != backup.header.schema:
        raise OccupiedDatabase("has the schema of another release; restore into a new database")
    tables = _tables(connection)
    if missing := sorted(backup.header.rows.keys() - tables.keys()):
        raise OccupiedDatabase(f"lacks a table of this backup: {missing[0]}")
    if any(
        connection.execute(sa.select(tables[one.name]).limit(1)).first() for one in PROTECTED_TABLES
    ):
        raise OccupiedDatabase("has games already; restore into a new database")
    for table in reversed(tables.values()):  # the key of a server that has once been started
        connection.execute(table.delete())
    done = 0
    for name, rows in backup.batches():
        connection.execute(tables[name].insert(), rows)
        done += len(rows)
        report(done, backup.header.total)
    upgrade(connection)


def _tables(connection: sa.Connection) -> dict[str, sa.Table]:
    """Return our tables as they are in the database, referenced ones first."""
    found = sa.MetaData()
    found.reflect(connection)
    return {table.name: table for table in found.sorted_tables if table.name != VERSION_TABLE}
