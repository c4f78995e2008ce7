"""The meaning of a typed answer to a decision of Duel."""

import re

from heptapolis.games.duel.codes import DuelObstacle
from heptapolis.games.duel.narration.decision import BUILD, USES, WONDER, DuelDecision
from heptapolis.i18n import Translator
from heptapolis.move import Move
from heptapolis.refusal import Refusal
from heptapolis.terminal.keyboard import (
    InvalidAnswer,
    impossible_use,
    not_understood,
    parse_written_move,
)

_NUMBER = re.compile(r"([0-9]{1,3}) *([bwd]?) *([0-9]?)")


class TypedDecision(DuelDecision):
    """A decision that the player answers by typing."""

    def key(self, move: Move) -> str:
        """Return the key to type for a move: "1b", "1w2", "1d"; a number where that is enough."""
        if move.starter is not None:
            return "1" if move.starter == self.me else "2"
        if self.phase != "turn":
            return str(self.moves.index(move) + 1)
        number = self.cards.index(move.card or "") + 1
        wonder = self.wonders.index(move.wonder) + 1 if move.wonder else ""
        return f"{number}{USES[move.verb]}{wonder}"

    def understand(self, answer: str, t: Translator) -> list[Move]:
        """Return the moves that match an answer: numbers with a use, or a move written out."""
        if match := _NUMBER.fullmatch(answer):
            return self._by_number(int(match[1]), match[2], match[3], t)
        if answer.split()[0] not in self.view.edition.rules.kinds:
            raise InvalidAnswer(not_understood(answer, t))
        return [parse_written_move(answer, t)]

    def _by_number(self, number: int, use: str, wonder: str, t: Translator) -> list[Move]:
        if self.phase == "start":
            return self._starter(number, t)
        self._check(number, len(self.cards), t)
        if self.phase != "turn":
            if use or wonder:
                raise InvalidAnswer(t.gettext("Type just a number here."))
            return [self.moves[number - 1]]
        if bool(wonder) and use != WONDER:
            raise InvalidAnswer(not_understood(f"{number}{use}{wonder}", t))
        return self._use(number, use or BUILD, wonder, t)

    def _starter(self, number: int, t: Translator) -> list[Move]:
        """Return the starting player: 1 is the seat itself, 2 the other one."""
        self._check(number, 2, t)
        return [Move("start", starter=self.me if number == 1 else self.rival)]

    def _use(self, number: int, use: str, wonder: str, t: Translator) -> list[Move]:
        card = self.cards[number - 1]
        plans = self.plans(card, use)
        chosen_wonder = None
        if wonder:
            self._check(int(wonder), len(self.wonders), t)
            chosen_wonder = self.wonders[int(wonder) - 1]
            plans = [plan for plan in plans if plan.wonder == chosen_wonder]
        if not plans:
            can = [self.key(move) for move in self.moves if move.card == card]
            refused = [
                offer.refusal
                for offer in self.view.uses(card)
                if USES[offer.move.verb] == use and chosen_wonder in (None, offer.move.wonder)
            ]
            refusal = next(filter(None, refused), Refusal(DuelObstacle.ALL_WONDERS_STAND))
            raise InvalidAnswer(impossible_use(refusal, number, can, t))
        return plans

    def _check(self, number: int, most: int, t: Translator) -> None:
        if not 1 <= number <= most:
            raise InvalidAnswer(t.gettext("Choose a number from 1 to %(n)d.", n=most))
