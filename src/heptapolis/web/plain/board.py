"""The board of a game that implements only the common interface."""

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Self

from markupsafe import Markup

from heptapolis.contract import View
from heptapolis.i18n import Translator
from heptapolis.narration import wording_of
from heptapolis.narration.denial import NO_DENIALS, Denials
from heptapolis.narration.log import turns
from heptapolis.narration.plain import event_text, facts
from heptapolis.narration.wording import Wording
from heptapolis.web.board_parts import (
    NO_DEEDS,
    BoardQuestion,
    Deeds,
    GameBoard,
    LogText,
    MovePlan,
    Turn,
    idle_panel,
)
from heptapolis.web.news import NO_NEWS, News
from heptapolis.web.points import sheet
from heptapolis.web.spans import html


@dataclass(frozen=True)
class SeatPanel:
    """A seat in a line."""

    seat: int
    banner: int  # number of its colours
    sign: int | str  # id of its emblem
    player: str
    points: int
    status: str  # "waiting" or empty
    is_mine: bool  # the viewer looks from here
    is_you: bool  # the viewer sits here


@dataclass(frozen=True, kw_only=True)
class PlainBoard(GameBoard):
    """A table of any game as one seat sees it."""

    kind = "plain"

    seats: tuple[SeatPanel, ...]
    facts: tuple[tuple[str, str], ...]  # label, value
    may_take_back: bool  # others choose, and the viewer may have chosen already

    @property
    def cities(self) -> tuple[SeatPanel, ...]:
        return self.seats

    def without_question(self, deeds: Deeds = NO_DEEDS, own: Container[int] = ()) -> Self:
        seats = tuple(idle_panel(seat, own) for seat in self.seats)
        return replace(super().without_question(deeds, own), may_take_back=False, seats=seats)


def board(view: View, t: Translator, news: News = NO_NEWS) -> PlainBoard:
    """Return what the viewer sees at a glance."""
    wording = wording_of(view, t)
    others = [seat for seat in view.to_move if seat != view.seat]
    is_asked = view.seat in view.to_move
    return PlainBoard(
        game=view.game,
        moment=wording.moment(view.age, view.turn),
        follows="",
        is_mine=view.seat is not None,
        question=_question(view, wording) if is_asked else None,
        waiting=wording.waiting_text(view.seat),
        forecast=sheet(view, wording, view.seat),
        is_over=view.is_over,
        seats=tuple(_panel(view, seat, wording) for seat in range(view.players)),
        facts=tuple(facts(view, wording)),
        may_take_back=view.seat is not None and bool(others) and not is_asked,
    )


def _question(view: View, wording: Wording) -> BoardQuestion:
    """Offer every legal move separately."""
    seat = view.seat or 0
    plans = [MovePlan(str(move), wording.move(move, seat).plain) for move in view.legal_moves()]
    return BoardQuestion(wording.t.gettext("Your turn"), (), tuple(plans))


def _panel(view: View, seat: int, wording: Wording) -> SeatPanel:
    status = "waiting" if seat in view.to_move else ""
    points = view.score(seat)["total"]
    owner, name = wording.owner(seat), wording.title(seat).plain
    is_mine = seat == view.seat
    return SeatPanel(seat, owner.banner, owner.sign, name, points, status, is_mine, is_you=is_mine)


def log(view: View, t: Translator, denied: Denials = NO_DENIALS) -> list[Turn]:
    """Return every turn, the latest first."""
    wording = wording_of(view, t)
    story = [
        Turn(
            wording.moment(turn[0].age, turn[0].turn),
            tuple(
                LogText(
                    html(wording.player(event.seat)),
                    event.seat == view.seat,
                    Markup("{}").format(event_text(event, wording)),
                )
                for event in turn
            ),
        )
        for turn in turns(view.events)
    ]
    return story[::-1]
