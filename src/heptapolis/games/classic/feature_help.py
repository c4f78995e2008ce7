"""Describe the features of the encodings of classic."""

from collections.abc import Mapping

TABLE = {
    "phase": "what the table waits for",
    "age": "the age; 0 in the draft of leaders",
    "turn": "the turn of the age; 0 in a recruitment",
    "players": "seats of the table",
    "to_the_left": "hands pass to the left in this age",
    "my_decision": "it is mine to decide",
    "for_free_city": "the Free City is to decide for, not my own",
    "controller": "I play for the Free City in this turn",
    "pending": "what I have chosen and is not carried out yet",
    "pile": "cards in the discard pile",
    "hand": "cards in my hand",
    "leader_hand": "leaders in my hand",
    "stage_payable": "the deciding city can pay for its next stage",
    "stage_price": "the fewest coins for it",
    "stage_left": "of these to the left neighbour",
    "stage_right": "of these to the right one",
    "pending_coins": "coins that I pay for what I have chosen",
    "pending_free_city": "what I have chosen for the Free City",
}
CITY = {
    "present": "there is such a city",
    "free_city": "it is the Free City",
    "coins": "the treasury",
    "shields": "its shields",
    "defeats": "defeat tokens",
    "victories": "victory tokens of each age",
    "symbols": "science symbols",
    "colors": "cards of each colour",
    "stages": "wonder stages built",
    "stages_left": "wonder stages to come",
    "production": "units made for itself",
    "sold": "units that neighbours may buy",
    "choices": "producers of choice that can make it",
    "sold_choices": "those of them that neighbours may buy from",
    "prices": "what a bought unit costs it",
    "powers": "its special powers",
    "free_build_used": "its free build of this age is spent",
    "digs": "builds from the discard pile to come",
    "extra_leaders": "extra leaders it may still recruit in this turn",
    "leaders_in_hand": "leaders in its hand",
    "leaders": "leaders in play",
    "discounts": "units less for constructions by colour, or for a stage",
    "bonuses": "coins it gets on a happening",
    "rebate": "coins back from each neighbour bought from",
    "bank_price": "what a unit from the bank costs it, 0: it may not buy there",
    "free_leaders": "1: its leaders are free in recruitments; 2: always",
    "leader_discount": "coins off its leaders",
    "leader_discount_beside": "coins off its neighbours' leaders",
    "points": "its score sheet as things stand",
    "asked": "the table waits for this city alone",
    "seventh_played": "it has played its seventh card of this age",
    "courts": "leaders of neighbours that it still has to copy in this turn",
    "discards": "cards that it has discarded",
    "board": "its board",
}
CARD_AND_LEADER = {
    "built": "copies in each city, from mine to the left",
    "hand": "copies in my hand",
    "choosable": "it is among what I choose from now",
    "pending": "1: I have chosen it, not carried out yet; 2: for the Free City",
    "unsure": (
        "copies that I have seen in hands, and others may have taken face down since;"
        " a leader that I passed in the draft"
    ),
    "seen_ago": (
        "turns since I saw an unsure card, the most of its copies;"
        " rounds of the draft after a passed leader"
    ),
    "buried": "copies that I know under a wonder",
    "out": (
        "copies that I saw, and that are in the pile or under a wonder; a leader that I discarded"
    ),
    "payable": "the deciding city could build or recruit it now",
    "price": "the fewest coins for that",
}
CARD = {
    "left": "of these to the left neighbour",
    "right": "of these to the right one",
    "chain": "the deciding city has its chain",
    "free": "the deciding city may build it by its free build",
    "known_at": "copies that I know in the hand of each seat to the left",
    "comes_back": "known and unsure copies in hands that come to me again in this age",
    "pile": "copies that I know in the discard pile",
}
LEADER = {
    "courted": "my city copies it",
    "courted_elsewhere": "other cities that copy it",
}

FEATURE_HELP: Mapping[str, Mapping[str, str]] = {
    "table": TABLE,
    "cities": CITY,
    "cards": CARD_AND_LEADER | CARD,
    "leaders": CARD_AND_LEADER | LEADER,
}
