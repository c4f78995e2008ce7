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
    Iterator,
    Sequence,
)
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from heptapolis.contract import Game, View
from heptapolis.errors import IllegalMove
from heptapolis.server.bot_pool import has_strategy
from heptapolis.server.errors import BrokenLog, HeldBack, Overtaken, Refused, StaleVersion
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
from heptapolis.server.talk import LONGEST, Talk

STAND_IN = "medium"  # plays for who is absent, late or has resigned
LONG_AWAY = 86_400.0  # seconds after which who is away is not asked whether a game is to end
SKEW = 60.0  # seconds by which clocks may differ
NOW = "2"  # in entries that meant something else in the logs of former releases
MOST_SITS = 30  # times that somebody sits down, or takes another name, at another's table
MOST_CHOICES = 1000  # choices and undos of a seat, before nothing is taken back any more
FEW = 20  # entries of a log that take no longer than a move or two
_KNOWN_BEFORE = ("options", "edition", "rules", "catalog", "_seed")  # what a log is played with
TRIES = 20  # of a change, while others are faster; each time it is judged anew

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


@dataclass
class Chair:
    """A seat's place at the table, and who has it."""

    guest: str | None = None
    name: str = ""
    bot: str | None = None
    is_away: bool = False  # a bot plays until they are back
    has_resigned: bool = False  # a bot plays on
    agrees: bool = False  # to abandon the game

    @property
    def is_free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat now."""
        return STAND_IN if self.is_away or self.has_resigned else self.bot

    @property
    def is_person(self) -> bool:
        """Somebody who still plays."""
        return self.guest is not None and not self.has_resigned


def past(at: float, now: float) -> float:
    """A time that was noted. One that is still to come was told by a clock that has been set back
    since, and tells nothing; those of several servers differ a little."""
    return at if at <= now + SKEW else 0.0


class Milestone(NamedTuple):
    """How far a table was after an entry of its log, as everybody may know it."""

    n_events: int = 0  # of the game: as many for every viewer
    to_move: tuple[int, ...] = ()


class Table:
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
        self.id, self.options = stored.id, TableOptions.from_store(stored.options)
        self.edition, self.rules, self.catalog = edition, stored.rules, stored.catalog
        self.created, self._seed = stored.created, stored.seed
        self.committed = 0  # entries that are kept
        self.presence = Presence()
        self.rematch_lock = asyncio.Lock()  # one next table is enough
        self._store, self._on_change, self._thread = store, on_change, thread
        self._lock, self._news = asyncio.Lock(), asyncio.Event()
        self._is_current = False  # what is here is what is kept
        self._up_since = up_since  # before that nobody could choose
        self._clear()

    def _clear(self) -> None:
        self.entries: list[LogEntry] = []
        self._milestones = [Milestone()]  # before the first entry, and after each
        self.chairs = [Chair() for _ in range(self.options.players)]
        self.game: Game | None = None
        self.host: str | None = None
        self.origin = ""  # where it was opened from
        self.end: str | None = None  # why there is no more to play
        self.rematch: str | None = None  # the next table
        self.lesson = ""  # the guided game that is played here
        self.story: list[tuple[View, str]] = []  # of a guided game: what was seen, and done then
        self.talk = Talk()
        self.choices: list[list[tuple[str, str]]] = [[] for _ in self.chairs]  # choices and undos
        self._asked_since: dict[int, float] = {}  # since when each seat has been to decide
        self._answered_since: dict[int, float] = {}
        self._away_since: dict[int, float] = {}
        # Of the decision under way: when people chose, and who of them takes nothing back.
        self._chosen_at: dict[int, float] = {}
        self._gone_on: set[int] = set()

    # ── looking ──────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def steady(self) -> AsyncIterator["Table"]:
        """The table while nobody changes it: all that is here is kept."""
        async with self._lock:
            if not self._is_current:
                await self._reload()
            yield self

    @property
    def version(self) -> int:
        return len(self.entries)

    def milestone(self, version: int) -> Milestone:
        """How far the table was at a version."""
        if not 0 <= version <= self.version:
            told = f"no version {version}: 0 to {self.version}"
            raise Refused(422, "unknown_version", told)
        return self._milestones[version]

    @property
    def state(self) -> str:
        if self.end:
            return "over"
        return "playing" if self.game else "open"

    @property
    def to_move(self) -> list[int]:
        return self.game.to_move if self.game and self.state == "playing" else []

    @property
    def guests(self) -> set[str]:
        """Who sits here."""
        return {chair.guest for chair in self.chairs if chair.guest}

    @property
    def has_people(self) -> bool:
        """Somebody plays, not bots alone."""
        return any(chair.is_person for chair in self.chairs)

    def may_end_alone(self, guest: Guest | None) -> bool:
        """The host of a table where only bots play: nobody else is there to agree."""
        is_playing = self.state == "playing" and not self.has_people
        return is_playing and guest is not None and guest.id == self.host

    @property
    def has_hints(self) -> bool:
        """Hints are allowed, and there is somebody who knows the game."""
        return self.options.hints and has_strategy(self.options.variant)

    def seat_of(self, guest: Guest | None) -> int | None:
        """Where somebody sits; None is a spectator."""
        return next(iter(self.seats_of(guest)), None)

    def seats_of(self, guest: Guest | None) -> list[int]:
        """Every seat of somebody: several people can share one device."""
        return [n for n, chair in enumerate(self.chairs) if guest and chair.guest == guest.id]

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

    def decision(self, seat: int) -> int:
        """The number that a seat's next choice has to name."""
        return len(self.choices[seat])

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up."""
        if self.options.clock is None or seat not in self.to_move or self.chairs[seat].player:
            return None
        return max(self._asked(seat, time.time()), self._up_since()) + self.options.clock

    def _asked(self, seat: int, now: float) -> float:
        """Since when a seat has been to decide, as far as the clock tells that."""
        return past(self._asked_since[seat], now)

    def seen_before(self, seat: int | None) -> int | None:
        """How many events there were when somebody made the last choice of a seat that stands;
        what came after is new to them. None for a spectator."""
        if seat is None:
            return None
        taken_back = None
        for entry in reversed(self.entries):
            n_events = self._milestones[entry.number - 1].n_events
            if entry.seat != seat or not entry.guest:  # a stand-in's choice is not theirs
                continue
            if entry.kind == "undo":  # with all choices that waited then
                taken_back = n_events
            elif entry.kind == "move" and n_events != taken_back:
                return n_events
        return 0

    def record(self, guest: Guest | None) -> str:
        """The whole game as text, once it is over, for whom it may be shown at all."""
        return str(self.finished_game(guest).record())

    def finished_game(self, guest: Guest | None) -> Game:
        """The game, once it is over, for whom it may be shown at all."""
        self.check_may_watch(guest)
        if self.game is None or self.state != "over":
            raise Refused(403, "not_over", "the record is shown when the game is over")
        return self.game

    def summary(self) -> Summary:
        """What lists show."""
        game = self.game
        details: dict[str, Any] = {
            "host": self.host,
            "origin": self.origin,
            "chairs": [vars(chair) for chair in self.chairs],
            "to_move": self.to_move,
            "age": game.age if game else None,
            "turn": game.turn if game else None,
            "end": self.end,
            "rematch": self.rematch,
            "lesson": self.lesson,
            "spectators_talk": self.talk.is_open,
        }
        if game and self.end:
            details["totals"] = [score["total"] for score in game.scores()]
            details["ranking"] = self.ranking()
        guests = {n: chair.guest for n, chair in enumerate(self.chairs) if chair.guest}
        return Summary(self.state, details, guests, {n: self.decision(n) for n in self.to_move})

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
        left = (self.shown_at or 0.0) - time.time()
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

    def ranking(self) -> list[list[int]]:
        """Seats best first; who resigned of two is last; nobody is after an abandoned game."""
        if self.game is None or self.end == "abandoned":
            return []
        if self.end == "resigned":
            gone = next(n for n, chair in enumerate(self.chairs) if chair.has_resigned)
            return [[1 - gone], [gone]]
        return self.game.ranking()

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
        """A bot's choice for a seat; whether it was still wanted. HeldBack if it comes too soon."""
        async with self.steady():
            if seat not in self.to_move or decision != self.decision(seat):
                return False
            if seconds := self.hold(seat):
                raise HeldBack(move, seconds, self.version)
            await self._write(_new("move", seat, text=move))
            return True

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
        """Apply and keep; who reads the log elsewhere sees all of it or nothing."""
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
        self._apply(replace(entry, number=self.version + 1, at=now))
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
        self._play_through(news)
        self._is_current = True
        self._announce()

    async def _become(self, entries: list[LogEntry]) -> None:
        """Be what a log says. To play one through takes long: that is done in a thread, and aside,
        so that nobody meets a table of which half has happened."""
        loop = asyncio.get_running_loop()
        vars(self).update(await loop.run_in_executor(self._thread, self._after, entries))
        self._is_current = True
        self._announce()

    def _after(self, entries: list[LogEntry]) -> dict[str, Any]:
        """All that `_clear` makes empty, as it is after a log."""
        known = {name: getattr(self, name) for name in _KNOWN_BEFORE}
        aside = object.__new__(Table)
        vars(aside).update(known)
        aside._clear()
        aside._play_through(entries)
        return {name: value for name, value in vars(aside).items() if name not in known}

    def _play_through(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            try:
                self._apply(entry)
            except Exception:  # whatever it says, it would name a move, and with it cards
                raise BrokenLog(entry.number, self.rules, self.catalog) from None

    def _announce(self) -> None:
        self.committed = self.version
        self.wake()
        self._on_change(self)

    def _apply(self, entry: LogEntry) -> None:
        """Let an entry happen. A move that is not legal changes nothing."""
        seat, chair = entry.seat or 0, self.chairs[entry.seat or 0]
        match entry.kind:
            case "open":
                self.host, self.origin = entry.guest, entry.text
            case "lesson":
                self.lesson = entry.text
            case "expire":
                self.end = "abandoned"
            case "sit":
                self.chairs[seat] = Chair(guest=entry.guest, name=entry.text)
            case "bot":
                self.chairs[seat] = Chair(bot=entry.text, name=entry.text)
            case "leave":
                self._empty(seat, entry)
            case "start":
                names = json.loads(entry.text)
                self.game = self.options.new_game(self._seed, names, self.edition)
            case "move" | "undo":
                self._choose(entry, seat)
            case "go":
                self._gone_on.add(seat)
            case "away" | "back":
                chair.is_away = entry.kind == "away"
                self._away_since[seat] = entry.at
            case "resign":
                chair.has_resigned = True
                self._end_if_left("resigned" if len(self.chairs) == 2 else None, entry)
            case "agree":
                chair.agrees = entry.text in ("yes", NOW)
                self._end_if_left(None, entry)
            case "rematch":
                self.rematch = entry.text
        self.talk.apply(entry)
        self.entries.append(entry)
        self._ask(entry.at)
        self._milestones.append(self._reached(entry))

    def _choose(self, entry: LogEntry, seat: int) -> None:
        if self.game is None:
            raise IllegalMove("the game has not started")
        is_last = self.to_move == [seat]
        seen = self.game.view(seat) if self.lesson and entry.guest else None
        if entry.kind == "move":
            self.game.submit(seat, entry.text)
            if seen:
                self.story.append((seen, entry.text))
            self._answered_since[seat] = self._asked_since.pop(seat)
        else:
            self.game.undo(seat)
            now = len(self.game.events)  # all that waited is taken back
            self.story = [step for step in self.story if len(step[0].events) < now]
            self._asked_since[seat] = self._answered_since[seat]  # thinking again takes no new time
        self.choices[seat].append((entry.kind, entry.text))
        self._note_people(entry, seat, is_last)
        if self.game.is_over:
            self.end = self.game.outcome

    def _reached(self, entry: LogEntry) -> Milestone:
        n_events = self._milestones[-1].n_events
        if entry.kind == "move" and self.game:
            n_events = len(self.game.events)
        return Milestone(n_events, tuple(self.to_move))

    def _note_people(self, entry: LogEntry, seat: int, is_last: bool) -> None:
        """Note which people have chosen; the last choice of a decision shows and ends it."""
        self._gone_on.discard(seat)
        if entry.kind == "undo":
            self._chosen_at.pop(seat, None)
        elif is_last:
            self._chosen_at.clear()
            self._gone_on.clear()
        elif entry.guest:
            self._chosen_at[seat] = entry.at

    def _ask(self, now: float) -> None:
        self._asked_since = {seat: self._asked_since.get(seat, now) for seat in self.to_move}

    def _empty(self, seat: int, entry: LogEntry) -> None:
        """Who comes and goes ends nothing; the host's own table ends with them if nobody else sits
        there. Their rights go to a friend who has the link, never to a stranger from the lists."""
        gone, self.chairs[seat] = self.chairs[seat].guest, Chair()
        people = [chair.guest for chair in self.chairs if chair.guest]
        is_former = entry.text != NOW  # anybody's last step ended a table, and anybody was host
        is_host = gone == self.host and gone not in people  # they may have another seat
        if gone and not people and (is_host or is_former):
            self.end = "abandoned"
        elif gone and is_host and people and (self.options.private or is_former):
            self.host = people[0]

    def _end_if_left(self, reason: str | None, entry: LogEntry) -> None:
        """The game ends for a reason, or when nobody who plays wants to go on. Who is away is not
        asked only if they have been so for long."""
        patience = LONG_AWAY if entry.text == NOW else 0.0  # formerly nobody asked them at all
        gone = {
            n
            for n, chair in enumerate(self.chairs)
            if chair.is_away and entry.at - self._away_since[n] >= patience
        }
        people = [(n, chair) for n, chair in enumerate(self.chairs) if chair.is_person]
        if reason or all(chair.agrees or n in gone for n, chair in people):
            self.end = reason or "abandoned"


def _new(kind: str, seat: int | None = None, guest: str | None = None, text: str = "") -> LogEntry:
    """An entry to come; its number and time are not known yet."""
    return LogEntry(0, kind, 0.0, seat, guest, text)
