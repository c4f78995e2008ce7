"""Names and descriptions of levels and bots."""

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
CHARACTERS = {
    "scholar": mark("bot's name", "Scholar"),
    "warlord": mark("bot's name", "Warlord"),
    "tribune": mark("bot's name", "Tribune"),
    "merchant": mark("bot's name", "Merchant"),
    "artisan": mark("bot's name", "Artisan"),
    "guildmaster": mark("bot's name", "Guildmaster"),
}
SIGNS = {  # their emblems in plain text
    "scholar": "✎",
    "warlord": "⚔",
    "tribune": "♜",
    "merchant": "⚖",
    "artisan": "⚒",
    "guildmaster": "⚭",
}
ABOUT = {
    "beginner": mark("bot", "Still learning: often picks a card of little use."),
    "easy": mark("bot", "Knows what cards are worth, but makes mistakes now and then."),
    "medium": mark("bot", "Weighs every move well, but does not look ahead."),
    "hard": mark("bot", "A neural network that has played millions of games against itself."),
    "master": mark(
        "bot", "The strongest: the network, and a second of thinking ahead before every move."
    ),
    "scholar": mark("bot", "Never has enough green cards: watch out for its science."),
    "warlord": mark("bot", "Arms at any price: red cards, and its rivals pay for it."),
    "tribune": mark("bot", "Builds for the people: blue cards, the more points the better."),
    "merchant": mark("bot", "Trades with everyone: no yellow card gets past it."),
    "artisan": mark("bot", "Hoards raw materials and goods, and sells them."),
    "guildmaster": mark("bot", "Waits for the third age, and then takes the guilds."),
    "partner": mark("bot", "Plays along in lessons, and in the same way each time."),
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
DEFAULT_STRENGTH = "medium"  # the strength of a character without one
PROTECTIONS = {
    "environment": mark("out of a bot's reach", "environment variables"),
    "descriptors": mark("out of a bot's reach", "open files"),
    "files": mark("out of a bot's reach", "other files"),
    "processes": mark("out of a bot's reach", "other processes"),
    "network": mark("out of a bot's reach", "the network"),
    "programs": mark("out of a bot's reach", "other programs"),
}


def level(name: str, t: Translator) -> str:
    """Return the translated name of a level; commands accept only its English name."""
    return t.pgettext(*LEVELS[name])


def sandbox(protections: Collection[str], t: Translator) -> str:
    """Describe how outside bots are isolated, in a sentence or two."""
    if not protections:
        return t.gettext("Outside bots play without a sandbox, with all your permissions.")
    lists = [
        ", ".join(t.pgettext(*words) for name, words in PROTECTIONS.items() if name in names)
        for names in (protections, set(PROTECTIONS) - set(protections))
    ]
    told = t.gettext("Outside bots play in a sandbox. Out of their reach: %(what)s.", what=lists[0])
    if not lists[1]:
        return told
    rest = t.gettext("Within their reach on this system: %(what)s.", what=lists[1])
    return f"{told} {rest}"


def bot_title(name: str, t: Translator) -> str:
    """Return the translated name of a level or character; a character without its strength."""
    who = name.partition(":")[0]
    return t.pgettext(*CHARACTERS[who]) if who in CHARACTERS else level(name, t)


def strength(name: str, t: Translator) -> str:
    """Return the level of a bot or the strength of a character; "" for other bots."""
    who, _, own = name.partition(":")
    known = (own or DEFAULT_STRENGTH) if who in CHARACTERS else name
    return level(known, t) if known in LEVELS else ""


def about(name: str, t: Translator) -> str:
    """Describe a bot or level in a sentence; for an unknown bot, return the first line of its
    docstring."""
    if (who := name.partition(":")[0]) in ABOUT:
        return t.pgettext(*ABOUT[who])
    from heptapolis.bots import BOTS

    return (getdoc(BOTS[name]) or "").partition("\n")[0]
