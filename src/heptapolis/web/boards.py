"""The board of each game, attached to the id of its variant: a line for each."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from heptapolis.contract import View
from heptapolis.i18n import Translator, translator
from heptapolis.narration.denial import Denial, Denials, by_deed
from heptapolis.web.board_parts import GameBoard, Turn
from heptapolis.web.classic import board as classic_board
from heptapolis.web.classic.drawings import drawings as classic_drawings
from heptapolis.web.duel import board as duel_board
from heptapolis.web.duel.drawings import drawings as duel_drawings


@dataclass(frozen=True)
class BoardPart:
    """How the pages show a game: its table, what happened, what its templates draw."""

    board: Callable[[Any, Translator], GameBoard]
    log: Callable[[Any, Translator, Denials], list[Turn]]
    drawings: Callable[[str], dict[str, Callable[..., str]]]


BOARDS = {
    "classic": BoardPart(classic_board.board, classic_board.log, classic_drawings),
    "duel": BoardPart(duel_board.board, duel_board.log, duel_drawings),
}


def board_of(view: View, language: str) -> GameBoard:
    """The table that a view shows."""
    return BOARDS[view.game].board(view, translator(language))


def log_of(view: View, language: str, denied: Sequence[Denial] = ()) -> list[Turn]:
    """What happened, the latest turn first; ``denied`` is marked where it happened."""
    return BOARDS[view.game].log(view, translator(language), by_deed(denied))


def with_names(view: View, names: list[str]) -> View:
    """A view with other names for those who decide."""
    renamed = copy(view)
    renamed.names = (*names, *view.names[len(names) :])
    return renamed
