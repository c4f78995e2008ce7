"""The pages: HTML for people, made of the same rooms as the API's answers.

Every change is a plain form; a page that has our script asks for the table's part alone.
"""

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.bots.advice import advise
from heptapolis.i18n import LANGUAGES, Translator, translator
from heptapolis.record import Record
from heptapolis.server.api import (
    HINT_SIMULATIONS,
    Anyone,
    TheHall,
    TheRoom,
    hall_of,
    limits_of,
)
from heptapolis.server.errors import Refused
from heptapolis.server.guard import address
from heptapolis.server.guests import YEAR
from heptapolis.server.hot_seat import (
    curtain,
    held_by,
    is_shared,
    moment_of,
    stays,
    wanted_seat,
)
from heptapolis.server.page_context import (
    LANGUAGE,
    Entrant,
    Form,
    Language,
    PageRoute,
    TheForm,
    fields_of,
    language_of,
    message_of,
    reason,
    respond,
    to,
    typed,
    whoever,
)
from heptapolis.server.store import Guest
from heptapolis.server.table import Room
from heptapolis.server.table_page import (
    board_values,
    clock,
    heard,
    lobby_values,
    messages,
    names_of,
    urls_of,
    verdict,
)
from heptapolis.web import commentary, labels
from heptapolis.web.art import favicon
from heptapolis.web.render import (
    board_of,
    log_of,
    still,
    with_names,
)
from heptapolis.web.review import review_page


class TableRoute(PageRoute):
    """What is refused at a table is told there, and what was typed stays."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        table = request.path_params.get("table")
        if table and request.method == "POST" and code != "not_found":
            room, guest = await hall_of(request).room(table), await whoever(request)
            if room.may_watch(guest):
                message = message_of(request, code)
                return await _table(request, room, guest, error=message, status=status)
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
    response = to(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    if fields.get("language") in LANGUAGES:
        response.set_cookie(LANGUAGE, fields["language"], max_age=YEAR, samesite="lax")
    return response


# ── a table ──────────────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{table}")
async def table(request: Request, room: TheRoom, guest: Anyone) -> Response:
    return await _table(request, room, guest)


@router.get("/tables/{table}/live")
async def live(request: Request, room: TheRoom, guest: Anyone) -> Response:
    return await _table(request, room, guest, part=True)


async def _table(
    request: Request,
    room: Room,
    guest: Guest | None,
    *,
    error: str = "",
    hints: list[commentary.Hint] | None = None,
    part: bool = False,
    status: int = 200,
    is_handed_on: bool = False,
) -> HTMLResponse:
    """The page of a table, or what of it changes; ``is_handed_on``: the device may be, now."""
    language = language_of(request)
    t = translator(language)
    muted = await hall_of(request).store.muted(guest.id) if guest else set()
    denied = (
        await asyncio.to_thread(commentary.denials_of, room.game) if room.state == "over" else ()
    )
    async with room.steady():
        seat = held_by(room, guest, None if is_handed_on else wanted_seat(request))
        shares = room.state == "playing" and is_shared(room, guest)
        view = room.public_view(guest) if seat is None else room.view(guest, seat)
        names = names_of(room.chairs, t)
        values: dict[str, Any] = {
            "state": room.state,
            "version": room.version,
            "next_table": room.rematch,
            "urls": urls_of(
                room, seat, str(request.base_url), shared=len(room.seats_of(guest)) > 1
            ),
            "seat": seat,
            "curtain": curtain(room, guest, names, t) if shares and seat is None else None,
            "holder": names[seat] if shares and seat is not None else "",
            "typed": typed(request),
            "decision": room.decision(seat) if seat is not None else 0,
            "messages": messages(room, muted, t),
            "people": heard(room, guest, muted, t),
            "clock": clock(room, seat),
            "reactions": {name: labels.reaction(name, t) for name in labels.REACTIONS},
            "error": error,
            "hints": hints or [],
        }
        values |= lobby_values(room, guest, seat, names, t)
        seen = with_names(view, names) if view else None
        values["verdict"] = verdict(room, seen, language)
    values |= board_values(seen, values["state"], language, values["curtain"], denied)
    short = part or "x-fragment" in request.headers
    return respond(request, "live.html" if short else "table.html", guest, status=status, **values)


def _seat(form: Form) -> int | None:
    given = form.get("seat", "")
    return int(given) if given.isdecimal() and len(given) < 3 else None


async def _shown(request: Request, room: Room, guest: Guest) -> Response:
    """After a change: the table's part for our script, a redirect for a plain form."""
    if "x-fragment" in request.headers:
        return await _table(request, room, guest, part=True)
    return to(_address(request, room, guest))


def _address(request: Request, room: Room, guest: Guest) -> str:
    """Where a table is looked at; on a shared device whoever holds it stays."""
    seat = wanted_seat(request) if is_shared(room, guest) else None
    return f"/tables/{room.id}" if seat is None else f"/tables/{room.id}?seat={seat}"


