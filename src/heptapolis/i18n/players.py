"""Levels and bots in words."""

from collections.abc import Collection
from inspect import getdoc

from heptapolis.i18n import Translator
from heptapolis.i18n.vocabulary import mark

LEVELS = {
    "beginner": mark("level", "beginner"),
    "easy": mark("level", "easy"),
    "medium": mark("level", "medium"),
    "hard": mark("level", "hard"),
    "master": mark("level", "master"),
}
AIMS = {
    "scholar": mark("bot's name", "Scholar"),
    "warlord": mark("bot's name", "Warlord"),
    "merchant": mark("bot's name", "Merchant"),
}
ABOUT = {
    "beginner": mark("bot", "Still learning: often picks a card of little use."),
    "easy": mark("bot", "Knows what cards are worth, but makes mistakes now and then."),
    "medium": mark("bot", "Weighs every move well, but does not look ahead."),
    "hard": mark("bot", "A neural network that has played millions of games against itself."),
    "master": mark(
        "bot", "The strongest: the network, and a second of thinking ahead before every move."
    ),
    "scholar": mark("bot", "Wants to win by science: takes every green card that it can."),
    "warlord": mark("bot", "Wants to win by war: takes every red card that it can."),
    "merchant": mark("bot", "Wants to be rich: coins decide the games that it wins."),
    "partner": mark("bot", "Plays along in guided games, and in the same way each time."),
    "random": mark("bot", "Plays at random: any card, any use."),
    "greedy": mark(
        "bot",
        "Looks one move ahead: points, resources, chains, war, science, coins, what rivals get.",
    ),
    "mcts": mark(
        "bot",
        "Searches possible games: mcts:400 tries 400 of them, mcts:250ms thinks for 250 ms.",
    ),
    "neural": mark(
        "bot", "A neural network trained by playing against itself; it does not search."
    ),
    "neural-search": mark(
        "bot",
        "A neural network that also searches: neural-search:400 tries 400 games, "
        "neural-search:250ms thinks for 250 ms.",
    ),
}
PROTECTIONS = {
    "environment": mark("out of a bot's reach", "environment variables"),
    "descriptors": mark("out of a bot's reach", "open files"),
    "files": mark("out of a bot's reach", "other files"),
    "processes": mark("out of a bot's reach", "other processes"),
    "network": mark("out of a bot's reach", "the network"),
    "programs": mark("out of a bot's reach", "other programs"),
}


def level(name: str, t: Translator) -> str:
    """The name of a level in a language; commands know it by its English one."""
    return t.pgettext(*LEVELS[name])


def sandbox(protections: Collection[str], t: Translator) -> str:
    """What keeps outside bots apart, in a sentence or two."""
    if not protections:
        return t.gettext("Outside bots play without a sandbox, with all your rights.")
    lists = [
        ", ".join(t.pgettext(*words) for name, words in PROTECTIONS.items() if name in names)
        for names in (protections, set(PROTECTIONS) - set(protections))
    ]
    told = t.gettext("Outside bots play in a sandbox. Out of their reach: %(what)s.", what=lists[0])
    if not lists[1]:
        return told
    rest = t.gettext("Within their reach on this system: %(what)s.", what=lists[1])
    return f"{told} {rest}"


def called(name: str, t: Translator) -> str:
    """What a level or one of the bots with an aim is called in a language."""
    return t.pgettext(*AIMS[name]) if name in AIMS else level(name, t)


def about(name: str, t: Translator) -> str:
    """What one of our bots or levels is like, in a sentence; a bot that has none here yet brings
    the first line of its own docstring."""
    if name in ABOUT:
        return t.pgettext(*ABOUT[name])
    from heptapolis.bots import BOTS

    return (getdoc(BOTS[name]) or "").partition("\n")[0]
