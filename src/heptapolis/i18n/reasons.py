"""Why a move is good or bad, in words: the search returns keys and numbers, which become clauses
here.

A clause has no subject, so that it fits any move. The clauses for and against a move form one
sentence.
"""

from collections.abc import Callable, Sequence

from heptapolis.bots.advice import Reason
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import Phrase, join_list, phrase
from heptapolis.i18n.vocabulary import mark, number

MAX_REASONS = 3  # per sentence
MIN_WEIGHT_SHARE = 0.15  # part of the first reason's weight below which others are omitted
GOOD_CARD_POINTS = 2.2  # points; a face-down card counts as 2.1
Names = Callable[[int], Phrase]  # returns the name of a seat

# The clauses for and against a move.
CLAUSES = {
    "war": (
        mark("reason", "strengthens the army (%(points)s)"),
        mark("reason", "weakens the army (%(points)s)"),
    ),
    "science": (
        mark("reason", "advances science (%(points)s)"),
        mark("reason", "sets science back (%(points)s)"),
    ),
    "goods": (
        mark("reason", "gains resources (%(points)s)"),
        mark("reason", "costs resources (%(points)s)"),
    ),
    "prices": (
        mark("reason", "makes trade cheaper (%(points)s)"),
        mark("reason", "makes trade more expensive (%(points)s)"),
    ),
    "power": (
        mark("reason", "gives a useful power (%(points)s)"),
        mark("reason", "gives away a useful power (%(points)s)"),
    ),
    "chains": (
        mark("reason", "makes later cards free (%(points)s)"),
        mark("reason", "makes fewer later cards free (%(points)s)"),
    ),
    "tokens": (
        mark("reason", "gains a progress token (%(points)s)"),
        mark("reason", "costs a progress token (%(points)s)"),
    ),
    "wonders": (
        mark("reason", "adds a promising wonder (%(points)s)"),
        mark("reason", "leaves one wonder fewer to build (%(points)s)"),
    ),
    "opponent": (
        mark("reason", "weakens the opponent (%(points)s)"),
        mark("reason", "strengthens the opponent (%(points)s)"),
    ),
    "denies": (mark("reason", "keeps the card from the next player (%(name)s, %(points)s)"),) * 2,
    "spent": (mark("reason", "uses up something that could be worth more later (%(points)s)"),) * 2,
    "again": (mark("reason", "gives another turn immediately (%(points)s)"),) * 2,
    "wins": (mark("reason", "wins immediately"),) * 2,
    "loses": (mark("reason", "loses immediately"),) * 2,
}
LEAVES = mark("reason", "leaves the opponent a good card (%(points)s)")
LEAVES_LITTLE = mark("reason", "leaves little for the opponent")


def argument(
    reasons: Sequence[Reason], name: Names, t: Translator, most: int = MAX_REASONS
) -> Phrase:
    """Return a sentence of the weightiest reasons: first those for the move, then those against
    it."""
    gift = sum(reason.coins or 0 for reason in reasons if reason.key == "gift")
    says_gift = any(reason.key == "coins" and (reason.coins or 0) <= -gift for reason in reasons)
    least = MIN_WEIGHT_SHARE * max((abs(reason.points) for reason in reasons), default=0)
    heavy = [reason for reason in reasons if abs(reason.points) >= least]
    arguments = [reason for reason in heavy if not (says_gift and reason.key == "gift")][:most]
    pros, cons = (
        join_list(clause(reason, name, t, gift) for reason in arguments if _is_good(reason) == good)
        for good in (True, False)
    )
    if pros and cons:
        return t.phrases.gettext("%(pros)s; but %(cons)s", pros=pros, cons=cons)
    return pros or cons


def clause(reason: Reason, name: Names, t: Translator, gift: int = 0) -> Phrase:
    """Return one reason. ``gift`` are the coins of a price that go to the neighbours."""
    points = number(reason.points, t, sign="+")
    match reason.key:
        case "points":
            return phrase(_points(reason.points, t))
        case "coins":
            return phrase(_coins(reason, gift, t))
        case "gift":
            return phrase(_gift(reason.coins or 0, t))
        case "reply":
            left = LEAVES_LITTLE if _is_good(reason) else LEAVES
            return t.phrases.pgettext(*left, points=points)
    who = "" if reason.seat is None else name(reason.seat)
    return t.phrases.pgettext(*CLAUSES[reason.key][reason.points < 0], points=points, name=who)


def _is_good(reason: Reason) -> bool:
    """Return whether a reason favours the move; leaving the opponent little counts as good."""
    return reason.points > 0 or (reason.key == "reply" and -reason.points <= GOOD_CARD_POINTS)


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
