"""The meaning of a typed answer to a decision."""

import re

from heptapolis.games.classic.narration.decision import ClassicDecision, use_of
from heptapolis.i18n import Translator
from heptapolis.move import Move
from heptapolis.terminal.keyboard import (
    InvalidAnswer,
    impossible_use,
    not_understood,
    parse_written_move,
)

_NUMBER = re.compile(r"([0-9]{1,3}) *([bfsdkrc]?)")


class TypedDecision(ClassicDecision):
    """A decision that the player answers by typing."""

    def key(self, move: Move) -> str:
        """Return the key to type for a move: "1s"; of several payments the player is asked."""
        if move.verb == "pass":
            return "p"
        if not (use_of(move) or self.is_added):
            return str(move)  # a verb of an expansion without a letter
        return f"{self.cards.index(move.card or '') + 1}{use_of(move)}"

    def understand(self, answer: str, t: Translator) -> list[Move]:
        """Return the moves that match an answer: a number with a use, or a move written out."""
        if match := _NUMBER.fullmatch(answer):
            return self._by_number(int(match[1]), match[2] or self.main_use, t)
        if answer in ("p", "pass"):
            return [Move("pass", free_city=self.is_free_city)]  # the engine says why not
        words = answer.split()
        if not {*words[:1], *words[1:2]} & {*self.view.edition.rules.kinds}:
            raise InvalidAnswer(not_understood(answer, t))
        if self.is_free_city and words[0] != "free_city":
            answer = f"free_city {answer}"
        return [parse_written_move(answer, t)]

    def _by_number(self, number: int, use: str, t: Translator) -> list[Move]:
        if not 1 <= number <= len(self.cards):
            raise InvalidAnswer(t.gettext("Choose a card from 1 to %(n)d.", n=len(self.cards)))
        card = self.cards[number - 1]
        plans = self.plans(card, use)
        if refusal := self.refusal(card, use):
            can = [f"{number}{other}" for other in self.uses(card)]
            raise InvalidAnswer(impossible_use(refusal, number, can, t))
        return plans
