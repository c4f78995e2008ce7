"""Define the API's responses. They contain only what the viewer may know."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel

from heptapolis.bots.advice import Advice
from heptapolis.contract import View
from heptapolis.events import Event
from heptapolis.expansion import GameRules
from heptapolis.server.steps import step_facts
from heptapolis.server.store import Guest, LogEntry, StoredTable
from heptapolis.server.table import Table
from heptapolis.server.table_options import TableOptions
from heptapolis.server.variant_parts import server_part
from heptapolis.server.view_models import ViewResponse
from heptapolis.variants import ruleset_of


class Problem(BaseModel):
    """The reason of a refusal: a code for programs and a message for people."""

    code: str
    message: str
    refusal: dict[str, Any] | None = None  # for a move: the obstacle, with numbers
    legal: list[str] | None = None  # ... and the legal moves


class RefusalResponse(BaseModel):
    error: Problem


class RulesResponse(BaseModel):
    """The versions of rules and cards that new games of a ruleset use."""

    rules: int  # version of the rules
    catalog: str | None  # fingerprint of the catalogue


class StatusResponse(BaseModel):
    version: str
    games: dict[str, RulesResponse]
    is_ready: bool
    done: int  # finished steps of compiling the rules
    steps: int  # total steps
    notice: str  # of the host, on all pages
    is_read_only: bool  # games can be watched, but nothing can be changed


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
    """The public information about a table."""

    id: str
    state: Literal["open", "playing", "over"]
    version: int
    rules: int  # version of the game's rules
    catalog: str | None  # fingerprint of the catalogue
    options: TableOptions
    host: str | None
    chairs: list[ChairResponse]
    seat: int | None  # your first seat
    seats: list[int]  # all your seats: several people can share a device
    to_move: list[int]
    age: int | None
    turn: int | None
    end: str | None  # points, military, science, shared, resigned, abandoned
    totals: list[int] | None
    ranking: list[list[int]] | None
    rematch: str | None
    spectators_talk: bool  # whether the host allows spectators to speak
    created: float
    changed: float


class VersionResponse(BaseModel):
    """The version of a table after a committed change."""

    version: int


class ChoiceResponse(VersionResponse):
    """A committed choice."""

    decision: int  # the number that your next choice must name


class MessageResponse(BaseModel):
    number: int
    kind: Literal["say", "react"]
    seat: int | None  # null for a spectator
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
    summary = table.log.summary()
    changed = table.log.entries[-1].at if table.log.entries else table.created
    return _table(
        table,
        summary.state,
        table.options,
        summary.details,
        changed,
        guest,
    )


def stored_table_response(stored: StoredTable, guest: Guest | None) -> TableResponse:
    """Return the response for a table in a list."""
    return _table(
        stored,
        stored.state,
        TableOptions.as_listed(stored.options),
        stored.summary,
        stored.changed,
        guest,
    )


def _table(
    table: Table | StoredTable,
    state: str,
    options: TableOptions,
    details: Mapping[str, Any],
    changed: float,
    guest: Guest | None,
) -> TableResponse:
    chairs = details.get("chairs", [])
    own = [n for n, chair in enumerate(chairs) if guest and chair["guest"] == guest.id]
    facts = {name: details.get(name) for name in ("host", "age", "turn", "end", "rematch")}
    return TableResponse.model_validate(
        {
            "id": table.id,
            "state": state,
            "version": table.version,
            "rules": table.rules,
            "catalog": table.catalog,
            "options": options.to_show(),
            "chairs": chairs,
            "seat": own[0] if own else None,
            "seats": own,
            "to_move": details.get("to_move", []),
            "spectators_talk": details.get("spectators_talk", True),
            "totals": details.get("totals"),
            "ranking": details.get("ranking"),
            "created": table.created,
            "changed": changed,
            **facts,
        }
    )


def message_response(entry: LogEntry) -> MessageResponse:
    name, text = json.loads(entry.text)
    kind: Any = entry.kind
    return MessageResponse(
        number=entry.number,
        kind=kind,
        seat=entry.seat,
        guest=entry.guest or "",
        name=name,
        text=text,
        at=entry.at,
    )


def export_facts(stored: StoredTable, log: Sequence[LogEntry]) -> dict[str, Any]:
    """Return everything stored about a table, to analyse a broken log."""
    return {
        "id": stored.id,
        "options": stored.options,
        "rules": stored.rules,
        "catalog": stored.catalog,
        "seed": str(stored.seed),
        "log": [asdict(entry) for entry in log if entry.kind != "open"],
    }


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def situation(table: Table, view: View) -> dict[str, Any]:
    """Return what the table adds to a view."""
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
    """Return the response for a view, with the steps after ``n_events`` if that is given."""
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
            "expansions": _expansion_facts(view),
            "steps": None if n_events is None else step_facts(view, n_events),
            **part.view_facts(view),
        }
    )


def _expansion_facts(view: View) -> dict[str, Any]:
    """Return the facts of a position about expansions, by id."""
    rules = getattr(view.edition, "rules", None)  # of a game with a catalogue
    return rules.write_position(view) if isinstance(rules, GameRules) else {}


def event_facts(event: Event) -> dict[str, Any]:
    """Return an event as JSON; ``type`` is the name of its class."""
    return {"type": type(event).__name__.lower(), **asdict(event)}


def hint_response(advice: Advice) -> HintResponse:
    return HintResponse(
        move=str(advice.move),
        win=round(advice.win, 4),
        error=round(advice.error, 4),
        points=round(advice.points, 2),
        reasons=[asdict(reason) for reason in advice.reasons],
    )
