"""The JSON API: everything that the pages do, for programs too. Documented at ``/api/docs``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, model_validator

from heptapolis import __version__
from heptapolis import warm_up as warm
from heptapolis.bots.advice import advise
from heptapolis.errors import InvalidText
from heptapolis.server import responses
from heptapolis.server.docs import docs_page
from heptapolis.server.errors import Refused, not_found
from heptapolis.server.guard import AsciiResponse, Limits, address
from heptapolis.server.guests import CODE_LIFE, Guests
from heptapolis.server.registry import TableRegistry
from heptapolis.server.sanitizer import REACTIONS, name_in
from heptapolis.server.store import Guest
from heptapolis.server.streams import check_streams, stream
from heptapolis.server.table import Placed, Table
from heptapolis.server.table_options import TableOptions
from heptapolis.server.talk import LONGEST, PAGE
from heptapolis.server.variant_parts import server_part, view_model
from heptapolis.server.workshop import Workshop
from heptapolis.spelling import nearest
from heptapolis.variants import Ruleset, ruleset, rulesets

REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": responses.RefusalResponse},
    503: {"model": responses.RefusalResponse, "description": "Not now: try again in a moment."},
}
BEARER = HTTPBearer(auto_error=False, description="The token of POST /api/guests.")
FOR_ANYONE = {"security": [dict[str, Any]()]}  # with a token or without
MOST_MESSAGES = 200  # of one answer
router = APIRouter(prefix="/api", default_response_class=AsciiResponse, responses=REFUSALS)


def _text(kind: str) -> dict[int | str, dict[str, Any]]:
    """An answer that is not JSON, described."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


# ── who asks, and for what ───────────────────────────────────────────────────────────────────────


def registry_of(request: Request) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


def guests_of(request: Request) -> Guests:
    guests: Guests = request.app.state.guests
    return guests


def limits_of(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def origin_of(request: Request) -> str:
    """Where a table is opened from."""
    return guests_of(request).origin(address(request))


def workshop_of(request: Request) -> Workshop:
    workshop: Workshop = request.app.state.workshop
    return workshop


async def anyone(request: Request, _: Annotated[object, Depends(BEARER)] = None) -> Guest | None:
    """Who asks, or nobody in particular."""
    return await guests_of(request).of(request)


async def somebody(guest: Annotated[Guest | None, Depends(anyone)]) -> Guest:
    """Who asks; a guest it must be."""
    if guest is None:
        raise Refused(401, "no_guest", "become a guest first: POST /api/guests")
    return guest


async def writer(request: Request, guest: Annotated[Guest, Depends(somebody)]) -> Guest:
    """Who changes something, and not too often."""
    limits_of(request).take("write", guest.id)
    return guest


def at_once(function: Callable[[Request], Any]) -> Any:
    """What a route depends on and only looks up: plain functions FastAPI hands to a thread."""

    async def found(request: Request) -> Any:
        return function(request)

    return Depends(found)


TableId = Annotated[str, Path(pattern="^[A-Za-z0-9]{8,32}$")]


async def table_of(request: Request, table: TableId) -> Table:
    return await registry_of(request).table(table)


Anyone = Annotated[Guest | None, Depends(anyone)]
Somebody = Annotated[Guest, Depends(somebody)]
Writer = Annotated[Guest, Depends(writer)]
TheRegistry = Annotated[TableRegistry, at_once(registry_of)]
TheGuests = Annotated[Guests, at_once(guests_of)]
TheTable = Annotated[Table, Depends(table_of)]
Decision = Annotated[int, Field(ge=0, le=1_000_000)]
MAX_SEAT = 99  # in numbers of two digits; how many seats there are, the table knows
OWN_SEAT = "Which of your seats, if you have several; else the first."
SeatQuery = Annotated[int | None, Query(ge=0, le=MAX_SEAT, description=OWN_SEAT)]
SeatField = Annotated[int | None, Field(ge=0, le=MAX_SEAT, description=OWN_SEAT)]
SINCE = "A version that you have seen: `steps` are what happened after it."
SinceQuery = Annotated[int | None, Query(ge=0, description=SINCE)]


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_fields(cls, values: Any) -> Any:
        for name in values if isinstance(values, Mapping) else ():
            if name not in cls.model_fields:
                raise ValueError(f"no field {name!r}{nearest(name, cls.model_fields)}")
        return values


class NameRequest(RequestBody):
    name: str = Field(max_length=200)


class GuestRequest(RequestBody):
    name: str | None = Field(default=None, max_length=200)


class ClaimRequest(RequestBody):
    code: str = Field(max_length=40)


class MuteRequest(RequestBody):
    guest: str = Field(pattern="^[0-9a-f]{16}$")
    muted: bool = True


class TableRequest(TableOptions):
    """A new table: its options, and who sits there from the beginning."""

    seat: int | None = Field(default=0, ge=0, le=MAX_SEAT, description="Yours; null only watches.")
    bots: list[str] = Field(
        default=[], max_length=MAX_SEAT + 1, description="Bots for the free seats, in their order."
    )
    others: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[],
        max_length=MAX_SEAT,
        description="More players at your device, who sit beside you.",
    )


