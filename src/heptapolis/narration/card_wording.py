"""The wording of games with a card catalogue: names, colours and effects."""

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
    """Return the name of a card in its colour, or of another thing."""
    color = getattr(thing, "color", Color.WHITE)
    return phrase(Span(name(thing, t), CardName(thing.id, color)))


class CardWording(Wording):
    """The wording shared by all games with a card catalogue."""

    catalog: Any

    def __init__(self, table: State, t: Translator) -> None:
        super().__init__(table, t)
        self.catalog = table.edition.catalog

    def thing(self, id: str) -> Any:
        """Return a card, or the thing that takes its place."""
        return self.catalog.find(id)

    def card(self, id: str) -> Phrase:
        """Return the name of a card or another thing in its colour."""
        return name_of(self.thing(id), self.t)

    def effect(self, id: str) -> str:
        """Describe the effect of a card or another thing in sentences."""
        return " ".join(explain(self.thing(id).effect, self.t))

    def color(self, color: Color) -> Phrase:
        return phrase(Span(words.word(color, self.t), color))

    def word(self, code: Code) -> str:
        return words.word(code, self.t)
