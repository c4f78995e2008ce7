"""Pebbles: a small game that only tests have, to prove that a variant needs nothing of ours.

Each seat holds numbered pebbles that the others do not see. In every turn all seats throw one at
once; the highest takes all that were thrown and gets a point for each, with gold two. It has a
state record, moves, events, views and positions of its own, and no class built on one of ours.
"""

from dataclasses import dataclass

from heptapolis.errors import InvalidText
from heptapolis.options import option
from heptapolis.variants import Expansion, Variant
from heptapolis.vocabulary import Column, Vocabulary


@dataclass(frozen=True)
class Throw:
    """The one kind of move there is."""

    pebble: int

    def __str__(self) -> str:
        return f"throw pebble_{self.pebble}"

    def without_payment(self) -> "Throw":
        return self


def parse_throw(text: str) -> Throw:
    words = text.split() if isinstance(text, str) else []
    number = words[1].removeprefix("pebble_") if len(words) == 2 else ""
    if words[:1] != ["throw"] or not number.isdigit() or len(number) > 2:
        raise InvalidText(f"{text!r}: throw which pebble?")
    return Throw(int(number))


@dataclass(frozen=True, kw_only=True)
class PebbleOptions:
    seats: int = option(3, "Players, 2 to 5.", low=2, high=5)
    gold: bool = option(False, "Every pebble counts twice.")
    stones: int = option(3, "Pebbles for everybody, 1 to 6.", low=1, high=6)


COLUMNS = ("won", "gold", "total")
GOLD = Expansion(
    id="gold",
    game="pebbles",
    titles={"en": "Gold", "hu": "Arany"},
    game_titles={"en": "Pebbles with gold", "hu": "Kavicsok arannyal"},
    package="tests.toys.pebbles",
    has_flag=True,
)
VARIANT = Variant(
    id="pebbles",
    titles={"en": "Pebbles", "hu": "Kavicsok"},
    seats=range(2, 6),
    options=PebbleOptions,
    vocabulary=Vocabulary(tuple(map(Column, COLUMNS))),
    home="tests.toys.pebbles.engine",
    expansions={GOLD.id: GOLD},
    parse_move=parse_throw,
)
