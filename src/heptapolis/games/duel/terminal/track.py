"""The board between the two cities: military track, progress tokens, discard pile."""

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.narration.wording import format_signed
from heptapolis.terminal.panels import (
    OWN_STYLE,
    Fact,
    fact_grid,
    tag,
)

MAX_NAMED_DISCARDS = 8  # discarded cards that are always named
SPACE, MIDDLE, MARKER, CAPITAL = "·", "│", "●", "◆"


def board(wording: DuelWording, me: int, width: int) -> Iterator[Text | Grid]:
    """Return the track, then tokens and discard pile in words; in the draft only tokens lie
    there."""
    if wording.table.age:
        yield track(wording, me, width)
    yield fact_grid(_facts(wording))


def track(wording: DuelWording, me: int, width: int) -> Text:
    """Return the track, with the own capital on the left; the marker moves right as the player
    advances."""
    table = wording.table
    capital = wording.catalog.military.capital
    cell = 4 if width >= 110 else 3 if width >= 76 else 2
    marker = table.marker if me == 0 else -table.marker
    line = Text(no_wrap=True)
    for place in range(-capital, capital + 1):
        line.append_text(_space(place, marker, wording, me, cell))
    space = max(4, (width - len(line)) // 2 - 2)
    own, other = (_shorten(wording.player(seat).plain, space) for seat in (me, 1 - me))
    picture = Text.assemble((own.rjust(space), OWN_STYLE), " ", line, "  ", (other, "bold"))
    picture.no_wrap = True
    return picture


def _space(place: int, marker: int, wording: DuelWording, me: int, cell: int) -> Text:
    """Return one space: the marker, the capital, coins that are lost there, the middle, or
    nothing."""
    loser = me if place < 0 else 1 - me
    loot = wording.table.loot(loser).get(abs(place), 0) if place else 0
    if place == marker:
        return Text(MARKER.rjust(cell), style="bold red")
    if abs(place) == wording.catalog.military.capital:
        return Text(CAPITAL.rjust(cell), style="bold")
    if loot:
        return Text(format_signed(-loot).rjust(cell), style="yellow")
    return Text((SPACE if place else MIDDLE).rjust(cell), style="dim")


def _shorten(name: str, width: int) -> str:
    return name if cell_len(name) <= width else set_cell_size(name, width - 1) + "…"


def _facts(wording: DuelWording) -> Iterator[Fact]:
    t, table = wording.t, wording.table
    if table.age:
        yield tag(t.pgettext("board", "military")), wording.lead()
    if table.tokens:
        yield tag(t.pgettext("board", "progress tokens")), wording.cards(table.tokens)
    if table.discard:
        yield tag(t.pgettext("board", "discard pile")), _pile(wording)


def _pile(wording: DuelWording) -> Phrase:
    """Return the discarded cards; many of them only while a wonder can still build one."""
    discard = wording.table.discard
    if len(discard) <= MAX_NAMED_DISCARDS or _may_revive(wording):
        return wording.cards(discard)
    return phrase(
        wording.t.ngettext("%(n)d card; d shows it", "%(n)d cards; d shows them", len(discard))
    )


def _may_revive(wording: DuelWording) -> bool:
    return any(
        wording.thing(id).effect.build_from_discard and id not in city.built_wonders
        for city in wording.table.cities
        for id in city.wonders
    )
