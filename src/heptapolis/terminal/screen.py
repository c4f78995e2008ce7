"""What the person sees before choosing: the table around them, then the cards."""

from collections.abc import Iterator

from rich import box
from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.i18n import words
from heptapolis.kernel.state import TURNS
from heptapolis.record import ROMAN
from heptapolis.terminal.city import MINE, Neighbours, neighbours, others, own_panel
from heptapolis.terminal.decision import BUILD, DISCARD, FREE, STAGE, Decision
from heptapolis.terminal.wording import Wording
from heptapolis.view import View

ROOMY = 110  # columns from which a card's effect stands beside its name


def screen(decision: Decision, wording: Wording, width: int) -> Iterator[RenderableType]:
    """Everything that one decision is made from."""
    view, seat = decision.view, decision.city.seat
    left, right = neighbours(seat, view.n_cities)
    yield ""
    yield Rule(Text(_moment(view, wording), style="bold"), align="left", style=MINE)
    far = [view.city(other) for other in range(view.n_cities) if other not in (seat, left, right)]
    if far:
        yield others(far, wording)
    yield Neighbours(view.city(left), view.city(right), wording)
    yield own_panel(decision.city, wording)
    yield cards_table(decision, wording, width >= ROOMY)
    yield Padding(_hints(decision, wording), (0, 2))


def _moment(view: View, wording: Wording) -> str:
    """ "Age II, turn 3 · hands pass to the right ▶" """
    t = wording.t
    when = t.gettext("Age %(age)s, turn %(turn)d", age=ROMAN[view.age], turn=view.turn)
    if view.turn == TURNS:
        then = t.gettext("the last turn of the age")
    elif view.players == 2:
        then = t.gettext("hands are swapped")
    elif view.age == 2:
        then = t.gettext("hands pass to the right ▶")
    else:
        then = t.gettext("◀ hands pass to the left")
    return f"{when} · {then}"


def _question(decision: Decision, wording: Wording) -> str:
    t = wording.t
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


def cards_table(decision: Decision, wording: Wording, roomy: bool) -> Grid:
    """Cards with what they do, what they cost, and what building them would cost now."""
    t = wording.t
    table = Grid(
        title=Text(_question(decision, wording), style="bold"), title_justify="left",
        box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1), expand=True,
    )  # fmt: skip
    table.add_column("", justify="right", style="bold", width=2)
    headings = [t.gettext("Card"), t.gettext("Effect")] if roomy else [t.gettext("Card")]
    prices = [] if decision.is_dig else [t.gettext("Cost"), t.gettext("Build now")]
    for heading in headings:
        table.add_column(heading, ratio=1 if heading == headings[-1] else None)
    for heading in prices:
        table.add_column(heading, max_width=None if roomy else 17)
    for number, id in enumerate(decision.cards, 1):
        cells: list[str | Text] = [str(number), *_card(id, decision, wording, roomy)]
        if prices:
            cost = Text(words.cost(wording.catalog.card[id].cost, t))
            cells += [cost, _build_price(id, decision, wording)]
        table.add_row(*cells, style="" if decision.uses(id) else "dim")
    return table


def _card(id: str, decision: Decision, wording: Wording, roomy: bool) -> list[Text]:
    """Name and effect, side by side or one under the other."""
    name = wording.card(id)
    name.stylize("bold")
    if (copies := decision.copies[id]) > 1:
        name.append(f" ×{copies}")
    effect = Text(wording.effect(wording.catalog.card[id]))
    return [name, effect] if roomy else [Text("\n").join([name, effect])]


def _build_price(id: str, decision: Decision, wording: Wording) -> Text:
    """ "free", "chain", "2 coins: 1 left, 1 right", or why not."""
    t = wording.t
    plans = decision.plans(id, BUILD)
    text = Text("–", style="dim")
    if plans:
        text = Text(wording.price(decision.city, plans[0]), style="green")
        if len(plans) > 1:
            more = t.ngettext("%(n)d more way", "%(n)d more ways", len(plans) - 1)
            text.append(f" (+ {more})", style="dim")
    elif wording.stands(decision.city, id):
        text = Text(t.gettext("stands already"), style="dim")
    if decision.plans(id, FREE):
        text.append(f"\n{FREE}: " + t.pgettext("price", "free"), style="green")
    return text


def _hints(decision: Decision, wording: Wording) -> Columns:
    """What can be done with any card."""
    t = wording.t
    hints = {"1": t.gettext("build card 1")}
    if decision.is_dig:
        hints["p"] = t.gettext("pass")
    elif decision.city.stages < decision.city.n_stages:
        hints["1s"] = _stage_price(decision, wording)
    if any(decision.plans(id, DISCARD) for id in decision.cards):
        coins = words.coins(wording.catalog.constants.discard_coins, t)
        hints["1d"] = t.gettext("discard: %(coins)s", coins=f"+{coins}")
    if decision.view.chosen:
        hints["u"] = t.gettext("take back your own card")
    hints["?"] = t.gettext("help")
    parts = [Text.assemble((key, "bold"), f" {does}") for key, does in hints.items()]
    return Columns(parts, padding=(0, 2))


def _stage_price(decision: Decision, wording: Wording) -> str:
    t, city = wording.t, decision.city
    plans = [plan for id in decision.cards for plan in decision.plans(id, STAGE)]
    price = wording.price(city, plans[0]) if plans else t.gettext("not possible now")
    return t.gettext("stage %(n)d: %(price)s", n=city.stages + 1, price=price)
