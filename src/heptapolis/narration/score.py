"""Points on a score sheet, and who has won."""

from heptapolis.contract import Game
from heptapolis.i18n import vocabulary as words
from heptapolis.narration.wording import Wording, signed


def signed_cell(points: int) -> str:
    return signed(points) if points < 0 else str(points)


def verdict(game: Game, wording: Wording) -> str:
    """Who has won and how, or who leads."""
    t = wording.t
    first = game.ranking()[0]
    names = ", ".join(wording.title(seat) for seat in first)
    best = game.score(first[0])["total"]
    points = words.points(best, t)
    if not game.is_over:
        return t.gettext("In the lead: %(names)s (%(points)s)", names=names, points=points)
    if game.outcome == "military":
        return t.gettext("Military victory: %(names)s", names=names)
    if game.outcome == "science":
        return t.gettext("Scientific victory: %(names)s", names=names)
    if len(first) > 1:
        return t.gettext("Shared victory: %(names)s (%(points)s)", names=names, points=points)
    if sum(game.score(seat)["total"] == best for seat in range(game.players)) > 1:
        return wording.victory_after_tie(names, points)
    return t.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)
