"""Suggestions for misspelled words."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

MAX_WORD_CHARS = 60  # longer words are not compared, since that is slow


def similar_words(
    word: object, known: Iterable[str], most: int = 1, cutoff: float = 0.6
) -> list[str]:
    """Return the known words most similar to a word, best first; ids are found by names, too."""
    if not isinstance(word, str) or len(word) > MAX_WORD_CHARS:
        return []
    spellings = {_normalise(one): one for one in known}
    near = get_close_matches(_normalise(word), spellings, n=most, cutoff=cutoff)
    return [spellings[one] for one in near]


def suggest(word: object, known: Iterable[str]) -> str:
    """Return a suggestion to append to a message, or an empty text."""
    found = similar_words(word, known)
    return f"; did you mean {found[0]!r}?" if found else ""


def _normalise(word: str) -> str:
    return re.sub(r"[\s_-]+", "_", word.strip().casefold())
