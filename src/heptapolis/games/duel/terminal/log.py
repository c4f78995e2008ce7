"""The log of a Duel, turn by turn."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.events import Event
from heptapolis.games.duel.narration.log import lines, moment
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n.spans import phrase
from heptapolis.terminal.panels import OWN_STYLE
from heptapolis.terminal.spans import styled

MOMENT_COLUMNS = 6  # columns: "III.20"
MAX_NAME_COLUMNS = 16


def turn_log(
    events: Sequence[Event],
    wording: DuelWording,
    me: int | None = None,
    before: Sequence[Event] = (),
) -> RenderableType:
    """Return one turn, or the rest of one; ``before`` holds the events shown earlier."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(width=MOMENT_COLUMNS, style="dim", no_wrap=True)
    names = [wording.player(seat).plain for seat in range(wording.table.players)]
    widest = min(MAX_NAME_COLUMNS, max(cell_len(name) for name in names))
    grid.add_column(width=widest, no_wrap=True, overflow="ellipsis")
    grid.add_column()
    grid.add_column()
    when, last = moment(events[0]), None
    for line in lines(events, wording, before):
        name = "" if line.seat == last else names[line.seat]
        who = Text(name, style=OWN_STYLE if line.seat == me else "")
        grid.add_row(when, who, styled(line.text), styled(phrase("  ").join(line.coins)))
        when, last = "", line.seat
    return grid