@router.post("/tables/{table}/sit")
async def sit(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.sit(guest, _seat(form), form.get("person"))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/leave")
async def leave(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.leave(guest, _seat(form) or 0)
    return await _shown(request, room, guest)


@router.post("/tables/{table}/bots")
async def bots(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    level = hall.crew.check(form.get("level", "easy"))
    free = sum(chair.is_free for chair in room.chairs)
    for _ in range(free if form.get("count") == "all" else 1):
        await room.put_bot(guest, level)
    return await _shown(request, room, guest)


@router.post("/tables/{table}/move")
async def move(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    seat, before = wanted_seat(request), moment_of(room)
    await room.move(guest, form.get("move", ""), _decision(form), seat)
    await hall.hear_bots(room)
    if not is_shared(room, guest) or (seat is not None and stays(room, seat, before)):
        return await _shown(request, room, guest)
    if "x-fragment" in request.headers:
        return await _table(request, room, guest, part=True, is_handed_on=True)
    return to(f"/tables/{room.id}")


@router.post("/tables/{table}/undo")
async def undo(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.undo(guest, _decision(form), wanted_seat(request))
    return await _shown(request, room, guest)


def _decision(form: Form) -> int:
    given = form.get("decision", "")
    return int(given) if given.isdecimal() and len(given) < 7 else 0


@router.post("/tables/{table}/hint")
async def hint(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    limits_of(request).take("hint", guest.id)
    async with room.steady():
        seat = held_by(room, guest, wanted_seat(request))
        if seat not in room.to_move or not room.options.hints:
            raise Refused(409, "no_hints", "no hint now")
        seen = room.view(guest, seat)
    assert seen is not None
    found = await hall.crew.run(lambda: advise(seen, simulations=HINT_SIMULATIONS))
    t = translator(language_of(request))
    names = names_of(room.chairs, t)
    told = commentary.hints(with_names(seen, names), found, t.language)
    return await _table(request, room, guest, hints=told)


@router.post("/tables/{table}/say")
async def say(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    limits_of(request).take("say", guest.id)
    await room.say(guest, form.get("text", ""), wanted_seat(request))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/react")
async def react(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    limits_of(request).take("say", guest.id)
    await room.react(guest, form.get("reaction", ""), wanted_seat(request))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/resign")
async def resign(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.resign(guest, wanted_seat(request))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/agree")
async def agree(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.agree(guest, form.get("agree") == "yes", wanted_seat(request))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/mute")
async def mute(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    other = form.get("guest", "")[:40]
    if other == guest.id or not other.isalnum() or await hall.store.guest(other) is None:
        raise Refused(422, "no_guest", "no such guest to mute")
    await hall.store.mute(guest.id, other, form.get("muted") == "yes")
    return await _shown(request, room, guest)


@router.post("/tables/{table}/rematch")
async def rematch(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    limits_of(request).take("table", guest.id)
    following = await hall.rematch(room, guest)
    return to(f"/tables/{following.id}")


# ── afterwards ───────────────────────────────────────────────────────────────────────────────────


def _past(
    request: Request, room: Room, guest: Guest | None, t: Translator
) -> tuple[Record, dict[str, str], list[str]]:
    """A finished game, for whoever may look at it: its record, its addresses, who played."""
    record = Record.parse(room.record(guest))
    return record, urls_of(room, None, str(request.base_url)), names_of(room.chairs, t)


@router.get("/tables/{table}/replay")
async def replay(
    request: Request, room: TheRoom, guest: Anyone, language: Language, step: int = 0, seat: int = 0
) -> Response:
    """A finished game turn by turn, from any seat."""
    t = translator(language)
    async with room.steady():
        record, urls, names = _past(request, room, guest, t)
    seat = max(0, min(seat, len(names) - 1))
    shown = commentary.replay_step(record, step, seat, language, names)
    before = shown.number - 1 if shown.number else None
    after = shown.number + 1 if shown.number < shown.last else None
    steps = [
        (t.gettext("Start"), 0, "first"),
        (t.gettext("Back"), before, "prev"),
        (t.gettext("Next"), after, "next"),
        (t.gettext("End"), shown.last, "last"),
    ]
    return respond(
        request, "replay.html", guest, board=still(board_of(shown.view, language)),
        log=log_of(shown.view, language), urls=urls, decision=0, hints=[], steps=steps,
        step=shown.number, last=shown.last, seat=seat, seats=names, next_moves=shown.chosen,
    )  # fmt: skip


@router.get("/tables/{table}/review")
async def review(
    request: Request, hall: TheHall, room: TheRoom, guest: Anyone, language: Language
) -> Response:
    """How the chances went in a finished game, and which decisions cost most."""
    t = translator(language)
    async with room.steady():
        record, urls, names = _past(request, room, guest, t)
        assert room.game is not None
        told = verdict(room, with_names(room.game.view(None), names), language)
    if room.id not in hall.reviews:
        limits_of(request).take("review", address(request))
    done, found = hall.reviews.done(room.id), hall.reviews.of(room.id, record)
    return respond(
        request, "review.html", guest, urls=urls, verdict=told, done=done, all=len(record.lines),
        review=review_page(record, found, language, names) if found else None,
    )  # fmt: skip
