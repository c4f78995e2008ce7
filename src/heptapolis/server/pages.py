"""Serve the HTML pages of a table, built from the same tables as the API's responses.

Every change is a plain form. With the script, a page requests only the part that changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.bots.advice import Advice
from heptapolis.bots.strategy import has_strategy
from heptapolis.errors import IllegalMove
from heptapolis.i18n import LANGUAGES, translator
from heptapolis.narration import wording_of
from heptapolis.narration.denial import Denial
from heptapolis.narration.score import headline
from heptapolis.record import Record
from heptapolis.server.broken_tables import guests_at
from heptapolis.server.chat import Bubble, bubbles, older_messages
from heptapolis.server.dependencies import (
    OptionalGuest,
    TableId,
    TheRegistry,
    TheTable,
    count_words,
    guests_of,
    limits_of,
    origin_of,
    registry_of,
    render_pool_of,
)
from heptapolis.server.errors import BrokenLog, RequestError, not_found
from heptapolis.server.guard import address
from heptapolis.server.guests import COOKIE_LIFETIME_SECONDS
from heptapolis.server.hints import Decision
from heptapolis.server.hot_seat import (
    has_another_choice,
    held_seat,
    is_shared,
    moment_of,
    seat_in_address,
)
from heptapolis.server.invitation import site_of
from heptapolis.server.page_context import (
    LANGUAGE,
    Form,
    GuestOrNew,
    Language,
    PageRoute,
    TheForm,
    current_guest,
    fields_of,
    language_of,
    message_of,
    reason,
    redirect,
    respond,
    submitted_fields,
)
from heptapolis.server.player_names import names_of
from heptapolis.server.registry import TableRegistry
from heptapolis.server.sanitizer import name_in
from heptapolis.server.steps import events_before
from heptapolis.server.store import Guest
from heptapolis.server.table import Table
from heptapolis.server.table_form import opponents
from heptapolis.server.table_page import (
    PageError,
    Viewer,
    draw_game,
    end_of,
    read_game,
    read_table,
)
from heptapolis.server.table_urls import TableUrls, table_urls
from heptapolis.web import commentary, labels
from heptapolis.web.art import favicon
from heptapolis.web.boards import board_part, with_names
from heptapolis.web.replay import film_of
from heptapolis.web.review import ReviewPage, review_page


class TableRoute(PageRoute):
    """Show refusals on the table's page, and keep what was typed."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        table = request.path_params.get("table")
        if isinstance(error, BrokenLog):
            return await _broken(request, table or "", error)
        if table and request.method == "POST" and code != "not_found":
            table, guest = await registry_of(request).table(table), await current_guest(request)
            if table.may_watch(guest):
                return await _table(
                    request,
                    table,
                    guest,
                    error=PageError(message_of(request, code, error), _rule_behind(error, table)),
                    status=status,
                )
        return await super().complain(request, error)


router = APIRouter(
    include_in_schema=False, route_class=TableRoute, default_response_class=HTMLResponse
)


@router.get("/icon.svg")
async def icon() -> Response:
    return Response(favicon(), media_type="image/svg+xml")


@router.post("/language")
async def choose_language(request: Request) -> Response:
    fields = await fields_of(request)
    back = fields.get("back", "/")
    response = redirect(
        back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    )
    if fields.get("language") in LANGUAGES:
        response.set_cookie(
            LANGUAGE, fields["language"], max_age=COOKIE_LIFETIME_SECONDS, samesite="lax"
        )
    return response


# ── a table ──────────────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{table}")
async def table(request: Request, table: TheTable, guest: OptionalGuest) -> Response:
    return await _table(request, table, guest)


@router.get("/tables/{table}/live")
async def live(request: Request, table: TheTable, guest: OptionalGuest) -> Response:
    return await _table(request, table, guest, part=True)


