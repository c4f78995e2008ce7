"""Handle several people at one device: the current holder, and the curtain between two of them.

The curtain page contains only public information, since any of them may see it while the device
changes hands.
"""

from dataclasses import dataclass

from fastapi import Request

from heptapolis.i18n import Translator
from heptapolis.server.store import Guest
from heptapolis.server.table import Table


@dataclass(frozen=True)
class Person:
    """Describe a person at this device."""

    seat: int
    name: str
    url: str
    state: str  # "has chosen" and the like


@dataclass(frozen=True)
class Curtain:
    """Describe the curtain: who takes the device next, if anyone, and who shares it."""

    following: Person | None
    people: tuple[Person, ...]
    agree: str  # address of the form to abandon the game together


def seat_in_address(request: Request) -> int | None:
    """Return the seat in the query string, if any."""
    text = request.query_params.get("seat", "")
    return int(text) if text.isdecimal() and len(text) < 3 else None


def is_shared(table: Table, guest: Guest | None) -> bool:
    """Return whether more than one active player shares the guest's device."""
    return sum(table.chairs[n].is_person for n in table.seats_of(guest)) > 1


def held_seat(table: Table, guest: Guest | None, chosen_seat: int | None) -> int | None:
    """Return the seat whose page the device shows; None for the curtain or a spectator."""
    own = table.seats_of(guest)
    playing = [n for n in own if table.chairs[n].is_person] or own
    is_in_turn = len(playing) > 1 and table.state == "playing"
    if is_in_turn and turns_by_itself(table):
        return next((n for n in table.to_move if n in playing), playing[0])
    if chosen_seat in own:
        return chosen_seat
    return None if is_in_turn or not playing else playing[0]


def turns_by_itself(table: Table) -> bool:
    """Return whether the board turns to the next player without a curtain: no hands are hidden."""
    return not table.options.variant.has_hands


def has_another_choice(table: Table, seat: int, moment: tuple[int, int] | None) -> bool:
    """Return whether the same person has another choice to make in the same turn."""
    return seat in table.to_move and moment_of(table) == moment


def moment_of(table: Table) -> tuple[int, int] | None:
    return (table.game.age, table.game.turn) if table.game else None


def curtain(table: Table, guest: Guest | None, names: list[str], t: Translator) -> Curtain:
    """Return the curtain shown until a person takes the device."""
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
