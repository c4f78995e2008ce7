"""Serve the front page: quick games, tables for friends and lists of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from heptapolis.bots.levels import LEVELS
from heptapolis.i18n import Translator, players, translator
from heptapolis.server.dependencies import (
    OptionalGuest,
    TheRegistry,
    guests_of,
    limits_of,
    origin_of,
    registry_of,
)
from heptapolis.server.invitation import site_of
from heptapolis.server.last_choice import recall, remember
from heptapolis.server.new_tables import NewTable
from heptapolis.server.own_results import OwnResults, results
from heptapolis.server.page_context import (
    Form,
    GuestOrNew,
    PageRoute,
    TheForm,
    current_guest,
    language_of,
    message_of,
    reason,
    redirect,
    respond,
    submitted_fields,
)
from heptapolis.server.registry import TableRegistry
from heptapolis.server.store import Guest, StoredTable
from heptapolis.server.table_form import (
    OpponentChoice,
    VariantForm,
    all_seats,
    clocks,
    figures,
    fit_form,
    level_words,
    names_in,
    opponents,
    options_in,
    pauses,
    variant_forms,
)
from heptapolis.server.table_listing import TableListing, table_listing
from heptapolis.server.tiles import GameTile, form_of_tap, tiles
from heptapolis.server.variant_parts import Words
from heptapolis.web import labels

TABLE_FORM_DEFAULTS: Form = {"hints": "1"}  # initial values of the form for a new table
ACTIVE_STATES = ("open", "playing")
MAX_OTHERS_FINISHED = 6  # finished games of others in the list
MAX_OWN_FINISHED = 8  # the guest's own finished games in the list
MAX_COUNTED_GAMES = 300  # own games that the statistics use


class FrontRoute(PageRoute):
    """Show a refused form again with its values and a fresh token."""

    async def complain(self, request: Request, error: ValueError) -> Response:
        status, code = reason(error)
        if request.method == "GET" or code == "warming_up":
            return await super().complain(request, error)
        return await _front(
            request,
            registry_of(request),
            await current_guest(request),
            error=message_of(request, code),
            status=status,
        )


@dataclass(frozen=True)
class OwnGamesPart:
    """The running games of a guest."""

    games: Sequence[TableListing]
    waiting: int  # number of games that wait for a choice of the guest


@dataclass(frozen=True, kw_only=True)
class FrontPage(OwnGamesPart):
    """The front page: forms for new games, and lists of games."""

    site: str
    compiling: tuple[int, int] | None  # finished and total steps
    # the forms
    error: str
    refused: str  # the path of the refused form, or ""
    quick: Form  # the values of each form
    wanted: Form
    is_chosen: bool  # `wanted` has values of the guest, not the defaults
    is_again: bool  # `wanted` was refused
    clocks: Words
    pauses: Words
    variants: Sequence[VariantForm]
    seats: Sequence[int]
    levels: Mapping[str, str]
    abouts: Mapping[str, str]  # by level
    figures: Sequence[OpponentChoice]
    anybody: Sequence[str]  # names of nameless players, by seat
    tiles: Sequence[GameTile]
    # finished games, and tables of others
    ended: Sequence[TableListing]
    results: OwnResults | None
    open_tables: Sequence[TableListing]
    watchable: Sequence[TableListing]


router = APIRouter(
    include_in_schema=False, route_class=FrontRoute, default_response_class=HTMLResponse
)


@router.get("/")
async def front(request: Request, registry: TheRegistry, guest: OptionalGuest) -> Response:
    return await _front(request, registry, guest)


@router.get("/mine")
async def mine(request: Request, registry: TheRegistry, guest: OptionalGuest) -> Response:
    """Return the guest's games only, for a front page that stays open."""
    games = await _own_games(registry, guest, translator(language_of(request)))
    page = OwnGamesPart(games, _count_waiting(games))
    return await respond(request, "mine.html", guest, page, is_kept=False)


async def _own_games(
    registry: TableRegistry, guest: Guest | None, t: Translator
) -> list[TableListing]:
    """Return the guest's running games, those that wait for them first, then the latest."""
    if guest is None:
        return []
    stored = await registry.store.tables(ACTIVE_STATES, guest=guest.id)
    return sorted(_listings(stored, guest, t), key=lambda one: not one.is_my_turn)


def _count_waiting(games: list[TableListing]) -> int:
    """Return how many games wait for a choice of the guest."""
    return sum(game.is_my_turn for game in games)


