"""Several people at one device: who holds it now, and the curtain between two of them.

The curtain is made of what everybody may know: while the device goes from hand to hand, there is
nothing on it, nor in its page, that one of them may not see.
"""

from dataclasses import dataclass

from fastapi import Request

from heptapolis.i18n import Translator
from heptapolis.server.store import Guest
from heptapolis.server.table import Table


@dataclass(frozen=True)
class Person:
    """Somebody at this device."""

    seat: int
    name: str
    url: str
    state: str  # to choose, chosen, resigned


@dataclass(frozen=True)
class Curtain:
    """Who is to take the device, nobody while others are waited for, and all who share it."""

    following: Person | None
    people: tuple[Person, ...]
    agree: str  # where all of them abandon the game


def seat_in_address(request: Request) -> int | None:
    """The seat that an address names."""
    text = request.query_params.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < 3 else None


def is_shared(table: Table, guest: Guest | None) -> bool:
    """More than one who still plays shares the guest's device."""
    return sum(table.chairs[n].is_person for n in table.seats_of(guest)) > 1


def held_by(table: Table, guest: Guest | None, chosen_seat: int | None) -> int | None:
    """Whose page a device shows: None is the curtain, or a spectator's."""
    own = table.seats_of(guest)
    playing = [n for n in own if table.chairs[n].is_person] or own
    is_in_turn = len(playing) > 1 and table.state == "playing"
    if is_in_turn and turns_by_itself(table):
        return next((n for n in table.to_move if n in playing), playing[0])
    if chosen_seat in own:
        return chosen_seat
    return None if is_in_turn or not playing else playing[0]


def turns_by_itself(table: Table) -> bool:
    """There are no hands to hide: the board turns to whose turn it is, without a curtain."""
    return not table.options.variant.has_hands


def stays(table: Table, seat: int, moment: tuple[int, int] | None) -> bool:
    """After a choice: the same person has another one to make in the same turn."""
    return seat in table.to_move and moment_of(table) == moment


def moment_of(table: Table) -> tuple[int, int] | None:
    return (table.game.age, table.game.turn) if table.game else None


def curtain(table: Table, guest: Guest | None, names: list[str], t: Translator) -> Curtain:
    """What hangs before the table while nobody of a device has taken it."""
    own = table.seats_of(guest)
    people = {n: _person(table, n, names[n], t) for n in own}
    following = next((people[n] for n in own if n in table.to_move and _plays(table, n)), None)
    return Curtain(following, tuple(people.values()), f"/tables/{table.id}/agree")


def _plays(table: Table, seat: int) -> bool:
    return table.chairs[seat].player is None


def _person(table: Table, seat: int, name: str, t: Translator) -> Person:
    state = t.gettext("has chosen")
    if table.chairs[seat].has_resigned:
        state = t.gettext("has resigned")
    elif seat in table.to_move:
        state = t.gettext("still to choose")
    return Person(seat, name, f"/tables/{table.id}?seat={seat}", state)
