"""The words that an expansion adds to the narration of Duel.

It fills the slot `heptapolis.games.duel.slots.NARRATION`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from heptapolis.events import Event
from heptapolis.games.duel.expansion import DUEL
from heptapolis.games.duel.slots import NARRATION
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase
from heptapolis.variants import variant

if TYPE_CHECKING:
    from heptapolis.games.duel.narration.wording import DuelWording
    from heptapolis.games.duel.state import DuelState

Message = tuple[str, str]  # a context and English words


@dataclass(frozen=True)
class DuelNarration:
    """The words of an expansion of Duel."""

    questions: Mapping[str, Message] = field(default_factory=dict)  # by phase
    deeds: Mapping[str, Message] = field(default_factory=dict)  # the deed, by verb
    sentences: "Mapping[type[Event], Callable[[Event, DuelWording], Phrase]]" = field(
        default_factory=dict
    )  # of the log
    describe: Callable[[Any, Translator], str] | None = None  # effect of a thing
    # The things of the expansion in front of a seat, as far as they are known, and their heading.
    things_of: "Callable[[DuelState, int], Sequence[str]] | None" = None
    heading: Message = ("", "")


@cache
def narrations(names: frozenset[str]) -> tuple[DuelNarration, ...]:
    """Return the words of the expansions of these names."""
    offered = variant(DUEL).expansions if names else {}
    loaded = [offered[name].parts.apply(NARRATION, None) for name in sorted(names)]
    return tuple(one for one in loaded if one is not None)
