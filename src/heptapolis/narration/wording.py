"""How a table is spoken of in one language: its cards, its cities, what things cost."""

from typing import Any

from rich.text import Text

from heptapolis.cards import ClassicCatalog
from heptapolis.cards.model import (
    Board,
    Card,
    DuelCard,
    Leader,
    Wonder,
)
from heptapolis.classic.view import City, ClassicState
from heptapolis.codes import (
    AGES,
    DRAFT,
    Code,
    Color,
    Special,
)
from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import name
from heptapolis.move import Move
from heptapolis.record import ROMAN

SOLD = (Color.BROWN, Color.GREY)
STYLES = {
    Color.BROWN: "rgb(170,110,60)",
    Color.GREY: "bright_black",
    Color.BLUE: "bright_blue",
    Color.YELLOW: "yellow",
    Color.RED: "red",
    Color.GREEN: "green",
    Color.PURPLE: "magenta",
    Color.WHITE: "bold",
}


def signed(number: int) -> str:
    """A number with its sign, as on a token."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def neighbours(seat: int, cities: int) -> tuple[int, int]:
    """The cities to the left and to the right (C1.1)."""
    return (seat + 1) % cities, (seat - 1) % cities


def effect(thing: Any, t: Translator) -> str:
    """What a card, leader or token does, in sentences."""
    sold = thing.color in SOLD if isinstance(thing, Card) else None
    return " ".join(explain(thing.effect, t, sold=sold))


class Wording:
    """What the games of the family are spoken of with alike."""

    def __init__(self, table: State, t: Translator) -> None:
        self.table, self.t = table, t
        self.catalog = table.edition.catalog

    def moment(self, age: int, turn: int) -> str:
        """A turn's heading."""
        return self.t.gettext("Age %(age)s, turn %(turn)d", age=ROMAN[age], turn=turn)

    def thing(self, id: str) -> Any:
        """A card, or what takes a card's place."""
        return self.catalog.find(id)

    def card(self, id: str) -> Text:
        """The name of a card or another thing in its colour."""
        thing = self.thing(id)
        color = thing.color if isinstance(thing, Card | DuelCard) else Color.WHITE
        return Text(name(thing, self.t), style=STYLES[color])

    def cards(self, ids: list[str]) -> Text:
        return Text(", ").join(self.card(id) for id in ids)

    def effect(self, id: str) -> str:
        return effect(self.thing(id), self.t)

    def player(self, seat: int) -> str:
        """Who sits there; what a terminal would obey is left out of the name."""
        given = self.table.names[seat]
        if given == f"Player {seat + 1}":  # the engine's own word where nobody gave a name
            return self.t.gettext("Player %(n)d", n=seat + 1)
        return "".join(sign for sign in given if sign.isprintable())

    def title(self, seat: int) -> str:
        """A city in a heading."""
        return self.player(seat)

    def coins_or_free(self, coins: int) -> str:
        """ "4 coins", or the word for nothing."""
        return words.coins(coins, self.t) if coins else self.t.pgettext("price", "free")

    def too_few_coins(self, price: int, coins: int) -> str:
        """Why something cannot be had."""
        return self.t.gettext(
            "%(price)s needed, %(coins)d there", price=words.coins(price, self.t), coins=coins
        )

    def color(self, color: Color) -> Text:
        return Text(words.word(color, self.t), style=STYLES[color])

    def word(self, code: Code) -> str:
        return words.word(code, self.t)


