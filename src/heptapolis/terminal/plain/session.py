"""The session of a game that implements only the common interface: facts, and numbered moves."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from heptapolis.contract import Game, View
from heptapolis.events import Event
from heptapolis.i18n import Translator
from heptapolis.i18n.spans import phrase
from heptapolis.move import Move
from heptapolis.narration.plain import event_text, facts
from heptapolis.narration.wording import Wording
from heptapolis.terminal.keyboard import InvalidAnswer, not_understood
from heptapolis.terminal.panels import OWN_STYLE, fact_grid, tag
from heptapolis.terminal.session import HUMAN_SEAT, Session
from heptapolis.terminal.spans import styled
from heptapolis.terminal.wordings import wording_of


class NumberedMoves:
    """The legal moves of a seat, each with its number."""

    def __init__(self, view: View) -> None:
        self.view, self.moves = view, view.legal_moves()

    def key(self, move: Move) -> str:
        return str(self.moves.index(move) + 1)

    def understand(self, answer: str, t: Translator) -> Move:
        """Return the move that an answer means: by its number or its text."""
        if answer.isdecimal():
            if not 1 <= int(answer) <= len(self.moves):
                raise InvalidAnswer(
                    t.gettext("Choose a number from 1 to %(n)d.", n=len(self.moves))
                )
            return self.moves[int(answer) - 1]
        for move in self.moves:
            if str(move).casefold() == answer:
                return move
        raise InvalidAnswer(not_understood(answer, t))


class PlainSession(Session[Game, NumberedMoves]):
    """The session of any game."""

    def _prompt(self) -> NumberedMoves:
        return NumberedMoves(self.game.view(HUMAN_SEAT))

    def _show(self, prompt: NumberedMoves) -> None:
        for part in screen(prompt.view, self.t, self.out.width):
            self.out.print(part)

    def _tell(self, turn: list[Event], before: list[Event]) -> RenderableType:
        return turn_log(turn, self._wording, HUMAN_SEAT, before)

    def _choose(self, answer: str, prompt: NumberedMoves) -> bool:
        self.game.submit(HUMAN_SEAT, prompt.understand(answer, self.t))
        return True

    def _keys(self) -> dict[str, str]:
        t, moves = self.t, self.game.legal_moves(HUMAN_SEAT)
        return {
            "1": t.gettext("the move with this number"),
            str(moves[0]): t.gettext("a move in full, as in records"),
            "u": t.gettext("take back your choice while others are still choosing"),
        }


def screen(view: View, t: Translator, width: int) -> Iterator[RenderableType]:
    """Yield the facts of the table, then the moves by number."""
    wording = wording_of(view, t)
    moment = Text(wording.moment(view.age, view.turn), style="bold")
    yield ""
    yield Rule(moment, align="left", style=OWN_STYLE)
    yield fact_grid((tag(label), phrase(text)) for label, text in facts(view, wording))
    for number, move in enumerate(view.legal_moves(), 1):
        told = styled(wording.move(move, view.seat or 0))
        yield Text.assemble((f"{number:3}  ", "bold"), told)


def turn_log(
    events: list[Event], wording: Wording, me: int | None = None, before: Sequence[Event] = ()
) -> RenderableType:
    """Return a turn, or the rest of one: a heading, then a line for each event."""
    heading = Text(wording.moment(events[0].age, events[0].turn), style="bold")
    return Group(heading, *(_line(event, wording, me) for event in events))


def _line(event: Any, wording: Wording, me: int | None) -> Text:
    name = styled(wording.player(event.seat), OWN_STYLE if event.seat == me else "")
    return Text.assemble("  ", name, "  ", event_text(event, wording))
