"""A game of classic in progress."""

from collections.abc import Sequence
from typing import Any, Self

from heptapolis.events import Event, Row
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.games.classic.events import hide, read
from heptapolis.games.classic.expansion import LEADERS
from heptapolis.games.classic.position import game_position
from heptapolis.games.classic.rules import entries
from heptapolis.games.classic.rules.moves import find_move
from heptapolis.games.classic.rules.scoring import standing
from heptapolis.games.classic.state import ClassicState
from heptapolis.games.classic.view import ClassicView
from heptapolis.kernel_game import KernelGame, as_int
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.record import Line, Record
from heptapolis.refusal import Refusal
from heptapolis.variants import ruleset_of, variant

MAX_PAYMENT_COINS = 9999  # the largest payment in a move's text


class ClassicGame(ClassicState, KernelGame):
    """Classic for 2 to 7 seats. Make one with `new`, `replay` or `from_position`."""

    neutral_city = "Free City"

    def __init__(
        self,
        edition: ClassicEdition,
        states: Any,
        *,
        names: Sequence[str] | None = None,
        seed: int | None = None,
        is_dealt: bool = True,
    ) -> None:
        """Set up the game; ``is_dealt``: the state came from the seed, else its record begins with
        a position."""
        self.edition = edition
        self._states = states
        self.players = int(self._field("n_players"))
        self.n_cities = int(self._field("n_cities"))
        self._start_states = None if is_dealt else states.copy()
        if self._start_states is not None:  # the record's lines will contain the pending choices
            self._start_states["move"] = 0
        self._pending: dict[int, list[Move]] = {}
        self._open(names, seed)

    def copy(self) -> Self:
        twin = super().copy()
        twin._pending = {seat: moves[:] for seat, moves in self._pending.items()}
        return twin

    @classmethod
    def sampled(cls, view: ClassicView, states: Any, chosen: Sequence[Move]) -> "ClassicGame":
        """Return a game around a sampled state, with the viewer's pending choices."""
        game = cls(view.edition, states, names=view.names[: view.players], is_dealt=False)
        if chosen and view.seat is not None:
            game._pending[view.seat] = list(chosen)
        return game

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat: cards in catalogue order, each use by price;
        pass last."""
        seat = as_int(seat)
        city = self._city_of(seat) if self._is_seat(seat) else None
        return [] if city is None else self._legal(city)

    def submit(self, seat: int, move: Move | str) -> None:
        """Make a seat's choice; the last one of a decision carries all of them out.

        Raises IllegalMove with the reason, and then nothing has changed.
        """
        asked_move = Move.of(move)
        seat = as_int(seat)
        city = self._city_of(seat) if self._is_seat(seat) else None
        if city is None:
            raise self._unasked(seat)
        choice = self._choose(city, asked_move)
        age, turn, taker_of_free_city = self.age, self.turn, self.controller or 0
        card, scratch = self.edition.item[choice.card] if choice.card else 0, self.edition.scratch
        n = entries.play(
            self._states,
            0,
            city,
            self._kind(choice),
            card,
            choice.bank,
            choice.left,
            choice.right,
            self.edition.tables,
            scratch.workspaces,
            scratch.events,
        )
        self._pending.setdefault(seat, []).append(choice)
        if n >= 0:  # all have chosen
            for row in scratch.events[:n].tolist():
                by = row[1] if row[1] < self.players else taker_of_free_city
                self._log.append((age, turn, by, *row))
            prelude = "" if age else ruleset_of(self).prelude
            for who in sorted(self._pending):
                self._lines += [
                    Line(age, turn, who, one, prelude=prelude) for one in self._pending[who]
                ]
            self._pending.clear()

    def why_not(self, seat: int, move: Move | str) -> Refusal | None:
        """Return why a seat's move is illegal; None if it is legal."""
        return self._why_not(seat, move)

    def undo(self, seat: int) -> None:
        """Take back a choice while another seat of the same decision is still to choose."""
        seat = as_int(seat)
        if type(seat) is not int or seat not in self._pending:
            raise self._nothing_chosen(seat)
        del self._pending[seat]
        entries.take_back(self._states, 0, seat)

    def view(self, seat: int | None) -> ClassicView:
        """Return the game as a seat knows it; None is a spectator."""
        self._check_seat(seat)
        return self._view(as_int(seat))

    def _view(self, seat: int | None) -> ClassicView:
        return ClassicView(self, seat, self._log_for(seat), self._states)

    @property
    def outcome(self) -> str | None:
        """Return how the game ended: "points" or, in a full tie, "shared"; None before the end."""
        if not self.is_over:
            return None
        return "points" if len(self.ranking()[0]) == 1 else "shared"

    def ranking(self) -> list[list[int]]:
        """Return the seats best first; those with the same place stand together (C8.3)."""
        seats = range(self.players)
        standings = [standing(self.score(seat)["total"], self.tie_break(seat)) for seat in seats]
        values = sorted(set(standings), reverse=True)
        return [[seat for seat in seats if standings[seat] == value] for value in values]

    def _read(self, row: Row) -> Event:
        return read(row, self.edition.id, self.edition.rules.events)

    def _hide(self, row: Row, seat: int | None) -> Row:
        return hide(row, seat)

    def record(self) -> Record:
        """Return the game as text; `replay` gives the same game back."""
        chosen: dict[str, Any] = {"seats": self.players}
        if self.leaders:
            chosen["leaders"] = True
        if names := self.expansions - {LEADERS}:
            chosen["expansions"] = sorted(names)
        chosen |= self.edition.rules.write_options(self)
        if self._given_names:
            chosen["names"] = self._given_names
        return Record(
            game="classic",
            options=chosen,
            wonders=tuple(city.board for city in self.cities),
            seed=self._seed,
            position=self._start_position(),
            rules=variant(self.game).rules_version,
            catalog=self.edition.fingerprint,
            lines=tuple(self._lines),
        )

    def _start_position(self) -> dict[str, Any] | None:
        if self._start_states is None:
            return None
        return dict(game_position(ClassicGame(self.edition, self._start_states)))

    def position(self) -> Position:
        """Return the whole position; `from_position` plays on from it."""
        return game_position(self)

    # ── helpers ──────────────────────────────────────────────────────────────────────────────────

    def _choose(self, city: int, asked_move: Move) -> Move:
        """Return the legal move: exactly, or without payment the first plan of C4.6."""
        free_city = city >= self.players
        paid = asked_move.bank, asked_move.left, asked_move.right
        sane = all(type(coins) is int and 0 <= coins <= MAX_PAYMENT_COINS for coins in paid)
        if sane and asked_move.free_city == free_city and self._is_possible(asked_move):
            card, scratch = self.edition.item.get(asked_move.card or "", 0), self.edition.scratch
            moves, tables = scratch.moves, self.edition.tables
            n = entries.legal(self._states, 0, city, tables, scratch.workspaces, moves)
            row = find_move(moves, n, self._kind(asked_move), card, *paid)
            if row >= 0:
                return self._move(moves[row].tolist(), free_city)
        refusal = self._refusal(city, asked_move)
        assert refusal, asked_move  # kernel and refusals agree
        raise self._refused(asked_move, refusal, self._legal(city))
