"""One table while somebody is at it: its log played through, and the authority over what is added.

A change is applied here first and then committed; everybody looks under the lock, so nobody ever
sees what is not on disk. If a commit fails, the table is played through anew from what is kept.

Other servers may have the same table open. What they keep is read on from where this table is, and
a change that one of them was faster than is judged anew on what it wrote.
"""

import asyncio
import json
import math
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from heptapolis.bots.strategy import has_strategy
from heptapolis.contract import Game, View
from heptapolis.server.bot_pool import QUICK
from heptapolis.server.course import NOW, Course
from heptapolis.server.errors import HeldBack, Overtaken, Refused, StaleVersion
from heptapolis.server.job_queue import Job
from heptapolis.server.presence import Presence
from heptapolis.server.sanitizer import REACTIONS, clean, name_in, skeleton
from heptapolis.server.store import (
    Guest,
    LogEntry,
    Store,
    StoredTable,
    Summary,
)
from heptapolis.server.table_options import TableOptions
from heptapolis.server.talk import LONGEST

SKEW = 60.0  # seconds by which clocks may differ
MOST_SITS = 30  # times that somebody sits down, or takes another name, at another's table
MOST_CHOICES = 1000  # choices and undos of a seat, before nothing is taken back any more
FEW = 20  # entries of a log that take no longer than a move or two
A_MOMENT = 0.005  # seconds that a bot's choice waits for those of others, to be kept with them
TRIES = 20  # of a change, while others are faster; each time it is judged anew

Choice = tuple[str, int]  # a move, and which decision of its seat it makes
Placed = tuple[int | None, str]  # a seat, any if None, and who is to sit there
T = TypeVar("T")
P = ParamSpec("P")
_Change = Callable[Concatenate["Table", P], Coroutine[Any, Any, T]]