class ClassicWording(Wording):
    """Names and prices at a table of classic."""

    table: ClassicState
    catalog: ClassicCatalog

    def __init__(self, table: ClassicState, t: Translator) -> None:
        super().__init__(table, t)

    def moment(self, age: int, turn: int) -> str:
        """A turn's heading; a leader draft comes before the ages, a recruitment opens each."""
        t = self.t
        if not age:
            return t.gettext("Leaders, round %(n)d of %(rounds)d", n=turn, rounds=DRAFT - 1)
        if not turn:
            return t.gettext("Age %(age)s, recruitment", age=ROMAN[age])
        return super().moment(age, turn)

    def thing(self, id: str) -> Card | Leader:
        """A card, or the leader that takes a card's place."""
        return self.catalog.card.get(id) or self.catalog.leader[id]

    def wonder(self, seat: int) -> Wonder:
        return self.catalog.wonder[self.table.city(seat).board.partition(":")[0]]

    def board(self, seat: int) -> Board:
        return self.wonder(seat).sides[self.table.city(seat).board[-1]]

    def keeps_leaders(self, seat: int) -> bool:
        """The board recruits extra leaders: those in hand stay there to the end (L43)."""
        extra = Special.RECRUIT_EXTRA_LEADER
        return any(stage.effect.special is extra for stage in self.board(seat).stages)

    def is_free_city(self, seat: int) -> bool:
        return seat >= self.table.players

    def city(self, seat: int) -> str:
        """A city in a line of the log: its wonder's place."""
        if self.is_free_city(seat):
            return self.t.gettext("Free City")
        return name(self.wonder(seat), self.t)

    def player(self, seat: int) -> str:
        if self.is_free_city(seat):
            return self.t.gettext("Free City")
        return super().player(seat)

    def title(self, seat: int) -> str:
        """A city in a heading: wonder, side and player."""
        board = f"{name(self.wonder(seat), self.t)} {self.table.city(seat).board[-1]}"
        player = self.player(seat)
        return f"{player} · {board}" if self.is_free_city(seat) else f"{board} · {player}"

    def has_chain(self, city: City, id: str) -> bool:
        """A building of the city makes the card free (C4.7)."""
        card = self.catalog.card
        standing = {card[own].same_structure_as or own for own in city.buildings}
        return any((card[p].same_structure_as or p) in standing for p in card[id].chain_from)

    def stands(self, city: City, id: str) -> bool:
        """A building of this name is in the city (C3.1)."""
        card = self.catalog.card
        wanted = card[id].same_structure_as or id
        return wanted in {card[own].same_structure_as or own for own in city.buildings}

    def with_power(self, city: City, power: Special) -> list[str]:
        """Names of the city's leaders, own or copied, that have a power."""
        leaders = [self.catalog.leader[id] for id in city.leaders + city.copied]
        return [name(leader, self.t) for leader in leaders if leader.effect.special is power]

    def leader_price(self, city: City, id: str) -> str:
        """What a leader in hand will cost; Maecenas helps again in the next recruitment (L23)."""
        waits = self.table.turn and self.table.age < AGES
        if waits and self.with_power(city, Special.FREE_LEADERS):
            return self.coins_or_free(0)
        return self.coins_or_free(self.table.leader_price(city.seat, id))

    def price(self, city: City, move: Move) -> str:
        """What a build or a stage costs in coins and who gets them: "3 coins: 1 bank, 2 left"."""
        t = self.t
        chain = move.verb == "build" and self.has_chain(city, move.card or "")
        if chain:
            return t.pgettext("price", "chain")
        bank = self._printed_coins(city, move) + move.bank
        bought = move.left + move.right
        total = self.coins_or_free(bank + bought)
        # A unit from the bank is a choice (Bilkis); a printed price alone speaks for itself.
        parts = [t.gettext("%(n)d bank", n=bank)] if move.bank or (bank and bought) else []
        parts += [t.gettext("%(n)d left", n=move.left)] if move.left else []
        parts += [t.gettext("%(n)d right", n=move.right)] if move.right else []
        return f"{total}: {', '.join(parts)}" if parts else total

    def _printed_coins(self, city: City, move: Move) -> int:
        """Coins that the card or the stage itself asks for."""
        if move.verb == "stage":
            return self.board(city.seat).stages[city.stages].cost.coins
        card = self.catalog.card[move.card or ""]
        is_gift = move.free or bool(card.is_guild and self.with_power(city, Special.FREE_GUILDS))
        return 0 if is_gift else card.cost.coins

    def conflict_tokens(self, city: City) -> list[str]:
        """ "+1 +3 −1": victory tokens by age, then defeats."""
        constants = self.catalog.constants
        won = [
            signed(points)
            for points, n in zip(constants.victory_points, city.victories, strict=True)
            for _ in range(n)
        ]
        return won + [signed(constants.defeat_points)] * city.defeats
