"""Move a large database from SQLite to PostgreSQL and back: ``python -m tests.campaigns.backup``.

The campaign makes a database with a million log entries (`--entries` for fewer) in SQLite, backs it
up, checks the backup, restores it into a temporary PostgreSQL, backs that up and restores it into a
new SQLite file. Each step is the command `hepta` in a process of its own, with a terminal for its
progress bar. Then every row of both copies is compared with the first database, without the code
that reads and writes backups. ``--store`` writes the figures into docs/backup.md.
"""

import argparse
import os
import pty
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice, zip_longest
from pathlib import Path
from random import Random
from typing import Any

import sqlalchemy as sa

from heptapolis.machine import machine
from heptapolis.server import schema
from heptapolis.server.database import read_snapshot
from heptapolis.server.settings import Settings
from tests.paths import DOCS
from tests.server.conftest import postgres_server

PAGE = DOCS / "backup.md"
ROWS = re.compile(r"(<!-- figures -->\n).*(<!-- /figures -->)", re.DOTALL)
ENTRIES_PER_TABLE, TABLES_PER_GUEST = 100, 10
BATCH_ROWS = 1000
COMPARED = [table for table in schema.SCHEMA.sorted_tables if table is not schema.JOBS]
STEPS = {
    "backup of SQLite": "Writing",
    "check": "Checking",
    "restore into PostgreSQL": "Restoring",
    "backup of PostgreSQL": "Writing",
    "restore into SQLite": "Restoring",
}


@dataclass(frozen=True)
class Figures:
    """Hold what a command has used and shown."""

    seconds: float
    cpu_seconds: float
    mib: float  # of memory, at most
    shown: str  # on its terminal


@dataclass(frozen=True)
class Result:
    """Hold the figures of all steps, and the number of equal rows of each table."""

    steps: dict[str, Figures]
    equal: dict[str, int]
    file_mib: float


