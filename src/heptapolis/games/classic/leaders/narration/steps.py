"""The events of leaders as steps."""

from collections.abc import Iterator
from typing import Any

from heptapolis.games.classic.leaders.events import Courted, Kept, Recruited
from heptapolis.narration.steps import EventTeller, Tellers
from heptapolis.steps import PlayStep, Step


def _join(event: Recruited | Courted, view: Any) -> Iterator[Step]:
    yield PlayStep(seat=event.seat, by=event.by, card=event.leader, to="leaders")


def _keep(event: Kept, view: Any) -> Iterator[Step]:
    yield PlayStep(seat=event.seat, by=event.by, card=event.leader, to="kept")


TELLERS: Tellers = {
    Kept: EventTeller(_keep),
    Recruited: EventTeller(_join),
    Courted: EventTeller(_join, begins_round=True),
}
