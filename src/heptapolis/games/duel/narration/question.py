"""The question of a decision of Duel, in words."""

from heptapolis.codes import Color
from heptapolis.games.duel.narration.decision import DuelDecision
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.i18n import Translator


def question(decision: DuelDecision, wording: DuelWording) -> str:
    """Return what is to be chosen."""
    t, view = wording.t, decision.view
    match decision.phase:
        case "draft":
            return t.gettext("Choose a wonder for your city")
        case "turn":
            return t.gettext("Take a card")
        case "token":
            return t.gettext("A pair of science symbols: take a progress token")
        case "library":
            return t.gettext("Keep one of these progress tokens; the others go back")
        case "destroy":
            return _destruction(decision, t)
        case "revive":
            return t.gettext("The discard pile: build one card for free")
        case "start":
            return t.gettext("Who starts age %(age)s?", age="I" * view.age)
    return wording.added_question(decision.phase)


def _destruction(decision: DuelDecision, t: Translator) -> str:
    colors = {decision.view.edition.catalog.card[id].color for id in decision.cards}
    if colors == {Color.BROWN}:
        return t.gettext("Discard one of your opponent's brown cards")
    if colors == {Color.GREY}:
        return t.gettext("Discard one of your opponent's grey cards")
    return t.gettext("Discard one of your opponent's cards")
