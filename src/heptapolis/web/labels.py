"""Texts that belong to no game: reactions, refusals of the server, names."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from babel.dates import format_date

from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark
from heptapolis.variants import vocabularies

GUEST = "Guest {}"  # a guest without a name; four digits
PLAYER = "Player {}"  # a player without a name on a shared device

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
    "stale": mark("refusal", "The game has moved on. Look at the table and choose again."),
    "too_fast": mark("refusal", "Too fast. Wait a moment and try again."),
    "taken": mark("refusal", "That seat is taken. Choose another one."),
    "started": mark("refusal", "The game has already started."),
    "not_found": mark("refusal", "This page or table does not exist."),
    "not_host": mark("refusal", "Only the host can do that."),
    "no_spectators": mark("refusal", "Only the players can watch this table."),
    "name_taken": mark("refusal", "Another player here has this name. Choose a different one."),
    "one_seat": mark("refusal", "At this table every device has one seat."),
    "no_seat": mark("refusal", "It is not clear which seat is meant. Choose one on this page."),
    "sat_enough": mark("refusal", "You have sat down here too often."),
    "too_many_waiting": mark(
        "refusal",
        "Too many tables from your network are waiting for players. Start or leave one first.",
    ),
    "talk_closed": mark("refusal", "The host has closed the chat to spectators."),
    "muted": mark("refusal", "The host has muted you."),
    "said_enough": mark("refusal", "The chat of this table is full."),
    "invalid_name": mark("refusal", "A name needs at least one letter."),
    "too_many": mark("refusal", "You have too many games. Finish one first."),
    "warming_up": mark("refusal", "The rules are being prepared. This page will open by itself."),
    "invalid": mark("refusal", "These options do not go together. Change one of them."),
    "invalid_options": mark("refusal", "These options do not go together. Change one of them."),
    "same_wonder": mark("refusal", "Two seats cannot have the same wonder. Change one of them."),
    "unknown_variant": mark(
        "refusal",
        "This server does not have the rules of this table at the moment. The game is kept.",
    ),
    "other_rules": mark(
        "refusal",
        "This game follows version %(then)s of the rules, but this server has version %(now)s. "
        "The game is kept.",
    ),
    "other_cards": mark(
        "refusal",
        "This game uses the cards %(then)s, but this server has %(now)s. The game is kept.",
    ),
    "broken_log": mark(
        "refusal",
        "This game cannot continue: from entry %(number)s on, its log does not match rules "
        "%(rules)s and cards %(cards)s. Everything is kept.",
    ),
    "unknown_code": mark("refusal", "This code is wrong, already used or expired. Make a new one."),
    "csrf": mark("refusal", "This page was out of date. Try again."),
    "unavailable": mark("refusal", "Games cannot be saved right now. Try again in a moment."),
    "read_only": mark(
        "refusal", "This site is read-only for now: you can watch games, but not play."
    ),
    "banned": mark("refusal", "The host of this site has banned you."),
    "failed": mark("refusal", "Something went wrong. Try again."),
}


def reaction(name: str, t: Translator) -> str:
    return t.pgettext(*REACTIONS[name])


def person(name: str, t: Translator) -> str:
    """Return a name as given, or the translated name of an unnamed guest."""
    if unnamed := re.fullmatch(GUEST.format(r"(\d{4})"), name):
        return t.gettext("Guest %(n)d", n=int(unnamed[1]))
    if unnamed := re.fullmatch(PLAYER.format(r"(\d)"), name):
        return t.gettext("Player %(n)d", n=int(unnamed[1]))
    return name


def entered_name(name: str) -> str:
    """Return the value of a name field: "" if no name has been given."""
    return "" if re.fullmatch(GUEST.format(r"\d{4}"), name) else name


class CharacterName(str):
    """The name of a character at a table; it carries the character's id."""

    figure: str

    def __new__(cls, name: str, figure: str) -> "CharacterName":
        named = super().__new__(cls, name)
        named.figure = figure
        return named


def number_duplicates(names: Sequence[str]) -> list[str]:
    """Return the names at one table with numbers added to duplicates."""
    called = [name.casefold() for name in names]
    counts = [called[: n + 1].count(name) for n, name in enumerate(called)]
    return [
        f"{name} ({count})" if name and count > 1 else name
        for name, count in zip(names, counts, strict=True)
    ]


def time_left(seconds: float) -> str:
    """Format seconds as hours, minutes and seconds."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def refusal(code: str, t: Translator, facts: Mapping[str, object] | None = None) -> str:
    """Return the text of a refusal."""
    known = [REFUSALS, *(words.server_errors for words in vocabularies())]
    if message := next((one[code] for one in known if code in one), None):
        return t.pgettext(*message, **(facts or {}))
    return t.gettext("That is not possible now.")


def day(at: float, t: Translator) -> str:
    """Format the day of a timestamp."""
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=t.language)
