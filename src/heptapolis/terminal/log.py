"""What happened, turn by turn: a line for each city, then the conflicts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.events import (
    Built,
    Discarded,
    Dug,
    Event,
    Gained,
    Paid,
    Passed,
    Scored,
    Staged,
    War,
)
from heptapolis.record import ROMAN
from heptapolis.terminal.city import MINE, neighbours, signed
from heptapolis.terminal.wording import Wording

Deed = Built | Staged | Discarded | Dug | Passed


@dataclass
class Act:
    """What one city did in one action, and the coins that moved with it."""

    seat: int
    deed: Deed | None = None
    coins: list[str] = field(default_factory=list)


def turns(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Events of one turn after another."""
    told = [event for event in events if not isinstance(event, Scored)]
    for _, group in groupby(told, key=lambda event: (event.age, event.turn)):
        yield list(group)


def turn_log(events: list[Event], wording: Wording, me: int | None = None) -> RenderableType:
    """One turn: heading, a line for each action, and the conflicts if it ended an age."""
    t = wording.t
    first = events[0]
    heading = t.gettext("Age %(age)s, turn %(turn)d", age=ROMAN[first.age], turn=first.turn)
    grid = Grid.grid(padding=(0, 2))
    for act in _acts(events, wording):
        city = Text("  " + wording.city(act.seat), style=MINE if act.seat == me else "")
        deed = _tell(act.deed, wording) if act.deed else Text("")
        grid.add_row(city, deed, Text("  ".join(act.coins)))
    parts: list[RenderableType] = [Text(heading, style="bold"), grid]
    wars = [event for event in events if isinstance(event, War)]
    if wars:
        parts += [
            Text(t.gettext("Conflicts at the end of age %(age)s", age=ROMAN[first.age]), "bold"),
            conflicts(wars, wording, me),
        ]
    return Group(*parts)


def conflicts(wars: list[War], wording: Wording, me: int | None = None) -> Grid:
    """Every border: shields on both sides, and the tokens taken."""
    constants = wording.catalog.constants
    grid = Grid.grid(padding=(0, 1))
    grid.add_column()
    grid.add_column(justify="right")
    for war in wars:
        won = signed(constants.victory_points[war.age - 1])
        lost = signed(constants.defeat_points)
        tokens = {None: ("", ""), war.seat: (won, lost), war.other: (lost, won)}[war.winner]
        here, there = (
            Text.assemble(
                (wording.city(seat), MINE if seat == me else ""), " ", (token, _token_style(token))
            )
            for seat, token in zip((war.seat, war.other), tokens, strict=True)
        )
        here.pad_left(2)
        grid.add_row(here, Text(f"{war.shields} : {war.other_shields}", style="bold"), there)
    return grid


def _token_style(token: str) -> str:
    return "green" if token.startswith("+") else "red"


def _acts(events: Iterable[Event], wording: Wording) -> list[Act]:
    """Events sorted into actions, by seat."""
    acts: list[Act] = []
    for event in events:
        if isinstance(event, Paid):
            _trade(event, acts, wording)
        elif isinstance(event, Gained):
            _act_of(event.seat, acts).coins.append(signed(event.coins))
        elif isinstance(event, Deed):
            _act_of(event.seat, acts, fresh=True).deed = event
    return sorted(acts, key=lambda act: act.seat)


def _act_of(seat: int, acts: list[Act], *, fresh: bool = False) -> Act:
    """A city's action; a seventh card or a dig after it is an action of its own."""
    for act in reversed(acts):
        if act.seat == seat and not (fresh and act.deed):
            return act
        if act.seat == seat:
            break
    acts.append(Act(seat))
    return acts[-1]


def _trade(paid: Paid, acts: list[Act], wording: Wording) -> None:
    """Coins leave one treasury and reach the sellers'."""
    payer = _act_of(paid.seat, acts, fresh=True)
    if paid.bank:
        payer.coins.append(signed(-paid.bank))
    sellers = neighbours(paid.seat, wording.table.n_cities)
    for seller, coins in zip(sellers, (paid.left, paid.right), strict=True):
        if coins:
            payer.coins.append(f"{signed(-coins)} → {wording.city(seller)}")
            _act_of(seller, acts).coins.append(f"{signed(coins)} ← {wording.city(paid.seat)}")


def _tell(deed: Deed, wording: Wording) -> Text:
    """ "builds: Loom" """
    t = wording.t
    if isinstance(deed, Built):
        how = {"chain": t.pgettext("price", "chain"), "free": t.pgettext("price", "free")}
        note = f" ({how[deed.how]})" if deed.how in how else ""
        return _with_card(t.pgettext("log", "builds"), deed.card, wording).append(note)
    if isinstance(deed, Staged):
        stage = t.gettext("builds stage %(n)d of the wonder", n=deed.stage)
        return _with_card(stage, deed.card, wording)
    if isinstance(deed, Discarded):
        return _with_card(t.gettext("discards a card"), deed.card, wording)
    if isinstance(deed, Dug):
        return _with_card(t.gettext("builds from the discard pile"), deed.card, wording)
    return Text(t.gettext("builds nothing from the discard pile"))


def _with_card(text: str, card: str | None, wording: Wording) -> Text:
    """ "discards a card: Loom"; a hidden card is named only to whoever knows it."""
    return Text.assemble(text, ": ", wording.card(card)) if card else Text(text)
