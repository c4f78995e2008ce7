"""Working memory of the rules of classic: one record for one thread, without results for Python."""

from typing import Any

import numpy as np

from heptapolis.codes import AGES, CARDS, COST_UNITS, DECK, RESOURCES
from heptapolis.games.classic.codes import (
    CHOICES,
    DRAFT,
    FIRST_LEADER,
    ITEMS,
    LEADER_SLOTS,
    LEADERS,
    LOOKS,
    PLACES,
    SEATS,
)
from heptapolis.games.classic.rules.state import MOVE
from heptapolis.kernel.rows import LOG

PLAN_ROWS = 288  # more than the 165 ways to split 8 units over two sellers and two classes ...
# ... and the 120 to split 7 of them when the bank sells one
MOVE_ROWS = 8 * (2 * PLAN_ROWS + 2)  # a hand: every plan for the card, every one for the stage
MISSING_ROWS = 128  # more than the 70 ways to lack 4 of 8 units
CARD_ROWS = 32  # cards or leaders that one decision chooses from, and more
COLUMNS = 9  # of a score sheet
USES = CARDS + 1  # of one decision, payments aside: every card of the pile, or none
PATH = 64  # decisions of one simulation inside the trees
WEIGHTS = 12  # of a greedy player (`greedy`)
MAX_UNKNOWN_CARDS = 512  # cards of an age whose place a seat cannot tell
TAKE = 4  # columns of a take (`sampling`)

MAX_SUBSETS = 192  # of a need of 8 units: 2 of one resource, 1 of each other

SUBSETS = np.dtype(  # of the units that a construction lacks (`economy`)
    [
        ("resources", "i8", (RESOURCES,)),  # those that are missing ...
        ("need", "i8", (RESOURCES,)),  # ... how many units of each ...
        ("weight", "i8", (RESOURCES,)),  # ... and what its digit counts in the number of a subset
        ("digits", "i8", (MAX_SUBSETS, RESOURCES)),  # units of each in a subset
        ("units", "i8", (MAX_SUBSETS,)),  # in all
        ("coins", "i8", (MAX_SUBSETS, 2)),  # that each side asks for it
        ("own_can", "u1", (MAX_SUBSETS,)),  # 1: the city makes it
        ("seller_can", "u1", (2, MAX_SUBSETS)),  # 1: a side can sell it
        ("reach", "i8", (1 << RESOURCES,)),  # producers of choice for each set of resources
        ("fixed", "i2", (RESOURCES,)),  # units from elsewhere
        ("choices", "u1", (3 * CHOICES + COST_UNITS + 1,)),  # producers of choice
    ],
    align=True,
)

SAMPLING = np.dtype(  # of a possible game (`sampling`, `leader_sampling`)
    [
        ("cards", "i8", (MAX_UNKNOWN_CARDS,)),  # every card of unknown place ...
        ("group", "i8", (MAX_UNKNOWN_CARDS,)),  # ... its group ...
        ("where", "i8", (MAX_UNKNOWN_CARDS,)),  # ... and its place in the view, 0 for the pool
        ("gets", "i8", (MAX_UNKNOWN_CARDS,)),  # the take it goes to, 1 and up; 0: none
        ("takes", "i8", (PLACES, TAKE)),  # cards that others took face down
        ("discards", "i8", (LOOKS, CARDS + 1)),  # cards seen in the pile, by look
        ("left", "i8", (CARDS + 1,)),  # those of one look that no take has yet
        ("n_known", "i8", (CARDS + 1,)),  # copies whose place is known
        ("leaders", "i8", (LEADERS,)),  # leaders that the seat has seen nowhere
        ("is_seen", "u1", (LEADERS + FIRST_LEADER,)),  # 1: the seat has seen the leader
        ("free", "i8", (DRAFT,)),  # leaders of a pack without a seat yet
        ("slots", "i8", (LEADER_SLOTS,)),  # places of a seat's leaders
        ("slot_of_use", "i8", (LEADER_SLOTS + AGES,)),  # the place of each use
    ],
    align=True,
)


def workspace_with(columns: int) -> np.dtype[Any]:
    """Return the record for score sheets of so many columns."""
    return np.dtype(_fields(columns), align=True)


def _fields(columns: int) -> list[tuple[Any, ...]]:
    return [
        ("log", LOG),
        ("moves", "i8", (MOVE_ROWS, MOVE)),  # legal moves of a city
        ("values", "f8", (MOVE_ROWS,)),  # the value of each of these moves
        ("plans", "i8", (PLAN_ROWS, 3)),  # bank, left, right: the plans for a card ...
        ("stage_plans", "i8", (PLAN_ROWS, 3)),  # ... and for the next stage
        ("subsets", SUBSETS),
        ("cards", "i8", (CARD_ROWS,)),
        ("pool", "i8", (DECK,)),  # the cards to deal from
        ("sheet", "i8", (columns,)),
        ("totals", "i8", (SEATS,)),  # of the score sheets at the end ...
        ("places", "i8", (SEATS,)),  # ... and the places
        ("weights", "f8", (SEATS, WEIGHTS)),  # the weights of each seat
        ("sampling", SAMPLING),
        # Of a search.
        ("keys", "i8", (USES,)),  # of the moves
        ("edges", "i8", (USES,)),  # ... and their edges in a tree
        ("path", "i8", (PATH, 2)),  # edges that a simulation went along, and the seat of each
        ("item_priors", "f8", (ITEMS, 2)),  # of a card or stage in any city (`move_prior`)
        ("cursor", "i8", (SEATS,)),  # where each seat is in its tree, 0: below it
        ("wins", "f8", (SEATS,)),
        ("rewards", "f8", (SEATS,)),
        ("expected", "f8", (SEATS,)),  # the small network's estimate for each seat
    ]


WORKSPACE = workspace_with(COLUMNS)
