"""What an expansion adds to what is said of a Duel; it fills the slot `slots.NARRATION`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from heptapolis import slots
from heptapolis.events import Event
from heptapolis.games.duel.expansion import DUEL
from heptapolis.i18n.spans import Phrase
from heptapolis.narration.steps import Step
from heptapolis.variants import variant

if TYPE_CHECKING:
    from heptapolis.games.duel.narration.wording import DuelWording

Message = tuple[str, str]  # a context and English words


@dataclass(frozen=True)
class DuelNarration:
    """The words of an expansion of Duel."""

    questions: Mapping[str, Message] = field(default_factory=dict)  # by phase
    deeds: Mapping[str, Message] = field(default_factory=dict)  # what is done, by verb
    sentences: "Mapping[type[Event], Callable[[Event, DuelWording], Phrase]]" = field(
        default_factory=dict
    )  # of the log
    steps: Mapping[type[Event], Callable[[Event], Step]] = field(default_factory=dict)


@cache
def narrations(names: frozenset[str]) -> tuple[DuelNarration, ...]:
    """Return the words of the expansions of these names."""
    offered = variant(DUEL).expansions if names else {}
    loaded = [offered[name].parts.apply(slots.NARRATION, None) for name in sorted(names)]
    return tuple(one for one in loaded if one is not None)
