"""Moves, as people and records write them: ``build university left=2 right=2``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from heptapolis.deprecated import BUILD_FREE, CLASSIC_VERBS, DUEL_VERBS, verb_number
from heptapolis.errors import InvalidText
from heptapolis.spelling import suggest
from heptapolis.variants import all_verbs
from heptapolis.vocabulary import Verb

_ID = re.compile(r"[a-z][a-z0-9_]*")
_PAYMENT = re.compile(r"([a-z]+)=([1-9][0-9]{0,3})")
MAX_MOVE_CHARS = 200


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one seat, usually with one card; the card's place may hold another thing of the
    game. ``left``, ``right`` and ``bank`` receive coins for bought resources. The verb determines
    which fields a move has (`heptapolis.vocabulary.Verb`)."""

    verb: str
    card: str | None = None
    left: int = 0
    right: int = 0
    bank: int = 0
    free: bool = False
    free_city: bool = False  # for the city that belongs to no seat, by the seat that controls it
    wonder: str | None = None  # to draft or build
    starter: int | None = None  # the seat that is to begin
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
        """All coins that the seat pays for it. Income, as from a discard, is not subtracted. A move
        listed by a game or view knows its price, a parsed one does not."""
        if self._price is None:
            raise InvalidText(f"'{self}' does not tell its price; among legal moves it does")
        return self._price

    @property
    def trade(self) -> int:
        """The coins for bought resources, by recipient."""
        return self.left + self.right + self.bank

    def without_payment(self) -> "Move":
        return replace(self, left=0, right=0, bank=0, _price=None) if self.trade else self

    @property
    def kind(self) -> int:
        """Deprecated: the number of the verb in classic."""
        number = verb_number("Move.kind", self.verb, CLASSIC_VERBS)
        return BUILD_FREE if self.free else number

    @property
    def duel_kind(self) -> int:
        """Deprecated: the number of the verb in Duel."""
        return verb_number("Move.duel_kind", self.verb, DUEL_VERBS)

    def check(self) -> "Move":
        """Return the move if its text can be parsed back; raise InvalidText otherwise."""
        try:
            if Move.parse(str(self)) == self:
                return self
        except (TypeError, ValueError):
            pass
        raise InvalidText(f"{self.verb!r}, {self.card!r}: no such move can be written")

    @classmethod
    def of(cls, move: "Move | str") -> "Move":
        """Return a move from a move or its text."""
        return move if isinstance(move, Move) else cls.parse(move)

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Return the move of a text, by the verbs of all registered games; raise InvalidText if
        there is none."""
        if not isinstance(text, str):
            raise InvalidText(f"{text!r} is not a move")
        if len(text) > MAX_MOVE_CHARS:
            raise InvalidText(f"a move of {len(text)} characters is too long")
        words = text.split()
        free_city = words[:1] == ["free_city"]
        if free_city:
            words = words[1:]
        word = words[0] if words else ""
        known = all_verbs()
        if word not in known:
            verbs = f"{', '.join(known)}{suggest(word, known)}"
            raise InvalidText(f"{text!r}: a move begins with one of {verbs}")
        fields = _fields_of_any(known[word], words[1:], text)
        return cls(word, free_city=free_city, **fields)


def _fields_of_any(verbs: Sequence[Verb], words: Sequence[str], text: str) -> dict[str, Any]:
    """Return the fields of a move by the first verb that matches. If none does, the error is that
    of the first."""
    first_error: InvalidText | None = None
    for verb in verbs:
        try:
            return _fields(verb, words, text)
        except InvalidText as error:
            first_error = first_error or error
    raise first_error or InvalidText(f"{text!r} is not a move")


def _fields(verb: Verb, words: Sequence[str], text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "starter" in verb.arguments:
        return {"starter": _seat(text, verb, words)}
    for name in verb.arguments:
        if not words or not _ID.fullmatch(words[0]):
            raise InvalidText(f"{text!r}: {verb.word} what? Name a card by its id")
        found[name], words = words[0], words[1:]
    if verb.has_free_form and list(words) == ["free"]:
        return {**found, "free": True}
    return found | _payment(verb, words, text)


def _seat(text: str, verb: Verb, words: Sequence[str]) -> int:
    if list(words) not in (["0"], ["1"]):
        raise InvalidText(f"{text!r}: {verb.word} 0 or {verb.word} 1, the seat that goes first")
    return int(words[0])


def _payment(verb: Verb, words: Sequence[str], text: str) -> dict[str, int]:
    coins: dict[str, int] = {}
    for word in words:
        match = _PAYMENT.fullmatch(word)
        if not match or match[1] not in verb.payees or match[1] in coins:
            raise InvalidText(f"{text!r}: {word!r} is not understood; left=2, right=2, bank=1")
        coins[match[1]] = int(match[2])
    return coins
