"""The whole position of a game in one record; the comment of a field is its documentation.

What loops count to and moves are made of is 64 bits wide: those numbers travel between functions,
and with one type for all of them every function is compiled once.
"""

import numpy as np

from heptapolis.codes import (
    AGES,
    BUILDINGS,
    CARDS,
    CHOICES,
    COURTED,
    EVENTS,
    LEADER_SLOTS,
    LEADERS,
    LOOKS,
    PLACES,
    RESOURCES,
    SEATS,
    STAGES,
    TARGETS,
)

TURNS = 6
MOVE = 5  # kind, card, bank, left, right

CLASSIC = np.dtype(
    [
        ("n_players", "i8"),  # seats that decide: 2..7
        ("n_cities", "i8"),  # 3..7; the third of a two-player game is the Free City
        ("leaders", "i8"),  # 1: played with the expansion
        ("age", "i8"),  # 1..3; 0 in the leader draft
        ("turn", "i8"),  # 1..6; 0 in a recruitment; 1..3 in the draft
        ("phase", "i8"),  # Phase
        ("actor", "i8"),  # the one city asked in phases that ask one
        ("settled", "i8"),  # 1: this turn's leftover cards have gone to the pile
        ("board", "i2", (SEATS,)),  # item of the wonder side
        ("deck", "u1", (AGES, PLACES)),  # the card dealt to each place; pack p is places 7p..7p+6
        ("fate", "u1", (AGES, PLACES)),  # 0: in its pack; else a fate (`fates`)
        (
            "acts",
            "u1",
            (AGES, TURNS + 1, SEATS),
        ),  # Use of each city's card by turn; [6]: its seventh
        ("discard", "u1", (CARDS + 1,)),  # copies of each card in the pile
        ("n_discard", "i8"),
        ("places", "i2", (AGES, SEATS)),  # cards dealt to each pack; the Free City's pile is pack 2
        ("n_looks", "i8"),  # how often somebody has looked through the pile
        ("look_when", "u1", (LOOKS,)),  # a moment (`fates`)
        ("look_city", "u1", (LOOKS,)),
        ("look_card", "u1", (LOOKS,)),  # the card it took, 0 = none
        ("move", "i8", (SEATS, MOVE)),  # chosen and not yet carried out
        ("digs", "i2", (SEATS, 3)),  # builds from the pile to come: by a stage, a leader, a copy
        ("seventh", "i2", (SEATS,)),  # 1: has played its seventh card this age
        ("free_used", "i2", (SEATS,)),  # 1: Olympia's free build is spent for this age
        ("coins", "i2", (SEATS,)),
        ("built", "i8", (SEATS, 2)),  # bit of each structure in the city
        ("city", "u1", (SEATS, BUILDINGS)),  # its cards in order of entering
        ("n_city", "i2", (SEATS,)),
        ("stages", "i2", (SEATS,)),  # wonder stages built
        ("marker", "u1", (SEATS, STAGES)),  # the card or leader under each stage
        ("victories", "i2", (SEATS, AGES)),  # victory tokens won in each age
        ("defeats", "i2", (SEATS,)),  # defeat tokens held
        ("shields", "i2", (SEATS,)),
        ("symbols", "i2", (SEATS, 4)),  # science symbols; [0] counts those of choice
        ("colors", "i2", (SEATS, 9)),  # cards of each colour
        ("powers", "i4", (SEATS,)),  # bits of the specials it has
        ("price", "i2", (SEATS, 2, 2)),  # what a bought unit costs, by side and class
        ("produce", "i2", (SEATS, RESOURCES)),  # fixed units for itself
        ("sold", "i2", (SEATS, RESOURCES)),  # fixed units neighbours may buy
        ("choice", "u1", (SEATS, CHOICES)),  # bits of resources, a producer each
        ("n_choice", "i2", (SEATS,)),
        ("sold_choice", "u1", (SEATS, CHOICES)),
        ("n_sold_choice", "i2", (SEATS,)),
        ("drafted", "i8"),  # 1: the leaders were dealt and drafted; 0: a written position's
        # Leaders. A row's slots 0..3 hold the pack dealt to that seat, the others what it drew.
        ("leader", "u1", (SEATS, LEADER_SLOTS)),
        # 0: in its pack; else a leader's fate (`fates`)
        ("leader_fate", "i2", (SEATS, LEADER_SLOTS)),
        ("box", "u1", (LEADERS,)),  # undealt leaders, the next to be drawn first
        ("n_drawn", "i8"),  # taken from the box so far
        ("drew_when", "u1", (SEATS,)),  # the moment of a city's draw, 0 = none
        ("drew_after", "u1", (SEATS,)),  # leaders it had recruited by then
        ("recruits", "u1", (AGES, SEATS)),  # Use of each seat's leader in each recruitment
        ("recruited", "u1", (SEATS, LEADER_SLOTS)),  # leaders in play, in order of entering
        ("n_recruited", "i2", (SEATS,)),
        ("n_leader_hand", "i2", (SEATS,)),
        ("courted", "u1", (SEATS, COURTED)),  # leaders copied
        ("n_courted", "i2", (SEATS,)),
        ("courts", "i2", (SEATS,)),  # leaders it still has to copy this turn
        ("extra", "i2", (SEATS,)),  # extra leaders it may still recruit this turn
        ("fewer", "i2", (SEATS, TARGETS)),  # units less for constructions of each Target
        ("bonus", "i2", (SEATS, EVENTS)),  # coins paid on each Trigger
        ("rebate", "i2", (SEATS,)),  # coins back from each neighbour bought from
        ("bank_price", "i2", (SEATS,)),  # of one unit from the bank a turn, 0 = none
        ("free_leaders", "i2", (SEATS,)),  # 1: in recruitments, 2: always
        ("leader_off", "i2", (SEATS,)),  # coins off its own leaders ...
        ("leader_off_beside", "i2", (SEATS,)),  # ... and off its neighbours'
    ]
)
