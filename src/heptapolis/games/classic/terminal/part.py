"""The terminal's part for classic."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType

from heptapolis.games.classic.game import ClassicGame
from heptapolis.games.classic.terminal.answer import TypedDecision
from heptapolis.games.classic.terminal.catalog import catalog_tables, thing_sheet
from heptapolis.games.classic.terminal.log import turn_log
from heptapolis.games.classic.terminal.screen import screen
from heptapolis.games.classic.terminal.session import ClassicSession
from heptapolis.games.classic.terminal.wording import PlaceWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.i18n import Translator
from heptapolis.terminal.parts import TerminalPart


def _screen(view: ClassicView, t: Translator, width: int) -> Iterator[RenderableType]:
    return screen(TypedDecision(view), PlaceWording(view, t), width)


def _score_facts(game: ClassicGame) -> dict[str, Any]:
    return {"leaders": game.leaders}


def _seat_facts(game: ClassicGame, seat: int) -> dict[str, Any]:
    return {"board": game.city(seat).board}


PART = TerminalPart(
    ClassicSession, turn_log, catalog_tables, thing_sheet, _screen, _score_facts, _seat_facts
)
