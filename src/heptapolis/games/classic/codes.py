"""The numbers shared by the catalogue and the kernel of classic; see `heptapolis.codes`."""

from heptapolis.codes import CARDS, FIRST_CARD, Code

SEATS = 7  # cities at a table, at most
HAND = 7
PLACES = SEATS * HAND  # cards dealt in an age, at most
LEADERS = 64
BOARDS = 32  # two sides of at most 16 wonders
STAGES = 4  # at most, on one board
FIRST_LEADER = FIRST_CARD + CARDS
FIRST_BOARD = FIRST_LEADER + LEADERS
FIRST_STAGE = FIRST_BOARD + BOARDS
ITEMS = FIRST_STAGE + BOARDS * STAGES
BUILDINGS = 80  # cards in one city, at most: those of a position, then turns, sevenths, digs
CHOICES = 16  # producers of choice in one city, at most
LOOKS = 32  # looks through the discard pile, at most: a board has four stages
DRAFT = 4  # leaders dealt to each seat; as many are drawn at once by Rome B
LEADER_SLOTS = 2 * DRAFT  # leaders of one seat: dealt, then drawn
COURTED = 4  # leaders that one city may copy, at most
TARGETS = 10  # room for the targets of a resource discount in classic
EVENTS = 3  # events that pay coins


class Symbol(Code):
    """The three science symbols; 0 is no symbol."""

    COMPASS = 1
    GEAR = 2
    TABLET = 3


class ClassicCounted(Code):
    """What an effect can count in a city, beside the things of `Counted`."""

    LEADER = 8
    WONDER_STAGE = 9
    VICTORY_TOKEN = 10
    DEFEAT_TOKEN = 11
    SCIENCE_SET = 12


class ResourceClass(Code):
    RAW = 0
    MANUFACTURED = 1


class Trigger(Code):
    """Events that a leader can pay coins for."""

    VICTORY_TOKEN_GAINED = 0
    BUILD_YELLOW = 1
    BUILD_BY_CHAIN = 2


class Special(Code):
    """Powers that are not a number; 0 is none."""

    FREE_BUILD_PER_AGE = 1
    PLAY_LAST_CARD = 2
    BUILD_FROM_DISCARD = 3
    COPY_GUILD = 4
    BANK_PURCHASE = 5
    FREE_LEADERS = 6
    LEADER_DISCOUNT = 7
    FREE_GUILDS = 8
    REDIRECT_DEFEAT_TOKENS = 9
    TRADE_REBATE = 10
    COPY_NEIGHBOUR_LEADER = 11
    DRAW_LEADERS = 12
    RECRUIT_EXTRA_LEADER = 13


class Phase(Code):
    """The decision that the table waits for."""

    DRAFT = 0
    RECRUIT = 1
    TURN = 2
    EXTRA_LEADER = 3
    COURT = 4
    SEVENTH = 5
    DIG = 6
    OVER = 7


class MoveKind(Code):
    """What a move does; 0 is no move."""

    BUILD = 1
    BUILD_FREE = 2
    STAGE = 3
    DISCARD = 4
    DIG = 5
    PASS = 6
    KEEP = 7
    RECRUIT = 8
    COURT = 9
    HIDDEN = 15  # another seat's choice that the viewer may not know


class Outcome(Code):
    """A kind of end; 0: in progress."""

    POINTS = 1
    SHARED = 4


class ClassicObstacle(Code):
    """A reason against a move, beside those of `Obstacle`."""

    OWN_CARD_FIRST = 4  # the Free City's card is chosen after it (C9.2)
    FREE_CITY_NOW = 5  # the Free City's card has to be chosen (C9.2)
    NOT_IN_PACK = 10  # the leaders of a draft
    NOT_RECRUITED = 12  # by a neighbour: leaders to copy (L46)
    COPIED = 17  # the leader has been copied
    CHAIN_FORBIDS = 18  # a card that the Free City could build by chain cannot be a marker (C9.4)
    MUST_PLAY = 19  # the Free City can play a card, so it must not discard (C9.3)
    POWER_ABSENT = 20  # the free build of Olympia A (C6.1)
    POWER_SPENT = 21
    POWER_IDLE = 22  # the card costs nothing anyway
    ALL_STAGES_STAND = 23
    NO_ROOM = 24  # for another leader


class Use(Code):
    """The use of a dealt card; 0: it is still in its pack."""

    BUILT = 1
    STAGED = 2
    DISCARDED = 3
    LEFTOVER = 4  # a seventh card; a leader that went back to the box


class Happening(Code):
    """Rows of the kernel's log; 0 is none."""

    BUILT = 1
    STAGED = 2
    DISCARDED = 3
    PAID = 4
    GAINED = 5
    DUG = 6
    PASSED = 7  # a: 1 an extra leader, 0 a dig
    WAR = 8
    KEPT = 9
    RECRUITED = 10
    COURTED = 11