class SeatRequest(RequestBody):
    seat: int | None = Field(
        default=None, ge=0, le=MAX_SEAT, description="Any free one if not named."
    )
    bot: str | None = Field(
        default=None, max_length=100, description="The host gives the seat to a bot."
    )
    name: str | None = Field(
        default=None, max_length=200, description="Another player at your device, by their name."
    )


class MoveRequest(RequestBody):
    move: str = Field(max_length=200)
    decision: Decision
    seat: SeatField = None


class UndoRequest(RequestBody):
    decision: Decision
    seat: SeatField = None


class AbandonRequest(RequestBody):
    agree: bool = True
    seat: Annotated[
        int | None, Field(ge=0, le=MAX_SEAT, description="One of your seats; all if none is told.")
    ] = None


class MessageRequest(RequestBody):
    """Say something, or react."""

    text: str | None = Field(default=None, max_length=4 * LONGEST)
    reaction: str | None = Field(default=None, description=", ".join(REACTIONS), max_length=40)
    seat: SeatField = None


class TalkRequest(RequestBody):
    """What the host decides about spectators."""

    spectators: bool | None = Field(default=None, description="Whether they may speak.")
    guest: str | None = Field(default=None, pattern="^[0-9a-f]{16}$", description="One of them.")
    muted: bool = True


# ── the server ───────────────────────────────────────────────────────────────────────────────────


@router.get("/status", tags=["server"])
async def status(registry: TheRegistry) -> responses.StatusResponse:
    """Which versions play here, whether the rules are compiled, and how far that is."""
    return responses.StatusResponse(
        version=__version__, games={str(rules): _versions(rules) for rules in rulesets()},
        is_ready=registry.is_ready, done=registry.warm_steps, steps=warm.N_STEPS,
    )  # fmt: skip


def _versions(rules: Ruleset) -> responses.RulesResponse:
    played = rules.variant
    edition = played.engine.edition(played.catalog, rules.read_options({}))
    return responses.RulesResponse(
        rules=played.rules_version, catalog=edition.fingerprint if edition else None
    )


@router.get("/docs", include_in_schema=False, response_class=HTMLResponse)
async def docs(request: Request) -> HTMLResponse:
    def make() -> str:
        return docs_page(request.app.openapi())

    who = address(request)
    return HTMLResponse(await workshop_of(request).make_once("docs", make, who))


@router.get("/bots", tags=["server"])
async def bots(
    registry: TheRegistry,
    game: Annotated[str | None, Query(max_length=100, description="Those that play it.")] = None,
) -> list[str]:
    """Bots that can sit at a table: the five levels first, weakest to strongest."""
    if game is None:
        return registry.bots.names
    return registry.bots.names_for(_ruleset(game))


