"""The pages: HTML for people, made of the same rooms as the API's answers.

Every change is a plain form; a page that has our script asks for the table's part alone.
"""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from markupsafe import Markup
from pydantic import ValidationError

from heptapolis.bots.advice import advise
from heptapolis.bots.levels import LEVELS
from heptapolis.errors import IllegalMove, InvalidText
from heptapolis.i18n import LANGUAGES, players, translator
from heptapolis.record import Record
from heptapolis.server.api import (
    HINT_SIMULATIONS,
    Anyone,
    TheHall,
    TheRoom,
    anyone,
    guests_of,
    hall_of,
    limits_of,
)
from heptapolis.server.errors import Refused, not_found
from heptapolis.server.guard import address
from heptapolis.server.guests import CODE_LIFE, YEAR
from heptapolis.server.hall import Hall
from heptapolis.server.options import Options
from heptapolis.server.room import Room
from heptapolis.server.shown import (
    board_values,
    clock,
    clocks,
    heard,
    levels,
    listed,
    lobby_values,
    messages,
    name_of,
    urls_of,
    verdict,
)
from heptapolis.server.store import Guest
from heptapolis.web import labels, telling
from heptapolis.web.art import favicon
from heptapolis.web.render import board_of, log_of, named, page, still
from heptapolis.web.review import tell

LANGUAGE = "hepta_language"
NO_STORE = {"cache-control": "no-store"}
Form = dict[str, str]
TABLE: Form = {"hints": "1"}  # what the form of a new table has from the beginning


# ── who asks, in which language ──────────────────────────────────────────────────────────────────


def language_of(request: Request) -> str:
    """The language chosen, or the one that the browser likes best of ours."""
    chosen = request.cookies.get(LANGUAGE, "")
    if chosen in LANGUAGES:
        return chosen
    liked: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        tag, _, quality = part.strip().partition(";q=")
        try:
            liked.append((-float(quality or 1), tag[:2].lower()))
        except ValueError:
            continue
    known = [code for _, code in sorted(liked, key=lambda one: one[0]) if code in LANGUAGES]
    return known[0] if known else "en"


async def entrant(request: Request) -> Guest:
    """Who changes something; whoever comes for the first time becomes a guest."""
    guests = guests_of(request)
    guest = await guests.of(request)
    if guest is None:
        limits_of(request).take("guest", address(request))
        guest = request.state.new_guest = await guests.new()
    limits_of(request).take("write", guest.id)
    return guest


async def form_of(request: Request, guest: Annotated[Guest, Depends(entrant)]) -> Form:
    """The fields of a form of ours."""
    fields = dict(parse_qsl((await request.body()).decode(errors="replace"), max_num_fields=50))
    if not hasattr(request.state, "new_guest"):
        guests_of(request).check_form_token(guest, fields.get("csrf"))
    return fields


class PageRoute(APIRoute):
    """What is refused is told on a page; new guests get their cookie."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                response = await handle(request)
            except (Refused, IllegalMove, InvalidText) as error:
                response = await _complaint(request, error)
            except RequestValidationError:  # no such address can be
                response = await _complaint(request, not_found("page"))
            if hasattr(request.state, "new_guest"):
                guests_of(request).set_cookie(response, request.state.new_guest)
            return response

        return told


Language = Annotated[str, Depends(language_of)]
Entrant = Annotated[Guest, Depends(entrant)]
TheForm = Annotated[Form, Depends(form_of)]
router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)


async def _complaint(request: Request, error: ValueError) -> Response:
    """On the table's own page if there is one, else on a page of its own."""
    status, code = (
        (error.status, error.code) if isinstance(error, Refused) else (409, "illegal_move")
    )
    language = language_of(request)
    message = labels.refusal(code, translator(language))
    table = request.path_params.get("table")
    if table and request.method == "POST" and code != "not_found":
        room = await hall_of(request).room(table)
        guest = getattr(request.state, "new_guest", None) or await anyone(request)
        if room.may_watch(guest):
            return await _table(request, room, guest, error=message, status=status)
    here = request.url.path if request.method == "GET" else "/"
    return sorry(request, status, code, again=here if code == "warming_up" else "")


