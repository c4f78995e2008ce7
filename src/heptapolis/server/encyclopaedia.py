"""Serve the encyclopaedia: searchable lists of everything that is printed, and a page for each.

Inside a game it uses the viewer's view, and shows who can build each thing now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from heptapolis.contract import View
from heptapolis.i18n import translator
from heptapolis.i18n.spans import phrase
from heptapolis.server import guard
from heptapolis.server.dependencies import OptionalGuest, TheTable, render_pool_of
from heptapolis.server.errors import not_found
from heptapolis.server.hot_seat import seat_in_address
from heptapolis.server.page_context import Language, PageRoute, redirect, respond
from heptapolis.server.sheets import view_of
from heptapolis.server.table_urls import table_urls
from heptapolis.variants import all_kinds
from heptapolis.web.art.chains import chain_tree
from heptapolis.web.assets import link_symbols
from heptapolis.web.boards import explainer_of
from heptapolis.web.encyclopaedia import (
    ROOT,
    Choice,
    Search,
    ThingEntry,
    Volume,
    address_of,
    all_entries,
    fields,
    game_in_address,
    search_of,
    volume_of,
    volumes,
    volumes_with_own_chains,
)
from heptapolis.web.sheets import Address, CardExplainer, SheetGroup, ThingSheet
from heptapolis.web.spans import html

router = APIRouter(
    include_in_schema=False, route_class=PageRoute, default_response_class=HTMLResponse
)
Section = tuple[str, list[ThingEntry]]  # a heading and its entries
EntryAddress = Callable[[ThingEntry], str]


@dataclass(frozen=True, kw_only=True)
class ThingsPage:
    """A list of things to search, of all games or of one table."""

    here: str  # its own address
    games: Sequence[tuple[str, Sequence[Section]]]  # titles, and their things
    number: int  # of things
    search: Search
    fields: Mapping[str, Sequence[Choice]]  # what the search offers
    address: EntryAddress
    chains: Sequence[tuple[str, str]] = ()  # addresses and titles
    # at a table
    table: str = ""  # its address
    prices: Mapping[str, Sequence[Markup]] = field(default_factory=dict)
    signs: Sequence[SheetGroup] = ()
    sheets: str = ""  # address of its sheets
    hidden: Mapping[str, int] = field(default_factory=dict)  # hidden fields of the search


@dataclass(frozen=True, kw_only=True)
class ThingPage:
    """A thing: its sheet, its chains, and the things beside it."""

    sheet: ThingSheet
    tree: Markup
    home: str  # address of the list
    address: EntryAddress
    game: str = ""  # outside a table
    before: ThingEntry | None = None
    after: ThingEntry | None = None
    here: str = ""
    chains: str = ""
    table: str = ""  # its address
    own_page: str = ""


@dataclass(frozen=True)
class SheetPart:
    """Only the sheet of a thing, for scripts."""

    sheet: ThingSheet
    own_page: str


@dataclass(frozen=True)
class ChainsPage:
    volume: Volume
    tree: Markup


# ── outside games ────────────────────────────────────────────────────────────────────────────────


@router.get("/cards")
async def things(request: Request, language: Language) -> Response:
    """List all things, or those that match a search."""

    def content() -> ThingsPage:
        all_volumes = volumes(language)
        entries = all_entries(all_volumes)
        offered = fields(all_volumes, entries, language)
        query = dict(request.query_params)
        search = search_of(query | {"game": game_in_address(query.get("game", ""))}, offered)
        matches, game = search.matches(entries), search.marks.get("game")
        titles = {volume.game: volume.title for volume in all_volumes}
        trees = volumes_with_own_chains(all_volumes)
        return ThingsPage(
            here=str(request.url),
            games=_by_game(matches, titles),
            number=len(matches),
            search=search,
            fields=offered,
            address=lambda entry: address_of(game or entry.game, entry.sheet.thing),
            chains=[(f"{ROOT}/{one.game}/chains", one.title) for one in trees],
        )

    return await _respond_with_list(request, content)


@router.get("/cards/{game}")
async def game(request: Request, game: str, language: Language, thing: str = "") -> Response:
    """List the things of a game, or show one as pages request its sheet."""
    game = game_in_address(game)
    if thing.count(":"):
        return await _thing(request, game, thing, language)
    return redirect(f"{ROOT}?{urlencode({'game': game})}")


@router.get("/cards/{game}/chains")
async def chains(request: Request, game: str, language: Language) -> Response:
    """Show the chains of a game as a picture."""
    game = game_in_address(game)

    def content() -> ChainsPage:
        volume = _volume(game, language)
        return ChainsPage(volume, _tree(volume, language, lambda thing: address_of(game, thing)))

    return await respond(request, "chains.html", None, content)


@router.get("/cards/{game}/{kind}/{id}")
async def thing(request: Request, game: str, kind: str, id: str, language: Language) -> Response:
    """Show a thing as printed."""
    return await _thing(request, game, f"{kind}:{id}", language)


async def _thing(request: Request, game: str, thing: str, language: str) -> Response:
    """Return the page of a thing, or only its sheet for scripts."""
    game = game_in_address(game)
    pool, client = render_pool_of(request), guard.address(request)
    volume = await pool.render(lambda: _volume(game, language), client)
    entry, sided = volume.find(thing), volume.find(f"{thing}:A")
    is_part = "x-fragment" in request.headers
    if entry is None and sided and not is_part:
        return redirect(address_of(game, sided.sheet.thing))
    entry = entry or sided
    if entry is None:
        raise not_found("thing")
    if is_part:
        part = SheetPart(entry.sheet, entry.address)
        return await respond(request, "sheet.html", None, part, is_kept=False)
    before, after = volume.beside(entry)

    def content() -> ThingPage:
        return ThingPage(
            sheet=entry.sheet,
            tree=_tree(volume, language, lambda thing: address_of(game, thing), entry),
            home=f"{ROOT}?{urlencode({'game': game})}",
            address=lambda entry: address_of(game, entry.sheet.thing),
            game=volume.title,
            before=before,
            after=after,
            here=str(request.url),
            chains=f"{ROOT}/{game}/chains",
        )

    return await respond(request, "thing.html", None, content)


def _volume(game: str, language: str) -> Volume:
    for volume in volumes(language):
        if volume.game == game:
            return volume
    raise not_found("page")


def _tree(
    volume: Volume, language: str, address: Address, around: ThingEntry | None = None
) -> Markup:
    """Return the chains of a game, or those around one card."""
    t = translator(language)
    if around and around.marks["kind"] != {"card"}:
        return Markup()
    label = t.gettext("Chains: which card makes which free")
    card = around.record.id if around else ""
    return link_symbols(chain_tree(volume.catalog, t, address, label, around=card))


# ── list pages ───────────────────────────────────────────────────────────────────────────────────


def _by_game(
    entries: Sequence[ThingEntry], titles: Mapping[str, str]
) -> list[tuple[str, list[Section]]]:
    """Return the entries grouped by game and heading."""
    games = dict[str, list[Section]]()
    for entry in entries:
        sections = games.setdefault(entry.game, [])
        if not sections or sections[-1][0] != entry.heading:
            sections.append((entry.heading, []))
        sections[-1][1].append(entry)
    return [(titles.get(game, ""), sections) for game, sections in games.items()]


async def _respond_with_list(request: Request, content: Callable[[], ThingsPage]) -> Response:
    """Return a list page, or only its changing part for scripts."""
    is_part = "x-fragment" in request.headers
    template = "things.html" if is_part else "cards.html"
    return await respond(request, template, None, content, is_kept=not is_part)


# ── inside a game ────────────────────────────────────────────────────────────────────────────────


@router.get("/tables/{table}/cards")
async def things_of_table(
    request: Request,
    table: TheTable,
    guest: OptionalGuest,
    language: Language,
    step: int | None = None,
) -> Response:
    """List the things of this game and who can build each of them now."""
    seat = seat_in_address(request)
    view = await view_of(request, table, guest, seat, step, language)
    explainer = explainer_of(view, language)
    base, query = f"/tables/{table.id}", _query_string(seat, step)
    if not isinstance(explainer, CardExplainer):
        return redirect(f"{base}/sheets{query}")

    def content() -> ThingsPage:
        entries = _entries_of(explainer, view, language)
        offered = fields((), entries, language)
        del offered["game"], offered["seats"]
        parameters = dict(request.query_params)
        if not {*offered, "q"} & {*parameters}:
            parameters["age"] = str(view.age)
        search = search_of(parameters, offered)
        matches = search.matches(entries)
        return ThingsPage(
            here=str(request.url),
            games=_by_game(matches, {}),
            number=len(matches),
            search=search,
            fields=offered,
            address=lambda entry: f"{base}/cards/{entry.sheet.thing.replace(':', '/', 1)}{query}",
            table=table_urls(table, None).table,
            prices=_prices(explainer, matches),
            signs=[group for group in map(_other_entries, explainer.groups()) if group.things],
            sheets=f"{base}/sheets{query}",
            hidden=_query_parameters(seat, step),
        )

    return await _respond_with_list(request, content)


@router.get("/tables/{table}/cards/{kind}/{id}")
async def thing_of_table(
    request: Request,
    table: TheTable,
    guest: OptionalGuest,
    language: Language,
    kind: str,
    id: str,
    step: int | None = None,
) -> Response:
    """Show a thing as the viewer may know it, and who can build it now."""
    seat = seat_in_address(request)
    view = await view_of(request, table, guest, seat, step, language)
    base, query = f"/tables/{table.id}/cards", _query_string(seat, step)

    def address(thing: str) -> str:
        return f"{base}/{thing.replace(':', '/', 1)}{query}"

    explainer = explainer_of(view, language, address)
    if not isinstance(explainer, CardExplainer):
        raise not_found("thing")

    def content() -> ThingPage:
        volume = volume_of(view.game, view.edition, language)
        entry, sheet = volume.find(f"{kind}:{id}"), explainer.sheet(f"{kind}:{id}")
        if entry is None or sheet is None:
            raise not_found("thing")
        facts = (*explainer.buyer_facts(entry.record.id), *sheet.facts)
        return ThingPage(
            sheet=replace(sheet, facts=facts),
            tree=_tree(volume, language, address, entry),
            home=f"{base}{query}",
            address=lambda entry: address(entry.sheet.thing),
            table=table_urls(table, None).table,
        )

    return await respond(request, "thing.html", None, content)


def _other_entries(group: SheetGroup) -> SheetGroup:
    """Return the entries of a group that are not in the encyclopaedia: symbols, places, columns."""
    printed = {kind.id for kind in all_kinds()}
    signs = [one for one in group.things if one[0].partition(":")[0] not in printed]
    return replace(group, things=tuple(signs))


def _query_parameters(seat: int | None, step: int | None) -> dict[str, int]:
    """Return the query parameters for a seat and a step."""
    parameters = {"seat": seat, "step": step}
    return {name: value for name, value in parameters.items() if value is not None}


def _query_string(seat: int | None, step: int | None) -> str:
    query = urlencode(_query_parameters(seat, step))
    return f"?{query}" if query else ""


def _entries_of(explainer: CardExplainer, view: View, language: str) -> list[ThingEntry]:
    """Return the entries that can appear in this game."""
    here = {one.thing for one in explainer.printed_things() if view.players in one.seats}
    volume = volume_of(view.game, view.edition, language)
    return [entry for entry in volume.entries if entry.sheet.thing in here]


def _prices(explainer: CardExplainer, entries: Sequence[ThingEntry]) -> dict[str, list[Markup]]:
    """Return who can build each entry, and at what price."""
    by_thing = dict[str, list[Markup]]()
    for entry in entries:
        if (prices := explainer.prices(entry.record.id)) is not None:
            by_thing[entry.sheet.thing] = [
                html(phrase(explainer.wording.player(seat), " ", price)) for seat, price in prices
            ]
    return by_thing
