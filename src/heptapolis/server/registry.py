"""Manage the open tables of a server with their bots and clocks.

Servers that share a database each have a registry, and may have the same table open. They read each
other's entries, all of them watch the clocks, and any free server takes a bot's job.
"""

import asyncio
import gc
import logging
import math
import secrets
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from threading import Thread
from typing import Any

from heptapolis import warm_up as warm
from heptapolis.kernel_game import SEED_BITS
from heptapolis.server.bot_pool import BotPool
from heptapolis.server.bot_work import BotWork, SharedBotWork
from heptapolis.server.editions import Editions
from heptapolis.server.errors import (
    BrokenLog,
    Overtaken,
    Refused,
    Unavailable,
    Unplayable,
    not_found,
)
from heptapolis.server.hints import Hints
from heptapolis.server.job_queue import Job
from heptapolis.server.reviews import Reviews
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, LogEntry, Store, StoredTable, Summary
from heptapolis.server.table import Placed, Table
from heptapolis.server.table_log import SUBSTITUTE_BOT
from heptapolis.server.table_options import TableOptions
from heptapolis.web.lessons import Lesson

LOG = logging.getLogger("heptapolis.server")
CLOCK_TICK_SECONDS = 0.5  # interval between checks of the clocks
SWEEP_SECONDS = 5.0  # interval between checks for changes of other servers
LIST_SWEEP_SECONDS = 60.0  # interval between checks for deserted tables
MAX_WAITING_TABLES_READ = 500  # open public tables that are read for the limit per address
MAX_UPTIME_GAP_SECONDS = 3 * SWEEP_SECONDS  # after a longer gap no server was up
CLOCK_JUMP_SECONDS = 5.0  # larger differences mean that the clock was set
# how long a thread may keep the interpreter while another waits
SWITCH_INTERVAL_SECONDS = 0.001
QUICK_BOT_WAIT_SECONDS = 0.08  # how long an answer waits for quick bots
IDLE_SECONDS = 600.0  # an unused table is unloaded after this time


@contextmanager
def logging_failures(failure: str) -> Iterator[None]:
    """Log failures of background work that is retried. The database logs its own outages."""
    try:
        yield
    except Unavailable:
        pass
    except Exception:
        LOG.exception(failure)


