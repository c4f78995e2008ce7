"""The terminal's part for Duel."""

from collections.abc import Iterator

from rich.console import RenderableType

from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.terminal.answer import TypedDecision
from heptapolis.games.duel.terminal.catalog import catalog_tables, thing_sheet
from heptapolis.games.duel.terminal.log import turn_log
from heptapolis.games.duel.terminal.screen import screen
from heptapolis.games.duel.terminal.session import DuelSession
from heptapolis.games.duel.view import DuelView
from heptapolis.i18n import Translator
from heptapolis.terminal.parts import TerminalPart


def _screen(view: DuelView, t: Translator, width: int) -> Iterator[RenderableType]:
    return screen(TypedDecision(view), DuelWording(view, t), width)


PART = TerminalPart(DuelSession, turn_log, catalog_tables, thing_sheet, _screen)
