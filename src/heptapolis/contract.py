"""The contract of every variant: what a game, and a seat's view of it, can be asked.

Bots, terminal, server, arena and every other face rely on this and on nothing else. Any class that
answers these questions keeps it; `heptapolis.testing.check_variant` tries whether it does.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from heptapolis.events import Event
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.record import Record

Score = dict[str, int]  # by column; "total" is always one


@runtime_checkable
class State(Protocol):
    """What a game and a view of it answer alike.

    Moves are values that can be compared and hashed; `str` of one is its text, which the variant's
    `parse_move` reads back; `without_payment` gives the same use however it is paid for.
    """

    game: str  # the id of its rules
    edition: Any  # what it is played with; None if the variant has no cards to change
    names: Sequence[str]
    players: int  # seats that decide
    n_cities: int  # places at the table: one more than the players if one is nobody's

    @property
    def columns(self) -> tuple[str, ...]:
        """Of a score sheet."""

    @property
    def age(self) -> int:
        """1 and on; 0 in what comes before the first, a draft."""

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> str:
        """What the game waits for; "over" at the end."""

    @property
    def is_over(self) -> bool: ...

    @property
    def to_move(self) -> list[int]:
        """Seats that must decide now, ascending."""

    @property
    def live_columns(self) -> tuple[str, ...]:
        """Columns of the score sheet that this game can bring points in."""

    def score(self, seat: int) -> Score:
        """The score sheet of a city as things stand: what it would get if the game ended now."""


@runtime_checkable
class View(State, Protocol):
    """A game as one seat knows it; ``seat`` None is a spectator. It can be pickled.

    It may have ``why_not(move)``, which gives a `Refusal`, or None for a legal move, and its game
    may raise `IllegalMove` with one: faces say that in four languages, else the error's words.
    """

    seat: int | None

    def legal_moves(self) -> list[Move]:
        """What the seat may do now; nothing if it is not asked."""

    @property
    def events(self) -> list[Event]:
        """What has happened so far; cards that the seat may not know are None."""

    def sample(self, rng: Random) -> "Game":
        """A possible game: uniform over the deals that agree with all the seat has seen.

        Nobody's pending choice but the seat's own is in it; its seed is a fresh one.
        """

    def position(self) -> Position:
        """The position with "?" for what the seat does not know."""


@runtime_checkable
class Game(State, Protocol):
    """A game in progress: the only owner of a live state."""

    def legal_moves(self, seat: int) -> list[Move]:
        """What a seat may do now; nothing if it is not asked."""

    def submit(self, seat: int, move: Move | str) -> None:
        """Make a seat's choice; the last one of a decision carries all of them out.

        IllegalMove says why it cannot be done, and nothing has changed then.
        """

    def undo(self, seat: int) -> None:
        """Take back a choice while another seat of the same decision is still to choose."""

    def view(self, seat: int | None) -> View:
        """The game as a seat knows it; None is a spectator."""

    @property
    def outcome(self) -> str | None:
        """How the game ended, in a word ("points", "shared" ...); None while it goes on."""

    def scores(self) -> list[Score]:
        """The score sheet of every seat, as things stand."""

    def ranking(self) -> list[list[int]]:
        """Seats best first; those who share a place stand together."""

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, with all cards open."""

    def events_seen_by(self, seat: int | None) -> list[Event]:
        """What has happened as a seat, or a spectator, came to know it; also after the end."""

    def record(self) -> Record:
        """The game as text; `replay` gives the same game back."""

    def position(self) -> Position:
        """Everything there is to know of this moment; `from_position` plays on from it."""

    def to_bytes(self) -> bytes:
        """The state as bytes: equal games have equal bytes."""


@runtime_checkable
class TieBreaker(Protocol):
    """A game, or a view of it, may have this too: what ranks seats that have as many points."""

    def tie_break(self, seat: int) -> int:
        """How much a seat has of what decides a tie; `ranking` puts more before less."""
