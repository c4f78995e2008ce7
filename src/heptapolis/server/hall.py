"""All tables of a server: rooms that are open, the bots and clocks in them, and the way in."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from heptapolis import warm
from heptapolis.server.crew import Crew
from heptapolis.server.errors import Refused, StaleVersion, not_found
from heptapolis.server.options import Options
from heptapolis.server.reviews import Reviews
from heptapolis.server.room import STAND_IN, Room
from heptapolis.server.settings import Settings
from heptapolis.server.store import Guest, Store
from heptapolis.table import SEED_BITS

LOG = logging.getLogger("heptapolis.server")
TICK = 0.5  # seconds between looks at the clocks
PAUSE = 1.0  # seconds before a bot is asked again after a failure
IDLE = 600.0  # seconds until a room that nobody looks at is put away


class Hall:
    """The rooms of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.crew = Crew(settings.threads)
        self.closing = asyncio.Event()  # streams end
        self.warm_steps = 0 if settings.warm_up and warm.is_cold() else warm.STEPS
        self._rooms: dict[str, Room] = {}
        self._looked: dict[str, float] = {}  # when each room was last wanted
        self._asking: set[tuple[str, int, int]] = set()  # table, seat, decision
        self._tasks: set[asyncio.Task[None]] = set()
        self.reviews = Reviews(self.crew, self._spawn, self.closing)

    @classmethod
    @asynccontextmanager
    async def open(cls, store: Store, settings: Settings) -> AsyncIterator["Hall"]:
        """A hall in which the games that were going on go on."""
        hall = cls(store, settings)
        hall._spawn(hall._start())
        try:
            yield hall
        finally:
            await hall._close()

    @property
    def is_ready(self) -> bool:
        """The rules are compiled."""
        return self.warm_steps >= warm.STEPS

    def check_ready(self) -> None:
        if not self.is_ready:
            done = f"{self.warm_steps} of {warm.STEPS}"
            raise Refused(503, "warming_up", f"the rules are being compiled: {done} steps done")

    async def room(self, id: str) -> Room:
        """An open room, or one that is kept."""
        self.check_ready()
        if id not in self._rooms:
            kept = await self.store.table(id)
            if kept is None:
                raise not_found("table")
            self._rooms.setdefault(id, Room(kept, self.store, self._attend))
        self._looked[id] = time.monotonic()
        return self._rooms[id]

    async def create(self, host: Guest, options: Options) -> Room:
        """A new table; nobody sits at it yet."""
        self.check_ready()
        states = ("open", "playing")
        own = await self.store.tables(states, guest=host.id, most=self.settings.most_tables)
        if len(own) >= self.settings.most_tables:
            raise Refused(409, "too_many", "finish one of your games first")
        settled = options.settled()
        id = secrets.token_urlsafe(9).replace("-", "x").replace("_", "y")
        await self.store.create(
            id, settled.model_dump(), secrets.randbits(SEED_BITS), is_private=options.private,
            now=time.time(),
        )  # fmt: skip
        room = await self.room(id)
        await room.open(host)
        return room

    async def rematch(self, room: Room, guest: Guest) -> Room:
        """The next table with the same options; who wants it sits one seat further on."""
        async with room.steady():
            seat = room.seat_of(guest)
            if room.state != "over":
                raise Refused(409, "not_over", "the game is not over")
            if seat is None:
                raise Refused(403, "not_seated", "you had no seat at this table")
        async with room.rematch_lock:
            following = await self.room(room.rematch or await self._next_table(room, guest))
        await following.sit(guest, (seat + 1) % len(room.chairs))
        return following

    async def _next_table(self, room: Room, host: Guest) -> str:
        new = await self.create(host, room.options)
        for n, chair in enumerate(room.chairs):
            if chair.bot:
                await new.put_bot(host, chair.bot, (n + 1) % len(room.chairs))
        return await room.announce_rematch(new.id)

    # ── bots and clocks ──────────────────────────────────────────────────────────────────────────

    def _attend(self, room: Room) -> None:
        """Ask the bots that are to decide."""
        for seat in room.to_move:
            if bot := room.chairs[seat].player:
                self._ask(room, seat, bot)

    def _ask(self, room: Room, seat: int, bot: str) -> None:
        question = (room.id, seat, room.decision(seat))
        if question not in self._asking and not self.closing.is_set():
            self._asking.add(question)
            self._spawn(self._answer(room, question, bot))

    async def _answer(self, room: Room, question: tuple[str, int, int], bot: str) -> None:
        _, seat, decision = question
        try:
            async with room.steady():
                if room.game is None or seat not in room.to_move:
                    return
                view = room.game.view(seat)
            await room.play(seat, await self.crew.choose(bot, view), decision)
        except StaleVersion:
            pass  # another server was faster
        except Exception:
            LOG.exception("a bot's move could not be kept")
            await asyncio.sleep(PAUSE)
        finally:
            self._asking.discard(question)
        await self._look_at(room)

    async def _look_at(self, room: Room) -> None:
        """Play a room through if need be, and ask its bots."""
        try:
            async with room.steady():
                self._attend(room)
        except Exception:
            LOG.exception("a table cannot be played on")

    async def _look_at_clocks(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            for room in list(self._rooms.values()):
                try:
                    await self._look_at_clock(room)
                except Exception:
                    LOG.exception("a clock could not be looked at")
                self._put_away(room)

    async def _look_at_clock(self, room: Room) -> None:
        for seat in list(room.overdue(time.time(), self.settings.patience)):
            if room.options.absent == "bot":
                await room.send_away(seat)
            else:
                self._ask(room, seat, STAND_IN)

    def _put_away(self, room: Room) -> None:
        """Forget a room that nobody looks at; what it was is kept."""
        idle = time.monotonic() - self._looked.get(room.id, 0.0) > IDLE
        is_wanted = room.state == "playing" and (room.options.clock or room.options.absent == "bot")
        is_busy = room.streams.total() or any(id == room.id for id, _, _ in self._asking)
        if idle and not is_wanted and not is_busy:
            del self._rooms[room.id], self._looked[room.id]

    # ── beginning and end ────────────────────────────────────────────────────────────────────────

    async def _start(self) -> None:
        """Make the rules ready, then let every game go on."""
        if self.settings.warm_up:
            try:
                await asyncio.to_thread(warm.warm_up, self._note_step)
            except Exception:
                LOG.exception("the rules could not all be compiled")
        self.warm_steps = warm.STEPS
        for id in await self.store.playing():
            await self._look_at(await self.room(id))
        await self._look_at_clocks()

    def _note_step(self, done: int) -> None:
        self.warm_steps = max(self.warm_steps, done)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self) -> None:
        self.closing.set()
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with suppress(asyncio.CancelledError):
                await task
        self.crew.close()
