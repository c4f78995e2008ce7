"""The choices of a decision of Duel, as tables."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from heptapolis.games.duel.narration.decision import DuelDecision
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n.spans import Phrase, Tone, phrase
from heptapolis.i18n.vocabulary import kind_title
from heptapolis.terminal.panels import NARROW_COLUMNS, ROOMY_COLUMNS
from heptapolis.terminal.spans import styled

Facts = dict[str, Sequence[Phrase]]  # besides name and effect


def choices(
    decision: DuelDecision, question: str, wording: DuelWording, width: int
) -> Iterator[Grid]:
    """Return the tables of a question; in a turn the own wonders are the second one."""
    if decision.phase == "start":
        yield _starters(decision, question, wording)
    elif decision.phase == "turn":
        yield from _turn(decision, question, wording, width)
    else:
        ids = decision.cards
        facts: Facts = {}
        if decision.phase == "draft":
            facts[wording.t.gettext("Cost")] = [phrase(wording.cost(id)) for id in ids]
        heading = _heading(decision, wording)
        yield things_table(question, heading, ids, facts, wording, width)


def things_table(
    question: str,
    heading: str,
    ids: Sequence[str],
    facts: Facts,
    wording: DuelWording,
    width: int,
    sign: str = "",
) -> Grid:
    """Return numbered things with their effects and further columns; ``sign`` stands before a
    number."""
    table = _titled_grid(question)
    table.add_column("", justify="right", style="bold", min_width=2, no_wrap=True)
    roomy = width >= ROOMY_COLUMNS
    headings = [heading, wording.t.gettext("Effect")] if roomy else [heading]
    for text in headings:
        table.add_column(text, ratio=1 if text == headings[-1] else None)
    widest = None if roomy else 18 if width >= NARROW_COLUMNS else 12
    for text in facts:
        table.add_column(text, max_width=widest)
    for row, id in enumerate(ids):
        name = wording.card(id).in_tone(Tone.STRONG)
        cells = [name, phrase(wording.effect(id))] if roomy else [wording.name_and_effect(id)]
        cells += [column[row] for column in facts.values()]
        table.add_row(f"{sign}{row + 1}", *map(styled, cells))
    return table


def _titled_grid(question: str) -> Grid:
    return Grid(
        title=Text(question, style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1),
        expand=True,
    )


def _turn(
    decision: DuelDecision, question: str, wording: DuelWording, width: int
) -> Iterator[Grid]:
    t = wording.t
    cards, wonders = decision.cards, decision.wonders
    facts = _prices(cards, decision, wording, width)
    yield things_table(question, t.gettext("Card"), cards, facts, wording, width)
    if wonders:
        facts = _prices(wonders, decision, wording, width)
        title = t.gettext("Your wonders, each built with one of these cards under it")
        yield things_table(title, t.gettext("Wonder"), wonders, facts, wording, width, "w")


def _prices(ids: Sequence[str], decision: DuelDecision, wording: DuelWording, width: int) -> Facts:
    """Return the printed cost and the actual price; on a wide screen also the opponent's price."""
    t = wording.t
    facts: Facts = {
        t.gettext("Cost"): [phrase(wording.cost(id)) for id in ids],
        t.gettext("Build now"): [wording.price(decision.me, id) for id in ids],
    }
    if width >= ROOMY_COLUMNS and not set(ids) & set(decision.wonders):
        other = t.gettext("For %(name)s", name=wording.player(decision.rival))
        facts[other] = [wording.price(decision.rival, id) for id in ids]
    return facts


def _starters(decision: DuelDecision, question: str, wording: DuelWording) -> Grid:
    table = _titled_grid(question)
    table.add_column("", justify="right", style="bold", width=2)
    table.add_column("", ratio=1)
    table.show_header = False
    for number, seat in enumerate((decision.me, decision.rival), 1):
        table.add_row(str(number), styled(wording.player(seat)))
    return table


def _heading(decision: DuelDecision, wording: DuelWording) -> str:
    t = wording.t
    if decision.phase == "draft":
        return t.gettext("Wonder")
    if decision.phase in ("token", "library"):
        return t.gettext("Token")
    if decision.is_added:
        return kind_title(wording.thing(decision.cards[0]).kind, t)
    return t.gettext("Card")
