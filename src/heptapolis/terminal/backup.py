"""Commands that write, check and restore backups, with a progress bar."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from heptapolis.server.backup import Header, Report, check_backup, write_backup
from heptapolis.server.restore import restore_backup
from heptapolis.terminal import console
from heptapolis.terminal.progress import progress

COUNTED = {"guests": "guests", "tables": "tables", "log": "log entries"}  # in the summary


def back_up(url: str, path: Path, *, as_json: bool) -> None:
    """Write a backup of the database at a URL."""
    with _bar(f"Writing {path}") as report:
        header = write_backup(url, path, report)
    _summarize("written", path, header, as_json=as_json)


def check(path: Path, *, as_json: bool) -> None:
    """Check a backup without restoring it."""
    with _bar(f"Checking {path}") as report:
        header = check_backup(path, report)
    _summarize("complete", path, header, as_json=as_json)


def restore(path: Path, url: str, *, as_json: bool) -> None:
    """Restore a backup into the empty database at a URL."""
    with _bar(f"Checking {path}") as report_check, _bar(f"Restoring {path}") as report:
        header = restore_backup(path, url, report_check, report)
    _summarize("restored", path, header, as_json=as_json)


@contextmanager
def _bar(text: str) -> Iterator[Report]:
    """Yield a function that moves a bar on standard error, if that is a terminal."""
    with progress(Console(file=sys.stderr), text) as bar:
        task = bar.add_task("", total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)


def _summarize(verb: str, path: Path, header: Header, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"file": str(path), "bytes": path.stat().st_size, **asdict(header)}))
        return
    counts = ", ".join(f"{header.rows.get(table, 0):,} {name}" for table, name in COUNTED.items())
    size = path.stat().st_size / 2**20
    text = f"{path}: {verb}, {counts} ({size:,.1f} MiB, {header.created})"
    console().print(text, soft_wrap=True)
