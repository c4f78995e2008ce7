"""The contract of every variant: the interface of a game and of a seat's view of it.

Bots, terminal, server, arena and every other layer rely on this interface only. Any class with
these members satisfies it; `heptapolis.testing.check_variant` tests it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from heptapolis.events import Event
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.record import Record
from heptapolis.variants import Variant

Score = dict[str, int]  # by column; "total" is always included


@runtime_checkable
class State(Protocol):
    """The common part of a game and a view of it.

    Moves are values that can be compared and hashed; `str` of one is its text, which the variant's
    `parse_move` reads back; `without_payment` gives the same use however it is paid for.
    """

    game: str  # the id of its rules
    edition: Any  # the cards it is played with; None if the variant's cards cannot be changed
    names: Sequence[str]
    players: int  # seats with decisions
    n_cities: int  # cities at the table: one more than the players if one belongs to no seat

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the score sheet."""

    @property
    def age(self) -> int:
        """The age, from 1; 0 before the first one, in a draft."""

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> str:
        """The kind of the pending decision; "over" at the end."""

    @property
    def is_over(self) -> bool: ...

    @property
    def to_move(self) -> list[int]:
        """The seats with a pending decision, ascending."""

    @property
    def live_columns(self) -> tuple[str, ...]:
        """The columns of the score sheet that can bring points in this game."""

    def score(self, seat: int) -> Score:
        """Return the score sheet of a city as if the game ended now."""


@runtime_checkable
class View(State, Protocol):
    """A game as one seat knows it; ``seat`` None is a spectator. It can be pickled.

    A view may have ``why_not(move)``, which returns a `Refusal`, or None for a legal move, and its
    game may raise `IllegalMove` with one: user interfaces show it in four languages, otherwise the
    error's text.
    """

    seat: int | None

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat; empty if it has no decision."""

    @property
    def events(self) -> list[Event]:
        """The events so far; cards that the seat may not know are None."""

    def sample(self, rng: Random) -> "Game":
        """Return a possible game: uniform over the deals that agree with everything the seat has
        seen.

        It includes no pending choice but the seat's own; its seed is new.
        """

    def position(self) -> Position:
        """Return the position, with "?" for what the seat does not know."""


@runtime_checkable
class Game(State, Protocol):
    """A game in progress, the only owner of a live state."""

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat; empty if it has no decision."""

    def submit(self, seat: int, move: Move | str) -> None:
        """Choose a move for a seat; after the last choice of a decision all of them are carried
        out.

        Raise IllegalMove, without any change, if the move is not legal.
        """

    def undo(self, seat: int) -> None:
        """Take back a choice while another seat of the same decision has not chosen."""

    def view(self, seat: int | None) -> View:
        """Return the game as a seat knows it; None is a spectator."""

    @property
    def outcome(self) -> str | None:
        """The ending of the game as a word ("points", "shared" ...); None while it is in
        progress."""

    def scores(self) -> list[Score]:
        """Return the current score sheet of every seat."""

    def ranking(self) -> list[list[int]]:
        """Return the seats, best first; tied seats form one group."""

    @property
    def events(self) -> list[Event]:
        """The events so far, with all cards visible."""

    def events_seen_by(self, seat: int | None) -> list[Event]:
        """Return the events as a seat, or a spectator, learned of them; also after the end."""

    def record(self) -> Record:
        """Return the game as text; `replay` reads it."""

    def position(self) -> Position:
        """Return the complete position; `from_position` continues from it."""

    def to_bytes(self) -> bytes:
        """Return the state as bytes; equal games have equal bytes."""


_Game = Game  # an engine has an attribute of this name


class Engine(Protocol):
    """The interface of the module that plays a variant. ``catalog`` replaces the variant's own
    cards: a path, a catalogue, an edition or its text; None keeps them."""

    Game: type[Any]  # the class of its games
    View: type[Any]  # the class of its views

    def new(
        self, options: Any, *, seed: int | None, names: Sequence[str] | None, catalog: Any
    ) -> _Game: ...

    def from_position(
        self, position: Position, *, names: Sequence[str] | None, catalog: Any
    ) -> _Game: ...

    def scorable(self, position: Position, *, catalog: Any) -> _Game:
        """Return a game of a position without hands and decks, to be inspected and scored."""

    def start(self, record: Record, *, catalog: Any) -> _Game:
        """Return the game at the start of a record."""

    def edition(self, catalog: Any, options: Any) -> Any:
        """Return the cards for a game with these options: an object with ``is_ours``,
        ``fingerprint`` and ``text``; None if the variant's cards cannot be changed."""


def engine_of(variant: Variant) -> Engine:
    """Return the engine of a variant."""
    engine: Engine = variant.engine
    return engine


@runtime_checkable
class TieBreaker(Protocol):
    """An optional member of a game or view: the value that ranks seats with equal points."""

    def tie_break(self, seat: int) -> int:
        """Return a seat's value of the tie-breaker; `ranking` puts higher values first."""
