"""Levels and bots in words."""

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
ABOUT = {
    "beginner": mark("bot", "Still learning: often takes a card that is of little use."),
    "easy": mark("bot", "Knows what cards are worth, but errs now and then."),
    "medium": mark("bot", "Weighs every move well and looks no further."),
    "hard": mark("bot", "Thinks ahead: tries its moves in possible games, played to their end."),
    "master": mark("bot", "The strongest: thinks ahead for a second or two before every move."),
    "random": mark("bot", "Any card and any use, by chance."),
    "greedy": mark(
        "bot",
        "One move ahead: points, resources, chains, war, science, coins, what rivals would get.",
    ),
    "mcts": mark(
        "bot",
        "Searches possible games; mcts:400 looks at so many, mcts:250ms for so long.",
    ),
    "neural": mark("bot", "A network that learnt by playing against itself; it does not search."),
}


def level(name: str, t: Translator) -> str:
    """The name of a level in a language; commands know it by its English one."""
    return t.pgettext(*LEVELS[name])


def about(name: str, t: Translator) -> str:
    """What one of our bots or levels is like, in a sentence; a bot that has none here yet brings
    the first line of its own docstring."""
    if name in ABOUT:
        return t.pgettext(*ABOUT[name])
    from heptapolis.bots import BOTS

    return (getdoc(BOTS[name]) or "").partition("\n")[0]
