"""The view of one seat of Duel, or of a spectator."""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from heptapolis.errors import InvalidText
from heptapolis.events import Event, Row
from heptapolis.games.duel.codes import DUEL_SEATS
from heptapolis.games.duel.events import read
from heptapolis.games.duel.position import write_position
from heptapolis.games.duel.rules import sight
from heptapolis.games.duel.state import DuelState
from heptapolis.kernel import empty_record
from heptapolis.kernel.chance import generator
from heptapolis.kernel_game import KernelView, final_events
from heptapolis.move import Move
from heptapolis.position import Position
from heptapolis.refusal import Offer, Refusal
from heptapolis.variants import variant

if TYPE_CHECKING:
    from heptapolis.games.duel.game import DuelGame

SPECTATOR = DUEL_SEATS


class DuelView(DuelState, KernelView):
    """A Duel as one seat knows it; ``seat`` None is a spectator."""

    def __init__(self, table: DuelState, seat: int | None, log: Sequence[Row], states: Any) -> None:
        self.edition, self.names, self.seat = table.edition, table.names, seat
        self._states = empty_record(self._dtype)
        who = SPECTATOR if seat is None else seat
        sight.see(states, 0, who, self._states, 0)
        self._log, self._n_rows = log, len(log)

    def legal_moves(self) -> list[Move]:
        return list(self._moves)

    def why_not(self, move: Move | str) -> Refusal | None:
        return self._why_not(self.seat, move)

    def uses(self, card: str) -> list[Offer]:
        phase, legal = self.phase, self._moves
        if self.seat is None or not legal or phase == "start":
            return []
        moves = [Move(self._answer, card)]
        if phase == "turn":
            wonders = [Move("wonder", card, wonder=id) for id in self.city(self.seat).unbuilt]
            moves = [Move("build", card), *wonders, Move("discard", card)]
        elif phase == "draft":
            moves = [Move("draft", wonder=card)]
        return [
            Offer(move, (move,)) if move in legal else Offer(move, (), self._refusal(move))
            for move in moves
        ]

    @cached_property
    def _moves(self) -> list[Move]:
        """Return the legal moves, cached: a view never changes."""
        return self._legal() if self.seat in self.to_move else []

    @property
    def events(self) -> list[Event]:
        return list(self._events)

    @cached_property
    def _events(self) -> list[Event]:
        rows = self._log[: self._n_rows]
        ids, added = self.edition.id, self.edition.rules.events
        return [read(row, ids, added) for row in rows] + final_events(self)

    def sample(self, rng: Random) -> "DuelGame":
        states = empty_record(self._dtype)
        who = SPECTATOR if self.seat is None else self.seat
        if not isinstance(rng, Random):
            raise ValueError(f"sample: a random.Random is needed, got {rng!r}")
        chance = generator(rng.getrandbits(64))
        tables, workspaces = self.edition.tables, self.edition.scratch.workspaces
        if not sight.sample(self._states, 0, who, states, 0, tables, chance, workspaces):
            raise InvalidText("no deal fits what this seat has seen")
        make = variant(self.game).engine.Game
        game: DuelGame = make(self.edition, states, names=self.names, is_dealt=False)
        return game

    def position(self) -> Position:
        return write_position(self)
