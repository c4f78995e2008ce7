"""A view of which only the contract is known, as its board shows it."""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from markupsafe import Markup

from heptapolis.contract import View
from heptapolis.events import Scored
from heptapolis.i18n import Translator
from heptapolis.narration import wording_of
from heptapolis.narration.denial import NOTHING_DENIED, Denials
from heptapolis.narration.plain import event_text, facts
from heptapolis.narration.wording import Wording
from heptapolis.web.board_parts import BoardQuestion, GameBoard, LogEntry, MovePlan, Turn, sheet


@dataclass(frozen=True)
class SeatPanel:
    """A seat in a line."""

    seat: int
    player: str
    points: int
    status: str  # waiting, or nothing
    is_mine: bool


@dataclass(frozen=True, kw_only=True)
class PlainBoard(GameBoard):
    """Any table from one seat."""

    kind = "plain"

    seats: tuple[SeatPanel, ...]
    facts: tuple[tuple[str, str], ...]  # label, value
    may_take_back: bool  # others choose, and the viewer may have chosen before them

    @property
    def cities(self) -> tuple[SeatPanel, ...]:
        return self.seats

    def still(self) -> Self:
        return replace(super().still(), may_take_back=False)


def board(view: View, t: Translator) -> PlainBoard:
    """What the viewer sees at a glance."""
    wording = wording_of(view, t)
    others = [seat for seat in view.to_move if seat != view.seat]
    is_asked = view.seat in view.to_move
    return PlainBoard(
        game=view.game,
        moment=wording.moment(view.age, view.turn),
        follows="",
        is_mine=view.seat is not None,
        question=_question(view, wording) if is_asked else None,
        waiting=tuple(wording.player(seat) for seat in others),
        forecast=sheet(view, wording, view.seat),
        is_over=view.is_over,
        seats=tuple(_panel(view, seat, wording) for seat in range(view.players)),
        facts=tuple(facts(view, wording)),
        may_take_back=view.seat is not None and bool(others) and not is_asked,
    )


def _question(view: View, wording: Wording) -> BoardQuestion:
    """Every legal move by itself."""
    plans = [MovePlan(str(move), str(move)) for move in view.legal_moves()]
    return BoardQuestion(wording.t.gettext("Your turn"), (), tuple(plans))


def _panel(view: View, seat: int, wording: Wording) -> SeatPanel:
    status = "waiting" if seat in view.to_move else ""
    points = view.score(seat)["total"]
    return SeatPanel(seat, wording.title(seat), points, status, seat == view.seat)


def log(view: View, t: Translator, denied: Denials = NOTHING_DENIED) -> list[Turn]:
    """Every turn, the latest first."""
    wording = wording_of(view, t)
    happened = [event for event in view.events if not isinstance(event, Scored)]
    turns = groupby(happened, key=lambda event: (event.age, event.turn))
    story = [
        Turn(
            wording.moment(*moment),
            tuple(
                LogEntry(
                    wording.player(event.seat),
                    event.seat == view.seat,
                    Markup("{}").format(event_text(event, wording)),
                )
                for event in events
            ),
        )
        for moment, events in turns
    ]
    return story[::-1]
