"""Names of things: English from the data file, other languages from the catalogue of the game.

The context of a name is its game and kind, since the same English word can name two cards, which
the boxes of two games may translate differently.
"""

import tomllib
from collections.abc import Iterator
from typing import IO, Any

from heptapolis.cards.model import CatalogThing
from heptapolis.catalogs import source_named
from heptapolis.i18n import Translator


def name(thing: CatalogThing, t: Translator) -> str:
    """Return the name on the card."""
    return translate_text(thing, thing.name, t)


def full_name(wonder: Any, t: Translator) -> str:
    """Return the title of a wonder: "The Colossus of Rhodes"."""
    return translate_text(wonder, wonder.full_name, t)


def translate_text(thing: CatalogThing, text: str, t: Translator) -> str:
    """Return one of the texts of a thing."""
    return t.pgettext(f"{thing.game} {thing.kind}", text.replace("%", "%%"))


def extract(
    fileobj: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Yield every translated text of a game's data file with its line (a Babel extraction
    method)."""
    text = fileobj.read().decode()
    raw = tomllib.loads(text)
    lines = text.splitlines()
    for kind in source_named(raw["game"]).kinds:
        record, section = kind.record, kind.section
        for id, entry in raw.get(section, {}).items():
            line = lines.index(f"[{section}.{id}]") + 1
            for key in record.translated:
                if key in entry:
                    yield line, "pgettext", (f"{record.game} {section}", entry[key]), []