def _ruleset(game: str) -> Ruleset:
    try:
        return ruleset(game)
    except InvalidText as error:
        raise Refused(422, "unknown_variant", str(error)) from None


@router.get("/catalog/{game}", tags=["server"], response_model=dict[str, Any])
async def catalog(request: Request, game: Annotated[str, Path(max_length=100)]) -> Response:
    """All cards and other things, and the layouts, of a game."""
    rules = _ruleset(game)

    def make() -> str:
        played, options = rules.variant, rules.read_options({})
        edition = played.engine.edition(played.catalog, options)
        facts = server_part(rules).catalog_facts(edition)
        return bytes(AsciiResponse(facts).body).decode("ascii")

    text = await workshop_of(request).make_once(("catalog", str(rules)), make, address(request))
    return Response(text, media_type="application/json")


@router.get(
    "/catalogs/{fingerprint}", tags=["server"], response_class=Response,
    responses=_text("text/plain"),
)  # fmt: skip
async def kept_catalog(
    registry: TheRegistry, fingerprint: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
) -> PlainTextResponse:
    """The cards that a table is played with, of whichever release they are: kept in a file, they
    replay its record anywhere (`hepta replay FILE --catalog CARDS.json`)."""
    text = await registry.store.catalog(fingerprint)
    if text is None:
        raise not_found("catalogue")
    name = f'attachment; filename="cards-{fingerprint[:12]}.json"'
    return PlainTextResponse(text, headers={"content-disposition": name})


# ── guests ───────────────────────────────────────────────────────────────────────────────────────


@router.post("/guests", status_code=201, tags=["guests"])
async def enter(
    request: Request, response: Response, guests: TheGuests, body: GuestRequest
) -> responses.IdentityResponse:
    """Become a guest. Programs send the token as `Authorization: Bearer`, browsers get a cookie."""
    limits_of(request).take("guest", address(request))
    return _identity(guests, response, await guests.new(body.name))


@router.post("/guests/claim", tags=["guests"])
async def claim(
    request: Request, response: Response, guests: TheGuests, body: ClaimRequest
) -> responses.IdentityResponse:
    """Be the guest that you are on another device, by its code."""
    limits_of(request).take("claim", address(request))
    return _identity(guests, response, await guests.claim(body.code))


def _identity(guests: Guests, response: Response, guest: Guest) -> responses.IdentityResponse:
    guests.set_cookie(response, guest)
    return responses.IdentityResponse(id=guest.id, name=guest.name, token=guests.token(guest))


@router.get("/me", tags=["guests"])
async def me(guest: Somebody) -> responses.GuestResponse:
    """Who you are."""
    return responses.GuestResponse(id=guest.id, name=guest.name)


@router.patch("/me", tags=["guests"])
async def rename(guest: Writer, guests: TheGuests, body: NameRequest) -> responses.GuestResponse:
    """Change your name; games that have begun keep the old one."""
    renamed = await guests.rename(guest, body.name)
    return responses.GuestResponse(id=renamed.id, name=renamed.name)


@router.post("/me/code", tags=["guests"])
async def code(guest: Writer, guests: TheGuests) -> responses.DeviceCodeResponse:
    """A code that makes another device the same guest; it works once, for a quarter of an hour."""
    return responses.DeviceCodeResponse(code=await guests.code(guest), seconds=int(CODE_LIFE))


@router.post("/me/mutes", status_code=204, tags=["guests"])
async def mute(guest: Writer, registry: TheRegistry, body: MuteRequest) -> None:
    """Hear no more, or again, what another guest says."""
    if await registry.store.guest(body.guest) is None:
        raise not_found("guest")
    await registry.store.mute(guest.id, body.guest, body.muted)


# ── tables ───────────────────────────────────────────────────────────────────────────────────────

LISTS = {
    "mine": ("open", "playing"),
    "my_finished": ("over",),
    "open": ("open",),
    "playing": ("playing",),
    "finished": ("over",),
}


