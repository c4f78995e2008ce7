"""A move as people and records write it: ``build university left=2 right=2``."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from heptapolis.codes import DuelMoveKind, MoveKind
from heptapolis.errors import InvalidText
from heptapolis.spelling import nearest

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
DUEL_VERBS = {kind: kind.slug for kind in DuelMoveKind}
KNOWN = list(dict.fromkeys([*VERBS.values(), *DUEL_VERBS.values()]))
_KINDS = {verb: int(kind) for kind, verb in reversed(VERBS.items())}
_DUEL_KINDS = {verb: int(kind) for kind, verb in DUEL_VERBS.items()}
_PAID = ("build", "stage")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_PAYMENT = re.compile(r"(left|right|bank)=([1-9][0-9]{0,3})")
LONGEST = 200


def add_verbs(verbs: Iterable[str]) -> None:
    """Let moves begin with verbs of an expansion; a card follows them."""
    KNOWN.extend(verb for verb in verbs if verb not in KNOWN)


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat does, mostly with one card; a leader or a progress token stands in the card's
    place. ``left``, ``right`` and, with Bilkis, ``bank`` get coins for bought resources."""

    verb: str
    card: str | None = None
    left: int = 0
    right: int = 0
    bank: int = 0
    free: bool = False
    free_city: bool = False
    wonder: str | None = None  # Duel: the wonder drafted or built
    starter: int | None = None  # Duel: the seat that is to begin
    _price: int | None = field(default=None, compare=False, repr=False, kw_only=True)

    def __str__(self) -> str:
        words = ["free_city"] if self.free_city else []
        words.append(self.verb)
        words += [word for word in (self.wonder, self.card) if word]
        if self.starter is not None:
            words.append(str(self.starter))
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
        """All coins that the seat pays for it; what it brings, as a discard does, is no price. A
        move that a game or view lists knows it, one that somebody writes does not."""
        if self._price is None:
            raise InvalidText(f"'{self}' does not tell its price; among legal moves it does")
        return self._price

    @property
    def trade(self) -> int:
        """Coins for bought resources, as a move of classic names them."""
        return self.left + self.right + self.bank

    def without_payment(self) -> "Move":
        return replace(self, left=0, right=0, bank=0, _price=None) if self.trade else self

    @property
    def kind(self) -> int:
        """The classic kernel's number for what this move does; 0: nothing there."""
        return int(MoveKind.BUILD_FREE) if self.free else _KINDS.get(self.verb, 0)

    @property
    def duel_kind(self) -> int:
        """The same for Duel."""
        return _DUEL_KINDS.get(self.verb, 0)

    def check(self) -> "Move":
        """Itself, if it could be written; a move made by hand may be no move at all."""
        try:
            if Move.parse(str(self)) == self:
                return self
        except (TypeError, ValueError):
            pass
        raise InvalidText(f"{self.verb!r}, {self.card!r}: no such move can be written")

    @classmethod
    def of(cls, move: "Move | str") -> "Move":
        """A move, or the one that a text says."""
        return move if isinstance(move, Move) else cls.parse(move)

    @classmethod
    def parse(cls, text: str) -> "Move":
        """The move that a text says; InvalidText if it says none."""
        if not isinstance(text, str):
            raise InvalidText(f"{text!r} is not a move")
        if len(text) > LONGEST:
            raise InvalidText(f"a move of {len(text)} characters is too long")
        words = text.split()
        free_city = words[:1] == ["free_city"]
        if free_city:
            words = words[1:]
        verb = words[0] if words else ""
        if verb not in KNOWN:
            verbs = f"{', '.join(KNOWN)}{nearest(verb, KNOWN)}"
            raise InvalidText(f"{text!r}: a move begins with one of {verbs}")
        if verb == "start":
            return _start(text, words)
        wonder = card = None
        rest = words[1:]
        if verb in ("draft", "wonder"):
            wonder, rest = _id(text, verb, rest)
        if verb not in ("draft", "pass"):
            card, rest = _id(text, verb, rest)
        free = verb == "build" and rest == ["free"]
        coins = {} if free else _payment(text, verb, rest)
        return cls(verb, card, free=free, free_city=free_city, wonder=wonder, **coins)


def _id(text: str, verb: str, words: list[str]) -> tuple[str, list[str]]:
    """The id that a text goes on with, and the words after it."""
    if not words or not _ID.fullmatch(words[0]):
        raise InvalidText(f"{text!r}: {verb} what? Name a card by its id")
    return words[0], words[1:]


def _start(text: str, words: list[str]) -> Move:
    if words not in (["start", "0"], ["start", "1"]):
        raise InvalidText(f"{text!r}: start 0 or start 1, the seat that goes first")
    return Move("start", starter=int(words[1]))


def _payment(text: str, verb: str, words: list[str]) -> dict[str, int]:
    coins: dict[str, int] = {}
    for word in words:
        match = _PAYMENT.fullmatch(word)
        if not match or verb not in _PAID or match[1] in coins:
            raise InvalidText(f"{text!r}: {word!r} is not understood; left=2, right=2, bank=1")
        coins[match[1]] = int(match[2])
    return coins
