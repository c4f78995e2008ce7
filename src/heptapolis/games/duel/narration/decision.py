"""One question to a seat of Duel, with its choices."""

from functools import cached_property

from heptapolis.games.duel.expansion import duel_rules
from heptapolis.games.duel.view import DuelView
from heptapolis.move import Move

BUILD, WONDER, DISCARD = "b", "w", "d"
USES = {"build": BUILD, "wonder": WONDER, "discard": DISCARD}


class DuelDecision:
    """The decision that a seat must take now."""

    def __init__(self, view: DuelView) -> None:
        assert view.seat is not None
        self.view, self.phase = view, view.phase
        self.is_added = view.phase not in duel_rules().phases.values()  # a decision of an expansion
        self.moves = view.legal_moves()
        self.me, self.rival = view.seat, 1 - view.seat
        self.city = view.city(view.seat)

    @cached_property
    def cards(self) -> list[str]:
        """Return the choices, numbered from 1: accessible cards as they lie, other things in move
        order."""
        if self.phase == "turn":
            return [place.card for place in self.view.places if place.is_accessible and place.card]
        return list(dict.fromkeys(move.wonder or move.card or "" for move in self.moves))

    @cached_property
    def wonders(self) -> list[str]:
        """Return the wonders of the city that can still be built, numbered from 1."""
        return self.city.unbuilt

    def plans(self, card: str, use: str) -> list[Move]:
        """Return the ways to put a card to a use."""
        return [move for move in self.moves if move.card == card and USES[move.verb] == use]
