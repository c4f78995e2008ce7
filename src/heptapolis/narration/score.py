"""The columns of a score sheet, and who has won."""

from heptapolis.classic.view import ClassicState
from heptapolis.contract import Game, State
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.narration.wording import Wording, signed


def columns(table: State) -> list[str]:
    """The columns of a sheet; leaders have theirs only where they are played."""
    without = isinstance(table, ClassicState) and not table.leaders
    return [column for column in table.columns if not without or column != "leaders"]


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
        return _after_tie(game, names, points, t)
    return t.gettext("Victory: %(names)s (%(points)s)", names=names, points=points)


def _after_tie(game: Game, names: str, points: str, t: Translator) -> str:
    """A tie is broken by coins (C8.3), in Duel by the points of blue cards (D47)."""
    if game.game == "duel":
        return t.gettext(
            "Victory: %(names)s (%(points)s; the blue cards decide)", names=names, points=points
        )
    return t.gettext(
        "Victory: %(names)s (%(points)s; the coins decide)", names=names, points=points
    )