@router.get("/tables", tags=["tables"], openapi_extra=FOR_ANYONE)
async def tables(
    registry: TheRegistry,
    guest: Anyone,
    list: Literal["mine", "my_finished", "open", "playing", "finished"] = "open",
    before: Annotated[float | None, Query(description="`changed` of the last one seen.")] = None,
) -> Sequence[responses.TableResponse]:
    """Your games, or those that are not private: open for players, being played, finished."""
    own = list.startswith("m")
    if own and guest is None:
        raise Refused(401, "no_guest", "become a guest first: POST /api/guests")
    owner = guest.id if own and guest else None
    stored_tables = await registry.store.tables(LISTS[list], guest=owner, before=before)
    return [responses.stored_table_response(stored, guest) for stored in stored_tables]


@router.post("/tables", status_code=201, tags=["tables"])
async def create(
    request: Request, registry: TheRegistry, guest: Writer, body: TableRequest
) -> responses.TableResponse:
    """Open a table. The game starts when every seat is taken; the table's link brings friends."""
    limits_of(request).take("table", guest.id)
    options = TableOptions(**body.model_dump(exclude={"seat", "bots", "others"}))
    bots = [registry.bots.check(name, options.ruleset) for name in body.bots]
    if len(body.bots) + len(body.others) + (body.seat is not None) > options.players:
        raise Refused(422, "too_many", f"there are {options.players} seats")
    if body.seat is not None and body.seat >= options.players:
        raise Refused(422, "no_seat", f"seats are 0 to {options.players - 1}")
    people: list[Placed] = [(None, name_in(name)) for name in body.others]
    if body.seat is not None:
        people.insert(0, (body.seat, guest.name))
    table = await registry.create(
        guest, options, people=people, bots=[(None, bot) for bot in bots], origin=origin_of(request)
    )
    return await _table(table, guest)


@router.get("/tables/{table}", tags=["tables"], openapi_extra=FOR_ANYONE)
async def table(table: TheTable, guest: Anyone) -> responses.TableResponse:
    """A table: who sits there, how far the game is, and at the end who won."""
    return await _table(table, guest)


async def _table(table: Table, guest: Guest | None) -> responses.TableResponse:
    async with table.steady():
        return responses.table_response(table, guest)


@router.post("/tables/{table}/seats", tags=["tables"])
async def sit(
    registry: TheRegistry, table: TheTable, guest: Writer, body: SeatRequest
) -> responses.TableResponse:
    """Sit down, or as the host give a seat to a bot."""
    if body.bot is not None:
        await table.put_bot(guest, registry.bots.check(body.bot, table.options.ruleset), body.seat)
    else:
        await table.sit(guest, body.seat, body.name)
    return await _table(table, guest)


@router.delete("/tables/{table}/seats/{seat}", tags=["tables"])
async def leave(
    table: TheTable, guest: Writer, seat: Annotated[int, Path(ge=0, le=MAX_SEAT)]
) -> responses.TableResponse:
    """Leave your seat before the game begins; the host can empty any."""
    await table.leave(guest, seat)
    return await _table(table, guest)


@router.post("/tables/{table}/rematch", tags=["tables"])
async def rematch(
    request: Request, registry: TheRegistry, table: TheTable, guest: Writer
) -> responses.TableResponse:
    """Play again: the next table, where you sit one seat further on."""
    limits_of(request).take("table", guest.id)
    return await _table(await registry.rematch(table, guest, origin_of(request)), guest)


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


@router.get(
    "/tables/{table}/view", tags=["game"], response_model=view_model(),
    openapi_extra=FOR_ANYONE,
)  # fmt: skip
async def view(
    request: Request,
    table: TheTable,
    guest: Anyone,
    seat: SeatQuery = None,
    since: SinceQuery = None,
) -> AsciiResponse:
    """The game as you may know it: your hand, all cities, what happened, what you may do.

    With `since` also the steps after a version, turn by turn: what a face shows happening."""
    async with table.steady():
        view = table.view(guest, seat)
        if view is None:
            raise Refused(409, "not_started", "the game has not started")
        if guest and view.seat is not None:
            table.presence.touch(guest.id)
        seen, situation = view, responses.situation(table, view)
        n_events = None if since is None else table.milestone(since).n_events

    def make() -> AsciiResponse:
        made = responses.view_response(seen, situation, n_events)
        return AsciiResponse(made.model_dump(mode="json", by_alias=True))

    return await workshop_of(request).make(make, address(request))


