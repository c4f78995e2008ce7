"""The couriers a second time, over the oracle of classic: decisions, coins, wars, hidden things.

Like that oracle it is slow and obvious, and knows nothing of the kernel: it is written from the
docstring of `tests.toys.couriers.rules`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from heptapolis.codes import Color
from heptapolis.games.classic.cards.model import ClassicCatalog
from tests.oracle import City, ClassicOracle
from tests.oracle.classic import AGES, TURNS, Question
from tests.oracle.moves import Action

HELD = 2
UNKNOWN, NONE = "?", "-"


class CouriersOracle(ClassicOracle):
    """One game with couriers; ``held`` are the two that each seat is dealt, in order."""

    def __init__(
        self,
        catalog: ClassicCatalog,
        boards: Sequence[str],
        decks: Mapping[int, Sequence[str]],
        players: int,
        held: Sequence[Sequence[str]],
        leaders: Sequence[Sequence[str]] | None = None,
        box: Sequence[str] = (),
    ) -> None:
        self.couriers = catalog.added["courier"]
        dealt = [id for hand in held for id in hand]
        if len(held) != players or any(len(hand) != HELD for hand in held):
            raise ValueError(f"not {HELD} couriers for each of {players} seats: {held}")
        if len({*dealt}) < len(dealt) or not {*dealt} <= {*self.couriers}:
            raise ValueError(f"couriers that cannot be dealt: {dealt}")
        self.held = [list(hand) for hand in held]
        self.sent: list[dict[int, str]] = [{} for _ in range(players)]  # by age
        self.log: list[tuple[int, int, str | None]] = []  # age, seat, courier; None: it stays
        self.asked: set[int] = set()  # seats, in this age
        self.sender: int | None = None  # who decides about a courier now
        super().__init__(catalog, boards, decks, players, leaders, box)
        for city in self.cities[:players]:
            city.coins += 1

    # ── decisions ────────────────────────────────────────────────────────────────────────────────

    @property
    def to_move(self) -> list[int]:
        return super().to_move if self.sender is None else [self.sender]

    def legal_moves(self, seat: int) -> list[str]:
        if self.sender is None:
            return super().legal_moves(seat)
        left = [id for id in self.held[seat] if id not in self.sent[seat].values()]
        return [*(f"send {id}" for id in left), "pass"] if seat == self.sender else []

    def submit(self, seat: int, text: str) -> None:
        if self.sender is None:
            super().submit(seat, text)
            return
        if text not in self.legal_moves(seat):
            raise ValueError(f"seat {seat}: {text!r} is not one of {self.legal_moves(seat)}")
        verb, _, id = text.partition(" ")
        self.log.append((self.age, seat, id or None))
        if verb == "send":
            self.sent[seat][self.age] = id
            self.cities[seat].coins += self._count(self.cities[seat], Color.GREY)
        self._ask_next()

    def _end_turn(self) -> None:
        """After the sixth turn of an age, before the war, each seat may send a courier."""
        if self.turn == TURNS:
            self._ask_next()
        else:
            super()._end_turn()

    def _ask_next(self) -> None:
        self.sender = None
        for seat in range(self.players):
            if seat not in self.asked and len(self.sent[seat]) < HELD:
                self.asked.add(seat)
                self.sender = seat
                return
        self.asked = set()
        self._end_age()

    # ── what they change ─────────────────────────────────────────────────────────────────────────

    def _fight(self, one: City, other: City) -> None:
        """A city that has sent a courier in this age does not fight its left neighbour."""
        seat = self.cities.index(one)
        if seat >= self.players or self.age not in self.sent[seat]:
            super()._fight(one, other)

    def _earned(self, question: Question, action: Action) -> int:
        """A red card brings a coin for each courier that its city has sent."""
        earned = super()._earned(question, action)
        is_card = action.kind in ("build", "dig")
        if is_card and self.catalog.card[action.card].color is Color.RED:
            earned += len(self.sent[question.city]) if question.city < self.players else 0
        return earned

    def scores(self) -> list[dict[str, int]]:
        sheets = []
        for seat, sheet in enumerate(super().scores()):
            points = self.courier_points(seat)
            *columns, (_, total) = sheet.items()
            sheets.append({**dict(columns), "couriers": points, "total": total + points})
        return sheets

    def courier_points(self, seat: int) -> int:
        """A point for each card of a courier's colour in the neighbouring cities that it visits."""
        city = self.cities[seat]
        beside = {"left": city.left, "right": city.right}
        sent = [self.couriers[id] for id in self.sent[seat].values()]
        return sum(
            self._count(beside[side.slug], courier.color)
            for courier in sent
            for side in courier.visits
        )

    def _count(self, city: City, color: Color) -> int:
        return sum(self.catalog.card[id].color is color for id in city.buildings)

    # ── who knows what ───────────────────────────────────────────────────────────────────────────

    def position(self, viewer: int | None = None, *, knows_all: bool = False) -> dict[str, Any]:
        """What a seat knows of the couriers, as positions are written."""

        def told(seat: int, id: str) -> str:
            return id if knows_all or self.is_over or seat == viewer else UNKNOWN

        ages, seats = range(1, AGES + 1), range(self.players)
        sent = [
            [told(seat, self.sent[seat][age]) if age in self.sent[seat] else NONE for age in ages]
            for seat in seats
        ]
        return {
            "held": [[told(seat, id) for id in self.held[seat]] for seat in seats],
            "sent": sent,
            "asked": [seat in self.asked for seat in seats],
        }

    def log_of(self, viewer: int | None) -> list[tuple[int, int, str | None]]:
        """What a seat knows of the couriers that were sent: age, seat, courier."""
        return [
            (age, seat, id if self.is_over or seat == viewer else None)
            for age, seat, id in self.log
            if id is not None
        ]
