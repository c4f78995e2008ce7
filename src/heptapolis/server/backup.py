"""Write all games of a database to a file while servers use it, and read such files.

A backup is the same for SQLite and PostgreSQL: JSON lines, compressed by gzip. `docs/backup.md`
describes it. Files are read and written row by row, whatever their size.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BufferedIOBase
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from heptapolis import __version__
from heptapolis.server.database import read_snapshot
from heptapolis.server.schema import JOBS, SCHEMA, check_is_latest, schema_version

FORMAT, FORMAT_VERSION = "heptapolis backup", 1
TABLES = tuple(
    table for table in SCHEMA.sorted_tables if table is not JOBS
)  # jobs follow from logs
BATCH_ROWS = 1000
MAX_LINE_BYTES = 2**26
COMPRESSION_LEVEL = 6
BUSY = "another backup is being written"

Report = Callable[[int, int], None]  # called with the finished and the total number of rows


@dataclass(frozen=True)
class Header:
    """Describe a backup: the first line of the file."""

    release: str
    schema: str  # version of the database's schema
    created: str
    rows: Mapping[str, int]  # by table

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def write_backup(url: str, path: Path, report: Report = lambda _done, _total: None) -> Header:
    """Write a backup of the database at a URL, readable by its owner only.

    The file appears when it is complete. Raise OSError in one line, also if it exists.
    """
    if path.exists():
        raise OSError(f"{path}: exists already, and a backup overwrites nothing")
    part = path.with_name(f"{path.name}.part")
    try:
        file = os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError:
        raise OSError(f"{part}: {BUSY}; if not, delete it") from None
    except OSError as error:
        raise OSError(f"{path}: {error.strerror}") from None
    try:
        with file:
            header = _write_packed(url, file, report)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError as error:
        raise OSError(f"{path}: {error.strerror}" if error.strerror else str(error)) from None
    finally:
        part.unlink(missing_ok=True)
    return header


def _write_packed(url: str, file: IO[bytes], report: Report) -> Header:
    with gzip.GzipFile("", "wb", COMPRESSION_LEVEL, file) as packed:
        return read_snapshot(url, lambda connection: _write(connection, packed, report))


def _write(connection: sa.Connection, file: BufferedIOBase, report: Report) -> Header:
    """Write all rows of a consistent state, by table and primary key."""
    check_is_latest(connection)
    counts = {
        table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
        for table in TABLES
    }
    now = datetime.now(UTC).isoformat(timespec="seconds")
    header = Header(__version__, str(schema_version(connection)), now, counts)
    out, done = _Lines(file), 0
    out.write({"format": FORMAT, "version": FORMAT_VERSION, **asdict(header)})
    for table in TABLES:
        out.write({"table": table.name, "columns": [column.name for column in table.columns]})
        for rows in _batches(connection, table):
            for row in rows:
                out.write(list(row))
            done += len(rows)
            report(done, header.total)
    out.write({"rows": done, "sha256": out.digest()})
    return header


def _batches(connection: sa.Connection, table: sa.Table) -> Iterator[Sequence[sa.Row[Any]]]:
    query = sa.select(table).order_by(*table.primary_key.columns)
    with connection.execution_options(yield_per=BATCH_ROWS).execute(query) as result:
        yield from result.partitions()


class _Lines:
    """Write JSON lines and compute their checksum."""

    def __init__(self, file: BufferedIOBase) -> None:
        self._file, self._sum = file, hashlib.sha256()

    def write(self, content: object) -> None:
        line = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self._file.write(line)

    def digest(self) -> str:
        """Return the checksum of all lines so far."""
        return self._sum.hexdigest()


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


class Backup:
    """Read the header of an open backup, then its rows once."""

    def __init__(self, path: Path, file: BufferedIOBase) -> None:
        self._path, self._file = path, file
        self._sum, self._unsummed = hashlib.sha256(), b""  # the last line has the sum of the others
        first = self._line()
        if not isinstance(first, dict) or first.get("format") != FORMAT:
            raise ValueError(f"{path}: not a backup of Heptapolis")
        if first.get("version") != FORMAT_VERSION:
            raise ValueError(f"{path}: a backup of a newer Heptapolis ({first.get('release')})")
        with self._damage():
            self.header = Header(
                str(first["release"]), str(first["schema"]), str(first["created"]), first["rows"]
            )
            _require(all(type(number) is int for number in self.header.rows.values()))

    def batches(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Yield table and rows. Raise ValueError if the file is damaged, at its end at last."""
        left, line = dict(self.header.rows), self._line()
        while isinstance(line, dict) and "table" in line:
            with self._damage():
                table, columns, rows = line["table"], line["columns"], list[dict[str, Any]]()
                _require(left[table] >= 0)
            while isinstance(line := self._line(), list):
                with self._damage():
                    rows.append(dict(zip(columns, line, strict=True)))
                left[table] -= 1
                if len(rows) == BATCH_ROWS:
                    yield table, rows
                    rows = []
            if rows:
                yield table, rows
        with self._damage():
            _require(line["sha256"] == self._sum.hexdigest())
            _require(not any(left.values()) and not self._file.read(1))

    def _line(self) -> Any:
        """Return the next line as JSON."""
        self._sum.update(self._unsummed)
        try:
            line = self._file.readline(MAX_LINE_BYTES)
        except EOFError:
            line = b""
        except (gzip.BadGzipFile, zlib.error):
            raise ValueError(f"{self._path}: not a backup of Heptapolis, or damaged") from None
        if not line:
            raise ValueError(f"{self._path}: the end of this backup is missing")
        self._unsummed = line
        with self._damage():
            return json.loads(line)

    @contextmanager
    def _damage(self) -> Iterator[None]:
        """Report unexpected contents as damage."""
        try:
            yield
        except (KeyError, TypeError, ValueError, RecursionError):
            raise ValueError(f"{self._path}: not a backup of Heptapolis, or damaged") from None


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    """Yield the backup in a file. Raise ValueError or OSError in one line."""
    try:
        with gzip.open(path, "rb") as file:
            yield Backup(path, file)
    except OSError as error:
        raise OSError(f"{path}: {error.strerror}" if error.strerror else str(error)) from None


def check_backup(path: Path, report: Report = lambda _done, _total: None) -> Header:
    """Read a whole backup and compare its rows with its counts and its checksum."""
    with open_backup(path) as backup:
        done = 0
        for _, rows in backup.batches():
            done += len(rows)
            report(done, backup.header.total)
        return backup.header


def _require(is_true: bool) -> None:
    if not is_true:
        raise ValueError
