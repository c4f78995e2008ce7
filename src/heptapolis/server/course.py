"""What a table's log says: who sits there, the game, what was chosen and said.

It follows from the entries alone, and from what the table was opened with; no clock, nobody's
presence and no database has a say in it. So the same log makes the same table anywhere.
"""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from heptapolis.contract import Game, View
from heptapolis.errors import IllegalMove
from heptapolis.server.errors import BrokenLog, Refused
from heptapolis.server.store import Guest, LogEntry, Summary
from heptapolis.server.table_options import TableOptions
from heptapolis.server.talk import Talk

STAND_IN = "medium"  # plays for who is absent, late or has resigned
LONG_AWAY = 86_400.0  # seconds after which who is away is not asked whether a game is to end
NOW = "2"  # in entries that meant something else in the logs of former releases


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


class Milestone(NamedTuple):
    """How far a table was after an entry of its log, as everybody may know it."""

    n_events: int = 0  # of the game: as many for every viewer
    to_move: tuple[int, ...] = ()


class Course:
    """How things went at a table so far: it goes on by one entry after the other."""

    def __init__(
        self, options: TableOptions, edition: Any, rules: int, catalog: str | None, seed: int
    ) -> None:
        self.options, self.edition, self.rules, self.catalog = options, edition, rules, catalog
        self._seed = seed
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

    # ── what it says ─────────────────────────────────────────────────────────────────────────────

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

    def seat_of(self, guest: Guest | None) -> int | None:
        """Where somebody sits; None is a spectator."""
        return next(iter(self.seats_of(guest)), None)

    def seats_of(self, guest: Guest | None) -> list[int]:
        """Every seat of somebody: several people can share one device."""
        return [n for n, chair in enumerate(self.chairs) if guest and chair.guest == guest.id]

    def decision(self, seat: int) -> int:
        """The number that a seat's next choice has to name."""
        return len(self.choices[seat])

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

    def ranking(self) -> list[list[int]]:
        """Seats best first; who resigned of two is last; nobody is after an abandoned game."""
        if self.game is None or self.end == "abandoned":
            return []
        if self.end == "resigned":
            gone = next(n for n, chair in enumerate(self.chairs) if chair.has_resigned)
            return [[1 - gone], [gone]]
        return self.game.ranking()

    # ── how it goes on ───────────────────────────────────────────────────────────────────────────

    def play_through(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            try:
                self.apply(entry)
            except Exception:  # whatever it says, it would name a move, and with it cards
                raise BrokenLog(entry.number, self.rules, self.catalog) from None

    def apply(self, entry: LogEntry) -> None:
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
