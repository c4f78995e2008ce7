"""A second opinion on the omens: their column, counted from what happened and the cards alone."""

from collections.abc import Sequence
from typing import Any

from tests.toys.omens.events import Foreseen


def scores(game: Any) -> Sequence[dict[str, int]]:
    """Return the score sheets of a finished game with the column of the omens counted anew."""
    omens = game.edition.catalog.added["omen"]
    sheets = []
    for seat, sheet in enumerate(game.scores()):
        kept = [e.omen for e in game.events if isinstance(e, Foreseen) and e.seat == seat]
        points = sum((-1 if omens[id].is_dark else 1) * omens[id].points for id in kept)
        others = sum(n for column, n in sheet.items() if column not in ("omens", "total"))
        sheets.append({**sheet, "omens": points, "total": others + points})
    return sheets
