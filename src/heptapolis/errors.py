"""Errors of the caller; each message names the invalid value."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heptapolis.refusal import Refusal

MAX_LISTED_MOVES = 12  # legal moves listed in a message


class IllegalMove(ValueError):
    """A move that the rules do not allow now.

    ``reason`` is one line of English; ``refusal`` is the same as a code with numbers, if the game
    has one; ``legal`` lists the legal moves. The full text includes reason and legal moves.
    """

    def __init__(
        self, reason: str, refusal: "Refusal | None" = None, legal: Sequence[Any] = ()
    ) -> None:
        super().__init__(reason, refusal, tuple(legal))
        self.reason, self.refusal, self.legal = reason, refusal, tuple(legal)

    def __str__(self) -> str:
        if not self.legal:
            return self.reason
        texts = ", ".join(f"'{move}'" for move in self.legal[:MAX_LISTED_MOVES])
        rest = len(self.legal) - MAX_LISTED_MOVES
        return f"{self.reason}; legal: {texts}" + (f" and {rest} more" if rest > 0 else "")


class InvalidText(ValueError):
    """A move, record or position that cannot be parsed; the message says where."""
