"""The questions about leaders, in words."""

from heptapolis.codes import AGES
from heptapolis.games.classic.narration.decision import KEEP, RECRUIT, ClassicDecision
from heptapolis.games.classic.narration.wording import ClassicWording


def leader_question(decision: ClassicDecision, wording: ClassicWording) -> str:
    t = wording.t
    if decision.main_use == KEEP:
        return t.gettext("Keep one of these leaders")
    if decision.may_pass:
        return t.gettext("Recruit one more leader, or pass")
    if decision.main_use == RECRUIT:
        is_last = decision.view.age == AGES and not decision.view.keeps_leaders(decision.city.seat)
        if is_last:
            return t.gettext("Recruit one of your leaders; the rest go back to the box")
        return t.gettext("Recruit one of your leaders")
    if decision.is_free_city:
        return t.gettext("Courtesans Guild of the Free City: copy a neighbour's leader")
    return t.gettext("Courtesans Guild: copy a neighbour's leader")
