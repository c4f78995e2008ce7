"""One question to a seat of Duel: what there is to choose from, and what an answer means."""

import re
from functools import cached_property

from heptapolis.duel.view import DuelView
from heptapolis.i18n import Translator
from heptapolis.move import DUEL_VERBS, Move
from heptapolis.terminal.answers import Puzzled, not_understood

BUILD, WONDER, DISCARD = "b", "w", "d"
USES = {"build": BUILD, "wonder": WONDER, "discard": DISCARD}
_NUMBER = re.compile(r"([0-9]{1,3}) *([bwd]?) *([0-9]?)")


class DuelDecision:
    """What a seat must decide now."""

    def __init__(self, view: DuelView) -> None:
        assert view.seat is not None
        self.view, self.phase = view, view.phase
        self.moves = view.legal_moves()
        self.me, self.rival = view.seat, 1 - view.seat
        self.city = view.city(view.seat)

    @cached_property
    def cards(self) -> list[str]:
        """What is chosen from, numbered from 1: accessible cards as they lie, else as they come."""
        if self.phase == "turn":
            return [place.card for place in self.view.places if place.is_accessible and place.card]
        return list(dict.fromkeys(move.wonder or move.card or "" for move in self.moves))

    @cached_property
    def wonders(self) -> list[str]:
        """Wonders of the city that can still be built, numbered from 1."""
        return [id for id in self.city.wonders if id not in self.city.built_wonders]

    def plans(self, card: str, use: str) -> list[Move]:
        """The ways to put a card to a use."""
        return [move for move in self.moves if move.card == card and USES[move.verb] == use]

    def key(self, move: Move) -> str:
        """What a person types for a move: "1b", "1w2", "1d"; a number where that is all."""
        if move.starter is not None:
            return "1" if move.starter == self.me else "2"
        if self.phase != "turn":
            return str(self.moves.index(move) + 1)
        number = self.cards.index(move.card or "") + 1
        wonder = self.wonders.index(move.wonder) + 1 if move.wonder else ""
        return f"{number}{USES[move.verb]}{wonder}"

    def understand(self, answer: str, t: Translator) -> list[Move]:
        """The moves that an answer can mean: numbers with a use, or a move written out."""
        if match := _NUMBER.fullmatch(answer):
            return self._by_number(int(match[1]), match[2], match[3], t)
        if answer.split()[0] not in DUEL_VERBS.values():
            raise Puzzled(not_understood(answer, t))
        return [Move.parse(answer)]

    def _by_number(self, number: int, use: str, wonder: str, t: Translator) -> list[Move]:
        if self.phase == "start":
            return self._starter(number, t)
        self._check(number, len(self.cards), t)
        if self.phase != "turn":
            if use or wonder:
                raise Puzzled(t.gettext("Only a number is wanted here."))
            return [self.moves[number - 1]]
        if bool(wonder) and use != WONDER:
            raise Puzzled(not_understood(f"{number}{use}{wonder}", t))
        return self._use(number, use or BUILD, wonder, t)

    def _starter(self, number: int, t: Translator) -> list[Move]:
        """1 is the seat itself, 2 the other one."""
        self._check(number, 2, t)
        return [Move("start", starter=self.me if number == 1 else self.rival)]

    def _use(self, number: int, use: str, wonder: str, t: Translator) -> list[Move]:
        card = self.cards[number - 1]
        plans = self.plans(card, use)
        if wonder:
            self._check(int(wonder), len(self.wonders), t)
            wanted = self.wonders[int(wonder) - 1]
            plans = [plan for plan in plans if plan.wonder == wanted]
        if not plans:
            can = ", ".join(self.key(move) for move in self.moves if move.card == card)
            raise Puzzled(
                t.gettext("That is not possible; card %(n)d: %(can)s.", n=number, can=can)
            )
        return plans

    def _check(self, number: int, most: int, t: Translator) -> None:
        if not 1 <= number <= most:
            raise Puzzled(t.gettext("Choose a number from 1 to %(n)d.", n=most))
