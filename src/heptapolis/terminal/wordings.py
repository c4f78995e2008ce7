"""The wording of games at a terminal."""

from heptapolis.contract import State
from heptapolis.i18n import Translator
from heptapolis.narration.wording import Wording
from heptapolis.slots import TERMINAL_WORDING
from heptapolis.variants import part_of


def wording_of(table: State, t: Translator) -> Wording:
    """Return the wording of a game or a view."""
    return part_of(table, TERMINAL_WORDING, plain=lambda: Wording)(table, t)
