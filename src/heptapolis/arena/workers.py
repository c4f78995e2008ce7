"""Who plays the games: processes on the cores of this machine, or a Ray cluster."""

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
from heptapolis.arena.play import NOBODY_ELSE, PlayedGame, play
from heptapolis.arena.schedule import Fixture
from heptapolis.bots import Bot
from heptapolis.extras import need

LOCAL = "local"  # the address of a Ray that is started for the occasion
PORTS = range(1, 65536)
PATIENCE = 10  # seconds until a cluster answers


@dataclass(frozen=True)
class WorkerPool:
    """Takes fixtures and gives a promise of the game for each; ``size`` of them go on at once."""

    size: int
    submit: Callable[[Fixture], "Future[PlayedGame]"]


@contextmanager
def this_process(guests: Mapping[str, Bot]) -> Iterator[WorkerPool]:
    """No process but this one: every promise is kept before it is given."""

    def submit(fixture: Fixture) -> "Future[PlayedGame]":
        future: Future[PlayedGame] = Future()
        future.set_result(play(fixture, guests))
        return future

    yield WorkerPool(1, submit)


@contextmanager
def local_pool(
    workers: int | None = None, guests: Mapping[str, Bot] = NOBODY_ELSE
) -> Iterator[WorkerPool]:
    """Processes of this machine, as many as it has cores if nobody says otherwise; ``guests`` are
    pickled for them.

    Games that still go on when the pool is left are given up.
    """
    size = workers or os.cpu_count() or 1
    with process_pool(size) as pool:
        yield WorkerPool(size, lambda fixture: pool.submit(play, fixture, guests))


@contextmanager
def process_pool(size: int) -> Iterator[ProcessPoolExecutor]:
    """Fresh processes, deaf to Ctrl-C; they end when the pool is left, whatever they do."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        size, multiprocessing.get_context("spawn"), initializer=_leave_with_parent
    )
    try:
        _start(pool, size)
        yield pool
    finally:  # bots that have a process of their own lose their pipe, and leave too
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, size: int) -> None:
    """Start all processes, deaf to Ctrl-C, which is the first one's business."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(size):  # while all are busy starting, each task gets a process
            pool.submit(int)
    finally:
        signal.signal(signal.SIGINT, handler)


def _leave_with_parent() -> None:
    """In a new process: leave when the one that started it is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # one that started late would hear it
    parent = multiprocessing.parent_process()
    assert parent

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def ray_pool(address: str, workers: int | None = None) -> AbstractContextManager[WorkerPool]:
    """A Ray cluster that has heptapolis installed: host:port, "auto" for the one that runs here, or
    "local" for one that is started for the occasion."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it is nobody else's business
    need("ray", "--ray")
    if address not in (LOCAL, "auto"):
        _check_address(address)
    return _open_ray_pool(address, workers)


def _check_address(address: str) -> None:
    """Complain at once where nobody listens: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) not in PORTS:
        raise ValueError(f"--ray: host:port, auto or local, got {address!r}")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError as error:
        raise OSError(f"--ray {address}: {error.strerror or error}") from None


@contextmanager
def _open_ray_pool(address: str, workers: int | None) -> Iterator[WorkerPool]:
    import ray

    is_local = address == LOCAL
    if is_local:  # else Ray would leave a token of its own in the user's home
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex())
    ray.init(
        address,
        num_cpus=workers or os.cpu_count() if is_local else None,
        include_dashboard=False if is_local else None,
        runtime_env={"env_vars": {sandbox.SWITCH: "off"}} if sandbox.is_off() else None,
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
        raise error.cause from None  # as a process of this machine would
    except ray.exceptions.RayError as error:
        raise BrokenExecutor(str(error)) from error
    finally:
        ray.shutdown()
