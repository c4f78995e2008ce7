"""Describe the features of the encodings of Duel."""

from collections.abc import Mapping

TABLE = {
    "phase": "what is to be decided",
    "age": "the age; none is the draft",
    "turn": "the turn of the age, or of the draft",
    "my_decision": "it is mine to decide",
    "second_seat": "I am the second player",
    "another_turn": "another turn follows this one",
    "neutral_start": "the last player names who begins an age, not begins it",
    "cards_left": "cards left in the structure",
    "cards_left_odd": "their number is odd",
    "marker_mine": "the conflict marker's way towards the opponent",
    "marker_theirs": "its way towards me",
    "tokens_due": "progress tokens still to be chosen in this turn",
    "draws_due": "draws from the tokens set aside still to be made",
    "revivals_due": "cards of the discard pile still to be built",
    "destroy_due": "colours of which a card is still to be destroyed",
    "aside": "progress tokens set aside",
    "offer": "wonders to draft from now",
    "board": "progress tokens on the board",
    "library": "tokens drawn, to choose from now",
    "aside_known": "tokens that I know to be set aside",
    "slot_full": "slots that hold a card",
    "slot_open": "slots whose card is accessible",
    "slot_face_up": "slots whose card lies face up",
    "slot_guild": "slots whose card has a guild's back",
    "slot_card": (
        "the card of each slot by its number; 0 none, after the last card a back, then a guild's"
    ),
}
CITY = {
    "coins": "the treasury",
    "production": "units made at every construction",
    "choices": "producers of choice that can make it",
    "sold": "units on brown and grey cards",
    "prices": "what a unit costs this city",
    "discounts": "units less for a card of a colour or a wonder",
    "colors": "cards of each colour",
    "symbols": "science symbols of each kind",
    "different_symbols": "how many kinds of them it has",
    "economy": "it gets what the opponent pays for resources",
    "strategy": "shields more on its red cards",
    "theology": "its wonders give another turn",
    "urbanism": "coins for a chain build",
    "loot": "distances at which the track still takes coins from it",
    "points": "its score sheet as things stand",
    "tokens": "its progress tokens",
    "wonders": "wonders that it can still build",
    "raised": "wonders that it has built",
    "wonder_price": "coins that each would cost",
    "wonder_payable": "the treasury is enough for it",
}
CARD = {
    "mine": "it stands in my city",
    "theirs": "it stands in the opponent's",
    "discarded": "it is in the discard pile",
    "under_wonder": "it is under a wonder",
    "lying": "it lies face up in the structure",
    "accessible": "it may be taken",
    "covered_by": "cards that lie on it",
    "frees": "cards that become accessible when it is taken",
    "reveals": "those of them that lie face down",
    "my_price": "coins that it would cost me, if it lies there",
    "my_chain": "I have its chain",
    "my_payable": "I could build it now",
    "their_price": "coins that it would cost the opponent",
    "their_chain": "the opponent has its chain",
    "their_payable": "the opponent could build it now",
}

FEATURE_HELP: Mapping[str, Mapping[str, str]] = {"table": TABLE, "cities": CITY, "cards": CARD}