async def _front(
    request: Request,
    registry: TableRegistry,
    guest: Guest | None,
    *,
    error: str = "",
    status: int = 200,
) -> Response:
    """Return the front page.

    Each form shows the values of the refused request, or else those of the last game.
    """
    t = translator(language_of(request))
    games = await _own_games(registry, guest, t)
    refused = request.url.path if error else ""
    quick = submitted_fields(request) if refused == "/quick" else recall(request, "/quick")
    table = submitted_fields(request) if refused == "/tables" else recall(request, "/tables")
    own_name = {"name": labels.entered_name(guest.name)} if guest else {}
    ended = await registry.store.finished_tables(guest.id, MAX_COUNTED_GAMES) if guest else []
    open_tables, watchable = await _public_tables(registry, guest)
    last = recall(request, "/quick")
    site = site_of(request).url

    def content() -> FrontPage:
        forms = variant_forms(t)
        return FrontPage(
            games=games,
            waiting=_count_waiting(games),
            site=site,
            compiling=registry.warm_up.progress,
            error=error,
            refused=refused,
            quick=fit_form(own_name | (quick or {}), forms),
            wanted=fit_form(own_name | (TABLE_FORM_DEFAULTS if table is None else table), forms),
            is_chosen=table is not None,
            is_again=refused == "/tables",
            clocks=clocks(t),
            pauses=pauses(t),
            variants=forms,
            seats=all_seats(forms),
            levels=level_words(t),
            abouts={level: players.about(level, t) for level in LEVELS},
            figures=figures(t),
            anybody=[labels.person(labels.PLAYER.format(n), t) for n in range(1, 10)],
            tiles=tiles(forms, fit_form(last, forms) if last else None, t),
            ended=_listings(ended[:MAX_OWN_FINISHED], guest, t),
            results=results(ended, guest, t) if guest else None,
            open_tables=_listings(open_tables, guest, t),
            watchable=_listings(watchable, guest, t),
        )

    return await respond(request, "front.html", guest, content, status=status)


async def _public_tables(
    registry: TableRegistry, guest: Guest | None
) -> tuple[Sequence[StoredTable], Sequence[StoredTable]]:
    """Return the tables of others: open ones, and finished ones that can be watched."""
    own = guest.id if guest else None
    over = await registry.store.tables(("over",), without=own)
    watchable = [one for one in over if one.options["spectators"] and one.summary.get("ranking")]
    return await registry.store.tables(("open",), without=own), watchable[:MAX_OTHERS_FINISHED]


def _listings(
    stored: Sequence[StoredTable], guest: Guest | None, t: Translator
) -> list[TableListing]:
    return [table_listing(one, guest, t) for one in stored]


# ── new games ────────────────────────────────────────────────────────────────────────────────────


@router.post("/quick")
async def quick(
    request: Request, registry: TheRegistry, guest: GuestOrNew, form: TheForm
) -> Response:
    """Start a game at once with people at this device and bots in the other seats."""
    limits_of(request).take("table", guest.id)
    form = form_of_tap(form, recall(request, "/quick"))
    options = options_in(form, is_short=True)
    typed_people = form.get("people", "1")
    is_number = typed_people in map(str, range(1, options.players + 1))
    names = names_in(form, guest.name, int(typed_people) if is_number else 1)
    if form.get("name", "").strip():
        guest = await guests_of(request).rename(guest, form["name"])
    people = enumerate(names if len(names) > 1 else [guest.name])
    bot_names = opponents(form, options.ruleset, options.players - len(names))
    bots = [(None, registry.bots.check(name, options.ruleset)) for name in bot_names]
    new = NewTable(guest, options, list(people), bots, origin_of(request))
    table = await registry.factory.create(new)
    return _with_cookie(request, registry, form, redirect(f"/tables/{table.id}"))


@router.post("/tables")
async def create(
    request: Request, registry: TheRegistry, guest: GuestOrNew, form: TheForm
) -> Response:
    limits_of(request).take("table", guest.id)
    options = options_in(
        form,
        clock=form.get("clock") or None,
        pause=form.get("pause") or None,
        absent=form.get("absent", "wait"),
        private="public" not in form,
        hints="hints" in form,
        spectators="closed" not in form,
        shared_devices=True if "shared" in form else None,
    )
    if "name" in form:
        guest = await guests_of(request).rename(guest, form["name"])
    new = NewTable(guest, options, people=[(0, guest.name)], origin=origin_of(request))
    table = await registry.factory.create(new)
    return _with_cookie(request, registry, form, redirect(f"/tables/{table.id}"))


def _with_cookie(
    request: Request, registry: TableRegistry, form: Form, response: Response
) -> Response:
    is_secure = registry.settings.has_secure_cookies
    remember(response, request.url.path, form, is_secure=is_secure)
    return response
