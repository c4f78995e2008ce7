"""Names of things: the English one from the data file, the others looked up in its game.

The context of a name is its game and kind, since the same English word can be two cards:
Barracks of classic and Barracks of Duel have different names in the Russian boxes.
"""

import tomllib
from collections.abc import Iterator
from typing import IO, Any

from heptapolis.cards.model import CatalogThing
from heptapolis.i18n import Translator
from heptapolis.variants import ruleset

NAMES = ("name", "full_name")  # keys of data files


def name(thing: CatalogThing, t: Translator) -> str:
    """Return the name on the card."""
    return _translated(thing, thing.name, t)


def full_name(wonder: Any, t: Translator) -> str:
    """Return what is built on the board: "The Colossus of Rhodes"."""
    return _translated(wonder, wonder.full_name, t)


def _translated(thing: CatalogThing, text: str, t: Translator) -> str:
    return t.pgettext(f"{thing.game} {thing.kind}", text.replace("%", "%%"))


def extract(
    fileobj: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Babel extraction method for data files of games and expansions: yield every name with its
    line. A section is a kind of things if its entries have names."""
    text = fileobj.read().decode()
    raw = tomllib.loads(text)
    game = ruleset(raw["game"]).variant.id
    lines = text.splitlines()
    for section, entries in raw.items():
        for id, entry in entries.items() if isinstance(entries, dict) else ():
            for key in NAMES if isinstance(entry, dict) else ():
                if key in entry:
                    line = lines.index(f"[{section}.{id}]") + 1
                    yield line, "pgettext", (f"{game} {section}", entry[key]), []
