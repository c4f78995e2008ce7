"""What the person sees before choosing: the table around them, then the cards."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from heptapolis.classic.view import ClassicView
from heptapolis.codes import AGES
from heptapolis.i18n import Translator, words
from heptapolis.kernel.state import TURNS
from heptapolis.terminal.choices import cards_table, leaders_table
from heptapolis.terminal.city import beside, neighbours, others, own_panel
from heptapolis.terminal.decision import (
    BUILD,
    COURT,
    DISCARD,
    KEEP,
    RECRUIT,
    STAGE,
    Decision,
)
from heptapolis.terminal.panels import MINE
from heptapolis.terminal.wording import ClassicWording


def screen(decision: Decision, wording: ClassicWording, width: int) -> Iterator[RenderableType]:
    """Everything that one decision is made from."""
    view, seat = decision.view, decision.city.seat
    left, right = neighbours(seat, view.n_cities)
    yield ""
    yield Rule(Text(_moment(view, wording), style="bold"), align="left", style=MINE)
    far = [view.city(other) for other in range(view.n_cities) if other not in (seat, left, right)]
    if far:
        yield others(far, wording)
    yield beside(view.city(left), view.city(right), wording)
    yield own_panel(decision.city, wording)
    table = leaders_table if decision.is_about_leaders else cards_table
    yield table(decision, _question(decision, wording), wording, width)
    yield Padding(_hints(decision, wording), (0, 2))


def _moment(view: ClassicView, wording: ClassicWording) -> str:
    """ "Age II, turn 3 · hands pass to the right ▶" """
    parts = [wording.moment(view.age, view.turn), _what_follows(view, wording.t)]
    return " · ".join(part for part in parts if part)


def _what_follows(view: ClassicView, t: Translator) -> str:
    """Where the cards go next, or that none go on."""
    if view.age and not view.turn:
        return ""
    if not view.age and view.players == 2:
        return t.gettext("packs are swapped")
    if not view.age:
        return t.gettext("packs pass to the right ▶")
    if view.turn == TURNS:
        return t.gettext("the last turn of the age")
    if view.players == 2:
        return t.gettext("hands are swapped")
    if view.age == 2:
        return t.gettext("hands pass to the right ▶")
    return t.gettext("◀ hands pass to the left")


def _leader_question(decision: Decision, wording: ClassicWording) -> str:
    t = wording.t
    if decision.main_use == KEEP:
        return t.gettext("Keep one of these leaders")
    if decision.may_pass:
        return t.gettext("Recruit one more leader, or pass")
    if decision.main_use == RECRUIT:
        is_last = decision.view.age == AGES and not wording.keeps_leaders(decision.city.seat)
        if is_last:
            return t.gettext("Your leaders: play one of them, the rest go back to the box")
        return t.gettext("Your leaders: play one of them")
    if decision.is_free_city:
        return t.gettext("Courtesans Guild of the Free City: copy a neighbour's leader")
    return t.gettext("Courtesans Guild: copy a neighbour's leader")


def _question(decision: Decision, wording: ClassicWording) -> str:
    t = wording.t
    if decision.is_about_leaders:
        return _leader_question(decision, wording)
    if decision.is_dig and decision.is_free_city:
        return t.gettext("The discard pile: build one card for free in the Free City, or pass")
    if decision.is_dig:
        return t.gettext("The discard pile: build one card for free, or pass")
    if decision.is_seventh and decision.is_free_city:
        return t.gettext("The last card of the Free City's pile is played too")
    if decision.is_seventh:
        return t.gettext("Your seventh card is played too")
    if decision.is_free_city:
        return t.gettext("Now a card for the Free City")
    return t.gettext("Your hand")


def _hints(decision: Decision, wording: ClassicWording) -> Columns:
    """What can be done with any card."""
    t = wording.t
    hints = {"1": _main_hint(decision, t)}
    if decision.may_pass:
        hints["p"] = t.gettext("pass")
    elif decision.main_use in (BUILD, RECRUIT) and decision.city.stages < decision.city.n_stages:
        hints["1s"] = _stage_price(decision, wording)
    if any(decision.plans(id, DISCARD) for id in decision.cards):
        coins = words.coins(wording.catalog.constants.discard_coins, t)
        hints["1d"] = t.gettext("discard: %(coins)s", coins=f"+{coins}")
    if decision.view.chosen:
        hints["u"] = t.gettext("take back your own card")
    hints |= {"h": t.gettext("hint"), "?": t.gettext("help")}
    parts = [Text.assemble((key, "bold"), f" {does}") for key, does in hints.items()]
    return Columns(parts, padding=(0, 2))


def _main_hint(decision: Decision, t: Translator) -> str:
    """What a bare number does."""
    if decision.main_use == KEEP:
        return t.gettext("keep leader 1")
    if decision.main_use == RECRUIT:
        return t.gettext("recruit leader 1")
    if decision.main_use == COURT:
        return t.gettext("copy leader 1")
    return t.gettext("build card 1")


def _stage_price(decision: Decision, wording: ClassicWording) -> str:
    t, city = wording.t, decision.city
    plans = [plan for id in decision.cards for plan in decision.plans(id, STAGE)]
    price = wording.price(city, plans[0]) if plans else t.gettext("not possible now")
    return t.gettext("stage %(n)d (%(price)s)", n=city.stages + 1, price=price)
