"""The cards or leaders of a decision, as a table."""

from collections.abc import Sequence

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.games.classic.narration.decision import (
    BUILD,
    FREE,
    ClassicDecision,
)
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.i18n import Translator
from heptapolis.i18n import vocabulary as words
from heptapolis.i18n.spans import Phrase, Tone, phrase
from heptapolis.i18n.vocabulary import kind_title, price_text
from heptapolis.terminal.panels import NARROW_COLUMNS, ROOMY_COLUMNS
from heptapolis.terminal.spans import styled

Facts = dict[str, Sequence[Phrase]]  # besides name and effect


def cards_table(
    decision: ClassicDecision, question: str, wording: ClassicWording, width: int
) -> Grid:
    """Return cards with their effects, their costs, and the present price of building them."""
    t, ids = wording.t, decision.cards
    facts: Facts = {}
    if not decision.is_dig:
        facts[t.gettext("Cost")] = [
            phrase(words.cost(wording.catalog.card[id].cost, t)) for id in ids
        ]
        facts[t.gettext("Build now")] = [_build_price(id, decision, wording) for id in ids]
    table = question_table(question, t.gettext("Card"), t, width)
    return filled_table(table, facts, decision, wording, width)


def things_table(
    decision: ClassicDecision, question: str, wording: ClassicWording, width: int
) -> Grid:
    """Return the things of an expansion with their effects, and their costs if they have any."""
    t, things = wording.t, [wording.thing(id) for id in decision.cards]
    costs = [phrase(price_text(thing, t)) for thing in things]
    heading = kind_title(things[0].kind, t) if things else ""
    table = question_table(question, heading, t, width)
    facts: Facts = {t.gettext("Cost"): costs} if any(costs) else {}
    return filled_table(table, facts, decision, wording, width)


def question_table(question: str, what: str, t: Translator, width: int) -> Grid:
    """Return a table for a question, with columns for number, name and effect."""
    table = Grid(
        title=Text(question, style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1),
        expand=True,
    )
    table.add_column("", justify="right", style="bold", width=2)
    headings = [what, t.gettext("Effect")] if width >= ROOMY_COLUMNS else [what]
    for heading in headings:
        table.add_column(heading, ratio=1 if heading == headings[-1] else None)
    return table


def filled_table(
    table: Grid, facts: Facts, decision: ClassicDecision, wording: ClassicWording, width: int
) -> Grid:
    """Return the table with a row for each card; unplayable cards are dimmed."""
    widest = None if width >= ROOMY_COLUMNS else 17 if width >= NARROW_COLUMNS else 12
    for heading in facts:
        table.add_column(heading, max_width=widest)
    for row, id in enumerate(decision.cards):
        cells = [styled(column[row]) for column in facts.values()]
        style = "" if decision.uses(id) else "dim"
        table.add_row(str(row + 1), *_card(id, decision, wording, width), *cells, style=style)
    return table


def _card(id: str, decision: ClassicDecision, wording: ClassicWording, width: int) -> list[Text]:
    """Return name and effect, side by side or one under the other."""
    name, effect = wording.card(id).in_tone(Tone.STRONG), wording.effect(id)
    if (copies := decision.copies[id]) > 1:
        name += f" ×{copies}"
    return (
        [styled(name), Text(effect)]
        if width >= ROOMY_COLUMNS
        else [styled(phrase(name, "\n", effect))]
    )


def _build_price(id: str, decision: ClassicDecision, wording: ClassicWording) -> Phrase:
    """Return "free", "chain", "2 coins: 1 → Giza, 1 → Rhodes", or the refusal."""
    t = wording.t
    plans, refusal = decision.plans(id, BUILD), decision.refusal(id, BUILD)
    text = phrase(wording.why_not(refusal) if refusal else "").in_tone(Tone.FAINT)
    if plans:
        text = wording.price(decision.city, plans[0]).in_tone(Tone.GOOD)
        if len(plans) > 1:
            more = t.ngettext("%(n)d more way", "%(n)d more ways", len(plans) - 1)
            text += phrase(f" (+ {more})").in_tone(Tone.FAINT)
    if decision.plans(id, FREE):
        text += phrase(f"\n{FREE}: ", t.pgettext("price", "free")).in_tone(Tone.GOOD)
    return text