@router.post("/tables/{table}/moves", tags=["game"])
async def move(table: TheTable, guest: Writer, body: MoveRequest) -> responses.ChoiceResponse:
    """Make a choice, a legal move's text, for the decision that your view told; it is kept when
    the answer comes. The same again changes nothing, another one for it is refused with 409."""
    version = await table.move(guest, body.move, body.decision, body.seat)
    return responses.ChoiceResponse(version=version, decision=body.decision + 1)


@router.post("/tables/{table}/undo", tags=["game"])
async def undo(table: TheTable, guest: Writer, body: UndoRequest) -> responses.ChoiceResponse:
    """Take back your choice while another seat is still to choose."""
    version = await table.undo(guest, body.decision, body.seat)
    return responses.ChoiceResponse(version=version, decision=body.decision + 1)


@router.post("/tables/{table}/go", tags=["game"])
async def go_on(table: TheTable, guest: Writer) -> responses.VersionResponse:
    """Take nothing back: if nobody else wants to, bots make the choice that they hold back at once.
    Where nothing is held back it is no harm."""
    return responses.VersionResponse(version=await table.go_on(guest))


@router.get("/tables/{table}/hint", tags=["game"])
async def hint(
    request: Request,
    registry: TheRegistry,
    table: TheTable,
    guest: Somebody,
    seat: SeatQuery = None,
) -> Sequence[responses.HintResponse]:
    """Your moves ranked, with chances and reasons, if the table allows hints."""
    limits_of(request).take("hint", guest.id)
    async with table.steady():
        view = table.view(guest, seat) if table.seat_of(guest) is not None else None
        if view is None or not table.to_move:
            raise Refused(409, "not_playing", "only players get hints")
        if not table.has_hints:
            raise Refused(403, "no_hints", "this table is played without hints")
    advice = await registry.bots.advise(lambda: advise(view), guest.id)
    return [responses.hint_response(one) for one in advice]


@router.post("/tables/{table}/resign", tags=["game"])
async def resign(table: TheTable, guest: Writer, seat: SeatQuery = None) -> responses.TableResponse:
    """Give up. With two players the other wins, with more a bot plays on for you."""
    await table.resign(guest, seat)
    return await _table(table, guest)


@router.post("/tables/{table}/abandon", tags=["game"])
async def abandon(table: TheTable, guest: Writer, body: AbandonRequest) -> responses.TableResponse:
    """Agree to end the game without a winner; it ends when everybody who plays agrees."""
    await table.agree(guest, body.agree, body.seat)
    return await _table(table, guest)


@router.post("/tables/{table}/back", tags=["game"])
async def back(table: TheTable, guest: Writer) -> responses.TableResponse:
    """Play yourself again after a bot stood in for you."""
    await table.back(guest)
    return await _table(table, guest)


@router.get(
    "/tables/{table}/record", tags=["game"], response_class=Response, responses=_text("text/plain"),
    openapi_extra=FOR_ANYONE,
)  # fmt: skip
async def record(table: TheTable, guest: Anyone) -> PlainTextResponse:
    """The whole game as text, once it is over."""
    async with table.steady():
        text = table.record(guest)
    name = f'attachment; filename="heptapolis-{table.id}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.post("/tables/{table}/close", status_code=204, tags=["game"])
async def close(registry: TheRegistry, table: TableId, guest: Writer) -> None:
    """End a game whose log cannot be played through, as one of its players."""
    await registry.close_broken(table, guest)


