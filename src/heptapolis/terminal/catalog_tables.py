"""Cards and other things of a catalogue as tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rich import box
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.cards import Catalog
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import describe
from heptapolis.i18n.names import name
from heptapolis.narration.card_wording import name_of
from heptapolis.terminal.fitting import FittedTable
from heptapolis.terminal.spans import styled

AGES = {1: "I", 2: "II", 3: "III"}
EFFECT_WIDTH = 24  # minimum columns of a readable sentence
Fact = tuple[str, str]  # a label and its text
Columns = dict[str, list[str | Text]]


def titled_table(title: str, *columns: str) -> Grid:
    table = Grid(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column)
    return table


def cards_table(
    title: str,
    cards: Sequence[Any],
    catalog: Catalog,
    t: Translator,
    effect: Callable[[Any, Translator], str],
    more: Columns | None = None,
) -> Grid:
    """Return the cards of one age; empty columns are left out."""
    columns: Columns = {
        t.gettext("Card"): [styled(name_of(card, t)) for card in cards],
        t.gettext("Cost"): [words.cost(card.cost, t) for card in cards],
        t.gettext("Effect"): [effect(card, t) for card in cards],
        t.gettext("Free with"): [names(card.chain_from, catalog, t) for card in cards],
        t.gettext("Makes free"): [names(chain_targets(c, catalog), catalog, t) for c in cards],
        **(more or {}),
    }
    filled = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = titled_table(title, *filled)
    table.columns[2].min_width = EFFECT_WIDTH
    for column in table.columns:
        column.no_wrap = column.header in (more or {})
    for row in zip(*filled.values(), strict=True):
        table.add_row(*row)
    return table


def things_table(title: str, things: Iterable[Any], t: Translator) -> Grid:
    """Return things of one kind with what they do, and their prices if they have any."""
    things = list(things)
    columns: Columns = {
        t.pgettext("find", "Name"): [styled(name_of(thing, t)) for thing in things],
        t.gettext("Cost"): [words.price_text(thing, t) for thing in things],
        t.gettext("Effect"): [" ".join(describe(thing, t)) for thing in things],
    }
    filled = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = titled_table(title, *filled)
    for row in zip(*filled.values(), strict=True):
        table.add_row(*row)
    return table


def added_tables(catalog: Catalog, t: Translator) -> Iterator[Grid]:
    """Yield a table for each kind of things that expansions bring."""
    for part in catalog.source.parts:
        for kind in part.kinds:
            things = catalog.section(kind.section).values()
            yield things_table(words.kind_title(kind.section, t), things, t)


def added_facts(thing: Any, t: Translator) -> Iterator[Fact]:
    """Yield the facts of a thing that an expansion brings."""
    if price := words.price_text(thing, t):
        yield t.gettext("Cost"), price
    if text := " ".join(describe(thing, t)):
        yield t.gettext("Effect"), text
    yield t.gettext("Id"), thing.id


def facts_panel(thing: Any, facts: Iterable[Fact], t: Translator) -> Panel:
    """Return one thing in full."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(max_width=70)
    for label, value in facts:
        grid.add_row(label, value)
    return Panel(
        FittedTable(grid),
        title=styled(name_of(thing, t)),
        title_align="left",
        expand=False,
        padding=(0, 1),
    )


def card_facts(card: Any, t: Translator) -> list[Fact]:
    """Return the facts of a card, without empty ones."""
    return [
        (t.gettext("Age"), AGES[card.age]),
        (t.gettext("Colour"), words.word(card.color, t)),
    ]


def chain_facts(card: Any, catalog: Catalog, t: Translator) -> list[Fact]:
    """Return the cards that make a card free, and those it makes free."""
    facts = []
    if card.chain_from:
        facts.append((t.gettext("Free with"), names(card.chain_from, catalog, t)))
    if targets := chain_targets(card, catalog):
        facts.append((t.gettext("Makes free"), names(targets, catalog, t)))
    return facts


def names(ids: Iterable[str], catalog: Catalog, t: Translator) -> str:
    return ", ".join(name(catalog.find(id), t) for id in ids)


def chain_targets(card: Any, catalog: Any) -> list[str]:
    return [other.id for other in catalog.cards if card.id in other.chain_from]
