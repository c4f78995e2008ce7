"""A game told in words: what every face that people read says alike.

Text is Rich's, so that names keep their colours; a face takes the colours it can show.
"""

from heptapolis.classic.view import ClassicState
from heptapolis.contract import State
from heptapolis.duel.view import DuelState
from heptapolis.i18n import Translator
from heptapolis.narration.duel.wording import DuelWording
from heptapolis.narration.wording import ClassicWording, Wording


def wording_of(table: State, t: Translator) -> Wording:
    """How a game, or a view of it, is spoken of."""
    if isinstance(table, DuelState):
        return DuelWording(table, t)
    assert isinstance(table, ClassicState)
    return ClassicWording(table, t)
