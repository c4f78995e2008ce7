"""Workers that play the games: processes on this machine, or a Ray cluster."""

import logging
import multiprocessing
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from threading import Thread

from heptapolis import sandbox
from heptapolis.arena.play import NO_GUESTS, PlayedGame, play
from heptapolis.arena.schedule import Fixture
from heptapolis.bots import Bot
from heptapolis.extras import require_extra

LOCAL_CLUSTER = "local"  # the address that starts a temporary Ray cluster
PORTS = range(1, 65536)
CONNECT_TIMEOUT_SECONDS = 10  # seconds until a cluster answers


@dataclass(frozen=True)
class WorkerPool:
    """Accepts fixtures and returns a future of each game; ``size`` of them run at once."""

    size: int
    submit: Callable[[Fixture], "Future[PlayedGame]"]


@contextmanager
def this_process(guests: Mapping[str, Bot]) -> Iterator[WorkerPool]:
    """Open a pool without another process; a game is played during `submit`."""

    def submit(fixture: Fixture) -> "Future[PlayedGame]":
        future: Future[PlayedGame] = Future()
        future.set_result(play(fixture, guests))
        return future

    yield WorkerPool(1, submit)


@contextmanager
def local_pool(
    workers: int | None = None, guests: Mapping[str, Bot] = NO_GUESTS
) -> Iterator[WorkerPool]:
    """Open a pool of local processes, by default one per core; they receive pickled ``guests``.

    Leaving the pool abandons unfinished games.
    """
    size = workers or os.cpu_count() or 1
    with process_pool(size) as pool:
        yield WorkerPool(size, lambda fixture: pool.submit(play, fixture, guests))


@contextmanager
def process_pool(size: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of fresh processes that ignore Ctrl-C; leaving it terminates them."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        size, multiprocessing.get_context("spawn"), initializer=_leave_with_parent
    )
    try:
        _start(pool, size)
        yield pool
    finally:  # the workers of outside bots see their pipes close, and exit too
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, size: int) -> None:
    """Start all processes; they inherit that SIGINT is ignored, since the parent handles it."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(size):  # each task gets a new process while the others are starting
            pool.submit(int)
    finally:
        signal.signal(signal.SIGINT, handler)


def _leave_with_parent() -> None:
    """Initialize a worker: exit when the parent process ends, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a process that starts later does not inherit it
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def ray_pool(address: str, workers: int | None = None) -> AbstractContextManager[WorkerPool]:
    """Open a pool on a Ray cluster with heptapolis installed: host:port, "auto" for the cluster on
    this machine, or "local" for a temporary one."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # usage is private
    require_extra("ray", "--ray")
    if address not in (LOCAL_CLUSTER, "auto"):
        _check_address(address)
    return _open_ray_pool(address, workers)


def _check_address(address: str) -> None:
    """Raise OSError immediately if the address does not answer: Ray itself would retry for
    minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) not in PORTS:
        raise ValueError(f"--ray: host:port, auto or local, got {address!r}")
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_TIMEOUT_SECONDS).close()
    except OSError as error:
        raise OSError(f"--ray {address}: {error.strerror or error}") from None


@contextmanager
def _open_ray_pool(address: str, workers: int | None) -> Iterator[WorkerPool]:
    import ray

    is_local = address == LOCAL_CLUSTER
    if is_local:  # else Ray would write a token to the user's home
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex())
    ray.init(
        address,
        num_cpus=workers or os.cpu_count() if is_local else None,
        include_dashboard=False if is_local else None,
        runtime_env={"env_vars": {sandbox.SWITCH_VARIABLE: "off"}} if sandbox.is_off() else None,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    try:
        resources = ray.cluster_resources()  # type: ignore[no-untyped-call]
        task = ray.remote(play)
        yield WorkerPool(
            workers or int(resources["CPU"]), lambda fixture: task.remote(fixture).future()
        )
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # the same error as with a local pool
    except ray.exceptions.RayError as error:
        raise BrokenExecutor(str(error)) from error
    finally:
        ray.shutdown()
