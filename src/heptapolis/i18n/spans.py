"""Text for people, in spans that say what they mean: a card, a colour, coins, a player.

How a meaning looks, every face says itself, in one place: bold blue, or a class of a style sheet.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from heptapolis.codes import Color

BANNERS = 7  # colours and emblems of seats: 0 to 6; after the last comes the first again
NEUTRAL = BANNERS  # the banner of a city that nobody plays alone
_HOLE = re.compile(r"%(?:\((?P<name>\w+)\)[sd]|%)")  # what a message leaves open, or a percent sign


def banner_of(seat: int) -> int:
    """Return the number of the colours and the emblem of a seat."""
    return seat % BANNERS


@dataclass(frozen=True, slots=True)
class CardName:
    """A card or what lies beside cards: a wonder, a token; those are white."""

    id: str
    color: Color


@dataclass(frozen=True, slots=True)
class PlayerName:
    """Whoever sits at a seat, or the city that nobody plays alone."""

    seat: int
    is_neutral: bool = False
    figure: str = ""  # the character that plays there, if one does

    @property
    def banner(self) -> int:
        """Whose colours it has."""
        return NEUTRAL if self.is_neutral else banner_of(self.seat)

    @property
    def sign(self) -> int | str:
        """Whose emblem: the seat's, or the character's."""
        return self.figure or self.banner


@dataclass(frozen=True, slots=True)
class CoinCount:
    """Coins; below 0 those that go."""

    n: int


Meaning = CardName | PlayerName | CoinCount | Color


class Tone(Enum):
    """How something is said, whatever it means."""

    STRONG = "strong"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text with one meaning, or with none."""

    text: str
    meaning: Meaning | None = None
    tone: Tone | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """Spans that follow each other. It never changes: what is added makes another one."""

    spans: tuple[Span, ...] = ()

    @property
    def plain(self) -> str:
        """The words alone."""
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
        """The parts with this between them."""
        pieces: list[Words] = []
        for part in parts:
            pieces += [self, part] if pieces else [part]
        return phrase(*pieces)

    def in_tone(self, tone: Tone) -> "Phrase":
        """The same, all of it said in a tone."""
        return Phrase(tuple(replace(span, tone=tone) for span in self.spans))


Words = str | Span | Phrase


def phrase(*parts: Words) -> Phrase:
    """Parts one after another."""
    return Phrase(tuple(span for part in parts for span in _spans(part)))


def listed(parts: Iterable[Words]) -> Phrase:
    """Parts with commas between them."""
    return phrase(", ").join(parts)


def fill(message: str, values: Mapping[str, object]) -> Phrase:
    """A message with its holes filled, as ``%`` does; phrases keep what they mean."""
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
