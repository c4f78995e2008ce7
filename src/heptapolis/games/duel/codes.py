"""The numbers shared by the catalogue and the kernel of Duel; see `heptapolis.codes`."""

from heptapolis.codes import CARDS, FIRST_CARD, Code, Resource

DUEL_SEATS = 2
SET_SIZE = 4  # wonders in a draft offer, and in a city
DUEL_WONDERS = 16
TOKENS = 16
FIRST_WONDER = FIRST_CARD + CARDS
FIRST_TOKEN = FIRST_WONDER + DUEL_WONDERS
DUEL_ITEMS = FIRST_TOKEN + TOKENS
SLOTS = 20  # cards in a Duel layout
TRACK = 16  # room for the half track of Duel, the middle included
GOODS = (Resource.CLAY, Resource.STONE, Resource.WOOD, Resource.GLASS, Resource.PAPYRUS)


class DuelSymbol(Code):
    """The seven science symbols; 0 is no symbol."""

    ASTROLABE = 1
    SCALES = 2
    SUNDIAL = 3
    MORTAR = 4
    PENDULUM = 5
    QUILL = 6
    WHEEL = 7


class DuelCounted(Code):
    """What an effect can count in a city, beside the things of `Counted`."""

    WONDER = 14
    PROGRESS_TOKEN = 15


class DuelPhase(Code):
    """The decision that the table waits for in Duel."""

    DRAFT = 0
    TURN = 1
    TOKEN = 2
    LIBRARY = 3
    DESTROY = 4
    REVIVE = 5
    START = 6
    OVER = 7


class DuelMoveKind(Code):
    """What a move does; 0 is no move."""

    DRAFT = 1
    BUILD = 2
    WONDER = 3
    DISCARD = 4
    TOKEN = 5
    DESTROY = 6
    REVIVE = 7
    START = 8


class DuelObstacle(Code):
    """A reason against a move, beside those of `Obstacle`."""

    NOT_ACCESSIBLE = 13  # cards of the structure
    NOT_YOURS = 15  # a wonder
    ALL_WONDERS_STAND = 25  # that may be built: seven (D1)


class DuelOutcome(Code):
    """A kind of end; 0: in progress."""

    POINTS = 1
    MILITARY = 2
    SCIENCE = 3
    SHARED = 4


class DuelHappening(Code):
    """Rows of the Duel kernel's log (kind, seat, item, a, b, c); 0 is none."""

    DRAFTED = 1  # wonder
    BUILT = 2  # card; a: How
    STAGED = 3  # the card tucked under; a: wonder, b: how many the city has now
    DISCARDED = 4  # card
    PAID = 5  # a: to the bank, b: to the opponent (Economy)
    GAINED = 6  # the source of the coins, 0: a discard; a: coins
    MARKER = 7  # a: from, b: to; positive is the second player's half
    LOOTED = 8  # seat: who lost coins; the wonder that took them, 0: the track; a: coins
    TOKEN = 9  # token; a: 1 from those set aside
    DESTROYED = 10  # the opponent's card
    REVIVED = 11  # card
    REVEALED = 12  # card; a: slot
    STARTED = 13  # seat: who begins; a: age
