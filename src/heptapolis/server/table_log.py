"""Replay the log of a table: seats, game, choices and messages.

The state depends only on the entries and on what the table was created with, not on clocks,
presence or the database. The same log gives the same table everywhere.
"""

import json
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from heptapolis.contract import Game, View
from heptapolis.errors import IllegalMove
from heptapolis.server.errors import BrokenLog, RequestError
from heptapolis.server.log_messages import blank_message
from heptapolis.server.store import Guest, LogEntry, Summary
from heptapolis.server.table_options import TableOptions
from heptapolis.server.talk import Talk

SUBSTITUTE_BOT = "medium"  # decides for absent, late and resigned players
# after this absence a player need not agree to abandon the game
LONG_ABSENCE_SECONDS = 86_400.0
LOG_FORMAT_VERSION = "2"  # marks entries whose meaning differs from logs of former releases


@dataclass
class Chair:
    """Describe one seat and its player."""

    guest: str | None = None
    name: str = ""
    bot: str | None = None
    is_away: bool = False  # a bot plays until the player returns
    has_resigned: bool = False  # a bot plays on
    agrees: bool = False  # to abandon the game

    @property
    def is_free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def player(self) -> str | None:
        """Return the bot that decides for this seat now, if any."""
        return SUBSTITUTE_BOT if self.is_away or self.has_resigned else self.bot

    @property
    def is_person(self) -> bool:
        """Return whether a person has the seat and has not resigned."""
        return self.guest is not None and not self.has_resigned


class Milestone(NamedTuple):
    """Describe the progress of the game after a log entry, as public information."""

    n_events: int = 0  # number of game events; the same for every viewer
    to_move: tuple[int, ...] = ()


def new_entry(
    kind: str, seat: int | None = None, guest: str | None = None, text: str = ""
) -> LogEntry:
    """Return an entry without number and time; ``TableLog.add`` sets both."""
    return LogEntry(0, kind, 0.0, seat, guest, text)