def sorry(request: Request, status: int, code: str, again: str = "") -> Response:
    """A page that says why there is no other."""
    message = labels.refusal(code, translator(language_of(request)))
    return _page(request, "error.html", None, status=status, message=message, again=again)


def _page(
    request: Request, template: str, guest: Guest | None, *, status: int = 200, **values: Any
) -> HTMLResponse:
    token = guests_of(request).form_token(guest) if guest else ""
    field = Markup('<input type="hidden" name="csrf" value="{}">').format(token) if token else ""
    html = page(
        template, language_of(request), path=_here(request), guest=guest,
        csrf_field=lambda: field, **values,
    )  # fmt: skip
    return HTMLResponse(html, status_code=status, headers=NO_STORE)


def _here(request: Request) -> str:
    """Where one can come back to: what a form was sent to is no page."""
    if request.method == "GET":
        return request.url.path
    table = request.path_params.get("table")
    return f"/tables/{table}" if table else "/"


def _to(path: str) -> RedirectResponse:
    return RedirectResponse(path, status_code=303)


# ── the front page ───────────────────────────────────────────────────────────────────────────────


@router.get("/")
async def front(request: Request, hall: TheHall, guest: Anyone) -> Response:
    return await _front(request, hall, guest)


async def _front(
    request: Request,
    hall: Hall,
    guest: Guest | None,
    *,
    wanted: Form | None = None,
    error: str = "",
    status: int = 200,
) -> Response:
    """The front page, with what was wanted of a new table when that could not be."""
    t = translator(language_of(request))
    own = await hall.store.tables(("open", "playing"), guest=guest.id) if guest else []
    done = await hall.store.tables(("over",), guest=guest.id, most=10) if guest else []
    free = [kept for kept in await hall.store.tables(("open",)) if kept not in own]
    lists = [
        (t.gettext("My games"), [listed(kept, guest, t) for kept in own], ""),
        (
            t.gettext("Open tables"),
            [listed(kept, guest, t) for kept in free],
            t.gettext("Nobody waits for players right now."),
        ),
        (t.gettext("Finished games"), [listed(kept, guest, t) for kept in done], ""),
    ]
    return _page(
        request, "front.html", guest, status=status, lists=lists, error=error,
        wanted=TABLE if wanted is None else wanted, is_again=wanted is not None,
        clocks=clocks(t), own_name=labels.person(guest.name, t) if guest else "",
        variants={name: t.pgettext(*words) for name, words in labels.VARIANTS.items()},
        levels=levels(t), abouts={level: players.about(level, t) for level in LEVELS},
    )  # fmt: skip


def _options(form: Form, **more: Any) -> Options:
    """Options from the fields that both forms have."""
    variant = form.get("variant", "classic")
    game = "duel" if variant == "duel" else "classic"
    seats = 2 if game == "duel" else form.get("seats", 3)
    try:
        return Options.model_validate(
            {"game": game, "seats": seats, "leaders": variant == "leaders", **more}
        )
    except ValidationError as error:
        raise Refused(422, "invalid", str(error)) from None


@router.post("/quick")
async def quick(request: Request, hall: TheHall, guest: Entrant, form: TheForm) -> Response:
    """A game against bots, at once."""
    limits_of(request).take("table", guest.id)
    options = _options(form)
    level = hall.crew.check(form.get("level", "easy"))
    room = await hall.create(guest, options)
    await room.sit(guest, 0)
    for _ in range(options.players - 1):
        await room.put_bot(guest, level)
    return _to(f"/tables/{room.id}")


