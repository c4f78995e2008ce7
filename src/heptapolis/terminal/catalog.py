"""The catalogue as tables."""

import json
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from heptapolis.cards import (
    Catalog,
    CatalogError,
    ClassicCatalog,
    DuelCatalog,
    export,
    load,
)
from heptapolis.cards.model import (
    Board,
    Card,
    DuelCard,
    DuelWonder,
    Leader,
    Military,
    ProgressToken,
    Wonder,
)
from heptapolis.i18n import Translator, translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import full_name, name
from heptapolis.narration.wording import STYLES, effect
from heptapolis.terminal import console

PLAYERS = range(3, 8)
AGES = {1: "I", 2: "II", 3: "III"}


def show(
    game: str,
    *,
    house: Path | None = None,
    card: str | None = None,
    language: str = "en",
    as_json: bool = False,
) -> None:
    """Print a catalogue, or one thing of it."""
    catalog = load(house, over=game) if house else load(game)
    t = translator(language)
    thing = find(card, catalog, t) if card else None
    if as_json:
        facts = export.thing_json(thing, catalog) if thing else export.to_json(catalog)
        print(json.dumps(facts, ensure_ascii=False, indent=1))
    elif thing:
        console().print(sheet(thing, catalog, t))
    else:
        for table in tables(catalog, t):
            console().print(table)


def find(wanted: str, catalog: Catalog, t: Translator) -> Any:
    """A thing by its id or by its name in the language or in English."""
    known = spellings(catalog, t)
    if wanted.casefold() not in known:
        names = similar(wanted, known, t)
        hint = f"; did you mean {' or '.join(names)}?" if names else ""
        raise CatalogError(f"nothing called {wanted!r} in {catalog.game}{hint}")
    return known[wanted.casefold()]


def spellings(catalog: Catalog, t: Translator) -> dict[str, Any]:
    """Everything by id, by name, and by its English name, in small letters."""
    known: dict[str, Any] = {}
    for thing in catalog.things():
        for spelling in (thing.id, thing.name, name(thing, t)):
            known.setdefault(spelling.casefold(), thing)
    return known


def similar(wanted: str, known: dict[str, Any], t: Translator) -> list[str]:
    """Names that somebody may have meant."""
    near = get_close_matches(wanted.casefold(), known, n=3, cutoff=0.5)
    return list(dict.fromkeys(name(known[key], t) for key in near))


def tables(catalog: Catalog, t: Translator) -> Iterator[RenderableType]:
    """The whole catalogue, a table for each kind of thing."""
    if isinstance(catalog, ClassicCatalog):
        yield from _classic(catalog, t)
    elif isinstance(catalog, DuelCatalog):
        yield from _duel(catalog, t)


def sheet(thing: Any, catalog: Catalog, t: Translator) -> RenderableType:
    """One card, wonder, leader or token in full."""
    if isinstance(thing, Wonder):
        title = f"{name(thing, t)} · {full_name(thing, t)}"
        return Panel(_boards([thing], t), title=title, title_align="left", expand=False)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(max_width=70)
    for label, value in _facts(thing, catalog, t):
        grid.add_row(label, value)
    return Panel(grid, title=_named(thing, t), title_align="left", expand=False, padding=(0, 1))


def _facts(thing: Any, catalog: Catalog, t: Translator) -> Iterator[tuple[str, str]]:
    if isinstance(thing, Card | DuelCard):
        yield t.gettext("Age"), AGES[thing.age]
        yield t.gettext("Colour"), words.word(thing.color, t)
    if isinstance(thing, Leader):
        yield t.gettext("Cost"), words.coins(thing.cost, t)
    elif not isinstance(thing, ProgressToken):
        yield t.gettext("Cost"), words.cost(thing.cost, t)
    yield t.gettext("Effect"), effect(thing, t)
    if isinstance(thing, Card | DuelCard):
        if thing.chain_from:
            yield t.gettext("Free with"), _names(thing.chain_from, catalog, t)
        if targets := _chain_targets(thing, catalog):
            yield t.gettext("Makes free"), _names(targets, catalog, t)
    if isinstance(thing, Card) and not thing.is_guild:
        yield t.gettext("Copies at 3, 4, 5, 6, 7 players"), _copies(thing).replace("\xa0", ", ")
    yield t.gettext("Id"), thing.id


def _names(ids: Iterable[str], catalog: Catalog, t: Translator) -> str:
    return ", ".join(name(catalog.find(id), t) for id in ids)


def _chain_targets(card: Card | DuelCard, catalog: Any) -> list[str]:
    return [other.id for other in catalog.cards if card.id in other.chain_from]


def _copies(card: Card) -> str:
    return "\xa0".join(str(card.copies_for(players) or "·") for players in PLAYERS)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column)
    return table


def _named(thing: Any, t: Translator) -> Text:
    style = STYLES[thing.color] if isinstance(thing, Card | DuelCard) else "bold"
    return Text(name(thing, t), style=style)


# ── classic and Leaders ──────────────────────────────────────────────────────────────────────────


