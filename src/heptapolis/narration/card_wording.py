"""How a table is spoken of where cards of a catalogue lie: their names, colours and effects."""

from typing import Any

from heptapolis.codes import Code, Color
from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import CardName, Phrase, Span, phrase
from heptapolis.narration.wording import Wording


def name_of(thing: Any, t: Translator) -> Phrase:
    """The name of a card in its colour, or of another thing."""
    color = getattr(thing, "color", Color.WHITE)
    return phrase(Span(name(thing, t), CardName(thing.id, color)))


class CardWording(Wording):
    """What the games of the family are spoken of with alike."""

    catalog: Any

    def __init__(self, table: State, t: Translator) -> None:
        super().__init__(table, t)
        self.catalog = table.edition.catalog

    def thing(self, id: str) -> Any:
        """A card, or what takes a card's place."""
        return self.catalog.find(id)

    def card(self, id: str) -> Phrase:
        """The name of a card or another thing in its colour."""
        return name_of(self.thing(id), self.t)

    def effect(self, id: str) -> str:
        """What a card or other thing does, in sentences."""
        return " ".join(explain(self.thing(id).effect, self.t))

    def color(self, color: Color) -> Phrase:
        return phrase(Span(words.word(color, self.t), color))

    def word(self, code: Code) -> str:
        return words.word(code, self.t)
