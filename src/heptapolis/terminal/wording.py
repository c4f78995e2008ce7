"""How a table is spoken of in one language: its cards, its cities, what things cost."""

from rich.text import Text

from heptapolis.catalog.model import Board, Card, Wonder
from heptapolis.codes import Code, Color
from heptapolis.i18n import Translator, words
from heptapolis.i18n.names import name
from heptapolis.move import Move
from heptapolis.terminal.catalog import SOLD, STYLES
from heptapolis.view import City, Table


class Wording:
    """Names and prices at one table."""

    def __init__(self, table: Table, t: Translator) -> None:
        self.table, self.t = table, t
        self.catalog = table.edition.catalog

    def card(self, id: str) -> Text:
        """A card's name in its colour."""
        card = self.catalog.card[id]
        return Text(name(card, self.t), style=STYLES[card.color])

    def cards(self, ids: list[str]) -> Text:
        return Text(", ").join(self.card(id) for id in ids)

    def effect(self, card: Card) -> str:
        return " ".join(words.explain(card.effect, self.t, sold=card.color in SOLD))

    def wonder(self, seat: int) -> Wonder:
        return self.catalog.wonder[self.table.city(seat).board.partition(":")[0]]

    def board(self, seat: int) -> Board:
        return self.wonder(seat).sides[self.table.city(seat).board[-1]]

    def is_free_city(self, seat: int) -> bool:
        return seat >= self.table.players

    def city(self, seat: int) -> str:
        """A city in a line of the log: its wonder's place."""
        if self.is_free_city(seat):
            return self.t.gettext("Free City")
        return name(self.wonder(seat), self.t)

    def player(self, seat: int) -> str:
        """Who sits there; what a terminal would obey is left out of the name."""
        if self.is_free_city(seat):
            return self.t.gettext("Free City")
        given = self.table.names[seat]
        if given == f"Player {seat + 1}":  # the engine's own word where nobody gave a name
            return self.t.gettext("Player %(n)d", n=seat + 1)
        return "".join(sign for sign in given if sign.isprintable())

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

    def price(self, city: City, move: Move) -> str:
        """What a build or a stage costs in coins and who gets them: "3 coins: 1 bank, 2 left"."""
        t = self.t
        chain = move.verb == "build" and self.has_chain(city, move.card or "")
        if chain:
            return t.pgettext("price", "chain")
        if move.verb == "stage":
            printed = self.board(city.seat).stages[city.stages].cost.coins
        else:
            printed = 0 if move.free else self.catalog.card[move.card or ""].cost.coins
        bank = printed + move.bank
        if not bank + move.left + move.right:
            return t.pgettext("price", "free")
        total = words.coins(bank + move.left + move.right, t)
        parts = [t.gettext("%(n)d bank", n=bank)] if bank and move.left + move.right else []
        parts += [t.gettext("%(n)d left", n=move.left)] if move.left else []
        parts += [t.gettext("%(n)d right", n=move.right)] if move.right else []
        return f"{total}: {', '.join(parts)}" if parts else total

    def color(self, color: Color) -> Text:
        return Text(words.word(color, self.t), style=STYLES[color])

    def word(self, code: Code) -> str:
        return words.word(code, self.t)
