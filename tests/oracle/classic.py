"""Classic for three to seven seats, and the two-player Free City game (C9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heptapolis.catalog import ClassicCatalog
from heptapolis.catalog.model import Cost
from heptapolis.codes import Special

from .city import City
from .economy import NO_PURCHASE, Plan, purchase_plans
from .scoring import rank_seats, score_city

AGES = 3
TURNS = 6
HAND = 7


@dataclass(frozen=True)
class Action:
    """Something a city may do: build, stage, discard, dig or pass."""

    kind: str
    card: str = ""
    plan: Plan = NO_PURCHASE
    printed_coins: int = 0
    uses_free_build: bool = False

    @property
    def price(self) -> int:
        return self.plan.total + self.printed_coins

    def text(self) -> str:
        free = ["free"] if self.uses_free_build else []
        return " ".join([self.kind, self.card, *free, *self.plan.words()]).strip()


@dataclass(frozen=True)
class Question:
    """A decision that a seat owes for a city, in a "turn", for a "seventh" card or in a "dig"."""

    phase: str
    seat: int
    city: int


@dataclass
class Offer:
    """All that one card can be used for."""

    card: str
    builds: list[Action]
    free: list[Action]
    stages: list[Action]
    discards: list[Action]

    @property
    def is_playable(self) -> bool:
        # C9.3: the free build does not count
        return bool(self.builds or self.stages)

    def actions(self) -> list[Action]:
        return self.builds + self.free + self.stages + self.discards


class ClassicOracle:
    """One game. Cities 0 to players - 1 are the seats'; with two players city 2 is free."""

    def __init__(
        self,
        catalog: ClassicCatalog,
        boards: Sequence[str],
        decks: Mapping[int, Sequence[str]],
        players: int,
    ) -> None:
        self.catalog = catalog
        self.players = players
        self.n_cities = max(players, 3)  # C9.1
        if not 2 <= players <= 7 or len(boards) != self.n_cities:
            raise ValueError(f"{players} players with {len(boards)} boards")
        if any(len(decks[age]) != HAND * self.n_cities for age in range(1, AGES + 1)):
            raise ValueError(f"each deck must have {HAND * self.n_cities} cards")
        self.decks = decks
        self.cities = [City(catalog, board) for board in boards]
        for index, city in enumerate(self.cities):  # C1.1
            city.left = self.cities[(index + 1) % self.n_cities]
            city.right = self.cities[(index - 1) % self.n_cities]
        self.is_over = False
        self.hands: list[list[str]] = []
        self.pile: list[str] = []
        self.discard: list[str] = []
        self._asked: list[Question] = []
        self._chosen: list[tuple[Question, Action]] = []
        self._sevenths: list[int] = []  # cities that still play their seventh card
        self._digs: list[int] = []  # cities that still look through the discard pile
        self._begin_age(1)

    # What the seats decide

    @property
    def to_move(self) -> list[int]:
        return sorted(question.seat for question in self._asked)

    def legal_moves(self, seat: int) -> list[str]:
        """The moves of a seat as texts, in the order of the contract."""
        return [text for question in self._questions(seat) for text in self._options(question)]

    def submit(self, seat: int, text: str) -> None:
        """Choose a move; the last choice of a decision carries all of them out."""
        if text not in self.legal_moves(seat):
            raise ValueError(f"seat {seat}: {text!r} is not one of {self.legal_moves(seat)}")
        (question,) = self._questions(seat)
        self._asked.remove(question)
        action = self._options(question)[text]
        self._chosen.append((question, action))
        if self._is_followed_by_free_city(question):
            self._asked.append(Question("turn", seat, self.players))
        if not self._asked:
            self._resolve()

    def _questions(self, seat: int) -> list[Question]:
        return [question for question in self._asked if question.seat == seat]

    def _is_followed_by_free_city(self, question: Question) -> bool:
        # C9.2: the controller's own card first, then the Free City's
        if self.players > 2 or question.phase != "turn":
            return False
        return question.city == self.controller

    @property
    def controller(self) -> int:
        # C9.2: seat 0 begins ages I and III, seat 1 age II; control alternates
        return (self.turn - 1 + (self.age == 2)) % 2

    # What is legal

    def _options(self, question: Question) -> dict[str, Action]:
        city = self.cities[question.city]
        cards = self._cards(question)
        if question.phase == "dig":
            actions = [Action("dig", id) for id in cards if not city.has_structure(id)]  # C5.5
            actions.append(Action("pass"))
        else:
            offers = [self._offer(city, id) for id in cards]
            if question.city == self.players:
                offers = self._as_free_city(city, offers)
            actions = [action for offer in offers for action in offer.actions()]
        prefix = "free_city " if question.city == self.players else ""
        return {prefix + action.text(): action for action in actions}

    def _source(self, question: Question) -> list[str]:
        """The cards that the chosen one is taken from."""
        if question.phase == "dig":
            return self.discard
        if question.phase == "seventh" and question.city == self.players:
            return self.pile  # C9.6
        return self.hands[question.seat]

    def _cards(self, question: Question) -> list[str]:
        """What may be chosen from, each id once, in catalogue order."""
        cards = list(self._source(question))
        for other, action in self._chosen:
            if other.seat == question.seat:
                cards.remove(action.card)  # C9.2: the controller's own card is gone
        return [id for id in self.catalog.card if id in cards]

    def _offer(self, city: City, card_id: str) -> Offer:
        builds = self._builds(city, card_id)
        return Offer(
            card_id,
            builds,
            self._free_builds(city, card_id, builds),
            self._stages(city, card_id),
            [Action("discard", card_id)],  # C3.4: always
        )

    def _builds(self, city: City, card_id: str) -> list[Action]:
        card = self.catalog.card[card_id]
        if city.has_structure(card_id):  # C3.1
            return []
        if city.has_chain_to(card):  # C4.7
            return [Action("build", card_id)]
        return self._paid("build", city, card_id, card.cost)

    def _free_builds(self, city: City, card_id: str, builds: list[Action]) -> list[Action]:
        # C6.1: only where the plain build is impossible or costs a coin
        if city.has_structure(card_id) or not city.may_build_free():
            return []
        if builds and builds[0].price == 0:
            return []
        return [Action("build", card_id, uses_free_build=True)]

    def _stages(self, city: City, card_id: str) -> list[Action]:
        stage = city.next_stage()  # C3.2
        return self._paid("stage", city, card_id, stage.cost) if stage else []

    def _paid(self, kind: str, city: City, card_id: str, cost: Cost) -> list[Action]:
        return [Action(kind, card_id, plan, cost.coins) for plan in purchase_plans(city, cost)]

    def _as_free_city(self, city: City, offers: list[Offer]) -> list[Offer]:
        for offer in offers:
            if offer.builds and city.has_chain_to(self.catalog.card[offer.card]):
                offer.stages = []  # C9.4: it must be built
        playable = [offer for offer in offers if offer.is_playable]
        for offer in playable:
            offer.discards = []  # C9.3: it must be played
        return playable or offers

    # What happens (C5)

    def _resolve(self) -> None:
        chosen, self._chosen = self._chosen, []
        self._carry_out(chosen)
        if chosen[0][0].phase == "turn" and self.turn == TURNS:  # C5.4
            powers = [city.has_power(Special.PLAY_LAST_CARD) for city in self.cities]
            self._sevenths = [index for index, has_it in enumerate(powers) if has_it]
        self._ask_on()

    def _carry_out(self, chosen: list[tuple[Question, Action]]) -> None:
        acts = [(question, action) for question, action in chosen if action.kind != "pass"]
        for question, action in acts:
            self._source(question).remove(action.card)
            self.cities[question.city].coins -= action.price  # C5.1
        for question, action in acts:  # C5.2
            self._enter(question.city, action)
            self.cities[question.city].left.coins += action.plan.left
            self.cities[question.city].right.coins += action.plan.right
        for question, action in acts:  # C5.3
            city = self.cities[question.city]
            city.coins += self._earned(city, action)

    def _enter(self, index: int, action: Action) -> None:
        city = self.cities[index]
        if action.kind == "discard":
            self.discard.append(action.card)
        elif action.kind == "stage":
            city.stages += 1
            city.markers.append(action.card)
            if city.side.stages[city.stages - 1].effect.special is Special.BUILD_FROM_DISCARD:
                self._digs.append(index)
        else:
            city.buildings.append(action.card)
            city.free_build_used |= action.uses_free_build

    def _earned(self, city: City, action: Action) -> int:
        if action.kind == "discard":
            return self.catalog.constants.discard_coins  # C3.3
        if action.kind == "stage":
            return city.coins_of(city.side.stages[city.stages - 1].effect)
        return city.coins_of(self.catalog.card[action.card].effect)

    def _ask_on(self) -> None:
        """Ask the next question that follows from the actions of a turn, or end the turn."""
        if self._sevenths:  # C5.4
            self._ask("seventh", self._sevenths.pop(0))
            return
        if self.turn == TURNS:
            self._discard_leftovers()
        self._digs.sort()
        while self._digs and not self._asked:  # C5.5
            index = self._digs.pop(0)
            if self.discard:
                self._ask("dig", index)
        if not self._asked:
            self._end_turn()

    def _ask(self, phase: str, index: int) -> None:
        """Ask for one city alone: its seventh card, or a dig."""
        seat = self.controller if index == self.players else index  # C9.6
        self._asked = [Question(phase, seat, index)]

    def _discard_leftovers(self) -> None:
        for cards in [*self.hands, self.pile]:  # C2.2, C9.6
            self.discard += cards
            cards.clear()

    # Turns and ages

    def _begin_age(self, age: int) -> None:
        self.age, self.turn = age, 1
        deck = list(self.decks[age])
        self.hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(self.players)]
        self.pile = deck[HAND * self.players :]  # C9.1; empty with three and more
        for city in self.cities:
            city.free_build_used = False  # C6.1
        self._begin_turn()

    def _begin_turn(self) -> None:
        if self.players == 2:
            self.hands[self.controller].append(self.pile.pop(0))  # C9.2
        self._asked = [Question("turn", seat, seat) for seat in range(self.players)]

    def _end_turn(self) -> None:
        if self.turn < TURNS:
            self._pass_hands()
            self.turn += 1
            self._begin_turn()
            return
        for city in self.cities:  # C2.3
            self._fight(city, city.left)
        if self.age < AGES:
            self._begin_age(self.age + 1)
        else:
            self.is_over = True

    def _pass_hands(self) -> None:
        # C2.1: ages I and III to the left (the next seat), age II to the right
        step = -1 if self.age == 2 else 1
        self.hands = [self.hands[(seat - step) % self.players] for seat in range(self.players)]

    def _fight(self, one: City, other: City) -> None:
        # C7: settled once for every border
        if one.shields == other.shields:
            return
        winner, loser = (one, other) if one.shields > other.shields else (other, one)
        winner.victories.append(self.age)
        loser.defeats += 1

    # The end (C8, C9.7)

    def scores(self) -> list[dict[str, int]]:
        """One table of columns for every player; the Free City has none."""
        return [score_city(city) for city in self.cities[: self.players]]

    def ranking(self) -> list[list[int]]:
        totals = [score["total"] for score in self.scores()]
        return rank_seats(self.cities[: self.players], totals)
