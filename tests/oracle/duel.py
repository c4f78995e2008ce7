"""7 Wonders Duel. Rule numbers such as D14 are those of the rulings on the rules page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heptapolis.codes import Color
from heptapolis.games.duel.cards.model import DuelCard, DuelCatalog, DuelEffect, Zone
from heptapolis.games.duel.codes import DuelSymbol

from .duel_city import DuelCity
from .duel_economy import Price, card_price, wonder_price

AGES = 3
GROUP = 4  # wonders on offer in a round of the draft, and wonders of a player after it
DRAFT = (0, 1, 1, 1, 0, 0)  # seats that pick; the last wonder of each group is not a pick


@dataclass(frozen=True)
class Question:
    """A decision that a seat owes: "draft", "turn", "start", or a choice that a turn caused.

    Such a choice is "token" (from the board), "library" (a token that was set aside), "revive", or
    "destroy", which asks for a card of ``color``.
    """

    kind: str
    seat: int
    color: Color | None = None


class DuelOracle:
    """One game. Seat 0 is the first player.

    ``wonders`` are the two groups of the draft in one list or, without a draft, a list for each
    seat. ``layouts`` holds the cards of each age by slot, ``tokens`` those on the board,
    ``library`` the set-aside ones that the Great Library will show.
    """

    def __init__(
        self,
        catalog: DuelCatalog,
        *,
        wonders: Sequence[Any],
        layouts: Mapping[int, Sequence[str]],
        tokens: Sequence[str],
        library: Sequence[str],
        draft: bool = True,
        neutral_start: str = "last",
    ) -> None:
        if neutral_start not in ("last", "choose"):
            raise ValueError(f"neutral_start {neutral_start!r}")
        for age in range(1, AGES + 1):
            if len(layouts[age]) != len(catalog.layout[str(age)].slots):
                raise ValueError(f"{len(layouts[age])} cards for the layout of age {age}")
        self.catalog = catalog
        self.layouts = layouts
        self.board_tokens = list(tokens)
        self.library = list(library)
        self.neutral_start = neutral_start
        self.cities = [DuelCity(catalog), DuelCity(catalog)]
        self.cities[0].opponent, self.cities[1].opponent = self.cities[1], self.cities[0]
        self.player = 0  # the seat that decides, or decided last
        self.age = 0  # the draft comes before the structure of age I
        self.slots: list[str | None] = []
        self.discard: list[str] = []
        self.track = 0  # positive: seat 0 is ahead, the marker is nearer to seat 1's capital
        looted = [zone for zone in catalog.military.zones if zone.loot]
        self._loot: list[list[Zone]] = [
            list(looted),
            list(looted),
        ]  # by the seat that will lose them
        self.outcome: str | None = None
        self.winner: int | None = None
        self._questions: list[Question] = []  # the first one is asked, the others are pending
        self._groups: list[list[str]] = []
        self._again = False  # an extra turn follows
        self._hand_out(wonders, draft)

    def _hand_out(self, wonders: Sequence[Any], draft: bool) -> None:
        if draft:
            if len(wonders) != 2 * GROUP:
                raise ValueError(f"{len(wonders)} wonders for the draft")
            self._groups = [list(wonders[:GROUP]), list(wonders[GROUP:])]
            self._questions = [Question("draft", seat) for seat in DRAFT]
            return
        for city, own in zip(self.cities, wonders, strict=True):
            city.wonders = list(own)
        self._begin_age(1)

    # Decisions of the seats

    @property
    def to_move(self) -> list[int]:
        return [self._questions[0].seat] if self._questions else []

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def city(self) -> DuelCity:
        """Return the city of the player who decided last."""
        return self.cities[self.player]

    @property
    def loot_left(self) -> list[list[int]]:
        """Return the coins of the tokens that each seat can still lose."""
        return [[zone.loot for zone in zones] for zones in self._loot]

    def legal_moves(self, seat: int) -> list[str]:
        """Return the moves of a seat as texts, in the order of the contract."""
        return self._options(self._questions[0]) if seat in self.to_move else []

    def submit(self, seat: int, text: str) -> None:
        """Carry out a move and its consequences, up to the next decision."""
        if text not in self.legal_moves(seat):
            raise ValueError(f"seat {seat}: {text!r} is not one of {self.legal_moves(seat)}")
        question = self._questions.pop(0)
        self.player = seat
        match text.split():
            case ["draft", id]:
                self._draft(id)
            case ["build", id]:
                self._build(id)
            case ["wonder", wonder_id, id]:
                self._build_wonder(wonder_id, id)
            case ["discard", id]:
                self._discard(id)
            case ["token", id]:
                self._take_token(id, self._tokens(question))
            case ["revive", id]:
                self._revive(id)
            case ["destroy", id]:
                self._destroy(id)
            case ["start", starter]:
                self._ask("turn", int(starter))
        self._ask_on()

    def _ask(self, kind: str, seat: int) -> None:
        self._questions.append(Question(kind, seat))

    def _ask_on(self) -> None:
        """Ask the next pending choice that has options; after the last one the turn ends (D45)."""
        while self._questions and not self._options(self._questions[0]):
            self._questions.pop(0)  # D21, D22, D28: nothing to choose from
        if not self._questions and not self.is_over:
            self._end_turn()

    # Legal moves

    def _options(self, question: Question) -> list[str]:
        catalog, city = self.catalog, self.cities[question.seat]
        match question.kind:
            case "draft":
                return [f"draft {id}" for id in catalog.wonder if id in self._groups[0]]
            case "turn":
                return self._turn_moves(city)
            case "token" | "library":
                return [f"token {id}" for id in catalog.token if id in self._tokens(question)]
            case "revive":  # D18
                return [f"revive {id}" for id in catalog.card if id in self.discard]
            case "destroy":  # D22
                return [f"destroy {id}" for id in self._targets(city.opponent, question)]
            case _:  # D4
                return ["start 0", "start 1"]

    def accessible(self) -> list[str]:
        """Return the cards that no other card covers, in catalogue order."""
        layout = self.catalog.layout[str(self.age)]
        free = [
            self.slots[slot.index]
            for slot in layout.slots
            if all(self.slots[above.index] is None for above in layout.covering(slot))
        ]
        return [id for id in self.catalog.card if id in free]

    def _turn_moves(self, city: DuelCity) -> list[str]:
        """Return all uses of each accessible card; a discard is always possible (D40)."""
        wonders = self._affordable_wonders(city)
        moves: list[str] = []
        for id in self.accessible():
            moves += [f"build {id}"] if self._can_build(city, id) else []
            moves += [f"wonder {wonder_id} {id}" for wonder_id in wonders]
            moves += [f"discard {id}"]
        return moves

    def _can_build(self, city: DuelCity, id: str) -> bool:
        return card_price(city, self.catalog.card[id]).total <= city.coins

    def _affordable_wonders(self, city: DuelCity) -> list[str]:
        unbuilt = city.unbuilt_wonders()
        wonders = [wonder for wonder in self.catalog.wonders if wonder.id in unbuilt]
        return [wonder.id for wonder in wonders if wonder_price(city, wonder).total <= city.coins]

    def _tokens(self, question: Question) -> list[str]:
        """Return the list that the chosen token is taken from."""
        return self.library if question.kind == "library" else self.board_tokens

    def _targets(self, victim: DuelCity, question: Question) -> list[str]:
        targets = victim.cards(question.color) if question.color else []
        return [card.id for card in self.catalog.cards if card in targets]

    # Moves

    def _draft(self, id: str) -> None:
        group = self._groups[0]
        group.remove(id)
        self.city.wonders.append(id)
        if len(group) == 1:  # the last one goes to the other player
            self.city.opponent.wonders.append(group.pop())
            self._groups.pop(0)

    def _build(self, id: str) -> None:
        card = self.catalog.card[id]
        self._take(id)
        by_chain = self.city.has_chain_to(card)
        self._pay(card_price(self.city, card))
        self._enter(card, self.city.chain_coins() if by_chain else 0)

    def _build_wonder(self, wonder_id: str, id: str) -> None:
        wonder = self.catalog.wonder[wonder_id]
        self._take(id)  # under the wonder: in no city and no pile (D41)
        self._pay(wonder_price(self.city, wonder))
        self._again = self.city.has_theology()  # D6, D7: by the things in play now
        self.city.built_wonders.append(wonder_id)
        self._limit_wonders()
        self._take_effect(wonder.effect)

    def _limit_wonders(self) -> None:
        # D1: after the seventh wonder in all, the unbuilt one leaves the game
        built = sum(len(city.built_wonders) for city in self.cities)
        if built == self.catalog.constants.wonders_in_play:
            for city in self.cities:
                city.wonders = [id for id in city.wonders if id in city.built_wonders]

    def _discard(self, id: str) -> None:
        self._take(id)
        self.discard.append(id)
        self.city.coins += self.city.discard_coins()

    def _take_token(self, id: str, source: list[str]) -> None:
        source.remove(id)
        self.city.tokens.append(id)
        self._take_effect(self.catalog.token[id].effect)

    def _revive(self, id: str) -> None:
        self.discard.remove(id)
        self._enter(self.catalog.card[id], chain_coins=0)  # D18 to D20: not by a chain

    def _destroy(self, id: str) -> None:
        self.city.opponent.buildings.remove(id)
        self.discard.append(id)  # D23

    def _take(self, id: str) -> None:
        """Take a card from the structure, which begins a turn."""
        self.slots[self.slots.index(id)] = None
        self._again = False

    def _pay(self, price: Price) -> None:
        self.city.coins -= price.total  # D46
        if self.city.opponent.has_economy():  # D9, D10
            self.city.opponent.coins += price.trade

    def _enter(self, card: DuelCard, chain_coins: int) -> None:
        bonus_shields = self.city.bonus_shields(card)  # D8
        self.city.buildings.append(card.id)
        self._take_effect(card.effect, bonus_shields, chain_coins)

    # Effects of entering things (D44)

    def _take_effect(
        self, effect: DuelEffect, bonus_shields: int = 0, chain_coins: int = 0
    ) -> None:
        """Apply all effects in the order of D44; a supremacy skips the rest (D42)."""
        self.city.coins += self.city.coins_of(effect)
        self._advance(effect.shields + bonus_shields)
        if self.is_over:
            return
        self.city.opponent.lose(effect.opponent_lose_coins)
        if effect.science and self._has_science_supremacy():
            self._win("science")
            return
        self.city.coins += chain_coins  # D17: before a token is chosen
        self._again |= effect.extra_turn
        self._questions += self._choices(effect)

    def _advance(self, shields: int) -> None:
        """Move the marker step by step towards the opponent's capital (D31, D33)."""
        forward = 1 if self.player == 0 else -1
        for _ in range(shields):
            self.track += forward
            self._loot_at(self.track * forward)
            if self.track * forward == self.catalog.military.capital:
                self._win("military")
                return

    def _loot_at(self, distance: int) -> None:
        # D31: once for each zone of the opponent's half
        tokens = self._loot[1 - self.player]
        for zone in [zone for zone in tokens if zone.from_ <= distance <= zone.to]:
            self.city.opponent.lose(zone.loot)
            tokens.remove(zone)

    def _has_science_supremacy(self) -> bool:
        # D29, D30: tokens carry symbols like cards
        return len(set(self.city.symbols())) >= self.catalog.constants.symbols_to_win

    def _win(self, outcome: str) -> None:
        self.outcome, self.winner = outcome, self.player
        self._questions.clear()  # D24, D42

    def _choices(self, effect: DuelEffect) -> list[Question]:
        """Return the choices that an effect requires."""
        me = self.player
        choices: list[Question] = []
        if effect.science and self._is_pair(effect.science):  # D26, D27
            choices.append(Question("token", me))
        if effect.removed_token:  # D25
            choices += [Question("library", me)] * effect.removed_token.keep
        if effect.build_from_discard:  # D18
            choices.append(Question("revive", me))
        if effect.destroy:  # D22
            choices.append(Question("destroy", me, effect.destroy))
        return choices

    def _is_pair(self, symbol: DuelSymbol) -> bool:
        return self.city.symbols().count(symbol) == 2

    # Turns and ages

    def _end_turn(self) -> None:
        if any(self.slots):  # D3: newly accessible cards have been turned up
            self._ask("turn", self.player if self._again else 1 - self.player)
        elif self.age < AGES:  # D2: an extra turn is lost
            self._begin_age(self.age + 1)
        else:
            self.winner = self._leader()
            self.outcome = "shared" if self.winner is None else "points"

    def _begin_age(self, age: int) -> None:
        """Lay out the structure, then find out who begins (D5)."""
        self.age = age
        self.slots = list(self.layouts[age])
        if age == 1:
            self._ask("turn", 0)
        elif self.track:  # D4: the marker is on the side of the weaker player
            self._ask("start", 1 if self.track > 0 else 0)
        elif self.neutral_start == "choose":
            self._ask("start", self.player)
        else:  # the printed rule: the player who took the last card begins, even with an extra turn (D2)
            self._ask("turn", self.player)

    # End of the game

    def scores(self) -> list[dict[str, int]]:
        """Return the score columns of each seat."""
        leads = (self.track, -self.track)
        return [
            city.score(self._military_points(lead))
            for city, lead in zip(self.cities, leads, strict=True)
        ]

    def _military_points(self, lead: int) -> int:
        zones = self.catalog.military.zones
        return sum(zone.points for zone in zones if zone.from_ <= lead <= zone.to)

    def _leader(self) -> int | None:
        """Return the seat ahead in points, then in points of blue cards (D47)."""
        first, second = [(score["total"], score["civilian"]) for score in self.scores()]
        if first == second:
            return None
        return 0 if first > second else 1

    def ranking(self) -> list[list[int]]:
        """Return the seats best first, with ties grouped; a supremacy counts more than points."""
        best = self.winner if self.is_over else self._leader()
        return [[0, 1]] if best is None else [[best], [1 - best]]
