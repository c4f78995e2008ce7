"""Texts of strangers made harmless: names, chat, and the few reactions there are."""

import unicodedata

from heptapolis.server.errors import Refused

LONGEST_NAME = 24
_LOOKALIKES = str.maketrans("аеорсухіјѕ", "aeopcyxijs")  # Cyrillic letters that look Latin
REACTIONS = ("hello", "thanks", "well_played", "good_game", "thinking", "hurry", "oops", "wow")


def clean(text: str, most: int) -> str:
    """One line of printable characters, no longer than so many; perhaps nothing."""
    composed = unicodedata.normalize("NFC", text[: 4 * most])
    printable = "".join(c if c.isprintable() else " " for c in composed)
    return " ".join(printable.split())[:most].strip()


def name_in(text: str) -> str:
    """A name as somebody wrote it; Refused if nothing is left of it."""
    if name := clean(text, LONGEST_NAME):
        return name
    raise Refused(422, "invalid_name", "a name needs at least one letter")


def skeleton(name: str) -> str:
    """What is left of a name when it is read in haste: two with the same one look alike."""
    letters = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)
    return "".join(letters.split())