@router.post("/tables")
async def create(request: Request, hall: TheHall, guest: Entrant, form: TheForm) -> Response:
    try:
        limits_of(request).take("table", guest.id)
        chosen = {name: form[name] for name in ("sides", "absent", "neutral_start") if name in form}
        options = _options(
            form, clock=form.get("clock") or None, private="public" not in form,
            hints="hints" in form, spectators="closed" not in form, **chosen,
        )  # fmt: skip
        room = await hall.create(guest, options)
    except Refused as error:
        message = labels.refusal(error.code, translator(language_of(request)))
        return await _front(request, hall, guest, wanted=form, error=message, status=error.status)
    await room.sit(guest, 0)
    return _to(f"/tables/{room.id}")


@router.post("/name")
async def rename(request: Request, guest: Entrant, form: TheForm) -> Response:
    await guests_of(request).rename(guest, form.get("name", ""))
    return _to("/")


# ── another device ───────────────────────────────────────────────────────────────────────────────


@router.get("/device")
async def device(request: Request, guest: Anyone, code: str = "") -> Response:
    """A code for another device, or from one."""
    return _device(request, guest, typed=code[:40])


def _device(request: Request, guest: Guest | None, **values: Any) -> Response:
    shown: dict[str, Any] = {"code": "", "typed": "", "error": "", "minutes": int(CODE_LIFE) // 60}
    return _page(request, "device.html", guest, site=str(request.base_url), **shown | values)


@router.post("/device/code")
async def device_code(request: Request, guest: Entrant, form: TheForm) -> Response:
    return _device(request, guest, code=await guests_of(request).code(guest))


@router.post("/device/claim")
async def device_claim(request: Request, guest: Anyone) -> Response:
    """Become who has the code; nobody has to be a guest before."""
    limits_of(request).take("claim", address(request))
    guests = guests_of(request)
    fields = dict(parse_qsl((await request.body()).decode(errors="replace"), max_num_fields=5))
    if guest:
        guests.check_form_token(guest, fields.get("csrf"))
    typed = fields.get("code", "")
    try:
        claimed = await guests.claim(typed)
    except Refused as error:
        message = labels.refusal(error.code, translator(language_of(request)))
        return _device(request, guest, status=error.status, typed=typed[:40], error=message)
    response = _to("/")
    guests.set_cookie(response, claimed)
    return response


@router.get("/icon.svg")
async def icon() -> Response:
    return Response(favicon(), media_type="image/svg+xml")


@router.post("/language")
async def choose_language(request: Request) -> Response:
    fields = dict(parse_qsl((await request.body()).decode(errors="replace"), max_num_fields=5))
    back = fields.get("back", "/")
    response = _to(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
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
    hints: list[telling.Hint] | None = None,
    part: bool = False,
    status: int = 200,
) -> HTMLResponse:
    """The page of a table, or what of it changes."""
    language = language_of(request)
    t = translator(language)
    muted = await hall_of(request).store.muted(guest.id) if guest else set()
    async with room.steady():
        seat, view = room.seat_of(guest), room.view(guest)
        names = [name_of(chair, n, t) for n, chair in enumerate(room.chairs)]
        values: dict[str, Any] = {
            "state": room.state,
            "urls": urls_of(room, seat, str(request.base_url)),
            "decision": room.decision(seat) if seat is not None else 0,
            "messages": messages(room, muted, t),
            "people": heard(room, guest, muted, t),
            "clock": clock(room, seat),
            "reactions": {name: labels.reaction(name, t) for name in labels.REACTIONS},
            "error": error,
            "hints": hints or [],
        }
        values |= lobby_values(room, guest, names, t)
        seen = named(view, names) if view else None
        values["verdict"] = verdict(room, seen, language)
    values |= board_values(seen, values["state"], language)
    short = part or "x-fragment" in request.headers
    return _page(request, "live.html" if short else "table.html", guest, status=status, **values)


def _seat(form: Form) -> int | None:
    given = form.get("seat", "")
    return int(given) if given.isdecimal() and len(given) < 3 else None


async def _shown(request: Request, room: Room, guest: Guest) -> Response:
    """After a change: the table's part for our script, a redirect for a plain form."""
    if "x-fragment" in request.headers:
        return await _table(request, room, guest, part=True)
    return _to(f"/tables/{room.id}")


@router.post("/tables/{table}/sit")
async def sit(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.sit(guest, _seat(form))
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
async def move(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.move(guest, form.get("move", ""), _decision(form))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/undo")
async def undo(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.undo(guest, _decision(form))
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
        seat = room.seat_of(guest)
        if seat not in room.to_move or not room.options.hints:
            raise Refused(409, "no_hints", "no hint now")
        seen = room.view(guest)
    assert seen is not None
    found = await hall.crew.run(lambda: advise(seen, simulations=HINT_SIMULATIONS))
    t = translator(language_of(request))
    names = [name_of(chair, n, t) for n, chair in enumerate(room.chairs)]
    told = telling.hints(named(seen, names), found, t.language)
    return await _table(request, room, guest, hints=told)


@router.post("/tables/{table}/say")
async def say(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    limits_of(request).take("say", guest.id)
    await room.say(guest, form.get("text", ""))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/react")
async def react(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    limits_of(request).take("say", guest.id)
    await room.react(guest, form.get("reaction", ""))
    return await _shown(request, room, guest)


@router.post("/tables/{table}/resign")
async def resign(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.resign(guest)
    return await _shown(request, room, guest)


@router.post("/tables/{table}/agree")
async def agree(request: Request, room: TheRoom, guest: Entrant, form: TheForm) -> Response:
    await room.agree(guest, form.get("agree") == "yes")
    return await _shown(request, room, guest)


@router.post("/tables/{table}/mute")
async def mute(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    other = form.get("guest", "")[:40]
    if other == guest.id or await hall.store.guest(other) is None:
        raise Refused(422, "no_guest", "no such guest to mute")
    await hall.store.mute(guest.id, other, form.get("muted") == "yes")
    return await _shown(request, room, guest)


@router.post("/tables/{table}/rematch")
async def rematch(
    request: Request, hall: TheHall, room: TheRoom, guest: Entrant, form: TheForm
) -> Response:
    limits_of(request).take("table", guest.id)
    following = await hall.rematch(room, guest)
    return _to(f"/tables/{following.id}")


# ── afterwards ───────────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{table}/replay")
async def replay(
    request: Request, room: TheRoom, guest: Anyone, language: Language, step: int = 0, seat: int = 0
) -> Response:
    """A finished game turn by turn, from any seat."""
    t = translator(language)
    async with room.steady():
        record = Record.parse(room.record())
        urls = urls_of(room, None, str(request.base_url))
        names = [name_of(chair, n, t) for n, chair in enumerate(room.chairs)]
    seat = max(0, min(seat, len(names) - 1))
    shown = telling.step(record, step, seat, language, names)
    before = shown.number - 1 if shown.number else None
    after = shown.number + 1 if shown.number < shown.last else None
    steps = [
        (t.gettext("Start"), 0, "first"),
        (t.gettext("Back"), before, "prev"),
        (t.gettext("Next"), after, "next"),
        (t.gettext("End"), shown.last, "last"),
    ]
    return _page(
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
        record = Record.parse(room.record())
        urls = urls_of(room, None, str(request.base_url))
        names = [name_of(chair, n, t) for n, chair in enumerate(room.chairs)]
        assert room.game is not None
        told = verdict(room, named(room.game.view(None), names), language)
    if room.id not in hall.reviews:
        limits_of(request).take("review", address(request))
    done, found = hall.reviews.done(room.id), hall.reviews.of(room.id, record)
    return _page(
        request, "review.html", guest, urls=urls, verdict=told, done=done, all=len(record.lines),
        review=tell(record, found, language, names) if found else None,
    )  # fmt: skip
