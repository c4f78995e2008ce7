"""A move as people and records write it: ``build university left=2 right=2``."""

import re
from dataclasses import dataclass, replace

from heptapolis.codes import MoveKind
from heptapolis.errors import InvalidText

VERBS = {
    MoveKind.BUILD: "build",
    MoveKind.BUILD_FREE: "build",
    MoveKind.STAGE: "stage",
    MoveKind.DISCARD: "discard",
    MoveKind.DIG: "dig",
    MoveKind.PASS: "pass",
    MoveKind.KEEP: "keep",
    MoveKind.RECRUIT: "recruit",
    MoveKind.COURT: "court",
}
_KINDS = {verb: int(kind) for kind, verb in reversed(VERBS.items())}
_PAID = ("build", "stage")
_CARD = re.compile(r"[a-z][a-z0-9_]*")
_PAYMENT = re.compile(r"(left|right|bank)=([1-9][0-9]{0,3})")
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat does with one card. Coins go to the neighbours and, with Bilkis, the bank."""

    verb: str
    card: str | None = None
    left: int = 0
    right: int = 0
    bank: int = 0
    free: bool = False
    free_city: bool = False

    def __str__(self) -> str:
        words = ["free_city"] if self.free_city else []
        words.append(self.verb)
        if self.card:
            words.append(self.card)
        if self.free:
            words.append("free")
        for name in ("left", "right", "bank"):
            coins = getattr(self, name)
            if coins:
                words.append(f"{name}={coins}")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @property
    def price(self) -> int:
        """Coins for bought resources; printed coin costs are not among them."""
        return self.left + self.right + self.bank

    def without_payment(self) -> "Move":
        return replace(self, left=0, right=0, bank=0)

    @property
    def kind(self) -> int:
        """The kernel's number for what this move does."""
        return int(MoveKind.BUILD_FREE) if self.free else _KINDS[self.verb]

    def check(self) -> "Move":
        """Itself, if it could be written; a move made by hand may be no move at all."""
        try:
            if Move.parse(str(self)) == self:
                return self
        except (TypeError, ValueError):
            pass
        raise InvalidText(f"{self.verb!r}, {self.card!r}: no such move can be written")

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move that a text says; InvalidText if it says none."""
        if len(text) > LONGEST:
            raise InvalidText(f"a move of {len(text)} characters is too long")
        words = text.split()
        free_city = words[:1] == ["free_city"]
        if free_city:
            words = words[1:]
        verb = words[0] if words else ""
        if verb not in VERBS.values():
            verbs = ", ".join(dict.fromkeys(VERBS.values()))
            raise InvalidText(f"{text!r}: a move begins with one of {verbs}")
        if verb == "pass":
            card, rest = None, words[1:]
        else:
            card, rest = (words[1] if len(words) > 1 else ""), words[2:]
            if not _CARD.fullmatch(card):
                raise InvalidText(f"{text!r}: {verb} what? A card's id is wanted")
        free = verb == "build" and rest == ["free"]
        coins = {} if free else _payment(text, verb, rest)
        return cls(verb, card, free=free, free_city=free_city, **coins)


def _payment(text: str, verb: str, words: list[str]) -> dict[str, int]:
    coins: dict[str, int] = {}
    for word in words:
        match = _PAYMENT.fullmatch(word)
        if not match or verb not in _PAID or match[1] in coins:
            raise InvalidText(f"{text!r}: {word!r} is not understood; left=2, right=2, bank=1")
        coins[match[1]] = int(match[2])
    return coins
