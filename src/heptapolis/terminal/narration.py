"""Either game told in its own words."""

from collections.abc import Sequence

from rich.console import RenderableType

from heptapolis.events import Event
from heptapolis.narration.duel.wording import DuelWording
from heptapolis.narration.wording import ClassicWording, Wording
from heptapolis.terminal.classic import log
from heptapolis.terminal.duel import log as duel_log


def tell_turn(
    turn: list[Event], wording: Wording, me: int | None, before: Sequence[Event]
) -> RenderableType:
    """What happened in a turn of a game; ``before`` is what was told of it earlier."""
    if isinstance(wording, DuelWording):
        return duel_log.turn_log(turn, wording, me, before)
    assert isinstance(wording, ClassicWording)
    return log.turn_log(turn, wording, me)
