"""A Duel in progress."""

from collections.abc import Sequence
from types import NoneType
from typing import Any

from heptapolis.events import Event, Row
from heptapolis.games.duel.edition import DuelEdition
from heptapolis.games.duel.events import read
from heptapolis.games.duel.position import write_position
from heptapolis.games.duel.rules import entries
from heptapolis.games.duel.rules.scoring import standing
from heptapolis.games.duel.state import DuelState
from heptapolis.games.duel.view import DuelView
from heptapolis.games.duel.vocabulary import PRELUDE
from heptapolis.kernel_game import KernelGame, as_int
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.record import Line, Record
from heptapolis.refusal import Refusal
from heptapolis.variants import variant


class DuelGame(DuelState, KernelGame):
    """7 Wonders Duel. Make one with `new("duel")`, `replay` or `from_position`."""

    def __init__(
        self,
        edition: DuelEdition,
        states: Any,
        *,
        names: Sequence[str] | None = None,
        seed: int | None = None,
        wonders: str = "draft",
        is_dealt: bool = True,
    ) -> None:
        """Set up the game; ``is_dealt``: the state came from the seed, else its record begins with
        a position."""
        self.edition = edition
        self._states = states
        self._wonders = wonders
        self._start_states = None if is_dealt else states.copy()
        self._open(names, seed)

    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of a seat: cards in catalogue order; build, wonders, discard."""
        seat = as_int(seat)
        return self._legal() if type(seat) is int and seat in self.to_move else []

    def submit(self, seat: int, move: Move | str) -> None:
        asked_move = Move.of(move)
        seat = as_int(seat)
        if type(seat) is not int or seat not in self.to_move:
            raise self._unasked(seat)
        kind, card, wonder = self._choose(asked_move)
        age, turn, scratch = self.age, self.turn, self.edition.scratch
        tables, workspaces = self.edition.tables, scratch.workspaces
        events = scratch.events
        n = entries.play(self._states, 0, kind, card, wonder, tables, workspaces, events)
        self._lines.append(Line(age, turn, seat, self._move([kind, card, wonder]), prelude=PRELUDE))
        self._log += [(age, turn, seat, *row) for row in events[:n].tolist()]

    def why_not(self, seat: int, move: Move | str) -> Refusal | None:
        """Return why a seat's move is illegal; None if it is legal."""
        return self._why_not(seat, move)

    def undo(self, seat: int) -> None:
        """Raise an error: in Duel every choice is carried out at once."""
        raise self._nothing_chosen(seat)

    def view(self, seat: int | None) -> DuelView:
        self._check_seat(seat)
        return self._view(as_int(seat))

    def _view(self, seat: int | None) -> DuelView:
        return DuelView(self, seat, self._log_for(seat), self._states)

    def ranking(self) -> list[list[int]]:
        """Return the seats best first; those with a shared victory, or a full tie on the way,
        together (D47)."""
        if self.is_over:
            best = self.winner
            return [[0, 1]] if best is None else [[best], [1 - best]]
        one, other = (standing(self.score(seat)["total"], self.tie_break(seat)) for seat in (0, 1))
        if one == other:
            return [[0, 1]]
        return [[0], [1]] if one > other else [[1], [0]]

    def _read(self, row: Row) -> Event:
        return read(row, self.edition.id, self.edition.rules.events)

    def _hide(self, row: Row, seat: int | None) -> Row:
        return row

    def record(self) -> Record:
        options: dict[str, Any] = {}
        if self.edition.expansions:
            options["expansions"] = sorted(self.edition.expansions)
        if self._field("neutral_start"):
            options["neutral_start"] = "choose"
        options |= self.edition.rules.write_options(self)
        if self._given_names:
            options["names"] = self._given_names
        start = self._start_states
        return Record(
            game="duel",
            options=options,
            wonders=tuple(self._wonders.split()),
            seed=self._seed,
            position=None if start is None else dict(write_position(DuelGame(self.edition, start))),
            rules=variant(self.game).rules_version,
            catalog=self.edition.fingerprint,
            lines=tuple(self._lines),
        )

    def position(self) -> Position:
        return write_position(self)

    # ── helpers ──────────────────────────────────────────────────────────────────────────────────

    def _choose(self, asked_move: Move) -> tuple[int, int, int]:
        """Return the kernel's row for a legal move."""
        scratch, kind = self.edition.scratch, self.edition.rules.kinds.get(asked_move.verb, 0)
        n = entries.legal(self._states, 0, self.edition.tables, scratch.moves)
        is_sane = type(asked_move.starter) in (int, NoneType)
        for row in scratch.moves[:n].tolist():
            if is_sane and row[0] == kind and self._move(row) == asked_move:
                return row[0], row[1], row[2]
        refusal = self._refusal(asked_move)
        assert refusal, asked_move  # kernel and refusals agree
        raise self._refused(asked_move, refusal, self._legal())