class TableRegistry:
    """Hold the open tables of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.bots, self._editions = BotPool(settings.bot_threads), Editions(store)
        self.closing = asyncio.Event()  # set when streams must end
        self.warm_steps = 0 if settings.warm_up and warm.is_cold() else warm.N_STEPS
        self._tables: dict[str, Table] = {}
        self._last_used: dict[str, float] = {}  # last use of each table
        self._last_viewed: dict[str, float] = {}  # last use of each table by a client, not by a bot
        self._up_since = time.time()
        # difference between wall clock and monotonic clock
        self._ahead = time.time() - time.monotonic()
        self._logs = ThreadPoolExecutor(1, "log")  # replays logs
        self._tasks: set[asyncio.Task[None]] = set()
        self._warned: set[str] = set()  # messages that were logged once
        self.work = (
            SharedBotWork(
                self._answer,
                self._spawn,
                store.jobs,
                settings.bot_threads,
                self._watched,
                self.bots,
            )
            if store.is_shared
            else BotWork(self._answer, self._spawn)
        )
        self.hints = Hints(self.bots)
        self.reviews = Reviews(self.bots, self._spawn, self.closing)

    @classmethod
    @asynccontextmanager
    async def open(cls, store: Store, settings: Settings) -> AsyncIterator["TableRegistry"]:
        """Yield a registry in which the running games continue."""
        registry = cls(store, settings)
        registry._up_since = await store.note_up(time.time(), MAX_UPTIME_GAP_SECONDS)
        registry._spawn(registry._start())
        try:
            yield registry
        finally:
            await registry._close()

    @property
    def is_ready(self) -> bool:
        """Return whether the rules are compiled."""
        return self.warm_steps >= warm.N_STEPS

    @property
    def compiling(self) -> tuple[int, int] | None:
        """Return the finished and total steps of compiling the rules, or None when done."""
        return None if self.is_ready else (self.warm_steps, warm.N_STEPS)

    def check_ready(self) -> None:
        if not self.is_ready:
            done = f"{self.warm_steps} of {warm.N_STEPS}"
            raise Refused(503, "warming_up", f"the rules are being compiled: {done} steps done")

    async def table(self, id: str) -> Table:
        """Return a loaded table for a client."""
        table = await self._open(id)
        self._last_viewed[id] = time.monotonic()
        if not table.has_people:  # the bots may have been waiting for a viewer
            self._start_bots(table)
        return table

    def is_watched(self, table: Table) -> bool:
        """Return whether bots play here: a person is seated, or a client is watching."""
        looked = time.monotonic() - self._last_viewed.get(table.id, -math.inf)
        is_seen = table.presence.streams.total() > 0 or looked < self.settings.absent_seconds
        return is_seen or table.has_people

    def _watched(self) -> list[str]:
        """Return the ids of watched tables where only bots play."""
        tables = [table for table in self._tables.values() if not table.has_people]
        return [table.id for table in tables if self.is_watched(table)]

    async def _open(self, id: str) -> Table:
        self.check_ready()
        version = 0
        if table := self._tables.get(id):
            if self.store.is_shared:  # clients must see what any server has acknowledged
                version = (await self.store.versions([id])).get(id, 0)
        else:
            stored = await self.store.table(id)
            if stored is None:
                raise not_found("table")
            edition = await self._editions.of(stored)
            new = self._empty_table(stored, edition)
            table = self._tables.setdefault(id, new)  # another task may have opened it meanwhile
        self._last_used[id] = time.monotonic()
        try:
            await table.catch_up(version)
        except Unplayable as error:
            self._forget(table)
            if isinstance(error, BrokenLog):
                self._warn_once(f"table {id}: {error}")
            raise
        return table

    def _empty_table(self, stored: StoredTable, edition: Any) -> Table:
        """Return a table whose log is not replayed yet."""
        return Table(
            stored, edition, self.store, self._start_bots, lambda: self._up_since, self._logs
        )

    async def broken_table(self, id: str, guest: Guest | None) -> StoredTable:
        """Return a stored table whose log cannot be replayed, for its players only."""
        try:
            await self.table(id)
        except BrokenLog:
            stored = await self.store.table(id)
            if stored is None or guest is None or guest.id not in guests_at(stored):
                raise Refused(403, "not_seated", "you have no seat here") from None
            return stored
        raise Refused(409, "not_broken", "this table can be played on")

    async def close_broken(self, id: str, guest: Guest) -> None:
        """End a game whose log cannot be replayed. The log is kept and gets a final entry."""
        stored = await self.broken_table(id, guest)
        if stored.state != "over":
            end = LogEntry(stored.version + 1, "close", time.time(), guest=guest.id)
            details = {**stored.summary, "end": "abandoned", "to_move": []}
            await self.store.append(id, stored.version, [end], Summary("over", details))

    def _warn_once(self, words: str) -> None:
        """Log a message once."""
        if words not in self._warned:
            self._warned.add(words)
            LOG.warning(words)

    async def create(
        self,
        host: Guest,
        options: TableOptions,
        *,
        people: Sequence[Placed] = (),
        bots: Sequence[Placed] = (),
        origin: str = "",
        lesson: Lesson | None = None,
    ) -> Table:
        """Create a table with its first players and bots.

        ``people`` sit at the host's device. ``origin`` identifies the address it is opened from.
        ``lesson`` sets the deal of a guided game.
        """
        self.check_ready()
        await self._check_table_limits(host, options, origin)
        settled = options.settled(self.settings.pause_seconds)
        stored = StoredTable(
            id=secrets.token_urlsafe(9).replace("-", "x").replace("_", "y"),
            options=settled.model_dump(), rules=settled.variant.rules_version,
            catalog=await self._editions.keep(settled),
            seed=lesson.seed if lesson else secrets.randbits(SEED_BITS),
            version=0, state="open", summary={}, created=time.time(), changed=0.0,
        )  # fmt: skip

        async def keep(entries: Sequence[LogEntry], summary: Summary, jobs: Sequence[Job]) -> None:
            await self.store.create(
                stored.id, stored.options, stored.seed, rules=stored.rules, catalog=stored.catalog,
                is_private=options.private, is_timed=options.is_timed, now=stored.created,
                entries=entries, summary=summary, jobs=jobs,
            )  # fmt: skip
            self._tables[stored.id] = table
            self._last_used[stored.id] = time.monotonic()
            self._last_viewed[stored.id] = time.monotonic()

        edition = await self._editions.of(stored)
        table = self._empty_table(stored, edition)
        await table.create(host, people, bots, origin, keep, lesson.id if lesson else "")
        return table

    async def _check_table_limits(self, host: Guest, options: TableOptions, origin: str) -> None:
        """Raise 409 if the host has too many games, or the address too many open public tables."""
        states, most = ("open", "playing"), self.settings.max_tables_per_guest
        own = await self.store.tables(states, guest=host.id, most=most)
        opened = await self.store.tables(states, host=host.id, most=most)
        if len({one.id for one in own + opened}) >= most:
            raise Refused(409, "too_many", "finish one of your games first")
        if not options.private and origin:
            waiting = await self.store.tables(("open",), most=MAX_WAITING_TABLES_READ)
            from_there = sum(stored.summary.get("origin") == origin for stored in waiting)
            if from_there >= self.settings.max_open_tables_per_address:
                message = "too many tables from your address are waiting for players"
                raise Refused(409, "too_many_waiting", message)

    async def rematch(self, table: Table, guest: Guest, origin: str = "") -> Table:
        """Return the next table with the same options. Each player moves one seat further on."""
        async with table.locked():
            own = table.seats_of(guest)
            if table.state != "over":
                raise Refused(409, "not_over", "the game is not over")
            if not own:
                raise Refused(403, "not_seated", "you had no seat at this table")
        # All people at the guest's device keep their names.
        names = [table.chairs[seat].name if len(own) > 1 else guest.name for seat in own]
        places = [
            ((seat + 1) % len(table.chairs), name) for seat, name in zip(own, names, strict=True)
        ]
        async with table.rematch_lock:
            id = table.rematch or await self._next_table(table, guest, places, origin)
            following = await self.table(id)
        for seat, name in places:
            await following.sit(guest, seat, name if len(own) > 1 else None)
        return following

    async def _next_table(
        self, table: Table, host: Guest, people: Sequence[Placed], origin: str
    ) -> str:
        size = len(table.chairs)
        bots = [((n + 1) % size, chair.bot) for n, chair in enumerate(table.chairs) if chair.bot]
        new = await self.create(host, table.options, people=people, bots=bots, origin=origin)
        chosen = await table.announce_rematch(new.id)
        if chosen != new.id:  # another server was faster
            with suppress(Overtaken):
                await self.store.remove(new.id, new.version)
                self._forget(new)
        return chosen

    # ── bots and clocks ──────────────────────────────────────────────────────────────────────────

    async def wait_for_quick_bots(self, table: Table) -> None:
        """Wait briefly for quick bots, so that one answer shows their choices too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(QUICK_BOT_WAIT_SECONDS):
                while any(job.wait == 0.0 for job in table.jobs()):
                    await table.wait_for_entries_after(table.committed)

    def _start_bots(self, table: Table) -> None:
        """Start the bots that have to decide."""
        if not self.closing.is_set() and self.is_watched(table):
            self.work.attend(table.jobs())

    async def _answer(self, job: Job) -> bool:
        """Let a bot make a decision; return whether it was still wanted."""
        table = await self._open(job.table)
        async with table.locked():
            is_open = job.seat in table.to_move and job.decision == table.decision(job.seat)
            if table.game is None or not is_open:
                return False
            view, host = table.game.view(job.seat), table.host or ""
        move = job.move or str(await self.bots.choose(job.bot, view, host, table.id))
        return await table.play(job.seat, move, job.decision)

    async def _resume(self, id: str) -> None:
        """Load a table if necessary, and start its bots."""
        with logging_failures("cannot resume a table"):
            try:
                table = await self._open(id)
                async with table.locked():
                    jobs = table.jobs() if self.is_watched(table) else []
                await self.work.add(jobs)
            except BrokenLog:
                pass  # the table has logged itself
            except Unplayable as error:
                self._warn_once(f"{error}: its tables wait")

    async def _check_clocks(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_TICK_SECONDS)
            self._detect_clock_jump()
            for table in list(self._tables.values()):
                with logging_failures("cannot check a clock"):
                    await self._check_clock(table)
                self._unload_if_idle(table)

    def _detect_clock_jump(self) -> None:
        """Restart all players' time if the system clock was set."""
        ahead = time.time() - time.monotonic()
        if abs(ahead - self._ahead) > CLOCK_JUMP_SECONDS:
            self._up_since = time.time()
            LOG.warning("the clock was set by %+.0f seconds", ahead - self._ahead)
        self._ahead = ahead

    async def _close_deserted(self) -> None:
        """Close deserted public tables regularly. Time without a running server does not count."""
        while True:
            since = time.time() - self.settings.open_table_seconds
            with logging_failures("cannot close a deserted table"):
                if since < self._up_since:
                    since = 0.0
                for id in await self.store.deserted(since):
                    with suppress(Unplayable):
                        await (await self.table(id)).expire(since)
            await asyncio.sleep(LIST_SWEEP_SECONDS)

    async def _check_clock(self, table: Table) -> None:
        if table.state == "open" and not table.options.private:
            await self._store_presence(table, self.settings.open_table_seconds / 4)
        if self.store.is_shared and table.options.absent == "bot" and table.state == "playing":
            await self._share_presence(table)
        for seat in list(table.overdue(time.time(), self.settings.absent_seconds)):
            if table.options.absent == "bot":
                await table.send_away(seat)
            else:
                await self.work.add([table.job(seat, SUBSTITUTE_BOT)])

    async def _store_presence(self, table: Table, every: float) -> None:
        """Store who is present from time to time, for other servers and for a restart."""
        if fresh := table.presence.signs(table.guests, time.time(), every):
            await self.store.note_presence(table.id, fresh)

    async def _share_presence(self, table: Table) -> None:
        """Exchange presence with other servers before a player counts as absent.

        Presence is stored only from time to time, so it is assumed to be that much more recent.
        """
        now, patience = time.time(), self.settings.absent_seconds
        every = patience / 4
        await self._store_presence(table, every)
        if list(table.overdue(now, patience)):
            seen = await self.store.last_seen(table.id)
            table.presence.learn({guest: at + every for guest, at in seen.items()})

    def _unload_if_idle(self, table: Table) -> None:
        """Unload a table that is not in use."""
        idle = time.monotonic() - self._last_used.get(table.id, 0.0) > IDLE_SECONDS
        is_wanted = table.state == "playing" and table.options.is_timed
        is_busy = table.presence.streams.total() or self.work.is_busy_at(table.id)
        if idle and not is_wanted and not is_busy:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        self._tables.pop(table.id, None)
        self._last_used.pop(table.id, None)
        self._last_viewed.pop(table.id, None)
        self.work.forget(table.id)

    # ── other servers ────────────────────────────────────────────────────────────────────────────

    async def _listen(self) -> None:
        """Read the changes of other servers when they are announced."""
        async with aclosing(self.store.changes()) as changes:
            async for change in changes:
                if change is None:
                    self._spawn(self._catch_up_all())
                    self.work.nudge()
                    continue
                table = self._tables.get(change.table)
                if table and table.version < change.version:
                    self._spawn(self._catch_up(table, change.version))
                if change.has_jobs:
                    self.work.nudge()

    async def _catch_up(self, table: Table, version: int) -> None:
        with logging_failures("cannot read the changes of another server"):  # a sweep tries again
            try:
                await table.catch_up(version)
            except Unplayable:
                self._forget(table)  # the next client gets the error

    async def _catch_up_all(self) -> None:
        with logging_failures("cannot query the changes of other servers"):
            for id, version in (await self.store.versions(list(self._tables))).items():
                if table := self._tables.get(id):
                    await self._catch_up(table, version)

    async def _sweep(self) -> None:
        """Look for changes that were not announced, for example by a server that died."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await self._catch_up_all()
            with logging_failures("cannot find tables with clocks"):
                self._up_since = await self.store.note_up(time.time(), MAX_UPTIME_GAP_SECONDS)
                for id in await self.store.playing(timed_only=True):
                    if id not in self._tables:
                        await self._resume(id)

    # ── start and shutdown ───────────────────────────────────────────────────────────────────────

    async def _start(self) -> None:
        """Compile the rules, then resume all games."""
        if not self.is_ready:
            await self._warm_up()
            self._up_since = await self.store.note_up(time.time(), MAX_UPTIME_GAP_SECONDS)
            self.warm_steps = warm.N_STEPS
        elif self.settings.warm_up:
            self._spawn(self._warm_up())  # loads the cached machine code only
        self._spawn(self._check_clocks())
        self._spawn(self._close_deserted())
        if self.store.is_shared:
            for work in (self._listen(), self._sweep(), self.work.run()):
                self._spawn(work)
        for id in await self.store.playing():
            await self._resume(id)

    async def _warm_up(self) -> None:
        try:
            await _run_in_daemon_thread(lambda: warm.warm_up(self._note_step))
        except Exception:
            LOG.exception("not all rules could be compiled")
        _tune_interpreter()

    def _note_step(self, done: int) -> None:
        self.warm_steps = max(self.warm_steps, done)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close_streams(self) -> None:
        """End all streams, which would otherwise stay open."""
        self.closing.set()
        for table in self._tables.values():
            table.notify()

    async def _close(self) -> None:
        self.close_streams()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.work.close()
        self.bots.close()
        self._logs.shutdown(wait=False, cancel_futures=True)


def guests_at(stored: StoredTable) -> set[str]:
    """Return the guests at a table according to its summary."""
    return {chair["guest"] for chair in stored.summary.get("chairs", []) if chair["guest"]}


async def _run_in_daemon_thread(work: Callable[[], None]) -> None:
    """Run a function in a daemon thread, which does not delay a shutdown."""
    done: Future[None] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            work()
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    Thread(target=run, name="warm-up", daemon=True).start()
    await asyncio.wrap_future(done)


def _tune_interpreter() -> None:
    """Shorten the thread switch interval, and exempt loaded objects from collection."""
    sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
    gc.collect()
    gc.freeze()
