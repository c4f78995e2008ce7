"""What happened in Duel, from the rows of the kernel's log.

Nothing in it is hidden: cards are taken from the open, and the tokens that the Great Library shows
are in no row.
"""

from heptapolis.codes import How
from heptapolis.events import (
    Built,
    Destroyed,
    Discarded,
    Drafted,
    Dug,
    Event,
    Gained,
    Looted,
    Marker,
    Paid,
    Revealed,
    Row,
    Staged,
    Started,
    Token,
)
from heptapolis.games.duel.codes import DuelHappening
from heptapolis.games.duel.edition import DuelEdition

_HOW = {int(how): how.slug for how in How}


def read(row: Row, edition: DuelEdition) -> Event:
    """Return the event that a row of the log tells of."""
    age, turn, by, kind, seat, item, a, b, _ = row
    ids = edition.id
    if kind in edition.rules.events:
        return edition.rules.events[kind](row, ids)
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
