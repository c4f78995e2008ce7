"""Names of things: the English one from the data file, the others looked up in its game.

The context of a name is its game and kind, since the same English word can be two cards: the boxes
of two games may translate it differently.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import IO, Any, Protocol

from heptapolis.i18n import Translator
from heptapolis.variants import ruleset, vocabularies
from heptapolis.vocabulary import Vocabulary


class NamedThing(Protocol):
    """A record of a catalogue; `heptapolis.vocabulary.ThingKind` knows its class."""

    @property
    def name(self) -> str: ...


def context_of(thing: NamedThing) -> str:
    """Return the context in which translators find the names of a thing."""
    return _contexts(vocabularies())[type(thing)]


@lru_cache(8)
def _contexts(of: tuple[Vocabulary, ...]) -> Mapping[type[Any], str]:
    return {kind.model: kind.context for words in of for kind in words.kinds}


def name(thing: NamedThing, t: Translator) -> str:
    """The name on the card."""
    return t.pgettext(context_of(thing), thing.name.replace("%", "%%"))


def full_name(wonder: Any, t: Translator) -> str:
    """What is built on the board: "The Colossus of Rhodes"."""
    return t.pgettext(context_of(wonder), wonder.full_name.replace("%", "%%"))


def extract(
    fileobj: IO[bytes], keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Babel extraction method for our data files: every name, with its line."""
    text = fileobj.read().decode()
    raw = tomllib.loads(text)
    lines = text.splitlines()
    for kind in ruleset(raw["game"]).kinds:
        for id, entry in raw.get(kind.id, {}).items():
            line = lines.index(f"[{kind.id}.{id}]") + 1
            for key in ("name", "full_name"):
                if key in entry:
                    yield line, "pgettext", (kind.context, entry[key]), []
