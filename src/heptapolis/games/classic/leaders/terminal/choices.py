"""The leaders of a decision, as a table."""

from rich.table import Table as Grid

from heptapolis.games.classic.narration.decision import COURT, KEEP, RECRUIT, ClassicDecision
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.terminal.choices import Facts, filled_table, question_table
from heptapolis.i18n.spans import Tone, phrase


def leaders_table(
    decision: ClassicDecision, question: str, wording: ClassicWording, width: int
) -> Grid:
    """Return leaders with their effects, and their prices or owners."""
    is_copied = decision.main_use == COURT
    facts = _owners(decision, wording) if is_copied else _prices(decision, wording)
    table = question_table(question, wording.t.gettext("Leader"), wording.t, width)
    return filled_table(table, facts, decision, wording, width)


def leader_hint(decision: ClassicDecision, wording: ClassicWording) -> str:
    """Return the meaning of a bare number."""
    t = wording.t
    if decision.main_use == KEEP:
        return t.gettext("keep leader 1")
    if decision.main_use == RECRUIT:
        return t.gettext("recruit leader 1")
    return t.gettext("copy leader 1")


def _prices(decision: ClassicDecision, wording: ClassicWording) -> Facts:
    """Return the prices of leaders: the printed one, and the one for this seat."""
    t, view, ids = wording.t, decision.view, decision.cards
    printed = [wording.catalog.leader[id].cost for id in ids]
    own = [view.leader_price(decision.city.seat, id) for id in ids]
    columns: Facts = {t.gettext("Cost"): [wording.coins_or_free(cost) for cost in printed]}
    if decision.main_use == RECRUIT:
        columns[t.gettext("Recruit now")] = [
            phrase(wording.why_not(refusal)).in_tone(Tone.FAINT)
            if (refusal := decision.refusal(id, RECRUIT))
            else wording.coins_or_free(cost).in_tone(Tone.GOOD)
            for id, cost in zip(ids, own, strict=True)
        ]
    elif own != printed:  # Rome, or a seat beside it
        columns[t.gettext("For you")] = [wording.coins_or_free(cost) for cost in own]
    return columns


def _owners(decision: ClassicDecision, wording: ClassicWording) -> Facts:
    """Return the neighbour that has recruited each leader."""
    left, right = decision.view.neighbours(decision.city.seat)
    on_the_left = decision.view.city(left).leaders
    return {
        wording.t.gettext("City"): [
            "◀ " + wording.city(left) if id in on_the_left else wording.city(right) + " ▶"
            for id in decision.cards
        ]
    }
