"""The events of leaders."""

from collections.abc import Mapping
from dataclasses import dataclass

from heptapolis.events import Event, EventReader, Row
from heptapolis.games.classic.codes import Happening
from heptapolis.games.classic.events import BY, KIND, without_item


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """A leader of the draft; only its seat knows which."""

    leader: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruited(Event):
    leader: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Courted(Event):
    """A neighbour's leader that Courtesans Guild copies."""

    leader: str


EVENTS = (Kept, Recruited, Courted)


def _kept(row: Row, ids: Mapping[int, str]) -> Event:
    age, turn, by, _, city, item, *_ = row
    return Kept(age=age, turn=turn, seat=city, by=by, leader=ids.get(item))


def _recruited(row: Row, ids: Mapping[int, str]) -> Event:
    age, turn, by, _, city, item, *_ = row
    return Recruited(age=age, turn=turn, seat=city, by=by, leader=ids.get(item, ""))


def _courted(row: Row, ids: Mapping[int, str]) -> Event:
    age, turn, by, _, city, item, *_ = row
    return Courted(age=age, turn=turn, seat=city, by=by, leader=ids.get(item, ""))


READERS: Mapping[int, EventReader] = {
    int(Happening.KEPT): _kept,
    int(Happening.RECRUITED): _recruited,
    int(Happening.COURTED): _courted,
}


def hide(row: Row, seat: int | None) -> Row:
    """Return a row without the leader that another seat has kept."""
    return without_item(row) if row[KIND] == Happening.KEPT and row[BY] != seat else row
