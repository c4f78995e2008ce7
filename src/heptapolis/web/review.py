"""A finished game looked at again, as its page shows it."""

from copy import copy
from dataclasses import dataclass

from markupsafe import Markup

from heptapolis.bots.review import Review
from heptapolis.i18n import translator
from heptapolis.narration import wording_of
from heptapolis.narration.curve import draw_inside
from heptapolis.narration.review import (
    accounts,
    marks,
    mistakes,
)
from heptapolis.record import Record
from heptapolis.web.spans import html

WORST = 5  # decisions that are shown


@dataclass(frozen=True)
class SeatAccount:
    """What a seat made of its chances."""

    title: Markup
    chances: str
    given_away: str
    best: str


@dataclass(frozen=True)
class Lapse:
    """A decision that cost something."""

    who: Markup
    when: str
    cost: str
    played: Markup
    win: str
    better: Markup
    best_win: str
    why: Markup


@dataclass(frozen=True)
class ReviewPage:
    """A review in words, and its curve."""

    curve: Markup
    seats: tuple[SeatAccount, ...]
    mistakes: tuple[Lapse, ...]


def review_page(record: Record, review: Review, language: str, names: list[str]) -> ReviewPage:
    """A review in a language, with the names that a table gives its seats."""
    t, game = translator(language), copy(review.game)
    game.names = (*names, *game.names[len(names) :])
    wording = wording_of(game, t)
    worst_mistakes = mistakes(
        record, review, review.worst(WORST), t, names=names, catalog=review.game.edition
    )
    titles = [wording.title(seat) for seat in range(game.players)]
    curve = ""
    if len(review.curve) > 1:
        notes, heading = marks(review, worst_mistakes), wording.age
        ends = [title.plain for title in titles]
        curve = draw_inside(review.curve, ends, heading, notes, t.gettext("Win chance"))
    seats = []
    for seat, account in enumerate(accounts(review)):
        chances = [f"{moment.wins[seat]:.0%}" for moment in review.curve]
        best = t.gettext("%(n)d of %(all)d", n=account.best_moves, all=account.decisions)
        way = f"{chances[0]} → {chances[-1]}" if chances else ""
        seats.append(SeatAccount(html(titles[seat]), way, f"{account.given_away:.0%}", best))
    lapses = [
        Lapse(
            html(one.who), one.when, f"−{one.judged.cost:.0%}", html(one.played),
            f"{one.judged.win:.0%}", html(one.better), f"{one.judged.best_win:.0%}",
            html(one.why),
        )
        for one in worst_mistakes
    ]  # fmt: skip
    return ReviewPage(Markup(curve), tuple(seats), tuple(lapses))
