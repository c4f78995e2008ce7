"""Why a move is good or bad, in words: the search returns keys and numbers, which become clauses
here.

A clause has no subject, so that it fits any move. The clauses for and against a move form one
sentence.
"""

from collections.abc import Callable, Mapping, Sequence

from heptapolis.bots.advice import Reason
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase, join_list, phrase
from heptapolis.i18n.vocabulary import mark, number
from heptapolis.variants import all_reasons
from heptapolis.vocabulary import Clauses, plain_words

MAX_REASONS = 3  # per sentence
MIN_WEIGHT_SHARE = 0.15  # part of the first reason's weight below which others are omitted
Names = Callable[[int], Phrase]  # returns the name of a seat
Words = Mapping[str, Clauses]  # of a game, by key

# The reasons that all games share; those of one game are in its vocabulary.
CLAUSES = {
    "war": Clauses(
        mark("reason", "strengthens the army (%(points)s)"),
        mark("reason", "weakens the army (%(points)s)"),
    ),
    "science": Clauses(
        mark("reason", "advances science (%(points)s)"),
        mark("reason", "sets science back (%(points)s)"),
    ),
    "goods": Clauses(
        mark("reason", "gains resources (%(points)s)"),
        mark("reason", "costs resources (%(points)s)"),
    ),
    "prices": Clauses(
        mark("reason", "makes trade cheaper (%(points)s)"),
        mark("reason", "makes trade more expensive (%(points)s)"),
    ),
    "chains": Clauses(
        mark("reason", "makes later cards free (%(points)s)"),
        mark("reason", "makes fewer later cards free (%(points)s)"),
    ),
}


def argument(
    reasons: Sequence[Reason],
    name: Names,
    t: Translator,
    most: int = MAX_REASONS,
    *,
    words: Words | None = None,
) -> Phrase:
    """Return a sentence of the weightiest reasons: first those for the move, then those against
    it. ``words`` are those of the game (`Ruleset.reasons`), by default of all games."""
    words = all_reasons() if words is None else words
    gift = sum(reason.coins or 0 for reason in reasons if reason.key == "gift")
    says_gift = any(reason.key == "coins" and (reason.coins or 0) <= -gift for reason in reasons)
    least = MIN_WEIGHT_SHARE * max((abs(reason.points) for reason in reasons), default=0)
    heavy = [reason for reason in reasons if abs(reason.points) >= least]
    arguments = [reason for reason in heavy if not (says_gift and reason.key == "gift")][:most]
    pros, cons = (
        join_list(
            clause(reason, name, t, words, gift)
            for reason in arguments
            if (reason.points > _floor(reason.key, words)) == good
        )
        for good in (True, False)
    )
    if pros and cons:
        return t.phrases.gettext("%(pros)s; but %(cons)s", pros=pros, cons=cons)
    return pros or cons


def clause(reason: Reason, name: Names, t: Translator, words: Words, gift: int = 0) -> Phrase:
    """Return one reason; for an unknown key, the key and the points. ``gift`` are the coins of a
    price that go to the neighbours."""
    points = number(reason.points, t, sign="+")
    match reason.key:
        case "points":
            return phrase(_points(reason.points, t))
        case "coins":
            return phrase(_coins(reason, gift, t))
        case "gift":
            return phrase(_gift(reason.coins or 0, t))
    told = words.get(reason.key) or CLAUSES.get(reason.key)
    if told is None:
        return phrase(f"{plain_words(reason.key)} ({points})")
    who = "" if reason.seat is None else name(reason.seat)
    text = told.bad if reason.points < told.floor else told.good
    return t.phrases.pgettext(*text, points=points, name=who)


def _floor(key: str, words: Words) -> float:
    """Return the points above which a reason favours the move."""
    told = words.get(key) or CLAUSES.get(key)
    return told.floor if told else 0.0


def _points(points: float, t: Translator) -> str:
    n = round(abs(points))
    if not n:
        less = t.gettext("gains less than a point"), t.gettext("costs less than a point")
        return less[points < 0]
    if points < 0:
        return t.ngettext("costs about %(n)d point", "costs about %(n)d points", n)
    return t.ngettext("gains about %(n)d point", "gains about %(n)d points", n)


def _gift(n: int, t: Translator) -> str:
    return t.ngettext("gives the neighbours %(n)d coin", "gives the neighbours %(n)d coins", n)


def _coins(reason: Reason, gift: int, t: Translator) -> str:
    """Return the coins gained or paid; mention the neighbours' part of a price if it is at most
    the price."""
    n = abs(reason.coins or 0)
    if not n:
        less = t.gettext("gains less than a coin"), t.gettext("costs less than a coin")
        return less[reason.points < 0]
    if reason.points > 0:
        return t.ngettext("gains %(n)d coin", "gains %(n)d coins", n)
    if 0 < gift <= n:
        return t.ngettext(
            "costs %(n)d coin (to the neighbours: %(given)d)",
            "costs %(n)d coins (to the neighbours: %(given)d)",
            n,
            given=gift,
        )
    return t.ngettext("costs %(n)d coin", "costs %(n)d coins", n)
