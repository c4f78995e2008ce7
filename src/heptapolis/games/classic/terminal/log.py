"""The log, turn by turn: a line for each city, then the conflicts."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.events import Event
from heptapolis.games.classic.events import War
from heptapolis.games.classic.narration.log import (
    acts_of,
    borders_of,
    deed_text,
    is_deed,
    war_notes,
    war_tokens,
)
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n.spans import Phrase, phrase
from heptapolis.record import ROMAN
from heptapolis.terminal.panels import OWN_STYLE
from heptapolis.terminal.spans import styled


def turn_log(
    events: list[Event],
    wording: ClassicWording,
    me: int | None = None,
    before: Sequence[Event] = (),
) -> RenderableType:
    """Return one turn, or the rest of one: heading, a line for each action, and the conflicts if it
    ended an age; ``before`` holds the events shown earlier."""
    t = wording.t
    first = events[0]
    now = first.age, first.turn
    earlier = [event for event in before if (event.age, event.turn) == now]
    heading = wording.moment(first.age, first.turn)
    grid = Grid.grid(padding=(0, 2))
    done = {event.seat: event for event in earlier if is_deed(event, wording)}
    for act in acts_of(events, done, wording):
        city = styled("  " + wording.city(act.seat), OWN_STYLE if act.seat == me else "")
        deed = deed_text(act.deed, act.after, wording) if act.deed else Phrase()
        grid.add_row(city, styled(deed), styled(phrase("  ").join(act.coins)))
    parts: list[RenderableType] = [
        Text(heading, style="bold"),
        grid,
        *_dim_lines(wording.added_notes(events)),
    ]
    if borders := borders_of(events):
        parts += [
            Text(t.gettext("Conflicts at the end of age %(age)s", age=ROMAN[first.age]), "bold"),
            conflicts([war for war, _ in borders], wording, me),
            *(Padding(styled(note), (0, 0, 0, 2)) for note in war_notes(borders, wording)),
        ]
    return Group(*parts)


# ── conflicts ────────────────────────────────────────────────────────────────────────────────────


def conflicts(wars: list[War], wording: ClassicWording, me: int | None = None) -> Grid:
    """Return every border: shields on both sides, and the tokens taken."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column()
    grid.add_column(justify="right")
    for war in wars:
        here, there = (
            Text.assemble(
                styled(wording.city(seat), OWN_STYLE if seat == me else ""), " ", styled(tokens)
            )
            for seat, tokens in zip((war.seat, war.other), war_tokens(war, wording), strict=True)
        )
        here.pad_left(2)
        shields = Text(f"{war.shields} : {war.other_shields}", style="bold")
        grid.add_row(here, shields, there)
    return grid


def _dim_lines(lines: Iterable[str]) -> Iterator[Text]:
    return (Text(f"  {line}", style="dim") for line in lines)