def _change(method: _Change[P, T]) -> _Change[P, T]:
    """A change of a table: where another server was faster, it is judged anew."""

    @wraps(method)
    async def change(table: "Table", /, *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return await method(table, *args, **kwargs)
            except Overtaken:
                pass  # the table has read what was written
        return await method(table, *args, **kwargs)

    return change


def past(at: float, now: float) -> float:
    """A time that was noted. One that is still to come was told by a clock that has been set back
    since, and tells nothing; those of several servers differ a little."""
    return at if at <= now + SKEW else 0.0


class Table(Course):
    """A table. Methods that change it take the guest who wants that, and return when it is kept."""

    def __init__(
        self,
        stored: StoredTable,
        edition: Any,
        store: Store,
        on_change: Callable[["Table"], None],
        up_since: Callable[[], float],
        thread: Executor,
    ) -> None:
        """``thread``: where logs are played through."""
        options = TableOptions.from_store(stored.options)
        super().__init__(options, edition, stored.rules, stored.catalog, stored.seed)
        self.id, self.created = stored.id, stored.created
        self.committed = 0  # entries that are kept
        self.presence = Presence()
        self.rematch_lock = asyncio.Lock()  # one next table is enough
        self._store, self._on_change, self._thread = store, on_change, thread
        self._lock, self._news = asyncio.Lock(), asyncio.Event()
        self._is_current = False  # what is here is what is kept
        self._ready: dict[int, Choice] = {}  # of bots, by seats; they are kept in a moment
        self._up_since = up_since  # before that nobody could choose

    # ── looking ──────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def steady(self) -> AsyncIterator["Table"]:
        """The table while nobody changes it: all that is here is kept."""
        async with self._lock:
            if not self._is_current:
                await self._reload()
            yield self

    def may_end_alone(self, guest: Guest | None) -> bool:
        """The host of a table where only bots play: nobody else is there to agree."""
        is_playing = self.state == "playing" and not self.has_people
        return is_playing and guest is not None and guest.id == self.host

    @property
    def has_hints(self) -> bool:
        """Hints are allowed, and there is somebody who knows the game."""
        return self.options.hints and has_strategy(self.options.ruleset)

    def check_name(self, name: str, but: Collection[int] = ()) -> None:
        """Refused if somebody is called so, at a seat that is none of these."""
        people = [chair.name for n, chair in enumerate(self.chairs) if chair.guest and n not in but]
        if skeleton(name) in map(skeleton, people):
            raise Refused(409, "name_taken", f"somebody at this table is already called {name!r}")

    def may_share(self, guest: Guest | None) -> bool:
        """Somebody may seat others beside them: the host, and guests where they may."""
        shared = self.options.shared_devices
        is_host = guest is not None and guest.id == self.host
        return is_host or (self.options.private if shared is None else shared)

    def view(self, guest: Guest | None, seat: int | None = None) -> View | None:
        """The game as somebody may know it, from one of their seats; None before it starts."""
        self.check_may_watch(guest)
        if seat is None:
            seat = self.seat_of(guest)
        elif seat not in self.seats_of(guest):
            raise Refused(403, "not_seated", f"seat {seat} is not yours")
        return self.game.view(seat) if self.game else None

    def public_view(self, guest: Guest | None) -> View | None:
        """The game as everybody may know it, for whom it may be shown at all."""
        self.check_may_watch(guest)
        return self.game.view(None) if self.game else None

    def may_watch(self, guest: Guest | None) -> bool:
        """Before the game everybody may look: who has the link can sit down."""
        is_free = self.options.spectators or self.state == "open"
        return is_free or self.seat_of(guest) is not None

    def check_may_watch(self, guest: Guest | None) -> None:
        if not self.may_watch(guest):
            raise Refused(403, "no_spectators", "this table is not open to spectators")

    def silence(self, guest: Guest | None) -> Refused | None:
        """Why somebody may say nothing here; None if they may. Who only watches may not be taken
        for one who plays."""
        try:
            self.check_may_watch(guest)
            if guest and not self.seats_of(guest):
                self.check_name(guest.name)
        except Refused as error:
            return error
        return self.talk.silence(guest.id if guest else "", bool(self.seats_of(guest)))

    def check_may_speak(self, guest: Guest) -> None:
        if error := self.silence(guest):
            raise error

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up."""
        if self.options.clock is None or seat not in self.to_move or self.chairs[seat].player:
            return None
        return max(self._asked(seat, time.time()), self._up_since()) + self.options.clock

    def _asked(self, seat: int, now: float) -> float:
        """Since when a seat has been to decide, as far as the clock tells that."""
        return past(self._asked_since[seat], now)

    def record(self, guest: Guest | None) -> str:
        """The whole game as text, once it is over, for whom it may be shown at all."""
        return str(self.finished_game(guest).record())

    def finished_game(self, guest: Guest | None) -> Game:
        """The game, once it is over, for whom it may be shown at all."""
        self.check_may_watch(guest)
        if self.game is None or self.state != "over":
            raise Refused(403, "not_over", "the record is shown when the game is over")
        return self.game

    def jobs(self) -> list[Job]:
        """The decisions that bots are to make. While nobody is there none plays for who is away."""
        is_anybody_there = any(chair.is_person and not chair.is_away for chair in self.chairs)
        bots = {
            seat: self.chairs[seat].player
            for seat in self.to_move
            if is_anybody_there or not self.chairs[seat].is_away
        }
        return [self.job(seat, bot) for seat, bot in bots.items() if bot]

    def job(self, seat: int, bot: str) -> Job:
        """A seat's open decision, for a bot."""
        return Job(self.id, seat, self.decision(seat), bot, self.hold(seat))

    def hold(self, seat: int) -> float:
        """The seconds for which a bot's choice is held back. The last one of a decision shows what
        all have chosen: it waits, without end, for people who are to choose, and then a moment, in
        which they may take that back."""
        others = [n for n in self.to_move if n != seat]
        is_last = not any(self.chairs[n].player for n in others)
        if not self.options.pause or not self.chairs[seat].player or not is_last:
            return 0.0
        if others:
            return math.inf
        left = round((self.shown_at or 0.0) - time.time(), 3)  # so that (t + pause) - t is a pause
        return left if 0.0 < left <= self.options.pause else 0.0  # more: the clock was set back

    @property
    def shown_at(self) -> float | None:
        """When everybody's choices are shown, while only bots that hold theirs back are waited for;
        None if there is nobody for whom they do that."""
        if not self.options.pause or not all(self.chairs[n].player for n in self.to_move):
            return None
        times = [self._chosen_at[seat] for seat in self._may_think_again()]
        return max(times) + self.options.pause if times else None

    def may_go_on(self, guest: Guest | None) -> bool:
        """Bots hold a choice back for somebody who has chosen."""
        is_held = self.options.pause and any(self.chairs[n].player for n in self.to_move)
        return bool(is_held and set(self.seats_of(guest)) & self._may_think_again())

    def _may_think_again(self) -> set[int]:
        """People who have chosen in the decision under way, and may want to take that back."""
        here = {seat for seat in self._chosen_at if self.chairs[seat].player is None}
        return here - self._gone_on

    def overdue(self, now: float, patience: float) -> Iterator[int]:
        """Seats whose time is up, or whose player is absent where a bot takes over then: that is
        for somebody else who is there and waits."""
        for seat in self.to_move:
            chair = self.chairs[seat]
            if chair.player or chair.guest is None:
                continue
            deadline = self.deadline(seat)
            if deadline is not None and now >= deadline:
                yield seat
            elif self.options.absent == "bot" and not self.presence.streams[chair.guest]:
                seen = past(self.presence.last_sign(chair.guest), now)
                since = max(self._asked(seat, now), self._up_since(), seen)
                is_waited_for = self._is_anybody_else_there(chair.guest, now - patience)
                if now - since >= patience and is_waited_for:
                    yield seat

    def _is_anybody_else_there(self, guest: str, since: float) -> bool:
        """Another person who plays is at the table, or has been since then."""
        others = {c.guest for c in self.chairs if c.guest and c.is_person and not c.is_away}
        return any(self.presence.is_there(who, since) for who in others - {guest})

    def is_deserted(self, since: float) -> bool:
        """Nobody has taken part in a public table that waits for players, as far as is known here,
        for longer than its players have for a choice."""
        if self.state != "open" or self.options.private:
            return False
        people = self.guests | ({self.host} if self.host else set())
        last = self.entries[-1].at if self.entries else self.created
        since -= self.options.clock or 0
        return last < since and not any(self.presence.is_there(who, since) for who in people)

    async def news(self, after: int) -> None:
        """Wait until more than so many entries are kept."""
        while self.committed <= after:
            await self.sound()

    async def sound(self) -> None:
        """Wait until more is kept, or until whoever listens is woken."""
        await self._news.wait()

    def wake(self) -> None:
        """Let whoever listens look again."""
        self._news.set()
        self._news = asyncio.Event()

    async def catch_up(self, version: int) -> None:
        """So many entries are kept: read on, if another server wrote them."""
        if self.version < version or not self._is_current:
            async with self.steady():
                if self.version < version:
                    await self._read_on()

    # ── before the game ──────────────────────────────────────────────────────────────────────────

    async def found(
        self,
        host: Guest,
        people: Sequence[Placed],
        bots: Sequence[Placed],
        origin: str,
        keep: Callable[[Sequence[LogEntry], Summary, Sequence[Job]], Awaitable[None]],
        lesson: str = "",
    ) -> None:
        """Let a new table be, with who sits there from the beginning: all of it or nothing is kept.
        ``origin``: where it is opened from; ``lesson``: the guided game that is played."""
        async with self._lock:
            now = time.time()
            self._add(_new("open", guest=host.id, text=origin), now)
            if lesson:
                self._add(_new("lesson", text=lesson), now)
            for seat, name in people:
                if name not in [self.chairs[n].name for n in self.seats_of(host)]:
                    self._add(_new("sit", self._free_seat(seat), host.id, name), now)
            for seat, bot in bots:
                self._add(_new("bot", self._free_seat(seat), text=bot), now)
            self._start_if_full(now)
            await keep(self.entries, self.summary(), self.jobs())
            self._is_current = True
            self._announce()

    @_change
    async def sit(self, guest: Guest, seat: int | None = None, name: str | None = None) -> int:
        """Take a free seat, any if none is told; the last one taken starts the game.

        A name seats another person who shares the guest's device.
        """
        clean_name = guest.name if name is None else name_in(name)
        async with self.steady():
            own = self.seats_of(guest)
            if name is not None:
                own = [n for n in own if self.chairs[n].name == clean_name]
            if own and seat in (None, *own):
                return own[0] if seat is None else seat
            self._check_open()
            if own:
                raise Refused(409, "seated", f"{clean_name} already sits at seat {own[0]}")
            if self.seats_of(guest) and not self.may_share(guest):
                raise Refused(403, "one_seat", "at this table every device has one seat")
            self._check_sits(guest)
            seat = self._free_seat(seat)
            await self._write(_new("sit", seat, guest.id, clean_name))
            return seat

    @_change
    async def rename(self, guest: Guest, name: str, seat: int | None = None) -> None:
        """Another name for somebody who sits, before the game."""
        clean_name = name_in(name)
        async with self.steady():
            self._check_open()
            seat = self._seat(guest, seat)
            if self.chairs[seat].name != clean_name:
                self._check_sits(guest)
                await self._write(_new("sit", seat, guest.id, clean_name))

    @_change
    async def put_bot(self, guest: Guest, bot: str, seat: int | None = None) -> int:
        """The host gives a free seat to a bot."""
        async with self.steady():
            self._check_open()
            self._check_host(guest)
            seat = self._free_seat(seat)
            await self._write(_new("bot", seat, text=bot))
            return seat

    @_change
    async def leave(self, guest: Guest, seat: int) -> None:
        """Leave a seat before the game; the host can empty any."""
        async with self.steady():
            self._check_open()
            self._check_seat(seat)
            if self.chairs[seat].is_free:
                return
            if seat not in self.seats_of(guest):
                self._check_host(guest)
            await self._write(_new("leave", seat, text=NOW))

    @_change
    async def expire(self, since: float) -> None:
        """A public table at which nobody has been since then waits for players no longer."""
        async with self.steady():
            if self.is_deserted(since):
                await self._write(_new("expire"))

    def _free_seat(self, seat: int | None) -> int:
        free = [n for n, chair in enumerate(self.chairs) if chair.is_free]
        if seat is not None:
            self._check_seat(seat)
        if seat not in [None, *free] or not free:
            raise Refused(409, "taken", "that seat is taken" if free else "every seat is taken")
        return free[0] if seat is None else seat

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    @_change
    async def move(self, guest: Guest, text: str, decision: int, seat: int | None = None) -> int:
        """Make the choice that ``decision`` counts; the same again is no harm. Gives the version.

        Whoever was away is back.
        """
        async with self.steady():
            seat = self._seat(guest, seat)
            self.presence.touch(guest.id)
            move_text = str(self.options.variant.parse_move(text))
            if not self._repeats(seat, decision, ("move", move_text)):
                self._check_not_resigned(seat)
                back = [_new("back", seat)] if self.chairs[seat].is_away else []
                await self._write(_new("move", seat, guest.id, move_text), *back)
            return self.version

    @_change
    async def undo(self, guest: Guest, decision: int, seat: int | None = None) -> int:
        """Take back the last choice while another seat of the same decision is to choose."""
        async with self.steady():
            seat = self._seat(guest, seat)
            if not self._repeats(seat, decision, ("undo", "")):
                self._check_not_resigned(seat)
                if decision >= MOST_CHOICES:
                    raise Refused(409, "full", "you have taken back too many moves at this table")
                await self._write(_new("undo", seat, guest.id))
            return self.version

    @_change
    async def go_on(self, guest: Guest) -> int:
        """Take nothing back: when no person will, what bots hold back is made at once. Where
        nothing is held back, it is no harm. Gives the version."""
        async with self.steady():
            self._seat(guest)
            if self.may_go_on(guest):
                own = sorted(set(self.seats_of(guest)) & self._may_think_again())
                await self._write(*(_new("go", seat, guest.id) for seat in own))
            return self.version

    @_change
    async def play(self, seat: int, move: str, decision: int) -> bool:
        """A bot's choice for a seat; whether it was still wanted. HeldBack if it comes too soon.

        Choices of several bots that come at about the same time are kept in one go.
        """
        own = self._ready[seat] = move, decision
        try:
            if any(self.chairs[n].player in QUICK for n in set(self.to_move) - set(self._ready)):
                await asyncio.sleep(A_MOMENT)
            async with self.steady():
                if self.choices[seat][decision : decision + 1] == [("move", move)]:
                    return True  # it was kept with another's
                if seat not in self.to_move or decision != self.decision(seat):
                    return False
                if seconds := self.hold(seat):
                    raise HeldBack(move, seconds, self.version)
                others = {n: choice for n, choice in self._ready.items() if n != seat}
                await self._keep(self._bots_choices({seat: own} | others))
                return True
        finally:
            self._ready.pop(seat, None)

    def _bots_choices(self, choices: Mapping[int, Choice]) -> Iterator[LogEntry]:
        """Those of bots' choices that may be made when the ones before them have been: the last one
        of a decision is held back."""
        for seat, (move, decision) in choices.items():
            is_open = seat in self.to_move and decision == self.decision(seat)
            if is_open and not self.hold(seat):
                yield _new("move", seat, text=move)

    @_change
    async def send_away(self, seat: int) -> None:
        """A bot takes over for who is absent."""
        async with self.steady():
            chair = self.chairs[seat]
            if seat in self.to_move and chair.guest and not chair.player:
                await self._write(_new("away", seat))

    @_change
    async def back(self, guest: Guest) -> None:
        """Somebody plays themselves again, and so does who shares their device."""
        async with self.steady():
            self._seat(guest)
            self.presence.touch(guest.id)
            away = [n for n in self.seats_of(guest) if self.chairs[n].is_away]
            if self.state == "playing" and away:
                await self._write(*(_new("back", seat) for seat in away))

    @_change
    async def resign(self, guest: Guest, seat: int | None = None) -> None:
        """Give up: with two players that ends the game, with more a bot plays on."""
        async with self.steady():
            seat = self._seat(guest, seat)
            if not self.chairs[seat].has_resigned:
                self._check_playing()
                await self._write(_new("resign", seat, guest.id, NOW))

    @_change
    async def agree(self, guest: Guest, agrees: bool, seat: int | None = None) -> None:
        """Wish to abandon the game, or no longer; when all who play do, it ends.

        Without a seat everybody at the guest's device does. Where only bots play, the host does.
        """
        async with self.steady():
            if self.may_end_alone(guest):
                if agrees:
                    await self._write(_new("agree", 0, guest.id, "yes"))
                return
            first = self._seat(guest, seat)
            self._check_playing()
            own = self.seats_of(guest) if seat is None else [first]
            still = [n for n in own if not self.chairs[n].has_resigned]
            if not still:
                self._check_not_resigned(first)
            changed = [n for n in still if self.chairs[n].agrees != agrees]
            text = NOW if agrees else "no"
            if changed:
                await self._write(*(_new("agree", n, guest.id, text) for n in changed))

    async def say(
        self, guest: Guest, text: str, seat: int | None = None, seen: int | None = None
    ) -> None:
        """Chat; spectators too, if there may be any. ``seen``: the version that was looked at; the
        same words since then were sent twice, and are said once."""
        said = clean(text, LONGEST)
        if not said:
            raise Refused(422, "empty", "the message is empty")
        await self._speak("say", guest, said, seat, seen)

    async def react(
        self, guest: Guest, reaction: str, seat: int | None = None, seen: int | None = None
    ) -> None:
        if reaction not in REACTIONS:
            raise Refused(422, "unknown_reaction", f"no such reaction: {', '.join(REACTIONS)}")
        await self._speak("react", guest, reaction, seat, seen)

    @_change
    async def _speak(
        self, kind: str, guest: Guest, text: str, seat: int | None, seen: int | None
    ) -> None:
        async with self.steady():
            self.check_may_speak(guest)
            name, own = guest.name, self.seat_of(guest)
            if seat is not None:
                own = self._seat(guest, seat)
                name = self.chairs[own].name
            said = _new(kind, own, guest.id, json.dumps([name, text]))
            since = self.entries[seen:] if seen is not None else []
            if not any(replace(entry, number=0, at=0.0) == said for entry in since):
                await self._write(said)

    @_change
    async def open_talk(self, host: Guest, is_open: bool) -> None:
        """The host lets spectators speak, or no longer."""
        async with self.steady():
            self._check_host(host)
            if self.talk.is_open != is_open:
                await self._write(_new("talk", text="open" if is_open else "closed"))

    @_change
    async def mute(self, host: Guest, other: Guest, is_muted: bool) -> None:
        """The host lets nobody hear a spectator, or everybody again."""
        async with self.steady():
            self._check_host(host)
            if self.seats_of(other):
                raise Refused(
                    409, "seated", f"{other.name} is playing: you can mute them only for yourself"
                )
            if (other.id in self.talk.muted) != is_muted:
                text = "yes" if is_muted else "no"
                await self._write(_new("mute", guest=other.id, text=text))

    @_change
    async def announce_rematch(self, id: str) -> str:
        """Tell of the next table; gives the one that was told of first."""
        async with self.steady():
            if self.rematch is None:
                await self._write(_new("rematch", text=id))
            return self.rematch or id

    # ── checks ───────────────────────────────────────────────────────────────────────────────────

    def _check_open(self) -> None:
        if self.state != "open":
            raise Refused(409, "started", "the game has already started")

    def _check_playing(self) -> None:
        if self.state != "playing":
            raise Refused(409, "not_playing", f"no game is under way: it is {self.state}")

    def _check_host(self, guest: Guest) -> None:
        if guest.id != self.host:
            raise Refused(403, "not_host", "only the host can do that")

    def _check_sits(self, guest: Guest) -> None:
        """A stranger who comes and goes does not fill the log."""
        sits = sum(entry.kind == "sit" and entry.guest == guest.id for entry in self.entries)
        if sits >= MOST_SITS and guest.id != self.host:
            raise Refused(409, "sat_enough", "you have sat down here too often")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.chairs):
            raise Refused(404, "not_found", f"no seat {seat}: 0 to {len(self.chairs) - 1}")

    def _check_not_resigned(self, seat: int) -> None:
        if self.chairs[seat].has_resigned:
            raise Refused(409, "resigned", "you have resigned")

    def _seat(self, guest: Guest, seat: int | None = None) -> int:
        """The seat that somebody acts for: the one told, or their first."""
        own = self.seats_of(guest)
        if not own or seat not in (None, *own):
            raise Refused(403, "not_seated", "you have no seat here, or not that one")
        return own[0] if seat is None else seat

    def _repeats(self, seat: int, decision: int, choice: tuple[str, str]) -> bool:
        """The same was done already: a doubled click. Anything else that is late is refused."""
        choices = self.choices[seat]
        if decision < len(choices) and choices[decision] == choice:
            return True
        self._check_playing()
        if decision != len(choices):
            raise StaleVersion(f"decision {decision} is not open: yours is {len(choices)}")
        return False

    # ── the log ──────────────────────────────────────────────────────────────────────────────────

    async def _write(self, *news: LogEntry) -> None:
        """Apply and keep what is known beforehand."""
        await self._keep(news)

    async def _keep(self, news: Iterable[LogEntry]) -> None:
        """Apply one after the other, and keep; who reads the log elsewhere sees all of it or
        nothing."""
        before, now = self.version, time.time()
        for entry in news:
            self._add(entry, now)
        self._start_if_full(now)
        new, summary, jobs = self.entries[before:], self.summary(), self.jobs()
        try:
            await self._store.append(self.id, before, new, summary, jobs)
        except Overtaken:
            await self._reload(before)
            raise
        self._is_current = True
        self._announce()

    def _add(self, entry: LogEntry, now: float) -> None:
        self.apply(replace(entry, number=self.version + 1, at=now))
        self._is_current = False  # until it is kept

    def _start_if_full(self, now: float) -> None:
        if self.game is None and not any(chair.is_free for chair in self.chairs):
            names = json.dumps([chair.name for chair in self.chairs])
            self._add(_new("start", text=names), now)

    async def _reload(self, known: int = 0) -> None:
        """Play through anew what is kept; so many entries here are known to be that."""
        await self._become(self.entries[:known] + await self._store.log(self.id, known))

    async def _read_on(self) -> None:
        news = await self._store.log(self.id, self.version)
        if len(news) > FEW:
            await self._become(self.entries + news)
            return
        self._is_current = False  # until all of it has happened here
        self.play_through(news)
        self._is_current = True
        self._announce()

    async def _become(self, entries: list[LogEntry]) -> None:
        """Be what a log says. To play one through takes long: that is done in a thread, and aside,
        so that nobody meets a table of which half has happened."""
        course = Course(self.options, self.edition, self.rules, self.catalog, self._seed)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, course.play_through, entries)
        vars(self).update(vars(course))
        self._is_current = True
        self._announce()

    def _announce(self) -> None:
        self.committed = self.version
        self.wake()
        self._on_change(self)


def _new(kind: str, seat: int | None = None, guest: str | None = None, text: str = "") -> LogEntry:
    """An entry to come; its number and time are not known yet."""
    return LogEntry(0, kind, 0.0, seat, guest, text)
