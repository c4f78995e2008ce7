"""Serve the JSON API, which covers everything the pages do. See ``/api/docs``."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, model_validator

from heptapolis import __version__
from heptapolis import warm_up as warm
from heptapolis.bots.advice import advise
from heptapolis.errors import InvalidText
from heptapolis.server import responses
from heptapolis.server.dependencies import (
    OptionalGuest,
    RequiredGuest,
    TableId,
    TheGuests,
    TheRegistry,
    TheTable,
    WritingGuest,
    count_words,
    limits_of,
    origin_of,
    render_pool_of,
)
from heptapolis.server.docs import docs_page
from heptapolis.server.errors import RequestError, not_found
from heptapolis.server.guard import AsciiResponse, address
from heptapolis.server.guests import CODE_LIFETIME_SECONDS, Guests
from heptapolis.server.limits import widest_network
from heptapolis.server.moderation import check_may_write
from heptapolis.server.new_tables import NewTable, Placed
from heptapolis.server.sanitizer import REACTIONS, name_in
from heptapolis.server.store import Guest
from heptapolis.server.streams import EventStream, StreamSpot, stream
from heptapolis.server.table import Table
from heptapolis.server.table_options import TableOptions
from heptapolis.server.talk import MAX_MESSAGE_CHARS, MESSAGES_PER_PAGE
from heptapolis.server.variant_parts import server_part, view_model
from heptapolis.spelling import suggest
from heptapolis.variants import Ruleset, ruleset, rulesets

REFUSALS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": responses.RefusalResponse},
    503: {"model": responses.RefusalResponse, "description": "Not now: try again in a moment."},
}
OPTIONAL_TOKEN = {"security": [dict[str, Any]()]}  # the token is optional
MAX_MESSAGES_PER_ANSWER = 200
router = APIRouter(prefix="/api", default_response_class=AsciiResponse, responses=REFUSALS)


def _text(kind: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of a response that is not JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}}}


Decision = Annotated[int, Field(ge=0, le=1_000_000)]
MAX_SEAT = 99  # two digits; each table checks its own number of seats
OWN_SEAT_DESCRIPTION = "Which of your seats. Default: the first."
SeatQuery = Annotated[int | None, Query(ge=0, le=MAX_SEAT, description=OWN_SEAT_DESCRIPTION)]
SeatField = Annotated[int | None, Field(ge=0, le=MAX_SEAT, description=OWN_SEAT_DESCRIPTION)]
SINCE_DESCRIPTION = "A version you have seen. `steps` contains what happened after it."
SinceQuery = Annotated[int | None, Query(ge=0, description=SINCE_DESCRIPTION)]


class RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_fields(cls, values: Any) -> Any:
        for name in values if isinstance(values, Mapping) else ():
            if name not in cls.model_fields:
                raise ValueError(f"no field {name!r}{suggest(name, cls.model_fields)}")
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
    """A new table: its options and its first players."""

    seat: int | None = Field(default=0, ge=0, le=MAX_SEAT, description="Your seat; null to watch.")
    bots: list[str] = Field(
        default=[], max_length=MAX_SEAT + 1, description="Bots for the free seats, in order."
    )
    others: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[],
        max_length=MAX_SEAT,
        description="Names of more players at your device.",
    )


class SeatRequest(RequestBody):
    seat: int | None = Field(default=None, ge=0, le=MAX_SEAT, description="Default: any free seat.")
    bot: str | None = Field(
        default=None, max_length=100, description="As the host, give the seat to this bot."
    )
    name: str | None = Field(
        default=None, max_length=200, description="Name of another player at your device."
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
        int | None, Field(ge=0, le=MAX_SEAT, description="One of your seats. Default: all.")
    ] = None


class MessageRequest(RequestBody):
    """A message or a reaction."""

    text: str | None = Field(default=None, max_length=4 * MAX_MESSAGE_CHARS)
    reaction: str | None = Field(default=None, description=", ".join(REACTIONS), max_length=40)
    seat: SeatField = None


class TalkRequest(RequestBody):
    """Settings of the host for spectators."""

    spectators: bool | None = Field(default=None, description="Whether they may speak.")
    guest: str | None = Field(default=None, pattern="^[0-9a-f]{16}$", description="A spectator.")
    muted: bool = True


# ── the server ───────────────────────────────────────────────────────────────────────────────────


@router.get("/status", tags=["server"])
async def status(request: Request, registry: TheRegistry) -> responses.StatusResponse:
    """Return the versions of the rules, the progress of compiling them, and the host's notice."""
    return responses.StatusResponse(
        version=__version__,
        games={str(rules): _versions(rules) for rules in rulesets()},
        is_ready=registry.warm_up.is_ready,
        done=registry.warm_up.steps,
        steps=warm.N_STEPS,
        notice=request.app.state.moderation.notice,
        is_read_only=registry.store.is_read_only,
    )


