"""Targets of a fault campaign: servers, their clocks, the database and its disk.

Starting Python and loading the compiled rules takes five seconds. A fork server does it once: a
process without threads that has loaded everything and forks a server for each line of its input.
Each server is a separate process, so `kill -9` ends it like any other.
"""

import asyncio
import json
import mmap
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from heptapolis.server import database
from heptapolis.server.app import serve
from heptapolis.server.settings import LIMITS, Settings
from heptapolis.warm_up import warm_up

TIMEOUT_SECONDS = 120.0  # longer than any step takes, even on a busy machine
DISK_MEGABYTES = 256  # size of a disk that can be filled
SETTINGS = Settings(
    limits={kind: (1e9, 1e9) for kind in LIMITS},
    warm_up=False,
    bot_threads=1,
    pause_seconds=0.0,
    max_open_tables_per_address=1_000_000,
    absent_seconds=20.0,
)
SQLITE_LOCK_TIMEOUT_SECONDS = 1  # the default of ten would take most of a campaign


# ── the fork server, a process ───────────────────────────────────────────────────────────────────


def run_fork_server() -> None:
    """Fork a server for each line of input and print its process id; kill all of them at the end."""
    warm_up(lambda _: None)
    print("ready", flush=True)
    born: set[int] = set()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _become_server(**json.loads(line))
        born.add(child)
        with suppress(ChildProcessError):
            while (gone := os.waitpid(-1, os.WNOHANG)[0]) > 0:
                born.discard(gone)
        print(child, flush=True)
    for child in born:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def _become_server(port: int, settings: str, clock: str, log: str) -> None:
    for stream in (sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno()):
        is_input = stream == sys.stdin.fileno()
        file = os.open(os.devnull if is_input else log, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        os.dup2(file, stream)
        os.close(file)
    _let_clock_jump(clock)
    database.LOCK_TIMEOUT_SECONDS = SQLITE_LOCK_TIMEOUT_SECONDS
    status = 1
    try:
        serve(replace(Settings.from_json(settings), port=port))
        status = 0
    except OSError as error:  # printed like by `hepta serve`
        print(error, file=sys.stderr)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _let_clock_jump(file: str) -> None:
    """Add the offset in a shared file to the time of day; other clocks stay unchanged."""
    with open(file, "r+b") as shared:
        offset = memoryview(mmap.mmap(shared.fileno(), 8)).cast("d")
    real = time.time
    time.time = lambda: real() + offset[0]


# ── servers of a campaign ────────────────────────────────────────────────────────────────────────


class ForkServer:
    """The client of the fork server process."""

    def __init__(self) -> None:
        paths = [str(Path(__file__).parents[2]), *sys.path]
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from tests.campaigns.fault_servers import run_fork_server; run_fork_server()",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )
        self._read()

    def fork(self, **order: Any) -> int:
        assert self._process.stdin is not None
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return int(self._read())

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the fork server has ended")
        return line

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(TIMEOUT_SECONDS)
        self._process.stdout.close()


class Server:
    """A server that can be killed and started again, on the same port and database."""

    def __init__(
        self, fork_server: ForkServer, settings: Settings, folder: Path, name: str
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.log, self._clock = folder / f"{name}.log", folder / f"{name}.clock"
        self._clock.write_bytes(bytes(8))
        self._fork_server, self._settings, self._pid = fork_server, settings, 0
        self.starts: list[float] = []  # seconds of each start

    @property
    def pid(self) -> int:
        return self._pid

    def begin(self) -> None:
        """Start the server without waiting."""
        self._pid = self._fork_server.fork(
            port=self.port,
            settings=self._settings.to_json(),
            clock=str(self._clock),
            log=str(self.log),
        )

    async def start(self) -> None:
        """Start the server and wait until it listens."""
        began = time.monotonic()
        self.begin()
        while not self.is_listening():
            if not self.is_running() or time.monotonic() > began + TIMEOUT_SECONDS:
                raise RuntimeError(f"a server did not start: {self.last_log_line()}")
            await asyncio.sleep(0.01)
        self.starts.append(time.monotonic() - began)

    def is_listening(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
            return True
        return False

    def is_running(self) -> bool:
        """Return whether a thread of the process runs. An ended process may still be a zombie until
        the fork server waits for it."""
        for file in Path(f"/proc/{self._pid}/task").glob("*/stat"):
            with suppress(OSError):
                if file.read_text().rpartition(")")[2].split()[0] not in ("Z", "X"):
                    return True
        return False

    def last_log_line(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return lines[-1] if lines else ""

    def signal(self, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, number)

    async def wait_until_ended(self) -> None:
        end = time.monotonic() + TIMEOUT_SECONDS
        while self.is_running():
            if time.monotonic() > end:
                raise RuntimeError("a server does not end")
            await asyncio.sleep(0.005)

    def set_clock(self, seconds: float) -> None:
        """Set the offset of the server's clock from the machine's."""
        with open(self._clock, "r+b") as file:
            memoryview(mmap.mmap(file.fileno(), 8)).cast("d")[0] = seconds

    def limit_files(self, most: int) -> None:
        """Limit the size of the server's files to ``most`` bytes."""
        if self.is_running():
            resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


# ── the disk ─────────────────────────────────────────────────────────────────────────────────────


class Disk:
    """A folder that can be full or read-only: a mounted file system in memory if permitted. Otherwise
    the size of files is limited (by a limit of the process), and the folder is made read-only by
    its mode, which does not affect root."""

    def __init__(self, folder: Path, may_mount: bool = True) -> None:
        self.folder, self._filler = folder, folder / "filler"
        folder.mkdir(exist_ok=True)
        how = ("-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m,mode=0755", "tmpfs", str(folder))
        self.is_mounted = may_mount and self._mount(*how)

    def _mount(self, *how: str) -> bool:
        try:
            return subprocess.run(["mount", *how], capture_output=True).returncode == 0
        except OSError:
            return False

    @contextmanager
    def full(self, servers: list[Server]) -> Iterator[None]:
        """Leave no free space in the context; files cannot grow."""
        if self.is_mounted:
            free = os.statvfs(self.folder)
            with open(self._filler, "wb") as filler, suppress(OSError):
                for part in (free.f_bavail * free.f_bsize, 4096, 4096, 4096):
                    os.posix_fallocate(filler.fileno(), os.fstat(filler.fileno()).st_size, part)
        else:
            for server in servers:
                server.limit_files(1)
        try:
            yield
        finally:
            self._filler.unlink(missing_ok=True)
            if not self.is_mounted:
                for server in servers:
                    server.limit_files(resource.RLIM_INFINITY)

    @contextmanager
    def read_only(self) -> Iterator[bool]:
        """Make the disk read-only in the context; yield whether that was possible. No process may
        have a file open for writing."""
        if self.is_mounted:
            is_so = self._mount("-o", "remount,ro", str(self.folder))
        else:
            is_so = os.geteuid() != 0
            for path in (self.folder, *self.folder.iterdir()):
                path.chmod(0o500 if path.is_dir() else 0o400)
        try:
            yield is_so
        finally:
            if self.is_mounted:
                self._mount("-o", "remount,rw", str(self.folder))
            else:
                for path in (self.folder, *self.folder.iterdir()):
                    path.chmod(0o700 if path.is_dir() else 0o600)

    def close(self) -> None:
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)


# ── databases ────────────────────────────────────────────────────────────────────────────────────


class SQLiteFile:
    """A SQLite file. A restart of the database is an orderly restart of its server."""

    name, n_servers = "SQLite", 1

    def __init__(self, disk: Disk) -> None:
        self._file = disk.folder / "games.sqlite"
        self.settings = replace(SETTINGS, database=f"sqlite:///{self._file}")

    async def restart(self, servers: list[Server], _: int) -> str:
        for server in servers:
            server.signal(signal.SIGTERM)
            await server.wait_until_ended()
            await server.start()
        return "closed in order"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the write lock of another program in the context."""
        other = sqlite3.connect(self._file, timeout=TIMEOUT_SECONDS)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.close()

    async def stop(self) -> None: ...

    async def start(self) -> None: ...

    def close(self) -> None: ...


class PostgreSQLServer:
    """A PostgreSQL server by pgserver, shared by several servers."""

    name, n_servers = "PostgreSQL", 3
    HOW = ("immediate", "fast", "kill -9 of a backend")

    def __init__(self, disk: Disk, runtime: Path) -> None:
        runtime.mkdir(mode=0o700)
        os.environ["XDG_RUNTIME_DIR"] = str(runtime)  # pgserver puts its lock files here
        from pgserver.postgres_server import get_server

        self._server = get_server(disk.folder / "data", cleanup_mode="stop")
        with open(disk.folder / "data" / "postgresql.auto.conf", "a") as conf:
            conf.write("max_wal_size = '48MB'\nmin_wal_size = '32MB'\nwal_recycle = off\n")
        self._pg_ctl("restart", "-l", str(self._server.log), "-m", "fast")
        self._server.ensure_postgres_running()
        self.settings = replace(SETTINGS, database=self._server.get_uri())

    def _pg_ctl(self, *how: str) -> None:
        commands: Any = import_module("pgserver._commands")  # defined when the module is imported
        commands.pg_ctl(
            ["-w", *how],
            pgdata=self._server.pgdata,
            user=self._server.system_user,
            timeout=TIMEOUT_SECONDS,
        )

    async def restart(self, servers: list[Server], number: int) -> str:
        how = self.HOW[number % len(self.HOW)]
        if how == self.HOW[-1]:
            await asyncio.to_thread(self._kill_backend)
        else:
            await self.stop(how)
            await self.start()
        return how

    def _kill_backend(self) -> None:
        """Kill a backend process: PostgreSQL ends all others and recovers."""
        psutil: Any = import_module("psutil")  # has no type stubs
        for one in psutil.Process(self._server.get_pid()).children():
            with suppress(psutil.Error):  # the process may have ended already
                if "[local]" in " ".join(one.cmdline()):
                    one.kill()
                    return

    async def stop(self, how: str = "fast") -> None:
        with suppress(subprocess.CalledProcessError):  # the server may have stopped already
            await asyncio.to_thread(self._pg_ctl, "stop", "-m", how)

    async def start(self) -> None:
        """Start the database from any state."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while True:
            try:
                await asyncio.to_thread(self._server.ensure_postgres_running)
                return
            except (subprocess.SubprocessError, AssertionError, OSError):
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.5)

    def close(self) -> None:
        with suppress(subprocess.SubprocessError, OSError):
            self._pg_ctl("stop", "-m", "immediate")


Database = SQLiteFile | PostgreSQLServer
