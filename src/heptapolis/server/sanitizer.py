"""Texts of strangers made harmless: names, chat, and the few reactions there are."""

import unicodedata

LONGEST_NAME = 24
REACTIONS = ("hello", "thanks", "well_played", "good_game", "thinking", "hurry", "oops", "wow")


def clean(text: str, most: int) -> str:
    """One line of printable characters, no longer than so many; perhaps nothing."""
    composed = unicodedata.normalize("NFC", text[: 4 * most])
    printable = "".join(c if c.isprintable() else " " for c in composed)
    return " ".join(printable.split())[:most].strip()