def _versions(rules: Ruleset) -> responses.RulesResponse:
    played = rules.variant
    edition = played.engine.edition(played.catalog, rules.read_options({}))
    return responses.RulesResponse(
        rules=played.rules_version, catalog=edition.fingerprint if edition else None
    )


@router.get("/docs", include_in_schema=False, response_class=HTMLResponse)
async def docs(request: Request) -> HTMLResponse:
    def make() -> str:
        return docs_page(request.app.openapi(), request.scope.get("root_path", ""))

    client = address(request)
    return HTMLResponse(await render_pool_of(request).render_once("docs", make, client))


@router.get("/bots", tags=["server"])
async def bots(
    registry: TheRegistry,
    game: Annotated[
        str | None, Query(max_length=100, description="Only bots that play this game.")
    ] = None,
) -> list[str]:
    """List the bots that can sit at a table: the five levels, weakest first, then the others."""
    if game is None:
        return registry.bots.names
    return registry.bots.names_for(_ruleset(game))


def _ruleset(game: str) -> Ruleset:
    try:
        return ruleset(game)
    except InvalidText as error:
        raise RequestError(422, "unknown_variant", str(error)) from None


@router.get("/catalog/{game}", tags=["server"], response_model=dict[str, Any])
async def catalog(request: Request, game: Annotated[str, Path(max_length=100)]) -> Response:
    """Return all cards, other things and layouts of a game."""
    rules = _ruleset(game)

    def make() -> str:
        played, options = rules.variant, rules.read_options({})
        edition = played.engine.edition(played.catalog, options)
        facts = server_part(rules).catalog_facts(edition)
        return bytes(AsciiResponse(facts).body).decode("ascii")

    text = await render_pool_of(request).render_once(
        ("catalog", str(rules)), make, address(request)
    )
    return Response(text, media_type="application/json")


@router.get(
    "/catalogs/{fingerprint}",
    tags=["server"],
    response_class=Response,
    responses=_text("text/plain"),
)
async def kept_catalog(
    registry: TheRegistry, fingerprint: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
) -> PlainTextResponse:
    """Download the catalogue of a table, whatever its release. With this file, a record can be
    replayed anywhere (`hepta replay FILE --catalog CARDS.json`)."""
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
    check_may_write(request)
    return _identity(guests, response, await guests.new(body.name))


@router.post("/guests/claim", tags=["guests"])
async def claim(
    request: Request, response: Response, guests: TheGuests, body: ClaimRequest
) -> responses.IdentityResponse:
    """Become the same guest as on another device, with its code."""
    limits_of(request).take("claim", address(request))
    check_may_write(request)
    return _identity(guests, response, await guests.claim(body.code))


def _identity(guests: Guests, response: Response, guest: Guest) -> responses.IdentityResponse:
    guests.set_cookie(response, guest)
    return responses.IdentityResponse(id=guest.id, name=guest.name, token=guests.token(guest))


@router.get("/me", tags=["guests"])
async def me(guest: RequiredGuest) -> responses.GuestResponse:
    """Return your identity."""
    return responses.GuestResponse(id=guest.id, name=guest.name)


@router.patch("/me", tags=["guests"])
async def rename(
    guest: WritingGuest, guests: TheGuests, body: NameRequest
) -> responses.GuestResponse:
    """Change your name. Running games keep the old one."""
    renamed = await guests.rename(guest, body.name)
    return responses.GuestResponse(id=renamed.id, name=renamed.name)


