"""Hints at a table: the most promising of the legal moves, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from heptapolis.bots.advice import Advice, suggestions
from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.i18n.reasons import argument
from heptapolis.i18n.vocabulary import percent
from heptapolis.narration import wording_of
from heptapolis.variants import ruleset_of
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.shown_move import ShownMove, shown_move
from heptapolis.web.spans import html

MAX_HINTS = 3


@dataclass(frozen=True)
class Hint:
    """A promising move."""

    move: ShownMove
    win: float
    chance: str  # the chance in words
    why: Markup


def hints(view: View, board: GameBoard, advice: Sequence[Advice], language: str) -> list[Hint]:
    """Return the best moves, ordered by the displayed chances."""
    t = translator(language)
    name, words = wording_of(view, t).player, ruleset_of(view).reasons
    return [
        Hint(
            shown_move(board, one.move),
            one.win,
            percent(one.win, t, 0),
            html(argument(one.reasons, name, t, words=words)),
        )
        for one in suggestions(advice, MAX_HINTS)
    ]
