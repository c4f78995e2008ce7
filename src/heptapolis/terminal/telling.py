"""Either game told in its own words."""

from collections.abc import Sequence

from rich.console import RenderableType

from heptapolis.classic.game import ClassicGame
from heptapolis.duel.game import DuelGame
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.table import Game
from heptapolis.terminal import duel_log, log
from heptapolis.terminal.duel_wording import DuelWording
from heptapolis.terminal.wording import ClassicWording, Wording


def wording_of(game: Game, t: Translator) -> Wording:
    """How a game with all its cards open is spoken of."""
    if isinstance(game, DuelGame):
        return DuelWording(game, t)
    assert isinstance(game, ClassicGame)
    return ClassicWording(game, t)


def tell_turn(
    turn: list[Event], wording: Wording, me: int | None, before: Sequence[Event]
) -> RenderableType:
    """What happened in a turn of a game; ``before`` is what was told of it earlier."""
    if isinstance(wording, DuelWording):
        return duel_log.turn_log(turn, wording, me, before)
    assert isinstance(wording, ClassicWording)
    return log.turn_log(turn, wording, me)
