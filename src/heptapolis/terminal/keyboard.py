"""Typed input: keys on any keyboard layout, and answers that are not understood."""

from collections.abc import Sequence

from heptapolis.errors import InvalidText
from heptapolis.i18n import Translator
from heptapolis.i18n.refusals import sentence
from heptapolis.move import Move
from heptapolis.refusal import Refusal

# The same keys on a Cyrillic keyboard layout.
KEYS = str.maketrans("исваыігдйзлкшцер", "bcdfssulqpkriwth")


class InvalidAnswer(ValueError):
    """Raised for an answer that is no move; the message is shown to the player."""


def not_understood(answer: str, t: Translator) -> str:
    return t.gettext("I don't understand “%(answer)s”; type ? for help.", answer=answer)


def impossible_use(refusal: Refusal, number: int, can: Sequence[str], t: Translator) -> str:
    """Return why a card cannot be put to a use, and what else can be typed for it."""
    why = sentence(refusal, t)
    if not can:
        return full_sentence(why)
    return t.gettext("%(why)s. Card %(n)d: %(can)s.", why=why, n=number, can=", ".join(can))


def full_sentence(reason: str) -> str:
    """Return a reason as a complete sentence."""
    return reason if reason.endswith((".", "?")) else f"{reason}."


def parse_written_move(answer: str, t: Translator) -> Move:
    """Parse a move that was typed in full."""
    try:
        return Move.parse(answer)
    except InvalidText:
        raise InvalidAnswer(not_understood(answer, t)) from None


def to_latin_keys(answer: str) -> str:
    """Replace keys typed with a Cyrillic layout by the Latin keys in their places."""
    word, space, rest = answer.partition(" ")
    is_key = len(word.strip("0123456789")) <= 1
    return f"{word.lower().translate(KEYS)}{space}{rest}" if is_key else answer
