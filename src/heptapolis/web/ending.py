"""The end of a game on a page: the result, what decided it, the winners and the ranking."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.narration import wording_of
from heptapolis.narration.score import ENDS_OF_TABLES, GameEnd, headline, kind, reason
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.points import PointsSheet, sheet
from heptapolis.web.spans import html


@dataclass(frozen=True)
class EndPage:
    """The end of a game as one viewer sees it."""

    outcome: str
    kind: str  # the score in words
    headline: str
    reason: Markup
    winners: tuple[Any, ...]  # the winners' cities, as on the board
    titles: tuple[Markup, ...]  # the winners' names
    is_mine: bool  # the viewer has played
    is_won: bool  # the viewer has won
    is_by_points: bool
    is_early: bool  # ended by the table, so points count for nothing
    points: PointsSheet


def ending_of(end: GameEnd, view: View, board: GameBoard, language: str, me: int | None) -> EndPage:
    """Return the end of a game for a seat; ``me`` is None for spectators and shared devices."""
    wording = wording_of(view, translator(language))
    cities = {city.seat: city for city in board.cities}
    return EndPage(
        outcome=end.outcome,
        kind=kind(end, wording),
        headline=headline(end, wording, me),
        reason=html(reason(end, wording, me)),
        winners=tuple(cities[seat] for seat in end.winners),
        titles=tuple(html(wording.title(seat)) for seat in end.winners),
        is_mine=me is not None,
        is_won=me in end.winners,
        is_by_points=end.is_by_points,
        is_early=end.outcome in ENDS_OF_TABLES,
        points=sheet(view, wording, me, end),
    )
