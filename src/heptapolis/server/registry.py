"""The tables that a server has open, their bots and clocks, and the way to any other.

Where servers share a database, each has a registry of its own, and the same table may be open in
several: what one keeps the others read, every one of them looks at the clocks, and a bot's job is
done by whoever is free.
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
from heptapolis.server.course import STAND_IN
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
from heptapolis.server.table_options import TableOptions
from heptapolis.web.lessons import Lesson

LOG = logging.getLogger("heptapolis.server")
TICK = 0.5  # seconds between looks at the clocks
SWEEP = 5.0  # seconds between looks at what other servers may have left
SWEEP_LISTS = 60.0  # seconds between looks at tables that nobody comes to
MOST_LOOKED_AT = 500  # tables that wait for players
GAP = 3 * SWEEP  # seconds after which no server can have been up
JUMP = 5.0  # seconds by which a clock that is set differs from one that is kept right
HAND_OVER = 0.001  # seconds that a thread may keep the interpreter while another waits
MOMENT = 0.08  # seconds that somebody who has chosen waits for quick bots
IDLE = 600.0  # seconds until a table that nobody looks at is put away


@contextmanager
def carrying_on(failure: str) -> Iterator[None]:
    """Work that nobody waits for and that is tried again: what goes wrong stands in the log, which
    the database writes itself where it is away."""
    try:
        yield
    except Unavailable:
        pass
    except Exception:
        LOG.exception(failure)


class TableRegistry:
    """The open tables of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.bots, self._editions = BotPool(settings.threads), Editions(store)
        self.closing = asyncio.Event()  # streams end
        self.warm_steps = 0 if settings.warm_up and warm.is_cold() else warm.N_STEPS
        self._tables: dict[str, Table] = {}
        self._last_wanted: dict[str, float] = {}  # when each table was last wanted
        self._last_looked: dict[str, float] = {}  # ... by somebody, not by a bot
        self._up_since = time.time()
        self._ahead = time.time() - time.monotonic()  # of one clock before the other
        self._logs = ThreadPoolExecutor(1, "log")  # where tables are played through
        self._tasks: set[asyncio.Task[None]] = set()
        self._complaints: set[str] = set()  # told once each
        self.work = (
            SharedBotWork(
                self._answer, self._spawn, store.jobs, settings.threads, self._watched, self.bots
            )
            if store.is_shared
            else BotWork(self._answer, self._spawn)
        )
        self.hints = Hints(self.bots)
        self.reviews = Reviews(self.bots, self._spawn, self.closing)

    @classmethod
    @asynccontextmanager
    async def open(cls, store: Store, settings: Settings) -> AsyncIterator["TableRegistry"]:
        """A registry in which the games that were going on go on."""
        registry = cls(store, settings)
        registry._up_since = await store.note_up(time.time(), GAP)
        registry._spawn(registry._start())
        try:
            yield registry
        finally:
            await registry._close()

    @property
    def is_ready(self) -> bool:
        """The rules are compiled."""
        return self.warm_steps >= warm.N_STEPS

    @property
    def compiling(self) -> tuple[int, int] | None:
        """Steps of making the rules ready that are done, of how many; None once they are."""
        return None if self.is_ready else (self.warm_steps, warm.N_STEPS)

    def check_ready(self) -> None:
        if not self.is_ready:
            done = f"{self.warm_steps} of {warm.N_STEPS}"
            raise Refused(503, "warming_up", f"the rules are being compiled: {done} steps done")

    async def table(self, id: str) -> Table:
        """A table with its log played through, for somebody who looks at it."""
        table = await self._open(id)
        self._last_looked[id] = time.monotonic()
        if not table.has_people:  # they may have waited for that
            self._attend(table)
        return table

    def is_watched(self, table: Table) -> bool:
        """Bots play: for people who sit there, or because somebody looks on."""
        looked = time.monotonic() - self._last_looked.get(table.id, -math.inf)
        is_seen = table.presence.streams.total() > 0 or looked < self.settings.patience
        return is_seen or table.has_people

    def _watched(self) -> list[str]:
        """Tables here of which only bots are, and at which somebody looks."""
        tables = [table for table in self._tables.values() if not table.has_people]
        return [table.id for table in tables if self.is_watched(table)]

    async def _open(self, id: str) -> Table:
        self.check_ready()
        version = 0
        if table := self._tables.get(id):
            if self.store.is_shared:  # what any server has acknowledged is to be seen at all
                version = (await self.store.versions([id])).get(id, 0)
        else:
            stored = await self.store.table(id)
            if stored is None:
                raise not_found("table")
            edition = await self._editions.of(stored)
            new = self._empty_table(stored, edition)
            table = self._tables.setdefault(id, new)  # somebody else may have opened it meanwhile
        self._last_wanted[id] = time.monotonic()
        try:
            await table.catch_up(version)
        except Unplayable as error:
            self._forget(table)
            if isinstance(error, BrokenLog):
                self._complain(f"table {id}: {error}")
            raise
        return table

    def _empty_table(self, stored: StoredTable, edition: Any) -> Table:
        """A table whose log is not played through yet."""
        return Table(stored, edition, self.store, self._attend, lambda: self._up_since, self._logs)

    async def broken_table(self, id: str, guest: Guest | None) -> StoredTable:
        """A table whose log cannot be played through, for those who sit there."""
        try:
            await self.table(id)
        except BrokenLog:
            stored = await self.store.table(id)
            if stored is None or guest is None or guest.id not in guests_at(stored):
                raise Refused(403, "not_seated", "you have no seat here") from None
            return stored
        raise Refused(409, "not_broken", "this table can be played on")

    async def close_broken(self, id: str, guest: Guest) -> None:
        """End a game that cannot go on; its log stays as it is, with this at its end."""
        stored = await self.broken_table(id, guest)
        if stored.state != "over":
            end = LogEntry(stored.version + 1, "close", time.time(), guest=guest.id)
            details = {**stored.summary, "end": "abandoned", "to_move": []}
            await self.store.append(id, stored.version, [end], Summary("over", details))

    def _complain(self, words: str) -> None:
        """Tell the host something once."""
        if words not in self._complaints:
            self._complaints.add(words)
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
        """A new table, with who sits there from the beginning: people at the host's device, and
        bots. ``origin``: where it is opened from; ``lesson``: whose deal is played."""
        self.check_ready()
        await self._check_room(host, options, origin)
        settled = options.settled(self.settings.pause)
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
            self._last_wanted[stored.id] = time.monotonic()
            self._last_looked[stored.id] = time.monotonic()

        edition = await self._editions.of(stored)
        table = self._empty_table(stored, edition)
        await table.found(host, people, bots, origin, keep, lesson.id if lesson else "")
        return table

    async def _check_room(self, host: Guest, options: TableOptions, origin: str) -> None:
        """Nobody has too many games, and no address fills the list of those that wait."""
        states, most = ("open", "playing"), self.settings.most_tables
        own = await self.store.tables(states, guest=host.id, most=most)
        opened = await self.store.tables(states, host=host.id, most=most)
        if len({one.id for one in own + opened}) >= most:
            raise Refused(409, "too_many", "finish one of your games first")
        if not options.private and origin:
            waiting = await self.store.tables(("open",), most=MOST_LOOKED_AT)
            from_there = sum(stored.summary.get("origin") == origin for stored in waiting)
            if from_there >= self.settings.most_waiting:
                told = "too many tables from your address are waiting for players"
                raise Refused(409, "too_many_waiting", told)

    async def rematch(self, table: Table, guest: Guest, origin: str = "") -> Table:
        """The next table with the same options; who wants it sits one seat further on."""
        async with table.steady():
            own = table.seats_of(guest)
            if table.state != "over":
                raise Refused(409, "not_over", "the game is not over")
            if not own:
                raise Refused(403, "not_seated", "you had no seat at this table")
        # Everybody who shares the device, by the name they had.
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

    async def hear_bots(self, table: Table) -> None:
        """Wait a moment for bots that are quick, so that one answer shows what they chose too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(MOMENT):
                while any(job.wait == 0.0 for job in table.jobs()):
                    await table.news(table.committed)

    def _attend(self, table: Table) -> None:
        """Let the bots work that are to decide."""
        if not self.closing.is_set() and self.is_watched(table):
            self.work.attend(table.jobs())

    async def _answer(self, job: Job) -> bool:
        """Let a bot make a decision; whether it was still wanted."""
        table = await self._open(job.table)
        async with table.steady():
            is_open = job.seat in table.to_move and job.decision == table.decision(job.seat)
            if table.game is None or not is_open:
                return False
            view, host = table.game.view(job.seat), table.host or ""
        move = job.move or str(await self.bots.choose(job.bot, view, host, table.id))
        return await table.play(job.seat, move, job.decision)

    async def _look_at(self, id: str) -> None:
        """Play a table through if need be, and let its bots work."""
        with carrying_on("a table cannot be played on"):
            try:
                table = await self._open(id)
                async with table.steady():
                    jobs = table.jobs() if self.is_watched(table) else []
                await self.work.add(jobs)
            except BrokenLog:
                pass  # it is told which table that is
            except Unplayable as error:
                self._complain(f"{error}: its tables wait")

    async def _look_at_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._note_jump()
            for table in list(self._tables.values()):
                with carrying_on("a clock could not be looked at"):
                    await self._look_at_clock(table)
                self._put_away(table)

    def _note_jump(self) -> None:
        """A clock that is set is no time that has passed: everybody's begins anew."""
        ahead = time.time() - time.monotonic()
        if abs(ahead - self._ahead) > JUMP:
            self._up_since = time.time()
            LOG.warning("the clock was set by %+.0f seconds", ahead - self._ahead)
        self._ahead = ahead

    async def _look_for_deserted(self) -> None:
        """Public tables that nobody comes back to leave the list; while no server was up nobody
        could."""
        while True:
            since = time.time() - self.settings.open_life
            with carrying_on("a deserted table could not be closed"):
                if since < self._up_since:
                    since = 0.0
                for id in await self.store.deserted(since):
                    with suppress(Unplayable):
                        await (await self.table(id)).expire(since)
            await asyncio.sleep(SWEEP_LISTS)

    async def _look_at_clock(self, table: Table) -> None:
        if table.state == "open" and not table.options.private:
            await self._keep_signs(table, self.settings.open_life / 4)
        if self.store.is_shared and table.options.absent == "bot" and table.state == "playing":
            await self._share_signs(table)
        for seat in list(table.overdue(time.time(), self.settings.patience)):
            if table.options.absent == "bot":
                await table.send_away(seat)
            else:
                await self.work.add([table.job(seat, STAND_IN)])

    async def _keep_signs(self, table: Table, every: float) -> None:
        """Note now and then who is there: another server may look, or this one after a restart."""
        if fresh := table.presence.signs(table.guests, time.time(), every):
            await self.store.see(table.id, fresh)

    async def _share_signs(self, table: Table) -> None:
        """Whoever is at another server is not absent. What is told is told now and then, so it is
        taken to be that much younger."""
        now, patience = time.time(), self.settings.patience
        every = patience / 4
        await self._keep_signs(table, every)
        if list(table.overdue(now, patience)):
            seen = await self.store.last_seen(table.id)
            table.presence.learn({guest: at + every for guest, at in seen.items()})

    def _put_away(self, table: Table) -> None:
        """Forget a table that nobody looks at; what it was is kept."""
        idle = time.monotonic() - self._last_wanted.get(table.id, 0.0) > IDLE
        is_wanted = table.state == "playing" and table.options.is_timed
        is_busy = table.presence.streams.total() or self.work.is_busy_at(table.id)
        if idle and not is_wanted and not is_busy:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        self._tables.pop(table.id, None)
        self._last_wanted.pop(table.id, None)
        self._last_looked.pop(table.id, None)
        self.work.forget(table.id)

    # ── other servers ────────────────────────────────────────────────────────────────────────────

    async def _listen(self) -> None:
        """Read what other servers keep as soon as they tell."""
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
        with carrying_on("what another server kept could not be read"):  # a sweep tries again
            try:
                await table.catch_up(version)
            except Unplayable:
                self._forget(table)  # whoever asks for it is told

    async def _catch_up_all(self) -> None:
        with carrying_on("what other servers kept could not be asked for"):
            for id, version in (await self.store.versions(list(self._tables))).items():
                if table := self._tables.get(id):
                    await self._catch_up(table, version)

    async def _sweep(self) -> None:
        """Look after what no other server told: nothing is lost with one that died."""
        while True:
            await asyncio.sleep(SWEEP)
            await self._catch_up_all()
            with carrying_on("clocks could not be looked for"):
                self._up_since = await self.store.note_up(time.time(), GAP)
                for id in await self.store.playing(timed_only=True):
                    if id not in self._tables:
                        await self._look_at(id)

    # ── beginning and end ────────────────────────────────────────────────────────────────────────

    async def _start(self) -> None:
        """Make the rules ready, then let every game go on."""
        if not self.is_ready:
            await self._warm_up()
            self._up_since = await self.store.note_up(time.time(), GAP)
            self.warm_steps = warm.N_STEPS
        elif self.settings.warm_up:
            self._spawn(self._warm_up())  # that only loads what is compiled
        self._spawn(self._look_at_clocks())
        self._spawn(self._look_for_deserted())
        if self.store.is_shared:
            for work in (self._listen(), self._sweep(), self.work.run()):
                self._spawn(work)
        for id in await self.store.playing():
            await self._look_at(id)

    async def _warm_up(self) -> None:
        try:
            await _in_the_background(lambda: warm.warm_up(self._note_step))
        except Exception:
            LOG.exception("the rules could not all be compiled")
        _settle_in()

    def _note_step(self, done: int) -> None:
        self.warm_steps = max(self.warm_steps, done)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hang_up(self) -> None:
        """Let streams end: they never do by themselves."""
        self.closing.set()
        for table in self._tables.values():
            table.wake()

    async def _close(self) -> None:
        self.hang_up()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.work.close()
        self.bots.close()
        self._logs.shutdown(wait=False, cancel_futures=True)


def guests_at(stored: StoredTable) -> set[str]:
    """Who sits at a table, as its summary has it."""
    return {chair["guest"] for chair in stored.summary.get("chairs", []) if chair["guest"]}


async def _in_the_background(work: Callable[[], None]) -> None:
    """In a thread that nobody waits for if the server is stopped meanwhile."""
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


def _settle_in() -> None:
    """For answers that are quick at the worst of times: whoever computes in a thread hands over the
    interpreter sooner, and the rules, which stay, are no longer searched for what could go."""
    sys.setswitchinterval(HAND_OVER)
    gc.collect()
    gc.freeze()
