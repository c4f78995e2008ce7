"""The couriers in Python: their names, what they bring to a position and to the log."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from heptapolis.codes import AGES
from heptapolis.events import Event, Row
from heptapolis.games.classic.expansion import ClassicExpansion
from heptapolis.games.classic.state import ClassicState
from heptapolis.kernel.chance import shuffle
from heptapolis.position import check_keys, field_error, read_list, unknown_error
from tests.toys.couriers.codes import COLUMN, COURIER_SENT, COURIER_STAYED, HELD, PHASE, SEND
from tests.toys.couriers.events import Sent, Stayed
from tests.toys.couriers.rules import RULES

UNKNOWN, NONE = "?", "-"
CITY, ITEM_OF_ROW = 4, 5  # places in a row of the log


def read_sent(row: Row, ids: Mapping[int, str]) -> Event:
    age, turn, by, _, city, item, *_ = row
    return Sent(age=age, turn=turn, seat=city, by=by, courier=ids.get(item))


def read_stayed(row: Row, ids: Mapping[int, str]) -> Event:
    age, turn, by, _, city, *_ = row
    return Stayed(age=age, turn=turn, seat=city, by=by)


def hide(row: Row, seat: int | None) -> Row:
    """Return a row without the courier that another seat has sent."""
    if row[3] == COURIER_SENT and row[CITY] != seat:
        return (*row[:ITEM_OF_ROW], 0, *row[ITEM_OF_ROW + 1 :])
    return row


def write_position(table: ClassicState) -> dict[str, Any]:
    """Write each seat's couriers, and those it has sent by age: "-" for none, "?" for unknown."""
    field, ids = table._field, table.edition.id
    held, sent, has_sent = field("couriers"), field("sent"), field("has_sent")
    seats, ages = range(table.players), range(AGES)
    return {
        "held": [[ids.get(int(item), UNKNOWN) for item in held[seat]] for seat in seats],
        "sent": [
            [
                ids.get(int(sent[age, seat]), UNKNOWN if has_sent[age, seat] else NONE)
                for age in ages
            ]
            for seat in seats
        ],
        "asked": [bool(field("was_asked")[seat]) for seat in seats],
    }


def read_position(reader: Any, told: Mapping[str, Any], rng: Any) -> None:
    """Read the couriers. Seats of which nothing is told are dealt some, and "?" is one of those
    that the seat holds."""
    check_keys(told, "couriers.", {"held", "sent", "asked"})
    s, players = reader.states, int(reader.states["n_players"][0])
    couriers = {id: reader.edition.item[id] for id in reader.edition.catalog.added["courier"]}
    held = read_list(told.get("held", []), "couriers.held", list, players)
    sent = read_list(told.get("sent", []), "couriers.sent", list, players)
    asked = read_list(told.get("asked", []), "couriers.asked", bool, players)
    hands = [[_item(couriers, id, "held") for id in row if id != UNKNOWN] for row in held]
    hands += [[]] * (players - len(hands))
    taken = [item for hand in hands for item in hand]
    if len({*taken}) < len(taken) or any(len(hand) not in (0, HELD) for hand in hands):
        raise field_error("couriers.held", f"{HELD} for each seat, all different")
    rest = np.array([item for item in couriers.values() if item not in taken])
    if rng is not None:
        shuffle(rng, rest, len(rest))
        left = rest.tolist()
        hands = [hand or [left.pop() for _ in range(HELD)] for hand in hands]
    for seat, hand in enumerate(hands):
        s["couriers"][0][seat][: len(hand)] = sorted(hand)
    undealt = sorted({*couriers.values()} - {item for hand in hands for item in hand})
    s["undealt"][0][: len(undealt)] = undealt
    for seat, ids in enumerate(sent):
        _send(s, seat, [_sent(couriers, id) for id in ids], hands[seat])
    s["was_asked"][0][: len(asked)] = asked


def _send(s: Any, seat: int, items: list[int], hand: list[int]) -> None:
    """Note the couriers that a seat has sent, by age: 0 for none, -1 for an unknown one."""
    told = [item for item in items if item > 0]
    if sum(item != 0 for item in items) > HELD or len(items) > AGES:
        raise field_error("couriers.sent", f"at most {HELD} in {AGES} ages")
    if len({*told}) < len(told) or not {*told} <= {*hand}:
        raise field_error("couriers.sent", f"seat {seat} did not hold them")
    rest = [item for item in hand if item not in told]
    for age, item in enumerate(items):
        unknown = rest.pop(0) if item < 0 and rest else 0
        s["sent"][0][age, seat] = item if item >= 0 else unknown
        s["has_sent"][0][age, seat] = item != 0


def _sent(couriers: Mapping[str, int], id: object) -> int:
    return 0 if id == NONE else -1 if id == UNKNOWN else _item(couriers, id, "sent")


def _item(couriers: Mapping[str, int], id: object, where: str) -> int:
    if not isinstance(id, str) or id not in couriers:
        raise unknown_error("courier", id, f"couriers.{where}", couriers)
    return couriers[id]


COURIERS_OF_CLASSIC = ClassicExpansion(
    rules=RULES,
    phases={PHASE: "send"},
    verbs={SEND: "send"},
    columns={"couriers": COLUMN},
    events={COURIER_SENT: read_sent, COURIER_STAYED: read_stayed},
    hide=hide,
    write_position=write_position,
    read_position=read_position,
)
