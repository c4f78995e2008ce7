"""What the API answers, made from views and tables: only what the viewer may know comes in here."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel

from heptapolis.bots.advice import Advice
from heptapolis.contract import View
from heptapolis.events import Event
from heptapolis.narration import steps_after
from heptapolis.server.store import Guest, LogEntry, StoredTable
from heptapolis.server.table import Table
from heptapolis.server.table_options import TableOptions
from heptapolis.server.variant_parts import server_part
from heptapolis.server.view_models import ViewResponse
from heptapolis.variants import ruleset_of


class Problem(BaseModel):
    """Why something was refused: a code for programs, a line for people."""

    code: str
    message: str
    refusal: dict[str, Any] | None = None  # of a move: what stands in its way, with numbers
    legal: list[str] | None = None  # ... and what would be accepted


class RefusalResponse(BaseModel):
    error: Problem


class RulesResponse(BaseModel):
    """By what the games of a ruleset are played here."""

    rules: int  # their version
    catalog: str | None  # the fingerprint of its cards


class StatusResponse(BaseModel):
    version: str
    games: dict[str, RulesResponse]
    is_ready: bool
    done: int  # steps of making the rules ready ...
    steps: int  # ... of so many


class GuestResponse(BaseModel):
    id: str
    name: str


class IdentityResponse(GuestResponse):
    token: str  # for `Authorization: Bearer`


class DeviceCodeResponse(BaseModel):
    code: str
    seconds: int


class ChairResponse(BaseModel):
    guest: str | None
    name: str
    bot: str | None
    is_away: bool
    has_resigned: bool
    agrees: bool


class TableResponse(BaseModel):
    """A table as everybody may know it."""

    id: str
    state: Literal["open", "playing", "over"]
    version: int
    rules: int  # the version of the game's rules that it is played by
    catalog: str | None  # the fingerprint of its cards
    options: TableOptions
    host: str | None
    chairs: list[ChairResponse]
    seat: int | None  # yours
    seats: list[int]  # all of yours: several people can share a device
    to_move: list[int]
    age: int | None
    turn: int | None
    end: str | None  # points, military, science, shared, resigned, abandoned
    totals: list[int] | None
    ranking: list[list[int]] | None
    rematch: str | None
    spectators_talk: bool  # whether they may: the host decides
    created: float
    changed: float


class VersionResponse(BaseModel):
    """How far a table is: what was asked for is kept."""

    version: int


class ChoiceResponse(VersionResponse):
    """A choice that is kept."""

    decision: int  # what your next choice has to name


class MessageResponse(BaseModel):
    number: int
    kind: Literal["say", "react"]
    seat: int | None  # null: a spectator
    guest: str
    name: str
    text: str
    at: float


class HintResponse(BaseModel):
    move: str
    win: float
    error: float
    points: float
    reasons: list[dict[str, Any]]


# ── tables ───────────────────────────────────────────────────────────────────────────────────────


def table_response(table: Table, guest: Guest | None) -> TableResponse:
    summary = table.summary()
    changed = table.entries[-1].at if table.entries else table.created
    return _table(
        table, summary.state, table.options, summary.details, changed, guest,
    )  # fmt: skip


def stored_table_response(stored: StoredTable, guest: Guest | None) -> TableResponse:
    """The same from what lists are made of."""
    return _table(
        stored, stored.state, TableOptions.as_listed(stored.options), stored.summary,
        stored.changed, guest,
    )  # fmt: skip


def _table(
    table: Table | StoredTable, state: str, options: TableOptions, details: Mapping[str, Any],
    changed: float, guest: Guest | None,
) -> TableResponse:  # fmt: skip
    chairs = details.get("chairs", [])
    own = [n for n, chair in enumerate(chairs) if guest and chair["guest"] == guest.id]
    facts = {name: details.get(name) for name in ("host", "age", "turn", "end", "rematch")}
    return TableResponse.model_validate(
        {
            "id": table.id, "state": state, "version": table.version, "rules": table.rules,
            "catalog": table.catalog, "options": options.to_show(), "chairs": chairs,
            "seat": own[0] if own else None, "seats": own, "to_move": details.get("to_move", []),
            "spectators_talk": details.get("spectators_talk", True),
            "totals": details.get("totals"), "ranking": details.get("ranking"),
            "created": table.created, "changed": changed, **facts,
        }
    )  # fmt: skip


def message_response(entry: LogEntry) -> MessageResponse:
    name, text = json.loads(entry.text)
    kind: Any = entry.kind
    return MessageResponse(
        number=entry.number, kind=kind, seat=entry.seat, guest=entry.guest or "", name=name,
        text=text, at=entry.at,
    )  # fmt: skip


def export_facts(stored: StoredTable, log: Sequence[LogEntry]) -> dict[str, Any]:
    """All that is kept of a table, for whoever wants to find out what is wrong with it."""
    return {
        "id": stored.id, "options": stored.options, "rules": stored.rules,
        "catalog": stored.catalog, "seed": str(stored.seed),
        "log": [asdict(entry) for entry in log if entry.kind != "open"],
    }  # fmt: skip


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def situation(table: Table, view: View) -> dict[str, Any]:
    """What a table adds to a view."""
    deadlines = {seat: table.deadline(seat) for seat in table.to_move}
    return {
        "version": table.version,
        "decision": None if view.seat is None else table.decision(view.seat),
        "is_over": table.state == "over",
        "to_move": table.to_move,
        "deadlines": {seat: when for seat, when in deadlines.items() if when is not None},
        "shown_at": table.shown_at,
    }


def view_response(view: View, situation: Mapping[str, Any], n_events: int | None) -> ViewResponse:
    """A view with what its table adds to it, and steps if it is told after how many events."""
    part = server_part(ruleset_of(view))
    moves = view.legal_moves() if situation["to_move"] else []
    return part.view_model.model_validate(
        {
            **situation,
            "seat": view.seat,
            "age": view.age,
            "turn": view.turn,
            "phase": view.phase,
            "legal_moves": [part.move_facts(move, view) for move in moves],
            "events": [event_facts(event) for event in view.events],
            "steps": None if n_events is None else step_facts(view, n_events),
            **part.view_facts(view),
        }
    )


def event_facts(event: Event) -> dict[str, Any]:
    """What happened, as plain JSON; ``type`` is its name."""
    return {"type": type(event).__name__.lower(), **asdict(event)}


def step_facts(view: View, n_events: int) -> list[dict[str, Any]]:
    """What a viewer saw happen after so many events, turn by turn, as plain JSON."""
    return [turn.facts() for turn in steps_after(view, n_events)]


def hint_response(advice: Advice) -> HintResponse:
    return HintResponse(
        move=str(advice.move), win=round(advice.win, 4), error=round(advice.error, 4),
        points=round(advice.points, 2), reasons=[asdict(reason) for reason in advice.reasons],
    )  # fmt: skip