def _rule_behind(error: ValueError, table: Table) -> str:
    """Return the number of the rule that forbids a move, or ""."""
    if not isinstance(error, IllegalMove) or error.refusal is None:
        return ""
    return board_part(table.options.ruleset).citations.get(error.refusal.code, "")


async def _table(
    request: Request,
    table: Table,
    guest: Guest | None,
    *,
    error: PageError | None = None,
    part: bool = False,
    status: int = 200,
    is_handed_on: bool = False,
) -> HTMLResponse:
    """Return the page of a table, or the part that changes.

    ``is_handed_on`` means that the device may change hands now.
    """
    language, registry, pool = language_of(request), registry_of(request), render_pool_of(request)
    muted = await registry.store.muted_guests(guest.id) if guest else frozenset()
    denied: Sequence[Denial] = ()
    if table.state == "over" and table.may_watch(guest):
        game = table.game
        denied = await pool.replay(lambda: commentary.denials_of(game), address(request))
    async with table.locked():
        seat = held_seat(table, guest, None if is_handed_on else seat_in_address(request))
        viewer = Viewer(guest, seat, muted, language)
        advice: Sequence[Advice] = ()
        if seat is not None and seat in table.to_move:
            advice = registry.hints.advice_on(_hint_key(table, seat))
        shown_events = events_before(request, table)
        scene = read_game(table, viewer, shown_events=shown_events, advice=advice, denied=denied)
        page = read_table(
            table,
            viewer,
            site_of(request),
            is_crowded=registry.bots.is_shortened(chair.player for chair in table.chairs),
            typed=submitted_fields(request),
            error=error,
        )
    # on a shared device going back would show the previous player's page
    is_own = len(table.seats_of(guest)) < 2
    is_part = part or "x-fragment" in request.headers
    return await respond(
        request,
        "live.html" if is_part else "table.html",
        guest,
        lambda: draw_game(page, scene, language),
        status=status,
        is_kept=is_own and not is_part,
    )


@dataclass(frozen=True)
class BrokenTablePage:
    message: str
    close: str  # address of the form that closes it, or ""
    export: str  # address of what is kept of it, or ""


async def _broken(request: Request, id: str, error: BrokenLog) -> Response:
    """Return the page of a table with a broken log. Its players can close it and then export it."""
    guest, stored = await current_guest(request), await registry_of(request).store.table(id)
    is_mine = bool(guest and stored and guest.id in guests_at(stored))
    message = labels.refusal(error.code, translator(language_of(request)), error.facts)
    is_over = stored is not None and stored.state == "over"
    page = BrokenTablePage(
        message,
        close=f"/tables/{id}/close" if is_mine and not is_over else "",
        export=f"/api/tables/{id}/export" if is_mine and is_over else "",
    )
    return await respond(request, "broken.html", guest, page, status=error.status)


@router.post("/tables/{table}/close")
async def close(
    registry: TheRegistry, table: TableId, guest: GuestOrNew, form: TheForm
) -> Response:
    await registry.broken.close(table, guest)
    return redirect(f"/tables/{table}")


