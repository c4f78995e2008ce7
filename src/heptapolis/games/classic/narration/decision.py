"""One question to a seat: for which city, with which cards."""

from collections import Counter
from functools import cached_property

from heptapolis.games.classic.expansion import classic_rules
from heptapolis.games.classic.view import ClassicView
from heptapolis.games.classic.vocabulary import PHASES
from heptapolis.move import Move
from heptapolis.refusal import Refusal
from heptapolis.variants import phases_of

BUILD, FREE, STAGE, DISCARD = "b", "f", "s", "d"
KEEP, RECRUIT, COURT = "k", "r", "c"
OWN_PHASES = {phase.id for phase in PHASES}
NO_LETTER = ""  # a number alone: the verbs of expansions have no letters
USES = {
    "build": BUILD,
    "dig": BUILD,
    "stage": STAGE,
    "discard": DISCARD,
    "keep": KEEP,
    "recruit": RECRUIT,
    "court": COURT,
}


class ClassicDecision:
    """The decision that a seat must take now."""

    def __init__(self, view: ClassicView) -> None:
        self.view = view
        self.moves = view.legal_moves()
        self.is_free_city = self.moves[0].free_city
        self.is_dig = view.phase == "dig"
        self.is_seventh = view.phase == "seventh"
        self.is_of_expansion = view.phase not in OWN_PHASES
        # of an expansion whose verbs have no letters
        self.is_added = view.phase not in classic_rules().phases.values()
        # the meaning of a number without a letter
        self.main_use = (
            NO_LETTER if self.is_added else USES[phases_of(view.game)[view.phase].answer]
        )
        seat = view.players if self.is_free_city else view.seat
        assert seat is not None
        self.city = view.city(seat)

    @cached_property
    def copies(self) -> Counter[str]:
        """Return the things to choose from, in catalogue order, with their number."""
        if self.is_added:
            return Counter(dict.fromkeys((move.card for move in self.moves if move.card), 1))
        if self.is_dig:
            return self.view.discard
        if self.view.phase == "draft":
            return Counter(self.view.leader_pack)
        if self.main_use == RECRUIT:
            return Counter(self.view.leader_hand)
        if self.main_use == COURT or (self.is_free_city and self.is_seventh):
            # The neighbours' leaders; the last card of the Free City's pile.
            return Counter(dict.fromkeys((move.card or "" for move in self.moves), 1))
        spoken_for = [move.card or "" for move in self.view.chosen]
        return Counter(self.view.hand) - Counter(spoken_for)

    @property
    def cards(self) -> list[str]:
        return list(self.copies)

    @property
    def may_pass(self) -> bool:
        return any(move.verb == "pass" for move in self.moves)

    def plans(self, card: str, use: str) -> list[Move]:
        """Return the ways to put a card to a use, cheapest first."""
        return [move for move in self.moves if move.card == card and use_of(move) == use]

    def refusal(self, card: str, use: str) -> Refusal | None:
        """Return why a card cannot be put to a use; None if it can."""
        for offer in self.view.uses(card):
            if use_of(offer.move) == use:
                return offer.refusal
        return self.view.not_now(card)

    def uses(self, card: str) -> list[str]:
        return list(dict.fromkeys(use_of(move) for move in self.moves if move.card == card))


def use_of(move: Move) -> str:
    """Return the letter of a move's use of its card."""
    return FREE if move.free else USES.get(move.verb, NO_LETTER)
