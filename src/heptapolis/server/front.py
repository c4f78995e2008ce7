"""The front page: a game at once, a table for friends, and the games there are."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.bots.levels import LEVELS
from heptapolis.i18n import Translator, players, translator
from heptapolis.server.api import (
    Anyone,
    TheRegistry,
    guests_of,
    limits_of,
    origin_of,
    registry_of,
)
from heptapolis.server.invitation import site_of
from heptapolis.server.last_choice import recall, remember
from heptapolis.server.own_results import results
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
from heptapolis.server.store import Guest, StoredTable
from heptapolis.server.table_form import (
    all_seats,
    figures,
    fitting,
    level_words,
    names_in,
    opponents,
    options_in,
    variant_forms,
)
from heptapolis.server.table_page import (
    TableListing,
    clocks,
    pauses,
    table_listing,
)
from heptapolis.server.tiles import tapped, tiles
from heptapolis.web import labels

TABLE: Form = {"hints": "1"}  # what the form of a new table has from the beginning
PLAYED = ("open", "playing")
SHORT = 6  # finished games of others in the list
SHOWN = 8  # own ones
COUNTED = 300  # own ones that results are made of


class FrontRoute(PageRoute):
    """A refused form comes back with what was typed, and with a token that is good."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        if request.method == "GET" or code == "warming_up":
            return await super().complain(request, error)
        return await _front(
            request, registry_of(request), await whoever(request),
            error=message_of(request, code), status=status,
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
    return await respond(
        request, "mine.html", guest, is_kept=False, games=games, waiting=_waiting(games)
    )


async def _own(registry: TableRegistry, guest: Guest | None, t: Translator) -> list[TableListing]:
    """Games that a guest has going on: those that wait for them first, then the latest."""
    if guest is None:
        return []
    stored = await registry.store.tables(PLAYED, guest=guest.id)
    return sorted(
        [table_listing(one, guest, t) for one in stored], key=lambda one: not one.is_my_turn
    )


def _waiting(games: list[TableListing]) -> int:
    """Games that wait for a choice of mine."""
    return sum(game.is_my_turn for game in games)


async def _front(
    request: Request,
    registry: TableRegistry,
    guest: Guest | None,
    *,
    error: str = "",
    status: int = 200,
) -> Response:
    """The front page: each form has what was wanted of it when that could not be, or else what was
    chosen the last time."""
    t = translator(language_of(request))
    games = await _own(registry, guest, t)
    refused = request.url.path if error else ""
    quick = typed(request) if refused == "/quick" else recall(request, "/quick")
    table = typed(request) if refused == "/tables" else recall(request, "/tables")
    own_name = {"name": labels.entered_name(guest.name)} if guest else {}
    ended = await registry.store.finished(guest.id, COUNTED) if guest else []
    others = await _others(registry, guest)
    last = recall(request, "/quick")

    def choices() -> dict[str, Any]:
        forms = variant_forms(t)
        return {
            "quick": fitting(own_name | (quick or {}), forms),
            "wanted": fitting(own_name | (TABLE if table is None else table), forms),
            "clocks": clocks(t), "pauses": pauses(t), "variants": forms, "seats": all_seats(forms),
            "levels": level_words(t), "figures": figures(t),
            "abouts": {level: players.about(level, t) for level in LEVELS},
            "anybody": [labels.person(labels.PLAYER.format(n), t) for n in range(1, 10)],
            "tiles": tiles(forms, fitting(last, forms) if last else None, t),
            "ended": [table_listing(one, guest, t) for one in ended[:SHOWN]],
            "results": results(ended, guest, t) if guest else None,
            "others": _listed(others, guest, t),
        }  # fmt: skip

    return await respond(
        request, "front.html", guest, choices, status=status, games=games, waiting=_waiting(games),
        error=error, refused=refused, is_chosen=table is not None, is_again=refused == "/tables",
        site=site_of(request).url,
        compiling=registry.compiling,
    )  # fmt: skip


async def _others(
    registry: TableRegistry, guest: Guest | None
) -> Mapping[str, Sequence[StoredTable]]:
    """Tables that others have: where players are waited for, and what can be watched."""
    own = guest.id if guest else None
    over = await registry.store.tables(("over",), without=own)
    watchable = [one for one in over if one.options["spectators"] and one.summary.get("ranking")]
    return {
        "open": await registry.store.tables(("open",), without=own), "over": watchable[:SHORT]
    }  # fmt: skip


def _listed(
    others: Mapping[str, Sequence[StoredTable]], guest: Guest | None, t: Translator
) -> dict[str, list[TableListing]]:
    return {
        state: [table_listing(one, guest, t) for one in stored] for state, stored in others.items()
    }


# ── new games ────────────────────────────────────────────────────────────────────────────────────


@router.post("/quick")
async def quick(request: Request, registry: TheRegistry, guest: Entrant, form: TheForm) -> Response:
    """A game at once: people at this device, and bots in the other seats."""
    limits_of(request).take("table", guest.id)
    form = tapped(form, recall(request, "/quick"))
    options = options_in(form, is_short=True)
    typed_people = form.get("people", "1")
    is_number = typed_people in map(str, range(1, options.players + 1))
    names = names_in(form, guest.name, int(typed_people) if is_number else 1)
    if form.get("name", "").strip():
        guest = await guests_of(request).rename(guest, form["name"])
    people = enumerate(names if len(names) > 1 else [guest.name])
    wanted = opponents(form, options.ruleset, options.players - len(names))
    bots = [(None, registry.bots.check(name, options.ruleset)) for name in wanted]
    table = await registry.create(
        guest, options, people=list(people), bots=bots, origin=origin_of(request)
    )
    return _remembered(request, registry, form, to(f"/tables/{table.id}"))


@router.post("/tables")
async def create(
    request: Request, registry: TheRegistry, guest: Entrant, form: TheForm
) -> Response:
    limits_of(request).take("table", guest.id)
    options = options_in(
        form, clock=form.get("clock") or None, pause=form.get("pause") or None,
        absent=form.get("absent", "wait"),
        private="public" not in form, hints="hints" in form, spectators="closed" not in form,
        shared_devices=True if "shared" in form else None,
    )  # fmt: skip
    if "name" in form:
        guest = await guests_of(request).rename(guest, form["name"])
    table = await registry.create(
        guest, options, people=[(0, guest.name)], origin=origin_of(request)
    )
    return _remembered(request, registry, form, to(f"/tables/{table.id}"))


def _remembered(
    request: Request, registry: TableRegistry, form: Form, response: Response
) -> Response:
    is_secure = registry.settings.secure_cookies
    remember(response, request.url.path, form, is_secure=is_secure)
    return response