@router.post("/me/code", tags=["guests"])
async def code(guest: WritingGuest, guests: TheGuests) -> responses.DeviceCodeResponse:
    """Create a code that makes another device the same guest, once within 15 minutes."""
    return responses.DeviceCodeResponse(
        code=await guests.code(guest), seconds=int(CODE_LIFETIME_SECONDS)
    )


@router.post("/me/mutes", status_code=204, tags=["guests"])
async def mute(guest: WritingGuest, registry: TheRegistry, body: MuteRequest) -> None:
    """Mute another guest for yourself, or unmute them."""
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


@router.get("/tables", tags=["tables"], openapi_extra=OPTIONAL_TOKEN)
async def tables(
    registry: TheRegistry,
    guest: OptionalGuest,
    list: Literal["mine", "my_finished", "open", "playing", "finished"] = "open",  # noqa: A002 - of the URL
    before: Annotated[float | None, Query(description="`changed` of the last table seen.")] = None,
) -> Sequence[responses.TableResponse]:
    """List your games, or public ones: open for players, in progress, or finished."""
    own = list.startswith("m")
    if own and guest is None:
        raise RequestError(401, "no_guest", "become a guest first: POST /api/guests")
    owner = guest.id if own and guest else None
    stored_tables = await registry.store.tables(LISTS[list], guest=owner, before=before)
    return [responses.stored_table_response(stored, guest) for stored in stored_tables]


@router.post("/tables", status_code=201, tags=["tables"])
async def create(
    request: Request, registry: TheRegistry, guest: WritingGuest, body: TableRequest
) -> responses.TableResponse:
    """Open a table. The game starts when every seat is taken. Share the table's link to invite."""
    limits_of(request).take("table", guest.id)
    options = TableOptions(**body.model_dump(exclude={"seat", "bots", "others"}))
    bots = [registry.bots.check(name, options.ruleset) for name in body.bots]
    if len(body.bots) + len(body.others) + (body.seat is not None) > options.players:
        raise RequestError(422, "too_many", f"there are {options.players} seats")
    if body.seat is not None and body.seat >= options.players:
        raise RequestError(422, "no_seat", f"seats are 0 to {options.players - 1}")
    people: list[Placed] = [(None, name_in(name)) for name in body.others]
    if body.seat is not None:
        people.insert(0, (body.seat, guest.name))
    seated_bots: list[Placed] = [(None, bot) for bot in bots]
    new = NewTable(guest, options, people, seated_bots, origin_of(request))
    return await _table(await registry.factory.create(new), guest)


@router.get("/tables/{table}", tags=["tables"], openapi_extra=OPTIONAL_TOKEN)
async def table(table: TheTable, guest: OptionalGuest) -> responses.TableResponse:
    """Return a table: its players, its progress and its result."""
    return await _table(table, guest)


async def _table(table: Table, guest: Guest | None) -> responses.TableResponse:
    async with table.locked():
        return responses.table_response(table, guest)


@router.post("/tables/{table}/seats", tags=["tables"])
async def sit(
    registry: TheRegistry, table: TheTable, guest: WritingGuest, body: SeatRequest
) -> responses.TableResponse:
    """Sit down, or give a seat to a bot as the host."""
    if body.bot is not None:
        await table.put_bot(guest, registry.bots.check(body.bot, table.options.ruleset), body.seat)
    else:
        await table.sit(guest, body.seat, body.name)
    return await _table(table, guest)


@router.delete("/tables/{table}/seats/{seat}", tags=["tables"])
async def leave(
    table: TheTable, guest: WritingGuest, seat: Annotated[int, Path(ge=0, le=MAX_SEAT)]
) -> responses.TableResponse:
    """Leave your seat before the game begins. The host can empty any seat."""
    await table.leave(guest, seat)
    return await _table(table, guest)


@router.post("/tables/{table}/rematch", tags=["tables"])
async def rematch(
    request: Request, registry: TheRegistry, table: TheTable, guest: WritingGuest
) -> responses.TableResponse:
    """Play again at the next table, where you sit one seat further on."""
    limits_of(request).take("table", guest.id)
    return await _table(await registry.factory.rematch(table, guest, origin_of(request)), guest)


# ── the game ─────────────────────────────────────────────────────────────────────────────────────


