"""What people type: keys on any keyboard, and answers that mean nothing."""

from heptapolis.i18n import Translator

# The same keys on a Cyrillic keyboard, for whoever does not want to switch.
KEYS = str.maketrans("исваыігдйзлкшцер", "bcdfssulqpkriwth")


class Puzzled(ValueError):
    """An answer that is no move; the message is for the person who typed it."""


def not_understood(answer: str, t: Translator) -> str:
    return t.gettext("I don't understand “%(answer)s”; type ? for help.", answer=answer)


def latin(answer: str) -> str:
    """Keys typed with a Cyrillic layout as the Latin ones in their place."""
    word, space, rest = answer.partition(" ")
    is_key = len(word.strip("0123456789")) <= 1
    return f"{word.lower().translate(KEYS)}{space}{rest}" if is_key else answer
