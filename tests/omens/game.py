"""The omens in Python: what they are called, how they are written and read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from heptapolis.events import Event, Row
from heptapolis.games.duel.expansion import DuelExpansion
from heptapolis.games.duel.position import DuelPositionReader
from heptapolis.games.duel.state import DuelState
from heptapolis.kernel.chance import shuffle
from heptapolis.position import known, listed, no_such, number, wrong
from tests.omens.codes import COLUMN, DRAWS, FIRST_OMEN, FORESEEN, KIND, LOOK, OMENS, PHASE
from tests.omens.rules import RULES

POINTS = {"comet": 2, "crow": 3, "dream": 4, "eclipse": 5, "owl": 6, "tide": 1}
ITEMS = {id: FIRST_OMEN + k for k, id in enumerate(POINTS)}
IDS = {item: id for id, item in ITEMS.items()}
UNKNOWN = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen(Event):
    """A seat has kept an omen; only that seat knows which."""

    omen: str | None


def fill_tables(tables: Any) -> None:
    """Write what each omen is worth."""
    tables["omen_points"] = [*POINTS.values()]


def read_event(row: Row, ids: Mapping[int, str]) -> Foreseen:
    age, turn, by, _, seat, item, *_ = row
    return Foreseen(age=age, turn=turn, by=by, seat=seat, omen=ids.get(item))


def hide(row: Row, seat: int | None) -> Row:
    """Cut the omen from a row of another seat."""
    age, turn, by, kind, owner, item, *rest = row
    return row if kind != FORESEEN or owner == seat else (age, turn, by, kind, owner, 0, *rest)


# ── positions ────────────────────────────────────────────────────────────────────────────────────


def write_position(table: DuelState) -> dict[str, Any]:
    """Return the order of the omens, and who looked at which pair."""
    field, drawn = table._field, int(table._field("n_draws"))
    return {
        "order": [IDS.get(item, UNKNOWN) for item in field("omens").tolist()],
        "draws": [
            {"seat": looker - 1} | _kept(item, table, is_last=k == drawn - 1)
            for k, (looker, item) in enumerate(
                zip(field("looker").tolist()[:drawn], field("kept").tolist(), strict=False)
            )
        ],
        "due": int(field("due_looks")),
    }


def _kept(item: int, table: DuelState, is_last: bool) -> dict[str, str]:
    if item:
        return {"kept": IDS[item]}
    return {} if is_last and table.phase == "foresee" else {"kept": UNKNOWN}


def read_position(reader: DuelPositionReader, told: Mapping[str, Any], rng: Any) -> None:
    """Read what is told of the omens; deal what is not."""
    known(told, "omens.", {"order", "draws", "due"})
    s = reader.s
    order = [_item(id) for id in listed(told.get("order", []), "omens.order", str, OMENS)]
    order += [0] * (OMENS - len(order))
    s.due_looks = number(told.get("due", 0), "omens.due", 0, DRAWS)
    for k, draw in enumerate(listed(told.get("draws", []), "omens.draws", dict, DRAWS)):
        known(draw, f"omens.draws.{k}.", {"seat", "kept"})
        s.looker[k] = number(draw.get("seat"), f"omens.draws.{k}.seat", 0, 1) + 1
        s.kept[k] = _item(draw.get("kept", UNKNOWN))
        s.n_draws = k + 1
    if len({*order} - {0}) < len([item for item in order if item]):
        raise wrong("omens.order", "the same omen twice")
    left = np.array([item for item in ITEMS.values() if item not in order], np.int64)
    shuffle(rng, left, len(left))
    rest = left.tolist()
    s.omens[:] = [item or rest.pop() for item in order]
    for k in range(int(s.n_draws)):
        pair = s.omens[LOOK * k : LOOK * k + LOOK].tolist()
        is_open = reader.data.get("phase") == "foresee" and k == int(s.n_draws) - 1
        if not s.kept[k] and not is_open:
            s.kept[k] = pair[0]
        if s.kept[k] and int(s.kept[k]) not in pair:
            raise wrong(f"omens.draws.{k}.kept", "not one of the two that were looked at")


def _item(id: str) -> int:
    if id != UNKNOWN and id not in ITEMS:
        raise no_such("omen", id, "omens", ITEMS)
    return ITEMS.get(id, 0)


OMENS_OF_DUEL = DuelExpansion(
    rules=RULES,
    phases={PHASE: "foresee"},
    answers={"foresee": "foresee"},
    verbs={KIND: "foresee"},
    columns={"omens": COLUMN},
    items=ITEMS,
    fill_tables=fill_tables,
    events={FORESEEN: read_event},
    hide=hide,
    write_position=write_position,
    read_position=read_position,
)
