"""The question of a decision of Duel, in words."""

from heptapolis.codes import Color
from heptapolis.games.duel.narration.decision import DuelDecision
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n import Translator


def question(decision: DuelDecision, wording: DuelWording) -> str:
    """Return what is to be chosen."""
    t, view = wording.t, decision.view
    if decision.phase == "destroy":
        return _destruction(decision, t)
    if decision.phase == "start":
        return t.gettext("Who starts age %(age)s?", age="I" * view.age)
    return wording.phase_question(decision.phase)


def _destruction(decision: DuelDecision, t: Translator) -> str:
    colors = {decision.view.edition.catalog.card[id].color for id in decision.cards}
    if colors == {Color.BROWN}:
        return t.gettext("Discard one of your opponent's brown cards")
    if colors == {Color.GREY}:
        return t.gettext("Discard one of your opponent's grey cards")
    return t.gettext("Discard one of your opponent's cards")
