"""The catalogue of classic and Leaders as tables."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.games.classic.cards.model import Board, Card, ClassicCatalog, Wonder
from heptapolis.games.classic.narration.wording import effect
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import full_name, name
from heptapolis.terminal.catalog_tables import (
    AGES,
    Columns,
    Fact,
    added_facts,
    added_tables,
    card_facts,
    cards_table,
    chain_facts,
    facts_panel,
    titled_table,
)
from heptapolis.terminal.fitting import FittedTable

PLAYERS = range(3, 8)


def thing_sheet(thing: Any, catalog: ClassicCatalog, t: Translator) -> RenderableType:
    """Return one card, wonder or thing of an expansion in full."""
    if isinstance(thing, Wonder):
        boards = Group(full_name(thing, t), FittedTable(_boards([thing], t)))
        return Panel(boards, title=name(thing, t), title_align="left", expand=False)
    facts = _facts(thing, catalog, t) if isinstance(thing, Card) else added_facts(thing, t)
    return facts_panel(thing, facts, t)


def _facts(card: Card, catalog: ClassicCatalog, t: Translator) -> Iterator[Fact]:
    yield from card_facts(card, t)
    yield t.gettext("Cost"), words.cost(card.cost, t)
    yield t.gettext("Effect"), effect(card, t)
    yield from chain_facts(card, catalog, t)
    if not card.is_guild:
        copies = _copies(card).replace("\xa0", ", ")
        yield t.gettext("Copies for 3, 4, 5, 6, 7 players"), copies
    yield t.gettext("Id"), card.id


def catalog_tables(catalog: ClassicCatalog, t: Translator) -> Iterator[Grid]:
    """Return the tables of a catalogue; with expansions, only what they bring."""
    expanded = catalog.expansions
    cards = [c for c in catalog.cards if not expanded or catalog.origin[c.id] != "base"]
    wonders = [w for w in catalog.wonders if not expanded or catalog.origin[w.id] != "base"]
    yield from added_tables(catalog, t)
    for age in AGES:
        deck = [card for card in cards if card.age == age and not card.is_guild]
        if deck:
            yield _cards(t.gettext("Age %(age)s", age=AGES[age]), deck, catalog, t)
    guilds = [card for card in cards if card.is_guild]
    if guilds:
        yield _cards(t.gettext("Guilds"), guilds, catalog, t)
    if wonders:
        yield _boards(wonders, t, t.gettext("Wonders"))


def _cards(title: str, cards: Sequence[Card], catalog: ClassicCatalog, t: Translator) -> Grid:
    """Return the cards of one age, with their copies for each number of players."""
    players = "\xa0".join(str(players) for players in PLAYERS)
    copies = [_copies(card) for card in cards] if any(card.players for card in cards) else []
    more: Columns = {players: list(copies)}
    return cards_table(title, cards, catalog, t, effect, more)


def _copies(card: Card) -> str:
    return "\xa0".join(str(card.copies_for(players) or "·") for players in PLAYERS)


def _boards(wonders: Iterable[Wonder], t: Translator, title: str = "") -> Grid:
    table = titled_table(
        title,
        t.gettext("Board"),
        t.gettext("Start"),
        t.gettext("Stage"),
        t.gettext("Cost"),
        t.gettext("Effect"),
    )
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
