"""Hold one open table: the state rebuilt from its log, and the methods that change it.

A change is applied in memory and then committed. Readers hold the lock, so they only see committed
state. If a commit fails, the state is rebuilt from the stored log.

Other servers may have the same table open. This server then reads the entries they appended. If
another server committed first, the change is checked again against the new state.
"""

import asyncio
import json
import math
import time
from collections.abc import (
    AsyncIterator,
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
from heptapolis.server.bot_pool import QUICK_BOTS
from heptapolis.server.errors import ChoiceDelay, ConcurrentChange, RequestError, StaleVersion
from heptapolis.server.job_queue import Job
from heptapolis.server.log_messages import FORGET_KIND
from heptapolis.server.presence import Presence
from heptapolis.server.sanitizer import REACTIONS, clean, name_in, skeleton
from heptapolis.server.store import (
    Guest,
    LogEntry,
    Store,
    StoredTable,
)
from heptapolis.server.table_log import LOG_FORMAT_VERSION, Chair, TableLog, new_entry
from heptapolis.server.table_options import TableOptions
from heptapolis.server.talk import MAX_MESSAGE_CHARS, Talk

MAX_CLOCK_SKEW_SECONDS = 60.0  # tolerated difference between the clocks of several servers
MAX_SITS_PER_GUEST = 30  # times that one guest may sit down or be renamed at another host's table
MAX_CHOICES_PER_SEAT = 1000  # choices and undos per seat; after that undo is refused
SHORT_LOG_ENTRIES = 20  # logs up to this length are replayed on the event loop
BATCH_SECONDS = 0.005  # wait for other bots' choices, to commit them together
MAX_TRIES = 20  # attempts at one change while other servers commit first

Choice = tuple[str, int]  # a move and the number of the decision
T = TypeVar("T")
P = ParamSpec("P")
_Change = Callable[Concatenate["Table", P], Coroutine[Any, Any, T]]


def _change(method: _Change[P, T]) -> _Change[P, T]:
    """Retry a change that another server overtook, up to ``MAX_TRIES`` times."""

    @wraps(method)
    async def change(table: "Table", /, *args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(MAX_TRIES - 1):
            try:
                return await method(table, *args, **kwargs)
            except ConcurrentChange:
                pass  # the table has already read the new entries
        return await method(table, *args, **kwargs)

    return change


def plausible_time(at: float, now: float) -> float:
    """Return a stored time, or 0.0 if it lies in the future because the clock was set back.

    Clocks of several servers may differ by ``MAX_CLOCK_SKEW_SECONDS``.
    """
    return at if at <= now + MAX_CLOCK_SKEW_SECONDS else 0.0


def _rewrite_log(news: Iterable[LogEntry]) -> bool:
    """Return whether entries say that earlier ones have changed."""
    return any(entry.kind == FORGET_KIND for entry in news)


class Table:
    """Represent an open table.

    Methods that change it take the acting guest and return after the commit.
    """

    def __init__(
        self,
        stored: StoredTable,
        edition: Any,
        store: Store,
        on_change: Callable[["Table"], None],
        up_since: Callable[[], float],
        thread: Executor,
    ) -> None:
        """Create an unloaded table. ``thread`` is the executor that replays logs."""
        options = TableOptions.from_store(stored.options)
        self.id, self.created, self.options = stored.id, stored.created, options
        self.log = TableLog(options, edition, stored.rules, stored.catalog, stored.seed)
        self.committed = 0  # number of committed entries
        self.presence = Presence()
        self.rematch_lock = asyncio.Lock()  # ensures a single next table
        self._store, self._on_change, self._thread = store, on_change, thread
        self._lock, self._news = asyncio.Lock(), asyncio.Event()
        self._is_current = False  # whether the state in memory equals the stored log
        # bots' choices by seat, waiting to be committed together
        self._ready: dict[int, Choice] = {}
        self._up_since = up_since  # when the servers came up; clocks do not run before

    # ── the state of the log ─────────────────────────────────────────────────────────────────────

    @property
    def edition(self) -> Any:
        return self.log.edition

    @property
    def rules(self) -> int:
        return self.log.rules

    @property
    def catalog(self) -> str | None:
        return self.log.catalog

    @property
    def version(self) -> int:
        return self.log.version

    @property
    def chairs(self) -> Sequence[Chair]:
        return self.log.chairs

    @property
    def game(self) -> Game | None:
        return self.log.game

    @property
    def state(self) -> str:
        return self.log.state

    @property
    def to_move(self) -> list[int]:
        return self.log.to_move

    @property
    def host(self) -> str | None:
        return self.log.host

    def is_host(self, guest: Guest | None) -> bool:
        return guest is not None and guest.id == self.host

    @property
    def n_free(self) -> int:
        """Return the number of free seats."""
        return sum(chair.is_free for chair in self.chairs)

    @property
    def talk(self) -> Talk:
        return self.log.talk

    @property
    def has_people(self) -> bool:
        return self.log.has_people

    def seat_of(self, guest: Guest | None) -> int | None:
        return self.log.seat_of(guest)

    def seats_of(self, guest: Guest | None) -> list[int]:
        return self.log.seats_of(guest)

    def decision(self, seat: int) -> int:
        return self.log.decision(seat)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def locked(self) -> AsyncIterator["Table"]:
        """Yield the table under its lock, with all changes committed."""
        async with self._lock:
            if not self._is_current:
                await self._reload()
            yield self

    def may_end_alone(self, guest: Guest | None) -> bool:
        """Return whether the guest may end a game alone, as the host of a table of bots."""
        return self.state == "playing" and not self.has_people and self.is_host(guest)

    @property
    def has_hints(self) -> bool:
        """Return whether hints are allowed and the game has a strategy that can give them."""
        return self.options.hints and has_strategy(self.options.ruleset)

    def check_name(self, name: str, but: Collection[int] = ()) -> None:
        """Raise 409 if another player has this name, except at the seats in ``but``."""
        people = [chair.name for n, chair in enumerate(self.chairs) if chair.guest and n not in but]
        if skeleton(name) in map(skeleton, people):
            raise RequestError(409, "name_taken", f"another player here is already called {name!r}")

    def may_share(self, guest: Guest | None) -> bool:
        """Return whether the guest may seat several people at their device."""
        shared = self.options.shared_devices
        return self.is_host(guest) or (self.options.private if shared is None else shared)

    def view(self, guest: Guest | None, seat: int | None = None) -> View | None:
        """Return the guest's view of the game from one of their seats, or None before it starts."""
        self.check_may_watch(guest)
        if seat is None:
            seat = self.seat_of(guest)
        elif seat not in self.seats_of(guest):
            raise RequestError(403, "not_seated", f"seat {seat} is not yours")
        return self.game.view(seat) if self.game else None

    def public_view(self, guest: Guest | None) -> View | None:
        """Return the public view of the game, or raise 403 if the guest may not watch."""
        self.check_may_watch(guest)
        return self.game.view(None) if self.game else None

    def may_watch(self, guest: Guest | None) -> bool:
        """Return whether the guest may watch. Before the game every visitor with the link may."""
        is_free = self.options.spectators or self.state == "open"
        return is_free or self.seat_of(guest) is not None

    def check_may_watch(self, guest: Guest | None) -> None:
        if not self.may_watch(guest):
            raise RequestError(403, "no_spectators", "this table is not open to spectators")

    def silence(self, guest: Guest | None) -> RequestError | None:
        """Return why the guest may not speak here, or None if they may.

        A spectator must not use a player's name.
        """
        try:
            self.check_may_watch(guest)
            if guest and not self.seats_of(guest):
                self.check_name(guest.name)
        except RequestError as error:
            return error
        return self.talk.silence(guest.id if guest else "", bool(self.seats_of(guest)))

    def check_may_speak(self, guest: Guest) -> None:
        if error := self.silence(guest):
            raise error

    def deadline(self, seat: int) -> float | None:
        """Return when the seat's time runs out, or None without a clock."""
        if self.options.clock is None or seat not in self.to_move or self.chairs[seat].player:
            return None
        return max(self._decision_start(seat, time.time()), self._up_since()) + self.options.clock

    def _decision_start(self, seat: int, now: float) -> float:
        """Return when the seat's decision was opened, or 0.0 if that time is implausible."""
        return plausible_time(self.log.asked_since[seat], now)

    def record(self, guest: Guest | None) -> str:
        """Return the record of the finished game, or raise 403."""
        return str(self.finished_game(guest).record())

    def finished_game(self, guest: Guest | None) -> Game:
        """Return the finished game, or raise 403 if it is not over or the guest may not watch."""
        self.check_may_watch(guest)
        if self.game is None or self.state != "over":
            raise RequestError(403, "not_over", "the record is shown when the game is over")
        return self.game

    def jobs(self) -> list[Job]:
        """Return the decisions that bots have to make.

        Substitutes of absent players decide only while at least one player is present.
        """
        is_player_present = any(chair.is_person and not chair.is_away for chair in self.chairs)
        bots = {
            seat: self.chairs[seat].player
            for seat in self.to_move
            if is_player_present or not self.chairs[seat].is_away
        }
        return [self.job(seat, bot) for seat, bot in bots.items() if bot]

    def job(self, seat: int, bot: str) -> Job:
        """Return the job for a seat's open decision."""
        return Job(self.id, seat, self.decision(seat), bot, self.hold(seat))

    def hold(self, seat: int) -> float:
        """Return how many seconds a bot's choice is held back.

        The last choice of a decision reveals all the others. It waits indefinitely for people who
        still have to choose, and then for a pause in which they can undo.
        """
        others = [n for n in self.to_move if n != seat]
        is_last = not any(self.chairs[n].player for n in others)
        if not self.options.pause or not self.chairs[seat].player or not is_last:
            return 0.0
        if others:
            return math.inf
        # rounded, so that (t + pause) - t equals pause
        left = round((self.shown_at or 0.0) - time.time(), 3)
        return left if 0.0 < left <= self.options.pause else 0.0  # larger: the clock was set back

    def ready_bots(self) -> set[int]:
        """Return the seats of bots that only wait for people before they choose."""
        return {n for n in self.to_move if self.chairs[n].player and self.hold(n) > 0.0}

    @property
    def shown_at(self) -> float | None:
        """Return when all choices are revealed if only held-back ones are missing."""
        if not self.options.pause or not all(self.chairs[n].player for n in self.to_move):
            return None
        times = [self.log.chosen_at[seat] for seat in self._may_think_again()]
        return max(times) + self.options.pause if times else None

    def may_go_on(self, guest: Guest | None) -> bool:
        """Return whether bots hold back a choice so that this guest can still undo."""
        is_held = self.options.pause and any(self.chairs[n].player for n in self.to_move)
        return bool(is_held and set(self.seats_of(guest)) & self._may_think_again())

    def _may_think_again(self) -> set[int]:
        """Return the seats of people who have chosen in the current decision and may still undo."""
        here = {seat for seat in self.log.chosen_at if self.chairs[seat].player is None}
        return here - self.log.gone_on

    def overdue_seats(self, now: float, patience: float) -> Iterator[int]:
        """Yield seats whose time has run out, and absent players' seats that a bot takes over.

        A bot takes over only if another player is present and waiting.
        """
        for seat in self.to_move:
            chair = self.chairs[seat]
            if chair.player or chair.guest is None:
                continue
            deadline = self.deadline(seat)
            if deadline is not None and now >= deadline:
                yield seat
            elif self.options.absent == "bot" and not self.presence.streams[chair.guest]:
                seen = plausible_time(self.presence.last_sign(chair.guest), now)
                since = max(self._decision_start(seat, now), self._up_since(), seen)
                is_waited_for = self._is_another_player_present(chair.guest, now - patience)
                if now - since >= patience and is_waited_for:
                    yield seat

    def _is_another_player_present(self, guest: str, since: float) -> bool:
        """Return whether another active player has been at the table since the given time."""
        others = {c.guest for c in self.chairs if c.guest and c.is_person and not c.is_away}
        return any(self.presence.is_there(guest_id, since) for guest_id in others - {guest})

    def is_deserted(self, since: float) -> bool:
        """Return whether no player has been seen at an open public table since the given time.

        A clock extends this by the time for one choice.
        """
        if self.state != "open" or self.options.private:
            return False
        people = self.log.guests | ({self.host} if self.host else set())
        last = self.log.entries[-1].at if self.log.entries else self.created
        since -= self.options.clock or 0
        return last < since and not any(
            self.presence.is_there(guest_id, since) for guest_id in people
        )

    async def wait_for_entries_after(self, after: int) -> None:
        """Wait until more than ``after`` entries are committed."""
        while self.committed <= after:
            await self.wait_for_change()

    async def wait_for_change(self) -> None:
        """Wait until more entries are committed or ``notify`` is called."""
        await self._news.wait()

    def notify(self) -> None:
        """Wake everything that waits in ``wait_for_change``."""
        self._news.set()
        self._news = asyncio.Event()

    async def catch_up(self, version: int) -> None:
        """Read entries that another server committed, up to ``version``."""
        if self.version < version or not self._is_current:
            async with self.locked():
                if self.version < version:
                    await self._read_on()

    # ── before the game ──────────────────────────────────────────────────────────────────────────

    @_change
    async def sit(self, guest: Guest, seat: int | None = None, name: str | None = None) -> int:
        """Take a free seat, or any free seat if none is given. The last one taken starts the game.

        A name seats another person who shares the guest's device.
        """
        clean_name = guest.name if name is None else name_in(name)
        async with self.locked():
            own = self.seats_of(guest)
            if name is not None:
                own = [n for n in own if self.chairs[n].name == clean_name]
            if own and seat in (None, *own):
                return own[0] if seat is None else seat
            self._check_open()
            if own:
                raise RequestError(409, "seated", f"{clean_name} already sits at seat {own[0]}")
            if self.seats_of(guest) and not self.may_share(guest):
                raise RequestError(403, "one_seat", "at this table every device has one seat")
            self._check_sits(guest)
            seat = self.log.free_seat(seat)
            await self._write(new_entry("sit", seat, guest.id, clean_name))
            return seat

    @_change
    async def rename(self, guest: Guest, name: str, seat: int | None = None) -> None:
        """Rename a seated player before the game."""
        clean_name = name_in(name)
        async with self.locked():
            self._check_open()
            seat = self._seat(guest, seat)
            if self.chairs[seat].name != clean_name:
                self._check_sits(guest)
                await self._write(new_entry("sit", seat, guest.id, clean_name))

    @_change
    async def put_bot(self, guest: Guest, bot: str, seat: int | None = None) -> int:
        """Give a free seat to a bot, as the host."""
        async with self.locked():
            self._check_open()
            self._check_host(guest)
            seat = self.log.free_seat(seat)
            await self._write(new_entry("bot", seat, text=bot))
            return seat

    @_change
    async def leave(self, guest: Guest, seat: int) -> None:
        """Leave a seat before the game. The host can empty any seat."""
        async with self.locked():
            self._check_open()
            self.log.check_seat(seat)
            if self.chairs[seat].is_free:
                return
            if seat not in self.seats_of(guest):
                self._check_host(guest)
            await self._write(new_entry("leave", seat, text=LOG_FORMAT_VERSION))

    @_change
    async def expire(self, since: float) -> None:
        """Close an open public table if no player has been seen since the given time."""
        async with self.locked():
            if self.is_deserted(since):
                await self._write(new_entry("expire"))

    # ── the game ─────────────────────────────────────────────────────────────────────────────────

    @_change
    async def move(self, guest: Guest, text: str, decision: int, seat: int | None = None) -> int:
        """Make the choice for the numbered decision and return the version. Repeating it is
        harmless.

        A player whose seat a bot had taken over plays again.
        """
        async with self.locked():
            seat = self._seat(guest, seat)
            self.presence.touch(guest.id)
            move_text = str(self.options.variant.parse_move(text))
            if not self._repeats(seat, decision, ("move", move_text)):
                self._check_not_resigned(seat)
                back = [new_entry("back", seat)] if self.chairs[seat].is_away else []
                await self._write(new_entry("move", seat, guest.id, move_text), *back)
            return self.version

    @_change
    async def undo(self, guest: Guest, decision: int, seat: int | None = None) -> int:
        """Take back the last choice while another seat of the same decision has still to choose."""
        async with self.locked():
            seat = self._seat(guest, seat)
            if not self._repeats(seat, decision, ("undo", "")):
                self._check_not_resigned(seat)
                if decision >= MAX_CHOICES_PER_SEAT:
                    raise RequestError(
                        409, "full", "you have taken back too many moves at this table"
                    )
                await self._write(new_entry("undo", seat, guest.id))
            return self.version

    @_change
    async def go_on(self, guest: Guest) -> int:
        """Give up the right to undo, and return the version.

        Once no person wants to undo, held-back bot choices are made at once. Without any, nothing
        changes.
        """
        async with self.locked():
            self._seat(guest)
            if self.may_go_on(guest):
                own = sorted(set(self.seats_of(guest)) & self._may_think_again())
                await self._write(*(new_entry("go", seat, guest.id) for seat in own))
            return self.version

    @_change
    async def play(self, seat: int, move: str, decision: int) -> bool:
        """Commit a bot's choice; return whether it was still wanted. Raise ChoiceDelay if it is too
        early.

        Choices of several bots that arrive within ``BATCH_SECONDS`` are committed together.
        """
        own = self._ready[seat] = move, decision
        try:
            if any(
                self.chairs[n].player in QUICK_BOTS for n in set(self.to_move) - set(self._ready)
            ):
                await asyncio.sleep(BATCH_SECONDS)
            async with self.locked():
                if self.log.choices[seat][decision : decision + 1] == [("move", move)]:
                    return True  # committed together with another choice
                if seat not in self.to_move or decision != self.decision(seat):
                    return False
                if seconds := self.hold(seat):
                    raise ChoiceDelay(move, seconds, self.version)
                others = {n: choice for n, choice in self._ready.items() if n != seat}
                await self._keep(self._bots_choices({seat: own} | others))
                return True
        finally:
            self._ready.pop(seat, None)

    def _bots_choices(self, choices: Mapping[int, Choice]) -> Iterator[LogEntry]:
        """Yield the bots' choices that may be made now, in order. The last one is held back."""
        for seat, (move, decision) in choices.items():
            is_open = seat in self.to_move and decision == self.decision(seat)
            if is_open and not self.hold(seat):
                yield new_entry("move", seat, text=move)

    @_change
    async def send_away(self, seat: int) -> None:
        """Let a bot take over an absent player's seat."""
        async with self.locked():
            chair = self.chairs[seat]
            if seat in self.to_move and chair.guest and not chair.player:
                await self._write(new_entry("away", seat))

    @_change
    async def come_back(self, guest: Guest) -> None:
        """Return all seats of the guest's device from the bot to the guest."""
        async with self.locked():
            self._seat(guest)
            self.presence.touch(guest.id)
            away = [n for n in self.seats_of(guest) if self.chairs[n].is_away]
            if self.state == "playing" and away:
                await self._write(*(new_entry("back", seat) for seat in away))

    @_change
    async def resign(self, guest: Guest, seat: int | None = None) -> None:
        """Resign, which ends a two-player game. In larger games a bot takes over the seat."""
        async with self.locked():
            seat = self._seat(guest, seat)
            if not self.chairs[seat].has_resigned:
                self._check_playing()
                await self._write(new_entry("resign", seat, guest.id, LOG_FORMAT_VERSION))

    @_change
    async def agree(self, guest: Guest, agrees: bool, seat: int | None = None) -> None:
        """Agree to abandon the game, or withdraw. The game ends when all active players agree.

        Without a seat this applies to all seats of the guest. The host alone decides if only bots
        play.
        """
        async with self.locked():
            if self.may_end_alone(guest):
                if agrees:
                    await self._write(new_entry("agree", 0, guest.id, "yes"))
                return
            first = self._seat(guest, seat)
            self._check_playing()
            own = self.seats_of(guest) if seat is None else [first]
            still = [n for n in own if not self.chairs[n].has_resigned]
            if not still:
                self._check_not_resigned(first)
            changed = [n for n in still if self.chairs[n].agrees != agrees]
            text = LOG_FORMAT_VERSION if agrees else "no"
            if changed:
                await self._write(*(new_entry("agree", n, guest.id, text) for n in changed))

    async def say(
        self, guest: Guest, text: str, seat: int | None = None, seen: int | None = None
    ) -> None:
        """Send a chat message. ``seen`` is the version the sender had read: the same text sent
        again since then is a duplicate and ignored."""
        message = clean(text, MAX_MESSAGE_CHARS)
        if not message:
            raise RequestError(422, "empty", "the message is empty")
        await self._speak("say", guest, message, seat, seen)

    async def react(
        self, guest: Guest, reaction: str, seat: int | None = None, seen: int | None = None
    ) -> None:
        if reaction not in REACTIONS:
            raise RequestError(422, "unknown_reaction", f"no such reaction: {', '.join(REACTIONS)}")
        await self._speak("react", guest, reaction, seat, seen)

    @_change
    async def _speak(
        self, kind: str, guest: Guest, text: str, seat: int | None, seen: int | None
    ) -> None:
        async with self.locked():
            self.check_may_speak(guest)
            name, own = guest.name, self.seat_of(guest)
            if seat is not None:
                own = self._seat(guest, seat)
                name = self.chairs[own].name
            entry_to_add = new_entry(kind, own, guest.id, json.dumps([name, text]))
            since = self.log.entries[seen:] if seen is not None else []
            if not any(replace(entry, number=0, at=0.0) == entry_to_add for entry in since):
                await self._write(entry_to_add)

    @_change
    async def open_talk(self, host: Guest, is_open: bool) -> None:
        """Allow or forbid spectators to speak, as the host."""
        async with self.locked():
            self._check_host(host)
            if self.talk.is_open != is_open:
                await self._write(new_entry("talk", text="open" if is_open else "closed"))

    @_change
    async def mute(self, host: Guest, other: Guest, is_muted: bool) -> None:
        """Mute a spectator for all, or unmute them, as the host."""
        async with self.locked():
            self._check_host(host)
            if self.seats_of(other):
                raise RequestError(
                    409, "seated", f"{other.name} is playing: you can mute them only for yourself"
                )
            if (other.id in self.talk.muted) != is_muted:
                text = "yes" if is_muted else "no"
                await self._write(new_entry("mute", guest=other.id, text=text))

    @_change
    async def announce_rematch(self, id: str) -> str:
        """Record the next table, and return the one that was recorded first."""
        async with self.locked():
            if self.log.rematch is None:
                await self._write(new_entry("rematch", text=id))
            return self.log.rematch or id

    # ── checks ───────────────────────────────────────────────────────────────────────────────────

    def _check_open(self) -> None:
        if self.state != "open":
            raise RequestError(409, "started", "the game has already started")

    def _check_playing(self) -> None:
        if self.state != "playing":
            raise RequestError(409, "not_playing", f"no game is under way: it is {self.state}")

    def _check_host(self, guest: Guest) -> None:
        if guest.id != self.host:
            raise RequestError(403, "not_host", "only the host can do that")

    def _check_sits(self, guest: Guest) -> None:
        """Raise 409 if the guest has sat down too often, so that strangers cannot fill the log."""
        sits = sum(entry.kind == "sit" and entry.guest == guest.id for entry in self.log.entries)
        if sits >= MAX_SITS_PER_GUEST and guest.id != self.host:
            raise RequestError(409, "sat_enough", "you have sat down here too often")

    def _check_not_resigned(self, seat: int) -> None:
        if self.chairs[seat].has_resigned:
            raise RequestError(409, "resigned", "you have resigned")

    def _seat(self, guest: Guest, seat: int | None = None) -> int:
        """Return the given seat of the guest or their first one, or raise 403."""
        own = self.seats_of(guest)
        if not own or seat not in (None, *own):
            raise RequestError(403, "not_seated", "you have no seat here, or not that one")
        return own[0] if seat is None else seat

    def _repeats(self, seat: int, decision: int, choice: tuple[str, str]) -> bool:
        """Return whether this exact choice was already made (a repeated request).

        Raise StaleVersion for any other choice that is late.
        """
        choices = self.log.choices[seat]
        if decision < len(choices) and choices[decision] == choice:
            return True
        self._check_playing()
        if decision != len(choices):
            raise StaleVersion(f"decision {decision} is not open: yours is {len(choices)}")
        return False

    # ── the log ──────────────────────────────────────────────────────────────────────────────────

    async def _write(self, *news: LogEntry) -> None:
        """Apply and commit entries."""
        await self._keep(news)

    async def _keep(self, news: Iterable[LogEntry]) -> None:
        """Apply entries one by one and commit them in one transaction."""
        before, now = self.version, time.time()
        for entry in news:
            self.log.add(entry, now)
            self._is_current = False  # until the commit
        self.log.start_if_full(now)
        new, summary, jobs = self.log.entries[before:], self.log.summary(), self.jobs()
        try:
            await self._store.append(self.id, before, new, summary, jobs)
        except ConcurrentChange:
            await self._reload(before)
            raise
        self._is_current = True
        self._announce()

    async def _reload(self, known: int = 0) -> None:
        """Rebuild the state from the store. The first ``known`` entries here match it, unless a
        later one says that they have changed."""
        news = await self._store.log(self.id, known)
        if known and _rewrite_log(news):
            known, news = 0, await self._store.log(self.id)
        await self._rebuild(self.log.entries[:known] + news)

    async def _read_on(self) -> None:
        news = await self._store.log(self.id, self.version)
        if len(news) > SHORT_LOG_ENTRIES or _rewrite_log(news):
            await self._reload(self.version)
            return
        self._is_current = False  # until all entries are applied
        self.log.replay(news)
        self._is_current = True
        self._announce()

    async def _rebuild(self, entries: list[LogEntry]) -> None:
        """Rebuild the state by replaying the log.

        Replaying is slow, so it runs in a thread on a separate object: readers never see a partial
        state.
        """
        log = self.log.without_entries()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, log.replay, entries)
        self.log = log
        self._is_current = True
        self._announce()

    def note_creation(self) -> None:
        """Note that the first entries of the log are committed."""
        self._is_current = True
        self._announce()

    def _announce(self) -> None:
        self.committed = self.version
        self.notify()
        self._on_change(self)
