"""The events of Duel, read from the rows of the kernel's log.

Nothing in them is hidden: cards are taken from the open, and the tokens that the Great Library
shows are in no row.
"""

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
    Staged,
)
from heptapolis.games.duel.codes import DuelHappening

_HOW = {int(how): how.slug for how in How}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted(Event):
    wonder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker(Event):
    """The conflict marker moves; above 0 it is on the second player's half."""

    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Looted(Event):
    """``seat`` loses coins, to the track or to the opponent's wonder."""

    coins: int
    source: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(Event):
    """A progress token, from the board or of those set aside."""

    token: str
    aside: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Event):
    """A card of the opponent of ``seat``."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """A card is uncovered and turned up; ``by`` took what lay on it."""

    card: str
    slot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """``seat`` begins the age."""


EVENTS = (Drafted, Marker, Looted, Token, Destroyed, Revealed, Started)


def read(row: Row, ids: Mapping[int, str], added: Mapping[int, EventReader]) -> Event:
    """Return the event of a row of the log; ``added`` reads those of expansions."""
    age, turn, by, kind, seat, item, a, b, _ = row
    if kind in added:
        return added[kind](row, ids)
    base = {"age": age, "turn": turn, "seat": seat, "by": by}
    id = ids.get(item, "")
    match kind:
        case DuelHappening.DRAFTED:
            return Drafted(wonder=id, **base)
        case DuelHappening.BUILT:
            return Built(card=id, how=_HOW[a], **base)
        case DuelHappening.STAGED:
            return Staged(card=id, wonder=ids[a], stage=b, **base)
        case DuelHappening.DISCARDED:
            return Discarded(card=id, **base)
        case DuelHappening.PAID:
            return Paid(bank=a, opponent=b, **base)
        case DuelHappening.GAINED:
            return Gained(coins=a, source=id or "discard", **base)
        case DuelHappening.MARKER:
            return Marker(before=a, after=b, **base)
        case DuelHappening.LOOTED:
            return Looted(coins=a, source=id or None, **base)
        case DuelHappening.TOKEN:
            return Token(token=id, aside=bool(a), **base)
        case DuelHappening.DESTROYED:
            return Destroyed(card=id, **base)
        case DuelHappening.REVIVED:
            return Dug(card=id, **base)
        case DuelHappening.REVEALED:
            return Revealed(card=id, slot=a, **base)
    return Started(age=a, turn=0, seat=seat, by=by)
