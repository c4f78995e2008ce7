"""The screen before a choice in Duel: cities, board, structure, then the choices."""

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from heptapolis.games.duel.narration.decision import DuelDecision
from heptapolis.games.duel.narration.question import question
from heptapolis.games.duel.narration.wording import DuelWording
from heptapolis.games.duel.terminal.choices import choices
from heptapolis.games.duel.terminal.city import cities
from heptapolis.games.duel.terminal.structure import Structure
from heptapolis.games.duel.terminal.track import board
from heptapolis.terminal.panels import OWN_STYLE
from heptapolis.variants import phases_of


def screen(decision: DuelDecision, wording: DuelWording, width: int) -> Iterator[RenderableType]:
    """Return everything needed for a decision."""
    view = decision.view
    yield ""
    yield Rule(Text(_moment(decision, wording), style="bold"), align="left", style=OWN_STYLE)
    yield cities(wording, decision.me, width)
    yield from board(wording, decision.me, width)
    if any(not place.is_taken for place in view.places):
        yield Structure(view.places, wording)
    yield from choices(decision, question(decision, wording), wording, width)
    yield Padding(_hints(decision, wording), (0, 2))


def _moment(decision: DuelDecision, wording: DuelWording) -> str:
    """Return "Age II, turn 3 · 18 cards lie there"."""
    view, t = decision.view, wording.t
    moment = wording.moment(view.age, view.turn)
    left = sum(not place.is_taken for place in view.places)
    if not view.age or not left:
        return moment
    cards = t.ngettext("%(n)d card left", "%(n)d cards left", left)
    return f"{moment} · {cards}"


def _hints(decision: DuelDecision, wording: DuelWording) -> Columns:
    """Return what the player can type."""
    t = wording.t
    hints = {"1": _main_hint(decision, wording)}
    if decision.phase == "turn":
        if decision.wonders:
            hints["1w1"] = t.gettext("wonder w1 with card 1")
        hints["1d"] = t.gettext("discard: %(coins)s", coins=wording.sale(decision.me))
    hints |= {"h": t.gettext("hint"), "?": t.gettext("help")}
    parts = [Text.assemble((key, "bold"), f" {does}") for key, does in hints.items()]
    return Columns(parts, padding=(0, 2))


def _main_hint(decision: DuelDecision, wording: DuelWording) -> str:
    """Return the meaning of a bare number."""
    t = wording.t
    match decision.phase:
        case "draft":
            return t.gettext("choose wonder 1")
        case "turn":
            return t.gettext("build card 1")
        case "token" | "library":
            return t.gettext("take token 1")
        case "destroy":
            return t.gettext("discard card 1")
        case "revive":
            return t.gettext("build card 1")
        case "start":
            return t.gettext("you start")
    return wording.deed(phases_of(decision.view.game)[decision.phase].answer)
