"""What the API answers, made from views and tables: only what the viewer may know comes in here."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel

from heptapolis.bots.advice import Advice
from heptapolis.classic.view import ClassicView
from heptapolis.contract import View
from heptapolis.duel.view import DuelView
from heptapolis.events import Event
from heptapolis.move import Move
from heptapolis.server.store import Entry, Guest, StoredTable
from heptapolis.server.table import Table
from heptapolis.server.table_options import TableOptions


class Problem(BaseModel):
    """Why something was refused: a code for programs, a line for people."""

    code: str
    message: str


class RefusalResponse(BaseModel):
    error: Problem


class StatusResponse(BaseModel):
    version: str
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
    created: float
    changed: float


class ChoiceResponse(BaseModel):
    """A choice that is stored."""

    version: int
    decision: int  # what your next choice has to name


class MoveResponse(BaseModel):
    text: str
    verb: str
    card: str | None
    wonder: str | None
    price: int  # coins: classic for bought resources, Duel for all


class ClassicCityResponse(BaseModel):
    seat: int
    name: str
    board: str
    coins: int
    buildings: list[str]
    stages: int
    n_stages: int
    markers: list[str | None]
    leaders: list[str]
    copied: list[str]
    n_leader_hand: int
    shields: int
    victories: list[int]
    defeats: int
    symbols: dict[str, int]
    colors: dict[str, int]
    production: dict[str, int]
    choices: list[list[str]]
    sold: dict[str, int]
    sold_choices: list[list[str]]
    has_chosen: bool
    score: dict[str, int]  # if the game ended now


class DuelCityResponse(BaseModel):
    seat: int
    name: str
    coins: int
    buildings: list[str]
    wonders: list[str]
    built_wonders: dict[str, str | None]
    tokens: list[str]
    production: dict[str, int]
    choices: list[list[str]]
    prices: dict[str, int]
    symbols: dict[str, int]
    colors: dict[str, int]
    score: dict[str, int]
    loot: dict[int, int]


class PlaceResponse(BaseModel):
    slot: int
    row: int
    col: int
    card: str | None
    is_taken: bool
    is_face_up: bool
    is_accessible: bool
    is_guild: bool


class ViewResponse(BaseModel):
    """A game as you may know it."""

    version: int
    seat: int | None  # yours; null is a spectator
    decision: int | None  # what your next choice has to name
    age: int
    turn: int
    phase: str
    is_over: bool
    to_move: list[int]
    deadlines: dict[int, float]  # by seat, seconds since 1970
    legal_moves: list[MoveResponse]
    events: list[dict[str, Any]]


class ClassicViewResponse(ViewResponse):
    game: Literal["classic"] = "classic"
    cities: list[ClassicCityResponse]
    hand: list[str]
    leader_hand: list[str]
    leader_pack: list[str]
    leader_prices: dict[str, int]
    chosen: list[str]  # your choices that wait for others
    discard: dict[str, int]
    n_discard: int
    hand_sizes: list[int]
    controller: int | None


class DuelViewResponse(ViewResponse):
    game: Literal["duel"] = "duel"
    cities: list[DuelCityResponse]
    places: list[PlaceResponse]
    accessible: list[str]
    prices: list[dict[str, int]]  # by seat: accessible cards and wonders to build
    discard: list[str]
    marker: int
    tokens: list[str]
    n_aside: int
    offer: list[str]
    library: list[str]
    outcome: str | None
    winner: int | None


class MessageResponse(BaseModel):
    number: int
    kind: Literal["say", "react"]
    seat: int | None
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
        table.id,
        summary.state,
        table.version,
        table.options,
        summary.details,
        table.created,
        changed,
        guest,
    )


def stored_table_response(stored: StoredTable, guest: Guest | None) -> TableResponse:
    """The same from what lists are made of."""
    return _table(
        stored.id, stored.state, stored.version, TableOptions(**stored.options), stored.summary,
        stored.created, stored.changed, guest,
    )  # fmt: skip


def _table(
    id: str, state: str, version: int, options: TableOptions, details: Mapping[str, Any],
    created: float, changed: float, guest: Guest | None,
) -> TableResponse:  # fmt: skip
    chairs = details.get("chairs", [])
    own = [n for n, chair in enumerate(chairs) if guest and chair["guest"] == guest.id]
    facts = {name: details.get(name) for name in ("host", "age", "turn", "end", "rematch")}
    return TableResponse.model_validate(
        {
            "id": id, "state": state, "version": version, "options": options, "chairs": chairs,
            "seat": own[0] if own else None, "seats": own, "to_move": details.get("to_move", []),
            "totals": details.get("totals"), "ranking": details.get("ranking"),
            "created": created, "changed": changed, **facts,
        }
    )  # fmt: skip


def message_response(entry: Entry) -> MessageResponse:
    name, text = json.loads(entry.text)
    kind: Any = entry.kind
    return MessageResponse(
        number=entry.number, kind=kind, seat=entry.seat, guest=entry.guest or "", name=name,
        text=text, at=entry.at,
    )  # fmt: skip


# ── views ────────────────────────────────────────────────────────────────────────────────────────


def view_response(table: Table, view: View) -> ClassicViewResponse | DuelViewResponse:
    """A view with what the table adds to it."""
    common: dict[str, Any] = {
        "version": table.version,
        "seat": view.seat,
        "decision": None if view.seat is None else table.decision(view.seat),
        "age": view.age,
        "turn": view.turn,
        "phase": view.phase,
        "is_over": table.state == "over",
        "to_move": table.to_move,
        "deadlines": {s: when for s in table.to_move if (when := table.deadline(s)) is not None},
        "legal_moves": [_move(move, view) for move in view.legal_moves() if table.to_move],
        "events": [event_facts(event) for event in view.events],
    }
    if isinstance(view, ClassicView):
        return _classic(view, common)
    assert isinstance(view, DuelView)
    return _duel(view, common)


def event_facts(event: Event) -> dict[str, Any]:
    """What happened, as plain JSON; ``type`` is its name."""
    return {"type": type(event).__name__.lower(), **asdict(event)}


def hint_response(advice: Advice) -> HintResponse:
    return HintResponse(
        move=str(advice.move), win=round(advice.win, 4), error=round(advice.error, 4),
        points=round(advice.points, 2), reasons=[asdict(reason) for reason in advice.reasons],
    )  # fmt: skip


def _move(move: Move, view: View) -> MoveResponse:
    price = move.price
    if isinstance(view, DuelView) and view.seat is not None and move.verb in ("build", "wonder"):
        price = view.price(view.seat, move.wonder or move.card or "")
    return MoveResponse(
        text=str(move), verb=move.verb, card=move.card, wonder=move.wonder, price=price
    )


def _classic(view: ClassicView, common: dict[str, Any]) -> ClassicViewResponse:
    leaders = [*view.leader_hand, *view.leader_pack]
    seat = view.seat or 0
    return ClassicViewResponse(
        **common,
        cities=[
            ClassicCityResponse(
                **_facts(city, ClassicCityResponse, {"score"}), score=view.score(city.seat)
            )
            for city in view.cities
        ],
        hand=view.hand,
        leader_hand=view.leader_hand,
        leader_pack=view.leader_pack,
        leader_prices={id: view.leader_price(seat, id) for id in leaders},
        chosen=[str(move) for move in view.chosen],
        discard=dict(view.discard),
        n_discard=view.n_discard,
        hand_sizes=[view.hand_size(n) for n in range(view.players)],
        controller=view.controller,
    )


def _duel(view: DuelView, common: dict[str, Any]) -> DuelViewResponse:
    return DuelViewResponse(
        **common,
        cities=[
            DuelCityResponse(
                **_facts(city, DuelCityResponse, {"score", "loot"}),
                score=view.score(city.seat), loot=view.loot(city.seat),
            )
            for city in view.cities
        ],
        places=[
            PlaceResponse(
                **_facts(place, PlaceResponse, {"slot", "row", "col"}),
                slot=n, row=place.slot.row, col=place.slot.col,
            )
            for n, place in enumerate(view.places)
        ],
        accessible=view.accessible,
        prices=[_prices(view, seat) for seat in range(view.players)],
        discard=view.discard,
        marker=view.marker,
        tokens=view.tokens,
        n_aside=view.n_aside,
        offer=view.offer,
        library=view.library,
        outcome=view.outcome,
        winner=view.winner,
    )  # fmt: skip


def _prices(view: DuelView, seat: int) -> dict[str, int]:
    city = view.city(seat)
    unbuilt = [id for id in city.wonders if id not in city.built_wonders]
    return {id: view.price(seat, id) for id in [*view.accessible, *unbuilt]}


def _facts(thing: object, model: type[BaseModel], but: Collection[str]) -> dict[str, Any]:
    """The attributes that a model has fields for."""
    return {name: getattr(thing, name) for name in model.model_fields if name not in but}
