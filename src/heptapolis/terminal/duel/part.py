"""What the terminal has for Duel."""

from collections.abc import Iterator

from rich.console import RenderableType

from heptapolis.duel.view import DuelView
from heptapolis.i18n import Translator
from heptapolis.narration.duel.wording import DuelWording
from heptapolis.terminal.duel.answer import TypedDuelDecision
from heptapolis.terminal.duel.catalog import catalog_tables, thing_sheet
from heptapolis.terminal.duel.log import turn_log
from heptapolis.terminal.duel.screen import screen
from heptapolis.terminal.duel.session import DuelSession
from heptapolis.terminal.parts import TerminalPart


def _screen(view: DuelView, t: Translator, width: int) -> Iterator[RenderableType]:
    return screen(TypedDuelDecision(view), DuelWording(view, t), width)


PART = TerminalPart(DuelSession, turn_log, catalog_tables, thing_sheet, _screen)
