"""What the terminal has for classic."""

from typing import Any

from heptapolis.classic.game import ClassicGame
from heptapolis.terminal.classic.catalog import catalog_tables, thing_sheet
from heptapolis.terminal.classic.log import turn_log
from heptapolis.terminal.classic.session import ClassicSession
from heptapolis.terminal.parts import TerminalPart


def _score_facts(game: ClassicGame) -> dict[str, Any]:
    return {"leaders": game.leaders}


def _seat_facts(game: ClassicGame, seat: int) -> dict[str, Any]:
    return {"board": game.city(seat).board}


PART = TerminalPart(
    ClassicSession, turn_log, catalog_tables, thing_sheet, _score_facts, _seat_facts
)
