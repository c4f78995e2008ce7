"""Text in spans that carry a meaning: a card, a colour, coins, a player.

Each interface defines the appearance of a meaning in one place: bold blue, or a class of a style
sheet.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from heptapolis.codes import Color

BANNERS = 7  # colours and emblems of seats: 0 to 6, then again from 0
NEUTRAL = BANNERS  # the banner of the neutral city
_HOLE = re.compile(r"%(?:\((?P<name>\w+)\)[sd]|%)")  # a placeholder or a percent sign


def banner_of(seat: int) -> int:
    """Return the number of the colours and the emblem of a seat."""
    return seat % BANNERS


@dataclass(frozen=True, slots=True)
class CardName:
    """A card or another thing, such as a wonder or a token; those are white."""

    id: str
    color: Color


@dataclass(frozen=True, slots=True)
class PlayerName:
    """The player at a seat, or the neutral city."""

    seat: int
    is_neutral: bool = False
    figure: str = ""  # the character that plays there, if any

    @property
    def banner(self) -> int:
        """Return the number of the player's colours."""
        return NEUTRAL if self.is_neutral else banner_of(self.seat)

    @property
    def sign(self) -> int | str:
        """Return the emblem: the seat's number, or the character's id."""
        return self.figure or self.banner


@dataclass(frozen=True, slots=True)
class CoinCount:
    """A number of coins; negative for coins paid."""

    n: int


Meaning = CardName | PlayerName | CoinCount | Color


class Tone(Enum):
    """The emphasis of a text, independent of its meaning."""

    STRONG = "strong"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text with at most one meaning."""

    text: str
    meaning: Meaning | None = None
    tone: Tone | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """An immutable sequence of spans; adding to it returns a new phrase."""

    spans: tuple[Span, ...] = ()

    @property
    def plain(self) -> str:
        """Return the text without meanings."""
        return "".join(span.text for span in self.spans)

    def __str__(self) -> str:
        return self.plain

    def __bool__(self) -> bool:
        return any(span.text for span in self.spans)

    def __add__(self, other: "Words") -> "Phrase":
        return phrase(self, other)

    def __radd__(self, other: str) -> "Phrase":
        return phrase(other, self)

    def join(self, parts: Iterable["Words"]) -> "Phrase":
        """Return the parts with this phrase between them."""
        pieces: list[Words] = []
        for part in parts:
            pieces += [self, part] if pieces else [part]
        return phrase(*pieces)

    def in_tone(self, tone: Tone) -> "Phrase":
        """Return the whole phrase in a tone."""
        return Phrase(tuple(replace(span, tone=tone) for span in self.spans))


Words = str | Span | Phrase


def phrase(*parts: Words) -> Phrase:
    """Concatenate parts."""
    return Phrase(tuple(span for part in parts for span in _spans(part)))


def join_list(parts: Iterable[Words]) -> Phrase:
    """Join parts with commas."""
    return phrase(", ").join(parts)


def fill(message: str, values: Mapping[str, object]) -> Phrase:
    """Fill the placeholders of a message like ``%``; phrases keep their meanings."""
    pieces: list[Words] = []
    end = 0
    for hole in _HOLE.finditer(message):
        pieces.append(message[end : hole.start()])
        value = values[hole["name"]] if hole["name"] else "%"
        pieces.append(value if isinstance(value, Span | Phrase) else str(value))
        end = hole.end()
    return phrase(*pieces, message[end:])


def _spans(part: Words) -> Iterator[Span]:
    if isinstance(part, Phrase):
        yield from part.spans
    elif isinstance(part, Span):
        yield part
    elif part:
        yield Span(part)
