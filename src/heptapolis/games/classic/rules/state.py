"""The whole position of a game in one record. A field says which seats may know it (`visibility`);
its comment is its documentation.

Loop bounds and parts of moves are 64 bits wide: those numbers travel between functions, and with
one type for all of them every function is compiled once.
"""

from heptapolis.codes import AGES, CARDS, RESOURCES
from heptapolis.games.classic.codes import (
    BUILDINGS,
    CHOICES,
    COURTED,
    EVENTS,
    LEADER_SLOTS,
    LEADERS,
    LOOKS,
    PLACES,
    SEATS,
    STAGES,
    TARGETS,
)
from heptapolis.kernel.visibility import OWN, PUBLIC, SECRET, SEEN, Fields

TURNS = 6
MOVE = 5  # kind, card, bank, left, right

FIELDS = Fields(
    (PUBLIC, "n_players", "i8"),  # deciding seats: 2..7
    (PUBLIC, "n_cities", "i8"),  # 3..7; the third of a two-player game is the Free City
    (PUBLIC, "leaders", "i8"),  # 1: played with the expansion
    (PUBLIC, "age", "i8"),  # 1..3; 0 in the leader draft
    (PUBLIC, "turn", "i8"),  # 1..6; 0 in a recruitment; 1..3 in the draft
    (PUBLIC, "phase", "i8"),  # Phase
    (PUBLIC, "actor", "i8"),  # the deciding city in phases that ask one
    (PUBLIC, "settled", "i8"),  # 1: this turn's leftover cards have gone to the pile
    (PUBLIC, "board", "i2", (SEATS,)),  # item of the wonder side
    (SEEN, "deck", "u1", (AGES, PLACES)),  # card of each place; pack p is places 7p..7p+6
    (SEEN, "fate", "u1", (AGES, PLACES)),  # 0: in its pack; else a fate (`fates`)
    # Use of each city's card by turn; [6]: its seventh.
    (PUBLIC, "acts", "u1", (AGES, TURNS + 1, SEATS)),
    (SEEN, "discard", "u1", (CARDS + 1,)),  # copies of each card in the pile
    (PUBLIC, "n_discard", "i8"),
    # Cards dealt to each pack; the Free City's pile is pack 2.
    (PUBLIC, "places", "i2", (AGES, SEATS)),
    (PUBLIC, "n_looks", "i8"),  # number of looks through the pile so far
    (PUBLIC, "look_when", "u1", (LOOKS,)),  # a moment (`fates`)
    (PUBLIC, "look_city", "u1", (LOOKS,)),
    (PUBLIC, "look_card", "u1", (LOOKS,)),  # the card it took, 0 = none
    (OWN, "move", "i8", (SEATS, MOVE)),  # chosen and not yet carried out
    (PUBLIC, "digs", "i2", (SEATS, 3)),  # builds from the pile due: by a stage, a leader, a copy
    (PUBLIC, "seventh", "i2", (SEATS,)),  # 1: has played its seventh card this age
    (PUBLIC, "free_used", "i2", (SEATS,)),  # 1: Olympia's free build is spent for this age
    (PUBLIC, "coins", "i2", (SEATS,)),
    (PUBLIC, "built", "i8", (SEATS, 2)),  # bit of each structure in the city
    (PUBLIC, "city", "u1", (SEATS, BUILDINGS)),  # its cards in order of entering
    (PUBLIC, "n_city", "i2", (SEATS,)),
    (PUBLIC, "stages", "i2", (SEATS,)),  # wonder stages built
    (SEEN, "marker", "u1", (SEATS, STAGES)),  # the card or leader under each stage
    (PUBLIC, "victories", "i2", (SEATS, AGES)),  # victory tokens won in each age
    (PUBLIC, "defeats", "i2", (SEATS,)),  # defeat tokens held
    (PUBLIC, "shields", "i2", (SEATS,)),
    (PUBLIC, "symbols", "i2", (SEATS, 4)),  # science symbols; [0] counts those of choice
    (PUBLIC, "colors", "i2", (SEATS, 9)),  # cards of each colour
    (PUBLIC, "powers", "i4", (SEATS,)),  # bits of the specials it has
    (PUBLIC, "price", "i2", (SEATS, 2, 2)),  # what a bought unit costs, by side and class
    (PUBLIC, "produce", "i2", (SEATS, RESOURCES)),  # fixed units for itself
    (PUBLIC, "sold", "i2", (SEATS, RESOURCES)),  # fixed units neighbours may buy
    (PUBLIC, "choice", "u1", (SEATS, CHOICES)),  # bits of resources, a producer each
    (PUBLIC, "n_choice", "i2", (SEATS,)),
    (PUBLIC, "sold_choice", "u1", (SEATS, CHOICES)),
    (PUBLIC, "n_sold_choice", "i2", (SEATS,)),
    (PUBLIC, "drafted", "i8"),  # 1: the leaders were dealt and drafted; 0: a written position's
    # Leaders. A row's slots 0..3 hold the pack dealt to that seat, the others what it drew.
    (SEEN, "leader", "u1", (SEATS, LEADER_SLOTS)),
    # 0: in its pack; else a leader's fate (`fates`)
    (SEEN, "leader_fate", "i2", (SEATS, LEADER_SLOTS)),
    (SECRET, "box", "u1", (LEADERS,)),  # undealt leaders, the next to be drawn first
    (PUBLIC, "n_drawn", "i8"),  # taken from the box so far
    (PUBLIC, "drew_when", "u1", (SEATS,)),  # the moment of a city's draw, 0 = none
    (PUBLIC, "drew_after", "u1", (SEATS,)),  # leaders it had recruited by then
    (PUBLIC, "recruits", "u1", (AGES, SEATS)),  # Use of each seat's leader in each recruitment
    (PUBLIC, "recruited", "u1", (SEATS, LEADER_SLOTS)),  # leaders in play, in order of entering
    (PUBLIC, "n_recruited", "i2", (SEATS,)),
    (PUBLIC, "n_leader_hand", "i2", (SEATS,)),
    (PUBLIC, "courted", "u1", (SEATS, COURTED)),  # leaders copied
    (PUBLIC, "n_courted", "i2", (SEATS,)),
    (PUBLIC, "courts", "i2", (SEATS,)),  # leaders it still has to copy this turn
    (PUBLIC, "extra", "i2", (SEATS,)),  # extra leaders it may still recruit this turn
    (PUBLIC, "fewer", "i2", (SEATS, TARGETS)),  # units less for constructions of each Target
    (PUBLIC, "bonus", "i2", (SEATS, EVENTS)),  # coins paid on each Trigger
    (PUBLIC, "rebate", "i2", (SEATS,)),  # coins back from each neighbour bought from
    (PUBLIC, "bank_price", "i2", (SEATS,)),  # of one unit from the bank a turn, 0 = none
    (PUBLIC, "free_leaders", "i2", (SEATS,)),  # 1: in recruitments, 2: always
    (PUBLIC, "leader_off", "i2", (SEATS,)),  # coins off its own leaders ...
    (PUBLIC, "leader_off_beside", "i2", (SEATS,)),  # ... and off its neighbours'
)

CLASSIC = FIELDS.dtype
