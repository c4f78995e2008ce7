"""A game told in words: what every face that people read says alike.

Sentences are phrases, whose spans say what they mean (`i18n/spans.py`); faces choose the looks.
"""

from heptapolis.contract import State, View
from heptapolis.edition import Source
from heptapolis.i18n import Translator
from heptapolis.narration.denial import Denial
from heptapolis.narration.steps import PlainTeller, TurnSteps
from heptapolis.narration.wording import Wording
from heptapolis.record import Record
from heptapolis.slots import DENIALS, EVENT_STEPS, STEPS, WORDING
from heptapolis.variants import part_of, ruleset_of, variant


def wording_of(table: State, t: Translator) -> Wording:
    """How a game, or a view of it, is spoken of."""
    return part_of(table, WORDING, plain=lambda: Wording)(table, t)


def denials(record: Record, *, catalog: Source = None) -> tuple[Denial, ...]:
    """Everything that was denied in a finished game, what mattered most first."""
    game = variant(record.game)
    return game.part(DENIALS)().find(record, catalog) if game.has(DENIALS) else ()


def steps_after(view: View, after: int) -> list[TurnSteps]:
    """What a viewer saw happen after so many events, turn by turn."""
    rules = ruleset_of(view)
    tellers = rules.part(EVENT_STEPS, plain=dict)
    return rules.part(STEPS, plain=lambda: PlainTeller)(tellers).tell(view, after)
