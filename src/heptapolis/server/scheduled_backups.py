"""Write backups at regular times, each in a process of its own that no player waits for."""

import asyncio
import logging
import os
import re
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from heptapolis.server.backup import BUSY
from heptapolis.server.settings import PREFIX, Settings

LOG = logging.getLogger("heptapolis.server")
CHECK_SECONDS, RETRY_SECONDS = 60.0, 600.0
STALE_SECONDS = 6 * 3600.0  # age of a partial file whose process must be gone
FILE_NAME = re.compile(r"heptapolis-\d{8}T\d{6}Z\.jsonl\.gz")


class ScheduledBackups:
    """Back up the database of a server once in each period, and delete old backups.

    The name of a file is the beginning of its period, so several workers write one together.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings, self._folder = settings, folder

    async def run(self) -> None:
        while True:
            is_fine = await self.back_up_if_due(time.time())
            await asyncio.sleep(CHECK_SECONDS if is_fine else RETRY_SECONDS)

    async def back_up_if_due(self, now: float) -> bool:
        """Write the backup of this period unless it exists. Return False if that failed."""
        file = self.file_at(now)
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if file.exists() or _is_being_written(file, now):
                return True
            failure = await self._write(file)
            if failure and (file.exists() or BUSY in failure):
                return True  # another worker began at the same time
            if not failure:
                self._prune()
        except OSError as error:
            failure = f"{error.filename}: {error.strerror}"
        if failure:
            LOG.error("the scheduled backup failed: %s", failure)
        return not failure

    def file_at(self, now: float) -> Path:
        """Return the file for the period that contains this time."""
        period = 3600 * self._settings.backup_hours
        began = datetime.fromtimestamp(now // period * period, UTC)
        return self._folder / f"heptapolis-{began:%Y%m%dT%H%M%SZ}.jsonl.gz"

    async def _write(self, file: Path) -> str:
        """Write a backup and return why it failed, or an empty text."""
        database = self._settings.database  # a variable hides the password from other users
        named = {f"{PREFIX}DATABASE": database} if database else {}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "heptapolis", "backup", str(file)),
            env=os.environ | named,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            _partial(file).unlink(missing_ok=True)
            raise
        lines = said.decode(errors="replace").splitlines()
        return "" if process.returncode == 0 else (lines[-1] if lines else "no reason given")

    def _prune(self) -> None:
        """Delete all but the latest backups. Other files in the folder stay."""
        files = sorted(one for one in self._folder.iterdir() if FILE_NAME.fullmatch(one.name))
        for old in files[: -self._settings.backup_keep]:
            old.unlink(missing_ok=True)


def _is_being_written(file: Path, now: float) -> bool:
    """Return whether another worker is writing a backup; delete what a dead one has left."""
    part = _partial(file)
    if not part.exists():
        return False
    if now - part.stat().st_mtime < STALE_SECONDS:
        return True
    part.unlink(missing_ok=True)
    return False


def _partial(file: Path) -> Path:
    return file.with_name(f"{file.name}.part")