@router.get(
    "/tables/{table}/view",
    tags=["game"],
    response_model=view_model(),
    openapi_extra=OPTIONAL_TOKEN,
)
async def view(
    request: Request,
    table: TheTable,
    guest: OptionalGuest,
    seat: SeatQuery = None,
    since: SinceQuery = None,
) -> AsciiResponse:
    """Return the game as you may know it: your hand, all cities, events and legal moves.

    With `since` also the steps after a version, turn by turn, for animation.
    """
    async with table.locked():
        view = table.view(guest, seat)
        if view is None:
            raise RequestError(409, "not_started", "the game has not started")
        if guest and view.seat is not None:
            table.presence.touch(guest.id)
        seen, situation = view, responses.situation(table, view)
        n_events = None if since is None else table.log.milestone(since).n_events

    def make() -> AsciiResponse:
        response = responses.view_response(seen, situation, n_events)
        return AsciiResponse(response.model_dump(mode="json", by_alias=True))

    return await render_pool_of(request).render(make, address(request))


@router.post("/tables/{table}/moves", tags=["game"])
async def move(table: TheTable, guest: WritingGuest, body: MoveRequest) -> responses.ChoiceResponse:
    """Make a choice: the text of a legal move, for the decision number in your view. It is
    stored when the answer arrives. Repeating it changes nothing; another choice for the same
    decision is refused with 409."""
    version = await table.move(guest, body.move, body.decision, body.seat)
    return responses.ChoiceResponse(version=version, decision=body.decision + 1)


@router.post("/tables/{table}/undo", tags=["game"])
async def undo(table: TheTable, guest: WritingGuest, body: UndoRequest) -> responses.ChoiceResponse:
    """Take back your choice while another seat has still to choose."""
    version = await table.undo(guest, body.decision, body.seat)
    return responses.ChoiceResponse(version=version, decision=body.decision + 1)


@router.post("/tables/{table}/go", tags=["game"])
async def go_on(table: TheTable, guest: WritingGuest) -> responses.VersionResponse:
    """Give up the right to undo. Once no player wants to undo, bots make the choices they hold
    back at once. Otherwise nothing changes."""
    return responses.VersionResponse(version=await table.go_on(guest))


@router.get("/tables/{table}/hint", tags=["game"])
async def hint(
    request: Request,
    registry: TheRegistry,
    table: TheTable,
    guest: RequiredGuest,
    seat: SeatQuery = None,
) -> Sequence[responses.HintResponse]:
    """Rank your moves with chances and reasons, if the table allows hints."""
    limits_of(request).take("hint", guest.id)
    async with table.locked():
        view = table.view(guest, seat) if table.seat_of(guest) is not None else None
        if view is None or not table.to_move:
            raise RequestError(409, "not_playing", "only players get hints")
        if not table.has_hints:
            raise RequestError(403, "no_hints", "this table is played without hints")
    advice = await registry.bots.advise(lambda: advise(view), guest.id)
    return [responses.hint_response(one) for one in advice]


@router.post("/tables/{table}/resign", tags=["game"])
async def resign(
    table: TheTable, guest: WritingGuest, seat: SeatQuery = None
) -> responses.TableResponse:
    """Resign. With two players the other wins; in larger games a bot takes over your seat."""
    await table.resign(guest, seat)
    return await _table(table, guest)


@router.post("/tables/{table}/abandon", tags=["game"])
async def abandon(
    table: TheTable, guest: WritingGuest, body: AbandonRequest
) -> responses.TableResponse:
    """Agree to end the game without a winner. It ends when all players agree."""
    await table.agree(guest, body.agree, body.seat)
    return await _table(table, guest)


@router.post("/tables/{table}/back", tags=["game"])
async def back(table: TheTable, guest: WritingGuest) -> responses.TableResponse:
    """Take your seat back from the bot that stands in for you."""
    await table.come_back(guest)
    return await _table(table, guest)


@router.get(
    "/tables/{table}/record",
    tags=["game"],
    response_class=Response,
    responses=_text("text/plain"),
    openapi_extra=OPTIONAL_TOKEN,
)
async def record(table: TheTable, guest: OptionalGuest) -> PlainTextResponse:
    """Return the record of a finished game as text."""
    async with table.locked():
        text = table.record(guest)
    name = f'attachment; filename="heptapolis-{table.id}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.post("/tables/{table}/close", status_code=204, tags=["game"])
