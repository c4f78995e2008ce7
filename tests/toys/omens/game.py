"""The omens in Python: what they are called, how they are written and read."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from heptapolis.events import Row
from heptapolis.games.duel.expansion import DuelExpansion
from heptapolis.games.duel.position import DuelPositionReader
from heptapolis.games.duel.state import DuelState
from heptapolis.kernel.chance import shuffle
from heptapolis.position import check_keys, field_error, read_list, read_number, unknown_error
from tests.toys.omens.codes import COLUMN, FORESEEN, KIND, LOOKS, PHASE
from tests.toys.omens.events import Foreseen
from tests.toys.omens.rules import RULES

UNKNOWN = "?"


def read_event(row: Row, ids: Mapping[int, str]) -> Foreseen:
    age, turn, by, _, seat, item, *_ = row
    return Foreseen(age=age, turn=turn, by=by, seat=seat, omen=ids.get(item))


def hide(row: Row, seat: int | None) -> Row:
    """Cut the omen from a row of another seat."""
    age, turn, by, kind, owner, _, *rest = row
    return row if kind != FORESEEN or owner == seat else (age, turn, by, kind, owner, 0, *rest)


# ── positions ────────────────────────────────────────────────────────────────────────────────────


def set_options(states: Any, options: Any) -> None:
    states["most_looks"][0] = options.looks


def write_options(table: DuelState) -> dict[str, Any]:
    most = int(table._field("most_looks"))
    return {"looks": most} if most != LOOKS else {}


def write_position(table: DuelState) -> dict[str, Any]:
    """Return the order of the omens, and who looked at which."""
    field, ids, looks = table._field, table.edition.id, int(table._field("n_looks"))
    order = field("omens")[: len(table.edition.catalog.added["omen"])].tolist()
    past = zip(field("looker")[:looks].tolist(), field("kept").tolist(), strict=False)
    return {
        "order": [ids.get(item, UNKNOWN) for item in order],
        "looks": [
            {"seat": looker - 1} | _kept(ids.get(item), table, is_last=k == looks - 1)
            for k, (looker, item) in enumerate(past)
        ],
        "due": int(field("due_looks")),
        "most": int(field("most_looks")),
    }


def _kept(id: str | None, table: DuelState, is_last: bool) -> dict[str, str]:
    is_open = is_last and table.phase == "foresee"
    return {"kept": id} if id else {} if is_open else {"kept": UNKNOWN}


def read_position(reader: DuelPositionReader, told: Mapping[str, Any], rng: Any) -> None:
    """Read what is told of the omens; deal what is not."""
    check_keys(told, "omens.", {"order", "looks", "due", "most"})
    s, omens = reader.s, reader.edition.catalog.added["omen"]
    s.look_size = int(reader.t.revealed)
    s.most_looks = read_number(told.get("most", LOOKS), "omens.most", 1, LOOKS)
    s.due_looks = read_number(told.get("due", 0), "omens.due", 0, LOOKS)
    _deal(reader, [*read_list(told.get("order", []), "omens.order", str, len(omens))], rng)
    for k, look in enumerate(read_list(told.get("looks", []), "omens.looks", dict, LOOKS)):
        where = f"omens.looks.{k}"
        check_keys(look, f"{where}.", {"seat", "kept"})
        s.looker[k] = read_number(look.get("seat"), f"{where}.seat", 0, 1) + 1
        s.n_looks = k + 1
        seen = s.omens[k * s.look_size : (k + 1) * s.look_size].tolist()
        s.kept[k] = _read_kept(reader, look.get("kept"), seen, where)


def _deal(reader: DuelPositionReader, order: list[str], rng: Any) -> None:
    """Lay out the omens: those that are told, and the others in between."""
    omens, item = reader.edition.catalog.added["omen"], reader.edition.item
    for id in order:
        if id != UNKNOWN and id not in omens:
            raise unknown_error("omen", id, "omens.order", omens)
    told = [id for id in order if id != UNKNOWN]
    if len({*told}) < len(told):
        raise field_error("omens.order", "the same omen twice")
    left = np.array([item[id] for id in omens if id not in told], np.int64)
    shuffle(rng, left, len(left))
    rest = left.tolist()
    order += [UNKNOWN] * (len(omens) - len(order))
    reader.s.omens[: len(order)] = [item[id] if id in omens else rest.pop() for id in order]


def _read_kept(reader: DuelPositionReader, id: Any, seen: list[int], where: str) -> int:
    """The omen that was kept: one of those seen; 0 while that is still to be chosen."""
    if id is None:
        return 0
    item = seen[0] if id == UNKNOWN else reader.edition.item.get(id, 0)
    if item not in seen:
        raise field_error(f"{where}.kept", "not one of those that were looked at")
    return item


OMENS_OF_DUEL = DuelExpansion(
    rules=RULES,
    phases={PHASE: "foresee"},
    verbs={KIND: "foresee"},
    columns={"omens": COLUMN},
    events={FORESEEN: read_event},
    set_options=set_options,
    write_options=write_options,
    hide=hide,
    write_position=write_position,
    read_position=read_position,
)
