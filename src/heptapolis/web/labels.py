"""Words of pages that no game has: reactions, what a server refuses."""

import re
from collections.abc import Mapping

from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark

PLAYER = "Player {}"  # somebody at another's device who has not said their name

REACTIONS = {
    "hello": mark("reaction", "Hello!"),
    "thanks": mark("reaction", "Thank you!"),
    "well_played": mark("reaction", "Well played!"),
    "good_game": mark("reaction", "Good game!"),
    "thinking": mark("reaction", "Let me think."),
    "hurry": mark("reaction", "Your turn!"),
    "oops": mark("reaction", "Oops!"),
    "wow": mark("reaction", "Wow!"),
}
REFUSALS = {
    "stale": mark("refusal", "The table has moved on meanwhile; look again."),
    "too_fast": mark("refusal", "That was too fast; wait a moment."),
    "taken": mark("refusal", "That seat is taken."),
    "started": mark("refusal", "The game has begun already."),
    "not_found": mark("refusal", "There is no such page or table."),
    "not_host": mark("refusal", "Only the host can do that."),
    "no_spectators": mark("refusal", "This table is not open to spectators."),
    "invalid_name": mark("refusal", "A name has at least one letter."),
    "too_many": mark("refusal", "Finish one of your games first."),
    "warming_up": mark("refusal", "The rules are being prepared; this page comes by itself."),
    "invalid": mark("refusal", "These options do not go together."),
    "invalid_options": mark("refusal", "These options do not go together."),
    "same_wonder": mark("refusal", "Two seats cannot have the same wonder."),
    "needs_leaders": mark("refusal", "A wonder was chosen that only a game with leaders has."),
    "unknown_variant": mark(
        "refusal", "The rules of this table are not on this server now; the game is kept."
    ),
    "other_rules": mark(
        "refusal",
        "This game follows version %(then)s of the rules, this server has version %(now)s; "
        "the game is kept.",
    ),
    "other_cards": mark(
        "refusal",
        "This game uses the cards %(then)s, this server has %(now)s; the game is kept.",
    ),
    "broken_log": mark(
        "refusal",
        "This game cannot go on: its log does not fit rules %(rules)s and cards %(cards)s "
        "from entry %(number)s on. Everything is kept.",
    ),
    "unknown_code": mark("refusal", "This code is unknown, used or out of date."),
    "csrf": mark("refusal", "This form was out of date; try again."),
    "unavailable": mark("refusal", "Games cannot be kept right now; try again in a moment."),
    "failed": mark("refusal", "Something went wrong here."),
}
ENDS = {
    "abandoned": mark("end", "The game was abandoned."),
    "resigned": mark("end", "A player has resigned."),
}


def reaction(name: str, t: Translator) -> str:
    return t.pgettext(*REACTIONS[name])


def person(name: str, t: Translator) -> str:
    """A name as given; who has given none is a guest in everybody's language."""
    if unnamed := re.fullmatch(r"Guest (\d{4})", name):
        return t.gettext("Guest %(n)d", n=int(unnamed[1]))
    if unnamed := re.fullmatch(PLAYER.format(r"(\d)"), name):
        return t.gettext("Player %(n)d", n=int(unnamed[1]))
    return name


def time_left(seconds: float) -> str:
    """Time as hours, minutes and seconds."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def refusal(code: str, t: Translator, facts: Mapping[str, object] | None = None) -> str:
    """Why something was refused, for people."""
    if code in REFUSALS:
        return t.pgettext(*REFUSALS[code], **(facts or {}))
    return t.gettext("That is not possible now.")


def end(reason: str, t: Translator) -> str:
    """How a game ended that nobody played to its end; nothing for the others."""
    return t.pgettext(*ENDS[reason]) if reason in ENDS else ""
