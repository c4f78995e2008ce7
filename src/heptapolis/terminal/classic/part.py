"""What the terminal has for classic."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType

from heptapolis.classic.game import ClassicGame
from heptapolis.classic.view import ClassicView
from heptapolis.i18n import Translator
from heptapolis.terminal.classic.answer import TypedClassicDecision
from heptapolis.terminal.classic.catalog import catalog_tables, thing_sheet
from heptapolis.terminal.classic.log import turn_log
from heptapolis.terminal.classic.screen import screen
from heptapolis.terminal.classic.session import ClassicSession
from heptapolis.terminal.classic.wording import PlaceWording
from heptapolis.terminal.parts import TerminalPart


def _screen(view: ClassicView, t: Translator, width: int) -> Iterator[RenderableType]:
    return screen(TypedClassicDecision(view), PlaceWording(view, t), width)


def _score_facts(game: ClassicGame) -> dict[str, Any]:
    return {"leaders": game.leaders}


def _seat_facts(game: ClassicGame, seat: int) -> dict[str, Any]:
    return {"board": game.city(seat).board}


PART = TerminalPart(
    ClassicSession, turn_log, catalog_tables, thing_sheet, _screen, _score_facts, _seat_facts
)
