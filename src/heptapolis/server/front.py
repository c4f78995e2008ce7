"""The front page: a game at once, a table for friends, and the games there are."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.bots.levels import LEVELS
from heptapolis.i18n import Translator, players, translator
from heptapolis.server.api import (
    Anyone,
    TheRegistry,
    guests_of,
    limits_of,
    registry_of,
)
from heptapolis.server.page_context import (
    Entrant,
    Form,
    PageRoute,
    TheForm,
    language_of,
    message_of,
    reason,
    respond,
    to,
    typed,
    whoever,
)
from heptapolis.server.registry import TableRegistry
from heptapolis.server.store import Guest
from heptapolis.server.table_form import all_seats, level_words, options_in, variant_forms
from heptapolis.server.table_page import (
    TableListing,
    clocks,
    pauses,
    table_listing,
)
from heptapolis.web import labels

TABLE: Form = {"hints": "1"}  # what the form of a new table has from the beginning
QUICK: Form = {"variant": "classic", "seats": "3", "people": "1", "level": "easy"}
PLAYED = ("open", "playing")
SHORT = 6  # finished games of others in the list


class FrontRoute(PageRoute):
    """A refused form comes back with what was typed, and with a token that is good."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        if request.method == "GET" or code == "warming_up":
            return await super().complain(request, error)
        forms = {"/tables": "wanted", "/quick": "quick", "/name": "naming"}
        sent = {forms[request.url.path]: typed(request)}
        return await _front(
            request, registry_of(request), await whoever(request),
            error=message_of(request, code), status=status, **sent,
        )  # fmt: skip


router = APIRouter(
    include_in_schema=False, route_class=FrontRoute, default_response_class=HTMLResponse
)


@router.get("/")
async def front(request: Request, registry: TheRegistry, guest: Anyone) -> Response:
    return await _front(request, registry, guest)


@router.get("/mine")
async def mine(request: Request, registry: TheRegistry, guest: Anyone) -> Response:
    """My games alone, for a front page that stays open."""
    games = await _own(registry, guest, translator(language_of(request)))
    return respond(request, "mine.html", guest, is_kept=False, games=games, waiting=_waiting(games))


async def _own(registry: TableRegistry, guest: Guest | None, t: Translator) -> list[TableListing]:
    if guest is None:
        return []
    return [
        table_listing(stored, guest, t)
        for stored in await registry.store.tables(PLAYED, guest=guest.id)
    ]


def _waiting(games: list[TableListing]) -> int:
    """Games that wait for a choice of mine."""
    return sum(game.is_my_turn for game in games)


async def _front(
    request: Request,
    registry: TableRegistry,
    guest: Guest | None,
    *,
    wanted: Form | None = None,
    quick: Form | None = None,
    naming: Form | None = None,
    error: str = "",
    status: int = 200,
) -> Response:
    """The front page, with what was wanted of a form when that could not be."""
    t = translator(language_of(request))
    games = await _own(registry, guest, t)
    own_name = labels.person(guest.name, t) if guest else ""
    forms = variant_forms(t)
    return respond(
        request, "front.html", guest, status=status, games=games, waiting=_waiting(games),
        lists=await _lists(registry, guest, games, t), error=error,
        wanted=TABLE if wanted is None else wanted, is_again=wanted is not None,
        quick=QUICK | (quick or {}), own_name=(naming or {}).get("name", own_name),
        clocks=clocks(t), pauses=pauses(t), variants=forms, seats=all_seats(forms),
        levels=level_words(t), abouts={level: players.about(level, t) for level in LEVELS},
    )  # fmt: skip


async def _lists(
    registry: TableRegistry, guest: Guest | None, games: list[TableListing], t: Translator
) -> list[tuple[str, list[TableListing], str]]:
    """Tables that others have, and what is over: heading, games, what is said if there is none."""
    own = {game.id for game in games}
    done = await registry.store.tables(("over",), guest=guest.id, most=10) if guest else []
    ended = {stored.id for stored in done}
    free = [stored for stored in await registry.store.tables(("open",)) if stored.id not in own]
    watchable = [
        stored
        for stored in await registry.store.tables(("over",), most=SHORT + len(ended))
        if stored.id not in ended and stored.options["spectators"] and stored.summary.get("ranking")
    ][:SHORT]
    nobody = t.gettext("No table is waiting for players right now.")
    return [
        (t.gettext("Open tables"), [table_listing(stored, guest, t) for stored in free], nobody),
        (t.gettext("Finished games"), [table_listing(stored, guest, t) for stored in done], ""),
        (
            t.gettext("Other people's finished games"),
            [table_listing(stored, guest, t) for stored in watchable],
            "",
        ),
    ]


# ── new games ────────────────────────────────────────────────────────────────────────────────────


@router.post("/quick")
async def quick(request: Request, registry: TheRegistry, guest: Entrant, form: TheForm) -> Response:
    """A game at once: people at this device, and bots in the other seats."""
    limits_of(request).take("table", guest.id)
    options = options_in(form, is_short=True)
    level = registry.bots.check(form.get("level", "easy"), options.variant)
    typed_people = form.get("people", "1")
    is_number = typed_people in map(str, range(1, options.players + 1))
    people = int(typed_people) if is_number else 1
    table = await registry.create(guest, options)
    await table.sit(guest, 0)
    for n in range(2, people + 1):
        await table.sit(guest, name=labels.PLAYER.format(n))
    for _ in range(options.players - people):
        await table.put_bot(guest, level)
    return to(f"/tables/{table.id}")


@router.post("/tables")
async def create(
    request: Request, registry: TheRegistry, guest: Entrant, form: TheForm
) -> Response:
    limits_of(request).take("table", guest.id)
    options = options_in(
        form, clock=form.get("clock") or None, pause=form.get("pause") or None,
        absent=form.get("absent", "wait"),
        private="public" not in form, hints="hints" in form, spectators="closed" not in form,
    )  # fmt: skip
    table = await registry.create(guest, options)
    await table.sit(guest, 0)
    return to(f"/tables/{table.id}")


@router.post("/name")
async def rename(request: Request, guest: Entrant, form: TheForm) -> Response:
    await guests_of(request).rename(guest, form.get("name", ""))
    return to("/")
