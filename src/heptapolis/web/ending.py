"""The end of a game as a page tells it: the result, what decided it, the winners, the ranking."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.narration import wording_of
from heptapolis.narration.score import GameEnd, headline, kind, reason
from heptapolis.web.board_parts import GameBoard
from heptapolis.web.points import PointsSheet, sheet
from heptapolis.web.spans import html


@dataclass(frozen=True)
class EndPage:
    """An end in the eyes of somebody."""

    outcome: str
    kind: str  # the same in words
    headline: str
    reason: Markup
    winners: tuple[Any, ...]  # their cities, as the board shows them
    titles: tuple[Markup, ...]  # who they are
    is_mine: bool  # whoever looks has played
    is_won: bool  # and won
    is_by_points: bool
    points: PointsSheet


def ending_of(end: GameEnd, view: View, board: GameBoard, language: str, me: int | None) -> EndPage:
    """An end for a seat; None is a spectator, or several people at one device."""
    wording = wording_of(view, translator(language))
    cities = {city.seat: city for city in board.cities}
    return EndPage(
        outcome=end.outcome,
        kind=kind(end, wording),
        headline=headline(end, wording, me),
        reason=html(reason(end, wording)),
        winners=tuple(cities[seat] for seat in end.winners),
        titles=tuple(html(wording.title(seat)) for seat in end.winners),
        is_mine=me is not None,
        is_won=me in end.winners,
        is_by_points=end.is_by_points,
        points=sheet(view, wording, me, end),
    )
