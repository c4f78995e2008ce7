"""Either game told in its own words."""

from collections.abc import Sequence

from rich.console import RenderableType

from heptapolis.classic.view import ClassicTable
from heptapolis.duel.view import DuelTable
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.table import Table
from heptapolis.terminal import duel_log, log
from heptapolis.terminal.duel_wording import DuelWording
from heptapolis.terminal.wording import ClassicWording, Wording


def wording_of(table: Table, t: Translator) -> Wording:
    """How a game, or a view of it, is spoken of."""
    if isinstance(table, DuelTable):
        return DuelWording(table, t)
    assert isinstance(table, ClassicTable)
    return ClassicWording(table, t)


def tell_turn(
    turn: list[Event], wording: Wording, me: int | None, before: Sequence[Event]
) -> RenderableType:
    """What happened in a turn of a game; ``before`` is what was told of it earlier."""
    if isinstance(wording, DuelWording):
        return duel_log.turn_log(turn, wording, me, before)
    assert isinstance(wording, ClassicWording)
    return log.turn_log(turn, wording, me)