def fill(url: str, entries: int) -> None:
    """Write guests, tables and logs with different texts, in several alphabets."""
    rng, now = Random(entries), 1.75e9
    tables = -(-entries // ENTRIES_PER_TABLE)
    guests = [f"{rng.getrandbits(64):016x}" for _ in range(-(-tables // TABLES_PER_GUEST))]

    def log() -> Iterator[dict[str, Any]]:
        for n in range(entries):
            table, number = divmod(n, ENTRIES_PER_TABLE)
            kind = "say" if number % 10 == 9 else "move"
            text = f'["Ann Ő Ж","{rng.getrandbits(64):x} 🎲"]' if kind == "say" else move(rng)
            yield {
                "table_id": f"t{table:09x}",
                "number": number + 1,
                "kind": kind,
                "seat": number % 3,
                "guest": guests[table // TABLES_PER_GUEST] if number % 3 == 0 else None,
                "text": text,
                "at": now + n / 7,
            }

    engine = sa.create_engine(url)
    with engine.begin() as connection:
        schema.upgrade(connection)
        rows = [
            {"id": guest, "name": f"Guest {n} — Ágnes\u2028", "created": now + n / 3}
            for n, guest in enumerate(guests)
        ]
        connection.execute(schema.GUESTS.insert(), rows)
        connection.execute(
            schema.TABLES.insert(),
            [
                {
                    "id": f"t{n:09x}",
                    "options": '{"seats": 3, "game": "classic"}',
                    "rules": 1,
                    "seed": str(rng.getrandbits(100)),
                    "is_private": n % 2 == 0,
                    "is_timed": n % 3 == 0,
                    "version": min(ENTRIES_PER_TABLE, entries - n * ENTRIES_PER_TABLE),
                    "state": "over",
                    "summary": "{}",
                    "created": now + n,
                    "changed": now + n + 0.1,
                }
                for n in range(tables)
            ],
        )
        for batch in batches(log()):
            connection.execute(schema.LOG.insert(), batch)
    engine.dispose()


def move(rng: Random) -> str:
    return f"{rng.choice(('build', 'discard', 'stage'))} card-{rng.randrange(148)} left:{rng.randrange(9)}"


def batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(islice(rows, BATCH_ROWS)):
        yield batch


def hepta(*arguments: str) -> Figures:
    """Run the command with a terminal as its standard error."""
    ours, theirs = pty.openpty()
    shown = list[bytes]()
    reader = threading.Thread(target=_read_all, args=[ours, shown.append])
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "heptapolis", *arguments], stderr=theirs, stdout=subprocess.DEVNULL
    )
    os.close(theirs)
    reader.start()
    ended, mib = 0, 0.0
    while not ended:
        mib = _peak_mib(process.pid) or mib
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        time.sleep(0.02)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    reader.join()
    os.close(ours)
    text = b"".join(shown).decode()
    if process.returncode:
        raise RuntimeError(f"hepta {' '.join(arguments)}: {text}")
    return Figures(seconds, usage.ru_utime + usage.ru_stime, mib, text)


def _peak_mib(process: int) -> float:
    """Return the most memory that a process has used; `ru_maxrss` begins with ours."""
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0  # it is about to end


def _read_all(terminal: int, add: Callable[[bytes], None]) -> None:
    try:
        while part := os.read(terminal, 4096):
            add(part)
    except OSError:  # its other end is closed
        return


def compare(one: str, other: str) -> dict[str, int]:
    """Compare all rows of two databases and return their number by table."""

    def compare_both(left: sa.Connection) -> dict[str, int]:
        return read_snapshot(other, lambda right: _compare(left, right))

    return read_snapshot(one, compare_both)


def _compare(left: sa.Connection, right: sa.Connection) -> dict[str, int]:
    equal = dict[str, int]()
    for table in COMPARED:
        query = sa.select(table).order_by(*table.primary_key.columns)
        results = [
            connection.execution_options(yield_per=BATCH_ROWS).execute(query)
            for connection in (left, right)
        ]
        equal[table.name] = 0
        for row, copy in zip_longest(*results):
            if row is None or copy is None or tuple(row) != tuple(copy):
                raise ValueError(f"{table.name}: {row} has become {copy}")
            equal[table.name] += 1
    return equal


def run(
    folder: Path, entries: int, postgresql: str, command: Callable[..., Figures] = hepta
) -> Result:
    """Run all steps in a folder and an empty PostgreSQL database."""
    before, after = f"sqlite:///{folder / 'before.sqlite'}", f"sqlite:///{folder / 'after.sqlite'}"
    first, second = str(folder / "first.jsonl.gz"), str(folder / "second.jsonl.gz")
    fill(before, entries)
    commands = (
        ("backup", first, "--database", before),
        ("backup", "--check", first),
        ("restore", first, "--database", postgresql),
        ("backup", second, "--database", postgresql),
        ("restore", second, "--database", after),
    )
    steps = dict[str, Figures]()
    for name, arguments in zip(STEPS, commands, strict=True):
        steps[name] = command(*arguments)
        print(f"{name}: {steps[name].seconds:.1f} s, {steps[name].mib:.0f} MiB", flush=True)
    copy = compare(before, Settings(database=postgresql).database_url)
    equal = compare(before, after)
    if copy != equal or equal["log"] != entries:
        raise ValueError(f"equal rows: {copy} and {equal}")
    return Result(steps, equal, Path(first).stat().st_size / 2**20)


def table(result: Result, here: dict[str, Any], load: float) -> str:
    """Return the figures in Markdown, with the machine and its load before."""
    lines = [
        f"| {result.equal['log']:,} log entries, {result.file_mib:.0f} MiB compressed | seconds | of the processor | memory |",
        "| --- | ---: | ---: | ---: |",
        *(
            f"| {name} | {one.seconds:.0f} | {one.cpu_seconds:.0f} | {one.mib:.0f} MiB |"
            for name, one in result.steps.items()
        ),
    ]
    where = f"{here['processor']}, {here['cores']} cores, load {load:.0f} before, commit {here['commit']}"
    told = f"All {sum(result.equal.values()):,} rows are equal in the three databases"
    return "\n".join([*lines, "", f"{told} ({datetime.now(UTC):%Y-%m-%d}, {where})."]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Move a large database to PostgreSQL and back.")
    parser.add_argument("--entries", type=int, default=1_000_000, help="in the log")
    parser.add_argument("--store", action="store_true", help="write docs/backup.md")
    asked = parser.parse_args()
    here, load = machine(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, postgres_server() as postgresql:
        figures = table(run(Path(folder), asked.entries, postgresql), here, load)
    print(figures)
    if asked.store:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(
            ROWS.sub(lambda found: f"{found[1]}{figures}{found[2]}", text), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
