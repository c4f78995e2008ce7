"""The whole position of a Duel in one record. A field says which seats may know it (`visibility`);
its comment is its documentation.

Sets of wonders, tokens, slots and cards are bits.
"""

from heptapolis.codes import AGES
from heptapolis.games.duel.codes import (
    DUEL_SEATS,
    DUEL_WONDERS,
    GOODS,
    SLOTS,
    TOKENS,
)
from heptapolis.kernel.visibility import PUBLIC, SECRET, SEEN, Fields

COLORS = SYMBOLS = 8  # and 0 for none
TARGETS = 16
MASKS = 1 << len(GOODS)  # sets of resources

FIELDS = Fields(
    (PUBLIC, "age", "i8"),  # 1..3, 0 in the draft
    (PUBLIC, "turn", "i8"),  # 1..20, the draft 1..8; 0 during the choice of the starting player
    (PUBLIC, "phase", "i8"),  # DuelPhase
    (PUBLIC, "seat", "i8"),  # who decides
    (PUBLIC, "neutral_start", "i8"),  # option; 1: the last player chooses, 0: begins (D4)
    (PUBLIC, "again", "i8"),  # 1: the seat takes another turn after this one
    (PUBLIC, "taken", "i8"),  # slot + 1 of this turn's card while choices wait, 0 = none
    (PUBLIC, "outcome", "i8"),  # DuelOutcome
    (PUBLIC, "winner", "i8"),  # seat, 2 for a shared victory
    (PUBLIC, "left", "i8"),  # slots that still hold a card
    (PUBLIC, "open", "i8"),  # slots whose card is accessible
    (PUBLIC, "faces", "i8"),  # slots of this age whose card has been face up
    (PUBLIC, "guild_backs", "i8"),  # slots of this age that hold a guild, by its back
    (PUBLIC, "marker", "i8"),  # conflict marker; above 0 it threatens seat 1
    (PUBLIC, "offer", "i8"),  # wonders to draft from now
    (SECRET, "next_offer", "i8"),  # the four to come
    (PUBLIC, "board", "i8"),  # progress tokens on the board
    (PUBLIC, "n_aside", "i8"),  # progress tokens set aside
    (PUBLIC, "n_library", "i8"),  # the first of them that may be chosen from now
    (PUBLIC, "due_tokens", "i8"),  # choices that this turn still brings
    (PUBLIC, "due_draws", "i8"),  # ... draws from the tokens set aside
    (PUBLIC, "draw_size", "i8"),  # ... of so many
    (PUBLIC, "due_destroy", "i8"),  # ... colours to destroy a card of
    (PUBLIC, "due_revivals", "i8"),  # ... cards to build from the discard pile
    (PUBLIC, "coins", "i8", (DUEL_SEATS,)),
    (PUBLIC, "built", "i8", (DUEL_SEATS, 2)),  # cards of the city, card 1 is bit 0
    (PUBLIC, "discard", "i8", (2,)),  # cards of the pile
    (PUBLIC, "wonders", "i4", (DUEL_SEATS,)),  # all the city has ever drafted
    (PUBLIC, "raised", "i4", (DUEL_SEATS,)),  # those built
    (PUBLIC, "unbuilt", "i4", (DUEL_SEATS,)),  # those that can still be
    (PUBLIC, "tokens", "i4", (DUEL_SEATS,)),  # progress tokens
    (PUBLIC, "loot", "i4", (DUEL_SEATS,)),  # distances at which a token threatens the seat
    (SEEN, "layout", "u1", (AGES, SLOTS)),  # the card dealt to each slot
    (PUBLIC, "under", "u1", (DUEL_WONDERS,)),  # the card under each built wonder
    (SEEN, "aside", "u1", (TOKENS,)),  # token items in the order they are drawn
    (PUBLIC, "looked", "u1", (TOKENS,)),  # who has seen each of them, bits of seats
    # All fields from here on follow from the cards, wonders and tokens of the cities.
    (PUBLIC, "produce", "i2", (DUEL_SEATS, len(GOODS))),  # fixed units
    (PUBLIC, "sold", "i2", (DUEL_SEATS, len(GOODS))),  # units on brown and grey cards
    (PUBLIC, "fixed", "i2", (DUEL_SEATS, len(GOODS))),  # fixed price, 0 = none
    (PUBLIC, "price", "i2", (DUEL_SEATS, len(GOODS))),  # what a unit costs the seat now (D11)
    (PUBLIC, "makers", "u1", (DUEL_SEATS, MASKS)),  # producers of choice that can serve each set
    (PUBLIC, "fewer", "u1", (DUEL_SEATS, TARGETS)),  # units less, by Target
    (PUBLIC, "colors", "u1", (DUEL_SEATS, COLORS)),  # cards of each colour
    (PUBLIC, "symbols", "u1", (DUEL_SEATS, SYMBOLS)),  # science symbols of each kind
    (PUBLIC, "economy", "i2", (DUEL_SEATS,)),  # 1: gets what the opponent pays for resources (D9)
    (PUBLIC, "strategy", "i2", (DUEL_SEATS,)),  # more shields on red cards (D8)
    (PUBLIC, "theology", "i2", (DUEL_SEATS,)),  # 1: wonders give another turn (D6)
    (PUBLIC, "urbanism", "i2", (DUEL_SEATS,)),  # coins for a chain build (D16)
)

DUEL = FIELDS.dtype
