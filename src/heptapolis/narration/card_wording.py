"""The wording of games with a card catalogue: names, colours and effects."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from heptapolis.codes import Code, Color
from heptapolis.contract import State
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import describe
from heptapolis.i18n.names import name
from heptapolis.i18n.spans import CardName, Phrase, Span, phrase
from heptapolis.narration.expansion import Narration
from heptapolis.narration.wording import Wording
from heptapolis.slots import NARRATION
from heptapolis.variants import expansion_parts, phases_of, ruleset_of
from heptapolis.vocabulary import plain_words


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
        return " ".join(describe(self.thing(id), self.t))

    @cached_property
    def added(self) -> list[Narration]:
        """The words of the expansions of this table."""
        return expansion_parts(self.table.game, ruleset_of(self.table).expansions, NARRATION)

    def phase_question(self, id: str, decision: Any = None) -> str:
        """Return the question of an expansion for a decision, or the declared one of its kind."""
        asking = (one.questions.get(id) for one in self.added)
        if ask := next(filter(None, asking), None):
            return ask(decision, self)
        phase = phases_of(self.table.game).get(id)
        return self.t.pgettext(*phase.question) if phase and phase.question else plain_words(id)

    def deed_of(self, verb: str) -> str:
        """Return what a verb does: "build", "take a progress token"."""
        verbs = (one for words in ruleset_of(self.table).vocabularies for one in words.verbs)
        deed = next((one.deed for one in verbs if one.word == verb), None)
        return self.t.pgettext(*deed) if deed else verb

    def added_sentence(self, event: Event, after: Event | None = None) -> Phrase | None:
        """Return the sentence of the log for an event of an expansion; None for other events.
        ``after`` is the previous action of the seat in the same turn."""
        kind, is_repeated = type(event), type(after) is type(event)
        tellers = (
            (one.repeats.get(kind) if is_repeated else None) or one.sentences.get(kind)
            for one in self.added
        )
        teller = next(filter(None, tellers), None)
        return teller(event, self) if teller else None

    def added_notes(self, events: Iterable[Event]) -> Iterator[str]:
        """Return the lines of expansions below the events of a turn."""
        for one in self.added:
            yield from one.notes(events, self.t)

    def shelves(self, seat: int) -> Iterator[tuple[str, Sequence[str]]]:
        """Return the things of expansions that a seat has, under their headings."""
        for one in self.added:
            for heading, ids in one.shelves(self.table, seat):
                if ids:
                    yield self.t.pgettext(*heading), ids

    def color(self, color: Color) -> Phrase:
        return phrase(Span(words.word(color, self.t), color))

    def word(self, code: Code) -> str:
        return words.word(code, self.t)
