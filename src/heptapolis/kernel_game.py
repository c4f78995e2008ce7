"""The common part of the built-in games: a state of the kernel, the game that owns it, and its
views.

They satisfy the contract (`heptapolis.contract`); games of other packages need not use these
classes.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Self

import numpy as np

from heptapolis.codes import Code, Obstacle
from heptapolis.contract import Score, State
from heptapolis.edition import Edition
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.events import Event, Row, Scored
from heptapolis.kernel import records
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.record import ROMAN, Line, Record, check_cards, check_rules
from heptapolis.refusal import Offer, Refusal
from heptapolis.spelling import suggest
from heptapolis.variants import variant


class KernelState(ABC):
    """A state of the kernel as Python values: the common part of a game and a view of it."""

    game: str  # the id of its rules
    edition: Any
    names: Sequence[str]
    players: int  # seats with decisions
    n_cities: int  # cities at the table: one more than the players if one belongs to no seat
    _states: Any

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._who}, {self._when}>"

    @property
    def _who(self) -> str:
        return f"{self.players} seats"

    @property
    def _when(self) -> str:
        if self.is_over:
            return "over"
        moment = f"age {ROMAN[self.age]}" if self.age else "draft"
        return f"{moment} turn {self.turn}, to move {' '.join(map(str, self.to_move))}"

    def _field(self, name: str) -> Any:
        return self._states[name][0]

    @property
    def _versions(self) -> dict[str, Any]:
        """Return the version of the rules and the fingerprint of the cards, for a position."""
        rules = variant(self.game).rules_version
        return {"rules": rules, "catalog": f"sha256:{self.edition.fingerprint}"}

    @property
    def expansions(self) -> frozenset[str]:
        """The expansions that it is played with."""
        return frozenset(self.edition.expansions)

    @property
    def age(self) -> int:
        """The age, 1 to 3; 0 in a draft."""
        return int(self._field("age"))

    @property
    def turn(self) -> int:
        return int(self._field("turn"))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the score sheet; those of expansions precede the total."""
        return tuple(self.edition.rules.columns)

    @property
    def live_columns(self) -> tuple[str, ...]:
        """The columns of the score sheet that can bring points in this game."""
        return self.columns

    @property
    @abstractmethod
    def phase(self) -> str:
        """The kind of the pending decision."""

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    @abstractmethod
    def to_move(self) -> list[int]:
        """The seats with a pending decision, ascending."""

    @abstractmethod
    def score(self, seat: int) -> Score:
        """Return the score sheet of a city as if the game ended now."""

    def _why_unasked(self, seat: int | None) -> Refusal:
        """Return why a seat, or a spectator, has no decision."""
        if self.is_over:
            return Refusal(Obstacle.GAME_OVER)
        is_seat = seat is None or self._is_seat(as_int(seat))
        return Refusal(Obstacle.NOT_YOUR_TURN if is_seat else Obstacle.NO_SUCH_SEAT)

    def _is_seat(self, seat: object) -> bool:
        return type(seat) is int and 0 <= seat < self.players

    def _check_city(self, city: int) -> None:
        city = as_int(city)
        if type(city) is not int or not 0 <= city < self.n_cities:
            raise IllegalMove(f"there is no city {city!r}: 0 to {self.n_cities - 1}")


class KernelCity(ABC):
    """The open parts of a city, in the rulebook's words."""

    _table: KernelState

    def __init__(self, table: KernelState, seat: int) -> None:
        self._table = table
        self.seat = seat

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.name!r}, coins {self.coins}: {self._built}>"

    @property
    def _built(self) -> str:
        return " ".join(self.buildings) or "nothing built"

    @property
    @abstractmethod
    def buildings(self) -> list[str]:
        """The ids of its cards."""

    def _row(self, name: str) -> Any:
        return self._table._field(name)[self.seat]  # noqa: SLF001 - a city is a part of its table

    @property
    def name(self) -> str:
        return self._table.names[self.seat]

    @property
    def coins(self) -> int:
        return int(self._row("coins"))


