"""Points on a score sheet, and who has won."""

from heptapolis.contract import Game
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Phrase, listed
from heptapolis.narration.wording import Wording, signed


def signed_cell(points: int) -> str:
    return signed(points) if points < 0 else str(points)


def verdict(game: Game, wording: Wording) -> Phrase:
    """Who has won and how, or who leads."""
    t, say = wording.t, wording.t.phrases
    first = game.ranking()[0]
    names = listed(wording.title(seat) for seat in first)
    best = game.score(first[0])["total"]
    points = words.points(best, t)
    if not game.is_over:
        return say.gettext("In the lead: %(names)s (%(points)s)", names=names, points=points)
    if game.outcome == "military":
        return say.gettext("Military victory: %(names)s", names=names)
    if game.outcome == "science":
        return say.gettext("Scientific victory: %(names)s", names=names)
    if len(first) > 1:
        return say.gettext("Shared victory: %(names)s (%(points)s)", names=names, points=points)
    if sum(game.score(seat)["total"] == best for seat in range(game.players)) > 1:
        return wording.victory_after_tie(names, points)
    return say.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)
