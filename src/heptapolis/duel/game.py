"""A Duel in progress."""

from collections.abc import Sequence
from types import NoneType
from typing import Any

import numpy as np

from heptapolis.codes import DUEL_SEATS, FIRST_WONDER, SET_SIZE
from heptapolis.contract import (
    Game,
    Position,
    Score,
    checked_seed,
    names_in,
    some,
)
from heptapolis.duel.events import read
from heptapolis.duel.position import build_state, write_position
from heptapolis.duel.view import DuelTable, DuelView
from heptapolis.edition import (
    DuelEdition,
    Source,
    duel_edition_of,
    scratch,
)
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.events import Event, Row
from heptapolis.kernel import records
from heptapolis.kernel.chance import generator
from heptapolis.kernel.duel import rules as duel
from heptapolis.kernel.duel.state import DUEL
from heptapolis.move import Move
from heptapolis.record import Line, Record

NEUTRAL_STARTS = ("last", "choose")
Wonders = str | Sequence[Sequence[str]] | None  # "draft", "first_game", or four ids for each seat
NO_SETS = np.zeros((DUEL_SEATS, SET_SIZE), np.int64)
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


class DuelGame(DuelTable, Game):
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
        wanted = move if isinstance(move, Move) else Move.parse(move)
        if type(seat) is not int or seat not in self.to_move:
            raise IllegalMove(self._why_not_now(seat))
        kind, card, wonder = self._choose(wanted)
        age, turn, log = self.age, self.turn, scratch.log
        log[0, 0] = 0
        duel.play(self._states, 0, kind, card, wonder, self.edition.tables, log)
        self._lines.append(Line(age, turn, seat, self._move([kind, card, wonder])))
        self._log += [(age, turn, seat, *row) for row in log[1 : log[0, 0] + 1].tolist()]

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
            position=None
            if start is None
            else dict(write_position(DuelGame(self.edition, start)).data),
            catalog=None if self.edition.is_ours else self.edition.fingerprint,
            lines=tuple(self._lines),
        )

    def position(self) -> Position:
        return write_position(self)

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _choose(self, wanted: Move) -> tuple[int, int, int]:
        """The kernel's row for the legal move that is meant."""
        moves = scratch.duel_moves
        n = duel.legal(self._states, 0, self.edition.tables, moves)
        is_sane = type(wanted.starter) in (int, NoneType)
        for row in moves[:n].tolist():
            if is_sane and row[0] == wanted.duel_kind and self._move(row) == wanted:
                return row[0], row[1], row[2]
        wanted.check()
        raise IllegalMove(f"'{wanted}': {self._reason(wanted)}; legal: {some(self._legal())}")

    def _reason(self, wanted: Move) -> str:
        item = self.edition.item
        for id in (wanted.card, wanted.wonder):
            if id is not None and id not in item:
                return f"there is no {id!r}"
        if wanted.price or wanted.free or wanted.free_city:
            return "a move of Duel names no payment: the price is worked out"
        if wanted.verb not in _VERBS.get(self.phase, {self.phase}):
            return _ASKS[self.phase]
        if self.phase != "turn":
            return "that is not among the choices"
        if wanted.card not in self.accessible:
            return "the card is not accessible"
        if wanted.verb == "wonder":
            return self._why_no_wonder(wanted.wonder or "")
        return self._why_no_coins(wanted.card or "")

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


# ── making one ───────────────────────────────────────────────────────────────────────────────────


def new_duel(
    *,
    seed: int | None = None,
    wonders: Wonders = None,
    neutral_start: str = "last",
    names: Sequence[str] | None = None,
    catalog: Source = None,
) -> DuelGame:
    """A new Duel: ``wonders`` are drafted, those of a first game, or four ids for each seat."""
    if neutral_start not in NEUTRAL_STARTS:
        raise ValueError(f"neutral_start: last or choose, got {neutral_start!r}")
    seed = checked_seed(seed)
    edition = duel_edition_of(catalog)
    sets = wonder_sets(wonders, edition)
    states = records(np.zeros(1, DUEL))
    states["neutral_start"][0] = NEUTRAL_STARTS.index(neutral_start)
    log = scratch.log
    log[0, 0] = 0
    duel.deal(states, 0, edition.tables, generator(seed), scratch.room)
    duel.open_game(states, 0, sets, edition.tables, log)
    given = [edition.id[int(item)] for item in sets.ravel() if item]
    game = DuelGame(edition, states, names=names, seed=seed, wonders=" ".join(given) or "draft")
    game._log += [(game.age, 0, row[1], *row) for row in log[1 : log[0, 0] + 1].tolist()]
    return game


def wonder_sets(wonders: Wonders, edition: DuelEdition) -> Any:
    """Four items for each seat; zeros are a draft."""
    if wonders is None or wonders == "draft":
        return NO_SETS
    if wonders == "first_game":
        return edition.tables["first_game_wonders"][0].astype(np.int64)
    wanted = f"wonders: draft, first_game or four ids for each seat, got {wonders!r}"
    if not isinstance(wonders, list | tuple) or len(wonders) != DUEL_SEATS:
        raise ValueError(wanted)
    if any(not isinstance(own, list | tuple) or len(own) != SET_SIZE for own in wonders):
        raise ValueError(wanted)
    ids = [id for own in wonders for id in own]
    for id in ids:
        if not isinstance(id, str) or id not in edition.catalog.wonder:
            raise ValueError(f"no wonder {id!r}: {', '.join(edition.catalog.wonder)}")
    if len(set(ids)) < len(ids):
        raise ValueError(f"wonders: one is there twice in {ids}")
    return np.array([edition.item[id] for id in ids], np.int64).reshape(DUEL_SEATS, SET_SIZE)


def duel_from_position(
    position: Position, *, names: Sequence[str] | None = None, catalog: Source = None
) -> DuelGame:
    """A Duel that goes on from a position, complete or written by hand."""
    edition = duel_edition_of(catalog)
    return DuelGame(edition, build_state(position, edition), names=names, is_dealt=False)


def duel_score(position: Position, *, catalog: Source = None) -> list[Score]:
    """The score sheets of a position; what is not on the table does not matter for it."""
    edition = duel_edition_of(catalog)
    return DuelGame(edition, build_state(position, edition, deal=False)).scores()


def _go_on(record: Record, names: list[str] | None, edition: DuelEdition) -> DuelGame:
    """The game of a record's position, which must not contradict the header."""
    game = duel_from_position(Position.of(record.position), names=names, catalog=edition)
    told = record.options.get("neutral_start", "last"), record.wonders
    if told != (NEUTRAL_STARTS[int(game._field("neutral_start"))], ("draft",)):
        raise InvalidText("header: neutral_start and wonders are not those of the position")
    return game


def start_of_duel(record: Record, edition: DuelEdition) -> DuelGame:
    """The game that a record begins with."""
    names = names_in(record, {"neutral_start"})
    try:
        if record.position is not None:
            return _go_on(record, names, edition)
        ids = record.wonders
        drafted = ids == ("draft",)
        return new_duel(
            seed=record.seed,
            wonders="draft" if drafted else [ids[:SET_SIZE], ids[SET_SIZE:]],
            neutral_start=record.options.get("neutral_start", "last"),
            names=names,
            catalog=edition,
        )
    except InvalidText:
        raise
    except ValueError as error:
        raise InvalidText(f"header: {error}") from None