class KernelView(KernelState):
    """A game as one seat knows it; ``seat`` None is a spectator."""

    seat: int | None
    _log: Sequence[Row]  # shared with the game: its first `_n_rows` had happened
    _n_rows: int

    @property
    def _who(self) -> str:
        return "of a spectator" if self.seat is None else f"of seat {self.seat}"

    @property
    def _dtype(self) -> Any:
        """The type of the record."""
        return self.edition.rules.state

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling: only what the seat may know."""
        own = ("edition", "names", "seat", "players", "n_cities")
        state = {name: getattr(self, name) for name in own}
        return state | {"_states": self._states.tobytes(), "_log": self._log[: self._n_rows]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._states = records(np.frombuffer(bytearray(state["_states"]), self._dtype))
        self._n_rows = len(self._log)

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat; empty if it has no decision."""

    @abstractmethod
    def why_not(self, move: Move | str) -> Refusal | None:
        """Return the reason against a move of the seat; None if it is legal."""

    @abstractmethod
    def uses(self, card: str) -> list[Offer]:
        """Return all uses of a card for the seat: the legal ways, or the reason why there are none.
        Empty if it has no decision."""

    @property
    @abstractmethod
    def events(self) -> list[Event]:
        """The events so far; cards that the seat may not know are None."""

    @abstractmethod
    def sample(self, rng: Random) -> "KernelGame":
        """Return a possible game: uniform over the deals that agree with everything the seat has
        seen.

        It includes no pending choice but the seat's own; its seed is new.
        """

    @abstractmethod
    def position(self) -> Position:
        """Return the position, with "?" for what the seat does not know."""


class KernelGame(KernelState):
    """A game in progress, the only owner of a live state."""

    neutral_city = ""  # the name of a city that belongs to no seat

    _seed: int | None
    _given_names: list[str] | None
    _lines: list[Line]
    _log: list[Row]
    _events: list[Event]  # the log as events, as far as it has been read
    _seen: dict[int | None, list[Row]]  # the log as each seat may know it

    def _open(self, names: Sequence[str] | None, seed: int | None) -> None:
        """Initialize the parts that all games share; players and cities are set already."""
        self._seed = seed
        self.names = _check_names(names, self.players, self.n_cities, self.neutral_city)
        self._given_names = list(names) if names else None
        self._lines, self._log, self._events, self._seen = [], [], [], {}

    # ── copies ───────────────────────────────────────────────────────────────────────────────────

    def copy(self) -> Self:
        """Return an independent copy of the game."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._states = self._states.copy()
        twin._lines, twin._log, twin._events = self._lines[:], self._log[:], self._events[:]
        twin._seen = {seat: rows[:] for seat, rows in self._seen.items()}
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    # ── playing ──────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat; empty if it has no decision."""

    @abstractmethod
    def submit(self, seat: int, move: Move | str) -> None:
        """Choose a move for a seat; after the last choice of a decision all of them are carried
        out.

        Raise IllegalMove, without any change, if the move is not legal.
        """

    @abstractmethod
    def undo(self, seat: int) -> None:
        """Take back a choice while another seat of the same decision has not chosen."""

    def view(self, seat: int | None) -> "KernelView":
        """Return the game as a seat knows it; None is a spectator."""
        self._check_seat(seat)
        return self._view(as_int(seat))

    @abstractmethod
    def _view(self, seat: int | None) -> "KernelView": ...

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not self._is_seat(as_int(seat)):
            raise IllegalMove(f"there is no seat {seat!r}: 0 to {self.players - 1}")

    # ── the end ──────────────────────────────────────────────────────────────────────────────────

    @property
    @abstractmethod
    def outcome(self) -> str | None:
        """The ending of the game: "points", "military", "science", "shared"; None while it is in
        progress."""

    def scores(self) -> list[Score]:
        """Return the current score sheet of every seat."""
        return [self.score(seat) for seat in range(self.players)]

    @abstractmethod
    def ranking(self) -> list[list[int]]:
        """Return the seats, best first; tied seats form one group."""

    # ── telling ──────────────────────────────────────────────────────────────────────────────────

    @property
    def events(self) -> list[Event]:
        """The events so far, with all cards visible."""
        self._events += map(self._read, self._log[len(self._events) :])
        return self._events + final_events(self)

    def events_seen_by(self, seat: int | None) -> list[Event]:
        """Return the events as a seat or a spectator came to know them; also after the end."""
        return [self._read(row) for row in self._cut(self._log, seat)] + final_events(self)

    @abstractmethod
    def _read(self, row: Row) -> Event:
        """Return the event of a row of the log."""

    @abstractmethod
    def _hide(self, row: Row, seat: int | None) -> Row:
        """A row without what a seat may not know; `_cut` adds what expansions hide."""

    def _log_for(self, seat: int | None) -> list[Row]:
        """Return the log as a seat may know it; every row is filtered once."""
        if self.is_over:
            return self._log
        visible_rows = self._seen.setdefault(seat, [])
        visible_rows += self._cut(self._log[len(visible_rows) :], seat)
        return visible_rows

    def _cut(self, rows: Sequence[Row], seat: int | None) -> list[Row]:
        """Return rows without what the game and its expansions hide from a seat."""
        rules, visible = self.edition.rules, [self._hide(row, seat) for row in rows]
        return [rules.hide(row, seat) for row in visible] if rules.expansions else visible

    @abstractmethod
    def record(self) -> Record:
        """Return the game as text; `replay` reads it."""

    @abstractmethod
    def position(self) -> Position:
        """Return the complete position; `from_position` continues from it."""

    def to_bytes(self) -> bytes:
        """Return the state as bytes; equal games have equal bytes."""
        return bytes(self._states.tobytes())

    # ── complaints ───────────────────────────────────────────────────────────────────────────────

    def _unasked(self, seat: int) -> IllegalMove:
        """Return the error for a seat without a decision; it names the seats that have one."""
        refusal = self._why_unasked(-1 if seat is None else seat)  # a spectator is no seat
        waiting = ", ".join(str(other) for other in self.to_move)
        reasons: dict[Code, str] = {
            Obstacle.NO_SUCH_SEAT: f"there is no seat {seat!r}: 0 to {self.players - 1}",
            Obstacle.NOT_YOUR_TURN: f"seat {seat} is not to move now; waiting for seat {waiting}",
        }
        return IllegalMove(reasons.get(refusal.code, "the game is over"), refusal)

    def _refused(self, move: Move, refusal: Refusal, legal: Sequence[Move]) -> IllegalMove:
        """Return the error for a refused move; for a wrong payment it lists the others."""
        if refusal.code is Obstacle.NO_SUCH_PAYMENT:
            use = replace(move.without_payment(), free=False)
            legal = [other for other in legal if other.without_payment() == use]
        reason = refusal.tell()
        return IllegalMove(f"'{move}': {reason[0].lower()}{reason[1:]}", refusal, legal)

    def _nothing_chosen(self, seat: object) -> IllegalMove:
        """Return the error for an undo without a choice."""
        refusal = Refusal(Obstacle.NOTHING_CHOSEN)
        return IllegalMove(f"seat {seat} has nothing to take back", refusal)


