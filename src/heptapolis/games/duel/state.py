"""Questions with the same answer in a Duel and a view of it: the table, its rules, refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heptapolis.codes import FIRST_CARD, Obstacle
from heptapolis.contract import Score
from heptapolis.errors import IllegalMove
from heptapolis.games.duel.cards.model import Slot
from heptapolis.games.duel.city import DuelCity
from heptapolis.games.duel.codes import (
    DUEL_ITEMS,
    DUEL_SEATS,
    DUEL_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    TOKENS,
    TRACK,
    DuelMoveKind,
    DuelObstacle,
    DuelPhase,
)
from heptapolis.games.duel.edition import DuelEdition
from heptapolis.games.duel.rules import entries
from heptapolis.kernel_game import KernelState, as_int
from heptapolis.move import Move
from heptapolis.refusal import Refusal, unknown_thing
from heptapolis.spelling import suggest
from heptapolis.variants import phases_of

OVER, START = int(DuelPhase.OVER), int(DuelMoveKind.START)
_NO_SUCH = {  # for things other than cards; the default is that the thing is not offered
    "build": DuelObstacle.NOT_ACCESSIBLE,
    "wonder": DuelObstacle.NOT_ACCESSIBLE,
    "discard": DuelObstacle.NOT_ACCESSIBLE,
    "revive": Obstacle.NOT_IN_PILE,
}


@dataclass(frozen=True)
class Place:
    """A slot of the card structure in its present state."""

    slot: Slot
    card: str | None  # None: taken, or face down
    is_taken: bool
    is_face_up: bool
    is_accessible: bool
    is_guild: bool  # as its back shows


class DuelState(KernelState):
    """Questions with the same answer in a Duel and a view of it."""

    game = "duel"
    edition: DuelEdition
    players = n_cities = DUEL_SEATS

    @property
    def phase(self) -> str:
        return self.edition.rules.phases[int(self._field("phase"))]

    @property
    def is_over(self) -> bool:
        return bool(self._field("phase") == OVER)

    @property
    def to_move(self) -> list[int]:
        """Return the one seat that must decide now, none after the end."""
        return [] if self.is_over else [int(self._field("seat"))]

    @property
    def outcome(self) -> str | None:
        """Return how the game ended: "points", "military", "science", "shared"; None before the
        end."""
        return self.edition.rules.outcomes.get(int(self._field("outcome")))

    @property
    def winner(self) -> int | None:
        """Return the seat that has won; None before the end and in a shared victory."""
        winner = int(self._field("winner"))
        return winner if self.is_over and winner < DUEL_SEATS else None

    def score(self, seat: int) -> Score:
        """Return the present score sheet of a city, as if the game ended now."""
        self._check_city(seat)
        out = self.edition.scratch.sheet
        entries.score(self._states, 0, seat, self.edition.tables, out)
        sheet = out.tolist()
        return {column: sheet[place] for column, place in self.edition.rules.columns.items()}

    def tie_break(self, seat: int) -> int:
        """Return the points of blue cards, which decide between equal totals (D47)."""
        return self.score(seat)["civilian"]

    def city(self, seat: int) -> DuelCity:
        """Return the city in front of a seat."""
        self._check_city(seat)
        return DuelCity(self, seat)

    @property
    def cities(self) -> list[DuelCity]:
        return [DuelCity(self, seat) for seat in range(DUEL_SEATS)]

    # ── the middle of the table ──────────────────────────────────────────────────────────────────

    @property
    def places(self) -> list[Place]:
        """Return the card structure of this age, slot by slot; empty in the draft."""
        if not self.age:
            return []
        cards = self._field("layout")[self.age - 1].tolist()
        bits = {name: int(self._field(name)) for name in ("left", "open", "faces", "guild_backs")}
        return [
            Place(
                slot=slot,
                card=self.edition.id.get(cards[k]) if bits["left"] >> k & 1 else None,
                is_taken=not bits["left"] >> k & 1,
                is_face_up=bool(bits["faces"] >> k & 1),
                is_accessible=bool(bits["open"] >> k & 1),
                is_guild=bool(bits["guild_backs"] >> k & 1),
            )
            for k, slot in enumerate(self.edition.catalog.layout[str(self.age)].slots)
        ]

    @property
    def accessible(self) -> list[str]:
        """Return the accessible cards, in catalogue order."""
        open_now = [place.card for place in self.places if place.is_accessible and place.card]
        return sorted(open_now, key=self.edition.item.__getitem__)

    @property
    def discard(self) -> list[str]:
        """Return the discard pile, which is open to all (D41), in catalogue order."""
        return self._cards(self._field("discard"))

    @property
    def marker(self) -> int:
        """Return the place of the conflict marker; positive is the second player's half."""
        return int(self._field("marker"))

    @property
    def tokens(self) -> list[str]:
        """Return the progress tokens on the board."""
        return self._items(int(self._field("board")), FIRST_TOKEN, TOKENS)

    @property
    def n_aside(self) -> int:
        """Return the number of progress tokens set aside."""
        return int(self._field("n_aside"))

    @property
    def offer(self) -> list[str]:
        """Return the wonders that are drafted from now."""
        return self._items(int(self._field("offer")), FIRST_WONDER, DUEL_WONDERS)

    @property
    def library(self) -> list[str]:
        """Return the tokens that the Great Library offers now, to the seat that chooses."""
        drawn = self._field("aside")[: int(self._field("n_library"))].tolist()
        return [self.edition.id[item] for item in drawn if item]

    def loot(self, seat: int) -> dict[int, int]:
        """Return the coins that a seat would lose when the marker comes to a distance from the
        middle."""
        self._check_city(seat)
        coins = self.edition.tables["track_loot"][0].tolist()
        bits = int(self._field("loot")[seat])
        return {distance: coins[distance] for distance in range(TRACK) if bits >> distance & 1}

    # ── costs ────────────────────────────────────────────────────────────────────────────────────

    def price(self, seat: int, id: str) -> int:
        """Return the coins that a card or wonder would cost a seat now, printed and bought
        together."""
        self._check_city(seat)
        item = self._item(id, FIRST_TOKEN, "card or wonder")
        return int(entries.price(self._states, 0, seat, item, self.edition.tables))

    def has_chain(self, seat: int, card: str) -> bool:
        """Return whether a card of the city makes this one free (D15)."""
        self._check_city(seat)
        item = self._item(card, FIRST_WONDER, "card")
        return bool(entries.has_chain(self._states, 0, seat, item, self.edition.tables))

    def sale_coins(self, seat: int) -> int:
        """Return what a discard would bring a seat (D40)."""
        self._check_city(seat)
        return int(entries.sale_coins(self._states, 0, seat, self.edition.tables))

    def strength(self, seat: int, id: str) -> int:
        """Return the spaces that a card or wonder would move the conflict marker for a seat
        (D8)."""
        self._check_city(seat)
        item = self._item(id, FIRST_TOKEN, "card or wonder")
        return int(entries.strength(self._states, 0, seat, item, self.edition.tables))

    @property
    def ahead(self) -> int | None:
        """Return the seat whose army is ahead; None while the marker stands in the middle."""
        return None if not self.marker else 0 if self.marker > 0 else 1

    @property
    def spaces_to_capital(self) -> int:
        """Return the distance of the marker from the capital that it threatens."""
        return int(self.edition.tables["capital"][0]) - abs(self.marker)

    @property
    def _answer(self) -> str:
        """Return the usual verb of the pending decision; "" after the end."""
        phases = phases_of(self.game)
        return phases[self.phase].answer if self.phase in phases else ""

    # ── refusals ─────────────────────────────────────────────────────────────────────────────────

    def _why_not(self, seat: int | None, move: Move | str) -> Refusal | None:
        seat = as_int(seat)
        is_asked = type(seat) is int and seat in self.to_move
        return self._refusal(move) if is_asked else self._why_unasked(seat)

    def _refusal(self, move: Move | str) -> Refusal | None:
        """Return the obstacle to a move of the deciding seat."""
        move = Move.of(move).check()
        thing = move.wonder or move.card
        rules, scratch = self.edition.rules, self.edition.scratch
        not_now = Refusal(Obstacle.NOT_NOW, thing, asked=self._answer)
        kind = rules.kinds.get(move.verb, 0)
        if move.free_city or not kind:
            return not_now
        for id in (move.wonder, move.card):
            if id is not None and id not in self.edition.item:
                return unknown_thing(id, self.edition.item)
        card, is_card = self._item_of_verb(move)
        wonder, is_wonder = self._item_of_kind(move.wonder, FIRST_WONDER)
        if move.starter is not None:
            card = move.starter
        tables, workspaces = self.edition.tables, scratch.workspaces
        code, price = entries.refusal(self._states, 0, kind, card, wonder, tables, workspaces)
        if code == Obstacle.NOT_NOW:
            return not_now
        if not (is_card and is_wonder):
            code = _NO_SUCH.get(move.verb, Obstacle.NOT_OFFERED)
            if is_card and move.verb == "wonder":
                code = DuelObstacle.NOT_YOURS
        if code == Obstacle.COINS_SHORT:
            coins = self.city(self.to_move[0]).coins
            return Refusal(Obstacle.COINS_SHORT, thing, price=int(price), short=int(price) - coins)
        if not code and (move.trade or move.free):
            code = Obstacle.NO_SUCH_PAYMENT
        return Refusal(rules.obstacles[code], thing) if code else None

    def _item_of_verb(self, move: Move) -> tuple[int, bool]:
        """Return the item of a move's card, or what stands in its place, and whether it is of the
        kind that the verb needs. The rules of an expansion check its own verbs."""
        if move.card and move.verb not in {one.slug for one in DuelMoveKind}:
            return self.edition.item[move.card], True
        return self._item_of_kind(move.card, FIRST_TOKEN if move.verb == "token" else FIRST_CARD)

    def _item_of_kind(self, id: str | None, first: int) -> tuple[int, bool]:
        """Return the item of a card, wonder or token and True; if it is another kind, the first
        item and False."""
        end = {FIRST_CARD: FIRST_WONDER, FIRST_WONDER: FIRST_TOKEN}.get(first, DUEL_ITEMS)
        item = self.edition.item[id] if id else first
        return (item, True) if first <= item < end else (first, False)

    # ── helpers ──────────────────────────────────────────────────────────────────────────────────

    def _item(self, id: object, end: int, kind: str) -> int:
        item = self.edition.item.get(id, end) if isinstance(id, str) else end
        if item >= end:
            known = [one for one, number in self.edition.item.items() if number < end]
            raise IllegalMove(f"there is no {kind} {id!r}{suggest(id, known)}")
        return item

    def _legal(self) -> list[Move]:
        moves = self.edition.scratch.moves
        n = entries.legal(self._states, 0, self.edition.tables, moves)
        return self._listed(moves, n)

    def _listed(self, moves: Any, n: int) -> list[Move]:
        """Return the kernel's first ``n`` moves with their prices."""
        prices = self.edition.scratch.prices
        entries.prices(self._states, 0, moves, n, self.edition.tables, prices)
        rows = zip(moves[:n].tolist(), prices[:n].tolist(), strict=True)
        return [read_move(self.edition, row, price) for row, price in rows]

    def _move(self, row: Sequence[int]) -> Move:
        return read_move(self.edition, row)

    def _items(self, bits: int, first: int, room: int) -> list[str]:
        return [self.edition.id[first + k] for k in range(room) if bits >> k & 1]

    def _cards(self, words: Any) -> list[str]:
        low, high = (int(word) & (1 << 64) - 1 for word in words)
        bits = low | high << 64
        return [
            id for item, id in self.edition.id.items() if item < FIRST_WONDER and _has(bits, item)
        ]


def _has(bits: int, card: int) -> bool:
    return bool(bits >> (card - 1) & 1)


def read_move(edition: DuelEdition, row: Sequence[int], price: int | None = None) -> Move:
    """Return a move as the kernel writes it: kind, card, wonder."""
    kind, card, wonder = row
    verb, ids = edition.rules.verbs[kind], edition.id
    if kind == START:
        return Move(verb, starter=card, _price=price)
    return Move(verb, ids.get(card), wonder=ids.get(wonder), _price=price)
