"""A game told in words: what every face that people read says alike.

Sentences are phrases, whose spans say what they mean (`i18n/spans.py`); faces choose the looks.
"""

from collections.abc import Callable
from typing import Any

from heptapolis.contract import State, View
from heptapolis.edition import Source
from heptapolis.i18n import Translator
from heptapolis.narration.denial import Denial, DenialFinder
from heptapolis.narration.steps import StepTeller, TurnSteps
from heptapolis.narration.wording import Wording
from heptapolis.record import Record
from heptapolis.variants import Parts

WORDINGS: Parts[Callable[[Any, Translator], Wording]] = Parts(
    "wording",
    plain="heptapolis.narration.wording:Wording",
    classic="heptapolis.narration.classic.wording:ClassicWording",
    duel="heptapolis.narration.duel.wording:DuelWording",
)
DENIAL_FINDERS: Parts[type[DenialFinder]] = Parts(
    "denials",
    classic="heptapolis.narration.classic.denial:ClassicDenialFinder",
    duel="heptapolis.narration.duel.denial:DuelDenialFinder",
)
STEP_TELLERS: Parts[type[StepTeller]] = Parts(
    "steps",
    plain="heptapolis.narration.steps:PlainTeller",
    classic="heptapolis.narration.classic.steps:ClassicStepTeller",
    duel="heptapolis.narration.duel.steps:DuelStepTeller",
)


def wording_of(table: State, t: Translator) -> Wording:
    """How a game, or a view of it, is spoken of."""
    return WORDINGS.of(table.game)(table, t)


def denials(record: Record, *, catalog: Source = None) -> tuple[Denial, ...]:
    """Everything that was denied in a finished game, what mattered most first."""
    if record.game not in DENIAL_FINDERS:
        return ()
    return DENIAL_FINDERS.of(record.game)().find(record, catalog)


def steps_after(view: View, after: int) -> list[TurnSteps]:
    """What a viewer saw happen after so many events, turn by turn."""
    return STEP_TELLERS.of(view.game)().tell(view, after)
