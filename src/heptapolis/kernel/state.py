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
    LOOKS,
    PLACES,
    RESOURCES,
    SEATS,
    STAGES,
)

TURNS = 6
MOVE = 5  # kind, card, bank, left, right

CLASSIC = np.dtype(
    [
        ("n_players", "i8"),  # seats that decide: 2..7
        ("n_cities", "i8"),  # 3..7; the third of a two-player game is the Free City
        ("age", "i8"),  # 1..3
        ("turn", "i8"),  # 1..6
        ("phase", "i8"),  # Phase
        ("actor", "i8"),  # the one city asked in phases other than TURN
        ("settled", "i8"),  # 1: this turn's leftover cards have gone to the pile
        ("board", "i2", (SEATS,)),  # item of the wonder side
        ("deck", "u1", (AGES, PLACES)),  # the card dealt to each place; pack p is places 7p..7p+6
        ("fate", "u1", (AGES, PLACES)),  # 0: in its pack; else turn + 8 · Use + 64 · Free City
        (
            "acts",
            "u1",
            (AGES, TURNS + 1, SEATS),
        ),  # Use of each city's card by turn; [6]: its seventh
        ("discard", "u1", (CARDS + 1,)),  # copies of each card in the pile
        ("n_discard", "i8"),
        ("places", "i2", (AGES, SEATS)),  # cards dealt to each pack; the Free City's pile is pack 2
        ("n_looks", "i8"),  # how often somebody has looked through the pile
        ("look_when", "u1", (LOOKS,)),  # 8 · age + turn
        ("look_city", "u1", (LOOKS,)),
        ("look_card", "u1", (LOOKS,)),  # the card it took, 0 = none
        ("move", "i8", (SEATS, MOVE)),  # chosen and not yet carried out
        ("digs", "i2", (SEATS,)),  # cards it may still build from the pile this turn
        ("seventh", "i2", (SEATS,)),  # 1: has played its seventh card this age
        ("free_used", "i2", (SEATS,)),  # 1: Olympia's free build is spent for this age
        ("coins", "i2", (SEATS,)),
        ("built", "i8", (SEATS, 2)),  # bit of each structure in the city
        ("city", "u1", (SEATS, BUILDINGS)),  # its cards in order of entering
        ("n_city", "i2", (SEATS,)),
        ("stages", "i2", (SEATS,)),  # wonder stages built
        ("marker", "u1", (SEATS, STAGES)),  # the card under each stage
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
    ]
)