class TableLog:
    """Hold the state of a table, advanced by one log entry at a time."""

    def __init__(
        self, options: TableOptions, edition: Any, rules: int, catalog: str | None, seed: int
    ) -> None:
        self.options, self.edition, self.rules, self.catalog = options, edition, rules, catalog
        self.seed = seed
        self.entries: list[LogEntry] = []
        self._milestones = [Milestone()]  # before the first entry, and after each entry
        self.chairs = [Chair() for _ in range(self.options.players)]
        self.game: Game | None = None
        self._to_move: list[int] | None = None  # None: not computed since the last entry
        self.host: str | None = None
        self.origin = ""  # identifies the address that opened the table
        self.end: str | None = None  # why the game ended
        self.rematch: str | None = None  # id of the next table
        self.lesson = ""  # id of the lesson
        # lessons only: each view and the move made in it
        self.story: list[tuple[View, str]] = []
        self.talk = Talk()
        # moves and undos of each seat
        self.choices: list[list[tuple[str, str]]] = [[] for _ in self.chairs]
        self.asked_since: dict[int, float] = {}  # start of each open decision
        self._answered_since: dict[int, float] = {}
        self._away_since: dict[int, float] = {}
        # For the current decision: when people chose, and who gave up the right to undo.
        self.chosen_at: dict[int, float] = {}
        self.gone_on: set[int] = set()

    def without_entries(self) -> "TableLog":
        """Return the log of the same table before its first entry."""
        return TableLog(self.options, self.edition, self.rules, self.catalog, self.seed)

    # ── reading ──────────────────────────────────────────────────────────────────────────────────

    @property
    def version(self) -> int:
        return len(self.entries)

    def milestone(self, version: int) -> Milestone:
        """Return the progress at a version."""
        if not 0 <= version <= self.version:
            message = f"no version {version}: 0 to {self.version}"
            raise RequestError(422, "unknown_version", message)
        return self._milestones[version]

    @property
    def state(self) -> str:
        if self.end:
            return "over"
        return "playing" if self.game else "open"

    @property
    def to_move(self) -> list[int]:
        if self._to_move is None:  # a move asks dozens of times
            self._to_move = self.game.to_move if self.game and self.state == "playing" else []
        return [*self._to_move]

    @property
    def guests(self) -> set[str]:
        """Return the ids of the seated guests."""
        return {chair.guest for chair in self.chairs if chair.guest}

    @property
    def has_people(self) -> bool:
        """Return whether at least one person plays."""
        return any(chair.is_person for chair in self.chairs)

    def seat_of(self, guest: Guest | None) -> int | None:
        """Return the guest's first seat, or None for a spectator."""
        return next(iter(self.seats_of(guest)), None)

    def seats_of(self, guest: Guest | None) -> list[int]:
        """Return all seats of the guest. Several people can share one device."""
        return [n for n, chair in enumerate(self.chairs) if guest and chair.guest == guest.id]

    def decision(self, seat: int) -> int:
        """Return the number that the seat's next choice must name."""
        return len(self.choices[seat])

    def seen_before(self, seat: int | None) -> int | None:
        """Return the number of events before the seat's last standing choice by its own player.

        Later events are new to that player. Return None for a spectator.
        """
        if seat is None:
            return None
        taken_back = None
        for entry in reversed(self.entries):
            n_events = self._milestones[entry.number - 1].n_events
            # a choice of a substitute is not the player's
            if entry.seat != seat or not entry.guest:
                continue
            if entry.kind == "undo":  # takes back all waiting choices
                taken_back = n_events
            elif entry.kind == "move" and n_events != taken_back:
                return n_events
        return 0

    def summary(self) -> Summary:
        """Return the data for lists of tables."""
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

    def ranking(self) -> list[list[int]]:
        """Return seats grouped by place, best first. An abandoned game has no ranking.

        In a two-player game that ended by resignation, the resigned player is last.
        """
        if self.game is None or self.end == "abandoned":
            return []
        if self.end == "resigned":
            gone = next(n for n, chair in enumerate(self.chairs) if chair.has_resigned)
            return [[1 - gone], [gone]]
        return self.game.ranking()

    def check_seat(self, seat: int) -> None:
        """Raise 404 if there is no such seat."""
        if not 0 <= seat < len(self.chairs):
            raise RequestError(404, "not_found", f"no seat {seat}: 0 to {len(self.chairs) - 1}")

    def free_seat(self, seat: int | None) -> int:
        """Return the seat, or the first free one if none is given. Raise 409 if it is taken."""
        free = [n for n, chair in enumerate(self.chairs) if chair.is_free]
        if seat is not None:
            self.check_seat(seat)
        if seat not in [None, *free] or not free:
            raise RequestError(
                409, "taken", "that seat is taken" if free else "every seat is taken"
            )
        return free[0] if seat is None else seat

    # ── adding and applying entries ───────────────────────────────────────────────────────────────

    def add(self, entry: LogEntry, now: float) -> None:
        """Apply a new entry with the next number."""
        self.apply(replace(entry, number=self.version + 1, at=now))

    def start_if_full(self, now: float) -> None:
        """Start the game if every seat is taken."""
        if self.game is None and not any(chair.is_free for chair in self.chairs):
            names = json.dumps([chair.name for chair in self.chairs])
            self.add(new_entry("start", text=names), now)

    def replay(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            try:
                self.apply(entry)
            except Exception:  # the message could name a move and so reveal cards
                raise BrokenLog(entry.number, self.rules, self.catalog) from None

    def apply(self, entry: LogEntry) -> None:
        """Apply an entry. An illegal move raises and changes nothing."""
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
                self.game = self.options.new_game(self.seed, names, self.edition)
            case "move" | "undo":
                self._choose(entry, seat)
            case "go":
                self.gone_on.add(seat)
            case "away" | "back":
                chair.is_away = entry.kind == "away"
                self._away_since[seat] = entry.at
            case "resign":
                chair.has_resigned = True
                self._end_if_left("resigned" if len(self.chairs) == 2 else None, entry)
            case "agree":
                chair.agrees = entry.text in ("yes", LOG_FORMAT_VERSION)
                self._end_if_left(None, entry)
            case "rematch":
                self.rematch = entry.text
            case "redact":
                self._redact(int(entry.text))
        self._to_move = None
        self.talk.apply(entry)
        self.entries.append(entry)
        self._ask(entry.at)
        self._milestones.append(self._reached(entry))

    def _redact(self, number: int) -> None:
        """Blank a message here too. In the stored log it is blank already."""
        said = self.entries[number - 1]
        self.entries[number - 1] = replace(said, text=blank_message(said.text))

    def _choose(self, entry: LogEntry, seat: int) -> None:
        if self.game is None:
            raise IllegalMove("the game has not started")
        is_last = self.to_move == [seat]
        seen = self.game.view(seat) if self.lesson and entry.guest else None
        if entry.kind == "move":
            self.game.submit(seat, entry.text)
            if seen:
                self.story.append((seen, entry.text))
            self._answered_since[seat] = self.asked_since.pop(seat)
        else:
            self.game.undo(seat)
            now = len(self.game.events)  # an undo takes back all waiting choices
            self.story = [step for step in self.story if len(step[0].events) < now]
            self.asked_since[seat] = self._answered_since[seat]  # choosing again gets no new time
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
        """Note which people have chosen. The last choice of a decision reveals and ends it."""
        self.gone_on.discard(seat)
        if entry.kind == "undo":
            self.chosen_at.pop(seat, None)
        elif is_last:
            self.chosen_at.clear()
            self.gone_on.clear()
        elif entry.guest:
            self.chosen_at[seat] = entry.at

    def _ask(self, now: float) -> None:
        self.asked_since = {seat: self.asked_since.get(seat, now) for seat in self.to_move}

    def _empty(self, seat: int, entry: LogEntry) -> None:
        """Free a seat. The host's own table ends with them if no other person is seated.

        At a private table the host's rights pass to another player, never at a public one.
        """
        gone, self.chairs[seat] = self.chairs[seat].guest, Chair()
        people = [chair.guest for chair in self.chairs if chair.guest]
        # former releases: any last player ended the table, and the rights passed to any player
        is_former = entry.text != LOG_FORMAT_VERSION
        is_host = gone == self.host and gone not in people  # the host may have another seat
        if gone and not people and (is_host or is_former):
            self.end = "abandoned"
        elif gone and is_host and people and (self.options.private or is_former):
            self.host = people[0]

    def _end_if_left(self, reason: str | None, entry: LogEntry) -> None:
        """End the game for a reason, or when all active players agree to abandon it.

        Players who have been away for long need not agree.
        """
        # former releases: absent players never had to agree
        patience = LONG_ABSENCE_SECONDS if entry.text == LOG_FORMAT_VERSION else 0.0
        gone = {
            n
            for n, chair in enumerate(self.chairs)
            if chair.is_away and entry.at - self._away_since[n] >= patience
        }
        people = [(n, chair) for n, chair in enumerate(self.chairs) if chair.is_person]
        if reason or all(chair.agrees or n in gone for n, chair in people):
            self.end = reason or "abandoned"
