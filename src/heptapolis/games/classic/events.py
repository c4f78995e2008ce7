"""The events of classic, read from the rows of the kernel's log."""

from collections.abc import Mapping
from dataclasses import dataclass

from heptapolis.codes import How
from heptapolis.events import (
    Built,
    Discarded,
    Dug,
    Event,
    EventReader,
    Gained,
    Paid,
    Row,
    Seat,
    Staged,
)
from heptapolis.games.classic.codes import FIRST_BOARD, FIRST_STAGE, STAGES, Happening

BY, KIND, ITEM = 2, 3, 5
_FACE_DOWN = (int(Happening.STAGED), int(Happening.DISCARDED))
_HOW = {int(how): how.slug for how in How}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """Declined: a "dig", or Rome B's "extra_leader"."""

    what: str = "dig"


@dataclass(frozen=True, slots=True, kw_only=True)
class War(Event):
    """One border at the end of an age, seen from ``seat`` towards its left neighbour."""

    other: Seat
    shields: int
    other_shields: int
    redirected: bool = False  # the loser's token went to the winner (L32)

    @property
    def winner(self) -> Seat | None:
        if self.shields == self.other_shields:
            return None
        return self.seat if self.shields > self.other_shields else self.other


EVENTS = (Passed, War)


def hide(row: Row, seat: Seat | None) -> Row:
    """Return a row without the card that a seat other than ``seat`` put down face down."""
    return without_item(row) if row[KIND] in _FACE_DOWN and row[BY] != seat else row


def without_item(row: Row) -> Row:
    return (*row[:ITEM], 0, *row[ITEM + 1 :])


def read(row: Row, ids: Mapping[int, str], added: Mapping[int, EventReader]) -> Event:
    """Return the event of a row of the log; ``added`` reads those of expansions."""
    age, turn, by, kind, city, item, a, b, c = row
    if kind in added:
        return added[kind](row, ids)
    base = {"age": age, "turn": turn, "seat": city, "by": by}
    card = ids.get(item)
    match kind:
        case Happening.BUILT:
            return Built(card=card or "", how=_HOW[a], **base)
        case Happening.STAGED:
            return Staged(card=card, stage=a, wonder=None, **base)
        case Happening.DISCARDED:
            return Discarded(card=card, **base)
        case Happening.PAID:
            return Paid(bank=a, left=b, right=c, **base)
        case Happening.GAINED:
            return Gained(coins=a, source=_source(item, ids), **base)
        case Happening.DUG:
            return Dug(card=card or "", **base)
        case Happening.PASSED:
            return Passed(what="extra_leader" if a else "dig", **base)
    return War(other=a, shields=b, other_shields=c, redirected=bool(item), **base)


def _source(item: int, ids: Mapping[int, str]) -> str:
    if item >= FIRST_STAGE:
        board, stage = divmod(item - FIRST_STAGE, STAGES)
        return f"{ids[FIRST_BOARD + board]} {stage + 1}"
    return ids.get(item, "discard")