def as_int(value: Any) -> Any:
    """Return a NumPy integer as an int; anything else unchanged."""
    return int(value) if isinstance(value, np.integer) else value


def positive_int(value: Any, what: str) -> int:
    """Return a positive integer, also from NumPy; raise ValueError for anything else."""
    number = as_int(value)
    if type(number) is not int:
        raise ValueError(f"{what}: a whole number, got {value!r}")
    if number < 1:
        raise ValueError(f"{what}: at least 1, got {number}")
    return number


SEED_BITS = 128


def checked_seed(seed: int | None) -> int:
    """Return the valid seed that was given; None draws one from `secrets`."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    seed = as_int(seed)
    if type(seed) is not int or not 0 <= seed < 1 << SEED_BITS:
        raise ValueError(f"seed: a whole number below 2**{SEED_BITS}, got {seed!r}")
    return seed


def read_names(record: Record, options: set[str]) -> list[str] | None:
    """Return the names in a record's header; raise InvalidText for other options than these."""
    unknown = set(record.options) - {"names"} - options
    if unknown:
        hint = suggest(min(unknown), ["names", *options])
        raise InvalidText(f"options: unknown {', '.join(sorted(unknown))}{hint}")
    names = record.options.get("names")
    if names is not None and not isinstance(names, list):
        raise InvalidText("options: names is a list")
    return names


def check_catalog(record: Record, edition: Edition[Any]) -> None:
    """Raise InvalidText if a record was played with other cards."""
    if record.catalog is None:
        raise InvalidText("the header has no line 'catalog'")
    check_cards("this record", record.catalog, edition.fingerprint)


def check_versions(position: Position, edition: Edition[Any]) -> None:
    """Raise InvalidText if a position names other rules or cards."""
    if position.rules is not None:
        check_rules("position: rules: it", str(position.game), position.rules)
    if position.catalog is not None:
        check_cards("position: catalog: it", position.catalog, edition.fingerprint)


def final_events(state: State) -> list[Event]:
    """Return the points of every seat once the game is over."""
    if not state.is_over:
        return []
    return [
        Scored(age=state.age, turn=state.turn, seat=s, by=s, total=state.score(s)["total"])
        for s in range(state.players)
    ]


def _check_names(
    names: Sequence[str] | None, players: int, cities: int, neutral: str
) -> tuple[str, ...]:
    is_list = names is None or isinstance(names, list | tuple)
    seat_names = list(names) if names and is_list else [f"Player {n + 1}" for n in range(players)]
    if (
        not is_list
        or len(seat_names) != players
        or not all(isinstance(n, str) and n for n in seat_names)
    ):
        raise ValueError(f"names: expected {players} names, got {names!r}")
    return (*seat_names, *[neutral] * (cities - players))
