"""The whole position of a Duel in one record; the comment of a field is its documentation.

The letter before the colon sorts a field for views: P is public, S is seen entry by entry (see
`sight`), X is secret until the end. Sets of wonders, tokens, slots and cards are bits.
"""

import numpy as np

from heptapolis.codes import (
    AGES,
    DUEL_SEATS,
    DUEL_WONDERS,
    GOODS,
    SLOTS,
    TOKENS,
)

COLORS = SYMBOLS = 8  # and 0 for none
TARGETS = 16
MASKS = 1 << len(GOODS)  # sets of resources

DUEL = np.dtype(
    [
        ("age", "i8"),  # P: 1..3, 0 in the draft
        ("turn", "i8"),  # P: 1..20, the draft 1..8; 0 while somebody chooses who begins
        ("phase", "i8"),  # P: DuelPhase
        ("seat", "i8"),  # P: who decides
        ("neutral_start", "i8"),  # P: option; 1: the last player chooses, 0: begins (D4)
        ("again", "i8"),  # P: 1: the seat takes another turn after this one
        ("taken", "i8"),  # P: slot + 1 of this turn's card while choices wait, 0 = none
        ("outcome", "i8"),  # P: Outcome
        ("winner", "i8"),  # P: seat, 2 for a shared victory
        ("left", "i8"),  # P: slots that still hold a card
        ("open", "i8"),  # P: slots whose card is accessible
        ("faces", "i8"),  # P: slots of this age whose card has been face up
        ("guild_backs", "i8"),  # P: slots of this age that hold a guild, by its back
        ("marker", "i8"),  # P: conflict marker; above 0 it threatens seat 1
        ("offer", "i8"),  # P: wonders to draft from now
        ("next_offer", "i8"),  # X: the four to come
        ("board", "i8"),  # P: progress tokens on the board
        ("n_aside", "i8"),  # P: progress tokens set aside
        ("n_library", "i8"),  # P: the first of them that may be chosen from now
        ("due_tokens", "i8"),  # P: choices that this turn still brings
        ("due_draws", "i8"),  # P: ... draws from the tokens set aside
        ("draw_size", "i8"),  # P: ... of so many
        ("due_destroy", "i8"),  # P: ... colours to destroy a card of
        ("due_revivals", "i8"),  # P: ... cards to build from the discard pile
        ("coins", "i8", (DUEL_SEATS,)),  # P
        ("built", "i8", (DUEL_SEATS, 2)),  # P: cards of the city, card 1 is bit 0
        ("discard", "i8", (2,)),  # P: cards of the pile
        ("wonders", "i4", (DUEL_SEATS,)),  # P: all the city has ever drafted
        ("raised", "i4", (DUEL_SEATS,)),  # P: those built
        ("unbuilt", "i4", (DUEL_SEATS,)),  # P: those that can still be
        ("tokens", "i4", (DUEL_SEATS,)),  # P: progress tokens
        ("loot", "i4", (DUEL_SEATS,)),  # P: distances at which a token threatens the seat
        ("layout", "u1", (AGES, SLOTS)),  # S: the card dealt to each slot
        ("under", "u1", (DUEL_WONDERS,)),  # P: the card under each built wonder
        ("aside", "u1", (TOKENS,)),  # S: token items in the order they are drawn
        ("looked", "u1", (TOKENS,)),  # P: who has seen each of them, bits of seats
        # From here on everything follows from the cards, wonders and tokens of the cities (P).
        ("produce", "i2", (DUEL_SEATS, len(GOODS))),  # fixed units
        ("sold", "i2", (DUEL_SEATS, len(GOODS))),  # units on brown and grey cards
        ("fixed", "i2", (DUEL_SEATS, len(GOODS))),  # fixed price, 0 = none
        ("price", "i2", (DUEL_SEATS, len(GOODS))),  # what a unit costs the seat now (D11)
        ("makers", "u1", (DUEL_SEATS, MASKS)),  # producers of choice that can serve each set
        ("fewer", "u1", (DUEL_SEATS, TARGETS)),  # units less, by Target
        ("colors", "u1", (DUEL_SEATS, COLORS)),  # cards of each colour
        ("symbols", "u1", (DUEL_SEATS, SYMBOLS)),  # science symbols of each kind
        ("economy", "i2", (DUEL_SEATS,)),  # 1: gets what the opponent pays for resources (D9)
        ("strategy", "i2", (DUEL_SEATS,)),  # more shields on red cards (D8)
        ("theology", "i2", (DUEL_SEATS,)),  # 1: wonders give another turn (D6)
        ("urbanism", "i2", (DUEL_SEATS,)),  # coins for a chain build (D16)
    ]
)