@router.get("/tables/{table}/export", tags=["game"])
async def export(registry: TheRegistry, table: TableId, guest: Somebody) -> AsciiResponse:
    """All that is kept of a game whose log cannot be played through, once it is closed."""
    stored = await registry.broken_table(table, guest)
    if stored.state != "over":
        raise Refused(403, "not_over", "close the table first: its log tells everybody's cards")
    name = f'attachment; filename="heptapolis-{table}.json"'
    log = await registry.store.log(table)
    return AsciiResponse(responses.export_facts(stored, log), headers={"content-disposition": name})


# ── talk and live ────────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{table}/messages", tags=["talk"], openapi_extra=FOR_ANYONE)
async def messages(
    registry: TheRegistry,
    table: TheTable,
    guest: Anyone,
    after: Annotated[int | None, Query(ge=0, description="The first after this number.")] = None,
    before: Annotated[int | None, Query(ge=1, description="The last before this number.")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_MESSAGES)] = PAGE,
) -> Sequence[responses.MessageResponse]:
    """What was said, without those whom you have muted, the oldest first and a page at a time: the
    last messages, the last `before` one or the first `after` one. Spectators have no `seat`."""
    muted = await registry.store.muted(guest.id) if guest else frozenset()
    async with table.steady():
        table.check_may_watch(guest)
        if after is not None:
            said = table.talk.after(after, muted, before=before, most=most)
        else:
            said = table.talk.page(muted, before=before, most=most).entries
        return [responses.message_response(entry) for entry in said]


@router.post("/tables/{table}/messages", status_code=204, tags=["talk"])
async def speak(request: Request, table: TheTable, guest: Writer, body: MessageRequest) -> None:
    """Say something or react. Spectators cannot use the name of somebody who plays."""
    if (body.text is None) == (body.reaction is None):
        raise Refused(422, "empty", "send either a text or a reaction")
    count_words(request, table, guest)
    if body.text is not None:
        await table.say(guest, body.text, body.seat)
    else:
        await table.react(guest, body.reaction or "", body.seat)


def count_words(request: Request, table: Table, guest: Guest) -> None:
    """Nobody speaks too often, and all who only watch no oftener than one reads."""
    limits_of(request).take("say", guest.id)
    if table.seat_of(guest) is None:
        table.check_may_speak(guest)  # whoever is not heard takes nobody's turn
        limits_of(request).take("spectators", table.id)


@router.post("/tables/{table}/talk", status_code=204, tags=["talk"])
async def talk(registry: TheRegistry, table: TheTable, guest: Writer, body: TalkRequest) -> None:
    """As the host: close the chat to spectators or open it, mute one of them for everybody."""
    if body.spectators is None and body.guest is None:
        raise Refused(422, "empty", "send spectators, or a guest to mute")
    if body.spectators is not None:
        await table.open_talk(guest, body.spectators)
    if body.guest is not None:
        other = await registry.store.guest(body.guest)
        if other is None:
            raise not_found("guest")
        await table.mute(guest, other, body.muted)


@router.get(
    "/tables/{table}/events", tags=["live"], response_class=StreamingResponse,
    responses=_text("text/event-stream"), openapi_extra=FOR_ANYONE,
)  # fmt: skip
async def events(
    registry: TheRegistry,
    table: TheTable,
    guest: Anyone,
    after: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    """Server-sent events: version, kind and seat of everything that happens, and of what happened
    after a version (`after`, or `Last-Event-ID` when a browser reconnects). `moment` grows when
    something was revealed; `to_move` are the seats that the table waits for then."""
    async with table.steady():
        table.check_may_watch(guest)
        check_streams(table, guest, registry.settings)
        version = table.version
    if guest and table.seat_of(guest) is not None:
        await table.back(guest)
    last = last_event_id if last_event_id.isdecimal() and len(last_event_id) < 10 else ""
    start = int(last) if last else version if after is None else after
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    lines = stream(registry, table, guest, min(start, version))
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)
