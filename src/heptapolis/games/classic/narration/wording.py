"""The words for a table of classic: cities by their players, prices by the receivers of the
coins."""

from typing import Any

from heptapolis.codes import Color
from heptapolis.games.classic.cards.model import Board, Card, ClassicCatalog, Wonder
from heptapolis.games.classic.city import City
from heptapolis.games.classic.codes import DRAFT, Special
from heptapolis.games.classic.state import ClassicState
from heptapolis.i18n import Translator
from heptapolis.i18n.descriptions import describe
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import CoinCount, Phrase, PlayerName, Span, join_list, phrase
from heptapolis.move import Move
from heptapolis.narration.card_wording import CardWording
from heptapolis.narration.wording import format_signed, with_price
from heptapolis.record import ROMAN

SOLD_COLORS = (Color.BROWN, Color.GREY)


def effect(thing: Any, t: Translator) -> str:
    """Return what a card or another thing does, in sentences; goods of a card may be for sale
    (C4.3)."""
    sold = thing.color in SOLD_COLORS if isinstance(thing, Card) else None
    return " ".join(describe(thing, t, sold=sold))


class ClassicWording(CardWording):
    """Names and prices at a table of classic."""

    table: ClassicState
    catalog: ClassicCatalog

    def moment(self, age: int, turn: int) -> str:
        """Return a turn's heading; a leader draft comes before the ages, a recruitment
        opens each."""
        t = self.t
        if not age:
            return t.gettext("Leaders, round %(n)d of %(rounds)d", n=turn, rounds=DRAFT - 1)
        if not turn:
            return t.gettext("Age %(age)s, recruitment", age=ROMAN[age])
        return super().moment(age, turn)

    def effect(self, id: str) -> str:
        return effect(self.thing(id), self.t)

    def wonder(self, seat: int) -> Wonder:
        return self.catalog.wonder[self.table.city(seat).board.partition(":")[0]]

    def board(self, seat: int) -> Board:
        return self.wonder(seat).sides[self.table.city(seat).board[-1]]

    def is_free_city(self, seat: int) -> bool:
        return seat >= self.table.players

    def owner(self, seat: int) -> PlayerName:
        return PlayerName(seat, self.is_free_city(seat), self.figure(seat))

    def city(self, seat: int) -> Phrase:
        """Return the name of a city in a line of the log: its player."""
        return self.player(seat)

    def player(self, seat: int) -> Phrase:
        if self.is_free_city(seat):
            return phrase(Span(self.t.gettext("Free City"), self.owner(seat)))
        return super().player(seat)

    def place(self, seat: int) -> str:
        """Return the wonder of a city and its side: "Giza A"."""
        return f"{name(self.wonder(seat), self.t)} {self.table.city(seat).board[-1]}"

    def title(self, seat: int) -> Phrase:
        """Return a city in a heading: player, wonder and side."""
        return self.player(seat) + f" · {self.place(seat)}"

    def with_power(self, city: City, power: Special) -> list[str]:
        """Return the names of the city's leaders, own or copied, that have a power."""
        leaders = [self.catalog.leader[id] for id in city.leaders + city.copied]
        return [name(leader, self.t) for leader in leaders if leader.effect.special is power]

    def leader_price(self, city: City, id: str) -> Phrase:
        """Return the price of a leader in hand."""
        return self.coins_or_free(self.table.next_leader_price(city.seat, id))

    def price(self, city: City, move: Move) -> Phrase:
        """Return the price of a build or a stage and the receivers: "2 coins → Ann", "3 coins: 1 →
        bank, 2 → Ann"."""
        t = self.t
        if move.verb == "build" and self.table.has_chain(city.seat, move.card or ""):
            return phrase(t.pgettext("price", "chain"))
        bank = self.table.own_price(city.seat, move) + move.bank
        bought = move.left + move.right
        total = self.coins_or_free(bank + bought)
        # A unit from the bank is a choice (Bilkis); a printed price needs no receiver.
        payees = [(bank, phrase(t.pgettext("log", "bank")))] if move.bank or bought else []
        sellers = self.table.neighbours(city.seat)
        payees += zip((move.left, move.right), map(self.city, sellers), strict=True)
        paid = [(n, payee) for n, payee in payees if n]
        if len(paid) == 1:
            return phrase(total, " → ", paid[0][1])
        parts = [phrase(Span(str(n), CoinCount(n)), " → ", payee) for n, payee in paid]
        return phrase(total, ": ", join_list(parts)) if parts else total

    def deed(self, move: Move, city: City) -> str:
        """Return the deed: "build", "stage 2 of the wonder"; empty if no stage is left."""
        if move.free:
            return self.t.pgettext("move", "build with the wonder's power")
        if move.verb == "stage":
            if city.stages == city.n_stages:
                return ""
            return self.t.pgettext("move", "stage %(n)d of the wonder", n=city.stages + 1)
        return self.deed_of(move.verb)

    def move_price(self, move: Move, city: City) -> Phrase:
        """Return what a move costs or brings; empty if no coins are involved."""
        if move.verb in ("build", "stage"):
            return self.price(city, move)
        if move.verb == "discard":
            return "+" + self.coins(self.catalog.constants.discard_coins)
        if move.verb == "recruit" and move.card:
            return self.coins_or_free(self.table.own_price(city.seat, move))
        return Phrase()

    def move(self, move: Move, seat: int) -> Phrase:
        """Return the move: "build: Loom · 2 coins → Ann"; the table is in the state before the
        move."""
        city = self.table.city(self.table.players if move.free_city else seat)
        text = phrase(self.deed(move, city))
        if move.card:
            text = phrase(text, ": ", self.card(move.card))
        text = with_price(text, self.move_price(move, city))
        return phrase(self.city(city.seat), " · ", text) if move.free_city else text

    def tie_value(self, n: int) -> Phrase:
        return self.coins(n)

    def tie_break_text(self, score: str) -> Phrase:
        """Return that coins break a tie (C8.3)."""
        return phrase(self.t.gettext("Equal points; the coins decide: %(score)s.", score=score))

    def full_tie(self) -> Phrase:
        return phrase(self.t.gettext("Equal points, and equal coins."))

    def victory_after_tie(self, names: Phrase, points: str) -> Phrase:
        """Return that coins break a tie (C8.3)."""
        return self.t.phrases.gettext(
            "Victory: %(names)s (%(points)s; the coins decide)", names=names, points=points
        )

    def conflict_tokens(self, city: City) -> list[str]:
        """Return "+1 +3 −1": victory tokens by age, then defeats."""
        return [format_signed(points) for points, n in city.conflict_tokens for _ in range(n)]
