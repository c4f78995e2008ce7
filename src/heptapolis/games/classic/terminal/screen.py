"""The screen before a choice: the table around the player, then the cards."""

from collections.abc import Callable, Iterator

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from heptapolis.games.classic.narration.decision import (
    BUILD,
    DISCARD,
    RECRUIT,
    STAGE,
    ClassicDecision,
)
from heptapolis.games.classic.narration.question import pass_text, question
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.terminal.choices import cards_table, things_table
from heptapolis.games.classic.terminal.city import distant_cities, neighbour_panels, own_panel
from heptapolis.games.classic.terminal.expansion import terminal_parts
from heptapolis.games.classic.view import ClassicView
from heptapolis.terminal.panels import OWN_STYLE


def screen(
    decision: ClassicDecision, wording: ClassicWording, width: int
) -> Iterator[RenderableType]:
    """Return everything needed for a decision."""
    view, seat = decision.view, decision.city.seat
    left, right = view.neighbours(seat)
    yield ""
    yield Rule(Text(_moment(view, wording), style="bold"), align="left", style=OWN_STYLE)
    far = [view.city(other) for other in range(view.n_cities) if other not in (seat, left, right)]
    if far:
        yield distant_cities(far, wording)
    yield neighbour_panels(view.city(left), view.city(right), wording)
    yield own_panel(decision.city, wording)
    yield _table(decision, wording)(decision, question(decision, wording), wording, width)
    yield Padding(_hints(decision, wording), (0, 2))


def _table(decision: ClassicDecision, wording: ClassicWording) -> Callable[..., RenderableType]:
    """Return the table that shows the choices."""
    if not decision.is_of_expansion:
        return cards_table
    tables = (one.tables.get(decision.view.phase) for one in terminal_parts(wording))
    return next(filter(None, tables), things_table)


def _moment(view: ClassicView, wording: ClassicWording) -> str:
    """Return "Age II, turn 3 · hands pass to the right ▶"."""
    parts = [wording.moment(view.age, view.turn), pass_text(view, wording.t)]
    return " · ".join(part for part in parts if part)


def _hints(decision: ClassicDecision, wording: ClassicWording) -> Columns:
    """Return the uses of any card."""
    t = wording.t
    hints = {"1": _main_hint(decision, wording)} if decision.cards else {}
    if decision.may_pass:
        hints["p"] = t.gettext("pass")
    elif decision.main_use in (BUILD, RECRUIT) and decision.city.stages < decision.city.n_stages:
        hints["1s"] = _stage_price(decision, wording)
    if any(decision.plans(id, DISCARD) for id in decision.cards):
        coins = wording.coins(wording.catalog.constants.discard_coins)
        hints["1d"] = t.gettext("discard: %(coins)s", coins="+" + coins)
    if decision.view.chosen:
        hints["u"] = t.gettext("take back your own card")
    hints |= {"h": t.gettext("hint"), "?": t.gettext("help")}
    parts = [Text.assemble((key, "bold"), f" {does}") for key, does in hints.items()]
    return Columns(parts, padding=(0, 2))


def _main_hint(decision: ClassicDecision, wording: ClassicWording) -> str:
    """Return the meaning of a bare number."""
    hints = (one.hints.get(decision.view.phase) for one in terminal_parts(wording))
    if hint := next(filter(None, hints), None):
        return hint(decision, wording)
    if decision.is_added:
        move = next(move for move in decision.moves if move.card)
        return f"{wording.deed(move, decision.city)} 1"
    return wording.t.gettext("build card 1")


def _bracket(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def _stage_price(decision: ClassicDecision, wording: ClassicWording) -> str:
    t, city = wording.t, decision.city
    plans = [plan for id in decision.cards for plan in decision.plans(id, STAGE)]
    refusal = None if plans else decision.refusal(decision.cards[-1], STAGE)
    price = _bracket(wording.why_not(refusal)) if refusal else wording.price(city, plans[0])
    return t.gettext("stage %(n)d (%(price)s)", n=city.stages + 1, price=price)