def _seat(form: Form) -> int | None:
    """Return the seat that a form names, or None if it names none."""
    text = form.get("seat", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 2:
        raise RequestError(422, "no_seat", f"no seat {text[:20]!r}: seats are numbers from 0")
    return int(text)


async def _table_response(request: Request, table: Table, guest: Guest) -> Response:
    """Return the changed part of the table for the script, or redirect a plain form."""
    if "x-fragment" in request.headers:
        return await _table(request, table, guest, part=True)
    return redirect(_address(request, table, guest))


def _address(request: Request, table: Table, guest: Guest) -> str:
    """Return the address of a table, with the seat on a shared device."""
    seat = seat_in_address(request) if is_shared(table, guest) else None
    return f"/tables/{table.id}" if seat is None else f"/tables/{table.id}?seat={seat}"


@router.post("/tables/{table}/sit")
async def sit(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    """Take a seat under the given name, or seat another person at the same device."""
    seat = _seat(form)
    if "person" in form:
        person = name_in(form["person"])
        table.check_name(person)
        await table.sit(guest, seat, person)
        return await _table_response(request, table, guest)
    if "name" in form:
        table.check_name(name_in(form["name"]), table.seats_of(guest))
        guest = await guests_of(request).rename(guest, form["name"])
    await table.sit(guest, seat)
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/name")
async def rename(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    """Rename a player before the game. The guest keeps the new name."""
    seat, name = _seat(form), name_in(form.get("name", ""))
    own = table.seat_of(guest) if seat is None else seat
    table.check_name(name, [] if own is None else [own])
    await table.rename(guest, name, own)
    if own == table.seat_of(guest):
        guest = await guests_of(request).rename(guest, name)
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/leave")
async def leave(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    seat = _seat(form)
    if seat is None:
        raise RequestError(422, "no_seat", "name the seat to leave")
    await table.leave(guest, seat)
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/bots")
async def bots(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    rules, n = table.options.ruleset, table.n_free if form.get("count") == "all" else 1
    for name in [registry.bots.check(name, rules) for name in opponents(form, rules, n)]:
        await table.put_bot(guest, name)
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/move")
async def move(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    seat, before = seat_in_address(request), moment_of(table)
    await table.move(guest, form.get("move", ""), _decision(form), seat)
    await registry.turns.wait_for_quick_bots(table)
    if not is_shared(table, guest) or (
        seat is not None and has_another_choice(table, seat, before)
    ):
        return await _table_response(request, table, guest)
    if "x-fragment" in request.headers:
        return await _table(request, table, guest, part=True, is_handed_on=True)
    return redirect(f"/tables/{table.id}")


@router.post("/tables/{table}/go")
async def go_on(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    await table.go_on(guest)
    await registry.turns.wait_for_quick_bots(table)
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/undo")
async def undo(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    await table.undo(guest, _decision(form), seat_in_address(request))
    return await _table_response(request, table, guest)


def _decision(form: Form) -> int:
    return _number(form, "decision") or 0


def _number(form: Form, name: str) -> int | None:
    text = form.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 7 else None


@router.post("/tables/{table}/hint")
async def hint(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    async with table.locked():
        seat = held_seat(table, guest, seat_in_address(request))
        if not table.has_hints:
            raise RequestError(409, "no_hints", "this table is played without hints")
        if seat is None or seat not in table.to_move:
            raise RequestError(409, "stale", "nothing is asked of you now")
        view, key = table.view(guest, seat), _hint_key(table, seat)
    assert view is not None
    if key not in registry.hints:
        limits_of(request).take("hint", guest.id)
    await registry.hints.ask(key, view, guest.id)
    return await _table_response(request, table, guest)


def _hint_key(table: Table, seat: int) -> Decision:
    """Return the key for hints about a seat's decision."""
    return table.id, seat, table.decision(seat)


@router.post("/tables/{table}/say")
async def say(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    if form.get("name", "").strip() and not table.seats_of(guest):
        guest = await guests_of(request).rename(guest, form["name"])
    count_words(request, table, guest)
    await table.say(guest, form.get("text", ""), seat_in_address(request), _number(form, "seen"))
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/react")
async def react(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    count_words(request, table, guest)
    seat = seat_in_address(request)
    await table.react(guest, form.get("reaction", ""), seat, _number(form, "seen"))
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/resign")
async def resign(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    await table.resign(guest, seat_in_address(request))
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/agree")
async def agree(request: Request, table: TheTable, guest: GuestOrNew, form: TheForm) -> Response:
    await table.agree(guest, form.get("agree") == "yes", seat_in_address(request))
    return await _table_response(request, table, guest)


@router.post("/tables/{table}/mute")
async def mute(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    other = await _named_guest(registry, guest, form)
    await registry.store.mute(guest.id, other.id, form.get("muted") == "yes")
    return await _table_response(request, table, guest)


async def _named_guest(registry: TableRegistry, guest: Guest, form: Form) -> Guest:
    """Return the other guest named in a form."""
    id = form.get("guest", "")[:40]
    other = await registry.store.guest(id) if id.isalnum() and id != guest.id else None
    if other is None:
        raise RequestError(422, "no_guest", "no such guest to mute")
    return other


@router.post("/tables/{table}/talk")
async def talk(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    """Allow or forbid spectators to speak, or mute one of them, as the host."""
    if "guest" in form:
        other = await _named_guest(registry, guest, form)
        await table.mute(guest, other, form.get("muted") == "yes")
    else:
        await table.open_talk(guest, form.get("spectators") == "open")
    return await _table_response(request, table, guest)


@dataclass(frozen=True)
class MessagesPage:
    """A page of messages."""

    variant: str
    table: str  # its address
    messages: Sequence[Bubble]
    older: str  # address of the page before it
    mute: str = ""  # there is no one to mute here


@router.get("/tables/{table}/chat")
async def chat(
    request: Request,
    registry: TheRegistry,
    table: TheTable,
    guest: OptionalGuest,
    language: Language,
    before: Annotated[int | None, Query(ge=1, le=1_000_000)] = None,
) -> Response:
    """Show older messages, page by page."""
    t = translator(language)
    muted = await registry.store.muted_guests(guest.id) if guest else frozenset()
    async with table.locked():
        table.check_may_watch(guest)
        chosen = table.talk.page(muted, before=before)
        names = names_of(table.chairs, t)
        messages = bubbles(table, chosen.entries, guest, table.seat_of(guest), names, t)
    page = MessagesPage(
        table.options.title(language),
        f"/tables/{table.id}",
        messages,
        older_messages(table, chosen),
    )
    return await respond(request, "talk.html", guest, page)


@router.post("/tables/{table}/rematch")
async def rematch(
    request: Request, registry: TheRegistry, table: TheTable, guest: GuestOrNew, form: TheForm
) -> Response:
    limits_of(request).take("table", guest.id)
    following = await registry.factory.rematch(table, guest, origin_of(request))
    return redirect(f"/tables/{following.id}")


# ── finished games ───────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class ReviewedGamePage:
    """The review of a finished game, or its progress."""

    headline: str
    urls: TableUrls
    seat: int
    review: ReviewPage | None  # when it is ready
    done: int  # number of decisions that are reviewed
    all: int


@router.get("/tables/{table}/review")
async def review(
    request: Request,
    registry: TheRegistry,
    table: TheTable,
    guest: OptionalGuest,
    language: Language,
    seat: int | None = None,
) -> Response:
    """Show how the chances developed in a finished game, and the costliest decisions of a seat.

    Without ``seat`` this is the guest's own seat.
    """
    t, client = translator(language), address(request)
    if not has_strategy(table.options.ruleset):
        raise not_found("review")
    async with table.locked():
        record = Record.parse(table.record(guest))
        urls, names = table_urls(table, None, site_of(request).url), names_of(table.chairs, t)
        end, own = end_of(table), table.seats_of(guest)
        assert end is not None
        view = with_names(end.game.view(None), names)
    if seat is None or not 0 <= seat < len(names):
        seat = (*own, *end.winners, 0)[0]
    if table.id not in registry.reviews:
        limits_of(request).take("review", client)
    n_done = registry.reviews.n_done(table.id)
    game_review = registry.reviews.review_of(table.id, record, table.edition)
    film = None
    if game_review:
        film = await render_pool_of(request).replay(lambda: film_of(end.game), client)
    looks_from = seat

    def content() -> ReviewedGamePage:
        made = None
        if game_review and film:
            made = review_page(record, game_review, language, names, looks_from, own, film.step_of)
        me = own[0] if len(own) == 1 else None
        title = headline(end, wording_of(view, t), me)
        return ReviewedGamePage(title, urls, looks_from, made, n_done, len(record.lines))

    return await respond(request, "review.html", guest, content)
