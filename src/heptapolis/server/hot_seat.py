"""Several people at one device: who holds it now, and the curtain between two of them.

The curtain is made of what everybody may know: while the device goes from hand to hand, there is
nothing on it, nor in its page, that one of them may not see.
"""

from dataclasses import dataclass

from fastapi import Request

from heptapolis.i18n import Translator
from heptapolis.server.store import Guest
from heptapolis.server.table import Room


@dataclass(frozen=True)
class Person:
    """Somebody at this device."""

    name: str
    url: str
    state: str  # to choose, chosen, resigned


@dataclass(frozen=True)
class Curtain:
    """Who is to take the device, nobody while others are waited for, and all who share it."""

    following: Person | None
    people: tuple[Person, ...]
    agree: str  # where all of them abandon the game


def wanted_seat(request: Request) -> int | None:
    """The seat that an address names."""
    given = request.query_params.get("seat", "")
    return int(given) if given.isdecimal() and len(given) < 3 else None


def is_shared(room: Room, guest: Guest | None) -> bool:
    """More than one who still plays shares the guest's device."""
    return sum(room.chairs[n].is_person for n in room.seats_of(guest)) > 1


def held_by(room: Room, guest: Guest | None, wanted: int | None) -> int | None:
    """Whose page a device shows: None is the curtain, or a spectator's."""
    own = room.seats_of(guest)
    playing = [n for n in own if room.chairs[n].is_person] or own
    is_in_turn = len(playing) > 1 and room.state == "playing"
    if is_in_turn and room.options.game == "duel":
        # There are no hands to hide: the board turns to whose turn it is.
        return next((n for n in room.to_move if n in playing), playing[0])
    if wanted in own:
        return wanted
    return None if is_in_turn or not playing else playing[0]


def stays(room: Room, seat: int, moment: tuple[int, int] | None) -> bool:
    """After a choice: the same person has another one to make in the same turn."""
    return seat in room.to_move and moment_of(room) == moment


def moment_of(room: Room) -> tuple[int, int] | None:
    return (room.game.age, room.game.turn) if room.game else None


def curtain(room: Room, guest: Guest | None, names: list[str], t: Translator) -> Curtain:
    """What hangs before the table while nobody of a device has taken it."""
    own = room.seats_of(guest)
    people = {n: _person(room, n, names[n], t) for n in own}
    following = next((people[n] for n in own if n in room.to_move and _plays(room, n)), None)
    return Curtain(following, tuple(people.values()), f"/tables/{room.id}/agree")


def _plays(room: Room, seat: int) -> bool:
    return room.chairs[seat].player is None


def _person(room: Room, seat: int, name: str, t: Translator) -> Person:
    state = t.gettext("has chosen")
    if room.chairs[seat].has_resigned:
        state = t.gettext("has resigned")
    elif seat in room.to_move:
        state = t.gettext("is to choose")
    return Person(name, f"/tables/{room.id}?seat={seat}", state)
