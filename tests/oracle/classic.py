"""Classic for three to seven seats, the two-player Free City game (C9), and Leaders."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heptapolis.codes import Color
from heptapolis.games.classic.cards.effects import ClassicEffect
from heptapolis.games.classic.cards.model import ClassicCatalog
from heptapolis.games.classic.codes import Special, Trigger

from .city import City
from .economy import rebate
from .leaders import (
    NEXT_RECRUITMENTS,
    courts,
    extra_leaders,
    has_patron,
    keeps_leaders,
    leader_offer,
)
from .moves import Action, Phase, as_free_city, card_offer, digs
from .scoring import rank_seats, score_city

AGES = 3
RECRUITMENT = 0  # the turn before the first turn
TURNS = 6
HAND = 7

# Powers to look through the discard pile, in the order in which they are used (L30, L52).
DIGS = {"stage": Phase.STAGE_DIG, "recruit": Phase.LEADER_DIG, "court": Phase.COPY_DIG}


@dataclass(frozen=True)
class Question:
    """A decision that a seat owes for a city."""

    phase: Phase
    seat: int
    city: int


Choice = tuple[Question, Action]


class ClassicOracle:
    """One game. Cities 0 to players - 1 belong to the seats; with two players city 2 is the Free City.

    ``leaders`` has a pack of leaders for each seat, ``box`` the other leaders from the top; without
    packs the game is played without the expansion.
    """

    def __init__(
        self,
        catalog: ClassicCatalog,
        boards: Sequence[str],
        decks: Mapping[int, Sequence[str]],
        players: int,
        leaders: Sequence[Sequence[str]] | None = None,
        box: Sequence[str] = (),
    ) -> None:
        self.catalog = catalog
        self.players = players
        self.n_cities = max(players, 3)  # C9.1
        if not 2 <= players <= 7 or len(boards) != self.n_cities:
            raise ValueError(f"{players} players with {len(boards)} boards")
        if any(len(decks[age]) != HAND * self.n_cities for age in range(1, AGES + 1)):
            raise ValueError(f"each deck must have {HAND * self.n_cities} cards")
        if leaders is not None and len(leaders) != players:
            raise ValueError(f"{players} players with {len(leaders)} packs of leaders")
        self.decks = decks
        self.cities = [City(catalog, board) for board in boards]
        for index, city in enumerate(self.cities):  # C1.1
            city.left = self.cities[(index + 1) % self.n_cities]
            city.right = self.cities[(index - 1) % self.n_cities]
        self.is_over = False
        self.age = self.turn = 0
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.pile: list[str] = []
        self.discard: list[str] = []
        self.with_leaders = leaders is not None
        self.packs = [list(pack) for pack in leaders or []]
        self.box = list(box)
        self._asked: list[Question] = []
        self._chosen: list[Choice] = []
        self._due: list[tuple[Phase, int]] = []  # pending phases, each with its city
        if self.with_leaders:
            self._begin_draft()
        else:
            self._begin_age(1)

    # Decisions of the seats

    @property
    def to_move(self) -> list[int]:
        return sorted(question.seat for question in self._asked)

    def legal_moves(self, seat: int) -> list[str]:
        """Return the moves of a seat as texts, in the order of the contract."""
        question = self._question(seat)
        return list(self._options(question)) if question else []

    def submit(self, seat: int, text: str) -> None:
        """Choose a move. The last choice of a decision carries out all of them."""
        question = self._question(seat)
        options = self._options(question) if question else {}
        if question is None or text not in options:
            raise ValueError(f"seat {seat}: {text!r} is not one of {list(options)}")
        self._asked.remove(question)
        self._chosen.append((question, options[text]))
        if self._is_followed_by_free_city(question):
            self._asked.append(Question(Phase.TURN, seat, self.players))
        if not self._asked:
            self._resolve()

    def _question(self, seat: int) -> Question | None:
        return next((question for question in self._asked if question.seat == seat), None)

    def _is_followed_by_free_city(self, question: Question) -> bool:
        # C9.2: the controller's own card first, then the Free City's
        if self.players > 2 or question.phase is not Phase.TURN:
            return False
        return question.city == self.controller

    @property
    def controller(self) -> int:
        # C9.2: seat 0 begins ages I and III, seat 1 age II; control alternates
        return (self.turn - 1 + (self.age == 2)) % 2

    # Legal moves

    def _options(self, question: Question) -> dict[str, Action]:
        prefix = "free_city " if question.city == self.players else ""
        return {prefix + action.text(): action for action in self._actions(question)}

    def _actions(self, question: Question) -> list[Action]:
        city = self.cities[question.city]
        cards = self._cards(question)
        if question.phase is Phase.DRAFT:
            return [Action("keep", id) for id in cards]
        if question.phase is Phase.RECRUITMENT:
            offers = [leader_offer(city, id) for id in cards]
        elif question.phase is Phase.EXTRA_LEADER:
            return extra_leaders(city, cards)
        elif question.phase is Phase.COURT:
            return courts(cards)
        elif question.phase in DIGS.values():
            return digs(city, cards)
        else:
            offers = [card_offer(city, id) for id in cards]
            if question.city == self.players:
                offers = as_free_city(city, offers)
        return [action for offer in offers for action in offer.actions()]

    def _source(self, question: Question) -> list[str]:
        """Return the list that the chosen card is taken from."""
        if question.phase is Phase.DRAFT:
            return self.packs[question.seat]
        if question.phase in (Phase.RECRUITMENT, Phase.EXTRA_LEADER):
            return self.cities[question.city].leader_hand
        if question.phase is Phase.COURT:
            return self.cities[question.city].courted_leaders()  # a separate list: L48
        if question.phase in DIGS.values():
            return self.discard
        if question.phase is Phase.SEVENTH_CARD and question.city == self.players:
            return self.pile  # C9.6
        return self.hands[question.seat]

    def _cards(self, question: Question) -> list[str]:
        """Return the cards to choose from, each id once, in catalogue order."""
        cards = list(self._source(question))
        for other, action in self._chosen:
            if other.seat == question.seat:
                cards.remove(action.card)  # C9.2: without the controller's own card
        return [id for id in [*self.catalog.card, *self.catalog.leader] if id in cards]

    # Resolution (C5)

    def _resolve(self) -> None:
        chosen = sorted(
            self._chosen, key=lambda choice: choice[0].city
        )  # in the order of cities, not of choosing
        self._chosen = []
        self._carry_out([(q, action) for q, action in chosen if action.kind != "pass"])
        phase = chosen[0][0].phase
        if phase is Phase.DRAFT:
            self._pass_packs()
            return
        if phase is Phase.TURN and self.turn == TURNS:
            self._due += [(Phase.SEVENTH_CARD, index) for index in range(self.n_cities)]
            self._due.append((Phase.LEFTOVERS, 0))
        self._ask_on()

    def _carry_out(self, acts: list[Choice]) -> None:
        rewards = self._rewards(acts)  # from the cards in play before these actions
        for question, action in acts:  # C5.1
            self._source(question).remove(action.card)
            self.cities[question.city].coins -= action.price
        for question, action in acts:  # C5.2
            city = self.cities[question.city]
            self._enter(question, action)
            city.left.coins += action.plan.left
            city.right.coins += action.plan.right
        earned = [self._earned(question, action) for question, action in acts]  # C5.3
        for (question, _), coins in zip(acts, earned, strict=True):
            self.cities[question.city].coins += coins
        for city, coins in zip(self.cities, rewards, strict=True):
            city.coins += coins

    def _rewards(self, acts: list[Choice]) -> list[int]:
        """Return each city's coins for the actions: income from events (L27, L28) and rebates (L21)."""
        rewards = [0] * self.n_cities
        for question, action in acts:
            doer = self.cities[question.city]
            rewards[question.city] += rebate(doer, action.plan)
            for event in self._events(action):
                for index, city in enumerate(self.cities):
                    rewards[index] += city.coins_when(event, doer)
        return rewards

    def _events(self, action: Action) -> list[Trigger]:
        events = []
        is_card = action.kind in ("build", "dig")
        if is_card and self.catalog.card[action.card].color is Color.YELLOW:
            events.append(Trigger.BUILD_YELLOW)  # L27: in any way
        if action.by_chain:
            events.append(Trigger.BUILD_BY_CHAIN)
        return events

    def _enter(self, question: Question, action: Action) -> None:
        """Move the chosen card to its place."""
        city = self.cities[question.city]
        if action.kind == "keep":
            city.leader_hand.append(action.card)
        elif action.kind == "discard":
            of_leaders = question.phase is Phase.RECRUITMENT
            (self.box if of_leaders else self.discard).append(action.card)  # C3.3, L5, L40
        elif action.kind == "stage":
            city.stages += 1
            city.markers.append(action.card)
        elif action.kind == "recruit":
            city.leaders.append(action.card)
        elif action.kind == "court":
            city.copied.append(action.card)
        else:
            city.buildings.append(action.card)
            city.free_build_used |= action.uses_free_build
        self._note_power(question.city, action)

    def _note_power(self, index: int, action: Action) -> None:
        """Note powers that work once, when they enter play."""
        effect = self._gained(self.cities[index], action)
        special = effect.special if effect else None
        if special is Special.BUILD_FROM_DISCARD:
            self._due.append((DIGS[action.kind], index))
        elif special is Special.COPY_NEIGHBOUR_LEADER:
            self._due.append((Phase.COURT, index))
        elif special is Special.RECRUIT_EXTRA_LEADER:
            self._due.append((Phase.EXTRA_LEADER, index))
        elif special is Special.DRAW_LEADERS and effect and index < self.players:  # L74
            self._draw_leaders(self.cities[index], effect.params["count"])

    def _draw_leaders(self, city: City, count: int) -> None:
        # L39: from the box; returned leaders are under it (L40)
        city.leader_hand += self.box[:count]
        del self.box[:count]

    def _gained(self, city: City, action: Action) -> ClassicEffect | None:
        """Return the coins that this action has just given the city."""
        if action.kind in ("keep", "discard"):
            return None
        if action.kind == "stage":
            return city.side.stages[city.stages - 1].effect
        if action.kind in ("recruit", "court"):
            return self.catalog.leader[action.card].effect
        return self.catalog.card[action.card].effect

    def _earned(self, question: Question, action: Action) -> int:
        if action.kind == "discard":
            return self.catalog.constants.discard_coins  # C3.3, L24
        city = self.cities[question.city]
        effect = self._gained(city, action)
        return city.coins_of(effect) if effect else 0

    # Consequences (Decisions)

    def _ask_on(self) -> None:
        """Go on to the next pending decision, or end the turn."""
        while self._due and not self._asked:
            self._due.sort()  # in the order of `Phase`, then of the seats
            phase, index = self._due.pop(0)
            if phase is Phase.LEFTOVERS:
                self._discard_leftovers()
            elif self._is_asked(phase, self.cities[index]):
                seat = self.controller if index == self.players else index  # C9.6, L76
                self._asked = [Question(phase, seat, index)]
        if not self._asked:
            self._end_turn()

    def _is_asked(self, phase: Phase, city: City) -> bool:
        """Return whether the decision is asked, by public facts; if not, it is lost."""
        if phase is Phase.EXTRA_LEADER:
            return bool(city.leader_hand)
        if phase is Phase.COURT:
            return bool(city.courted_leaders())  # L47
        if phase is Phase.SEVENTH_CARD:
            return city.has_power(Special.PLAY_LAST_CARD)  # C5.4
        return bool(self.discard)  # C5.5, L29

    def _discard_leftovers(self) -> None:
        for cards in [*self.hands, self.pile]:  # C2.2, C9.6
            self.discard += cards
            cards.clear()

    # The leader draft (L1)

    def _begin_draft(self) -> None:
        for city in self.cities[: self.players]:  # L73
            city.coins = self.catalog.constants.starting_coins_with_leaders
        self._ask_draft()

    def _pass_packs(self) -> None:
        # to the right: a seat receives from its left neighbour, the next seat
        self.packs = [self.packs[(seat + 1) % self.players] for seat in range(self.players)]
        self._ask_draft()

    def _ask_draft(self) -> None:
        if all(len(pack) > 1 for pack in self.packs):
            self.turn += 1
            self._ask_seats(Phase.DRAFT)
            return
        for seat, pack in enumerate(self.packs):  # the last leader is taken without a decision
            self.cities[seat].leader_hand += pack
            pack.clear()
        self._begin_age(1)

    # Recruitments (L2)

    def _begin_recruitment(self) -> None:
        for city in self.cities:
            city.recruits_free = has_patron(city, NEXT_RECRUITMENTS)
        self._ask_seats(Phase.RECRUITMENT)
        self._asked = [q for q in self._asked if self.cities[q.city].leader_hand]
        if not self._asked:
            self._ask_on()

    def _end_recruitment(self) -> None:
        for city in self.cities:
            city.recruits_free = False  # L23
            if self.age == AGES and not keeps_leaders(city):  # L4, L43
                self.box += city.leader_hand
                city.leader_hand.clear()

    # Turns and ages

    def _begin_age(self, age: int) -> None:
        self.age, self.turn = age, RECRUITMENT
        for city in self.cities:
            city.free_build_used = False  # C6.1
        if self.with_leaders:
            self._begin_recruitment()
        else:
            self._begin_cards()

    def _begin_cards(self) -> None:
        deck = list(self.decks[self.age])
        self.hands = [deck[HAND * seat : HAND * (seat + 1)] for seat in range(self.players)]
        self.pile = deck[HAND * self.players :]  # C9.1; empty with three or more players
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        if self.players == 2:
            self.hands[self.controller].append(self.pile.pop(0))  # C9.2
        self._ask_seats(Phase.TURN)

    def _ask_seats(self, phase: Phase) -> None:
        """Ask every player at the same time about their own city."""
        self._asked = [Question(phase, seat, seat) for seat in range(self.players)]

    def _end_turn(self) -> None:
        if self.turn == RECRUITMENT:
            self._end_recruitment()
            self._begin_cards()
        elif self.turn < TURNS:
            self._pass_hands()
            self._begin_turn()
        else:
            self._end_age()

    def _pass_hands(self) -> None:
        # C2.1: ages I and III to the left (the next seat), age II to the right
        step = -1 if self.age == 2 else 1
        self.hands = [self.hands[(seat - step) % self.players] for seat in range(self.players)]

    def _end_age(self) -> None:
        for city in self.cities:  # C2.3
            self._fight(city, city.left)
        if self.age < AGES:
            self._begin_age(self.age + 1)
        else:
            self.is_over = True

    def _fight(self, one: City, other: City) -> None:
        # C7: settled once for every border
        if one.shields == other.shields:
            return
        winner, loser = (one, other) if one.shields > other.shields else (other, one)
        winner.victories.append(self.age)
        for city in self.cities:  # L14
            city.coins += city.coins_when(Trigger.VICTORY_TOKEN_GAINED, winner)
        redirected = loser.has_power(Special.REDIRECT_DEFEAT_TOKENS)  # L32, L33
        (winner if redirected else loser).defeats += 1

    # The end (C8, C9.7)

    def scores(self) -> list[dict[str, int]]:
        """Return the score columns of every player; the Free City has none."""
        return [score_city(city, self.with_leaders) for city in self.cities[: self.players]]

    def ranking(self) -> list[list[int]]:
        totals = [score["total"] for score in self.scores()]
        return rank_seats(self.cities[: self.players], totals)
