"""A Duel in progress."""

from collections.abc import Sequence
from types import NoneType
from typing import Any

from heptapolis.codes import FIRST_WONDER
from heptapolis.duel.edition import DuelEdition, duel_scratch
from heptapolis.duel.events import read
from heptapolis.duel.position import write_position
from heptapolis.duel.variant import VARIANT
from heptapolis.duel.view import DuelState, DuelView
from heptapolis.errors import IllegalMove
from heptapolis.events import Event, Row
from heptapolis.kernel.duel import entries
from heptapolis.kernel_game import KernelGame, some
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.record import Line, Record

DRAFT_MARK = "W"  # of the decisions before the first age: wonders are drafted
_ASKS = {
    "draft": "a wonder of the offer is to be drafted",
    "turn": "an accessible card is to be built, put under a wonder or discarded",
    "token": "a progress token of the board is to be taken",
    "library": "one of the tokens drawn is to be kept",
    "destroy": "a card of the opponent is to be destroyed",
    "revive": "a card of the discard pile is to be built",
    "start": "it is to be said who begins: start 0 or start 1",
}
_VERBS = {"library": {"token"}, "turn": {"build", "wonder", "discard"}}


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
        """``is_dealt``: the state came from the seed; else its record begins with a position."""
        self.edition = edition
        self._states = states
        self._wonders = wonders
        self._start_states = None if is_dealt else states.copy()
        self._open(names, seed)

    def legal_moves(self, seat: int) -> list[Move]:
        """What a seat may do now: cards in catalogue order; build, wonders, discard."""
        return self._legal() if type(seat) is int and seat in self.to_move else []

    def submit(self, seat: int, move: Move | str) -> None:
        asked_move = move if isinstance(move, Move) else Move.parse(move)
        if type(seat) is not int or seat not in self.to_move:
            raise IllegalMove(self._why_not_now(seat))
        kind, card, wonder = self._choose(asked_move)
        age, turn, workspaces = self.age, self.turn, duel_scratch.workspaces
        entries.play(self._states, 0, kind, card, wonder, self.edition.tables, workspaces)
        self._lines.append(
            Line(age, turn, seat, self._move([kind, card, wonder]), prelude=DRAFT_MARK)
        )
        self._log += [(age, turn, seat, *row) for row in duel_scratch.log]

    def undo(self, seat: int) -> None:
        """Nothing can be taken back in Duel: every choice is carried out at once."""
        raise IllegalMove(f"seat {seat} has nothing to take back")

    def view(self, seat: int | None) -> DuelView:
        self._check_seat(seat)
        return self._view(seat)

    def _view(self, seat: int | None) -> DuelView:
        return DuelView(self, seat, self._log_for(seat), self._states)

    def ranking(self) -> list[list[int]]:
        """Seats best first; in a shared victory, and in a full tie on the way, together (D47)."""
        if self.is_over:
            best = self.winner
            return [[0, 1]] if best is None else [[best], [1 - best]]
        worth = [(score["total"], score["civilian"]) for score in self.scores()]
        if worth[0] == worth[1]:
            return [[0, 1]]
        return [[0], [1]] if worth[0] > worth[1] else [[1], [0]]

    def _read(self, row: Row) -> Event:
        return read(row, self.edition.id)

    def _hide(self, row: Row, seat: int | None) -> Row:
        return row

    def record(self) -> Record:
        options: dict[str, Any] = {}
        if self._field("neutral_start"):
            options["neutral_start"] = "choose"
        if self._given_names:
            options["names"] = self._given_names
        start = self._start_states
        return Record(
            game="duel",
            options=options,
            wonders=tuple(self._wonders.split()),
            seed=self._seed,
            position=None if start is None else dict(write_position(DuelGame(self.edition, start))),
            rules=VARIANT.rules_version,
            catalog=self.edition.fingerprint,
            lines=tuple(self._lines),
        )

    def position(self) -> Position:
        return write_position(self)

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _choose(self, asked_move: Move) -> tuple[int, int, int]:
        """The kernel's row for the legal move that is meant."""
        n = entries.legal(self._states, 0, self.edition.tables, duel_scratch.workspaces)
        is_sane = type(asked_move.starter) in (int, NoneType)
        for row in duel_scratch.moves[:n].tolist():
            if is_sane and row[0] == asked_move.duel_kind and self._move(row) == asked_move:
                return row[0], row[1], row[2]
        asked_move.check()
        raise IllegalMove(
            f"'{asked_move}': {self._reason(asked_move)}; legal: {some(self._legal())}"
        )

    def _reason(self, asked_move: Move) -> str:
        item = self.edition.item
        for id in (asked_move.card, asked_move.wonder):
            if id is not None and id not in item:
                return f"there is no {id!r}"
        if asked_move.price or asked_move.free or asked_move.free_city:
            return "a move of Duel names no payment: the price is worked out"
        if asked_move.verb not in _VERBS.get(self.phase, {self.phase}):
            return _ASKS[self.phase]
        if self.phase != "turn":
            return "that is not among the choices"
        if asked_move.card not in self.accessible:
            return "the card is not accessible"
        if asked_move.verb == "wonder":
            return self._why_no_wonder(asked_move.wonder or "")
        return self._why_no_coins(asked_move.card or "")

    def _why_no_wonder(self, wonder: str) -> str:
        city = self.city(self.to_move[0])
        if self.edition.item[wonder] < FIRST_WONDER or wonder not in self.edition.catalog.wonder:
            return f"{wonder!r} is no wonder"
        if wonder in city.built_wonders:
            return "that wonder stands already"
        if wonder not in city.wonders:
            return "that wonder cannot be built by this city"
        return self._why_no_coins(wonder)

    def _why_no_coins(self, id: str) -> str:
        seat = self.to_move[0]
        return f"it costs {self.price(seat, id)} coins, there are {self.city(seat).coins}"
