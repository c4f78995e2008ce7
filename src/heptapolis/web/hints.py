"""Hints as a table shows them: the most promising moves of all that it offers, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from heptapolis.bots.advice import Advice, top_moves
from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.i18n.reasons import argument
from heptapolis.i18n.vocabulary import percent
from heptapolis.narration import wording_of
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.shown_move import ShownMove, shown_move
from heptapolis.web.spans import html

MOST = 3  # hints that are shown


@dataclass(frozen=True)
class Hint:
    """A move that promises much."""

    move: ShownMove
    win: float
    chance: str  # the same in words
    why: Markup


def hints(view: View, board: GameBoard, advice: Sequence[Advice], language: str) -> list[Hint]:
    """The best moves, in the order of the chances that are shown."""
    t = translator(language)
    name = wording_of(view, t).player
    return [
        Hint(
            shown_move(board, one.move), one.win, percent(one.win, t, 0),
            html(argument(one.reasons, name, t)),
        )
        for one in top_moves(advice, MOST)
    ]  # fmt: skip
