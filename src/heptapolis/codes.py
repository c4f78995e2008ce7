"""The numbers that catalogues and kernels share, named with the rulebook's words; the codes of one
game are in a module of this name inside it.

Data files and JSON write a member as its lower-case name: ``Color.BROWN`` is ``"brown"``.
"""

from enum import IntEnum
from typing import Any

from heptapolis.deprecated import former_outcomes


class Code(IntEnum):
    """An enumeration whose members are written as slugs outside the kernel."""

    @property
    def slug(self) -> str:
        return self.name.lower()


class Resource(Code):
    """The seven resources; a game may use some of them."""

    CLAY = 0
    ORE = 1
    STONE = 2
    WOOD = 3
    GLASS = 4
    CLOTH = 5
    PAPYRUS = 6


RESOURCES = len(Resource)
FIRST_MANUFACTURED = int(Resource.GLASS)


class Color(Code):
    """Card colours. Cards of the ages have the first seven; white is for those of expansions."""

    BROWN = 1
    GREY = 2
    BLUE = 3
    YELLOW = 4
    RED = 5
    GREEN = 6
    PURPLE = 7
    WHITE = 8


class Counted(Code):
    """What effects of all games can count in a city; games add codes of their own. Colours have the
    same numbers as in `Color`."""

    BROWN = 1
    GREY = 2
    BLUE = 3
    YELLOW = 4
    RED = 5
    GREEN = 6
    PURPLE = 7
    COINS = 13


class Target(Code):
    """What a resource discount applies to: cards of a colour, or a wonder."""

    BROWN = 1
    GREY = 2
    BLUE = 3
    YELLOW = 4
    RED = 5
    GREEN = 6
    PURPLE = 7
    WONDER_STAGE = 9
    WONDER = 14


class Whose(Code):
    """The cities that an effect applies to; the values are bits of a mask."""

    SELF = 1
    LEFT = 2
    RIGHT = 4
    LARGER_CITY = 8


class Side(Code):
    """A neighbour. Left is the next seat clockwise, right the one before (C1.1)."""

    LEFT = 0
    RIGHT = 1


# The numbering of the kernels. Every card, wonder, token ... is an *item* with one row in the
# tables; 0 is no item. Cards come first; each game numbers the others. The spare numbers are for
# house cards.
CARDS = 128  # items 1 to 128
FIRST_CARD = 1
CHAINS = 4  # predecessors of one card, at most
AGES = 3
DECK = 256  # cards that are shuffled at once, at most
MAX_COINS = 10_000  # limit of a treasury; the sum of three fits 16 bits
COST_UNITS = 8  # resource units in one cost, at most


class Obstacle(Code):
    """A reason against a move that several games have; 0 is none. The vocabulary of a game or
    expansion adds others, with numbers of their own."""

    # Turn and decision
    GAME_OVER = 1
    NO_SUCH_SEAT = 2
    NOT_YOUR_TURN = 3
    NOT_NOW = 6  # another decision is pending
    NOTHING_CHOSEN = 7  # nothing to undo
    # The card, or another thing in its place
    UNKNOWN = 8
    NOT_IN_HAND = 9
    NOT_IN_PILE = 11  # the discard pile
    NOT_OFFERED = 14  # any other choice
    # The use
    STANDS = 16  # a building of that name is built, or the wonder is
    # The price
    MISSING_UNITS = 26  # not produced, and not for sale
    COINS_SHORT = 27
    NO_SUCH_PAYMENT = 28


class How(Code):
    """How a card was built."""

    PAID = 0
    CHAIN = 1
    FREE = 2


def __getattr__(name: str) -> Any:
    if name == "Outcome":  # public in the version before
        return former_outcomes()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
