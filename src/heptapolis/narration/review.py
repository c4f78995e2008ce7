"""The review of a game in words: the costliest decisions, each seat's accuracy, the curve."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from heptapolis.bots.review import JudgedMove, Review
from heptapolis.contract import Game
from heptapolis.edition import Source
from heptapolis.game import replay_steps
from heptapolis.i18n import Translator
from heptapolis.i18n.reasons import argument
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.narration import wording_of
from heptapolis.narration.curve import Mark
from heptapolis.narration.wording import Wording
from heptapolis.record import Record
from heptapolis.variants import ruleset_of


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something, in words."""

    judged: JudgedMove
    when: str
    who: Phrase
    played: Phrase
    better: Phrase
    why: Phrase


@dataclass(frozen=True)
class Account:
    """The total cost of a seat's decisions, and how many of those that mattered cost nothing."""

    given_away: float  # win chance
    best_moves: int  # of the open decisions
    open_decisions: int  # in which the moves differed in their chances
    decisions: int
    points_lost: float  # in the others

    @property
    def average(self) -> float:
        """Return the average cost of a decision."""
        return self.given_away / max(self.decisions, 1)


def games_before(
    record: Record, review: Review, wanted: Collection[JudgedMove], *, catalog: Source = None
) -> Iterator[tuple[int, Game, JudgedMove]]:
    """Yield the game before each of the wanted decisions, with the number of its line; it is one
    game that advances."""
    ids = {id(judged) for judged in wanted}
    steps = replay_steps(record, catalog=catalog)
    for n, (game, judged) in enumerate(zip(steps, review.decisions, strict=False)):
        if id(judged) in ids:
            yield n, game, judged


def mistake(game: Game, judged: JudgedMove, t: Translator) -> Mistake:
    """Describe a decision with the prices of its time; ``game`` is the game before it."""
    wording, seat = wording_of(game, t), judged.seat
    return Mistake(
        judged,
        wording.moment(judged.age, judged.turn),
        wording.player(seat),
        wording.move(judged.move, seat),
        wording.move(judged.best, seat),
        argument(judged.reasons, wording.player, t, words=ruleset_of(game).reasons),
    )


def mistakes(
    record: Record,
    review: Review,
    worst: Sequence[JudgedMove],
    t: Translator,
    *,
    catalog: Source = None,
) -> list[Mistake]:
    """Describe some decisions."""
    told = {
        id(judged): mistake(game, judged, t)
        for _, game, judged in games_before(record, review, worst, catalog=catalog)
    }
    return [told[id(judged)] for judged in worst]


def accounts(review: Review) -> list[Account]:
    """Return one account for each seat."""
    totals = []
    for seat in range(review.game.players):
        own = [judged for judged in review.decisions if judged.seat == seat]
        open_costs = [judged.cost for judged in own if judged.is_open]
        totals.append(
            Account(
                sum(judged.cost for judged in own),
                sum(cost == 0 for cost in open_costs),
                len(open_costs),
                len(own),
                sum(judged.points_cost for judged in own),
            )
        )
    return totals


def marks(review: Review, mistakes: Sequence[Mistake]) -> list[Mark]:
    """Return the positions of mistakes on the curve."""
    notes = []
    for one in mistakes:
        judged = one.judged
        if (moment := moment_of(review, judged)) is not None:
            note = f"{one.when} {one.who} −{judged.cost:.0%}\n"
            note += f"{one.played} → {one.better}"
            notes.append(Mark(moment, judged.seat, note))
    return notes


def moment_of(review: Review, judged: JudgedMove) -> int | None:
    """Return the moment of the curve that a decision belongs to, or None if not all decisions
    were judged."""
    moments = [(moment.age, moment.turn) for moment in review.curve]
    when = (judged.age, judged.turn)
    return moments.index(when) if when in moments else None


# ── sentences ────────────────────────────────────────────────────────────────────────────────────


def found_text(account: Account, seat: int, wording: Wording, *, is_mine: bool) -> Phrase:
    """Describe how often a seat found the best move where the moves differed."""
    t, best, n = wording.t, account.best_moves, account.open_decisions
    if not n:
        return phrase(t.gettext("No decision made a difference to the win chance."))
    if is_mine:
        return phrase(
            t.ngettext(
                "You found the best move in %(best)d of %(n)d decision that mattered.",
                "You found the best move in %(best)d of %(n)d decisions that mattered.",
                n,
                best=best,
            )
        )
    return t.phrases.ngettext(
        "%(name)s found the best move in %(best)d of %(n)d decision that mattered.",
        "%(name)s found the best move in %(best)d of %(n)d decisions that mattered.",
        n,
        best=best,
        name=wording.player(seat),
    )


def decided_text(review: Review, seat: int, wording: Wording) -> str:
    """Describe from when on nothing could change the result; "" if it was open to the end."""
    first = review.decided_from(seat)
    if first is None:
        return ""
    moment = wording.moment(first.age, first.turn)
    return wording.t.gettext("From %(moment)s on no move could change who wins.", moment=moment)


def points_text(account: Account, t: Translator) -> str:
    """Describe the points lost where the win was not at stake; "" for less than a point."""
    if not (n := round(account.points_lost)):
        return ""
    return t.ngettext(
        "Where the win was not at stake, the choices cost about %(n)d point.",
        "Where the win was not at stake, the choices cost about %(n)d points.",
        n,
    )


def average_text(account: Account, t: Translator) -> str:
    """Describe the average cost of a seat's decisions; "" if they cost nothing."""
    if not account.given_away:
        return ""
    if not (n := round(100 * account.average)):
        return t.gettext("On average a decision cost less than one point of win chance.")
    return t.ngettext(
        "On average a decision cost %(n)d point of win chance.",
        "On average a decision cost %(n)d points of win chance.",
        n,
    )


def cost_text(judged: JudgedMove, t: Translator) -> str:
    """Describe the cost of a decision: the difference between the displayed chances."""
    n = max(1, round(100 * judged.best_win) - round(100 * judged.win))
    return t.ngettext("cost %(n)d point of win chance", "cost %(n)d points of win chance", n)
