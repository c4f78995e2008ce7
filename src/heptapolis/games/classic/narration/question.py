"""The question of a decision of classic, in words."""

from heptapolis.games.classic.narration.decision import ClassicDecision
from heptapolis.games.classic.narration.wording import ClassicWording
from heptapolis.games.classic.view import ClassicView
from heptapolis.i18n import Translator


def pass_direction(view: ClassicView, moment: tuple[int, int] | None = None) -> str:
    """Return the direction of the hands and packs: "left", "right", between two "swap", or nothing;
    now or after another ``moment``, an age and a turn."""
    seat = view.seat or 0
    other = view.passes_to(seat, moment)
    if other is None:
        return ""
    if view.players == 2:
        return "swap"
    return "left" if other == view.neighbours(seat)[0] else "right"


def pass_text(view: ClassicView, t: Translator) -> str:
    """Return where the cards go next, or that none are passed."""
    if view.age and not view.turn:
        return ""
    packs = {
        "right": t.gettext("packs pass to the right ▶"),
        "swap": t.gettext("packs are swapped"),
    }
    hands = {
        "left": t.gettext("◀ hands pass to the left"),
        "right": t.gettext("hands pass to the right ▶"),
        "swap": t.gettext("hands are swapped"),
        "": t.gettext("the last turn of the age"),
    }
    return hands[pass_direction(view)] if view.age else packs[pass_direction(view)]


def question(decision: ClassicDecision, wording: ClassicWording) -> str:
    t = wording.t
    if decision.is_of_expansion:
        return wording.phase_question(decision.view.phase, decision)
    if decision.is_dig and decision.is_free_city:
        return t.gettext("The discard pile: build one card for free in the Free City, or pass")
    if decision.is_dig:
        return t.gettext("The discard pile: build one card for free, or pass")
    if decision.is_seventh and decision.is_free_city:
        return t.gettext("Play the last card of the Free City's pile too")
    if decision.is_seventh:
        return t.gettext("Play your seventh card too")
    if decision.is_free_city:
        return t.gettext("Now choose a card for the Free City")
    return t.gettext("Your hand")
