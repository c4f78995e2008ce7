"""Sanitize texts from clients: names, messages and reactions."""

import unicodedata

from heptapolis.server.errors import RequestError

MAX_NAME_CHARS = 24
_LOOKALIKES = str.maketrans("аеорсухіјѕ", "aeopcyxijs")  # Cyrillic letters that look Latin
REACTIONS = ("hello", "thanks", "well_played", "good_game", "thinking", "hurry", "oops", "wow")


def clean(text: str, most: int) -> str:
    """Return one line of printable characters, cut to ``most``. It may be empty."""
    composed = unicodedata.normalize("NFC", text[: 4 * most])
    printable = "".join(c if c.isprintable() else " " for c in composed)
    return " ".join(printable.split())[:most].strip()


def name_in(text: str) -> str:
    """Return a sanitized name, or raise RequestError if it is empty."""
    if name := clean(text, MAX_NAME_CHARS):
        return name
    raise RequestError(422, "invalid_name", "a name needs at least one letter")


def skeleton(name: str) -> str:
    """Return a form of the name that is equal for names that look alike."""
    letters = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)
    return "".join(letters.split())
