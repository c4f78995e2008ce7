"""The catalogue of Duel as tables."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.games.duel.cards.model import (
    DuelCard,
    DuelCatalog,
    DuelWonder,
    Military,
    ProgressToken,
)
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.narration.card_wording import name_of
from heptapolis.terminal.catalog_tables import (
    AGES,
    Fact,
    added_facts,
    added_tables,
    card_facts,
    cards_table,
    chain_facts,
    facts_panel,
    titled_table,
)
from heptapolis.terminal.spans import styled

Thing = DuelCard | DuelWonder | ProgressToken


def effect(thing: Any, t: Translator) -> str:
    """Return what a card, wonder or token does, in sentences."""
    return " ".join(explain(thing.effect, t))


def thing_sheet(thing: Any, catalog: DuelCatalog, t: Translator) -> Panel:
    """Return one card, wonder, token or thing of an expansion in full."""
    facts = _facts(thing, catalog, t) if isinstance(thing, Thing) else added_facts(thing, t)
    return facts_panel(thing, facts, t)


def _facts(thing: Thing, catalog: DuelCatalog, t: Translator) -> Iterator[Fact]:
    if isinstance(thing, DuelCard):
        yield from card_facts(thing, t)
    if not isinstance(thing, ProgressToken):
        yield t.gettext("Cost"), words.cost(thing.cost, t)
    yield t.gettext("Effect"), effect(thing, t)
    if isinstance(thing, DuelCard):
        yield from chain_facts(thing, catalog, t)
    yield t.gettext("Id"), thing.id


def catalog_tables(catalog: DuelCatalog, t: Translator) -> Iterator[Grid]:
    for age in AGES:
        cards = [card for card in catalog.cards if card.age == age and not card.is_guild]
        title = t.gettext("Age %(age)s", age=AGES[age])
        yield cards_table(title, cards, catalog, t, effect)
    guilds = [card for card in catalog.cards if card.is_guild]
    yield cards_table(t.gettext("Guilds"), guilds, catalog, t, effect)
    yield _plain_table(t.gettext("Wonders"), t.gettext("Wonder"), catalog.wonders, t)
    yield _plain_table(t.gettext("Progress tokens"), t.gettext("Token"), catalog.tokens, t)
    yield from added_tables(catalog, t)
    yield _layouts(catalog, t)
    yield _track(catalog.military, t)


def _plain_table(
    title: str, heading: str, things: Iterable[DuelWonder | ProgressToken], t: Translator
) -> Grid:
    table = titled_table(title, heading)
    things = list(things)
    has_prices = any(isinstance(thing, DuelWonder) for thing in things)
    if has_prices:
        table.add_column(t.gettext("Cost"))
    table.add_column(t.gettext("Effect"))
    for thing in things:
        cost = [words.cost(thing.cost, t)] if isinstance(thing, DuelWonder) else []
        table.add_row(styled(name_of(thing, t)), *cost, effect(thing, t))
    return table


def _layouts(catalog: DuelCatalog, t: Translator) -> Grid:
    """Return the three card structures side by side, full blocks face up."""
    heads = [t.gettext("Age %(age)s", age=AGES[int(age)]) for age in catalog.layout]
    table = titled_table(t.gettext("Layouts (■ face up, □ face down)"), *heads)
    pictures = [
        Text("\n".join(layout.rows).replace("#", "■").replace("?", "□"))
        for layout in catalog.layout.values()
    ]
    for column in table.columns:
        column.no_wrap = True
    table.add_row(*pictures)
    return table


def _track(military: Military, t: Translator) -> Grid:
    table = titled_table(
        t.gettext("Military track, on each side of the middle"),
        t.gettext("Spaces"),
        t.gettext("Points"),
        t.gettext("The opponent loses"),
    )
    for zone in military.zones:
        loot = words.coins(zone.loot, t) if zone.loot else ""
        table.add_row(f"{zone.from_}–{zone.to}", str(zone.points), loot)
    table.add_row(str(military.capital), t.gettext("military victory"), "")
    return table
