"""How a table is spoken of where cards of a catalogue lie: their names, colours and effects."""

from typing import Any

from rich.text import Text

from heptapolis.codes import Code, Color
from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import name
from heptapolis.narration.wording import Wording

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


def name_of(thing: Any, t: Translator) -> Text:
    """The name of a card in its colour, or of another thing."""
    return Text(name(thing, t), style=STYLES[getattr(thing, "color", Color.WHITE)])


class CardWording(Wording):
    """What the games of the family are spoken of with alike."""

    catalog: Any

    def __init__(self, table: State, t: Translator) -> None:
        super().__init__(table, t)
        self.catalog = table.edition.catalog

    def thing(self, id: str) -> Any:
        """A card, or what takes a card's place."""
        return self.catalog.find(id)

    def card(self, id: str) -> Text:
        """The name of a card or another thing in its colour."""
        return name_of(self.thing(id), self.t)

    def effect(self, id: str) -> str:
        """What a card, leader or token does, in sentences."""
        return " ".join(explain(self.thing(id).effect, self.t))

    def too_few_coins(self, price: int, coins: int) -> str:
        """Why something cannot be had."""
        return self.t.gettext(
            "%(price)s needed, %(coins)d there", price=words.coins(price, self.t), coins=coins
        )

    def color(self, color: Color) -> Text:
        return Text(words.word(color, self.t), style=STYLES[color])

    def word(self, code: Code) -> str:
        return words.word(code, self.t)
