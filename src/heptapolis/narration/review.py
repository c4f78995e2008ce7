"""A game looked at again, in words: what cost most, what each seat gave away, the curve."""

from collections.abc import Sequence
from dataclasses import dataclass

from heptapolis.bots.review import JudgedMove, Review
from heptapolis.edition import Source
from heptapolis.game import replay_steps
from heptapolis.i18n import Translator
from heptapolis.i18n.reasons import argument
from heptapolis.i18n.spans import Phrase
from heptapolis.narration import wording_of
from heptapolis.narration.curve import Mark
from heptapolis.record import Record


@dataclass(frozen=True)
class Mistake:
    """A decision that cost something, in words."""

    judged: JudgedMove
    when: str  # as in records
    who: Phrase
    played: Phrase
    better: Phrase
    why: Phrase


@dataclass(frozen=True)
class Account:
    """What a seat's decisions cost in all, and how many cost nothing."""

    given_away: float
    best_moves: int
    decisions: int


def mistakes(
    record: Record,
    review: Review,
    worst: Sequence[JudgedMove],
    t: Translator,
    *,
    names: Sequence[str] = (),
    catalog: Source = None,
) -> list[Mistake]:
    """Some decisions told with what things cost at their time; ``names``: others for the seats."""
    described: dict[int, Mistake] = {}
    steps = replay_steps(record, catalog=catalog)
    for game, line, judged in zip(steps, record.lines, review.decisions, strict=False):
        if names:
            game.names = (*names, *game.names[len(names) :])
        if any(judged is one for one in worst):
            wording, seat = wording_of(game, t), judged.seat
            described[id(judged)] = Mistake(
                judged,
                str(line).partition(" ")[0],
                wording.player(seat),
                wording.move(judged.move, seat),
                wording.move(judged.best, seat),
                argument(judged.reasons, wording.player, t),
            )
    return [described[id(judged)] for judged in worst]


def accounts(review: Review) -> list[Account]:
    """One for each seat."""
    totals = []
    for seat in range(review.game.players):
        costs = [judged.cost for judged in review.decisions if judged.seat == seat]
        totals.append(Account(sum(costs), sum(cost == 0 for cost in costs), len(costs)))
    return totals


def marks(review: Review, mistakes: Sequence[Mistake]) -> list[Mark]:
    """Where on the curve decisions are pointed out."""
    moments = {(moment.age, moment.turn): n for n, moment in enumerate(review.curve)}
    notes = []
    for one in mistakes:
        judged = one.judged
        if (judged.age, judged.turn) in moments:
            note = f"{one.when} {one.who} −{judged.cost:.0%}\n"
            note += f"{one.played} → {one.better}"
            notes.append(Mark(moments[judged.age, judged.turn], judged.seat, note))
    return notes