async def close(registry: TheRegistry, table: TableId, guest: WritingGuest) -> None:
    """End a game whose log cannot be replayed, as one of its players."""
    await registry.broken.close(table, guest)


@router.get("/tables/{table}/export", tags=["game"])
async def export(registry: TheRegistry, table: TableId, guest: RequiredGuest) -> AsciiResponse:
    """Export everything stored about a closed game whose log cannot be replayed."""
    stored = await registry.broken.get(table, guest)
    if stored.state != "over":
        raise RequestError(
            403, "not_over", "close the table first: its log contains all players' cards"
        )
    name = f'attachment; filename="heptapolis-{table}.json"'
    log = await registry.store.log(table)
    return AsciiResponse(responses.export_facts(stored, log), headers={"content-disposition": name})


# ── chat and events ──────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{table}/messages", tags=["talk"], openapi_extra=OPTIONAL_TOKEN)
async def messages(
    registry: TheRegistry,
    table: TheTable,
    guest: OptionalGuest,
    after: Annotated[
        int | None, Query(ge=0, description="Return the first messages after this number.")
    ] = None,
    before: Annotated[
        int | None, Query(ge=1, description="Return the last messages before this number.")
    ] = None,
    most: Annotated[int, Query(ge=1, le=MAX_MESSAGES_PER_ANSWER)] = MESSAGES_PER_PAGE,
) -> Sequence[responses.MessageResponse]:
    """List messages without those of guests you muted, oldest first: the latest ones, the latest
    `before` one, or the first `after` one. Spectators have no `seat`."""
    muted = await registry.store.muted_guests(guest.id) if guest else frozenset()
    async with table.locked():
        table.check_may_watch(guest)
        if after is not None:
            entries = table.talk.messages_after(after, muted, before=before, most=most)
        else:
            entries = table.talk.page(muted, before=before, most=most).entries
        return [responses.message_response(entry) for entry in entries]


@router.post("/tables/{table}/messages", status_code=204, tags=["talk"])
async def speak(
    request: Request, table: TheTable, guest: WritingGuest, body: MessageRequest
) -> None:
    """Send a message or a reaction. Spectators cannot use a player's name."""
    if (body.text is None) == (body.reaction is None):
        raise RequestError(422, "empty", "send either a text or a reaction")
    count_words(request, table, guest)
    if body.text is not None:
        await table.say(guest, body.text, body.seat)
    else:
        await table.react(guest, body.reaction or "", body.seat)


@router.post("/tables/{table}/talk", status_code=204, tags=["talk"])
async def talk(
    registry: TheRegistry, table: TheTable, guest: WritingGuest, body: TalkRequest
) -> None:
    """Open the chat to spectators or close it, or mute one of them for all, as the host."""
    if body.spectators is None and body.guest is None:
        raise RequestError(422, "empty", "send spectators, or a guest to mute")
    if body.spectators is not None:
        await table.open_talk(guest, body.spectators)
    if body.guest is not None:
        other = await registry.store.guest(body.guest)
        if other is None:
            raise not_found("guest")
        await table.mute(guest, other, body.muted)


@router.get(
    "/tables/{table}/events",
    tags=["live"],
    response_class=StreamingResponse,
    responses=_text("text/event-stream"),
    openapi_extra=OPTIONAL_TOKEN,
)
async def events(
    request: Request,
    registry: TheRegistry,
    table: TheTable,
    guest: OptionalGuest,
    after: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    """Stream events: version, kind and seat of each change, from a given version on (`after`, or
    `Last-Event-ID` when a browser reconnects). `moment` grows when something was revealed;
    `to_move` lists the seats to choose."""
    spot = StreamSpot(table, guest, widest_network(address(request)))
    async with table.locked():
        table.check_may_watch(guest)
        spot.check(registry.settings)
        version = table.version
    if guest and table.seat_of(guest) is not None:
        await table.come_back(guest)
    last = last_event_id if last_event_id.isdecimal() and len(last_event_id) < 10 else ""
    start = int(last) if last else version if after is None else after
    lines = stream(registry, table, guest, min(start, version))
    return EventStream(lines, spot, registry.settings)
