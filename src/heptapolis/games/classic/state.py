"""Questions with the same answer in a game of classic and a view of it: the table, its rules,
refusals."""

from collections.abc import Sequence
from copy import copy
from typing import Any, Self

from heptapolis.codes import AGES, Code, Obstacle, Resource
from heptapolis.contract import Score
from heptapolis.errors import IllegalMove
from heptapolis.games.classic.city import City
from heptapolis.games.classic.codes import (
    FIRST_BOARD,
    HAND,
    ITEMS,
    SEATS,
    ClassicObstacle,
    MoveKind,
    Phase,
)
from heptapolis.games.classic.edition import ClassicEdition
from heptapolis.games.classic.events import War
from heptapolis.games.classic.expansion import LEADERS
from heptapolis.games.classic.rules import entries
from heptapolis.games.classic.rules.refusals import N_MISSING, PRICE, Shortage
from heptapolis.kernel_game import KernelState, as_int
from heptapolis.move import Move
from heptapolis.refusal import Offer, Refusal, Units, unknown_thing
from heptapolis.spelling import suggest
from heptapolis.variants import phases_of

OVER = int(Phase.OVER)  # looking up a member costs a microsecond


class ClassicState(KernelState):
    """Questions with the same answer in a game of classic and a view of it."""

    game = "classic"
    edition: ClassicEdition

    @property
    def leaders(self) -> bool:
        """Return whether the game is played with the Leaders expansion."""
        return bool(self._field("leaders"))

    @property
    def live_columns(self) -> tuple[str, ...]:
        columns = self.columns
        return columns if self.leaders else tuple(c for c in columns if c != LEADERS)

    @property
    def expansions(self) -> frozenset[str]:
        """Return all expansions of the game."""
        return self.edition.expansions - {LEADERS} | ({LEADERS} if self.leaders else set())

    @property
    def turn(self) -> int:
        """Return the turn: 1 to 6; 0 in a recruitment, 1 to 3 in the leader draft."""
        return int(self._field("turn"))

    @property
    def phase(self) -> str:
        return self.edition.rules.phases[int(self._field("phase"))]

    @property
    def is_over(self) -> bool:
        return bool(self._field("phase") == OVER)

    @property
    def to_move(self) -> list[int]:
        """Return the seats that must decide now, ascending."""
        bits = entries.waiting_for(self._states, 0)
        return [seat for seat in range(SEATS) if bits >> seat & 1]

    def score(self, seat: int) -> Score:
        """Return the present score sheet of a city, as if the game ended now."""
        self._check_city(seat)
        out = self.edition.scratch.sheet
        entries.score(self._states, 0, seat, self.edition.tables, out)
        sheet = out.tolist()
        return {column: sheet[place] for column, place in self.edition.rules.columns.items()}

    def tie_break(self, seat: int) -> int:
        """Return the coins, which decide between equal totals (C8.3)."""
        return self.city(seat).coins

    def city(self, seat: int) -> City:
        """Return the city in front of a seat (or the Free City, city 2)."""
        self._check_city(seat)
        return City(self, seat)

    @property
    def cities(self) -> list[City]:
        return [City(self, city) for city in range(self.n_cities)]

    @property
    def n_discard(self) -> int:
        """Return the number of cards in the discard pile."""
        return int(self._field("n_discard"))

    @property
    def controller(self) -> int | None:
        """Return the seat that plays for the Free City this turn."""
        return int(entries.controller(self._states, 0)) if self.players == 2 else None

    def hand_size(self, seat: int) -> int:
        """Return the number of cards in a seat's hand."""
        self._check_city(seat)
        if not self.age or not self.turn:  # the age's cards are not dealt yet
            return 0
        if self.phase == "turn":
            return HAND + 1 - self.turn + (self.controller == seat)
        return 0 if self._field("settled") else HAND - self.turn

    # ── rules of a table ─────────────────────────────────────────────────────────────────────────

    def neighbours(self, seat: int) -> tuple[int, int]:
        """Return the cities to the left and to the right (C1.1)."""
        self._check_city(seat)
        left, right = (int(entries.neighbour(self._states, 0, seat, side)) for side in (0, 1))
        return left, right

    def passes_to(self, seat: int, moment: tuple[int, int] | None = None) -> int | None:
        """Return the receiver of the hand that a seat leaves, or of the leaders of its pack; None
        where nothing is passed on (C2.1, L1). A ``moment``, an age and a turn, asks about another
        time than now."""
        self._check_city(seat)
        states = self._states
        if moment is not None:
            states = states.copy()
            states["age"], states["turn"] = moment
            states["phase"] = Phase.TURN if moment[0] else Phase.DRAFT
        other = -1 if seat >= self.players else int(entries.next_holder(states, 0, seat))
        return None if other < 0 else other

    def stands(self, seat: int, card: str) -> bool:
        """Return whether a building of the card's name is in the city (C3.1)."""
        self._check_city(seat)
        structure = int(self.edition.tables["structure"][0][self._card(card)])
        return bool(entries.has(self._states, 0, seat, structure))

    def has_chain(self, seat: int, card: str) -> bool:
        """Return whether a building of the city makes the card free (C4.7)."""
        self._check_city(seat)
        item = self._card(card)
        return bool(entries.has_chain(self._states, 0, seat, item, self.edition.tables))

    def own_price(self, seat: int, move: Move) -> int:
        """Return the coins that a city's build, stage or recruit costs besides bought goods."""
        self._check_city(seat)
        item = self.edition.item[move.card] if move.card else 0
        return int(
            entries.own_price(self._states, 0, seat, self._kind(move), item, self.edition.tables)
        )

    def keeps_leaders(self, seat: int) -> bool:
        """Return whether the board recruits extra leaders: those in hand stay there to the end
        (L43)."""
        self._check_city(seat)
        return bool(entries.keeps_leaders(self._states, 0, seat, self.edition.tables))

    def settle_border(self, seat: int, other: int, more: int = 0) -> tuple[int | None, int | None]:
        """Return the winner of a war between neighbours now and the bearer of the defeat, if the
        first one had ``more`` shields; None between equals (C7, L32)."""
        self._check_city(seat)
        self._check_city(other)
        winner, bearer = entries.settle_border(self._states, 0, seat, other, more)
        return (None, None) if winner < 0 else (int(winner), int(bearer))

    def tokens_of(self, war: War) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the points of the conflict tokens that both sides took in a war; a redirected
        defeat lies with the winner (C7, L32)."""
        if war.winner is None:
            return (), ()
        constants = self.edition.catalog.constants
        won, lost = constants.victory_points[war.age - 1], constants.defeat_points
        of_winner, of_loser = ((won, lost), ()) if war.redirected else ((won,), (lost,))
        return (of_winner, of_loser) if war.winner == war.seat else (of_loser, of_winner)

    def leader_price(self, seat: int, leader: str) -> int:
        """Return the coins that a seat would pay to recruit a leader now."""
        return self._leader_price(seat, leader, not self.turn)

    def next_leader_price(self, seat: int, leader: str) -> int:
        """Return the coins that a seat would pay at the next opportunity: in the next recruitment,
        after the last one for an extra leader (L23)."""
        return self._leader_price(seat, leader, not self.turn or self.age < AGES)

    def way_to_build(self, seat: int, card: str) -> Move | None:
        """Return the cheapest way to build a card this turn, were it in the seat's hand; None if
        there is no way. Only a turn has hands, and a building of that name must not stand already.
        """
        moves = self._with_held_card(seat, card)._legal(seat)
        built = (move for move in moves if move.verb == "build" and not move.free)
        return next((move for move in built if move.card == card), None)

    def offer_to_build(self, seat: int, card: str) -> Offer:
        """Return what building a card this turn would take, were it in the seat's hand, or its
        refusal. Only a turn has hands."""
        held = self._with_held_card(seat, card)
        return held._uses(seat, card, held._legal(seat))[0]

    def _with_held_card(self, seat: int, card: str) -> Self:
        """Return the same table with a card in the seat's hand, in the place of another one."""
        self._check_city(seat)
        item, states = self._card(card), self._states.copy()
        s, age = states[0], self.age - 1
        place = HAND * int(entries.pack_of(states, 0, seat))
        s["deck"][age, place], s["fate"][age, place] = item, 0
        other = copy(self)
        other._states = states
        return other

    # ── refusals ─────────────────────────────────────────────────────────────────────────────────

    def _why_not(self, seat: int | None, move: Move | str) -> Refusal | None:
        seat = as_int(seat)
        city = self._city_of(seat) if self._is_seat(seat) else None
        return self._why_unasked(seat) if city is None else self._refusal(city, move)

    def _refusal(self, city: int, move: Move | str) -> Refusal | None:
        """Return the obstacle to a move of a deciding city."""
        return self._obstacle(city, Move.of(move).check())

    def _obstacle(self, city: int, move: Move) -> Refusal | None:
        """Return the obstacle to a move that can be written."""
        if not self._is_possible(move) or (move.free_city and self.players == self.n_cities):
            return self.not_now(move.card)
        if move.free_city != (city >= self.players):
            own = (
                ClassicObstacle.FREE_CITY_NOW
                if city >= self.players
                else ClassicObstacle.OWN_CARD_FIRST
            )
            return Refusal(own, move.card)
        item = self.edition.item.get(move.card or "", 0)
        if move.card and not (0 < item < FIRST_BOARD or item >= ITEMS):
            return unknown_thing(move.card, (thing.id for thing in self.edition.catalog.things()))
        tables, scratch = self.edition.tables, self.edition.scratch
        kind, short = self._kind(move), scratch.shortage
        code = entries.refusal(self._states, 0, city, kind, item, tables, scratch.workspaces, short)
        if code:
            return self._numbers(self.edition.rules.obstacles[code], city, move, short)
        if move.trade and move not in self._legal(city):
            return Refusal(Obstacle.NO_SUCH_PAYMENT, move.card)
        return None

    def not_now(self, card: str | None) -> Refusal:
        """Return the refusal that names the open question."""
        return Refusal(Obstacle.NOT_NOW, card, asked=phases_of(self.game)[self.phase].answer)

    def _is_possible(self, move: Move) -> bool:
        """Return whether the move is one of this game, at any moment."""
        if not isinstance(move.verb, str) or not isinstance(move.card, str | None):
            return False
        is_ours = move.wonder is None and move.starter is None and self._kind(move) != 0
        return is_ours and (move.card is None) == (move.verb == "pass")

    def _kind(self, move: Move) -> int:
        """Return the kernel's number for a move's verb; 0 if the game has no such move."""
        if move.free:
            return int(MoveKind.BUILD_FREE)
        return self.edition.rules.kinds.get(move.verb, 0)

    def _numbers(self, code: Code, city: int, move: Move, short: Shortage) -> Refusal:
        """Return a refusal with its numbers."""
        card = move.card
        if code is Obstacle.COINS_SHORT:
            price = int(short.numbers[PRICE])
            return Refusal(code, card, price=price, short=price - self.city(city).coins)
        if code is Obstacle.NOT_NOW:
            return self.not_now(card)
        if code is not Obstacle.MISSING_UNITS:
            return Refusal(code, card)
        missing = short.missing[: short.numbers[N_MISSING]].tolist()
        sets = (tuple((r.slug, units[r]) for r in Resource if units[r]) for units in missing)
        return Refusal(code, card, missing=tuple(sets), cost=self._printed_cost(city, move))

    def _printed_cost(self, seat: int, move: Move) -> Units:
        """Return the resources on a card, or on the next stage."""
        city, catalog = self.city(seat), self.edition.catalog
        if move.verb == "stage":
            wonder, _, side = city.board.partition(":")
            cost = catalog.wonder[wonder].sides[side].stages[city.stages].cost
        else:
            cost = catalog.card[move.card or ""].cost
        return tuple((resource.slug, n) for resource, n in cost.resources.items())

    def _uses(self, city: int, card: str, legal: Sequence[Move]) -> list[Offer]:
        free_city, offers = city >= self.players, list[Offer]()
        own = [move for move in legal if move.card == card]
        verbs, kinds = phases_of(self.game)[self.phase].verbs, self.edition.rules.verbs.items()
        for kind, verb in ((kind, own) for asked in verbs for kind, own in kinds if own == asked):
            use = Move(verb, card, free=kind == MoveKind.BUILD_FREE, free_city=free_city)
            plans = tuple(m for m in own if (m.verb, m.free) == (use.verb, use.free))
            offers.append(Offer(use, plans, None if plans else self._obstacle(city, use)))
        return offers

    # ── helpers ──────────────────────────────────────────────────────────────────────────────────

    def _card(self, card: object) -> int:
        """Return the item of an age card."""
        if not isinstance(card, str) or card not in self.edition.catalog.card:
            meant = suggest(card, self.edition.catalog.card)
            raise IllegalMove(f"there is no card {card!r}{meant}")
        return int(self.edition.item[card])

    def _move(self, row: Sequence[int], free_city: bool) -> Move:
        return read_move(self.edition, row, free_city)

    def _leader_price(self, seat: int, leader: str, recruiting: bool) -> int:
        self._check_city(seat)
        if not isinstance(leader, str) or leader not in self.edition.catalog.leader:
            meant = suggest(leader, self.edition.catalog.leader)
            raise IllegalMove(f"there is no leader {leader!r}{meant}")
        item, tables = self.edition.item[leader], self.edition.tables
        return int(entries.leader_price(self._states, 0, seat, item, recruiting, tables))

    def _city_of(self, seat: int) -> int | None:
        """Return the city that a seat decides for now."""
        city = entries.city_to_decide(self._states, 0, seat)
        return city - 1 if city else None

    def _legal(self, city: int) -> list[Move]:
        scratch = self.edition.scratch
        moves, workspaces = scratch.moves, scratch.workspaces
        n = entries.legal(self._states, 0, city, self.edition.tables, workspaces, moves)
        return self._listed(city, moves, n)

    def _listed(self, city: int, moves: Any, n: int) -> list[Move]:
        """Return the kernel's first ``n`` moves with their prices."""
        prices = self.edition.scratch.prices
        entries.prices(self._states, 0, city, moves, n, self.edition.tables, prices)
        free_city = city >= self.players
        return [
            read_move(self.edition, row, free_city, price)
            for row, price in zip(moves[:n].tolist(), prices[:n].tolist(), strict=True)
        ]

    def _cards(self, cards: Any) -> list[str]:
        return [self.edition.id[card] for card in cards.tolist() if card]


def read_move(
    edition: ClassicEdition, row: Sequence[int], free_city: bool, price: int | None = None
) -> Move:
    """Return a move as the kernel writes it: kind, card, bank, left, right."""
    kind, card, bank, left, right = row
    id = edition.id[card] if card else None
    free = kind == MoveKind.BUILD_FREE
    return Move(edition.rules.verbs[kind], id, left, right, bank, free, free_city, _price=price)