def _classic(catalog: ClassicCatalog, t: Translator) -> Iterator[RenderableType]:
    """With Leaders, only what came on top of the base game."""
    expansion = catalog.game == "leaders"
    cards = [c for c in catalog.cards if not expansion or catalog.origin[c.id] != "base"]
    wonders = [w for w in catalog.wonders if not expansion or catalog.origin[w.id] != "base"]
    if catalog.leaders:
        table = _table(t.gettext("Leaders"), t.gettext("Leader"), t.gettext("Cost"))
        table.add_column(t.gettext("Effect"))
        for leader in catalog.leaders:
            table.add_row(_named(leader, t), words.coins(leader.cost, t), effect(leader, t))
        yield table
    for age in AGES:
        shown = [card for card in cards if card.age == age and not card.is_guild]
        if shown:
            yield _cards(t.gettext("Age %(age)s", age=AGES[age]), shown, catalog, t)
    guilds = [card for card in cards if card.is_guild]
    if guilds:
        yield _cards(t.gettext("Guilds"), guilds, catalog, t)
    yield _boards(wonders, t, t.gettext("Wonders"))


def _cards(title: str, cards: Sequence[Card | DuelCard], catalog: Catalog, t: Translator) -> Table:
    """Cards of one age; a column that would stay empty is left out."""
    columns: dict[str, list[str | Text]] = {
        t.gettext("Card"): [_named(card, t) for card in cards],
        t.gettext("Cost"): [words.cost(card.cost, t) for card in cards],
        t.gettext("Effect"): [effect(card, t) for card in cards],
        t.gettext("Free with"): [_names(card.chain_from, catalog, t) for card in cards],
        t.gettext("Makes free"): [_names(_chain_targets(c, catalog), catalog, t) for c in cards],
    }
    if any(isinstance(card, Card) and card.players for card in cards):
        heading = "\xa0".join(str(players) for players in PLAYERS)
        columns[heading] = [_copies(card) for card in cards if isinstance(card, Card)]
    shown = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = _table(title, *shown)
    table.columns[2].min_width = 36
    for row in zip(*shown.values(), strict=True):
        table.add_row(*row)
    return table


def _boards(wonders: Iterable[Wonder], t: Translator, title: str = "") -> Table:
    table = _table(
        title, t.gettext("Board"), t.gettext("Start"), t.gettext("Stage"), t.gettext("Cost"),
        t.gettext("Effect"),
    )  # fmt: skip
    for wonder in wonders:
        for side, board in wonder.sides.items():
            start = _start(wonder, board, t)
            for number, stage in enumerate(board.stages, 1):
                table.add_row(
                    Text(f"{name(wonder, t)} {side}", style="bold") if number == 1 else "",
                    start if number == 1 else "",
                    str(number),
                    words.cost(stage.cost, t),
                    " ".join(explain(stage.effect, t, sold=False)),
                    end_section=number == len(board.stages),
                )
    return table


def _start(wonder: Wonder, board: Board, t: Translator) -> str:
    if board.power:
        return " ".join(explain(board.power, t))
    return words.word(wonder.resource, t) if wonder.resource is not None else ""


# ── Duel ─────────────────────────────────────────────────────────────────────────────────────────


def _duel(catalog: DuelCatalog, t: Translator) -> Iterator[RenderableType]:
    for age in AGES:
        cards = [card for card in catalog.cards if card.age == age and not card.is_guild]
        yield _cards(t.gettext("Age %(age)s", age=AGES[age]), cards, catalog, t)
    guilds = [card for card in catalog.cards if card.is_guild]
    yield _cards(t.gettext("Guilds"), guilds, catalog, t)
    yield _plain(t.gettext("Wonders"), t.gettext("Wonder"), catalog.wonders, t)
    yield _plain(t.gettext("Progress tokens"), t.gettext("Token"), catalog.tokens, t)
    yield _layouts(catalog, t)
    yield _track(catalog.military, t)


def _plain(
    title: str, heading: str, things: Iterable[DuelWonder | ProgressToken], t: Translator
) -> Table:
    table = _table(title, heading)
    things = list(things)
    priced = any(isinstance(thing, DuelWonder) for thing in things)
    if priced:
        table.add_column(t.gettext("Cost"))
    table.add_column(t.gettext("Effect"))
    for thing in things:
        cost = [words.cost(thing.cost, t)] if isinstance(thing, DuelWonder) else []
        table.add_row(_named(thing, t), *cost, effect(thing, t))
    return table


def _layouts(catalog: DuelCatalog, t: Translator) -> Table:
    """The three card structures side by side, full blocks face up."""
    heads = [t.gettext("Age %(age)s", age=AGES[int(age)]) for age in catalog.layout]
    table = _table(t.gettext("Layouts (■ up, □ down)"), *heads)
    pictures = [
        Text("\n".join(layout.rows).replace("#", "■").replace("?", "□"))
        for layout in catalog.layout.values()
    ]
    table.add_row(*pictures)
    return table


def _track(military: Military, t: Translator) -> Table:
    table = _table(
        t.gettext("Military track, on each side of the middle"), t.gettext("Spaces"),
        t.gettext("Points"), t.gettext("The opponent loses"),
    )  # fmt: skip
    for zone in military.zones:
        loot = words.coins(zone.loot, t) if zone.loot else ""
        table.add_row(f"{zone.from_}–{zone.to}", str(zone.points), loot)
    table.add_row(str(military.capital), t.gettext("military victory"), "")
    return table
