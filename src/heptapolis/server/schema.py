"""Define the database schema and upgrade databases to it."""

import logging
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

LOGGER = logging.getLogger("heptapolis.server")
VERSION_TABLE, LATEST = "alembic_version", "head"
MIGRATION_LOCK_ID = 0x48455054  # PostgreSQL advisory lock held during an upgrade

SCHEMA = sa.MetaData()
_ID = sa.String(32)
FACTS = sa.Table(
    "facts",
    SCHEMA,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
GUESTS = sa.Table(
    "guests",
    SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("deleted", sa.Double),  # by an admin; the id stays in the logs of tables
    sa.Column("network", sa.String(64)),  # the last one, for bans; kept for some days
    sa.Column("network_at", sa.Double),
)
CODES = sa.Table(
    "codes",
    SCHEMA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("guest", _ID, sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("until", sa.Double, nullable=False),
)
MUTES = sa.Table(
    "mutes",
    SCHEMA,
    sa.Column("guest", _ID, sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("muted", _ID, sa.ForeignKey("guests.id"), primary_key=True),
)
CATALOGS = sa.Table(  # catalogues by fingerprint
    "catalogs",
    SCHEMA,
    sa.Column("fingerprint", sa.String(64), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)
TABLES = sa.Table(
    "tables",
    SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("options", sa.Text, nullable=False),
    # 0: before the first release
    sa.Column("rules", sa.Integer, nullable=False, server_default="0"),
    sa.Column("catalog", sa.String(64)),  # fingerprint; null if the game has no cards
    sa.Column("seed", sa.String(40), nullable=False),
    sa.Column("is_private", sa.Boolean, nullable=False),
    sa.Column("is_timed", sa.Boolean, nullable=False),  # its clocks must be checked
    sa.Column("version", sa.Integer, nullable=False),  # length of the log
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Index("tables_by_state", "state", "is_private", "changed"),
)
SEATS = sa.Table(  # index of guests' tables
    "seats",
    SCHEMA,
    sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", _ID, sa.ForeignKey("guests.id"), nullable=False),
    # used where servers share the database
    sa.Column("seen", sa.Double, nullable=False, server_default="0"),
    sa.Index("seats_by_guest", "guest"),
)
LOG = sa.Table(
    "log",
    SCHEMA,
    sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("guest", _ID, sa.ForeignKey("guests.id")),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)
JOBS = sa.Table(  # used where servers share the database
    "jobs",
    SCHEMA,
    sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("decision", sa.Integer, primary_key=True),
    sa.Column("bot", sa.String(100), nullable=False),
    sa.Column("due", sa.Double, nullable=False),  # when it may be claimed: now, or after a lease
    sa.Column("owner", _ID),  # the server that has claimed it
    sa.Column("move", sa.Text),  # the bot's choice while it is held back
    sa.Index("jobs_by_due", "due"),
    sa.Index("jobs_by_owner", "owner"),
)
BANS = sa.Table(
    "bans",
    SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("target", sa.String(64), nullable=False),  # a guest's id or a network
    sa.Column("until", sa.Double),  # null: for ever
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)
REPORTS = sa.Table(  # of players; they outlive their tables
    "reports",
    SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("table_id", _ID, nullable=False),
    sa.Column("guest", _ID, nullable=False),  # who has reported
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("context", sa.Text, nullable=False),  # the last entries without moves' texts, as JSON
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("closed", sa.Double),
    sa.Column("reported", _ID),  # the guest whom the report is about, if it names one
)
AUDIT = sa.Table(  # what admins have done
    "audit",
    SCHEMA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("actor", sa.String(64), nullable=False),
    sa.Column("action", sa.String(32), nullable=False),
    sa.Column("details", sa.Text, nullable=False),  # its arguments, as JSON
)


class ForeignDatabase(ValueError):
    """Report a database that belongs to another program."""


class OldSchema(ValueError):
    """Report a database whose schema must be upgraded first."""


def upgrade(connection: sa.Connection, version: str = LATEST) -> None:
    """Upgrade the schema. If several servers start, one upgrades and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK_ID})"))
    names = sa.inspect(connection).get_table_names()
    if names and VERSION_TABLE not in names:
        raise ForeignDatabase(f"not a database of Heptapolis: it has a table {names[0]!r}")
    before = schema_version(connection) if names else None
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, version)
    after = schema_version(connection)
    if before and before != after:
        LOGGER.info("the database: schema upgraded from %s to %s", before, after)


def schema_version(connection: sa.Connection) -> str | None:
    """Return the version of a database's schema, or None for an empty database."""
    return MigrationContext.configure(connection).get_current_revision()


def check_is_latest(connection: sa.Connection) -> None:
    """Raise ForeignDatabase or OldSchema unless this release can read the database as it is."""
    version = schema_version(connection)
    if version is None:
        raise ForeignDatabase("not a database of Heptapolis")
    scripts = ScriptDirectory.from_config(_config())
    if version != scripts.get_current_head():
        scripts.get_revision(version)  # CommandError if it is of a newer release
        raise OldSchema("it was written by an older Heptapolis; `hepta serve` upgrades it")


def _config() -> Config:
    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    return config
