"""A game in words: the texts that all interfaces for people share.

Sentences are phrases whose spans carry their meaning (`i18n/spans.py`); each interface chooses
their appearance.
"""

from heptapolis.contract import State, View
from heptapolis.edition import Source
from heptapolis.i18n import Translator
from heptapolis.narration.denial import Denial
from heptapolis.narration.steps import PlainStepTeller, TurnSteps
from heptapolis.narration.wording import Wording
from heptapolis.record import Record
from heptapolis.slots import DENIALS, EVENT_STEPS, STEPS, WORDING
from heptapolis.variants import part_of, ruleset_of, ruleset_of_record


def wording_of(table: State, t: Translator) -> Wording:
    """Return the wording of a game or a view."""
    return part_of(table, WORDING, plain=lambda: Wording)(table, t)


def denials(record: Record, *, catalog: Source = None) -> tuple[Denial, ...]:
    """Return all denials of a finished game, the most important first."""
    rules = ruleset_of_record(record)
    return rules.part(DENIALS)().find(record, catalog) if rules.has(DENIALS) else ()


def steps_after(view: View, after: int) -> list[TurnSteps]:
    """Return what a viewer saw after a number of events, turn by turn."""
    rules = ruleset_of(view)
    tellers = rules.part(EVENT_STEPS, plain=dict)
    return rules.part(STEPS, plain=lambda: PlainStepTeller)(tellers).tell(view, after)
