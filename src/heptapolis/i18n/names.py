"""Names of things: the English one from the data file, the others looked up in its game.

The context of a name is its game and kind, since the same English word can be two cards:
Barracks of classic and Barracks of Duel have different names in the Russian boxes.
"""

import tomllib
from collections.abc import Iterator
from typing import IO, Any

from heptapolis.cards.model import (
    Card,
    DuelCard,
    DuelWonder,
    Leader,
    ProgressToken,
    Wonder,
)
from heptapolis.i18n import Translator
from heptapolis.variants import ruleset

Named = Card | Wonder | Leader | DuelCard | DuelWonder | ProgressToken
CONTEXTS: dict[type, str] = {
    Card: "classic card",
    Wonder: "classic wonder",
    Leader: "classic leader",
    DuelCard: "duel card",
    DuelWonder: "duel wonder",
    ProgressToken: "duel token",
}


def name(thing: Named, t: Translator) -> str:
    """The name on the card."""
    return t.pgettext(CONTEXTS[type(thing)], thing.name.replace("%", "%%"))


def full_name(wonder: Wonder, t: Translator) -> str:
    """What is built on the board: "The Colossus of Rhodes"."""
    return t.pgettext(CONTEXTS[Wonder], wonder.full_name.replace("%", "%%"))


def extract(
    fileobj: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Babel extraction method for our data files: every name, with its line."""
    text = fileobj.read().decode()
    raw = tomllib.loads(text)
    game = ruleset(raw["game"]).variant.id
    lines = text.splitlines()
    for section in ("card", "wonder", "leader", "token"):
        for id, entry in raw.get(section, {}).items():
            line = lines.index(f"[{section}.{id}]") + 1
            for key in ("name", "full_name"):
                if key in entry:
                    yield line, "pgettext", (f"{game} {section}", entry[key]), []
