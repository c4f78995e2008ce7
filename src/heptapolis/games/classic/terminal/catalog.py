"""The catalogue of classic and Leaders as tables."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.games.classic.cards.model import Board, Card, ClassicCatalog, Wonder
from heptapolis.games.classic.leaders.cards.model import Leader
from heptapolis.games.classic.narration.wording import effect
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.descriptions import explain
from heptapolis.i18n.names import full_name, name
from heptapolis.narration.card_wording import name_of
from heptapolis.terminal.catalog_tables import (
    AGES,
    Columns,
    Fact,
    card_facts,
    cards_table,
    chain_facts,
    facts_panel,
    titled_table,
)
from heptapolis.terminal.fitting import FittedTable
from heptapolis.terminal.spans import styled

PLAYERS = range(3, 8)


def thing_sheet(
    thing: Card | Leader | Wonder, catalog: ClassicCatalog, t: Translator
) -> RenderableType:
    """Return one card, wonder or leader in full."""
    if isinstance(thing, Wonder):
        boards = Group(full_name(thing, t), FittedTable(_boards([thing], t)))
        return Panel(boards, title=name(thing, t), title_align="left", expand=False)
    return facts_panel(thing, _facts(thing, catalog, t), t)


def _facts(thing: Card | Leader, catalog: ClassicCatalog, t: Translator) -> Iterator[Fact]:
    if isinstance(thing, Leader):
        yield t.gettext("Cost"), words.coins(thing.cost, t)
        yield t.gettext("Effect"), effect(thing, t)
    else:
        yield from card_facts(thing, t)
        yield t.gettext("Cost"), words.cost(thing.cost, t)
        yield t.gettext("Effect"), effect(thing, t)
        yield from chain_facts(thing, catalog, t)
        if not thing.is_guild:
            copies = _copies(thing).replace("\xa0", ", ")
            yield t.gettext("Copies for 3, 4, 5, 6, 7 players"), copies
    yield t.gettext("Id"), thing.id


def catalog_tables(catalog: ClassicCatalog, t: Translator) -> Iterator[Grid]:
    """Return the tables of a catalogue; with Leaders, only those of the expansion."""
    expansion = "leaders" in catalog.expansions
    cards = [c for c in catalog.cards if not expansion or catalog.origin[c.id] != "base"]
    wonders = [w for w in catalog.wonders if not expansion or catalog.origin[w.id] != "base"]
    if catalog.leaders:
        table = titled_table(t.gettext("Leaders"), t.gettext("Leader"), t.gettext("Cost"))
        table.add_column(t.gettext("Effect"))
        for leader in catalog.leaders:
            table.add_row(
                styled(name_of(leader, t)), words.coins(leader.cost, t), effect(leader, t)
            )
        yield table
    for age in AGES:
        deck = [card for card in cards if card.age == age and not card.is_guild]
        if deck:
            yield _cards(t.gettext("Age %(age)s", age=AGES[age]), deck, catalog, t)
    guilds = [card for card in cards if card.is_guild]
    if guilds:
        yield _cards(t.gettext("Guilds"), guilds, catalog, t)
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
