"""The words that an expansion adds to the narration of its game.

It fills the slot `heptapolis.slots.NARRATION`; all user interfaces use them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase
from heptapolis.vocabulary import Message


@dataclass(frozen=True)
class Narration:
    """The words of an expansion."""

    # Sentences of the log without a subject; they take the event and the wording of the table. An
    # empty one leaves the event out. `repeats` are for a second event of a seat in the same turn.
    sentences: Mapping[type[Event], Callable[[Any, Any], Phrase]] = field(default_factory=dict)
    repeats: Mapping[type[Event], Callable[[Any, Any], Phrase]] = field(default_factory=dict)
    # Lines below the events of a turn.
    notes: Callable[[Iterable[Event], Translator], Iterator[str]] = lambda _events, _t: iter(())
    # Questions of decisions by phase, where the declared one is not enough; they take the game's
    # decision and the wording.
    questions: Mapping[str, Callable[[Any, Any], str]] = field(default_factory=dict)
    # What things of its own do, by their class, and what its keys in effects of cards do.
    things: Mapping[type[Any], Callable[[Any, Translator], str]] = field(default_factory=dict)
    effects: Mapping[str, Callable[[Any, Translator], str]] = field(default_factory=dict)
    # Yields headings with the things in front of a seat, as far as the view or game knows them.
    shelves: Callable[[Any, int], Iterator[tuple[Message, Sequence[str]]]] = lambda _table, _seat: (
        iter(())
    )
